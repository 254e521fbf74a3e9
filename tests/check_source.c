/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/source.h"
#include "base/table.h"
#include "base/utf8.h"
#include "tests/suite.h"

#define ck_assert_slice(got, wanted)                                                             \
	ck_assert_msg(str_eq((got), (wanted)), "wanted \"%.*s\", got \"%.*s\"", STR_FMT(wanted), \
		      STR_FMT(got))

static const struct {
	const char *name;
	struct str bytes;
	uint32_t offset, line, column;
} places[] = {
	{ "start", STR_INIT("abc\n"), 0, 1, 1 },
	{ "second line", STR_INIT("abc\ndef"), 4, 2, 1 },
	{ "line end belongs to its line", STR_INIT("abc\ndef"), 3, 1, 4 },
	{ "CRLF is one end", STR_INIT("a\r\nb"), 3, 2, 1 },
	{ "a lone CR ends nothing", STR_INIT("a\rb"), 2, 1, 3 },
	{ "NEL ends nothing", STR_INIT("a\xC2\x85z"), 3, 1, 3 },
	{ "code points count, not bytes", STR_INIT("\xC3\xA9\xF0\x9F\x90\xB3x"), 6, 1, 3 },
	{ "an invalid byte is one column", STR_INIT("\xFF\xFEx"), 2, 1, 3 },
	{ "a BOM takes no column", STR_INIT("\xEF\xBB\xBFx"), 3, 1, 1 },
	{ "behind the end", STR_INIT("ab"), 99, 1, 3 },
	{ "empty file", STR_INIT(""), 0, 1, 1 },
};

START_TEST(a_place_is_counted_as_an_editor_does)
{
	struct lint lint;
	struct source *source;
	struct place place;

	lint_init(&lint);
	source = source_add(&lint.sources, STR("f"), STR("/f"), places[_i].bytes);
	place = source_place(&lint.sources, source->number, places[_i].offset);
	ck_assert_msg(place.line == places[_i].line && place.column == places[_i].column,
		      "%s: wanted %u:%u, got %u:%u", places[_i].name, places[_i].line,
		      places[_i].column, place.line, place.column);
	lint_free(&lint);
}
END_TEST

/* A line so long that it is not walked from its start, of characters of all lengths. */
START_TEST(a_column_far_in_a_line_is_counted_like_any_other)
{
	static const struct str pieces[] = { STR_INIT("a"),
					     STR_INIT("\xC3\xA9"),
					     STR_INIT("\xE7\x8C\xAB"),
					     STR_INIT("\xF0\x9F\x90\xB3"),
					     STR_INIT("\xFF"),
					     STR_INIT("\xE7\x8C") };
	struct lint lint;
	struct builder b = { 0 };
	struct source *source;
	uint32_t column = 1, wide = 1;

	lint_init(&lint);
	b.arena = &lint.run;
	builder_add(&b, STR("\xEF\xBB\xBF#\n"));
	for (size_t i = 0; b.n < 20000; i++)
		builder_add(&b, pieces[i * i % 11 % 6]);
	builder_add(&b, STR("\nnext"));
	source = source_add(&lint.sources, STR("f"), STR("/f"), builder_str(&b));
	for (size_t at = 5; at < b.n - 5;) {
		struct utf8 u = utf8_decode(str_slice(source->bytes, at, b.n));
		struct place place = source_place(&lint.sources, 1, (uint32_t)at);
		struct place other = source_place_utf16(&lint.sources, 1, (uint32_t)at);

		ck_assert_uint_eq(place.line, 2);
		ck_assert_uint_eq(place.column, column);
		ck_assert_uint_eq(other.column, wide);
		column++;
		wide += u.valid && u.code > 0xFFFF ? 2 : 1;
		at += u.bytes;
	}
	ck_assert_uint_eq(source_place(&lint.sources, 1, (uint32_t)b.n - 4).column, 1);
	ck_assert_uint_eq(source_place(&lint.sources, 1, 0).column, 1);
	lint_free(&lint);
}
END_TEST

