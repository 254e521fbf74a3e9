/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/own_folder.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "read/file.h"

#define TEMPLATE "own_folder.XXXXXX"

static char folder[] = TEMPLATE;
static char old_folder[4096];

void own_folder_begin(void)
{
	memcpy(folder, TEMPLATE, sizeof(folder));
	ck_assert_ptr_nonnull(getcwd(old_folder, sizeof(old_folder)));
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

void own_folder_end(void)
{
	own_folder_clear();
	ck_assert_int_eq(chdir(old_folder), 0);
	ck_assert_int_eq(rmdir(folder), 0);
}

size_t own_folder_clear(void)
{
	struct arena arena = { 0 };
	struct files files = file_system();
	struct str *names;
	size_t count;

	ck_assert_int_eq(files.list(files.self, &arena, STR("."), &names, &count), FILE_OK);
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(remove(arena_cstr(&arena, names[i])), 0);
	arena_free(&arena);
	return count;
}

void own_folder_put(const char *path, const char *bytes)
{
	FILE *stream = fopen(path, "w");

	ck_assert_ptr_nonnull(stream);
	fputs(bytes, stream);
	ck_assert_int_eq(fclose(stream), 0);
}

void own_folder_holds(const char *path, const char *bytes)
{
	struct arena arena = { 0 };
	struct files files = file_system();
	struct str got;

	ck_assert_int_eq(files.read(files.self, &arena, str_from(path), 1000, &got), FILE_OK);
	ck_assert_msg(str_eq(got, str_from(bytes)), "%s holds %.*s", path, STR_FMT(got));
	arena_free(&arena);
}
