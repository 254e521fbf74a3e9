/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/path.h"
#include "base/str.h"
#include "tests/suite.h"

#define ck_assert_slice(got, wanted)                                                             \
	ck_assert_msg(str_eq((got), (wanted)), "wanted \"%.*s\", got \"%.*s\"", STR_FMT(wanted), \
		      STR_FMT(got))

START_TEST(a_slice_may_hold_nul_bytes)
{
	struct str with_nul = STR("a\0b");

	ck_assert_uint_eq(with_nul.n, 3);
	ck_assert(!str_eq(with_nul, STR("a")));
	ck_assert_uint_eq(str_find(with_nul, STR("\0b"), 0), 1);
}
END_TEST

START_TEST(a_missing_slice_equals_an_empty_one)
{
	ck_assert(str_eq(STR_NONE, STR("")));
	ck_assert(str_eq(str_from(NULL), STR("")));
	ck_assert_uint_eq(str_find(STR_NONE, STR("x"), 0), STR_NPOS);
	ck_assert_slice(str_trim(STR_NONE), STR(""));
}
END_TEST

START_TEST(comparing_puts_a_prefix_first)
{
	ck_assert_int_lt(str_cmp(STR("ab"), STR("abc")), 0);
	ck_assert_int_gt(str_cmp(STR("b"), STR("abc")), 0);
	ck_assert_int_eq(str_cmp(STR("abc"), STR("abc")), 0);
	/* bytes count as unsigned */
	ck_assert_int_lt(str_cmp(STR("z"), STR("\xC3\xA4")), 0);
}
END_TEST

START_TEST(cutting_ends_after_the_last_part)
{
	struct str rest = STR("a::b");

	ck_assert_slice(str_cut(&rest, ':'), STR("a"));
	ck_assert_slice(str_cut(&rest, ':'), STR(""));
	ck_assert_slice(str_cut(&rest, ':'), STR("b"));
	ck_assert_ptr_null(rest.p);
	rest = STR("a:");
	str_cut(&rest, ':');
	ck_assert_ptr_nonnull(rest.p);
	ck_assert_slice(str_cut(&rest, ':'), STR(""));
	ck_assert_ptr_null(rest.p);
}
END_TEST

static void same_as_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* With room for all of it, for some, for nothing. */
static void same_as_printf(const char *format, ...)
{
	static const size_t rooms[] = { 64, 9, 1, 0 };

	for (size_t i = 0; i < sizeof(rooms) / sizeof(*rooms); i++) {
		char wanted[64] = "untouched", got[64] = "untouched";
		va_list args;
		int length;

		va_start(args, format);
		length = vsnprintf(wanted, rooms[i], format, args);
		va_end(args);
		va_start(args, format);
		ck_assert_int_eq(format_text(got, rooms[i], format, args), length);
		va_end(args);
		ck_assert_str_eq(got, wanted);
	}
}

START_TEST(text_is_formatted_as_by_printf)
{
	same_as_printf("%s", "");
	same_as_printf("no conversion at all");
	same_as_printf("service \"%.*s\" and %s", 3, "abcdef", "another");
	same_as_printf("%.*s|", 6, "ab\0cd");
	same_as_printf("%.*s|%.*s|", 0, "ab", -1, "whole");
	same_as_printf("%d %d %d %d", 0, -7, INT_MIN, INT_MAX);
	same_as_printf("%u %u %zu %zu", 0U, UINT_MAX, (size_t)0, SIZE_MAX);
	same_as_printf("100%% of %c", 'x');
	same_as_printf("%02X and %.*s and %5u", 10U, 2, "abc", 3U);
	same_as_printf("%lld %-4s|%ld", -1LL, "a", 2L);
}
END_TEST

