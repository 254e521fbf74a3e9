/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/cast.h"

#include <check.h>

#include "tests/suite.h"

static struct arena arena;

static void end(void)
{
	arena_free(&arena);
	arena = (struct arena){ 0 };
}

static const struct {
	const char *text, *shown;
} durations[] = {
	{ "0", "0s" },      { "90s", "1m30s" },        { "1h", "1h0m0s" },
	{ "1.5s", "1.5s" }, { "500ms", "500ms" },      { "1500us", "1.5ms" },
	{ "7ns", "7ns" },   { "10us", "10\xc2\xb5s" }, { "1d1s", "24h0m1s" },
	{ "-2ms", "-2ms" }, { "2w", "336h0m0s" },
};

START_TEST(a_duration_reads_as_compose_writes_it)
{
	int64_t nanoseconds;
	struct str shown;

	ck_assert(cast_duration(str_from(durations[_i].text), &nanoseconds));
	shown = cast_duration_text(&arena, nanoseconds);
	ck_assert_msg(str_eq(shown, str_from(durations[_i].shown)), "%s: wanted %s, got %.*s",
		      durations[_i].text, durations[_i].shown, STR_FMT(shown));
}
END_TEST

static const struct {
	const char *text, *shown;
} dates[] = {
	{ "2024-01-31", "2024-01-31T00:00:00Z" },
	{ "2024-1-2", "2024-01-02T00:00:00Z" },
	{ "2024-01-31 10:00:00", "2024-01-31T10:00:00Z" },
	{ "2024-01-31T10:00:00.500Z", "2024-01-31T10:00:00.5Z" },
	{ "2024-01-31T10:00:00+02:00", "2024-01-31T10:00:00+02:00" },
	{ "2024-01-31t1:2:3.000Z", "2024-01-31T01:02:03Z" },
};

START_TEST(a_date_is_written_out)
{
	struct str shown = cast_timestamp_text(&arena, str_from(dates[_i].text));

	ck_assert_msg(str_eq(shown, str_from(dates[_i].shown)), "%s: wanted %s, got %.*s",
		      dates[_i].text, dates[_i].shown, STR_FMT(shown));
}
END_TEST

static const struct {
	double value;
	const char *wide, *single, *json;
} floats[] = {
	{ 0.123456789, "0.123456789", "0.12345679", "0.123456789" },
	{ 0.1, "0.1", "0.1", "0.1" },
	{ 1.0, "1", "1", "1" },
	{ -0.0, "-0", "-0", "-0" },
	{ 1e6, "1e+06", "1e+06", "1000000" },
	{ 12345.75, "12345.75", "12345.75", "12345.75" },
	{ 0.00001, "1e-05", "1e-05", "0.00001" },
	{ -0.0000015, "-1.5e-06", "-1.5e-06", "-0.0000015" },
	{ 0.00000015, "1.5e-07", "1.5e-07", "1.5e-7" },
	{ 100000.0, "100000", "100000", "100000" },
	{ 123456789012345670000.0, "1.2345678901234567e+20", "1.2345679e+20",
	  "123456789012345670000" },
	{ 1e21, "1e+21", "1e+21", "1e+21" },
	{ 1e-10, "1e-10", "1e-10", "1e-10" },
};

START_TEST(a_float_has_the_digits_that_it_needs)
{
	struct str wide = cast_float_text(&arena, floats[_i].value);
	struct str single = cast_single_text(&arena, (float)floats[_i].value);
	struct str json = cast_json_float_text(&arena, floats[_i].value);

	ck_assert_msg(str_eq(wide, str_from(floats[_i].wide)), "wanted %s, got %.*s",
		      floats[_i].wide, STR_FMT(wide));
	ck_assert_msg(str_eq(single, str_from(floats[_i].single)), "wanted %s, got %.*s",
		      floats[_i].single, STR_FMT(single));
	ck_assert_msg(str_eq(json, str_from(floats[_i].json)), "wanted %s, got %.*s",
		      floats[_i].json, STR_FMT(json));
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
	Suite *suite = suite_create("cast");
	TCase *tcase = tcase_create("text");

	tcase_add_checked_fixture(tcase, NULL, end);
	tcase_add_loop_test(tcase, a_duration_reads_as_compose_writes_it, 0, ROWS(durations));
	tcase_add_loop_test(tcase, a_date_is_written_out, 0, ROWS(dates));
	tcase_add_loop_test(tcase, a_float_has_the_digits_that_it_needs, 0, ROWS(floats));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
