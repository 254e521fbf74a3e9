/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/setting.h"

#include <string.h>

#include "base/nearest.h"
#include "base/path.h"
#include "base/utf8.h"

/* The words of setting.list. */
enum {
	text = SETTING_TEXT,
	number = SETTING_NUMBER,
	boolean = SETTING_BOOLEAN,
	list = SETTING_LIST,
	map = SETTING_MAP,
	empty = SETTING_EMPTY,
	open = SETTING_OPEN,
	plus = SETTING_PLUS,
	kept = SETTING_KEPT
};

struct setting {
	struct str key;
	unsigned depth;
	unsigned kinds;
	struct str values;
};

static const struct setting rows[] = {
	{ STR_INIT(""), 0, SETTING_MAP, STR_INIT("") }, /* the file itself */
#define SETTING(depth, key, kinds, values) { STR_INIT(key), depth, kinds, STR_INIT(values) },
#include "fact/setting.list"
#undef SETTING
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

/* ---- the table ---- */

const struct setting *setting_next(const struct setting *row)
{
	const struct setting *next = row ? row + 1 : rows + 1;

	return next < rows + ROWS ? next : NULL;
}

/* The children of a row: NULL begins, NULL ends. */
static const struct setting *next_child(const struct setting *at, const struct setting *child)
{
	const struct setting *next = child ? child + 1 : at + 1;

	while (next < rows + ROWS && next->depth > at->depth + 1)
		next++;
	return next < rows + ROWS && next->depth == at->depth + 1 ? next : NULL;
}

static const struct setting *child_of(const struct setting *at, struct str key)
{
	for (const struct setting *child = NULL; (child = next_child(at, child));)
		if (str_eq(child->key, key))
			return child;
	return NULL;
}

static bool is_any(const struct setting *row)
{
	return str_eq(row->key, STR("*")) || str_eq(row->key, STR("[]"));
}

/* The row of a key that a file has, "key" or "key+". */
static const struct setting *row_of(const struct setting *at, struct str key)
{
	for (const struct setting *child = NULL; (child = next_child(at, child));) {
		if (str_eq(child->key, STR("[]")))
			continue;
		if (str_eq(child->key, STR("*")) || str_eq(child->key, key))
			return child;
		if ((child->kinds & SETTING_PLUS) && str_ends(key, STR("+")) &&
		    str_eq(child->key, str_slice(key, 0, key.n - 1)))
			return child;
	}
	return NULL;
}

const struct setting *setting_of_file(void)
{
	return rows;
}

const struct setting *setting_of_service(void)
{
	return child_of(child_of(rows, STR("services")), STR("*"));
}

const struct setting *setting_of_network(void)
{
	return child_of(child_of(rows, STR("networks")), STR("*"));
}

struct str setting_path(struct arena *arena, const struct setting *row)
{
	struct str path = row->key;
	unsigned depth = row->depth;

	for (const struct setting *above = row; depth > 1; above--) {
		if (above->depth != depth - 1)
			continue;
		path = arena_fmt(arena, "%.*s.%.*s", STR_FMT(above->key), STR_FMT(path));
		depth--;
	}
	return path;
}

/* ---- values ---- */

static bool is_port(struct str value)
{
	int64_t port;

	return str_to_int(value, &port) && port > 0 && port <= 65535;
}

/* "4000-4002/tcp" */
static bool is_port_range(struct str value)
{
	struct str last = str_cut(&value, '/'), first = str_cut(&last, '-');

	return is_port(first) && (!last.p || is_port(last));
}

static bool is_container_path(struct str value)
{
	return path_is_absolute(value) ||
	       (value.n > 2 && byte_is_alpha(value.p[0]) && value.p[1] == ':' &&
		(value.p[2] == '\\' || value.p[2] == '/'));
}

static bool is_value(const struct setting *row, struct str value)
{
	struct str rest = row->values;

	if (!rest.n)
		return true;
	while (rest.p) {
		struct str word = str_cut(&rest, '|');

		if (str_eq(word, STR("/PATH"))  ? is_container_path(value)
		    : str_eq(word, STR("PORT")) ? is_port_range(value)
						: str_eq(word, value))
			return true;
	}
	return false;
}

/* ---- words ---- */

static struct str shown(const struct setting_request *request, struct str name)
{
	struct builder b = { .arena = &request->lint->run };

	utf8_add_visible(&b, name, 60);
	return builder_str(&b);
}

static const char *kind_word(const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		return "empty";
	case NODE_BOOL:
		return "true or false";
	case NODE_INT:
	case NODE_FLOAT:
		return "a number";
	case NODE_STRING:
		return "text";
	case NODE_TIMESTAMP:
		return "a date";
	case NODE_SEQUENCE:
		return "a list";
	case NODE_MAPPING:
		return "a mapping";
	}
	return "";
}

