/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential_part.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/limits.h"

/* What is hidden of a text, while it is being found. */
struct ranges {
	struct arena *arena;
	struct str text;
	unsigned signs; /* of the text, or of one that it is a piece of */
	struct credential_range *all;
	size_t count, capacity;
};

static struct ranges ranges_of(struct arena *arena, struct str text)
{
	return (struct ranges){ .arena = arena, .text = text, .signs = credential_signs(text) };
}

static void hide(struct ranges *ranges, size_t from, size_t to)
{
	if (to > ranges->text.n)
		to = ranges->text.n;
	if (from >= to)
		return;
	ranges->all = arena_grow(ranges->arena, ranges->all, ranges->count, &ranges->capacity,
				 sizeof(*ranges->all));
	ranges->all[ranges->count++] = (struct credential_range){ from, to };
}

static int by_start(const void *a, const void *b)
{
	const struct credential_range *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* Sorts, and joins what touches. */
static void settle(struct ranges *ranges)
{
	size_t kept = 0;

	if (ranges->count > 1)
		qsort(ranges->all, ranges->count, sizeof(*ranges->all), by_start);
	for (size_t i = 0; i < ranges->count; i++) {
		struct credential_range range = ranges->all[i];

		if (kept && range.from <= ranges->all[kept - 1].to) {
			if (range.to > ranges->all[kept - 1].to)
				ranges->all[kept - 1].to = range.to;
		} else {
			ranges->all[kept++] = range;
		}
	}
	ranges->count = kept;
}

static struct str with_stars(const struct ranges *ranges)
{
	struct builder b = { .arena = ranges->arena };
	size_t at = 0;

	for (size_t i = 0; i < ranges->count; i++) {
		builder_add(&b, str_slice(ranges->text, at, ranges->all[i].from));
		builder_add(&b, STR("***"));
		at = ranges->all[i].to;
	}
	builder_add(&b, str_slice(ranges->text, at, ranges->text.n));
	return builder_str(&b);
}

static struct str masked_text(struct ranges *ranges)
{
	if (!ranges->count)
		return ranges->text;
	settle(ranges);
	return with_stars(ranges);
}

/* ---- (b) value patterns ---- */

static void hide_match(void *context, const struct credential_match *match)
{
	struct ranges *ranges = context;
	struct str secret = str_slice(ranges->text, match->from, match->to);
	size_t to = match->to;

	if (credential_is_only_references(secret))
		return;
	if (str_eq(match->type, STR("gcp-service-account")))
		return; /* a word that tells, not a secret */
	if (str_eq(match->type, STR("private-key"))) {
		/* of many that have no end the first one hides all */
		if (ranges->count && match->from < ranges->all[ranges->count - 1].to)
			return;
		/* the key follows, up to its end line or as far as the text goes */
		to = str_find(ranges->text, STR("-----END"), match->to);
	}
	hide(ranges, match->from, to);
}

static bool is_base64(char c)
{
	return byte_is_alnum(c) || c == '+' || c == '/' || c == '=';
}

/* A line in the middle of a key, whose first line stands elsewhere. */
static void hide_key_body(struct ranges *ranges)
{
	struct str body = str_trim(ranges->text);

	if (body.n < 40)
		return;
	for (size_t i = 0; i < body.n; i++)
		if (!is_base64(body.p[i]))
			return;
	if (credential_entropy_passes(body))
		hide(ranges, (size_t)(body.p - ranges->text.p), ranges->text.n);
}

static void hide_range(void *context, size_t from, size_t to)
{
	hide(context, from, to);
}

/* ---- hashes of passwords, as /etc/shadow and htpasswd have them ---- */

/* Behind the dollar sign at `at`, of which Compose wants two. */
static size_t behind_dollar(struct str text, size_t at)
{
	return at + 1 < text.n && text.p[at + 1] == '$' ? at + 2 : at + 1;
}

static bool is_hash_byte(char c)
{
	return byte_is_alnum(c) || (c && str_find_byte(STR("./$,=+-_"), c, 0) != STR_NPOS);
}

/* "$id$": the way a password was hashed, crypt(5); returns where salt and hash begin, or 0. */
static size_t behind_method(struct str text, size_t at)
{
	static const struct str methods[] = {
		STR_INIT("1"),      STR_INIT("2"),       STR_INIT("2a"),      STR_INIT("2b"),
		STR_INIT("2x"),     STR_INIT("2y"),      STR_INIT("3"),       STR_INIT("5"),
		STR_INIT("6"),      STR_INIT("7"),       STR_INIT("y"),       STR_INIT("gy"),
		STR_INIT("md5"),    STR_INIT("sha1"),    STR_INIT("apr1"),    STR_INIT("scrypt"),
		STR_INIT("argon2"), STR_INIT("argon2d"), STR_INIT("argon2i"), STR_INIT("argon2id")
	};
	size_t from = behind_dollar(text, at), to = from;

	while (to < text.n && to - from < 9 && byte_is_alnum(text.p[to]))
		to++;
	if (to >= text.n || text.p[to] != '$')
		return 0;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_eq(str_slice(text, from, to), methods[i]))
			return behind_dollar(text, to);
	return 0;
}

