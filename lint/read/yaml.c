/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/limits.h"
#include "base/table.h"
#include "base/utf8.h"
#include "read/problem.h"
#include "read/scalar.h"
#include "read/written.h"

enum {
	/* code points between two entries of the map from libyaml's index to bytes */
	CHECKPOINT_CHARACTERS = 64,
	/* libyaml looks through all of them for each one and for each tag */
	LIMIT_TAG_DIRECTIVES = 64,
	/* bytes of the paths of all aliases of a document that are kept to be compared */
	LIMIT_ALIAS_PATHS = 16 * 1024 * 1024,
	/* mappings up to this size are searched for duplicate keys without an index, as in node_index() */
	FEW_KEYS = 8
};

/* A node that an alias may name.  The anchors of a file form an AA tree by name. */
struct anchor {
	struct str name;
	struct span span;        /* "&name" */
	const struct node *node; /* NULL while it is being read */
	size_t size;             /* nodes below and including it, aliases followed */
	unsigned height;         /* nested collections, aliases followed */
	unsigned definition;     /* number of the definition of this name that counts */
	unsigned level;          /* in the tree */
	struct anchor *left, *right;
};

/* A node that was read, with what only its parent asks for. */
struct made {
	const struct node *node;
	uint32_t end;      /* where its text ends: for an alias the alias */
	struct span alias; /* its text, if it was an alias */
	bool is_merge_key; /* the plain scalar "<<" */
	size_t size;
	unsigned height;
};

/* An item or pair of a collection that is being read. */
struct entry {
	const struct node *key;
	struct made value;
	bool is_merge;
};

/* Where an alias stands, as text: what Compose decides by whether it is a cycle. */
struct alias {
	const struct anchor *anchor;
	unsigned definition;
	struct str path; /* keys and indices, each with a point behind it */
	struct span span;
};

struct reader {
	struct lint *lint;
	const struct source *source;
	yaml_parser_t parser;
	struct arena work;     /* until the file has been read */
	struct arena sorting;  /* reset after each mapping */
	uint32_t *checkpoints; /* byte offset of every 64th code point; NULL: index and offset agree */
	size_t ncheckpoints;
	uint32_t bom;    /* bytes in front of what libyaml counts */
	size_t next_bom; /* the next one that is not the file's; STR_NPOS: none */
	struct anchor *anchors;
	struct entry *entries; /* of the open collections, innermost last */
	size_t nentries, entry_capacity;
	size_t nodes, alias_nodes;
	unsigned depth;       /* open collections */
	unsigned reset_depth;    /* open nodes tagged !reset: Compose never looks at them */
	unsigned override_depth; /* open nodes tagged !override: below them no tag counts */
	unsigned hidden;      /* open keys and tagged nodes: Compose compares no aliases there */
	struct builder path;  /* to the node that is being read */
	struct alias *aliases; /* of the document */
	size_t naliases, aliases_capacity, alias_path_bytes;
	const struct node **documents;
	size_t ndocuments, document_capacity;
	bool broken, refused;
};

static bool read_node(struct reader *r, yaml_event_t *event, struct span when_empty,
		      struct made *made);

/*
 * Places
 */

static struct span span_of(const struct reader *r, size_t start, size_t end)
{
	return (struct span){r->source->number, (uint32_t)start, (uint32_t)end};
}