START_TEST(a_beginning_tears_no_word)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	ck_assert(str_eq(str_beginning(STR("one two"), 9), STR("one two")));
	ck_assert(str_eq(str_beginning(STR("one two"), 7), STR("one two")));
	ck_assert(str_eq(str_beginning(STR("one two three"), 5), STR("one two")));
	ck_assert(str_eq(str_beginning(STR("one two three"), 4), STR("one ")));
	ck_assert(str_eq(str_beginning(STR("one two three"), 3), STR("one")));
	builder_add(&b, STR("one "));
	for (size_t i = 0; i < 1000; i++)
		builder_byte(&b, 'x');
	ck_assert(str_eq(str_beginning(builder_str(&b), 80), STR("one ")));
	ck_assert_uint_eq(str_beginning(str_slice(builder_str(&b), 4, 1004), 80).n, 4);
	ck_assert_uint_eq(str_beginning(str_slice(builder_str(&b), 4, 304), 80).n, 300);
	ck_assert_uint_eq(str_word_rest(STR("one two"), 1), 2);
	ck_assert_uint_eq(str_word_rest(STR("one two"), 4), 0);
	ck_assert_uint_eq(str_word_rest(builder_str(&b), 80), 0);
	arena_free(&arena);
}
END_TEST

START_TEST(finding_looks_at_overlapping_starts)
{
	ck_assert_uint_eq(str_find(STR("aaab"), STR("aab"), 0), 1);
	ck_assert_uint_eq(str_find(STR("abc"), STR("abcd"), 0), STR_NPOS);
	ck_assert_uint_eq(str_find(STR("abab"), STR("ab"), 1), 2);
	ck_assert_uint_eq(str_rfind_byte(STR("a/b/c"), '/'), 3);
}
END_TEST

static const struct {
	struct str text;
	bool is_number;
	int64_t value;
} numbers[] = {
	{ STR_INIT("0"), true, 0 },
	{ STR_INIT("-7"), true, -7 },
	{ STR_INIT("+12"), true, 12 },
	{ STR_INIT("0010"), true, 10 },
	{ STR_INIT("9223372036854775807"), true, INT64_MAX },
	{ STR_INIT("9223372036854775808"), false, 0 },
	{ STR_INIT(""), false, 0 },
	{ STR_INIT("-"), false, 0 },
	{ STR_INIT("1 "), false, 0 },
	{ STR_INIT("0x10"), false, 0 },
};

START_TEST(a_number_is_decimal_and_fits)
{
	int64_t value = 0;
	bool got = str_to_int(numbers[_i].text, &value);

	ck_assert_msg(got == numbers[_i].is_number, "\"%.*s\"", STR_FMT(numbers[_i].text));
	if (got)
		ck_assert_int_eq(value, numbers[_i].value);
}
END_TEST

START_TEST(a_builder_grows_past_other_pieces_of_its_arena)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	for (int i = 0; i < 10000; i++) {
		builder_fmt(&b, "%d,", i % 10);
		if (i % 100 == 0)
			arena_alloc(&arena, 3);
	}
	ck_assert_uint_eq(builder_str(&b).n, 20000);
	ck_assert_slice(str_slice(builder_str(&b), 19996, 20000), STR("8,9,"));
	arena_free(&arena);
}
END_TEST

START_TEST(a_builder_writes_numbers_in_columns)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	builder_number(&b, 0, 0);
	builder_number(&b, 12, 5);
	builder_number(&b, 123456, 5);
	builder_byte(&b, ':');
	builder_number(&b, UINT64_MAX, 0);
	ck_assert_slice(builder_str(&b), STR("0   12123456:18446744073709551615"));
	arena_free(&arena);
}
END_TEST

START_TEST(a_builder_is_filled)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	builder_fill(&b, '-', 0);
	ck_assert_slice(builder_str(&b), STR(""));
	builder_fill(&b, '-', 3);
	builder_byte(&b, '>');
	builder_fill(&b, 'x', 1000);
	builder_add(&b, STR("<"));
	ck_assert_uint_eq(b.n, 1005);
	ck_assert_slice(str_slice(builder_str(&b), 0, 5), STR("--->x"));
	ck_assert_slice(str_slice(builder_str(&b), 1003, 1005), STR("x<"));
	arena_free(&arena);
}
END_TEST