/* "a, b or c" */
static void add_alternative(struct builder *b, struct str word, bool first, bool last)
{
	if (!first)
		builder_add(b, last ? STR(" or ") : STR(", "));
	builder_add(b, word);
}

/* "a list or text" */
static struct str kind_words(struct arena *arena, unsigned kinds)
{
	static const struct {
		unsigned kind;
		struct str word;
	} words[] = {
		{ SETTING_TEXT, STR_INIT("text") },
		{ SETTING_NUMBER, STR_INIT("an integer") },
		{ SETTING_BOOLEAN, STR_INIT("true or false") },
		{ SETTING_LIST, STR_INIT("a list") },
		{ SETTING_MAP, STR_INIT("a mapping") },
	};
	struct builder b = { .arena = arena };
	size_t left = 0;
	bool first = true;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		left += (kinds & words[i].kind) != 0;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!(kinds & words[i].kind))
			continue;
		add_alternative(&b, words[i].word, first, left == 1);
		first = false;
		left--;
	}
	return builder_str(&b);
}

static struct str question(const struct setting_request *request, const struct nearest *nearest)
{
	return nearest->name.n ? arena_fmt(&request->lint->run, "; did you mean '%.*s'?",
					   STR_FMT(nearest->name))
			       : STR("");
}

/* What is said of a service, where the whole file has no such key: "role", or "roles" of all. */
static struct str nearest_of_service(const struct setting *at, const struct nearest *of_file)
{
	struct nearest nearest = { .wanted = of_file->wanted };

	for (const struct setting *child = NULL;
	     at == setting_of_file() && (child = next_child(setting_of_service(), child));)
		nearest_offer(&nearest, child->key);
	if (of_file->name.n && !str_starts(nearest.wanted, nearest.name))
		return STR("");
	return nearest.name;
}

static void say_unknown(const struct setting_request *request, const struct setting *at,
			const struct node *key)
{
	struct nearest nearest = { .wanted = key->text };
	struct builder known = { .arena = &request->lint->run };
	struct str of_service;

	for (const struct setting *child = NULL; (child = next_child(at, child));) {
		if (is_any(child))
			continue;
		nearest_offer_word(&nearest, child->key);
		if (known.n)
			builder_add(&known, STR(", "));
		builder_add(&known, child->key);
	}
	of_service = nearest_of_service(at, &nearest);
	if (of_service.n)
		notice_add(request->lint, NOTICE_MISTAKE, key->span,
			   "there is no key '%.*s' here, so it does not count; did you mean "
			   "'services: {NAME: {%.*s: ...}}'?",
			   STR_FMT(shown(request, key->text)), STR_FMT(of_service));
	else if (nearest.name.n)
		notice_add(request->lint, NOTICE_MISTAKE, key->span,
			   "there is no key '%.*s' here, so it does not count; did you mean "
			   "'%.*s'?",
			   STR_FMT(shown(request, key->text)), STR_FMT(nearest.name));
	else
		notice_add(request->lint, NOTICE_MISTAKE, key->span,
			   "there is no key '%.*s' here, so it does not count; known are %.*s",
			   STR_FMT(shown(request, key->text)), STR_FMT(builder_str(&known)));
}

static struct str subject(const struct setting_request *request, struct str key)
{
	if (str_eq(key, STR("[]")))
		return STR("an item of this list");
	return arena_fmt(&request->lint->run, "'%.*s'", STR_FMT(shown(request, key)));
}

static void say_kind(const struct setting_request *request, struct str key, unsigned kinds,
		     const struct node *node, struct str advice)
{
	struct str who = subject(request, key);

	notice_add(request->lint, NOTICE_MISTAKE, node->span,
		   "%.*s has to be %.*s and is %s, so it does not count%.*s", STR_FMT(who),
		   STR_FMT(kind_words(&request->lint->run, kinds)), kind_word(node),
		   STR_FMT(advice));
}

/* "image-unpinned: info": the value of a key that is left out, "; did you mean '{level: info}'?" */
static struct str key_left_out(const struct setting_request *request, const struct setting *row,
			       const struct node *node)
{
	if (!(row->kinds & SETTING_MAP) || node->kind != NODE_STRING)
		return STR("");
	for (const struct setting *child = NULL; (child = next_child(row, child));) {
		struct nearest nearest = { .wanted = node->text };
		struct str rest = child->values;

		while (rest.n)
			nearest_offer_word(&nearest, str_cut(&rest, '|'));
		if (!is_any(child) && nearest.name.n)
			return arena_fmt(&request->lint->run, "; did you mean '{%.*s: %.*s}'?",
					 STR_FMT(child->key), STR_FMT(nearest.name));
	}
	return STR("");
}

