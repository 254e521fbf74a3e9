/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "base/node.h"
#include "tests/suite.h"

enum { MOST_PAIRS = 100, ALIKE = 64 };

/* Many of them have one bit: equal ends and lengths that come round. */
static struct str name_of(struct arena *arena, uint32_t i)
{
	return i % 2 ? arena_fmt(arena, "k%0*ue", 1 + (int)(i % 4) * ALIKE, (unsigned)i)
		     : arena_fmt(arena, "%ukey", (unsigned)i);
}

static struct node *mapping_of(struct arena *arena, uint32_t count)
{
	struct node *mapping = node_new(arena, NODE_MAPPING, SPAN_NONE);
	struct pair *pairs = ARENA_ARRAY(arena, MOST_PAIRS, struct pair);

	for (uint32_t i = 0; i < count; i++) {
		pairs[i].key = node_made(arena, name_of(arena, i), SPAN_NONE);
		pairs[i].value = node_made(arena, STR("value"), SPAN_NONE);
	}
	mapping->in.pairs = pairs;
	mapping->count = count;
	return mapping;
}

static void check_all(struct arena *arena, const struct node *mapping)
{
	for (uint32_t i = 0; i < MOST_PAIRS; i++) {
		struct str name = name_of(arena, i);
		const struct pair *pair = i < mapping->count ? &mapping->in.pairs[i] : NULL;

		ck_assert_ptr_eq(node_pair(mapping, name), pair);
		ck_assert_ptr_eq(node_get(mapping, name), pair ? pair->value : NULL);
	}
	ck_assert_ptr_null(node_get(mapping, STR("")));
}

START_TEST(a_mapping_of_any_size_has_its_keys_and_no_other)
{
	struct arena arena = { 0 };
	struct node *mapping = mapping_of(&arena, (uint32_t)_i);

	node_index(&arena, mapping);
	check_all(&arena, mapping);
	arena_free(&arena);
}
END_TEST

START_TEST(keys_are_found_where_there_is_no_index)
{
	struct arena arena = { 0 };

	check_all(&arena, mapping_of(&arena, (uint32_t)_i));
	arena_free(&arena);
}
END_TEST

START_TEST(a_copy_with_other_keys_has_them_when_it_is_indexed_again)
{
	struct arena arena = { 0 };
	struct node *mapping = mapping_of(&arena, (uint32_t)_i), *copy;
	struct pair *pairs = ARENA_ARRAY(&arena, MOST_PAIRS, struct pair);

	node_index(&arena, mapping);
	copy = node_copy(&arena, mapping);
	for (uint32_t i = 1; i < mapping->count; i++)
		pairs[i - 1] = mapping->in.pairs[i];
	copy->in.pairs = pairs;
	copy->count--;
	node_index(&arena, copy);
	ck_assert_ptr_null(node_get(copy, name_of(&arena, 0)));
	for (uint32_t i = 1; i < mapping->count; i++)
		ck_assert_ptr_eq(node_pair(copy, name_of(&arena, i)), &pairs[i - 1]);
	arena_free(&arena);
}
END_TEST

START_TEST(the_empty_key_is_a_key)
{
	struct arena arena = { 0 };
	struct node *mapping = mapping_of(&arena, 0);
	struct pair *pair = ARENA_NEW(&arena, struct pair);

	pair->key = pair->value = node_made(&arena, STR(""), SPAN_NONE);
	mapping->in.pairs = pair;
	mapping->count = 1;
	node_index(&arena, mapping);
	ck_assert_ptr_eq(node_pair(mapping, STR("")), pair);
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_no_mapping_has_no_key)
{
	struct arena arena = { 0 };

	ck_assert_ptr_null(node_get(NULL, STR("a")));
	ck_assert_ptr_null(node_pair(node_new(&arena, NODE_SEQUENCE, SPAN_NONE), STR("a")));
	ck_assert_ptr_null(node_get(node_made(&arena, STR("a"), SPAN_NONE), STR("a")));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("node");
	TCase *cases = tcase_create("keys");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_mapping_of_any_size_has_its_keys_and_no_other, 0, MOST_PAIRS);
	tcase_add_loop_test(cases, keys_are_found_where_there_is_no_index, 0, MOST_PAIRS);
	tcase_add_loop_test(cases, a_copy_with_other_keys_has_them_when_it_is_indexed_again, 1,
			    MOST_PAIRS);
	tcase_add_test(cases, the_empty_key_is_a_key);
	tcase_add_test(cases, what_is_no_mapping_has_no_key);
	return run_suite(suite);
}
