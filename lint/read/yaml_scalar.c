/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml.h"

#include "base/limits.h"
#include "read/scalar.h"
#include "read/written.h"
#include "read/yaml_reader.h"

/* The header of a block scalar may end in a comment. */
static void note_scalar(struct reader *r, enum node_style style, size_t start, size_t end)
{
	struct yaml_outline *outline = r->outline;

	while ((style == STYLE_LITERAL || style == STYLE_FOLDED) && start < end &&
	       !written_break(r->source->bytes, start))
		start++;
	/* what is empty has no place behind its properties */
	if (start > end)
		start = end;
	outline->scalars = arena_grow(&r->lint->run, outline->scalars, outline->nscalars,
				      &outline->scalar_capacity, sizeof(*outline->scalars));
	outline->scalars[outline->nscalars++] = reader_span(r, start, end);
}

/* A text that stands in the file as it is needs no copy, and its offsets no search. */
static struct str text_in_source(struct reader *r, struct str value, enum node_style style,
				 size_t start, size_t end)
{
	size_t quote = style == STYLE_PLAIN ? 0 : 1;
	struct str writing = str_slice(r->source->bytes, start + quote, end - quote);

	if (style != STYLE_LITERAL && style != STYLE_FOLDED && str_eq(writing, value))
		return writing;
	return arena_str(&r->lint->run, value);
}

/* libyaml ends a block scalar where the next token begins. */
static size_t block_scalar_end(struct str bytes, size_t start, size_t end, bool is_empty)
{
	size_t at = end;

	if (is_empty) {
		at = start + 1;
		while (at < end &&
		       (byte_is_digit(bytes.p[at]) || bytes.p[at] == '-' || bytes.p[at] == '+'))
			at++;
		return at;
	}
	while (at > start && byte_is_space(bytes.p[at - 1]))
		at--;
	while (at < end && byte_is_blank(bytes.p[at]))
		at++;
	return at;
}

static void set_scalar(struct node *node, const struct scalar *scalar)
{
	node->kind = scalar->kind;
	node->is_unsigned = scalar->is_unsigned;
	if (scalar->kind == NODE_BOOL)
		node->value.boolean = scalar->value.boolean;
	else if (scalar->kind == NODE_INT)
		node->value.integer = scalar->value.integer;
	else if (scalar->kind == NODE_FLOAT)
		node->value.real = scalar->value.real;
}

/* Gives the scalar the kind that its tag says. */
static void resolve_as(struct reader *r, struct node *node, struct str tag)
{
	static const struct str prefix = STR_INIT("tag:yaml.org,2002:");
	struct scalar scalar;
	struct str bytes;

	if (!str_starts(tag, prefix))
		return;
	tag = str_slice(tag, prefix.n, tag.n);
	if (str_eq(tag, STR("binary"))) {
		if (scalar_decode_base64(&r->lint->run, node->text, &bytes))
			node->text = bytes;
		else
			reader_refuse(r, node->span, "this is not the base64 that !!binary says");
	} else if (scalar_resolve_as(node->text, tag, &scalar)) {
		set_scalar(node, &scalar);
	} else {
		reader_refuse(r, node->span, "this value is not of the type that its tag says");
	}
}

/* Gives the scalar its kind, which is text so far: by its tag, else by its quotes, else by its text. */
static void resolve(struct reader *r, struct node *node, struct str tag, bool quoted)
{
	struct scalar scalar;

	if (tag.n) {
		resolve_as(r, node, tag);
	} else if (!quoted && !scalar_is_text(node->text)) {
		scalar = scalar_resolve(node->text);
		set_scalar(node, &scalar);
	}
}

/* Where a scalar that has no text is shown. */
static struct span empty_span(const struct reader *r, struct span when_empty, size_t start,
			      size_t end)
{
	struct str bytes = r->source->bytes;

	if (!span_is_none(when_empty))
		return when_empty;
	if (start < end)
		return reader_span(r, start, end);
	if (start > 0 && (bytes.p[start - 1] == '-' || bytes.p[start - 1] == '?'))
		return reader_span(r, start - 1, start);
	return reader_character(r, start);
}