static const struct {
	const char *relative_to, *prefix, *path, *name, *wanted;
} namings[] = {
	{ "", "", "/r/a/f", "a/f", "a/f" },      { "/r/a", "", "/r/a/f", "a/f", "f" },
	{ "/r/b", "", "/r/a/f", "f", "../a/f" }, { "", "p", "/r/a/f", "a/f", "p/a/f" },
	{ "", "p/", "/r/a/f", "./f", "p/f" },    { "", "/host/p", "/r/f", "f", "/host/p/f" },
	{ "/r", "p", "/r/a/f", "f", "p/a/f" },   { "/r/b", "p", "/r/f", "f", "../f" },
	{ "", "p", "/r/f", "/r/f", "/r/f" },     { "/r", "", "-", "-", "-" },
	{ "", "p", "/r/..f", "..f", "p/..f" },
};

START_TEST(a_file_is_named_as_the_user_wants_it)
{
	struct lint lint;
	struct str got;

	lint_init(&lint);
	lint.sources.naming.relative_to = str_from(namings[_i].relative_to);
	lint.sources.naming.prefix = str_from(namings[_i].prefix);
	got = source_naming(&lint.sources, str_from(namings[_i].path), str_from(namings[_i].name));
	ck_assert_msg(str_eq(got, str_from(namings[_i].wanted)), "wanted %s, got %.*s",
		      namings[_i].wanted, STR_FMT(got));
	lint_free(&lint);
}
END_TEST

START_TEST(a_line_comes_without_its_end)
{
	struct lint lint;
	struct source *source;

	lint_init(&lint);
	source = source_add(&lint.sources, STR("f"), STR("/f"), STR("one\r\ntwo\n"));
	ck_assert_slice(source_line(&lint.sources, source->number, 1), STR("one"));
	ck_assert_slice(source_line(&lint.sources, source->number, 2), STR("two"));
	ck_assert_slice(source_line(&lint.sources, source->number, 3), STR(""));
	ck_assert_slice(source_line(&lint.sources, source->number, 9), STR(""));
	ck_assert_slice(source_line_of(source, 2), STR("two"));
	ck_assert_slice(source_line_of(source, 0), STR(""));
	ck_assert_slice(source_line_of(source, 9), STR(""));
	ck_assert_slice(source_line(&lint.sources, 77, 1), STR(""));
	ck_assert_ptr_eq(source_find(&lint.sources, STR("/f")), source);
	ck_assert_ptr_null(source_find(&lint.sources, STR("f")));
	lint_free(&lint);
}
END_TEST

static const struct {
	const char *name;
	struct str bytes, shown;
} visible[] = {
	{ "plain text stays", STR_INIT("caf\xC3\xA9 \xF0\x9F\x90\xB3"),
	  STR_INIT("caf\xC3\xA9 \xF0\x9F\x90\xB3") },
	{ "escape", STR_INIT("\x1B[31m"), STR_INIT("\\x1B[31m") },
	{ "newline", STR_INIT("a\nb"), STR_INIT("a\\nb") },
	{ "CR and DEL", STR_INIT("\r\x7F"), STR_INIT("\\x0D\\x7F") },
	{ "TAB stays", STR_INIT("a\tb"), STR_INIT("a\tb") },
	{ "NUL", STR_INIT("a\0b"), STR_INIT("a\\x00b") },
	{ "C1 control", STR_INIT("\xC2\x9Bx"), STR_INIT("\\u{9B}x") },
	{ "invalid byte", STR_INIT("\xFFx"), STR_INIT("\\xFFx") },
	{ "overlong form", STR_INIT("\xC0\xAF"), STR_INIT("\\xC0\\xAF") },
	{ "surrogate", STR_INIT("\xED\xA0\x80"), STR_INIT("\\xED\\xA0\\x80") },
	{ "right to left override", STR_INIT("\xE2\x80\xAEx"), STR_INIT("\\u{202E}x") },
	{ "zero width space", STR_INIT("\xE2\x80\x8B"), STR_INIT("\\u{200B}") },
	{ "runner command", STR_INIT("x ##[error]y"), STR_INIT("x #\\u{23}[error]y") },
	{ "three hashes", STR_INIT("###[e]"), STR_INIT("##\\u{23}[e]") },
};