static void hide_hashes(struct ranges *ranges)
{
	enum { HASH_BYTES = 20 }; /* a shorter one may be some other text */
	struct str text = ranges->text;
	size_t at = 0;

	while ((at = str_find_byte(text, '$', at)) != STR_NPOS) {
		size_t from = behind_method(text, at), to = from;

		if (!from) {
			at++;
			continue;
		}
		while (to < text.n && is_hash_byte(text.p[to]))
			to++;
		if (to - from >= HASH_BYTES)
			hide(ranges, at, to);
		at = to;
	}
}

/* By their form, or because the files give them to names that hide. */
static void hide_values(struct credentials *credentials, struct ranges *ranges)
{
	struct str part = credential_first_part(ranges->text, ranges->signs);

	if (part.n)
		credential_each_from(credentials, ranges->text, part, hide_match, ranges);
	credential_each_known(credentials, ranges->text, hide_range, ranges);
	if (ranges->signs & SIGN_LINE_END)
		credential_each_broken(credentials, ranges->arena, ranges->text, hide_range,
				       ranges);
	if (ranges->signs & SIGN_DOLLAR)
		hide_hashes(ranges);
}

/* A word that is too short for a token, a hash or a known secret, as most names of services are. */
static bool is_harmless(struct str text, unsigned signs)
{
	return text.n < CREDENTIAL_KNOWN_BYTES && !(signs & ~(unsigned)(SIGN_WORD | SIGN_NAME));
}

/* ---- (c) what follows a name ---- */

/* Nothing, a comment, or what announces a block scalar. */
static bool is_empty_value(struct str value)
{
	while (value.n && byte_is_blank(value.p[0]))
		value = str_slice(value, 1, value.n);
	if (!value.n || value.p[0] == '#')
		return true;
	if (value.p[0] != '|' && value.p[0] != '>')
		return false;
	for (size_t i = 1; i < value.n; i++)
		if (!byte_is_digit(value.p[i]) && value.p[i] != '-' && value.p[i] != '+')
			return false;
	return true;
}

static void hide_after_names(struct ranges *ranges)
{
	struct str text = ranges->text;

	if (!(ranges->signs & (SIGN_COLON | SIGN_EQUALS)))
		return;
	while (text.n && byte_is_space(text.p[text.n - 1]))
		text.n--;
	for (size_t at = 0; at < text.n; at++) {
		size_t from = at + 1;
		struct str name;

		if (text.p[at] != ':' && text.p[at] != '=')
			continue;
		name = credential_name_before(text, at);
		if (!name.n || !credential_name_hides(name) ||
		    is_empty_value(str_slice(text, from, text.n)))
			continue;
		if (text.p[at] == ':' && !credential_colon_gives(text, name, at))
			continue;
		while (from < text.n && byte_is_blank(text.p[from]))
			from++;
		hide(ranges, from, ranges->text.n);
		return;
	}
}

/* ---- (d) what the author of a required variable tells its user ---- */