/* "sees: [/work]": the value behind a name is left out, "; did you mean '{/work: ro}'?" */
static struct str value_left_out(const struct setting_request *request, const struct setting *row,
				 const struct node *node)
{
	const struct node *name =
		node->kind == NODE_SEQUENCE && node->count ? node->in.items[0] : node;

	if (!(row->kinds & SETTING_MAP) || name->kind != NODE_STRING)
		return STR("");
	for (const struct setting *child = NULL; (child = next_child(row, child));) {
		struct str rest = child->values, first = str_cut(&rest, '|');

		if (is_any(child) && first.n)
			return arena_fmt(&request->lint->run, "; did you mean '{%.*s: %.*s}'?",
					 STR_FMT(shown(request, name->text)), STR_FMT(first));
	}
	return STR("");
}

/* "ignore: [RULE]": the keys of an item are left out, "; did you mean '{rule: RULE, reason: ...}'?" */
static struct str keys_left_out(const struct setting_request *request, const struct setting *row,
				const struct node *node)
{
	struct builder keys = { .arena = &request->lint->run };

	if (!str_eq(row->key, STR("[]")) || !(row->kinds & SETTING_MAP) ||
	    node->kind != NODE_STRING)
		return STR("");
	for (const struct setting *child = NULL; (child = next_child(row, child));) {
		if (keys.n)
			builder_add(&keys, STR(", "));
		builder_add(&keys, child->key);
		builder_add(&keys, STR(": "));
		builder_add(&keys,
			    keys.n == child->key.n + 2 ? shown(request, node->text) : STR("..."));
	}
	return arena_fmt(&request->lint->run, "; did you mean '{%.*s}'?",
			 STR_FMT(builder_str(&keys)));
}

static void say_value(const struct setting_request *request, const struct setting *row,
		      struct str key, const struct node *node)
{
	struct nearest nearest = { .wanted = node->text };
	struct builder known = { .arena = &request->lint->run };
	struct str rest = row->values;

	while (rest.p) {
		struct str value = str_cut(&rest, '|');

		nearest_offer_word(&nearest, value);
		add_alternative(&known, value, known.n == 0, rest.p == NULL);
	}
	notice_add(request->lint, NOTICE_MISTAKE, node->span,
		   "%.*s has to be %.*s, not '%.*s', so %s%.*s", STR_FMT(subject(request, key)),
		   STR_FMT(builder_str(&known)), STR_FMT(shown(request, node->text)),
		   row->kinds & SETTING_KEPT ? "only its name counts" : "it does not count",
		   STR_FMT(question(request, &nearest)));
}

static struct str left_out(const struct setting_request *request, const struct setting *row,
			   const struct node *node)
{
	struct str key = key_left_out(request, row, node);

	if (!key.n)
		key = keys_left_out(request, row, node);
	return key.n ? key : value_left_out(request, row, node);
}

/* ---- the check ---- */

static unsigned kind_of(const struct node *node)
{
	switch (node->kind) {
	case NODE_NULL:
		return SETTING_EMPTY;
	case NODE_BOOL:
		return SETTING_BOOLEAN;
	case NODE_INT:
		return SETTING_NUMBER;
	case NODE_STRING:
		return SETTING_TEXT;
	case NODE_SEQUENCE:
		return SETTING_LIST;
	case NODE_MAPPING:
		return SETTING_MAP;
	case NODE_FLOAT:
	case NODE_TIMESTAMP:
		break;
	}
	return 0;
}

/* What a key names whose value does not count. */
static const struct node *nothing(const struct setting_request *request, const struct node *value)
{
	return node_new(&request->lint->run, NODE_NULL, value->span);
}

static bool is_doubtful(const struct setting_request *request, const struct node *key)
{
	for (size_t i = 0; i < request->ndoubtful; i++)
		if (span_eq(request->doubtful[i], key->span))
			return true;
	return false;
}

static const struct node *check(const struct setting_request *request, const struct setting *row,
				struct str key, const struct node *node);

