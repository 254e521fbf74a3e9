/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/expand.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "image/glob.h"
#include "read/whitespace.h"

#define TOO_MUCH "the variables of the Dockerfiles take too much work to expand"

struct expanding {
	struct expander *shared;
	struct arena *arena;
	const struct scope *scope;
	struct str word;
	size_t at;
	char escape;
	bool quotes; /* quotes mean something */
	int depth;
	bool failed;
	struct expansion result;
	struct scope_origin *origins;
	struct str *unset;
	size_t origin_capacity, unset_capacity;
};

static bool fail(struct expanding *x, const char *message)
{
	if (!x->failed)
		x->result.error = str_from(message);
	x->failed = true;
	return false;
}

static int peek(const struct expanding *x)
{
	return x->at < x->word.n ? (unsigned char)x->word.p[x->at] : -1;
}

static bool spend(struct expanding *x, size_t bytes)
{
	if (*x->shared->work < bytes) {
		*x->shared->work = 0;
		return fail(x, TOO_MUCH);
	}
	*x->shared->work -= bytes;
	return true;
}

static bool put(struct expanding *x, struct builder *out, struct str s)
{
	if (!spend(x, s.n + 1))
		return false;
	if (out->n + s.n > LIMIT_VALUE_BYTES)
		return fail(x, "a value grows beyond 1 MiB");
	builder_add(out, s);
	return true;
}

/* The next character as it is, however many bytes it has. */
static bool put_next(struct expanding *x, struct builder *out)
{
	struct utf8 c = utf8_decode(str_slice(x->word, x->at, x->word.n));

	x->at += c.bytes;
	return put(x, out, str_slice(x->word, x->at - c.bytes, x->at));
}

/* ------------------------------------------------------------ names */

/* Letters beyond ASCII, as far as names need them: no blanks, marks of punctuation or symbols. */
static bool is_letter(uint32_t code)
{
	if (code < 0x80)
		return byte_is_alpha((char)code);
	if (code < 0xC0)
		return code == 0xAA || code == 0xB5 || code == 0xBA;
	return code != 0xD7 && code != 0xF7 && code != 0x1680 &&
	       !(code >= 0x2000 && code <= 0x2BFF) && !(code >= 0x3000 && code <= 0x3004);
}

static struct str read_name(struct expanding *x)
{
	size_t start = x->at;

	if (peek(x) >= 0 && byte_is_digit((char)peek(x))) {
		while (peek(x) >= 0 && byte_is_digit((char)peek(x)))
			x->at++;
		return str_slice(x->word, start, x->at);
	}
	if (peek(x) >= 0 && str_find_byte(STR("@*#?-$!"), (char)peek(x), 0) != STR_NPOS) {
		x->at++;
		return str_slice(x->word, start, x->at);
	}
	while (x->at < x->word.n) {
		struct utf8 c = utf8_decode(str_slice(x->word, x->at, x->word.n));

		if (!c.valid || !(is_letter(c.code) || c.code == '_' ||
				  (c.code < 0x80 && byte_is_digit((char)c.code))))
			break;
		x->at += c.bytes;
	}
	return str_slice(x->word, start, x->at);
}

static void note_unset(struct expanding *x, struct str name)
{
	for (size_t i = 0; i < x->result.nunset; i++)
		if (str_eq(x->unset[i], name))
			return;
	if (x->result.nunset >= EXPAND_ORIGINS)
		return;
	x->unset = arena_grow(x->arena, x->unset, x->result.nunset, &x->unset_capacity,
			      sizeof(*x->unset));
	x->unset[x->result.nunset++] = name;
}

static void note_origin(struct expanding *x, struct scope_origin origin)
{
	for (size_t i = 0; i < x->result.norigins; i++)
		if (span_eq(x->origins[i].span, origin.span) &&
		    str_eq(x->origins[i].name, origin.name))
			return;
	if (x->result.norigins >= EXPAND_ORIGINS)
		return;
	x->origins = arena_grow(x->arena, x->origins, x->result.norigins, &x->origin_capacity,
				sizeof(*x->origins));
	x->origins[x->result.norigins++] = origin;
}

