/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/fingerprint.h"

#include "fact/credential.h"

struct hash {
	uint64_t high, low;
};

/* Offset basis and prime (2^88 + 2^8 + 0x3b) as the authors of FNV give them. */
static const struct hash basis = { 0x6C62272E07BB0142U, 0x62B821756295C58DU };
enum { PRIME_LOW = 0x13B, PRIME_SHIFT = 24 };

static void add_byte(struct hash *hash, unsigned char byte)
{
	uint64_t low = hash->low ^ byte;
	uint64_t right = (low & 0xFFFFFFFFU) * PRIME_LOW;
	uint64_t left = (low >> 32) * PRIME_LOW + (right >> 32);

	hash->high = hash->high * PRIME_LOW + (left >> 32) + (low << PRIME_SHIFT);
	hash->low = left << 32 | (right & 0xFFFFFFFFU);
}

static void add(struct hash *hash, struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		add_byte(hash, (unsigned char)text.p[i]);
	add_byte(hash, 0);
}

/* "services.agent.volumes[1]" counts as "services.agent.volumes[]". */
static struct str without_indices(struct arena *arena, struct str path)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < path.n; i++) {
		size_t end = i + 1;

		builder_byte(&b, path.p[i]);
		if (path.p[i] != '[')
			continue;
		while (end < path.n && byte_is_digit(path.p[end]))
			end++;
		if (end < path.n && path.p[end] == ']')
			i = end - 1;
	}
	return builder_str(&b);
}

struct identity identity_of(struct arena *arena, struct credentials *credentials, struct str file,
			    const struct finding *finding)
{
	return (struct identity){
		.rule = finding->rule,
		.file = credential_mask_text(credentials, arena, file),
		.service = credential_mask_text(credentials, arena, finding->owner),
		.path = without_indices(arena,
					credential_mask_text(credentials, arena, finding->path)),
		.evidence = credential_mask_text(credentials, arena, finding->evidence),
	};
}

int identity_cmp(const struct identity *a, const struct identity *b)
{
	int order = str_cmp(a->rule, b->rule);

	if (!order)
		order = str_cmp(a->file, b->file);
	if (!order)
		order = str_cmp(a->service, b->service);
	if (!order)
		order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->evidence, b->evidence);
}

static void add_hex(struct builder *b, uint64_t number)
{
	for (unsigned shift = 64; shift; shift -= 4)
		builder_byte(b, "0123456789abcdef"[number >> (shift - 4) & 15]);
}

struct str fingerprint(struct arena *arena, const struct identity *identity)
{
	struct hash hash = basis;
	struct builder print = { .arena = arena };

	builder_add(&print, STR("v1:"));
	add(&hash, identity->rule);
	add(&hash, identity->file);
	add(&hash, identity->service);
	add(&hash, identity->path);
	add(&hash, identity->evidence);
	add_hex(&print, hash.high);
	add_hex(&print, hash.low);
	return builder_str(&print);
}
