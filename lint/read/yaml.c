/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml.h"

#include <assert.h>
#include <yaml.h>

#include "base/limits.h"
#include "read/written.h"
#include "read/yaml_reader.h"

enum {
	/* libyaml looks through all of them for each one and for each tag */
	LIMIT_TAG_DIRECTIVES = 64,
	FIRST_ENTRIES = 64
};

static bool read_node(struct reader *r, yaml_event_t *event, struct span when_empty,
		      struct made *made);

/* The one place where a mark becomes an offset. */
static size_t offset_of(const struct reader *r, yaml_mark_t mark)
{
	return reader_offset(r, mark.index);
}

/*
 * libyaml skips a byte order mark at the beginning of any line; to Compose it
 * is a part of the word behind it.  Looks at what lies before the event.
 */
static bool check_byte_order_marks(struct reader *r, yaml_event_t *event)
{
	struct str bytes = r->source->bytes;
	size_t start, end;

	start = offset_of(r, event->start_mark);
	end = offset_of(r, event->end_mark);
	while (r->next_bom < end) {
		size_t at = r->next_bom;
		char before = bytes.p[at - 1];

		if (at < start && (before == '\n' || before == '\r')) {
			reader_syntax_error(
				r, reader_span(r, at, at + 3),
				"an invisible byte order mark begins this line; delete it")
				->cause = CAUSE_BYTE;
			yaml_event_delete(event);
			return false;
		}
		r->next_bom = str_find(bytes, STR("\xEF\xBB\xBF"), at + 3);
	}
	return true;
}

static void report(struct reader *r)
{
	const yaml_parser_t *parser = r->parser;
	struct complaint complaint = { .problem = str_from(parser->problem),
				       .at = offset_of(r, parser->problem_mark),
				       .context = offset_of(r, parser->context_mark) };

	/* there is no mark then, but here libyaml counts bytes */
	if (parser->error == YAML_READER_ERROR) {
		reader_report_byte(r, complaint.problem, r->bom + parser->problem_offset);
		return;
	}
	complaint.has_context = parser->context && complaint.context < complaint.at;
	reader_report_text(r, &complaint);
}