/* libyaml counts code points; bytes and code points agree in ASCII text. */
static void map_offsets(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t capacity = 0, count = 0;
	bool ascii = true;

	r->bom = str_starts(bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
	for (size_t i = r->bom; i < bytes.n && ascii; i++)
		ascii = (unsigned char)bytes.p[i] < 0x80;
	r->next_bom = ascii ? STR_NPOS : str_find(bytes, STR("\xEF\xBB\xBF"), r->bom + 1);
	if (ascii)
		return;
	for (size_t at = r->bom; at < bytes.n; count++) {
		if (count % CHECKPOINT_CHARACTERS == 0) {
			r->checkpoints = arena_grow(&r->work, r->checkpoints, r->ncheckpoints,
						    &capacity, sizeof(*r->checkpoints));
			r->checkpoints[r->ncheckpoints++] = (uint32_t)at;
		}
		at += utf8_decode(str_slice(bytes, at, bytes.n)).bytes;
	}
}

/* The one place where a mark becomes an offset. */
static size_t offset_of(const struct reader *r, yaml_mark_t mark)
{
	struct str bytes = r->source->bytes;
	size_t at = r->bom + mark.index, left = mark.index % CHECKPOINT_CHARACTERS;

	if (r->checkpoints) {
		size_t checkpoint = mark.index / CHECKPOINT_CHARACTERS;

		if (checkpoint >= r->ncheckpoints)
			return bytes.n;
		for (at = r->checkpoints[checkpoint]; left && at < bytes.n; left--)
			at += utf8_decode(str_slice(bytes, at, bytes.n)).bytes;
	}
	return at < bytes.n ? at : bytes.n;
}

/* The character at `at`; behind the end of the file the last one that is not white space. */
static struct span character_at(const struct reader *r, size_t at)
{
	struct str bytes = r->source->bytes;

	if (at < bytes.n)
		return span_of(r, at, at + utf8_decode(str_slice(bytes, at, bytes.n)).bytes);
	at = bytes.n;
	while (at > r->bom && byte_is_space(bytes.p[at - 1]))
		at--;
	while (at > r->bom && ((unsigned char)bytes.p[at - 1] & 0xC0) == 0x80)
		at--;
	return span_of(r, at > r->bom ? at - 1 : at, at);
}

/*
 * Bad news
 */

/* Ends the reading of the file. */
static struct finding *syntax_error(struct reader *r, struct span span, const char *message)
{
	r->broken = true;
	return diag_add(&r->lint->diag, STR("yaml-syntax"), span, "%s", message);
}

/* Compose refuses the file, but it can be read on; NULL where Compose never looks. */
static struct finding *refuse(struct reader *r, struct span span, const char *message)
{
	if (r->reset_depth)
		return NULL;
	r->refused = true;
	return diag_add(&r->lint->diag, STR("model-invalid"), span, "%s", message);
}

/* libyaml names the byte at which a sequence went wrong; it began up to three bytes before. */
static size_t invalid_sequence(struct str bytes, size_t at)
{
	size_t from = at > 3 ? at - 3 : 0;

	while (from < at && ((unsigned char)bytes.p[from] & 0xC0) == 0x80)
		from++;
	while (from < at) {
		struct utf8 u = utf8_decode(str_slice(bytes, from, bytes.n));

		if (!u.valid)
			break;
		from += u.bytes;
	}
	return from;
}

static void report_reader_error(struct reader *r)
{
	struct str bytes = r->source->bytes;
	/* there is no mark, but here libyaml counts bytes */
	size_t at = r->bom + r->parser.problem_offset;
	const struct problem *known = problem_find(str_from(r->parser.problem));

	if (!known)
		syntax_error(r, character_at(r, invalid_sequence(bytes, at)),
			     "this is not valid UTF-8; save the file as UTF-8");
	else if (at < bytes.n && bytes.p[at] == '\0')
		syntax_error(r, character_at(r, at),
			     "a NUL byte stands here; if the file is UTF-16, save it as UTF-8");
	else
		syntax_error(r, character_at(r, at), known->message);
}

/* What stands around a problem may say more than libyaml does; NULL: it does not. */
static const char *more_exactly(const struct reader *r, size_t at, size_t context)
{
	struct str bytes = r->source->bytes, behind = str_slice(bytes, context, bytes.n);
	size_t before = at;

	if (str_starts(behind, STR("<<<<<<<")) || str_starts(behind, STR("=======")) ||
	    str_starts(behind, STR(">>>>>>>")))
		return "this line was left by a merge conflict";
	while (before > 0 && byte_is_blank(bytes.p[before - 1]))
		before--;
	switch (before ? bytes.p[before - 1] : '\0') {
	case '\'':
		return "the quoted value ends before this; a quote inside single quotes is written "
		       "twice";
	case '"':
		return "the quoted value ends before this; a quote inside double quotes is written "
		       "\\\"";
	case ']':
	case '}':
		return "the bracket before this closes the value; nothing but a comment can follow it";
	default:
		return NULL;
	}
}

static void report_parser_error(struct reader *r)
{
	struct str problem = str_from(r->parser.problem);
	const struct problem *known = problem_find(problem);
	size_t at = offset_of(r, r->parser.problem_mark);
	size_t context = offset_of(r, r->parser.context_mark);
	bool has_context = r->parser.context && context < at;
	bool at_end = !str_trim(str_slice(r->source->bytes, at, r->source->bytes.n)).n;
	const char *message = NULL;
	struct finding *finding;

	if (str_eq(problem, STR("found character that cannot start any token"))) {
		char c = at < r->source->bytes.n ? r->source->bytes.p[at] : '\0';

		syntax_error(r, character_at(r, at), problem_first_byte(c));
		return;
	}
	if (!known) {
		finding = syntax_error(r, character_at(r, at), "");
		finding->message = arena_fmt(&r->lint->run, "not well-formed: %.*s",
					     STR_FMT(problem));
		return;
	}
	if (!at_end && (known->at_context || str_starts(problem, STR("did not find expected"))))
		message = more_exactly(r, at, known->at_context ? context : at);
	if (!message)
		message = known->message;
	/* what is open at the end of the file is shown where it opens */
	if (has_context && (known->at_context || at_end)) {
		syntax_error(r, character_at(r, context), message);
		return;
	}
	finding = syntax_error(r, character_at(r, at), message);
	if (has_context)
		diag_related(&r->lint->diag, finding, RELATED_OTHER, character_at(r, context),
			     "it began here");
}

/*
 * libyaml skips a byte order mark at the beginning of any line; to Compose it
 * is a part of the word behind it.  Looks at what lies before the event.
 */
static bool check_byte_order_marks(struct reader *r, yaml_event_t *event)
{
	struct str bytes = r->source->bytes;
	size_t start = offset_of(r, event->start_mark), end = offset_of(r, event->end_mark);

	while (r->next_bom < end) {
		size_t at = r->next_bom;
		char before = bytes.p[at - 1];

		if (at < start && (before == '\n' || before == '\r')) {
			syntax_error(r, span_of(r, at, at + 3),
				     "an invisible byte order mark begins this line; delete it");
			yaml_event_delete(event);
			return false;
		}
		r->next_bom = str_find(bytes, STR("\xEF\xBB\xBF"), at + 3);
	}
	return true;
}

static bool next_event(struct reader *r, yaml_event_t *event)
{
	if (yaml_parser_parse(&r->parser, event))
		return check_byte_order_marks(r, event);
	if (r->parser.error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	if (r->parser.error == YAML_READER_ERROR)
		report_reader_error(r);
	else
		report_parser_error(r);
	return false;
}

/*
 * Anchors
 */

static struct anchor *find_anchor(const struct reader *r, struct str name)
{
	struct anchor *a = r->anchors;

	while (a) {
		int order = str_cmp(name, a->name);

		if (order == 0)
			return a;
		a = order < 0 ? a->left : a->right;
	}
	return NULL;
}

static struct anchor *skewed(struct anchor *a)
{
	struct anchor *left = a->left;

	if (!left || left->level != a->level)
		return a;
	a->left = left->right;
	left->right = a;
	return left;
}

static struct anchor *split(struct anchor *a)
{
	struct anchor *right = a->right;

	if (!right || !right->right || right->right->level != a->level)
		return a;
	a->right = right->left;
	right->left = a;
	right->level++;
	return right;
}

/* The tree is balanced, so the recursion is shallow whatever the file holds. */
static struct anchor *inserted(struct anchor *tree, struct anchor *a)
{
	if (!tree)
		return a;
	if (str_cmp(a->name, tree->name) < 0)
		tree->left = inserted(tree->left, a);
	else
		tree->right = inserted(tree->right, a);
	return split(skewed(tree));
}

/* An anchor is known from its beginning on, and takes the place of an older one of its name. */
static struct anchor *begin_anchor(struct reader *r, const yaml_char_t *c_name, size_t at)
{
	struct str name = str_from((const char *)c_name);
	struct str bytes = r->source->bytes;
	struct anchor *a;
	size_t mark;

	if (!name.n)
		return NULL;
	a = find_anchor(r, name);
	if (!a) {
		a = ARENA_NEW(&r->work, struct anchor);
		a->name = arena_str(&r->work, name);
		a->level = 1;
		r->anchors = inserted(r->anchors, a);
	}
	/* a tag may stand before it */
	mark = str_find_byte(bytes, '&', at);
	a->span = mark == STR_NPOS ? span_of(r, at, at) : span_of(r, mark, mark + 1 + name.n);
	a->node = NULL;
	a->definition++;
	return a;
}

/* Unless the name was given away again below the node. */
static void end_anchor(struct anchor *anchor, unsigned definition, const struct made *made)
{
	if (!anchor || anchor->definition != definition)
		return;
	anchor->node = made->node;
	anchor->size = made->size;
	anchor->height = made->height;
}

/* The node vanishes before Compose resolves its document. */
static bool is_reset(const struct reader *r, const struct node *node)
{
	return node->tag == TAG_RESET && !r->override_depth;
}

static void note_alias(struct reader *r, const struct anchor *anchor, struct span span)
{
	r->alias_path_bytes += r->path.n;
	if (r->hidden || r->alias_path_bytes > LIMIT_ALIAS_PATHS)
		return;
	r->aliases = arena_grow(&r->work, r->aliases, r->naliases, &r->aliases_capacity,
				sizeof(*r->aliases));
	r->aliases[r->naliases++] =
		(struct alias){anchor, anchor->definition,
			       arena_str(&r->work, builder_str(&r->path)), span};
}

static int compare_aliases(const void *left, const void *right)
{
	const struct alias *a = left, *b = right;
	int order = str_cmp(a->anchor->name, b->anchor->name);

	if (!order && a->definition != b->definition)
		order = a->definition < b->definition ? -1 : 1;
	if (!order)
		order = str_cmp(a->path, b->path);
	return order ? order : span_cmp(a->span, b->span);
}

/*
 * Compose finds cycles by the text of paths: an alias at "k" and the same one
 * at "k.sub" are one to it, be the second a key with a point in it or a key
 * beside "<<", whose own name it drops.  It refuses the file.  Sorted, a path
 * is followed at once by those that begin with it.
 */
static void check_alias_paths(struct reader *r)
{
	if (r->naliases)
		qsort(r->aliases, r->naliases, sizeof(*r->aliases), compare_aliases);
	for (size_t i = 1; i < r->naliases; i++) {
		const struct alias *a = &r->aliases[i - 1], *b = &r->aliases[i];
		const struct alias *later = a->span.start > b->span.start ? a : b;
		struct finding *finding;

		if (a->anchor != b->anchor || a->definition != b->definition ||
		    str_eq(a->path, b->path) || !str_starts(b->path, a->path))
			continue;
		finding = refuse(r, later->span,
				 "Compose takes this alias for a cycle, since the keys that lead here "
				 "and to another use of it begin alike; write the value out here");
		if (finding)
			diag_related(&r->lint->diag, finding, RELATED_OTHER,
				     later == a ? b->span : a->span, "the other use");
	}
	r->naliases = r->alias_path_bytes = 0;
}

static bool read_alias(struct reader *r, yaml_event_t *event, struct made *made)
{
	struct span span = span_of(r, offset_of(r, event->start_mark),
				   offset_of(r, event->end_mark));
	const struct anchor *a =
		find_anchor(r, str_from((const char *)event->data.alias.anchor));
	struct finding *finding;

	yaml_event_delete(event);
	if (!a) {
		syntax_error(r, span,
			     "no anchor of this name stands before this alias; quote the value if it "
			     "is meant as text");
		return false;
	}
	if (!a->node && r->reset_depth) {
		/* what is reset may hold itself; nobody will follow it */
		*made = (struct made){.node = node_new(&r->lint->run, NODE_NULL, span),
				      .end = span.end,
				      .alias = span,
				      .size = 1};
		return true;
	}
	if (!a->node) {
		finding = syntax_error(r, span, "this alias stands inside the value it names");
		diag_related(&r->lint->diag, finding, RELATED_DEFINITION, a->span,
			     "the anchor is here");
		return false;
	}
	/* the sum includes what aliases below the anchor add, so no value is ever expanded */
	r->alias_nodes += a->size;
	if (r->alias_nodes > LIMIT_ALIAS_NODES) {
		finding = syntax_error(r, span, "");
		finding->message =
			arena_fmt(&r->lint->run, "aliases multiply this file beyond %d values",
				  (int)LIMIT_ALIAS_NODES);
		return false;
	}
	if (r->depth + a->height > LIMIT_DEPTH) {
		finding = syntax_error(r, span, "");
		finding->message = arena_fmt(&r->lint->run,
					     "aliases nest values deeper than %d levels",
					     (int)LIMIT_DEPTH);
		return false;
	}
	note_alias(r, a, span);
	*made = (struct made){.end = span.end,
			      .alias = span,
			      .size = a->size,
			      .height = a->height};
	made->node = node_with_step(&r->lint->run, a->node,
				    (struct step){.kind = STEP_ALIAS, .span = span});
	return true;
}

/*
 * Scalars
 */

static enum node_tag node_tag_of(struct str tag)
{
	if (str_eq(tag, STR("!reset")))
		return TAG_RESET;
	return str_eq(tag, STR("!override")) ? TAG_OVERRIDE : TAG_NONE;
}

static enum node_style style_of(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return STYLE_SINGLE;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return STYLE_DOUBLE;
	case YAML_LITERAL_SCALAR_STYLE:
		return STYLE_LITERAL;
	case YAML_FOLDED_SCALAR_STYLE:
		return STYLE_FOLDED;
	default:
		return STYLE_PLAIN;
	}
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
		while (at < end && (byte_is_digit(bytes.p[at]) || bytes.p[at] == '-' ||
				    bytes.p[at] == '+'))
			at++;
		return at;
	}
	while (at > start && byte_is_space(bytes.p[at - 1]))
		at--;
	while (at < end && byte_is_blank(bytes.p[at]))
		at++;
	return at;
}