static bool is_connection(struct str word)
{
	static const struct str all[] = { STR_INIT("is"), STR_INIT("was"), STR_INIT("to"),
					  STR_INIT("be"), STR_INIT("as"),  STR_INIT("with") };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (str_eq_nocase(word, all[i]))
			return true;
	return false;
}

/* Letters and digits in one, or random: no word of a sentence, and no name such as S3_BUCKET. */
static bool may_be_told(struct str word)
{
	enum { SHORTEST = 7 };
	bool small = false, capital = false, digit = false;

	for (size_t i = 0; i < word.n; i++) {
		small = small || (word.p[i] >= 'a' && word.p[i] <= 'z');
		capital = capital || (word.p[i] >= 'A' && word.p[i] <= 'Z');
		digit = digit || byte_is_digit(word.p[i]);
	}
	if (credential_is_pathlike(word) || credential_is_quantity(word) ||
	    str_has(word, STR("://")) || (!small && str_has(word, STR("_"))))
		return false;
	return (word.n >= SHORTEST && digit && (small || capital)) ||
	       credential_entropy_passes(word);
}

static bool is_between_words(char c)
{
	return byte_is_space(c) || str_find_byte(STR("\"'`()[]{},;:=!?"), c, 0) != STR_NPOS;
}

/* "set DB_PASSWORD to x", "the password x": behind the name of a secret no value is shown. */
static void hide_told(struct ranges *ranges, size_t from, size_t to)
{
	struct str text = ranges->text;
	bool named = false, next = false;

	for (size_t at = from; at < to;) {
		size_t begin;
		struct str word;

		if (is_between_words(text.p[at])) {
			at++;
			continue;
		}
		for (begin = at; at < to && !is_between_words(text.p[at]);)
			at++;
		word = str_slice(text, begin, at);
		if (credential_name_hides(word))
			named = next = true;
		else if (next && is_connection(word))
			continue;
		else if ((next && may_be_told(word)) || (named && credential_entropy_passes(word)))
			hide(ranges, begin, at);
		else
			next = false;
	}
}

/* The message in ${NAME:?message}, to the first "}": one inside it ends there as well. */
static void hide_in_messages(struct ranges *ranges)
{
	struct str text = ranges->text;

	if (!(ranges->signs & SIGN_DOLLAR))
		return;
	for (size_t at = 0; (at = str_find(text, STR("${"), at)) != STR_NPOS;) {
		at += 2;
		while (at < text.n && (byte_is_alnum(text.p[at]) || text.p[at] == '_'))
			at++;
		if (at < text.n && text.p[at] == ':')
			at++;
		if (at < text.n && text.p[at] == '?') {
			size_t end = str_find_byte(text, '}', at);

			end = end == STR_NPOS ? text.n : end;
			hide_told(ranges, at + 1, end);
			at = end;
		}
	}
}

struct credential_masked credential_mask_line(struct credentials *credentials, struct arena *arena,
					      struct str line, const struct credential_range *given,
					      size_t ngiven)
{
	struct ranges ranges = ranges_of(arena, line);

	for (size_t i = 0; i < ngiven; i++)
		hide(&ranges, given[i].from, given[i].to);
	hide_values(credentials, &ranges);
	hide_key_body(&ranges);
	hide_after_names(&ranges);
	hide_in_messages(&ranges);
	credential_announced(line, hide_range, &ranges);
	line = masked_text(&ranges);
	return (struct credential_masked){ line, ranges.all, ranges.count };
}

/* ---- values of the model ---- */

/* Where the lines of a value begin in it: what is found in one is hidden in the whole. */
struct line_of {
	struct ranges *ranges;
	size_t start;
};

static void hide_in_line(void *context, size_t from, size_t to)
{
	const struct line_of *line = context;

	hide(line->ranges, line->start + from, line->start + to);
}

