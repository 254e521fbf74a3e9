/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/utf8.h"

#include "base/arena.h"

static bool continues(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

struct utf8 utf8_decode(struct str s)
{
	unsigned char first;
	struct utf8 u;
	uint32_t least;

	if (!s.n)
		return (struct utf8){ 0, 0, false };
	first = (unsigned char)s.p[0];
	if (first < 0x80)
		return (struct utf8){ first, 1, true };
	if (first >= 0xC2 && first <= 0xDF) {
		u = (struct utf8){ first & 0x1FU, 2, true };
		least = 0x80;
	} else if ((first & 0xF0) == 0xE0) {
		u = (struct utf8){ first & 0x0FU, 3, true };
		least = 0x800;
	} else if (first >= 0xF0 && first <= 0xF4) {
		u = (struct utf8){ first & 0x07U, 4, true };
		least = 0x10000;
	} else {
		return (struct utf8){ first, 1, false };
	}
	if (s.n < u.bytes)
		return (struct utf8){ first, 1, false };
	for (size_t i = 1; i < u.bytes; i++) {
		if (!continues(s.p[i]))
			return (struct utf8){ first, 1, false };
		u.code = u.code << 6 | ((unsigned char)s.p[i] & 0x3FU);
	}
	if (u.code < least || u.code > 0x10FFFF || (u.code >= 0xD800 && u.code <= 0xDFFF))
		return (struct utf8){ first, 1, false };
	return u;
}

bool utf8_is_valid(struct str s)
{
	for (size_t at = 0; at < s.n;) {
		struct utf8 u;

		if ((unsigned char)s.p[at] < 0x80) {
			at++;
			continue;
		}
		u = utf8_decode(str_slice(s, at, s.n));
		if (!u.valid)
			return false;
		at += u.bytes;
	}
	return true;
}

void utf8_add(struct builder *b, uint32_t code)
{
	if (code < 0x80) {
		builder_byte(b, (char)code);
	} else if (code < 0x800) {
		builder_byte(b, (char)(0xC0 | code >> 6));
		builder_byte(b, (char)(0x80 | (code & 0x3F)));
	} else if (code < 0x10000) {
		builder_byte(b, (char)(0xE0 | code >> 12));
		builder_byte(b, (char)(0x80 | (code >> 6 & 0x3F)));
		builder_byte(b, (char)(0x80 | (code & 0x3F)));
	} else {
		builder_byte(b, (char)(0xF0 | code >> 18));
		builder_byte(b, (char)(0x80 | (code >> 12 & 0x3F)));
		builder_byte(b, (char)(0x80 | (code >> 6 & 0x3F)));
		builder_byte(b, (char)(0x80 | (code & 0x3F)));
	}
}

struct range {
	uint32_t from, to;
};

/* Combining marks and other characters that take no column (the blocks that occur in text). */
static const struct range zero_width[] = {
	{ 0x0300, 0x036F },   { 0x0483, 0x0489 },   { 0x0591, 0x05BD }, { 0x05BF, 0x05BF },
	{ 0x05C1, 0x05C2 },   { 0x05C4, 0x05C5 },   { 0x05C7, 0x05C7 }, { 0x0610, 0x061A },
	{ 0x064B, 0x065F },   { 0x0670, 0x0670 },   { 0x06D6, 0x06DC }, { 0x06DF, 0x06E4 },
	{ 0x06E7, 0x06E8 },   { 0x06EA, 0x06ED },   { 0x0711, 0x0711 }, { 0x0730, 0x074A },
	{ 0x0900, 0x0902 },   { 0x093A, 0x093A },   { 0x093C, 0x093C }, { 0x0941, 0x0948 },
	{ 0x094D, 0x094D },   { 0x0951, 0x0957 },   { 0x0E31, 0x0E31 }, { 0x0E34, 0x0E3A },
	{ 0x0E47, 0x0E4E },   { 0x1AB0, 0x1ACE },   { 0x1DC0, 0x1DFF }, { 0x200B, 0x200F },
	{ 0x202A, 0x202E },   { 0x2060, 0x206F },   { 0x20D0, 0x20F0 }, { 0x302A, 0x302D },
	{ 0x3099, 0x309A },   { 0xFE00, 0xFE0F },   { 0xFE20, 0xFE2F }, { 0xFEFF, 0xFEFF },
	{ 0x1F3FB, 0x1F3FF }, { 0xE0100, 0xE01EF },
};

/* East Asian Width W and F. */
static const struct range double_width[] = {
	{ 0x1100, 0x115F },   { 0x231A, 0x231B },   { 0x2329, 0x232A },   { 0x23E9, 0x23EC },
	{ 0x23F0, 0x23F0 },   { 0x23F3, 0x23F3 },   { 0x25FD, 0x25FE },   { 0x2614, 0x2615 },
	{ 0x2648, 0x2653 },   { 0x267F, 0x267F },   { 0x2693, 0x2693 },   { 0x26A1, 0x26A1 },
	{ 0x26AA, 0x26AB },   { 0x26BD, 0x26BE },   { 0x26C4, 0x26C5 },   { 0x26CE, 0x26CE },
	{ 0x26D4, 0x26D4 },   { 0x26EA, 0x26EA },   { 0x26F2, 0x26F3 },   { 0x26F5, 0x26F5 },
	{ 0x26FA, 0x26FA },   { 0x26FD, 0x26FD },   { 0x2705, 0x2705 },   { 0x270A, 0x270B },
	{ 0x2728, 0x2728 },   { 0x274C, 0x274C },   { 0x274E, 0x274E },   { 0x2753, 0x2755 },
	{ 0x2757, 0x2757 },   { 0x2795, 0x2797 },   { 0x27B0, 0x27B0 },   { 0x27BF, 0x27BF },
	{ 0x2B1B, 0x2B1C },   { 0x2B50, 0x2B50 },   { 0x2B55, 0x2B55 },   { 0x2E80, 0x303E },
	{ 0x3041, 0x33FF },   { 0x3400, 0x4DBF },   { 0x4E00, 0xA4CF },   { 0xA960, 0xA97F },
	{ 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },   { 0xFE10, 0xFE19 },   { 0xFE30, 0xFE6F },
	{ 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x16FE0, 0x18CFF }, { 0x1AFF0, 0x1B2FF },
	{ 0x1F004, 0x1F004 }, { 0x1F0CF, 0x1F0CF }, { 0x1F18E, 0x1F18E }, { 0x1F191, 0x1F19A },
	{ 0x1F200, 0x1F320 }, { 0x1F32D, 0x1F335 }, { 0x1F337, 0x1F37C }, { 0x1F37E, 0x1F393 },
	{ 0x1F3A0, 0x1F3CA }, { 0x1F3CF, 0x1F3D3 }, { 0x1F3E0, 0x1F3F0 }, { 0x1F3F4, 0x1F3F4 },
	{ 0x1F3F8, 0x1F3FA }, { 0x1F400, 0x1F43E }, { 0x1F440, 0x1F440 }, { 0x1F442, 0x1F4FC },
	{ 0x1F4FF, 0x1F53D }, { 0x1F54B, 0x1F54E }, { 0x1F550, 0x1F567 }, { 0x1F57A, 0x1F57A },
	{ 0x1F595, 0x1F596 }, { 0x1F5A4, 0x1F5A4 }, { 0x1F5FB, 0x1F64F }, { 0x1F680, 0x1F6C5 },
	{ 0x1F6CC, 0x1F6CC }, { 0x1F6D0, 0x1F6D2 }, { 0x1F6D5, 0x1F6D7 }, { 0x1F6DC, 0x1F6DF },
	{ 0x1F6EB, 0x1F6EC }, { 0x1F6F4, 0x1F6FC }, { 0x1F7E0, 0x1F7EB }, { 0x1F7F0, 0x1F7F0 },
	{ 0x1F90C, 0x1F93A }, { 0x1F93C, 0x1F945 }, { 0x1F947, 0x1F9FF }, { 0x1FA70, 0x1FAFF },
	{ 0x20000, 0x3FFFD },
};

static bool in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code > ranges[middle].to)
			low = middle + 1;
		else if (code < ranges[middle].from)
			high = middle;
		else
			return true;
	}
	return false;
}

