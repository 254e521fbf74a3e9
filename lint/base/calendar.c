/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/calendar.h"

enum { DAY_SECONDS = 24 * 60 * 60, FIRST_YEAR = 1970, LAST_YEAR = 9999 };

static bool is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int calendar_days_in_month(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return days[month - 1] + (month == 2 && is_leap(year));
}

bool calendar_date(int64_t seconds, int *date)
{
	int64_t days = seconds / DAY_SECONDS;
	int year = FIRST_YEAR, month = 1;

	for (; year <= LAST_YEAR && days >= 365 + is_leap(year); year++)
		days -= 365 + is_leap(year);
	if (seconds < 0 || year > LAST_YEAR)
		return false;
	for (; days >= calendar_days_in_month(year, month); month++)
		days -= calendar_days_in_month(year, month);
	*date = year * 10000 + month * 100 + (int)days + 1;
	return true;
}