/* Lines that a "\\" lets go on in each other hide what they make together. */
static void hide_torn(struct credentials *credentials, struct ranges *ranges)
{
	struct str text = ranges->text;
	struct builder joined = { .arena = ranges->arena };
	struct credential_masked masked;
	size_t *places, count = 0;

	if (text.n > LIMIT_SCAN_BYTES || !str_has(text, STR("\\\n")))
		return;
	places = ARENA_ARRAY(ranges->arena, text.n + 1, size_t);
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\' && i + 1 < text.n && text.p[i + 1] == '\n') {
			i++;
			continue;
		}
		builder_byte(&joined, text.p[i]);
		places[count++] = i;
	}
	masked = credential_mask_torn(credentials, ranges->arena, builder_str(&joined));
	for (size_t i = 0; i < masked.nranges; i++)
		hide(ranges, places[masked.ranges[i].from], places[masked.ranges[i].to - 1] + 1);
}

struct str credential_mask_value(struct credentials *credentials, struct arena *arena,
				 struct str value, const struct credential_range *given,
				 size_t ngiven)
{
	struct ranges ranges = ranges_of(arena, value);
	struct str rest = value;

	for (size_t i = 0; i < ngiven; i++)
		hide(&ranges, given[i].from, given[i].to);
	hide_values(credentials, &ranges);
	hide_torn(credentials, &ranges);
	while (rest.p) {
		struct str text = str_cut(&rest, '\n');
		struct line_of line = { &ranges, (size_t)(text.p - value.p) };
		struct ranges found = {
			.arena = arena,
			.text = text,
			.signs = ranges.signs,
		};

		hide_after_names(&found);
		hide_in_messages(&found);
		for (size_t i = 0; i < found.count; i++)
			hide_in_line(&line, found.all[i].from, found.all[i].to);
		credential_announced(text, hide_in_line, &line);
	}
	return masked_text(&ranges);
}

struct str credential_mask_name(struct credentials *credentials, struct arena *arena,
				struct str name)
{
	unsigned signs = credential_signs(name);
	struct ranges ranges = { .arena = arena, .text = name, .signs = signs };

	if (is_harmless(name, signs))
		return name;
	hide_values(credentials, &ranges);
	hide_in_messages(&ranges);
	return masked_text(&ranges);
}

struct str credential_mask_path(void *credentials, struct arena *arena, struct str path)
{
	struct ranges ranges = { .arena = arena, .text = path };

	credential_each(credentials, path, hide_match, &ranges);
	return masked_text(&ranges);
}

struct credential_masked credential_mask_torn(struct credentials *credentials, struct arena *arena,
					      struct str text)
{
	struct ranges ranges = ranges_of(arena, text);

	hide_values(credentials, &ranges);
	credential_announced(text, hide_range, &ranges);
	text = masked_text(&ranges);
	return (struct credential_masked){ text, ranges.all, ranges.count };
}

size_t credential_masked_offset(const struct credential_masked *masked, size_t offset)
{
	size_t result = offset;

	for (size_t i = 0; i < masked->nranges; i++) {
		const struct credential_range *range = &masked->ranges[i];

		if (offset < range->from)
			break;
		if (offset < range->to)
			return result - (offset - range->from);
		result = result - (range->to - range->from) + 3;
	}
	return result;
}

/* ---- messages ---- */

static bool ends_url(char c)
{
	return byte_is_space(c) || c == '"' || c == '\'' || c == '<' || c == '>' || c == '`';
}

static bool is_scheme_byte(char c)
{
	return byte_is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* Adds the URL whose "://" ends at `at`, without userinfo and query; returns where it ends. */
static size_t add_bare_url(struct builder *b, struct str text, size_t at)
{
	size_t end = at, host = at, path, query;
	bool has_password;

	while (end < text.n && !ends_url(text.p[end]))
		end++;
	/* what closes the sentence is not the URL's */
	while (end > at && (text.p[end - 1] == ',' || text.p[end - 1] == ';' ||
			    text.p[end - 1] == '.' || text.p[end - 1] == ')'))
		end--;
	for (query = at; query < end && text.p[query] != '?' && text.p[query] != '#';) {
		/* ${NAME:?why} holds no query */
		if (text.p[query] == '$' && query + 1 < end && text.p[query + 1] == '{')
			while (query + 1 < end && text.p[query] != '}')
				query++;
		query++;
	}
	for (path = at; path < query && text.p[path] != '/';)
		path++;
	/* a password may hold a "/" that nobody escaped */
	has_password = str_find_byte(str_slice(text, at, path), ':', 0) != STR_NPOS;
	for (size_t i = at; i < (has_password ? query : path); i++)
		if (text.p[i] == '@')
			host = i + 1;
	builder_add(b, str_slice(text, host, query));
	return end;
}

static struct str bare_urls(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };
	size_t at = 0, mark = str_find(text, STR("://"), 0);

	if (mark == STR_NPOS)
		return text;
	for (; mark != STR_NPOS; mark = str_find(text, STR("://"), at)) {
		builder_add(&b, str_slice(text, at, mark + 3));
		at = mark + 3;
		if (mark && is_scheme_byte(text.p[mark - 1]))
			at = add_bare_url(&b, text, at);
	}
	builder_add(&b, str_slice(text, at, text.n));
	return builder_str(&b);
}

