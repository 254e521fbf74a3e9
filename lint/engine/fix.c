/* SPDX-License-Identifier: MIT */
/* The edits that would mend what a finding is about, on the text of the files. */
#include "config.h"

#include "base/limits.h"
#include "engine/sink.h"
#include "engine/way.h"

/* Somebody will see it: nothing is looked for before this is asked. */
static bool is_wanted(const struct sink *out)
{
	return out->current && !out->without_fixes;
}

static bool text_is_its_own(const struct node *node)
{
	if (!node || node->nparts || node->style == STYLE_MADE || span_is_none(node->span))
		return false;
	for (const struct step *step = node->via; step; step = step->before)
		if (step->kind == STEP_ALIAS || step->kind == STEP_MERGE_KEY ||
		    step->kind == STEP_INCLUDE || step->kind == STEP_EXTENDS)
			return false;
	return true;
}

/* What a file has in place of an item that was made of its short form. */
static const struct node *as_written(const struct node *item)
{
	const struct step *step = item->style == STYLE_MADE ? node_step(item, STEP_SHORT) : NULL;

	return step && step->was ? step->was : item;
}

static void add_edit(struct sink *out, bool safe, struct edit edit, const char *title)
{
	struct fix *fix;
	struct edit *edits;

	if (!is_wanted(out))
		return;
	fix = &out->current->fix;
	edits = ARENA_ARRAY(&out->lint->run, fix->nedits + 1, struct edit);
	for (size_t i = 0; i < fix->nedits; i++)
		edits[i] = fix->edits[i];
	edit.text = arena_str(&out->lint->run, edit.text);
	edits[fix->nedits] = edit;
	*fix = (struct fix){ str_from(title), safe && (!fix->nedits || fix->safe), edits,
			     fix->nedits + 1 };
}

static void suggest(struct sink *out, bool safe, struct span span, struct str text,
		    const char *title)
{
	add_edit(out, safe, (struct edit){ .span = span, .text = text }, title);
}

void suggest_replace(struct sink *out, bool safe, const struct node *scalar, struct str text,
		     const char *title)
{
	struct span span;

	if (!is_wanted(out) || !text_is_its_own(scalar))
		return;
	span = scalar->span;
	/* the quotes stay */
	if ((scalar->style == STYLE_SINGLE || scalar->style == STYLE_DOUBLE) &&
	    span.end - span.start >= 2) {
		span.start++;
		span.end--;
	}
	suggest(out, safe, span, text, title);
}

void suggest_replace_at_origin(struct sink *out, bool safe, const struct node *value,
			       struct str text, const char *title)
{
	const struct source *source;
	struct span at;

	if (!is_wanted(out) || !value || value->nparts != 1 || value->parts[0].kind != PART_VALUE)
		return;
	at = value->parts[0].origin;
	source = source_get(&out->lint->sources, at.source);
	/* a default stands in the Compose file; a value in quotes is not the text alone */
	if (source && at.source != value->span.source &&
	    str_eq(str_slice(source->bytes, at.start, at.end), value->text))
		suggest(out, safe, at, text, title);
}

/* Whole lines from the first to the last byte of the span, their ends included.  Where much stands
   beside it they are not looked for: each of many findings on a long line would walk all of it. */
static bool whole_lines(const struct source *source, struct span span, struct span *whole)
{
	uint32_t start = span.start, end = span.end;

	for (; start > 0 && source->bytes.p[start - 1] != '\n'; start--)
		if (span.start - start >= LIMIT_SHORT_LINE_BYTES)
			return false;
	for (; end < source->bytes.n && source->bytes.p[end] != '\n'; end++)
		if (end - span.end >= LIMIT_SHORT_LINE_BYTES)
			return false;
	if (end < source->bytes.n)
		end++;
	*whole = (struct span){ span.source, start, end };
	return true;
}

/* The line holds nothing but the node behind `lead` ("- ", "key: "), so it can go as a whole. */
static bool is_alone(const struct source *source, struct span whole, struct span node,
		     struct str lead)
{
	struct str before = str_trim(str_slice(source->bytes, whole.start, node.start));
	struct str behind = str_trim(str_slice(source->bytes, node.end, whole.end));

	return str_eq(before, lead) && (!behind.n || behind.p[0] == '#');
}

static size_t before_blanks(struct str text, size_t at)
{
	while (at > 0 && byte_is_space(text.p[at - 1]))
		at--;
	return at;
}

static size_t behind_blanks(struct str text, size_t at)
{
	while (at < text.n && byte_is_space(text.p[at]))
		at++;
	return at;
}

