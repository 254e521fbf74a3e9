/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#include "base/limits.h"

enum { LOG_BITS = 16 };

/* The logarithm to base 2 of n >= 1, in units of 1 / 65536. */
static uint64_t log2_fixed(uint64_t n)
{
	unsigned whole = 0;
	uint64_t result, x;

	while (n >> (whole + 1))
		whole++;
	result = (uint64_t)whole << LOG_BITS;
	x = whole <= 31 ? n << (31 - whole) : n >> (whole - 31); /* 1 <= x / 2^31 < 2 */
	for (unsigned bit = LOG_BITS; bit > 0; bit--) {
		x = (x * x) >> 31;
		if (x >> 32) {
			x >>= 1;
			result |= (uint64_t)1 << (bit - 1);
		}
	}
	return result;
}

/* Shannon entropy in thousandths of a bit per byte. */
static uint64_t entropy(struct str value)
{
	uint64_t counts[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < value.n; i++)
		counts[(unsigned char)value.p[i]]++;
	for (size_t i = 0; i < 256; i++)
		if (counts[i])
			sum += counts[i] * log2_fixed(counts[i]);
	return (log2_fixed(value.n) - sum / value.n) * 1000 >> LOG_BITS;
}

bool credential_entropy_passes(struct str value)
{
	bool hex = true, digit = false, upper = false, lower = false;

	value = str_trim(str_unquoted(value));
	if (value.n < 24 || credential_is_uuid(value) || credential_is_digest(value) ||
	    credential_is_pathlike(value))
		return false;
	if (value.n > LIMIT_SCAN_BYTES)
		value = str_slice(value, 0, LIMIT_SCAN_BYTES);
	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];

		hex = hex && credential_is_hex(c);
		digit = digit || byte_is_digit(c);
		upper = upper || (c >= 'A' && c <= 'Z');
		lower = lower || (c >= 'a' && c <= 'z');
		if (!byte_is_alnum(c) && c != '+' && c != '/' && c != '-' && c != '_' &&
		    (c != '=' || i + 2 < value.n))
			return false;
	}
	if (hex && value.n >= 32)
		return entropy(value) >= 3200;
	if (!digit || !upper || !lower)
		return false;
	return entropy(value) >= (value.n >= 40 ? 4400 : value.n >= 32 ? 4200 : 3800);
}