/* Gives the scalar its kind: by its tag, else by its quotes, else by its text. */
static void resolve(struct reader *r, struct node *node, struct str tag, bool quoted)
{
	static const struct str prefix = STR_INIT("tag:yaml.org,2002:");
	struct scalar scalar = {.kind = NODE_STRING};

	if (!tag.n && !quoted) {
		scalar = scalar_resolve(node->text);
	} else if (str_starts(tag, prefix)) {
		tag = str_slice(tag, prefix.n, tag.n);
		if (str_eq(tag, STR("binary"))) {
			struct str bytes;

			if (scalar_decode_base64(&r->lint->run, node->text, &bytes))
				node->text = bytes;
			else
				refuse(r, node->span, "this is not the base64 that !!binary says");
		} else if (!scalar_resolve_as(node->text, tag, &scalar)) {
			refuse(r, node->span, "this value is not of the type that its tag says");
			scalar.kind = NODE_STRING;
		}
	}
	node->kind = scalar.kind;
	node->is_unsigned = scalar.is_unsigned;
	if (scalar.kind == NODE_BOOL)
		node->value.boolean = scalar.value.boolean;
	else if (scalar.kind == NODE_INT)
		node->value.integer = scalar.value.integer;
	else if (scalar.kind == NODE_FLOAT)
		node->value.real = scalar.value.real;
}

