/* SPDX-License-Identifier: MIT */
/*
 * Days of the Gregorian calendar, as numbers: no clock is asked, and no time zone is looked up.
 * Nothing fails but what says so.
 */
#ifndef BASE_CALENDAR_H
#define BASE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

int calendar_days_in_month(int year, int month); /* both from 1 */
/* The day of so many seconds since the beginning of 1970, UTC, as YYYYMMDD; false: it is before that,
   or beyond the year 9999. */
bool calendar_date(int64_t seconds, int *date);

#endif