static const struct node *check_pairs(const struct setting_request *request,
				      const struct setting *row, const struct node *node)
{
	struct arena *arena = &request->lint->run;
	struct node *copy = node_copy(arena, node);
	struct pair *pairs = ARENA_ARRAY(arena, node->count, struct pair);

	copy->count = 0;
	for (size_t i = 0; i < node->count; i++) {
		struct pair pair = node->in.pairs[i];
		const struct setting *child = row_of(row, pair.key->text);

		if (is_doubtful(request, pair.key))
			pair.value = NULL;
		else if (child)
			pair.value = check(request, child, pair.key->text, pair.value);
		else if (!(row->kinds & SETTING_OPEN)) {
			say_unknown(request, row, pair.key);
			continue;
		}
		if (!pair.value && child && (child->kinds & SETTING_KEPT))
			pair.value = nothing(request, node->in.pairs[i].value);
		if (pair.value)
			pairs[copy->count++] = pair;
	}
	copy->in.pairs = pairs;
	node_index(arena, copy);
	return copy;
}

static const struct node *check_items(const struct setting_request *request,
				      const struct setting *row, const struct node *node)
{
	struct arena *arena = &request->lint->run;
	const struct setting *child = child_of(row, STR("[]"));
	struct node *copy = node_copy(arena, node);
	const struct node **items = ARENA_ARRAY(arena, node->count, const struct node *);

	copy->count = 0;
	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = check(request, child, child->key, node->in.items[i]);

		if (item)
			items[copy->count++] = item;
		else if (row->kinds & SETTING_KEPT)
			return NULL;
	}
	copy->in.items = items;
	return copy;
}

static const struct node *check(const struct setting_request *request, const struct setting *row,
				struct str key, const struct node *node)
{
	/* a value under x-compose-lint may come from a variable that nobody sets */
	if (node_is_unknown(node)) {
		notice_add(request->lint, NOTICE_MISTAKE, node->span,
			   "'%.*s' comes from a variable that is not set, so it does not count",
			   STR_FMT(shown(request, key)));
		return NULL;
	}
	if (!(kind_of(node) & row->kinds)) {
		if (row->values.n && node_is_scalar(node) && node->kind != NODE_NULL)
			say_value(request, row, key, node);
		else
			say_kind(request, key, row->kinds, node, left_out(request, row, node));
		return NULL;
	}
	switch (node->kind) {
	case NODE_MAPPING:
		return check_pairs(request, row, node);
	case NODE_SEQUENCE:
		return check_items(request, row, node);
	case NODE_STRING:
	case NODE_INT:
		if (is_value(row, node->text))
			return node;
		say_value(request, row, key, node);
		return NULL;
	default:
		return node;
	}
}

const struct node *setting_check(const struct setting_request *request, const struct setting *row,
				 const struct node *node)
{
	return check(request, row, row->depth ? STR("x-compose-lint") : STR("the file"), node);
}

const struct node *setting_check_option(const struct setting_request *request, struct str key,
					unsigned kinds, const struct node *node)
{
	if (!(kind_of(node) & kinds)) {
		say_kind(request, key, kinds, node, STR(""));
		return NULL;
	}
	for (size_t i = 0; node->kind == NODE_SEQUENCE && i < node->count; i++)
		if (node->in.items[i]->kind != NODE_STRING) {
			say_kind(request, STR("[]"), SETTING_TEXT, node->in.items[i], STR(""));
			return NULL;
		}
	return node;
}

/* ---- reading ---- */

size_t setting_texts(struct arena *arena, const struct node *node, const struct str **texts)
{
	struct str *all;
	size_t count = 0;

	*texts = NULL;
	if (!node || node->kind == NODE_NULL || node->kind == NODE_MAPPING)
		return 0;
	if (node->kind != NODE_SEQUENCE) {
		*texts = &node->text;
		return 1;
	}
	all = ARENA_ARRAY(arena, node->count, struct str);
	for (size_t i = 0; i < node->count; i++)
		all[count++] = node->in.items[i]->text;
	*texts = all;
	return count;
}

size_t setting_texts_over(struct arena *arena, const struct node *mapping, struct str key,
			  const struct str *defaults, size_t ndefaults, const struct str **texts)
{
	const struct node *given = node_get(mapping, key);
	const struct str *more;
	size_t nmore, count = ndefaults;
	struct str *all;

	*texts = defaults;
	/* most rules are not configured */
	if (!mapping)
		return count;
	nmore = setting_texts(arena, node_get(mapping, arena_fmt(arena, "%.*s+", STR_FMT(key))),
			      &more);
	if (given)
		count = setting_texts(arena, given, texts);
	if (!nmore)
		return count;
	all = ARENA_ARRAY(arena, count + nmore, struct str);
	if (count)
		memcpy(all, *texts, count * sizeof(*all));
	memcpy(all + count, more, nmore * sizeof(*all));
	*texts = all;
	return count + nmore;
}