/* Where a scalar that has no text is shown. */
static struct span empty_span(const struct reader *r, struct span when_empty, size_t start,
			      size_t end)
{
	struct str bytes = r->source->bytes;

	if (!span_is_none(when_empty))
		return when_empty;
	if (start < end)
		return span_of(r, start, end);
	if (start > 0 && (bytes.p[start - 1] == '-' || bytes.p[start - 1] == '?'))
		return span_of(r, start - 1, start);
	return character_at(r, start);
}

/* A node with !reset or !override begins there; an anchor may stand before it. */
static size_t tag_start(const struct reader *r, size_t start)
{
	size_t tag = str_find_byte(r->source->bytes, '!', start);

	return tag == STR_NPOS ? start : tag;
}

static bool is_merge_key(struct str text, struct str tag, bool quoted)
{
	return str_eq(text, STR("<<")) &&
	       ((!tag.n && !quoted) || str_eq(tag, STR("tag:yaml.org,2002:merge")));
}

static bool read_scalar(struct reader *r, yaml_event_t *event, struct span when_empty,
			struct made *made)
{
	struct str bytes = r->source->bytes;
	size_t start = offset_of(r, event->start_mark), end = offset_of(r, event->end_mark);
	size_t content = start + written_properties(str_slice(bytes, start, bytes.n));
	struct str value = {(const char *)event->data.scalar.value, event->data.scalar.length};
	struct str tag = str_from((const char *)event->data.scalar.tag);
	enum node_style style = style_of(event->data.scalar.style);
	bool quoted = style != STYLE_PLAIN, empty = !quoted && !value.n;
	struct anchor *anchor = begin_anchor(r, event->data.scalar.anchor, start);
	struct node *node = node_new(&r->lint->run, NODE_STRING, SPAN_NONE);

	/* the tag "!" says nothing */
	if (str_eq(tag, STR("!")))
		tag = STR("");
	node->style = style;
	node->tag = node_tag_of(tag);
	if (style == STYLE_LITERAL || style == STYLE_FOLDED)
		end = block_scalar_end(bytes, content, end, !str_trim(value).n);
	node->span = empty ? empty_span(r, when_empty, start, end) : span_of(r, content, end);
	if (node->tag != TAG_NONE)
		node->span = span_of(r, tag_start(r, start), end);
	node->text = empty ? STR("") : text_in_source(r, value, style, content, end);
	resolve(r, node, tag, quoted);
	*made = (struct made){.node = node,
			      .end = empty && node->tag == TAG_NONE ? node->span.end
								    : (uint32_t)end,
			      .is_merge_key = is_merge_key(value, tag, quoted),
			      .size = 1};
	end_anchor(anchor, anchor ? anchor->definition : 0, made);
	yaml_event_delete(event);
	return true;
}

/*
 * Collections
 */

static void push(struct reader *r, struct entry entry)
{
	r->entries = arena_grow(&r->work, r->entries, r->nentries, &r->entry_capacity,
				sizeof(*r->entries));
	r->entries[r->nentries++] = entry;
}

/* Makes the path longer by one key; gives its length before. */
static size_t enter_key(struct reader *r, const struct made *key)
{
	size_t before = r->path.n;

	/* Compose drops "<<" wherever something stands before it */
	if (before && key->is_merge_key)
		return before;
	builder_add(&r->path, node_text(key->node));
	builder_byte(&r->path, '.');
	return before;
}

/* Reads items until the sequence ends; gives the end mark of that event. */
static bool read_items(struct reader *r, yaml_mark_t *end)
{
	for (size_t index = 0, path = r->path.n;; index++, r->path.n = path) {
		struct entry entry = {0};
		yaml_event_t event;

		if (!next_event(r, &event))
			return false;
		if (event.type == YAML_SEQUENCE_END_EVENT) {
			*end = event.end_mark;
			yaml_event_delete(&event);
			return true;
		}
		builder_fmt(&r->path, "%zu.", index);
		if (!read_node(r, &event, SPAN_NONE, &entry.value))
			return false;
		push(r, entry);
	}
}

/* The key as it may be shown: a name, but nothing that could hold more than a name. */
static struct str shown_key(struct reader *r, struct str key)
{
	bool plain = key.n && key.n <= 64;