static bool is_merge_key(struct str text, struct str tag, bool quoted)
{
	return str_eq(text, STR("<<")) &&
	       ((!tag.n && !quoted) || str_eq(tag, STR("tag:yaml.org,2002:merge")));
}

/* A word is as Compose has it; false: it refuses the file. */
static bool check_word(struct reader *r, size_t start, size_t end)
{
	size_t question;

	if (!r->flow_depth)
		return true;
	question = str_find_byte(str_slice(r->source->bytes, 0, end), '?', start);
	if (question == STR_NPOS)
		return true;
	reader_syntax_error(r, reader_span(r, question, question + 1),
			    "a question mark cannot stand in a word between brackets or braces; "
			    "quote the value that holds it");
	return false;
}

/* JSON's escaped slash, which YAML 1.1 and Compose do not know; false: it refuses the file. */
static bool check_escapes(struct reader *r, size_t start, size_t end)
{
	struct str text = str_slice(r->source->bytes, 0, end);

	for (size_t i = start; (i = str_find_byte(text, '\\', i)) != STR_NPOS; i += 2) {
		if (i + 1 >= end || text.p[i + 1] != '/')
			continue;
		reader_syntax_error(r, reader_span(r, i, i + 2),
				    "Compose does not know the escape \"\\/\"; write \"/\" alone");
		return false;
	}
	return true;
}

/* Where its text ends. */
static size_t end_of(const struct reader *r, const struct found_scalar *found)
{
	if (found->style != STYLE_LITERAL && found->style != STYLE_FOLDED)
		return found->end;
	return block_scalar_end(r->source->bytes, found->content, found->end,
				!str_trim(found->value).n);
}

/* The tag, and where the node begins, at the tag. */
static void note_tag(struct reader *r, const struct found_scalar *found, struct node *node,
		     struct made *made)
{
	node->tag = tags_kind(found->tag);
	if (node->tag == TAG_NONE)
		return;
	node->span = reader_span(r, tags_start(r, found->start), made->end);
	made->gone = tags_is_reset(r, node);
	made->tags = tags_of(r, node);
}

bool reader_finish_scalar(struct reader *r, const struct found_scalar *found,
			  struct span when_empty, struct made *made)
{
	bool quoted = found->style != STYLE_PLAIN, empty = !quoted && !found->value.n;
	/* the tag "!" says nothing */
	struct str tag = found->tag.n && !str_eq(found->tag, STR("!")) ? found->tag : STR("");
	struct anchor *anchor =
		found->anchor.n ? anchor_begin(r, found->anchor, found->start) : NULL;
	struct node *node = ARENA_NEW(&r->lint->run, struct node);
	size_t end = end_of(r, found);

	if (!quoted && !check_word(r, found->content, end))
		return false;
	if (found->style == STYLE_DOUBLE && !check_escapes(r, found->content, end))
		return false;
	if (r->outline)
		note_scalar(r, found->style, found->content, end);
	*made = (struct made){ .node = node, .end = (uint32_t)end, .size = 1 };
	node->kind = NODE_STRING;
	node->style = found->style;
	node->text = STR("");
	if (empty)
		node->span = empty_span(r, when_empty, found->start, end);
	else
		node->span = reader_span(r, found->content, end);
	if (tag.n)
		note_tag(r, found, node, made);
	if (empty && node->tag == TAG_NONE)
		made->end = node->span.end;
	if (!empty)
		node->text = text_in_source(r, found->value, found->style, found->content, end);
	resolve(r, node, tag, quoted);
	made->size += (uint32_t)(node->text.n / LIMIT_ALIAS_BYTES);
	made->is_merge_key = is_merge_key(found->value, tag, quoted);
	if (anchor)
		anchor_end(r, anchor, anchor->definition, made);
	return true;
}
