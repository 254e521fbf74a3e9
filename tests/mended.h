/* SPDX-License-Identifier: MIT */
/*
 * A project of a test once a fix is made.  For tests only.
 */
#ifndef TESTS_MENDED_H
#define TESTS_MENDED_H

#include "base/diag.h"
#include "tests/support.h"

/* The text of the run, for test_lint(), with the edits made; lives in the run. */
struct str test_mended(struct test_run *run, const struct fix *fix);

#endif