	for (size_t i = 0; i < key.n && plain; i++)
		plain = byte_is_alnum(key.p[i]) || memchr("._-/+<~", key.p[i], 7);
	return plain ? arena_fmt(&r->lint->run, "the key \"%.*s\"", STR_FMT(key))
		     : STR("this key");
}

static const char *kind_of_key(enum node_kind kind)
{
	switch (kind) {
	case NODE_NULL:
		return "null";
	case NODE_BOOL:
		return "a boolean";
	case NODE_TIMESTAMP:
		return "a date";
	default:
		return "a number";
	}
}

/* Compose wants text as keys.  False: the pair cannot be kept. */
static bool check_key(struct reader *r, const struct made *key)
{
	struct span span = span_is_none(key->alias) ? key->node->span : key->alias;
	struct finding *finding;

	if (!node_is_scalar(key->node)) {
		refuse(r, span,
		       "a mapping or list stands where a key is wanted; quote it if it is meant as "
		       "text");
		return false;
	}
	if (key->node->kind == NODE_STRING || key->is_merge_key)
		return true;
	finding = refuse(r, span, "");
	if (!finding)
		return true;
	if (!key->node->text.n)
		finding->message = STR("a key is missing before this colon");
	else
		finding->message = arena_fmt(&r->lint->run,
					     "%.*s is read as %s, and keys are text; quote it",
					     STR_FMT(shown_key(r, key->node->text)),
					     kind_of_key(key->node->kind));
	return true;
}

static bool read_pairs(struct reader *r, yaml_mark_t *end)
{
	for (;;) {
		struct entry entry = {0};
		struct made key;
		yaml_event_t event;
		struct span span;
		size_t path;
		bool kept, reset;

		if (!next_event(r, &event))
			return false;
		if (event.type == YAML_MAPPING_END_EVENT) {
			*end = event.end_mark;
			yaml_event_delete(&event);
			return true;
		}
		r->hidden++;
		if (!read_node(r, &event, SPAN_NONE, &key))
			return false;
		r->hidden--;
		span = span_is_none(key.alias) ? key.node->span : key.alias;
		path = enter_key(r, &key);
		if (!next_event(r, &event) || !read_node(r, &event, span, &entry.value))
			return false;
		r->path.n = path;
		/* with its value the key is gone as well */
		reset = is_reset(r, entry.value.node);
		r->reset_depth += reset;
		kept = check_key(r, &key);
		r->reset_depth -= reset;
		entry.key = key.node;
		entry.is_merge = key.is_merge_key;
		/* what is not kept still counts, and its end is the end of the mapping */
		if (!kept)
			entry.key = NULL;
		push(r, entry);
	}
}

static void refuse_duplicate(struct reader *r, const struct node *first,
			     const struct node *second)
{
	struct finding *finding = refuse(r, second->span, "");

	if (!finding)
		return;
	finding->message = arena_fmt(&r->lint->run,
				     "%.*s stands twice in this mapping; keep one of them",
				     STR_FMT(shown_key(r, second->text)));
	diag_related(&r->lint->diag, finding, RELATED_DEFINITION, first->span,
		     "it stands here first");
}

/* A mapping being finished: the pairs that may come in, in the order of their right. */
struct gathering {
	struct pair *pairs; /* those of the file, then those that come through `<<` */
	bool *dropped;
	size_t count, own, capacity;
	const uint32_t *sorted; /* positions by name; NULL for few */
};

static void gather(struct reader *r, struct gathering *g, const struct node *key,
		   const struct node *value)
{
	g->pairs = arena_grow(&r->sorting, g->pairs, g->count, &g->capacity, sizeof(*g->pairs));
	g->pairs[g->count++] = (struct pair){key, value};
}

static void gather_merged(struct reader *r, struct gathering *g, const struct node *mapping,
			  struct span span)
{
	for (size_t i = 0; i < mapping->count; i++)
		gather(r, g, mapping->in.pairs[i].key,
		       node_with_step(&r->lint->run, mapping->in.pairs[i].value,
				      (struct step){.kind = STEP_MERGE_KEY, .span = span}));
}

/* What stands behind `<<`: a mapping or a list of them, directly or through aliases. */
static void gather_behind_merge_key(struct reader *r, struct gathering *g,
				    const struct entry *entry)
{
	const struct node *value = entry->value.node;
	struct span span = span_is_none(entry->value.alias) ? value->span : entry->value.alias;
	bool good = value->kind == NODE_MAPPING || value->kind == NODE_SEQUENCE;

	if (is_reset(r, value))
		return;
	if (value->kind == NODE_MAPPING)
		gather_merged(r, g, value, span);
	for (size_t i = 0; value->kind == NODE_SEQUENCE && i < value->count; i++) {
		const struct node *item = value->in.items[i];
		const struct step *alias = item->via;
		struct span item_span = item->span;

		/* a list that came through an alias is shown where the alias stands */
		if (!span_is_none(entry->value.alias))
			item_span = span;
		else if (alias && alias->kind == STEP_ALIAS)
			item_span = alias->span;
		if (is_reset(r, item))
			continue;
		if (item->kind == NODE_MAPPING)
			gather_merged(r, g, item, item_span);
		else
			good = false;
	}
	if (!good)
		refuse(r, span, "behind \"<<\" a mapping must stand, an alias of one, or a list of them");
}

/* Of equal names the first keeps its place; a later one of the file is an error. */
static void drop_one(struct reader *r, struct gathering *g, size_t first, size_t later)
{
	g->dropped[later] = true;
	if (later < g->own)
		refuse_duplicate(r, g->pairs[first].key, g->pairs[later].key);
}

static void drop_equal_names(struct reader *r, struct gathering *g)
{
	struct table names = {.arena = &r->sorting};
	size_t first = 0;

	g->dropped = ARENA_ARRAY(&r->sorting, g->count, bool);
	if (g->count <= FEW_KEYS) {
		for (size_t i = 0; i < g->count; i++)
			for (size_t j = i + 1; j < g->count && !g->dropped[i]; j++)
				if (!g->dropped[j] &&
				    str_eq(g->pairs[i].key->text, g->pairs[j].key->text))
					drop_one(r, g, i, j);
		return;
	}
	for (size_t i = 0; i < g->count; i++)
		table_add(&names, g->pairs[i].key->text, NULL);
	g->sorted = table_sorted(&names);
	for (size_t i = 1; i < g->count; i++) {
		size_t a = g->sorted[first], b = g->sorted[i];

		if (str_eq(g->pairs[a].key->text, g->pairs[b].key->text))
			drop_one(r, g, a, b);
		else
			first = i;
	}
}

