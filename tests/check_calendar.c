/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <time.h>

#include "base/calendar.h"
#include "tests/suite.h"

enum { DAY = 24 * 60 * 60 };

START_TEST(each_day_has_the_date_that_the_system_gives_it)
{
	/* a step that no month and no year is a multiple of */
	for (int64_t seconds = 0; seconds < (int64_t)DAY * 366 * 500; seconds += 13 * DAY + 7001) {
		time_t moment = (time_t)seconds;
		struct tm day;
		int date;

		ck_assert(gmtime_r(&moment, &day) != NULL);
		ck_assert(calendar_date(seconds, &date));
		ck_assert_int_eq(date, (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 +
					       day.tm_mday);
	}
}
END_TEST

START_TEST(a_day_begins_at_midnight)
{
	int date;

	ck_assert(calendar_date(951868799, &date));
	ck_assert_int_eq(date, 20000229);
	ck_assert(calendar_date(951868800, &date));
	ck_assert_int_eq(date, 20000301);
}
END_TEST

START_TEST(what_lies_before_1970_or_beyond_9999_has_no_date)
{
	int date;

	ck_assert(!calendar_date(-1, &date));
	ck_assert(calendar_date(INT64_C(253402300799), &date));
	ck_assert_int_eq(date, 99991231);
	ck_assert(!calendar_date(INT64_C(253402300800), &date));
	ck_assert(!calendar_date(INT64_MAX, &date));
}
END_TEST

START_TEST(february_has_a_day_more_in_leap_years)
{
	ck_assert_int_eq(calendar_days_in_month(2023, 2), 28);
	ck_assert_int_eq(calendar_days_in_month(2024, 2), 29);
	ck_assert_int_eq(calendar_days_in_month(1900, 2), 28);
	ck_assert_int_eq(calendar_days_in_month(2000, 2), 29);
	ck_assert_int_eq(calendar_days_in_month(2023, 12), 31);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("calendar");
	TCase *tests = tcase_create("calendar");

	tcase_add_test(tests, each_day_has_the_date_that_the_system_gives_it);
	tcase_add_test(tests, a_day_begins_at_midnight);
	tcase_add_test(tests, what_lies_before_1970_or_beyond_9999_has_no_date);
	tcase_add_test(tests, february_has_a_day_more_in_leap_years);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