/* What ends there may be the comment of its line: a "#" stands before it, or much that nobody looks
   through for each of many findings. */
static bool may_be_comment(struct str text, size_t end)
{
	size_t start = end;

	while (start > 0 && text.p[start - 1] != '\n' && text.p[start - 1] != '#' &&
	       end - start < LIMIT_SHORT_LINE_BYTES)
		start--;
	return start > 0 && text.p[start - 1] != '\n';
}

/* With one of its commas; false when it does not stand among others between brackets. */
static bool cut_from_flow(const struct source *source, struct span node, struct span *cut)
{
	struct str text = source->bytes;
	size_t start = before_blanks(text, node.start), end = behind_blanks(text, node.end);
	char before = start ? text.p[start - 1] : '\n', behind = end < text.n ? text.p[end] : '\n';

	if (str_find_byte(str_slice(text, start, node.start), '\n', 0) != STR_NPOS &&
	    may_be_comment(text, start))
		return false;
	if (before == ',' && (behind == ',' || behind == ']' || behind == '}'))
		*cut = (struct span){ node.source, (uint32_t)start - 1, node.end };
	else if ((before == '[' || before == '{') && behind == ',') {
		size_t next = behind_blanks(text, end + 1);

		/* a comment needs the blank before it */
		if (next < text.n && text.p[next] == '#')
			next = end + 1;
		*cut = (struct span){ node.source, node.start, (uint32_t)next };
	} else {
		return false;
	}
	return true;
}

/* A key and the mapping that has it. */
struct keyed {
	const struct node *mapping;
	const struct pair *pair;
};

/* Where a node stands: an item in the list of a key, or the value of a key. */
struct holder {
	const struct node *list; /* of an item; NULL: it is none */
	struct keyed value;      /* what has the list, or the value itself */
	struct keyed outer;      /* of a value: what has its mapping */
};

static struct keyed keyed_by(const struct way *way)
{
	if (!way || way->is_item || !way->up)
		return (struct keyed){ NULL, NULL };
	return (struct keyed){ way->up->node, node_pair(way->up->node, way->key) };
}

static void way_to_holder(void *self, const struct way *way)
{
	struct holder *holder = self;

	holder->list = way->is_item ? way->up->node : NULL;
	holder->value = keyed_by(way->is_item ? way->up : way);
	holder->outer = way->is_item ? holder->value : keyed_by(way->up);
}

static bool has_neighbour(const struct node *list, const struct node *item)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->in.items[i] != item &&
		    list->in.items[i]->span.source == item->span.source)
			return true;
	return false;
}

/* The mapping has another key in this file, so that it does not become empty. */
static bool has_other_key(const struct node *mapping, const struct pair *pair)
{
	uint32_t source = pair->key->span.source;

	for (size_t i = 0; i < mapping->count; i++)
		if (&mapping->in.pairs[i] != pair &&
		    mapping->in.pairs[i].key->span.source == source)
			return true;
	for (size_t i = 0; i < mapping->nremoved; i++)
		if (mapping->removed[i].key->span.source == source)
			return true;
	return false;
}

/* "key:" and the only item below it; false when there is more, or they stand in two files. */
static bool key_and_item(const struct source *source, const struct pair *pair,
			 const struct node *item, struct span *whole)
{
	struct span key, both;
	struct str between, colon;

	if (!pair || !text_is_its_own(pair->key) || pair->key->span.source != source->number ||
	    pair->key->span.end > item->span.start)
		return false;
	key = pair->key->span;
	between = str_slice(source->bytes, key.end, item->span.start);
	colon = str_cut(&between, '\n');
	if (!str_eq(str_trim(colon), STR(":")) || !str_eq(str_trim(between), STR("-")))
		return false;
	both = (struct span){ source->number, key.start, item->span.end };
	return whole_lines(source, both, whole) && is_alone(source, *whole, both, STR(""));
}

/* The value is written in braces or brackets, or as the lines of its keys; a tag or an anchor before
   it means more than what it holds. */
static bool can_go_whole(const struct source *source, const struct node *value)
{
	const struct pair *last;
	char first;

	if (value->span.source != source->number || value->span.start >= source->bytes.n)
		return false;
	first = source->bytes.p[value->span.start];
	if (first == '[' || first == '{')
		return true;
	if (value->kind != NODE_MAPPING || value->style != STYLE_BLOCK || value->count != 1)
		return false;
	last = &value->in.pairs[0];
	return value->span.start == last->key->span.start &&
	       value->span.end == last->value->span.end;
}

/* A key without a value would be refused, and so would a service without a key. */
static void delete_with_key(struct sink *out, bool safe, const struct source *source,
			    struct keyed place, const struct node *item, const char *title)
{
	struct span whole;