/* "NAME=": the quote that ends at `end` is the sentence's, and the value is empty. */
static bool closes_quotation(struct str text, struct str name, size_t end)
{
	size_t before = (size_t)(name.p - text.p);

	return before && text.p[before - 1] == text.p[end - 1] &&
	       (end == text.n || byte_is_space(text.p[end]) || text.p[end] == ',' ||
		text.p[end] == ';' || text.p[end] == ')');
}

/* NAME=value in a sentence: the value goes, up to its quote or the next blank. */
static void hide_assignments(struct ranges *ranges)
{
	struct str text = ranges->text;
	size_t at, next = 0;

	if (!(ranges->signs & SIGN_EQUALS))
		return;
	while ((at = str_find_byte(text, '=', next)) != STR_NPOS) {
		size_t from = at + 1, to = from;
		struct str name = credential_name_before(text, at);
		char quote = from < text.n ? text.p[from] : '\0';

		next = from;
		if (!name.n || !credential_name_hides(name))
			continue;
		if (quote == '"' || quote == '\'') {
			from++;
			to = str_find_byte(text, quote, from);
			if (to == STR_NPOS) {
				if (closes_quotation(text, name, from))
					continue;
				to = text.n;
			}
		} else {
			while (to < text.n && !byte_is_space(text.p[to]) && text.p[to] != '"')
				to++;
			while (to > from && (text.p[to - 1] == ',' || text.p[to - 1] == ';' ||
					     text.p[to - 1] == ')'))
				to--;
		}
		next = to;
		if (!credential_is_only_references(str_slice(text, from, to)))
			hide(ranges, from, to);
	}
}

/* Where Compose or a Dockerfile tells its user that a variable is required, and why; or STR_NPOS. */
static size_t find_required(struct str text, unsigned signs)
{
	static const struct str compose = STR_INIT("required variable");
	static const struct str dockerfile = STR_INIT(" is required: ");
	enum { BEFORE_Q = 2, IS = 4 };
	size_t found = STR_NPOS;

	/* few letters are a "q" */
	for (size_t at = 0; (at = str_find_byte(text, 'q', at)) != STR_NPOS; at++) {
		if (at < BEFORE_Q)
			continue;
		if (str_starts(str_slice(text, at - BEFORE_Q, text.n), compose))
			return at - BEFORE_Q;
		if (found == STR_NPOS && (signs & SIGN_COLON) && at >= BEFORE_Q + IS &&
		    str_starts(str_slice(text, at - BEFORE_Q - IS, text.n), dockerfile))
			found = at - BEFORE_Q - IS;
	}
	return found;
}

struct str credential_mask_text(struct credentials *credentials, struct arena *arena,
				struct str text)
{
	unsigned signs = credential_signs(text);
	struct ranges ranges;
	size_t required;

	if (is_harmless(text, signs))
		return text;
	ranges = (struct ranges){ .arena = arena, .text = text, .signs = signs };
	if (ranges.signs & SIGN_COLON)
		ranges.text = bare_urls(arena, text);
	hide_values(credentials, &ranges);
	hide_assignments(&ranges);
	hide_in_messages(&ranges);
	required = find_required(ranges.text, ranges.signs);
	if (required != STR_NPOS)
		hide_told(&ranges, required, ranges.text.n);
	return masked_text(&ranges);
}