/* The value, with what fed it noted; NULL: unset. */
static const struct scope_value *look_up(struct expanding *x, struct str name)
{
	const struct scope_value *value = scope_find(x->scope, name);

	if (value == NULL) {
		note_unset(x, name);
		return NULL;
	}
	for (size_t i = 0; i < value->norigins; i++)
		note_origin(x, value->origins[i]);
	for (size_t i = 0; i < value->nunset; i++)
		note_unset(x, value->unset[i]);
	x->result.uncertain = x->result.uncertain || value->uncertain;
	return value;
}

/* ------------------------------------------------------------ references */

static bool reference(struct expanding *x, struct builder *out);

static bool single_quoted(struct expanding *x, struct builder *out)
{
	size_t end = str_find_byte(x->word, '\'', x->at + 1);

	if (end == STR_NPOS)
		return fail(x, "a single quote is not closed");
	if (!put(x, out, str_slice(x->word, x->at + 1, end)))
		return false;
	x->at = end + 1;
	return true;
}

static bool double_quoted(struct expanding *x, struct builder *out, bool raw)
{
	x->at++;
	for (;;) {
		int c = peek(x), next;

		if (c < 0)
			return fail(x, "a double quote is not closed");
		if (c == '"') {
			x->at++;
			return true;
		}
		if (c == '$') {
			if (!reference(x, out))
				return false;
			continue;
		}
		if (c != (unsigned char)x->escape) {
			if (!put_next(x, out))
				return false;
			continue;
		}
		x->at++;
		next = peek(x);
		if (raw && !put(x, out, (struct str){ &x->escape, 1 }))
			return false;
		if (next >= 0 && next != '"' && next != '$' && next != (unsigned char)x->escape)
			x->at--; /* it protects nothing, so it stays; a pattern has two of it */
		if (next >= 0 && !put_next(x, out))
			return false;
	}
}

static bool escaped(struct expanding *x, struct builder *out, bool raw)
{
	if (raw && !put(x, out, (struct str){ &x->escape, 1 }))
		return false;
	x->at++;
	return peek(x) < 0 || put_next(x, out);
}

/* One quoted, escaped, referring or ordinary character. */
static bool one(struct expanding *x, struct builder *out, bool raw)
{
	int c = peek(x);

	if (c == '$')
		return reference(x, out);
	if (x->quotes && c == '\'')
		return single_quoted(x, out);
	if (x->quotes && c == '"')
		return double_quoted(x, out, raw);
	if (c == (unsigned char)x->escape)
		return escaped(x, out, raw);
	return put_next(x, out);
}

/* Up to `stop`, which is consumed; `raw` keeps escapes for a pattern. */
static bool until(struct expanding *x, struct builder *out, char stop, bool raw)
{
	if (x->depth >= LIMIT_TEMPLATE_DEPTH)
		return fail(x, "references are nested too deep");
	x->depth++;
	while (peek(x) >= 0 && peek(x) != (unsigned char)stop)
		if (!one(x, out, raw))
			return false;
	if (peek(x) < 0)
		return fail(x, stop == '}' ? "a \"${\" has no \"}\""
					   : "a replacement in \"${...}\" lacks its \"/\"");
	x->at++;
	x->depth--;
	return true;
}

static bool required(struct expanding *x, struct str name, struct str message)
{
	if (x->failed)
		return false;
	if (message.n == 0)
		message = STR("no value is given");
	x->result.error =
		arena_fmt(x->arena, "variable \"%.*s\" is required: %.*s",
			  STR_FMT(str_beginning(name, 60)), STR_FMT(str_beginning(message, 200)));
	x->failed = true;
	return false;
}