/* The pairs that stay, in the order of the file; merged ones stand where `<<` stood. */
static void fill_mapping(struct reader *r, struct node *node, const struct gathering *g,
			 size_t merge_at)
{
	struct pair *pairs;
	size_t count = 0;

	for (size_t i = 0; i < g->count; i++)
		count += !g->dropped[i];
	pairs = ARENA_ARRAY(&r->lint->run, count, struct pair);
	for (size_t i = 0; i <= g->own; i++) {
		for (size_t j = g->own; i == merge_at && j < g->count; j++)
			if (!g->dropped[j])
				pairs[node->count++] = g->pairs[j];
		if (i < g->own && !g->dropped[i])
			pairs[node->count++] = g->pairs[i];
	}
	node->in.pairs = pairs;
	/* where every pair stays, the index is there already */
	if (g->sorted && count == g->count) {
		uint32_t *sorted = ARENA_ARRAY(&r->lint->run, count, uint32_t);

		memcpy(sorted, g->sorted, count * sizeof(*sorted));
		node->sorted = sorted;
	} else {
		node_index(&r->lint->run, node);
	}
}

static void finish_mapping(struct reader *r, struct node *node, const struct entry *entries,
			   size_t count)
{
	struct gathering g = {0};
	size_t merge_at = SIZE_MAX;

	for (size_t i = 0; i < count; i++)
		if (entries[i].key) {
			if (entries[i].is_merge && merge_at == SIZE_MAX)
				merge_at = g.count;
			gather(r, &g, entries[i].key, entries[i].value.node);
		}
	g.own = g.count;
	for (size_t i = 0; i < count; i++)
		if (entries[i].key && entries[i].is_merge)
			gather_behind_merge_key(r, &g, &entries[i]);
	drop_equal_names(r, &g);
	if (merge_at != SIZE_MAX)
		g.dropped[merge_at] = true;
	fill_mapping(r, node, &g, merge_at);
	arena_reset(&r->sorting);
}

static void finish_sequence(struct reader *r, struct node *node, const struct entry *entries,
			    size_t count)
{
	const struct node **items = ARENA_ARRAY(&r->lint->run, count, const struct node *);

	for (size_t i = 0; i < count; i++)
		items[i] = entries[i].value.node;
	node->count = count;
	node->in.items = items;
}

static bool open_collection(struct reader *r, size_t start)
{
	struct finding *finding;

	if (++r->depth <= LIMIT_DEPTH)
		return true;
	finding = syntax_error(r, character_at(r, start), "");
	finding->message = arena_fmt(&r->lint->run, "values are nested deeper than %d levels",
				     (int)LIMIT_DEPTH);
	return false;
}

/* Gives size, height and end of a collection whose entries begin at `base`. */
static struct made measure(const struct reader *r, const struct node *node, size_t base,
			   size_t start)
{
	struct made made = {.node = node, .size = 1, .end = (uint32_t)start};

	for (size_t i = base; i < r->nentries; i++) {
		const struct made *value = &r->entries[i].value;

		made.size += value->size + (node->kind == NODE_MAPPING);
		if (value->height > made.height)
			made.height = value->height;
		if (value->end > made.end)
			made.end = value->end;
	}
	made.height++;
	return made;
}

/* The collection's node, still empty, from the event that begins it. */
static struct node *begin_collection(struct reader *r, const yaml_event_t *event, size_t *start,
				     struct anchor **anchor)
{
	bool is_mapping = event->type == YAML_MAPPING_START_EVENT;
	struct str tag = str_from((const char *)(is_mapping ? event->data.mapping_start.tag
							    : event->data.sequence_start.tag));
	const yaml_char_t *name = is_mapping ? event->data.mapping_start.anchor
					     : event->data.sequence_start.anchor;
	bool flow = is_mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
			       : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	struct node *node =
		node_new(&r->lint->run, is_mapping ? NODE_MAPPING : NODE_SEQUENCE, SPAN_NONE);
	struct str bytes = r->source->bytes;

	node->tag = node_tag_of(tag);
	node->style = flow ? STYLE_FLOW : STYLE_BLOCK;
	*start = offset_of(r, event->start_mark);
	*anchor = begin_anchor(r, name, *start);
	if (node->tag != TAG_NONE)
		*start = tag_start(r, *start);
	else if (tag.n || *anchor)
		*start += written_properties(str_slice(bytes, *start, bytes.n));
	return node;
}

/* Only brackets and braces have an end of their own: not "[a: b]", a mapping without braces. */
static bool has_own_end(const struct reader *r, const struct node *node, size_t end)
{
	char last = end ? r->source->bytes.p[end - 1] : '\0';

	return node->style == STYLE_FLOW && last == (node->kind == NODE_MAPPING ? '}' : ']');
}

static bool read_collection(struct reader *r, yaml_event_t *event, struct made *made)
{
	struct anchor *anchor;
	size_t start, end, count, base = r->nentries;
	const struct entry *entries;
	struct node *node = begin_collection(r, event, &start, &anchor);
	unsigned definition = anchor ? anchor->definition : 0;
	yaml_mark_t end_mark;
	bool reset;

	yaml_event_delete(event);
	if (!open_collection(r, start))
		return false;
	reset = is_reset(r, node);
	r->reset_depth += reset;
	r->override_depth += node->tag == TAG_OVERRIDE;
	r->hidden += node->tag != TAG_NONE;
	if (node->kind == NODE_MAPPING ? !read_pairs(r, &end_mark) : !read_items(r, &end_mark))
		return false;
	count = r->nentries - base;
	entries = count ? r->entries + base : NULL;
	*made = measure(r, node, base, start);
	end = offset_of(r, end_mark);
	if (has_own_end(r, node, end))
		made->end = (uint32_t)end;
	node->span = span_of(r, start, made->end);
	if (node->kind == NODE_MAPPING)
		finish_mapping(r, node, entries, count);
	else
		finish_sequence(r, node, entries, count);
	r->nentries = base;
	r->depth--;
	r->reset_depth -= reset;
	r->override_depth -= node->tag == TAG_OVERRIDE;
	r->hidden -= node->tag != TAG_NONE;
	end_anchor(anchor, definition, made);
	return true;
}