	if (!place.pair || !has_other_key(place.mapping, place.pair))
		return;
	if (key_and_item(source, place.pair, item, &whole))
		suggest(out, safe, whole, STR(""), title);
	else if (can_go_whole(source, place.pair->value))
		suggest_delete_pair(out, safe, place.pair, title);
}

void suggest_delete_item(struct sink *out, bool safe, const struct node *item, const char *title)
{
	const struct source *source = source_get(&out->lint->sources, item->span.source);
	struct holder holder = { .list = NULL };
	struct span whole;

	if (!is_wanted(out) || !source || !text_is_its_own(as_written(item)))
		return;
	way_find(&out->ways, out->project, out->service, item, way_to_holder, &holder);
	if (holder.list
		    ? !has_neighbour(holder.list, item)
		    : holder.value.pair && !has_other_key(holder.value.mapping, holder.value.pair))
		delete_with_key(out, safe, source, holder.outer, item, title);
	else if ((whole_lines(source, item->span, &whole) &&
		  is_alone(source, whole, item->span, STR("-"))) ||
		 cut_from_flow(source, item->span, &whole))
		suggest(out, safe, whole, STR(""), title);
	else if (!holder.list && holder.value.pair)
		suggest_delete_pair(out, safe, holder.value.pair, title);
}

void suggest_delete_key(struct sink *out, bool safe, const struct service *service, struct str key,
			const char *title)
{
	const struct pair *pair = is_wanted(out) ? node_pair(service->node, key) : NULL;

	if (pair && has_other_key(service->node, pair))
		suggest_delete_pair(out, safe, pair, title);
}

void suggest_delete_pair(struct sink *out, bool safe, const struct pair *pair, const char *title)
{
	const struct source *source;
	struct span whole, both;

	if (!is_wanted(out) || !text_is_its_own(as_written(pair->value)) ||
	    !text_is_its_own(pair->key))
		return;
	source = source_get(&out->lint->sources, pair->key->span.source);
	if (!source || pair->value->span.source != pair->key->span.source ||
	    pair->value->span.end < pair->key->span.start)
		return;
	both = (struct span){ pair->key->span.source, pair->key->span.start,
			      pair->value->span.end };
	if ((whole_lines(source, both, &whole) && is_alone(source, whole, both, STR(""))) ||
	    cut_from_flow(source, both, &whole))
		suggest(out, safe, whole, STR(""), title);
}

/* Where the value of a pair ends, as it stands there: an alias ends with its name. */
static struct span span_there(const struct node *value)
{
	const struct step *alias = node_step(value, STEP_ALIAS);

	return alias ? alias->span : value->span;
}

/* Blanks before the first key of the mapping in the file that has its name; false in flow style. */
static bool insertion_point(struct sink *out, const struct node *name, const struct node *mapping,
			    struct span *at, struct str *indent)
{
	const struct source *source;
	const struct pair *last = NULL;
	struct span line;
	size_t blanks = 0;

	if (mapping->kind != NODE_MAPPING || mapping->style != STYLE_BLOCK ||
	    !text_is_its_own(name))
		return false;
	source = source_get(&out->lint->sources, name->span.source);
	if (!source)
		return false;
	/* from behind, where it nearly always stands */
	for (size_t i = mapping->count; i > 0; i--) {
		const struct pair *pair = &mapping->in.pairs[i - 1];

		if ((!last || pair->key->span.start > last->key->span.start) &&
		    pair->key->span.source == source->number &&
		    span_there(pair->value).source == source->number && text_is_its_own(pair->key))
			last = pair;
	}
	if (!last || last->value->style == STYLE_LITERAL || last->value->style == STYLE_FOLDED)
		return false;
	if (!whole_lines(source, last->key->span, &line))
		return false;
	while (byte_is_blank(source->bytes.p[line.start + blanks]))
		blanks++;
	if (line.start + blanks != last->key->span.start)
		return false;
	*indent = str_slice(source->bytes, line.start, line.start + blanks);
	if (!whole_lines(source, span_there(last->value), &line))
		return false;
	if (line.end < last->key->span.end || source->bytes.p[line.end - 1] != '\n')
		return false;
	*at = (struct span){ source->number, line.end, line.end };
	return true;
}

