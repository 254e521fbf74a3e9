/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model/layers.h"
#include "model/merge.h"
#include "model_text.h"
#include "tests/suite.h"

#define BASE "services:\n  a: {image: a}\n  b: {image: b}\n  c: {image: c}\n---\n"

static const struct model_row rows[] = {
	{ "names keep the order in which they came",
	  STR_INIT(BASE "services:\n  d: {image: d}\n  b: {image: e}\n"),
	  "services",
	  STR_INIT("{a: {image: a}, b: {image: e}, c: {image: c}, d: {image: d}}"),
	  { 0 } },
	{ "what an !override replaces comes last",
	  STR_INIT(BASE "services:\n  a: !override {image: x}\n---\nservices:\n  d: {image: d}\n"),
	  "services",
	  STR_INIT("{b: {image: b}, c: {image: c}, a: {image: x}, d: {image: d}}"),
	  { 0 } },
	{ "what a !reset takes can come again, behind the others",
	  STR_INIT(BASE "services:\n  a: !reset\n---\nservices:\n  c: {user: u}\n---\n"
			"services:\n  a: {image: x}\n"),
	  "services",
	  STR_INIT("{b: {image: b}, c: {image: c, user: u}, a: {image: x}}"),
	  { 0 } },
	{ "an !override of the section takes what earlier documents brought",
	  STR_INIT(BASE "services:\n  d: {image: d}\n---\nservices: !override\n  e: {image: e}\n"
			"---\nservices:\n  a: {image: f}\n"),
	  "services",
	  STR_INIT("{e: {image: e}, a: {image: f}}"),
	  { 0 } },
	{ "a pattern takes all, also what this document does not name",
	  STR_INIT(BASE "services:\n  d: {image: d}\n---\nservices:\n  '*': {image: !override z}\n"
			"  a: {user: u}\n"),
	  "services.a",
	  STR_INIT("{user: u}"),
	  { 0 } },
	{ "a section that an alias brought tells each of its services so",
	  STR_INIT("x-s: &s\n  a: {image: a}\n  b: {image: b}\nservices: *s\n---\n"
		   "services:\n  c: {image: c}\n"),
	  "services.b", STR_INIT("{image: b}"), STR_INIT("alias compose.yaml:4") },
	{ "an include brings names into a section that grows",
	  STR_INIT(BASE "services:\n  d: {image: d}\n---\ninclude: [other.yaml]\n"
			"--- other.yaml\nservices:\n  e: {image: e}\n  b: {user: u}\n"),
	  "services",
	  STR_INIT("{a: {image: a}, b: {image: b, user: u}, c: {image: c}, d: {image: d}, "
		   "e: {image: e}}"),
	  { 0 } },
};

START_TEST(documents_are_laid_over_each_other)
{
	model_check(&rows[_i]);
}
END_TEST

static const struct node *mapping(struct arena *arena, const char *first, size_t count)
{
	struct node *node = node_new(arena, NODE_MAPPING, SPAN_NONE);
	struct pair *pairs = ARENA_ARRAY(arena, count, struct pair);

	for (size_t i = 0; i < count; i++) {
		struct node *key = node_new(arena, NODE_STRING, SPAN_NONE);

		key->text = arena_fmt(arena, "%s%zu", first, i);
		pairs[i] = (struct pair){ key, node_new(arena, NODE_NULL, SPAN_NONE) };
	}
	node->in.pairs = pairs;
	node->count = (uint32_t)count;
	node_index(arena, node);
	return node;
}

static const struct node *section(struct arena *arena, const struct node *names)
{
	struct node *node = node_new(arena, NODE_MAPPING, SPAN_NONE);
	struct pair *pair = ARENA_NEW(arena, struct pair);
	struct node *key = node_new(arena, NODE_STRING, SPAN_NONE);

	key->text = STR("services");
	*pair = (struct pair){ key, names };
	node->in.pairs = pair;
	node->count = 1;
	return node;
}

/* Merged, checked and laid back as the loader does it; returns the names in the part. */
static size_t lay(struct lint *lint, struct layers *layers, const struct node *document)
{
	const struct node *part = layers_part(layers, document, NULL);
	const struct node *laid = document;
	bool refused = false;

	part = layers_more(layers, part, document);
	if (part)
		laid = merge_nodes(lint, schema_root(), part, document, &refused);
	layers_laid(layers, NULL, document, laid);
	ck_assert(!refused);
	return part ? node_get(part, STR("services"))->count : 0;
}

START_TEST(a_document_is_shown_what_it_and_the_one_before_name)
{
	struct lint lint;
	struct layers layers;
	struct arena *arena;

	lint_init(&lint);
	arena = &lint.run;
	layers = (struct layers){ .arena = arena };
	ck_assert_uint_eq(lay(&lint, &layers, section(arena, mapping(arena, "a", 1000))), 0);
	/* the first document has not been seen in canonical form */
	ck_assert_uint_eq(lay(&lint, &layers, section(arena, mapping(arena, "b", 3))), 1000);
	ck_assert_uint_eq(lay(&lint, &layers, section(arena, mapping(arena, "b", 2))), 3);
	ck_assert_uint_eq(lay(&lint, &layers, section(arena, mapping(arena, "a", 4))), 6);
	ck_assert_uint_eq(lay(&lint, &layers, section(arena, mapping(arena, "c", 4))), 4);
	ck_assert_uint_eq(node_get(layers_model(&layers), STR("services"))->count, 1007);
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layers");
	TCase *cases = tcase_create("layers");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, documents_are_laid_over_each_other, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(cases, a_document_is_shown_what_it_and_the_one_before_name);
	return run_suite(suite);
}
