/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/address.h"

#include "base/arena.h"

static bool is_scheme_byte(char c)
{
	return byte_is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* The bytes before "://", when they make a scheme. */
static struct str scheme_of(struct str text)
{
	size_t mark = str_find(text, STR("://"), 0);

	if (mark == STR_NPOS || mark == 0 || !byte_is_alpha(text.p[0]))
		return STR_NONE;
	for (size_t i = 0; i < mark; i++)
		if (!is_scheme_byte(text.p[i]))
			return STR_NONE;
	return str_slice(text, 0, mark);
}

/* Longer ones are no references: each of many that do not end would be looked for to the end. */
enum { REFERENCE_BYTES = 512 };

/* The end of a reference ${...} that begins at `at`, or `at` when none does. */
static size_t skip_reference(struct str text, size_t at)
{
	size_t depth = 0, i = at;

	if (at + 1 >= text.n || text.p[at] != '$' || text.p[at + 1] != '{')
		return at;
	for (; i < text.n && i - at < REFERENCE_BYTES; i++) {
		if (text.p[i] == '{')
			depth++;
		if (text.p[i] == '}' && --depth == 0)
			return i + 1;
	}
	return at;
}

/* The first of these bytes that stands outside references, or the length. */
static size_t find_outside(struct str text, const char *bytes, size_t at)
{
	while (at < text.n) {
		size_t behind = text.p[at] == '$' ? skip_reference(text, at) : at;

		if (behind > at) {
			at = behind;
			continue;
		}
		for (const char *byte = bytes; *byte; byte++)
			if (text.p[at] == *byte)
				return at;
		at++;
	}
	return text.n;
}

bool address_parse(struct str text, struct address *address)
{
	struct str rest, authority;
	size_t end, colon, userinfo = STR_NPOS;

	*address = (struct address){ .text = str_trim(text) };
	text = address->text;
	address->scheme = scheme_of(text);
	rest = address->scheme.n ? str_slice(text, address->scheme.n + 3, text.n) : text;
	end = find_outside(rest, "/?#", 0);
	authority = str_slice(rest, 0, end);
	for (size_t at = find_outside(authority, "@", 0); at < authority.n;
	     at = find_outside(authority, "@", at + 1))
		userinfo = at;
	if (userinfo != STR_NPOS) {
		address->has_userinfo = true;
		address->userinfo = str_slice(authority, 0, userinfo);
		authority = str_slice(authority, userinfo + 1, authority.n);
	}
	rest = str_slice(rest, end, rest.n);
	end = find_outside(rest, "?#", 0);
	address->path = str_slice(rest, 0, end);
	address->has_query = end < rest.n;

	if (authority.n && authority.p[0] == '[') {
		size_t close = str_find_byte(authority, ']', 0);

		if (close == STR_NPOS)
			return false;
		address->bracketed = true;
		address->host = str_slice(authority, 1, close);
		authority = str_slice(authority, close + 1, authority.n);
		if (authority.n && authority.p[0] != ':')
			return false;
		address->port = str_slice(authority, 1, authority.n);
		return address->host.n != 0;
	}
	colon = find_outside(authority, ":", 0);
	/* more than one colon without brackets: an IPv6 address without a port */
	if (colon < authority.n && find_outside(authority, ":", colon + 1) < authority.n)
		colon = authority.n;
	address->host = str_slice(authority, 0, colon);
	address->port = str_slice(authority, colon + 1, authority.n);
	for (size_t i = 0; i < address->host.n; i++)
		if (byte_is_space(address->host.p[i]))
			return false;
	return address->host.n != 0;
}

/* ---- what a host is ---- */

static struct str without_brackets(struct str host)
{
	if (host.n && host.p[0] == '[')
		host = str_slice(host, 1, host.n);
	if (host.n && host.p[host.n - 1] == ']')
		host = str_slice(host, 0, host.n - 1);
	return host;
}

/* Four decimal parts; false: no dotted IPv4 address. */
static bool to_ipv4(struct str host, uint32_t *address)
{
	struct str rest = host;
	uint32_t value = 0;
	size_t count = 0;

	if (!host.n)
		return false;
	while (rest.p) {
		struct str part = str_cut(&rest, '.');
		int64_t number;

		if (!part.n || part.n > 3 || !byte_is_digit(part.p[0]) ||
		    !str_to_int(part, &number) || number < 0 || number > 255 || ++count > 4)
			return false;
		value = value << 8 | (uint32_t)number;
	}
	if (count != 4)
		return false;
	*address = value;
	return true;
}

bool address_in_subnet(struct str host, struct str subnet)
{
	struct str network = str_cut(&subnet, '/');
	uint32_t a, b;
	int64_t bits;

	if (!to_ipv4(host, &a) || !to_ipv4(network, &b) || !str_to_int(subnet, &bits) || bits < 0 ||
	    bits > 32)
		return false;
	return bits == 0 || ((a ^ b) >> (32 - bits)) == 0;
}

static bool hex_group(struct str digits, uint16_t *group)
{
	uint32_t value = 0;

	for (size_t i = 0; i < digits.n; i++) {
		char c = digits.p[i];

		if (byte_is_digit(c))
			value = value << 4 | (uint32_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			value = value << 4 | (uint32_t)(c - 'a' + 10);
		else if (c >= 'A' && c <= 'F')
			value = value << 4 | (uint32_t)(c - 'A' + 10);
		else
			return false;
	}
	*group = (uint16_t)value;
	return digits.n <= 4;
}

/* Groups of an IPv6 address; "::" and a dotted tail are understood; a zone is cut off. */
static bool ipv6(struct str host, uint16_t groups[8])
{
	size_t count = 0, gap = STR_NPOS, zone = str_find_byte(host, '%', 0);

	if (zone != STR_NPOS)
		host = str_slice(host, 0, zone);
	if (host.n < 2)
		return false;
	for (size_t i = 0; i < 8; i++)
		groups[i] = 0;
	while (host.n) {
		size_t colon = str_find_byte(host, ':', 0), n;
		uint32_t dotted;

		if (colon == 0) {
			/* "::", or the colon behind a group */
			if (host.n >= 2 && host.p[1] == ':') {
				if (gap != STR_NPOS)
					return false;
				gap = count;
				host = str_slice(host, 2, host.n);
				continue;
			}
			return false;
		}
		n = colon == STR_NPOS ? host.n : colon;
		if (colon == STR_NPOS && to_ipv4(host, &dotted)) {
			if (count > 6)
				return false;
			groups[count++] = (uint16_t)(dotted >> 16);
			groups[count++] = (uint16_t)(dotted & 0xffff);
			break;
		}
		if (count == 8 || !hex_group(str_slice(host, 0, n), &groups[count]))
			return false;
		count++;
		if (colon == STR_NPOS)
			break;
		/* leave "::" to the next round, cut a single colon */
		if (colon + 1 == host.n)
			return false;
		host = str_slice(host, host.p[colon + 1] == ':' ? colon : colon + 1, host.n);
	}
	if (gap == STR_NPOS)
		return count == 8;
	if (count == 8)
		return false;
	for (size_t i = 0; i < count - gap; i++) {
		groups[7 - i] = groups[count - 1 - i];
		if (7 - i != count - 1 - i)
			groups[count - 1 - i] = 0;
	}
	return true;
}

/* The forms of inet_aton(3): one to four parts, each decimal, octal or hexadecimal. */
static bool loose_ipv4(struct str host, uint32_t *address)
{
	uint64_t parts[4];
	size_t count = 0;
	struct str rest = host;
	uint64_t value = 0;

	if (!host.n)
		return false;
	while (rest.p) {
		struct str part = str_cut(&rest, '.');
		unsigned base = 10;
		uint64_t number = 0;

		if (count == 4 || !part.n || part.n > 12)
			return false;
		if (part.n > 2 && part.p[0] == '0' && (part.p[1] == 'x' || part.p[1] == 'X')) {
			base = 16;
			part = str_slice(part, 2, part.n);
		} else if (part.n > 1 && part.p[0] == '0') {
			base = 8;
		}
		for (size_t i = 0; i < part.n; i++) {
			char c = part.p[i];
			unsigned digit = byte_is_digit(c)       ? (unsigned)(c - '0')
					 : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
					 : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
								: 99;

			if (digit >= base)
				return false;
			number = number * base + digit;
		}
		parts[count++] = number;
	}
	for (size_t i = 0; i + 1 < count; i++) {
		if (parts[i] > 255)
			return false;
		value |= parts[i] << (24 - 8 * i);
	}
	if (parts[count - 1] >> (32 - 8 * (count - 1)))
		return false;
	*address = (uint32_t)(value | parts[count - 1]);
	return true;
}

static bool is_mapped(const uint16_t groups[8], uint32_t *address)
{
	for (size_t i = 0; i < 5; i++)
		if (groups[i])
			return false;
	*address = (uint32_t)groups[6] << 16 | groups[7];
	return groups[5] == 0xffff;
}

static bool loops_back(uint32_t address)
{
	return address >> 24 == 127 || address == 0;
}

static bool consists_of(struct str s, const char *set)
{
	struct str members = str_from(set);

	for (size_t i = 0; i < s.n; i++)
		if (str_find_byte(members, s.p[i], 0) == STR_NPOS)
			return false;
	return true;
}

/* No address by the letter, but somebody means one: 127.0.1.999, 0:0:1. */
static bool looks_like_loopback(struct str name)
{
	struct str mapped = STR("::ffff:");
	size_t colons = 0;

	for (size_t i = 0; i < name.n; i++)
		colons += name.p[i] == ':';
	if (colons >= 2 && consists_of(str_slice(name, 0, name.n - 1), "0:") &&
	    (name.p[name.n - 1] == '0' || name.p[name.n - 1] == '1'))
		return true;
	if (name.n > mapped.n && str_eq_nocase(str_slice(name, 0, mapped.n), mapped))
		name = str_slice(name, mapped.n, name.n);
	return str_eq(name, STR("127")) ||
	       (str_starts(name, STR("127.")) && consists_of(name, "0123456789."));
}

bool address_is_loopback(struct str host)
{
	struct str name = without_brackets(host);
	uint32_t address;
	uint16_t groups[8];

	if (name.n && name.p[name.n - 1] == '.')
		name = str_slice(name, 0, name.n - 1);
	if (str_eq_nocase(name, STR("localhost")) ||
	    str_eq_nocase(name, STR("localhost.localdomain")) ||
	    str_eq_nocase(name, STR("ip6-localhost")) || str_eq_nocase(name, STR("ip6-loopback")) ||
	    (name.n > 10 && str_eq_nocase(str_slice(name, name.n - 10, name.n), STR(".localhost"))))
		return true;
	if (looks_like_loopback(name))
		return true;
	if (loose_ipv4(name, &address))
		return loops_back(address);
	if (!ipv6(name, groups))
		return false;
	if (is_mapped(groups, &address))
		return loops_back(address);
	for (size_t i = 0; i < 7; i++)
		if (groups[i])
			return false;
	return groups[7] <= 1;
}

static const struct str engine_names[] = {
	STR_INIT("host.docker.internal"),     STR_INIT("gateway.docker.internal"),
	STR_INIT("docker.for.mac.localhost"), STR_INIT("docker.for.win.localhost"),
	STR_INIT("host.containers.internal"), STR_INIT("host.lima.internal"),
	STR_INIT("host.minikube.internal")
};
static const struct str metadata_hosts[] = {
	STR_INIT("169.254.169.254"), STR_INIT("169.254.170.2"),
	STR_INIT("169.254.170.23"),  STR_INIT("100.100.100.200"),
	STR_INIT("168.63.129.16"),   STR_INIT("metadata.google.internal"),
	STR_INIT("fd00:ec2::254")
};

static bool is_among(struct str host, const struct str *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq_nocase(host, names[i]))
			return true;
	return false;
}

static enum address_kind ipv4_kind(uint32_t address)
{
	if (address >> 24 == 10 || address >> 20 == 0xac1 || address >> 16 == 0xc0a8 ||
	    address >> 22 == 0x191)
		return ADDRESS_PRIVATE;
	return address >> 16 == 0xa9fe ? ADDRESS_LINK_LOCAL : ADDRESS_PUBLIC;
}

enum address_kind address_kind(struct str host)
{
	struct str name = without_brackets(host);
	uint32_t address;
	uint16_t groups[8];

	if (is_among(name, engine_names, sizeof(engine_names) / sizeof(*engine_names)))
		return ADDRESS_ENGINE;
	if (is_among(name, metadata_hosts, sizeof(metadata_hosts) / sizeof(*metadata_hosts)))
		return ADDRESS_METADATA;
	if (address_is_loopback(host))
		return ADDRESS_LOOPBACK;
	if (loose_ipv4(name, &address))
		return ipv4_kind(address);
	if (ipv6(name, groups)) {
		if (is_mapped(groups, &address))
			return ipv4_kind(address);
		if (groups[0] >> 9 == 0xfc00 >> 9)
			return ADDRESS_PRIVATE;
		return groups[0] >> 6 == 0xfe80 >> 6 ? ADDRESS_LINK_LOCAL : ADDRESS_PUBLIC;
	}
	return str_find_byte(name, '.', 0) == STR_NPOS ? ADDRESS_LABEL : ADDRESS_NAME;
}

bool address_is_unspecified(struct str host)
{
	static const struct str mapped = STR_INIT("::ffff:");

	if (host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']')
		host = str_slice(host, 1, host.n - 1);
	if (host.n > mapped.n && str_eq_nocase(str_slice(host, 0, mapped.n), mapped))
		host = str_slice(host, mapped.n, host.n);
	for (size_t i = 0; i < host.n; i++)
		if (str_find_byte(STR("0.:"), host.p[i], 0) == STR_NPOS)
			return false;
	return host.n > 0;
}

static bool is_host_byte(char c)
{
	return byte_is_alnum(c) || c == '-' || c == '_';
}

/* No longer name or address has these bytes as a part. */
static bool stands_alone(struct str text, size_t from, size_t to)
{
	if (from > 0 && (is_host_byte(text.p[from - 1]) || text.p[from - 1] == '.'))
		return false;
	if (to < text.n && is_host_byte(text.p[to]))
		return false;
	return to + 1 >= text.n || text.p[to] != '.' || !is_host_byte(text.p[to + 1]);
}

static size_t find_word(struct str text, struct str word)
{
	for (size_t at = 0; at + word.n <= text.n; at++)
		/* words begin with a small letter or a digit, which have this bit */
		if ((text.p[at] | 0x20) == word.p[0] &&
		    str_eq_nocase(str_slice(text, at, at + word.n), word) &&
		    stands_alone(text, at, at + word.n))
			return at;
	return STR_NPOS;
}

static size_t find_first(struct str text, const struct str *words, size_t count, size_t before,
			 struct str *found)
{
	for (size_t i = 0; i < count; i++) {
		size_t at = find_word(text, words[i]);

		if (at < before) {
			before = at;
			*found = str_slice(text, at, at + words[i].n);
		}
	}
	return before;
}

bool address_find_special(struct str text, enum address_kind *kind, struct str *host)
{
	size_t engine, any;

	/* each of them is a name with dots or an address, and most texts are neither */
	if (str_find_byte(text, '.', 0) == STR_NPOS && str_find_byte(text, ':', 0) == STR_NPOS)
		return false;
	engine = find_first(text, engine_names, sizeof(engine_names) / sizeof(*engine_names),
			    STR_NPOS, host);
	any = find_first(text, metadata_hosts, sizeof(metadata_hosts) / sizeof(*metadata_hosts),
			 engine, host);
	*kind = any < engine ? ADDRESS_METADATA : ADDRESS_ENGINE;
	return any != STR_NPOS;
}