/* A piece of that size, all zeroes; its ends are none from now on. */
static void use_piece(struct arena *arena, size_t size)
{
	unsigned char *piece = arena_alloc(arena, size), any = 0;

	for (size_t i = 0; i < size; i++)
		any |= piece[i];
	ck_assert_uint_eq(any, 0);
	piece[0] = piece[size - 1] = 0xFF;
}

/* In blocks that are kept and such as are given back, of the heap and of the system. */
START_TEST(an_arena_gives_zeroed_memory_again_after_a_reset)
{
	enum { MIB = 1024 * 1024 };
	struct arena arena = { 0 };

	for (size_t round = 0; round < 3; round++) {
		for (size_t i = 0; i < 1000; i++)
			use_piece(&arena, 5000);
		use_piece(&arena, 2 * MIB);
		use_piece(&arena, 5 * MIB + 1 + round);
		use_piece(&arena, 8);
		arena_reset(&arena);
		use_piece(&arena, 8);
		arena_reset(&arena);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(arenas_of_one_store_end_by_themselves)
{
	struct arena_store store = { 0 };
	struct arena arenas[3] = { { .store = &store }, { .store = &store }, { .store = &store } };
	unsigned char *pieces[3][100];

	for (size_t round = 0; round < 2; round++) {
		for (size_t i = 0; i < 100; i++)
			for (size_t k = 0; k < 3; k++) {
				/* one of them is larger than a block of a store */
				size_t size = i == 50 ? 100000 : 5000;

				pieces[k][i] = arena_alloc(&arenas[k], size);
				ck_assert_uint_eq(pieces[k][i][0] | pieces[k][i][size - 1], 0);
				pieces[k][i][0] = pieces[k][i][size - 1] = (unsigned char)(k + 1);
			}
		arena_free(&arenas[0]);
		for (size_t i = 0; i < 100; i++)
			ck_assert(pieces[1][i][0] == 2 && pieces[2][i][4999] == (i == 50 ? 0 : 3));
	}
	arena_free(&arenas[1]);
	arena_free(&arenas[2]);
	arena_store_free(&store);
}
END_TEST

static const struct {
	struct str directory, path, wanted;
} joins[] = {
	{ STR_INIT("/a/b"), STR_INIT("c"), STR_INIT("/a/b/c") },
	{ STR_INIT("/a/b"), STR_INIT("./c/"), STR_INIT("/a/b/c") },
	{ STR_INIT("/a/b"), STR_INIT("../../../c"), STR_INIT("/c") },
	{ STR_INIT("/a/b"), STR_INIT(""), STR_INIT("/a/b") },
	{ STR_INIT("/a/b"), STR_INIT("/x/../y"), STR_INIT("/x/../y") },
	{ STR_INIT("/"), STR_INIT("a"), STR_INIT("/a") },
	{ STR_INIT("a"), STR_INIT("../../b"), STR_INIT("../b") },
	{ STR_INIT("."), STR_INIT("a"), STR_INIT("a") },
	{ STR_INIT("/a//b/."), STR_INIT("c"), STR_INIT("/a/b/c") },
};

START_TEST(joining_cleans_but_leaves_an_absolute_path)
{
	struct arena arena = { 0 };

	ck_assert_slice(path_join(&arena, joins[_i].directory, joins[_i].path), joins[_i].wanted);
	arena_free(&arena);
}
END_TEST

static const struct {
	struct str middle, wanted;
} uncleans[] = {
	{ STR_INIT("/"), STR_INIT("x/y") },       { STR_INIT("//"), STR_INIT("x/y") },
	{ STR_INIT("/./"), STR_INIT("x/y") },     { STR_INIT("/../"), STR_INIT("y") },
	{ STR_INIT("/.a/"), STR_INIT("x/.a/y") }, { STR_INIT("/.//b/.c./"), STR_INIT("x/b/.c./y") },
	{ STR_INIT("./"), STR_INIT("x./y") },     { STR_INIT("../"), STR_INIT("x../y") },
};

/* "x" and "y" are as long as the rounds say, before and behind what is to be cleaned. */
START_TEST(a_path_is_cleaned_at_any_place)
{
	struct arena arena = { 0 };

	for (int before = 1; before < 20; before++)
		for (int behind = 0; behind < 20; behind++)
			for (int absolute = 0; absolute < 2; absolute++) {
				struct builder path = { .arena = &arena }, wanted = path;
				struct str rest = uncleans[_i].wanted;

				builder_fill(&path, '/', (size_t)absolute);
				builder_fill(&path, 'x', (size_t)before);
				builder_add(&path, uncleans[_i].middle);
				builder_fill(&path, 'y', (size_t)behind);
				builder_fill(&wanted, '/', (size_t)absolute);
				for (size_t i = 0; i < rest.n; i++)
					builder_fill(&wanted, rest.p[i],
						     rest.p[i] == 'x'   ? (size_t)before
						     : rest.p[i] == 'y' ? (size_t)behind
									: 1);
				while (!behind && wanted.n > 1 && wanted.p[wanted.n - 1] == '/')
					wanted.n--;
				if (!wanted.n)
					builder_byte(&wanted, '.');
				ck_assert_slice(path_clean(&arena, builder_str(&path)),
						builder_str(&wanted));
			}
	arena_free(&arena);
}
END_TEST

START_TEST(a_path_is_written_from_another_directory)
{
	struct arena arena = { 0 };

	ck_assert_slice(path_relative(&arena, STR("/a/b/c"), STR("/a/b")), STR("c"));
	ck_assert_slice(path_relative(&arena, STR("/a/b"), STR("/a/b")), STR("."));
	ck_assert_slice(path_relative(&arena, STR("/a/x"), STR("/a/b/c")), STR("../../x"));
	ck_assert_slice(path_relative(&arena, STR("/a"), STR("/")), STR("a"));
	ck_assert(path_is_within(STR("/a/b"), STR("/a")));
	ck_assert(!path_is_within(STR("/ab"), STR("/a")));
	ck_assert_slice(path_directory(STR("/a")), STR("/"));
	ck_assert_slice(path_directory(STR("a")), STR("."));
	ck_assert_slice(path_base(STR("a/b/")), STR(""));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("str");
	TCase *cases = tcase_create("slices, builders, arenas, paths");

	suite_add_tcase(suite, cases);
	tcase_add_test(cases, a_slice_may_hold_nul_bytes);
	tcase_add_test(cases, a_missing_slice_equals_an_empty_one);
	tcase_add_test(cases, comparing_puts_a_prefix_first);
	tcase_add_test(cases, cutting_ends_after_the_last_part);
	tcase_add_test(cases, text_is_formatted_as_by_printf);
	tcase_add_test(cases, a_beginning_tears_no_word);
	tcase_add_test(cases, finding_looks_at_overlapping_starts);
	tcase_add_loop_test(cases, a_number_is_decimal_and_fits, 0,
			    sizeof(numbers) / sizeof(*numbers));
	tcase_add_test(cases, a_builder_grows_past_other_pieces_of_its_arena);
	tcase_add_test(cases, a_builder_writes_numbers_in_columns);
	tcase_add_test(cases, a_builder_is_filled);
	tcase_add_test(cases, an_arena_gives_zeroed_memory_again_after_a_reset);
	tcase_add_test(cases, arenas_of_one_store_end_by_themselves);
	tcase_add_loop_test(cases, joining_cleans_but_leaves_an_absolute_path, 0,
			    sizeof(joins) / sizeof(*joins));
	tcase_add_loop_test(cases, a_path_is_cleaned_at_any_place, 0,
			    sizeof(uncleans) / sizeof(*uncleans));
	tcase_add_test(cases, a_path_is_written_from_another_directory);
	return run_suite(suite);
}
