/* SPDX-License-Identifier: MIT */
/*
 * For unit tests of what touches the disk: a folder of the test's own, which is
 * the current one between own_folder_begin() and own_folder_end(), the two ends
 * of a checked fixture.
 */
#ifndef TESTS_OWN_FOLDER_H
#define TESTS_OWN_FOLDER_H

#include <stddef.h>

void own_folder_begin(void);
/* Takes away what is left in it. */
void own_folder_end(void);
/* Takes away what is in it, a folder only when it is empty; returns how many names that were. */
size_t own_folder_clear(void);
/* Writes a file, and fails the test unless a file holds these bytes. */
void own_folder_put(const char *path, const char *bytes);
void own_folder_holds(const char *path, const char *bytes);

#endif