static bool next_event(struct reader *r, yaml_event_t *event)
{
	if (yaml_parser_parse(r->parser, event))
		return r->next_bom == STR_NPOS || check_byte_order_marks(r, event);
	if (r->parser->error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	report(r);
	return false;
}

/*
 * Aliases
 */

static bool read_alias(struct reader *r, yaml_event_t *event, struct made *made)
{
	struct span span =
		reader_span(r, offset_of(r, event->start_mark), offset_of(r, event->end_mark));
	struct anchor *a = anchor_find(r, str_from((const char *)event->data.alias.anchor));
	struct finding *finding;

	yaml_event_delete(event);
	if (!a) {
		reader_syntax_error(
			r, span,
			"no anchor of this name stands before this alias in this file; quote the "
			"value if it is meant as text")
			->cause = CAUSE_ALIAS;
		return false;
	}
	if (!a->node && r->reset_depth) {
		/* what is reset may hold itself; nobody will follow it */
		*made = (struct made){ .node = node_new(&r->lint->run, NODE_NULL, span),
				       .end = span.end,
				       .alias = span.start,
				       .is_alias = true,
				       .size = 1 };
		return true;
	}
	if (!a->node) {
		finding =
			reader_syntax_error(r, span, "this alias stands inside the value it names");
		finding->cause = CAUSE_ALIAS;
		diag_related(&r->lint->diag, finding, RELATED_DEFINITION, a->span,
			     "the anchor is here");
		return false;
	}
	/* the sum includes what aliases below the anchor add, so no value is ever expanded */
	r->alias_nodes += a->size;
	if (r->alias_nodes > LIMIT_ALIAS_NODES) {
		reader_syntax_error(r, span, "aliases multiply this file beyond %d values",
				    (int)LIMIT_ALIAS_NODES)
			->cause = CAUSE_LIMIT;
		return false;
	}
	if (!lint_may_spend(r->lint, SPENT_ALIASES, a->size)) {
		reader_syntax_error(r, span,
				    "aliases multiply the files of this run beyond %d values",
				    (int)LIMIT_RUN_ALIAS_NODES)
			->cause = CAUSE_LIMIT;
		return false;
	}
	if (r->depth + a->height > LIMIT_DEPTH) {
		reader_syntax_error(r, span, "aliases nest values deeper than %d levels",
				    (int)LIMIT_DEPTH)
			->cause = CAUSE_LIMIT;
		return false;
	}
	anchor_note_alias(r, a, span);
	*made = (struct made){ .end = span.end,
			       .alias = span.start,
			       .is_alias = true,
			       .size = (uint32_t)a->size,
			       .height = (uint16_t)a->height };
	made->tags = tags_again(r, a->tags);
	made->gone = tags_is_reset(r, a->node);
	if (a->keeps_reset && !r->hidden) {
		tags_drop_resets(r, a->node, a->tags);
		a->keeps_reset = false;
	}
	made->node = node_with_step(&r->lint->run, a->node,
				    (struct step){ .kind = STEP_ALIAS, .span = span });
	return true;
}

/*
 * Outline
 */

/* An entry begins at `start`; its number, for where it ends. */
static size_t begin_entry(struct reader *r, size_t start)
{
	struct yaml_outline *outline = r->outline;

	if (!outline)
		return 0;
	outline->entries = arena_grow(&r->lint->run, outline->entries, outline->nentries,
				      &outline->entry_capacity, sizeof(*outline->entries));
	outline->entries[outline->nentries] = reader_span(r, start, start);
	return outline->nentries++;
}

static void end_entry(struct reader *r, size_t number, size_t end)
{
	if (r->outline && end > r->outline->entries[number].end)
		r->outline->entries[number].end = (uint32_t)end;
}

/*
 * Scalars
 */

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

static bool read_scalar(struct reader *r, yaml_event_t *event, struct span when_empty,
			struct made *made)
{
	struct str bytes = r->source->bytes;
	struct found_scalar found = {
		.value = { (const char *)event->data.scalar.value, event->data.scalar.length },
		.style = style_of(event->data.scalar.style),
		.start = offset_of(r, event->start_mark),
		.end = offset_of(r, event->end_mark),
	};
	bool kept;

	found.content = found.start;
	if (event->data.scalar.tag || event->data.scalar.anchor) {
		found.tag = str_from((const char *)event->data.scalar.tag);
		found.anchor = str_from((const char *)event->data.scalar.anchor);
		found.content += written_properties(str_slice(bytes, found.start, bytes.n));
	}
	/* libyaml was given another byte: see reader_mended() */
	if (found.style == STYLE_PLAIN && found.value.n && bytes.p[found.end - 1] == ':' &&
	    r->given.p[found.end - 1] != ':')
		event->data.scalar.value[event->data.scalar.length - 1] = ':';
	kept = reader_finish_scalar(r, &found, when_empty, made);
	yaml_event_delete(event);
	return kept;
}

/*
 * Collections
 */

/* Of a long list the stack is much of the memory: it leaves no copy behind where it grows. */
static void enlarge_stack(struct reader *r)
{
	size_t capacity = r->entry_capacity ? r->entry_capacity * 2 : FIRST_ENTRIES;
	struct arena stack = { 0 };
	struct entry *entries = ARENA_ARRAY(&stack, capacity, struct entry);

	for (size_t i = 0; i < r->nentries; i++)
		entries[i] = r->entries[i];
	arena_free(&r->stack);
	r->stack = stack;
	r->entries = entries;
	r->entry_capacity = capacity;
}

static void push(struct reader *r, const struct entry *entry)
{
	if (r->nentries == r->entry_capacity)
		enlarge_stack(r);
	r->entries[r->nentries++] = *entry;
}

/* Makes the path longer by one key; gives its length before. */
static size_t enter_key(struct reader *r, const struct made *key)
{
	size_t before = r->path.n;

	/* Compose drops "<<" wherever something stands before it */
	if (!r->has_anchors || (before && str_eq(node_text(key->node), STR("<<"))))
		return before;
	builder_add(&r->path, node_text(key->node));
	builder_byte(&r->path, '.');
	return before;
}

/* Reads items until the sequence ends; gives the end mark of that event. */
static bool read_items(struct reader *r, yaml_mark_t *end)
{
	for (size_t index = 0, path = r->path.n;; index++, r->path.n = path) {
		struct entry entry = { 0 };
		yaml_event_t event;
		size_t number;

		if (!next_event(r, &event))
			return false;
		/* such an event holds nothing that would have to be given back */
		if (event.type == YAML_SEQUENCE_END_EVENT) {
			*end = event.end_mark;
			return true;
		}
		if (r->has_anchors)
			builder_fmt(&r->path, "%zu.", index);
		number = begin_entry(r, offset_of(r, event.start_mark));
		if (!read_node(r, &event, SPAN_NONE, &entry.value))
			return false;
		end_entry(r, number, entry.value.end);
		push(r, &entry);
	}
}

static bool read_pairs(struct reader *r, yaml_mark_t *end)
{
	for (;;) {
		struct entry entry = { 0 };
		struct made key;
		yaml_event_t event;
		struct span span;
		size_t path, number;
		bool kept, reset;

		if (!next_event(r, &event))
			return false;
		if (event.type == YAML_MAPPING_END_EVENT) {
			*end = event.end_mark;
			return true;
		}
		r->hidden++;
		number = begin_entry(r, offset_of(r, event.start_mark));
		if (!read_node(r, &event, SPAN_NONE, &key))
			return false;
		r->hidden--;
		span = made_place(&key);
		path = enter_key(r, &key);
		if (!next_event(r, &event) || !read_node(r, &event, span, &entry.value))
			return false;
		end_entry(r, number, entry.value.end);
		r->path.n = path;
		/* with its value the key is gone as well */
		reset = entry.value.gone;
		r->reset_depth += reset;
		kept = key.node->kind == NODE_STRING || reader_check_key(r, &key);
		r->reset_depth -= reset;
		entry.key = key.node;
		entry.value.is_merged = key.is_merge_key;
		/* what is not kept still counts, and its end is the end of the mapping */
		if (!kept)
			entry.key = NULL;
		push(r, &entry);
	}
}

static void finish_sequence(struct reader *r, struct node *node, const struct entry *entries,
			    size_t count)
{
	const struct node **items = ARENA_ARRAY(&r->lint->run, count, const struct node *);

	for (size_t i = 0; i < count; i++)
		if (!entries[i].value.gone)
			items[node->count++] = entries[i].value.node;
	node->in.items = items;
}

static bool open_collection(struct reader *r, size_t start)
{

	if (++r->depth <= LIMIT_DEPTH)
		return true;
	reader_syntax_error(r, reader_character(r, start),
			    "values are nested deeper than %d levels", (int)LIMIT_DEPTH)
		->cause = CAUSE_LIMIT;
	return false;
}

/* Gives size, height and end of a collection; *has_tags: some are below it. */
static struct made measure(const struct node *node, const struct entry *entries, size_t count,
			   size_t start, bool *has_tags)
{
	struct made made = { .node = node, .end = (uint32_t)start };
	size_t size = 1 + (node->kind == NODE_MAPPING ? count : 0);

	*has_tags = false;
	for (size_t i = 0; i < count; i++) {
		const struct made *value = &entries[i].value;

		size += value->size;
		*has_tags |= value->tags != NULL;
		if (value->height > made.height)
			made.height = value->height;
		if (value->end > made.end)
			made.end = value->end;
	}
	made.size = (uint32_t)size;
	made.height++;
	return made;
}

/* What the event says of a collection beside its beginning. */
struct found_collection {
	const yaml_char_t *tag, *anchor;
	bool is_mapping, is_flow;
};

static struct found_collection found_in(const yaml_event_t *event)
{
	if (event->type == YAML_MAPPING_START_EVENT)
		return (struct found_collection){ event->data.mapping_start.tag,
						  event->data.mapping_start.anchor, true,
						  event->data.mapping_start.style ==
							  YAML_FLOW_MAPPING_STYLE };
	return (struct found_collection){ event->data.sequence_start.tag,
					  event->data.sequence_start.anchor, false,
					  event->data.sequence_start.style ==
						  YAML_FLOW_SEQUENCE_STYLE };
}

/* The collection's node, still empty, from the event that begins it, which is freed. */
static struct node *begin_collection(struct reader *r, yaml_event_t *event, size_t *start,
				     struct anchor **anchor)
{
	struct found_collection found = found_in(event);
	struct node *node = ARENA_NEW(&r->lint->run, struct node);
	struct str bytes = r->source->bytes;

	node->kind = found.is_mapping ? NODE_MAPPING : NODE_SEQUENCE;
	node->style = found.is_flow ? STYLE_FLOW : STYLE_BLOCK;
	node->text = STR("");
	*anchor = NULL;
	*start = offset_of(r, event->start_mark);
	/* without these two the event holds nothing that would have to be given back */
	if (!found.tag && !found.anchor)
		return node;
	node->tag = tags_kind(str_from((const char *)found.tag));
	*anchor = anchor_begin(r, str_from((const char *)found.anchor), *start);
	if (node->tag != TAG_NONE)
		*start = tags_start(r, *start);
	else
		*start += written_properties(str_slice(bytes, *start, bytes.n));
	yaml_event_delete(event);
	return node;
}

/* Only brackets and braces have an end of their own: not "[a: b]", a mapping without braces. */
static bool has_own_end(const struct reader *r, const struct node *node, size_t end)
{
	char last = end ? r->source->bytes.p[end - 1] : '\0';

	return node->style == STYLE_FLOW && last == (node->kind == NODE_MAPPING ? '}' : ']');
}

/* It is open, or no longer: `by` is 1 or its negation. */
static void count_open(struct reader *r, const struct node *node, bool reset, unsigned by)
{
	if (node->style == STYLE_FLOW)
		r->flow_depth += by;
	if (node->tag == TAG_NONE)
		return;
	r->hidden += by;
	if (node->tag == TAG_OVERRIDE)
		r->override_depth += by;
	if (reset)
		r->reset_depth += by;
}

/* The collection whose entries have been read, from `base` on. */
static void finish_collection(struct reader *r, struct node *node, size_t base, size_t start,
			      size_t end, struct made *made)
{
	size_t count = r->nentries - base;
	const struct entry *entries = count ? r->entries + base : NULL;
	bool has_tags;

	*made = measure(node, entries, count, start, &has_tags);
	if (has_own_end(r, node, end))
		made->end = (uint32_t)end;
	node->span = reader_span(r, start, made->end);
	if (node->kind == NODE_MAPPING)
		reader_finish_mapping(r, node, entries, count);
	else
		finish_sequence(r, node, entries, count);
	if (has_tags && node->tag == TAG_NONE)
		made->tags = tags_below(r, node, entries, count);
	r->nentries = base;
}

static bool read_collection(struct reader *r, yaml_event_t *event, struct made *made)
{
	struct anchor *anchor;
	size_t start, base = r->nentries;
	struct node *node = begin_collection(r, event, &start, &anchor);
	unsigned definition = anchor ? anchor->definition : 0;
	yaml_mark_t end_mark;
	bool reset;

	if (!open_collection(r, start))
		return false;
	reset = tags_is_reset(r, node);
	count_open(r, node, reset, 1);
	if (node->kind == NODE_MAPPING ? !read_pairs(r, &end_mark) : !read_items(r, &end_mark))
		return false;
	finish_collection(r, node, base, start, offset_of(r, end_mark), made);
	r->depth--;
	count_open(r, node, reset, -1U);
	made->gone = reset;
	if (node->tag != TAG_NONE)
		made->tags = tags_of(r, node);
	if (anchor)
		anchor_end(r, anchor, definition, made);
	return true;
}

/* One more than a file or a run may hold is said. */
static bool count_node(struct reader *r, const yaml_event_t *event)
{
	struct span span;

	if (++r->nodes <= LIMIT_NODES && lint_may_spend(r->lint, SPENT_NODES, 1))
		return true;
	span = reader_character(r, offset_of(r, event->start_mark));
	if (r->nodes > LIMIT_NODES)
		reader_syntax_error(r, span, "this file holds more than %d values",
				    (int)LIMIT_NODES)
			->cause = CAUSE_LIMIT;
	else
		reader_syntax_error(r, span, "the files of this run hold more than %d values",
				    (int)LIMIT_RUN_NODES)
			->cause = CAUSE_LIMIT;
	return false;
}

/* Reads the node that the event begins; the event is freed. */
static bool read_node(struct reader *r, yaml_event_t *event, struct span when_empty,
		      struct made *made)
{
	if (!count_node(r, event)) {
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

size_t reader_scan(struct reader *r, struct str bytes, reader_stop *stop, void *self)
{
	yaml_parser_t parser;
	yaml_token_type_t type = YAML_NO_TOKEN;
	yaml_token_t token;
	struct scanned found;
	unsigned depth = 0;
	size_t read;

	if (!yaml_parser_initialize(&parser))
		arena_out_of_memory();
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes.p + r->bom,
				     bytes.n - r->bom);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (type != YAML_STREAM_END_TOKEN && depth <= LIMIT_DEPTH &&
	       yaml_parser_scan(&parser, &token)) {
		type = token.type;
		depth += type == YAML_FLOW_SEQUENCE_START_TOKEN ||
			 type == YAML_FLOW_MAPPING_START_TOKEN;
		depth -= depth && (type == YAML_FLOW_SEQUENCE_END_TOKEN ||
				   type == YAML_FLOW_MAPPING_END_TOKEN);
		found = (struct scanned){ .start = offset_of(r, token.start_mark),
					  .end = offset_of(r, token.end_mark) };
		yaml_token_delete(&token);
		if (type == YAML_TAG_TOKEN && stop(r, &found, self))
			break;
	}
	if (parser.error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	if (parser.error == YAML_SCANNER_ERROR) {
		found = (struct scanned){ .end = offset_of(r, parser.problem_mark),
					  .problem = str_from(parser.problem),
					  .context = str_from(parser.context) };
		stop(r, &found, self);
	}
	read = parser.mark.index;
	yaml_parser_delete(&parser);
	return read;
}

/* libyaml compares each %TAG with all before it, and each tag with all of them. */
static bool check_tag_directives(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t count = 0;

	for (size_t at = 0; (at = str_find(bytes, STR("%TAG"), at)) != STR_NPOS; at++) {
		bool begins_line = at == 0 || bytes.p[at - 1] == '\n' || bytes.p[at - 1] == '\r';

		if (begins_line && ++count > LIMIT_TAG_DIRECTIVES) {
			reader_syntax_error(r, reader_span(r, at, at + 4),
					    "too many %%TAG directives");
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
	size_t at, end;

	if (!version || (version->major == 1 && version->minor == 1))
		return true;
	/* the event begins with the first directive */
	at = str_find(bytes, STR("%YAML"), offset_of(r, event->start_mark));
	if (at == STR_NPOS)
		at = offset_of(r, event->start_mark);
	for (end = at; end < bytes.n && !written_break(bytes, end);)
		end++;
	reader_syntax_error(r, reader_span(r, at, end),
			    "Compose refuses %%YAML %d.%d; remove this line", version->major,
			    version->minor);
	return false;
}

static bool read_document(struct reader *r)
{
	struct made made;
	yaml_event_t event;
	struct span nowhere;

	if (!next_event(r, &event))
		return false;
	nowhere = reader_span(r, offset_of(r, event.start_mark), offset_of(r, event.start_mark));
	if (!read_node(r, &event, nowhere, &made))
		return false;
	/* the end of the document: an error behind it is one of this document */
	if (!next_event(r, &event))
		return false;
	yaml_event_delete(&event);
	anchor_check_paths(r);
	r->documents = arena_grow(&r->lint->run, r->documents, r->ndocuments, &r->document_capacity,
				  sizeof(*r->documents));
	r->tagged = arena_grow(&r->lint->run, r->tagged, r->ndocuments, &r->tagged_capacity,
			       sizeof(*r->tagged));
	r->tagged[r->ndocuments] = tags_tree(r, made.tags);
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

struct yaml_file yaml_parse_outlined(struct lint *lint, const struct source *source,
				     struct yaml_outline *outline)
{
	yaml_parser_t parser;
	struct reader r = { .lint = lint, .source = source, .parser = &parser, .outline = outline };
	bool big = str_starts(source->bytes, STR("\xFE\xFF"));
	bool little = str_starts(source->bytes, STR("\xFF\xFE"));

	if ((big || little) && !reader_decode_utf16(&r, big))
		return (struct yaml_file){ .broken = true };
	if (!yaml_parser_initialize(&parser))
		arena_out_of_memory();
	r.path.arena = &r.work;
	r.has_anchors = str_find_byte(source->bytes, '&', 0) != STR_NPOS;
	reader_map_offsets(&r);
	r.given = reader_mended(&r);
	yaml_parser_set_input_string(&parser, (const unsigned char *)r.given.p + r.bom,
				     r.given.n - r.bom);
	/* what else looks like another encoding is an error of this one */
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	if (!r.broken && check_tag_directives(&r))
		read_documents(&r);
	yaml_parser_delete(&parser);
	arena_free(&r.sorting);
	arena_free(&r.work);
	arena_free(&r.stack);
	return (struct yaml_file){ r.documents, r.tagged, r.ndocuments, r.broken, r.refused };
}

struct yaml_file yaml_parse(struct lint *lint, const struct source *source)
{
	return yaml_parse_outlined(lint, source, NULL);
}

struct str yaml_library_version(void)
{
	return str_from(yaml_get_version_string());
}
