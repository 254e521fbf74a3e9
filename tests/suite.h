/* SPDX-License-Identifier: MIT */
/*
 * The end of every unit test's main(): the suite is run, and what it comes to is
 * the exit status.
 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>

/* Prints as CK_ENV says; takes the suite, which is gone afterwards. */
int run_suite(Suite *suite);

#endif
