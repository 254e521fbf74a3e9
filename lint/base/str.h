/* SPDX-License-Identifier: MIT */
/*
 * Borrowed slices of text, and a builder.
 *
 * A slice is a pointer and a length in bytes; it owns nothing, may hold NUL
 * bytes, and lives as long as the memory it points into (a literal, a source,
 * or an arena).  The house speaks slices; C strings exist only at the border
 * to the system.  Nothing here fails.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct arena;

struct str {
	const char *p;
	size_t n; /* bytes */
};

#define STR(literal) ((struct str){ "" literal, sizeof(literal) - 1 })
/* the same for static tables, where a compound literal is no constant */
#define STR_INIT(literal)                       \
	{                                       \
		"" literal, sizeof(literal) - 1 \
	}
#define STR_NONE ((struct str){ NULL, 0 })
/* printf("%.*s", STR_FMT(s)); the slice is asked for twice, so what is made by work is made before */
#define STR_FMT(s) (int)(s).n, str_bytes(s)

#define STR_NPOS SIZE_MAX

/* The smallest questions are asked for every byte or key, so they are made where they stand. */

static inline const char *str_bytes(struct str s)
{
	return s.p ? s.p : "";
}

static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* By bytes, shorter first.  Most of what is compared differs in the first byte. */
static inline int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = 0;

	if (n)
		order = (unsigned char)a.p[0] - (unsigned char)b.p[0];
	if (n && !order)
		order = memcmp(a.p, b.p, n);
	if (order)
		return order;
	return a.n < b.n ? -1 : a.n > b.n;
}

/* The bytes [from, to); both are cut to the length. */
static inline struct str str_slice(struct str s, size_t from, size_t to)
{
	if (to > s.n)
		to = s.n;
	if (from > to)
		from = to;
	return (struct str){ from ? s.p + from : s.p, to - from };
}

static inline bool str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq((struct str){ s.p, prefix.n }, prefix);
}

/* The position in bytes; STR_NPOS when absent. */
static inline size_t str_find_byte(struct str s, char byte, size_t from)
{
	const char *hit = from < s.n ? memchr(s.p + from, (unsigned char)byte, s.n - from) : NULL;

	return hit ? (size_t)(hit - s.p) : STR_NPOS;
}

static inline bool byte_is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool byte_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool byte_is_alnum(char c)
{
	return byte_is_alpha(c) || byte_is_digit(c);
}

/* of a name of any kind: ASCII letters and digits, "_", "-", "." */
static inline bool byte_is_name(char c)
{
	return byte_is_alnum(c) || c == '_' || c == '-' || c == '.';
}

/* ASCII */
static inline char byte_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* space and TAB */
static inline bool byte_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* space, TAB, VT, FF, CR, LF */
static inline bool byte_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ASCII that is neither white space nor a control code: nearly every byte is */
static inline bool byte_is_printed(char c)
{
	return (unsigned char)c > ' ' && (unsigned char)c < 0x7F;
}

/* The first bytes as a number: where those of two slices differ, they are in the order of the slices. */
static inline uint64_t str_start(struct str s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	uint64_t start = 0;

	/* one load where bytes are turned around in one instruction */
	if (s.n >= sizeof(start))
		return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 |
		       (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
		       (uint64_t)p[6] << 8 | p[7];
	for (size_t i = 0; i < s.n; i++)
		start |= (uint64_t)p[i] << (56 - 8 * i);
	return start;
}

struct str str_from(const char *c_string);      /* NULL gives the empty slice */
bool str_eq_nocase(struct str a, struct str b); /* ASCII */
bool str_ends(struct str s, struct str suffix);
bool str_has(struct str s, struct str part);
/* The text is no copy but a piece of the whole, the same bytes; an empty one is none. */
bool str_lies_in(struct str text, struct str whole);
/* Positions in bytes; STR_NPOS when absent. */
size_t str_find(struct str s, struct str part, size_t from);
size_t str_rfind_byte(struct str s, char byte);
/* For a quotation, about n bytes of it: no word is torn, for a token must be whole to be known as one,
   unless it is longer than any and stands first. */
struct str str_beginning(struct str s, size_t n);
/* How much of a word that is begun before byte `at` follows there; 0 where it is too long to be told. */
size_t str_word_rest(struct str s, size_t at);
struct str str_trim(struct str s);     /* space, TAB, VT, FF, CR, LF */
struct str str_unquoted(struct str s); /* without one pair of quotes that encloses it */
struct str str_lower(struct arena *arena, struct str s); /* ASCII */
struct str str_upper(struct arena *arena, struct str s);
/*
 * Cuts *rest at the next `byte`: returns the part before it and leaves the part
 * behind it; the last part leaves STR_NONE (p == NULL), which ends a loop.
 */
struct str str_cut(struct str *rest, char byte);
/* Edits (insert, delete, replace, swap of neighbours) between two short names; the limit where one
   of them is longer. */
enum { STR_DISTANCE_BYTES = 48 };
size_t str_distance(struct str a, struct str b);
/* Decimal, optional sign, whole text; false when it is none or does not fit. */
bool str_to_int(struct str s, int64_t *value);

/* Copies; the copies end with a NUL byte that is not counted, for the few callers of the system. */
struct str arena_str(struct arena *arena, struct str s);
struct str arena_fmt(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
struct str arena_vfmt(struct arena *arena, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));
/* One behind the other, whatever their bytes: a format ends at a NUL. */
struct str arena_join(struct arena *arena, struct str first, struct str second);
const char *arena_cstr(struct arena *arena, struct str s);

/* Text that grows in an arena; the arena may serve others in between. */
struct builder {
	struct arena *arena;
	char *p;
	size_t n, capacity; /* bytes */
};

/* Makes room for `more` bytes and for a NUL behind them, where there is none. */
void builder_reserve(struct builder *b, size_t more);

static inline void builder_add(struct builder *b, struct str s)
{
	if (s.n >= b->capacity - b->n)
		builder_reserve(b, s.n);
	if (s.n)
		memcpy(b->p + b->n, s.p, s.n);
	b->n += s.n;
}

static inline void builder_byte(struct builder *b, char c)
{
	if (1 >= b->capacity - b->n)
		builder_reserve(b, 1);
	b->p[b->n++] = c;
}

/* The byte so many times. */
void builder_fill(struct builder *b, char c, size_t count);
/* Decimal, behind blanks up to so many columns: reports hold tens of thousands of them. */
void builder_number(struct builder *b, uint64_t number, size_t columns);
void builder_fmt(struct builder *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct str builder_str(const struct builder *b); /* what was added so far */

#endif