unsigned utf8_width(uint32_t code)
{
	if (code < 0x300)
		return 1;
	if (in_ranges(code, zero_width, sizeof(zero_width) / sizeof(*zero_width)))
		return 0;
	if (in_ranges(code, double_width, sizeof(double_width) / sizeof(*double_width)))
		return 2;
	return 1;
}

/* Characters that hide or reorder others. */
static bool is_invisible(uint32_t code)
{
	return code == 0x00AD || code == 0x061C || code == 0x180E ||
	       (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
	       (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
	       (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
}

size_t utf8_plain(struct str s)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	size_t n = 0;

	/* eight at once: below 0x20 borrows, 0x7F carries, above it the highest bit stands already */
	for (uint64_t eight; n + sizeof(eight) <= s.n; n += sizeof(eight)) {
		memcpy(&eight, s.p + n, sizeof(eight));
		if (((eight - 0x20 * ones) | (eight + ones) | eight) & 0x80 * ones)
			break;
	}
	while (n < s.n && s.p[n] >= ' ' && s.p[n] < 0x7F)
		n++;
	return n;
}

/* All of it shows as it is: printable ASCII without "#". */
static bool is_shown_plain(struct str s)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	size_t n = 0;

	/* as in utf8_plain(); what is 0 after "#" was taken out borrows too */
	for (uint64_t eight, signs; n + sizeof(eight) <= s.n; n += sizeof(eight)) {
		memcpy(&eight, s.p + n, sizeof(eight));
		signs = eight ^ '#' * ones;
		if (((eight - 0x20 * ones) | (eight + ones) | eight | (signs - ones)) & 0x80 * ones)
			break;
	}
	while (n < s.n && s.p[n] >= ' ' && s.p[n] < 0x7F && s.p[n] != '#')
		n++;
	return n == s.n;
}

enum { PIECE = 128 }; /* bytes: no more is read twice where "#" stands behind "#" */

/* Bytes at the start, at most so many, that show as they are; where it is less, what follows may
   as well. */
static size_t shown_plain(struct str s, size_t most)
{
	size_t n = utf8_plain(str_slice(s, 0, most < PIECE ? most : PIECE));
	size_t sign = str_find_byte(str_slice(s, 0, n), '#', 0);

	return sign < n ? sign : n;
}

/* Where the columns are used up: the rest of the word, for a token must be whole to be known as one. */
static void add_cut(struct builder *b, struct str whole, struct str rest)
{
	size_t word = str_word_rest(whole, whole.n - rest.n);

	if (word)
		utf8_add_visible(b, str_slice(rest, 0, word), 0);
	if (word < rest.n)
		builder_add(b, STR("\xE2\x80\xA6"));
}

void utf8_add_visible(struct builder *b, struct str s, size_t columns)
{
	struct str whole = s;
	size_t used = 0;

	/* nearly all texts */
	if ((!columns || s.n <= columns) && is_shown_plain(s)) {
		builder_add(b, s);
		return;
	}
	while (s.n) {
		size_t plain = shown_plain(s, columns ? columns - used : s.n);
		struct utf8 u;
		size_t before;

		builder_add(b, str_slice(s, 0, plain));
		used += plain;
		s = str_slice(s, plain, s.n);
		if (!s.n)
			return;
		if (columns && used >= columns) {
			add_cut(b, whole, s);
			return;
		}
		u = utf8_decode(s);
		before = b->n;
		if (u.valid && u.code == '\n')
			builder_add(b, STR("\\n"));
		else if (!u.valid || (u.code < 0x20 && u.code != '\t') || u.code == 0x7F)
			builder_fmt(b, "\\x%02X", (unsigned)u.code);
		else if ((u.code >= 0x80 && u.code < 0xA0) || is_invisible(u.code))
			builder_fmt(b, "\\u{%X}", (unsigned)u.code);
		else if (str_starts(s, STR("##[")))
			/* the old command form of a CI runner is found anywhere in a line */
			builder_add(b, STR("#\\u{23}"));
		else
			builder_add(b, str_slice(s, 0, u.bytes));
		if (str_starts(s, STR("##[")))
			u.bytes = 2;
		used += b->n - before == u.bytes && u.valid ? utf8_width(u.code) : b->n - before;
		s = str_slice(s, u.bytes, s.n);
		if (columns && used >= columns && s.n) {
			add_cut(b, whole, s);
			return;
		}
	}
}

struct str utf8_repair(struct arena *arena, struct str s)
{
	struct builder b = { .arena = arena };

	if (utf8_is_valid(s))
		return s;
	while (s.n) {
		struct utf8 u = utf8_decode(s);

		if (u.valid)
			builder_add(&b, str_slice(s, 0, u.bytes));
		else
			builder_add(&b, STR("\xEF\xBF\xBD"));
		s = str_slice(s, u.bytes, s.n);
	}
	return builder_str(&b);
}