START_TEST(no_byte_can_steer_a_terminal)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	utf8_add_visible(&b, visible[_i].bytes, 0);
	ck_assert_msg(str_eq(builder_str(&b), visible[_i].shown), "%s: got \"%.*s\"",
		      visible[_i].name, STR_FMT(builder_str(&b)));
	ck_assert(utf8_is_valid(builder_str(&b)));
	arena_free(&arena);
}
END_TEST

/* Wherever it stands, and whatever stands beside it. */
START_TEST(no_byte_can_steer_a_terminal_at_any_place)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	for (unsigned byte = 1; byte < 0x80; byte++)
		for (size_t at = 0; at < 20; at++) {
			char text[22] = "##[a~\"# {}9Z##[]##[ ##";
			size_t sign;

			text[at] = (char)byte;
			b.n = 0;
			utf8_add_visible(&b, (struct str){ text, sizeof(text) }, 0);
			ck_assert(!str_has(builder_str(&b), STR("##[")));
			for (sign = 0; sign < b.n; sign++)
				ck_assert((b.p[sign] >= ' ' && b.p[sign] < 0x7F) ||
					  b.p[sign] == '\t');
		}
	arena_free(&arena);
}
END_TEST

START_TEST(a_long_text_is_cut_with_an_ellipsis)
{
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };

	utf8_add_visible(&b, STR("abc def"), 3);
	ck_assert_slice(builder_str(&b), STR("abc\xE2\x80\xA6"));
	b.n = 0;
	/* but no word is torn: a token must be whole to be known as one */
	utf8_add_visible(&b, STR("abcde\x01 ghi"), 3);
	ck_assert_slice(builder_str(&b), STR("abcde\\x01\xE2\x80\xA6"));
	arena_free(&arena);
}
END_TEST

START_TEST(every_byte_decodes_to_something)
{
	for (unsigned first = 0; first < 256; first++)
		for (unsigned second = 0; second < 256; second++) {
			char bytes[2] = { (char)first, (char)second };
			struct utf8 u = utf8_decode((struct str){ bytes, 2 });

			ck_assert_uint_ge(u.bytes, 1);
			ck_assert_uint_le(u.bytes, 2);
		}
	ck_assert_uint_eq(utf8_decode(STR_NONE).bytes, 0);
	ck_assert_uint_eq(utf8_width(0x1F433), 2);
	ck_assert_uint_eq(utf8_width(0x0301), 0);
	ck_assert_uint_eq(utf8_width('x'), 1);
}
END_TEST

START_TEST(invalid_bytes_are_repaired_for_json)
{
	struct arena arena = { 0 };

	ck_assert_slice(utf8_repair(&arena, STR("a\xE9z")), STR("a\xEF\xBF\xBDz"));
	ck_assert_slice(utf8_repair(&arena, STR("ok")), STR("ok"));
	arena_free(&arena);
}
END_TEST

/* Names are found while they are added, and many at once; the last of equal ones counts. */
START_TEST(a_table_finds_names_in_any_order_of_addition)
{
	struct arena arena = { 0 };
	struct table table = { .arena = &arena };
	static int values[2000];

	for (size_t i = 0; i < 2000; i++) {
		size_t shuffled = i * 7919 % 2000;

		table_add(&table, arena_fmt(&arena, "name-%zu", shuffled), &values[shuffled]);
		if (i % 3 == 0)
			ck_assert_ptr_eq(table_get(&table, arena_fmt(&arena, "name-%zu", shuffled)),
					 &values[shuffled]);
	}
	for (size_t i = 0; i < 2000; i++)
		ck_assert_ptr_eq(table_get(&table, arena_fmt(&arena, "name-%zu", i)), &values[i]);
	ck_assert_ptr_null(table_get(&table, STR("name-2000")));
	ck_assert_ptr_null(table_get(&table, STR("")));
	table_add(&table, STR("name-5"), &values[6]);
	ck_assert_ptr_eq(table_get(&table, STR("name-5")), &values[6]);
	table_set(&table, STR("name-5"), &values[7]);
	ck_assert_ptr_eq(table_get(&table, STR("name-5")), &values[7]);
	ck_assert_uint_eq(table.count, 2001);
	arena_free(&arena);
}
END_TEST