/* ${name-word}, ${name:-word} and relatives; the operator is consumed. */
static bool alternative(struct expanding *x, struct builder *out, struct str name, char op,
			bool empty_counts)
{
	struct builder word = { .arena = x->arena };
	const struct scope_value *value;
	bool missing;

	if (!until(x, &word, '}', false))
		return false;
	value = look_up(x, name);
	missing = value == NULL || (empty_counts && value->text.n == 0);
	switch (op) {
	case '-':
		return put(x, out, missing ? builder_str(&word) : value->text);
	case '+':
		return put(x, out, missing ? STR("") : builder_str(&word));
	case '?':
		if (missing && (value == NULL || !value->uncertain))
			return required(x, name, builder_str(&word));
		return put(x, out, value->text);
	default:
		return fail(x, "\"${...}\" has a modifier that the builder does not know");
	}
}

static bool work_left(struct expanding *x)
{
	return *x->shared->work > 0 || fail(x, TOO_MUCH);
}

/* ${name#pattern} and relatives; the first "#" or "%" is consumed. */
static bool cut(struct expanding *x, struct builder *out, struct str name, char op)
{
	struct builder word = { .arena = x->arena };
	const struct scope_value *value;
	struct arena scratch = { 0 }; /* much for a long value, and only now */
	struct str pattern, rest;
	struct glob glob;
	bool longest;

	if (!until(x, &word, '}', true))
		return false;
	pattern = builder_str(&word);
	longest = pattern.n > 0 && pattern.p[0] == op;
	if (longest)
		pattern = str_slice(pattern, 1, pattern.n);
	value = look_up(x, name);
	if (!glob_compile(x->arena, pattern, &glob))
		return fail(x, "a pattern in \"${...}\" has an escape that it does not know");
	if (!spend(x, value != NULL ? value->text.n * 16 : 0)) /* a slice per character */
		return false;
	rest = value == NULL ? STR("")
			     : glob_cut(&scratch, &glob, value->text, op == '%', longest,
					x->shared->work);
	arena_free(&scratch); /* the rest is a part of the value */
	return work_left(x) && put(x, out, rest);
}

/* ${name/pattern/replacement}; the first "/" is consumed. */
static bool replace(struct expanding *x, struct builder *out, struct str name)
{
	struct builder pattern = { .arena = x->arena }, replacement = { .arena = x->arena };
	const struct scope_value *value;
	struct arena scratch = { 0 };
	bool all = peek(x) == '/', done;
	struct glob glob;
	struct str result;

	if (all)
		x->at++;
	if (!until(x, &pattern, '/', true) || !until(x, &replacement, '}', true))
		return false;
	value = look_up(x, name);
	if (!glob_compile(x->arena, builder_str(&pattern), &glob))
		return fail(x, "a pattern in \"${...}\" has an escape that it does not know");
	if (!spend(x, value != NULL ? value->text.n * 16 : 0)) /* a slice per character */
		return false;
	result = glob_replace(&scratch, &glob, value != NULL ? value->text : STR(""),
			      builder_str(&replacement), all, x->shared->work);
	done = work_left(x) && put(x, out, result);
	arena_free(&scratch);
	return done;
}

static bool braced(struct expanding *x, struct builder *out)
{
	const struct scope_value *value;
	struct str name;
	int c = peek(x);

	if (c < 0)
		return fail(x, "a \"${\" has no \"}\"");
	if (c == '{' || c == '}' || c == ':')
		return fail(x, "\"${\" needs the name of a variable");
	name = read_name(x);
	c = peek(x);
	if (c < 0)
		return fail(x, "a \"${\" has no \"}\"");
	x->at++;
	switch (c) {
	case '}':
		value = look_up(x, name);
		return put(x, out, value != NULL ? value->text : STR(""));
	case ':':
		c = peek(x);
		if (c < 0)
			return fail(x, "a \"${\" has no \"}\"");
		x->at++;
		if (c == '#' || c == '%')
			return cut(x, out, name, (char)c);
		return alternative(x, out, name, (char)c, true);
	case '-':
	case '+':
	case '?':
		return alternative(x, out, name, (char)c, false);
	case '#':
	case '%':
		return cut(x, out, name, (char)c);
	case '/':
		return replace(x, out, name);
	default:
		return fail(x, "\"${...}\" has a modifier that the builder does not know");
	}
}