/* Reads the node that the event begins; the event is freed. */
static bool read_node(struct reader *r, yaml_event_t *event, struct span when_empty,
		      struct made *made)
{
	if (++r->nodes > LIMIT_NODES) {
		struct finding *finding =
			syntax_error(r, character_at(r, offset_of(r, event->start_mark)), "");

		finding->message = arena_fmt(&r->lint->run, "this file holds more than %d values",
					     (int)LIMIT_NODES);
		yaml_event_delete(event);
		return false;
	}
	switch (event->type) {
	case YAML_ALIAS_EVENT:
		return read_alias(r, event, made);
	case YAML_SCALAR_EVENT:
		return read_scalar(r, event, when_empty, made);
	default:
		assert(event->type == YAML_SEQUENCE_START_EVENT ||
		       event->type == YAML_MAPPING_START_EVENT);
		return read_collection(r, event, made);
	}
}

/*
 * Files
 */

/* UTF-16 is read as the UTF-8 it becomes: from then on the source holds these bytes. */
static bool decode_utf16(struct reader *r, bool big_endian)
{
	struct str from = r->source->bytes;
	struct builder b = {.arena = &r->lint->run};
	struct source *source = r->lint->sources.all[r->source->number];
	const unsigned char *p = (const unsigned char *)from.p;
	bool valid = from.n % 2 == 0;

	for (size_t at = 2; at + 1 < from.n && valid; at += 2) {
		uint32_t code = (uint32_t)(p[at + !big_endian] << 8 | p[at + big_endian]);

		if (code >= 0xD800 && code < 0xE000) {
			uint32_t low = 0;

			if (at + 3 < from.n)
				low = (uint32_t)(p[at + 2 + !big_endian] << 8 |
						 p[at + 2 + big_endian]);
			valid = code < 0xDC00 && low >= 0xDC00 && low < 0xE000;
			code = 0x10000 + ((code & 0x3FF) << 10 | (low & 0x3FF));
			at += 2;
		}
		if (valid)
			utf8_encode(&b, code);
	}
	source->bytes = builder_str(&b);
	source->lines = NULL;
	if (!valid)
		syntax_error(r, character_at(r, b.n),
			     "this is not valid UTF-16; save the file as UTF-8");
	return valid;
}

/* libyaml compares each %TAG with all before it, and each tag with all of them. */
static bool check_tag_directives(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t count = 0;

	for (size_t at = 0; (at = str_find(bytes, STR("%TAG"), at)) != STR_NPOS; at++) {
		bool begins_line = at == 0 || bytes.p[at - 1] == '\n' || bytes.p[at - 1] == '\r';

		if (begins_line && ++count > LIMIT_TAG_DIRECTIVES) {
			syntax_error(r, span_of(r, at, at + 4), "too many %TAG directives");
			return false;
		}
	}
	return true;
}

/* Compose reads YAML 1.1 and nothing else, though 1.2 would be read alike. */
static bool check_version(struct reader *r, const yaml_event_t *event)
{
	const yaml_version_directive_t *version = event->data.document_start.version_directive;
	struct str bytes = r->source->bytes;
	struct finding *finding;
	size_t at, end;

	if (!version || (version->major == 1 && version->minor == 1))
		return true;
	/* the event begins with the first directive */
	at = str_find(bytes, STR("%YAML"), offset_of(r, event->start_mark));
	if (at == STR_NPOS)
		at = offset_of(r, event->start_mark);
	for (end = at; end < bytes.n && !written_break(bytes, end);)
		end++;
	finding = syntax_error(r, span_of(r, at, end), "");
	finding->message = arena_fmt(&r->lint->run,
				     "Compose refuses %%YAML %d.%d; remove this line",
				     version->major, version->minor);
	return false;
}

static bool read_document(struct reader *r)
{
	struct made made;
	yaml_event_t event;
	struct span nowhere;

	if (!next_event(r, &event))
		return false;
	nowhere = span_of(r, offset_of(r, event.start_mark), offset_of(r, event.start_mark));
	if (!read_node(r, &event, nowhere, &made))
		return false;
	/* the end of the document: an error behind it is one of this document */
	if (!next_event(r, &event))
		return false;
	yaml_event_delete(&event);
	check_alias_paths(r);
	r->documents = arena_grow(&r->lint->run, r->documents, r->ndocuments,
				  &r->document_capacity, sizeof(*r->documents));
	r->documents[r->ndocuments++] = made.node;
	return true;
}

static void read_documents(struct reader *r)
{
	yaml_event_t event;
	bool going = next_event(r, &event);

	if (going)
		yaml_event_delete(&event); /* the start of the stream */
	while (going && next_event(r, &event)) {
		bool document = event.type == YAML_DOCUMENT_START_EVENT;

		going = document && check_version(r, &event);
		yaml_event_delete(&event);
		going = going && read_document(r);
	}
}

struct yaml_file yaml_parse(struct lint *lint, const struct source *source)
{
	struct reader r = {.lint = lint, .source = source};
	bool big = str_starts(source->bytes, STR("\xFE\xFF"));
	bool little = str_starts(source->bytes, STR("\xFF\xFE"));