START_TEST(findings_are_sorted_and_said_once)
{
	struct lint lint;
	struct finding *finding;

	lint_init(&lint);
	source_add(&lint.sources, STR("f"), STR("/f"), STR("0123456789"));
	diag_add(&lint.diag, STR("b"), (struct span){ 1, 5, 6 }, "second");
	diag_add(&lint.diag, STR("b"), (struct span){ 1, 2, 3 }, "first");
	diag_add(&lint.diag, STR("b"), (struct span){ 1, 5, 6 }, "second again");
	diag_add(&lint.diag, STR("a"), (struct span){ 1, 5, 6 }, "sorted by rule");
	finding = diag_add(&lint.diag, STR("c"), (struct span){ 1, 0, 1 }, "dropped");
	finding->level = LEVEL_OFF;
	diag_sort(&lint.diag);
	ck_assert_uint_eq(lint.diag.count, 3);
	ck_assert_slice(lint.diag.findings[0]->message, STR("first"));
	ck_assert_slice(lint.diag.findings[1]->message, STR("sorted by rule"));
	ck_assert_slice(lint.diag.findings[2]->message, STR("second"));
	ck_assert_uint_eq(diag_count(&lint.diag, LEVEL_ERROR), 3);
	lint_free(&lint);
}
END_TEST

/* Nearly in order, the other way round, and at random; few and many. */
START_TEST(findings_are_sorted_however_they_come)
{
	for (uint32_t count = 1; count <= 1000; count = count * 3 + 1) {
		struct lint lint;

		lint_init(&lint);
		for (uint32_t i = 0; i < count; i++) {
			uint32_t at = _i == 0 ? i ^ 1 : _i == 1 ? count - i : i * 7919 % count;

			diag_add(&lint.diag, at % 2 ? STR("a") : STR("b"),
				 (struct span){ 1, at / 4, at / 4 + 1 + at % 3 }, "%u",
				 (unsigned)i);
		}
		diag_sort_share(&lint.diag, &(struct diag_share){ 0, count });
		ck_assert_uint_eq(lint.diag.count, count);
		for (uint32_t i = 1; i < count; i++) {
			const struct finding *a = lint.diag.findings[i - 1],
					     *b = lint.diag.findings[i];
			int order = span_cmp(a->span, b->span);

			if (!order)
				order = str_cmp(a->rule, b->rule);
			ck_assert(order < 0 || (order == 0 && a->sequence < b->sequence));
		}
		lint_free(&lint);
	}
}
END_TEST

START_TEST(related_places_stand_in_the_order_of_their_kinds)
{
	struct lint lint;
	struct finding *finding;

	lint_init(&lint);
	finding = diag_add(&lint.diag, STR("r"), (struct span){ 1, 0, 1 }, "m");
	diag_related(&lint.diag, finding, RELATED_DOCKERFILE, (struct span){ 1, 4, 5 }, "docker");
	diag_related(&lint.diag, finding, RELATED_ORIGIN, (struct span){ 1, 1, 2 }, "origin");
	diag_related(&lint.diag, finding, RELATED_OVERRIDDEN, (struct span){ 1, 3, 4 }, "was");
	diag_related(&lint.diag, finding, RELATED_ORIGIN, (struct span){ 1, 2, 3 }, "origin 2");
	diag_related(&lint.diag, finding, RELATED_ORIGIN, (struct span){ 1, 2, 3 }, "again");
	diag_related(&lint.diag, finding, RELATED_OTHER, (struct span){ 1, 2, 3 }, "of later kind");
	ck_assert_slice(finding->related->message, STR("origin"));
	ck_assert_slice(finding->related->next->message, STR("again"));
	ck_assert_slice(finding->related->next->next->message, STR("was"));
	ck_assert_slice(finding->related->next->next->next->message, STR("docker"));
	ck_assert_ptr_null(finding->related->next->next->next->next);
	lint_free(&lint);
}
END_TEST

