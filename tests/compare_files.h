/* SPDX-License-Identifier: MIT */
/*
 * A project of tests/compare_make.h on the disk, as bytes in its encodings, and
 * on paper.
 */
#ifndef TESTS_COMPARE_FILES_H
#define TESTS_COMPARE_FILES_H

#include "compare_make.h"

/* FOLDER must be there; what cannot be written ends the program. */
void files_write(const char *folder, const struct make_project *project);
void files_remove(const char *folder, const struct make_project *project);

/* Makes or removes FOLDER and the folders in it. */
void files_make_folders(const char *folder);
void files_remove_folders(const char *folder);

void files_print(const struct make_project *project);

#endif