/* The end of the last pair before "}" in the file that has the mapping's name. */
static bool flow_insertion_point(struct sink *out, const struct node *name,
				 const struct node *mapping, struct span *at)
{
	const struct source *source = source_get(&out->lint->sources, name->span.source);
	const struct node *last = NULL;
	size_t end;

	if (mapping->kind != NODE_MAPPING || mapping->style != STYLE_FLOW || !source ||
	    !text_is_its_own(name) || !text_is_its_own(mapping) ||
	    mapping->span.source != source->number)
		return false;
	for (size_t i = 0; i < mapping->count; i++) {
		const struct node *value = mapping->in.pairs[i].value;

		if (span_there(value).source == source->number &&
		    (!last || span_there(value).end > span_there(last).end))
			last = value;
	}
	if (!last)
		return false;
	*at = span_there(last);
	end = behind_blanks(source->bytes, at->end);
	if (end + 1 != mapping->span.end || source->bytes.p[end] != '}' || at->end == at->start)
		return false;
	at->start = at->end;
	return true;
}

void suggest_insert_pair(struct sink *out, bool safe, const struct node *name,
			 const struct node *mapping, struct str key, struct str value,
			 const char *title)
{
	struct span at;
	struct str indent;

	if (!is_wanted(out))
		return;
	if (insertion_point(out, name, mapping, &at, &indent))
		suggest(out, safe, at,
			sink_fmt(out, "%.*s%.*s: %.*s\n", STR_FMT(indent), STR_FMT(key),
				 STR_FMT(value)),
			title);
	else if (flow_insertion_point(out, name, mapping, &at))
		suggest(out, safe, at, sink_fmt(out, ", %.*s: %.*s", STR_FMT(key), STR_FMT(value)),
			title);
}

void suggest_insert_key(struct sink *out, bool safe, const struct service *service, struct str key,
			struct str value, const char *title)
{
	/* a key that a later layer takes away would go with what was there */
	if (is_wanted(out) && !service_removed(service, key))
		suggest_insert_pair(out, safe, service->key, service->node, key, value, title);
}

void suggest_append_item(struct sink *out, bool safe, const struct service *service, struct str key,
			 struct str item, const char *title)
{
	const struct node *list, *last;
	const struct source *source;
	struct span line;
	struct str lead;
	size_t behind;

	if (!is_wanted(out))
		return;
	list = service_field(service, key);
	if (!list || !list->count) {
		if (!list)
			suggest_insert_key(out, safe, service, key,
					   sink_fmt(out, "[%.*s]", STR_FMT(item)), title);
		return;
	}
	/* a list of names may have become a mapping, whose keys are its items */
	if (list->kind == NODE_SEQUENCE)
		last = as_written(list->in.items[list->count - 1]);
	else if (list->kind == NODE_MAPPING)
		last = list->in.pairs[list->count - 1].key;
	else
		return;
	source = source_get(&out->lint->sources, last->span.source);
	if (!source || !text_is_its_own(last) || !text_is_its_own(list))
		return;
	behind = behind_blanks(source->bytes, last->span.end);
	if (list->kind == NODE_SEQUENCE && behind < source->bytes.n &&
	    source->bytes.p[behind] == ']') {
		suggest(out, safe, (struct span){ source->number, last->span.end, last->span.end },
			sink_fmt(out, ", %.*s", STR_FMT(item)), title);
		return;
	}
	if (!whole_lines(source, last->span, &line))
		return;
	lead = str_slice(source->bytes, line.start, last->span.start);
	if (!is_alone(source, line, last->span, STR("-")) || source->bytes.p[line.end - 1] != '\n')
		return;
	suggest(out, safe, (struct span){ source->number, line.end, line.end },
		sink_fmt(out, "%.*s%.*s\n", STR_FMT(lead), STR_FMT(item)), title);
}

/* With the line ends of the file, the last of which may be missing. */
void suggest_append_lines(struct sink *out, bool safe, uint32_t number, struct str lines,
			  const char *title)
{
	const struct source *source = source_get(&out->lint->sources, number);
	struct builder text = { .arena = &out->lint->scratch };
	uint32_t end;
	bool crlf;

	if (!source || !is_wanted(out))
		return;
	end = (uint32_t)source->bytes.n;
	crlf = str_has(source->bytes, STR("\r\n"));
	if (end > 0 && source->bytes.p[end - 1] != '\n')
		builder_add(&text, crlf ? STR("\r\n") : STR("\n"));
	while (lines.n > 0) {
		builder_add(&text, str_cut(&lines, '\n'));
		builder_add(&text, crlf ? STR("\r\n") : STR("\n"));
	}
	suggest(out, safe, (struct span){ number, end, end }, builder_str(&text), title);
}

void suggest_new_file(struct sink *out, bool safe, struct str name, struct str text,
		      const char *title)
{
	add_edit(out, safe, (struct edit){ .text = text, .creates = name }, title);
}