START_TEST(findings_beyond_the_limit_are_counted)
{
	struct lint lint;

	lint_init(&lint);
	for (unsigned i = 0; i < LIMIT_FINDINGS + 7U; i++)
		diag_add(&lint.diag, STR("r"), (struct span){ 1, i, i + 1 }, "m");
	ck_assert_uint_eq(lint.diag.count, LIMIT_FINDINGS);
	ck_assert_uint_eq(lint.diag.beyond_limit, 7);
	lint_free(&lint);
}
END_TEST

START_TEST(what_is_spent_beyond_a_limit_is_not_given_back)
{
	struct lint lint;

	lint_init(&lint);
	ck_assert(lint_may_spend(&lint, SPENT_ALIASES, LIMIT_RUN_ALIAS_NODES));
	ck_assert(lint_spent_is_allowed(lint.spent));
	ck_assert(!lint_may_spend(&lint, SPENT_ALIASES, 1));
	ck_assert(!lint_spent_is_allowed(lint.spent));
	/* what threads have spent together */
	lint.spent[SPENT_ALIASES] = 2 * (size_t)LIMIT_RUN_ALIAS_NODES;
	ck_assert(!lint_may_spend(&lint, SPENT_ALIASES, 1));
	ck_assert_uint_eq(lint.spent[SPENT_ALIASES], 2 * (size_t)LIMIT_RUN_ALIAS_NODES);
	ck_assert(lint_may_spend(&lint, SPENT_TEXT, 1));
	lint_free(&lint);
}
END_TEST

START_TEST(a_path_shows_keys_as_they_can_be_read)
{
	struct arena arena = { 0 };
	struct builder path = { .arena = &arena };

	diag_path_key(&path, STR("services"));
	diag_path_key(&path, STR("a\x1B[2J"));
	diag_path_key(&path, STR("volumes"));
	diag_path_item(&path, 3);
	ck_assert(str_eq(builder_str(&path), STR("services.a\\x1B[2J.volumes[3]")));
	arena_free(&arena);
}
END_TEST

START_TEST(plain_text_ends_before_the_first_other_byte)
{
	for (unsigned byte = 0; byte < 256; byte++) {
		bool plain = byte >= ' ' && byte < 0x7F;

		for (size_t at = 0; at < 20; at++) {
			char text[20] = " ~az09#:AZ ~~~      ";

			memset(text + at, (int)byte, 1);
			ck_assert_uint_eq(utf8_plain((struct str){ text, sizeof(text) }),
					  plain ? sizeof(text) : at);
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *cases = tcase_create("sources, UTF-8, tables, findings");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_place_is_counted_as_an_editor_does, 0,
			    sizeof(places) / sizeof(*places));
	tcase_add_test(cases, a_column_far_in_a_line_is_counted_like_any_other);
	tcase_add_loop_test(cases, a_file_is_named_as_the_user_wants_it, 0,
			    sizeof(namings) / sizeof(*namings));
	tcase_add_test(cases, a_line_comes_without_its_end);
	tcase_add_loop_test(cases, no_byte_can_steer_a_terminal, 0,
			    sizeof(visible) / sizeof(*visible));
	tcase_add_test(cases, a_long_text_is_cut_with_an_ellipsis);
	tcase_add_test(cases, no_byte_can_steer_a_terminal_at_any_place);
	tcase_add_test(cases, plain_text_ends_before_the_first_other_byte);
	tcase_add_test(cases, every_byte_decodes_to_something);
	tcase_add_test(cases, invalid_bytes_are_repaired_for_json);
	tcase_add_test(cases, a_table_finds_names_in_any_order_of_addition);
	tcase_add_test(cases, findings_are_sorted_and_said_once);
	tcase_add_loop_test(cases, findings_are_sorted_however_they_come, 0, 3);
	tcase_add_test(cases, related_places_stand_in_the_order_of_their_kinds);
	tcase_add_test(cases, findings_beyond_the_limit_are_counted);
	tcase_add_test(cases, what_is_spent_beyond_a_limit_is_not_given_back);
	tcase_add_test(cases, a_path_shows_keys_as_they_can_be_read);
	return run_suite(suite);
}