	if ((big || little) && !decode_utf16(&r, big))
		return (struct yaml_file){.broken = true};
	if (!yaml_parser_initialize(&r.parser))
		arena_out_of_memory();
	r.path.arena = &r.work;
	map_offsets(&r);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)source->bytes.p + r.bom,
				     source->bytes.n - r.bom);
	/* what else looks like another encoding is an error of this one */
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	if (check_tag_directives(&r))
		read_documents(&r);
	yaml_parser_delete(&r.parser);
	arena_free(&r.sorting);
	arena_free(&r.work);
	return (struct yaml_file){r.documents, r.ndocuments, r.broken, r.refused};
}

/*
 * Pieces of scalars
 */

/* The scalar in the file whose bytes the node's span covers. */
static const struct node *written_scalar(const struct node *node)
{
	return node->written ? node->written : node;
}

/* Bytes [from, to) of what is written in the file, without variables. */
static struct span find_written(const struct sources *sources, const struct node *node,
				size_t from, size_t to)
{
	const struct source *source = source_get(sources, node->span.source);
	size_t start = node->span.start, end, found_start, found_end;
	struct str writing;

	if (!source || node->style == STYLE_MADE || !node->text.n)
		return node->span;
	writing = str_slice(source->bytes, start, node->span.end);
	start += written_properties(writing);
	/* a text that borrows from the file needs no search */
	if (node->text.p >= source->bytes.p && node->text.p < source->bytes.p + source->bytes.n) {
		start = (size_t)(node->text.p - source->bytes.p);
		return (struct span){source->number, (uint32_t)(start + from),
				     (uint32_t)(start + to)};
	}
	end = node->style == STYLE_LITERAL || node->style == STYLE_FOLDED ? source->bytes.n
									  : node->span.end;
	writing = str_slice(source->bytes, start, end);
	if (!written_find(writing, node->style, node->text, from, to, &found_start, &found_end))
		return node->span;
	found_start += start;
	found_end += start;
	/* line ends behind a block scalar are part of its text, but not of its span */
	if (found_end > node->span.end)
		found_end = node->span.end;
	if (found_start > found_end)
		found_start = found_end;
	return (struct span){source->number, (uint32_t)found_start, (uint32_t)found_end};
}

/* In literal text of a template "$$" stands for one byte: `n` bytes of text end there. */
static size_t behind_literal(struct str template, size_t at, size_t n)
{
	for (; n > 0; n--)
		at += str_starts(str_slice(template, at, template.n), STR("$$")) ? 2 : 1;
	return at < template.n ? at : template.n;
}

/* The part that holds byte `at` of the text; NULL: none does. */
static const struct part *part_at(const struct node *node, size_t at)
{
	for (size_t i = 0; i < node->nparts; i++)
		if (at >= node->parts[i].from && at < node->parts[i].to)
			return &node->parts[i];
	return NULL;
}

static size_t template_start(const struct node *node, size_t at)
{
	const struct part *part = part_at(node, at);

	if (!part)
		return node->nparts ? node->parts[node->nparts - 1].template_to : 0;
	if (part->kind != PART_LITERAL)
		return part->template_from;
	return behind_literal(node->written->text, part->template_from, at - part->from);
}

static size_t template_end(const struct node *node, size_t at)
{
	const struct part *part = at ? part_at(node, at - 1) : NULL;

	if (!part)
		return node->nparts && !at ? node->parts[0].template_from : 0;
	if (part->kind != PART_LITERAL)
		return part->template_to;
	return behind_literal(node->written->text, part->template_from, at - part->from);
}

/* A piece cut from a scalar without variables borrows its text from it. */
static bool borrows(const struct node *node, struct str whole)
{
	return node->text.n && whole.n && node->text.p >= whole.p &&
	       node->text.p + node->text.n <= whole.p + whole.n;
}

struct span yaml_subspan(const struct sources *sources, const struct node *scalar, size_t from,
			 size_t to)
{
	const struct node *written = written_scalar(scalar);
	size_t start, end;

	if (from > to || to > scalar->text.n)
		return scalar->span;
	if (!scalar->written && !scalar->parts)
		return find_written(sources, scalar, from, to);
	if (!scalar->written)
		return scalar->span;
	if (scalar->parts) {
		start = template_start(scalar, from);
		end = from == to ? start : template_end(scalar, to);
		if (end < start)
			end = start;
		return find_written(sources, written, start, end);
	}
	if (borrows(scalar, written->text)) {
		start = (size_t)(scalar->text.p - written->text.p);
		return find_written(sources, written, start + from, start + to);
	}
	return scalar->span;
}

/* The part of `part` that falls into [from, to), counted from there. */
static struct part cut_part(const struct node *scalar, const struct part *part, size_t from,
			    size_t to)
{
	struct part piece = *part;
	size_t first = part->from > from ? part->from : from;
	size_t last = part->to < to ? part->to : to;

	piece.from = (uint32_t)(first - from);
	piece.to = (uint32_t)(last - from);
	if (part->kind == PART_LITERAL && scalar->written) {
		struct str template = scalar->written->text;

		piece.template_from =
			(uint32_t)behind_literal(template, part->template_from, first - part->from);
		piece.template_to =
			(uint32_t)behind_literal(template, part->template_from, last - part->from);
	}
	return piece;
}

struct node *yaml_cut(struct lint *lint, const struct node *scalar, size_t from, size_t to)
{
	struct node *piece = node_copy(&lint->run, scalar);
	struct part *parts = ARENA_ARRAY(&lint->run, scalar->nparts, struct part);

	piece->kind = NODE_STRING;
	piece->tag = TAG_NONE;
	piece->text = str_slice(scalar->text, from, to);
	piece->span = yaml_subspan(&lint->sources, scalar, from, to);
	piece->written = written_scalar(scalar);
	piece->parts = NULL;
	piece->nparts = 0;
	for (size_t i = 0; i < scalar->nparts; i++) {
		const struct part *part = &scalar->parts[i];

		/* a part without text stays where it stands between others */
		if (part->from < to && part->to > from)
			parts[piece->nparts++] = cut_part(scalar, part, from, to);
	}
	if (piece->nparts)
		piece->parts = parts;
	return piece;
}

struct str yaml_library_version(void)
{
	return str_from(yaml_get_version_string());
}