static bool reference(struct expanding *x, struct builder *out)
{
	const struct scope_value *value;
	struct str name;

	x->at++;
	if (peek(x) == '{') {
		x->at++;
		return braced(x, out);
	}
	name = read_name(x);
	if (name.n == 0)
		return put(x, out, STR("$"));
	value = look_up(x, name);
	return put(x, out, value != NULL ? value->text : STR(""));
}

/* ------------------------------------------------------------ whole words */

static struct expanding start(struct expander *expander, struct str word, const struct scope *scope)
{
	return (struct expanding){ .shared = expander,
				   .arena = expander->arena,
				   .scope = scope,
				   .word = word,
				   .escape = expander->escape,
				   .quotes = true };
}

static struct expansion finish(struct expanding *x, const struct builder *out)
{
	x->result.text = x->failed || out->n == 0 ? STR("") : builder_str(out);
	x->result.unset = x->unset;
	x->result.origins = x->origins;
	return x->result;
}

/* What stands before the first byte that may mean something, at once; the work is that of one byte
   after the other. */
static bool plain(struct expanding *x, struct builder *out)
{
	size_t n = 0;
	char c;

	while (n < x->word.n && (c = x->word.p[n]) != '$' && c != '\'' && c != '"' &&
	       c != x->escape && (unsigned char)c < 0x80)
		n++;
	x->at = n;
	return !n || (spend(x, n - 1) && put(x, out, str_slice(x->word, 0, n)));
}

static struct expansion expand(struct expanding *x)
{
	struct builder out = { .arena = x->arena };

	if (!plain(x, &out))
		return finish(x, &out);
	while (peek(x) >= 0 && one(x, &out, false))
		;
	return finish(x, &out);
}

struct expansion expand_word(struct expander *expander, struct str word, const struct scope *scope)
{
	struct expanding x = start(expander, word, scope);

	return expand(&x);
}

struct expansion expand_body(struct expander *expander, struct str body, const struct scope *scope)
{
	struct expanding x = start(expander, body, scope);

	x.quotes = false;
	x.escape = '\\';
	return expand(&x);
}

/* Growing list of the words of a result. */
struct cutting {
	struct builder word;
	struct str *words;
	size_t count, capacity;
};

static void end_word(struct cutting *cutting)
{
	struct arena *arena = cutting->word.arena;

	if (cutting->word.n == 0)
		return;
	cutting->words = arena_grow(arena, cutting->words, cutting->count, &cutting->capacity,
				    sizeof(*cutting->words));
	cutting->words[cutting->count++] = builder_str(&cutting->word);
	cutting->word = (struct builder){ .arena = arena };
}

/* Adds a piece of the result; only what was quoted or escaped keeps its blanks. */
static void add_piece(struct cutting *cutting, struct str piece, bool keep)
{
	size_t blank;

	for (size_t at = 0; at < piece.n;) {
		blank = keep ? 0 : whitespace_at(piece, at);
		if (blank > 0) {
			end_word(cutting);
			at += blank;
			continue;
		}
		builder_byte(&cutting->word, piece.p[at++]);
	}
}

struct expansion expand_words(struct expander *expander, struct str word, const struct scope *scope,
			      const struct str **words, size_t *nwords)
{
	struct expanding x = start(expander, word, scope);
	struct builder out = { .arena = x.arena };
	struct cutting cutting = { .word.arena = x.arena };

	while (peek(&x) >= 0) {
		int c = peek(&x);
		size_t before = out.n;

		if (!one(&x, &out, false))
			break;
		add_piece(&cutting, str_slice(builder_str(&out), before, out.n),
			  c == '\'' || c == '"' || c == (unsigned char)x.escape);
	}
	end_word(&cutting);
	*words = cutting.words;
	*nwords = cutting.count;
	return finish(&x, &out);
}
