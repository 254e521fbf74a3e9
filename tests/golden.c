/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "golden.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static int by_name(const void *a, const void *b)
{
	const struct str *left = a, *right = b;

	return str_cmp(*left, *right);
}

static const char *root(void)
{
	const char *srcdir = getenv("srcdir");

	return srcdir != NULL ? srcdir : ".";
}

void golden_list(struct golden *golden, const char *kind)
{
	struct dirent *entry;
	struct str path;
	DIR *directory;

	golden->kind = str_from(kind);
	path = arena_fmt(&golden->arena, "%s/fixtures/%s", root(), kind);
	directory = opendir(path.p);
	if (directory == NULL)
		return;
	while ((entry = readdir(directory)) != NULL && golden->count < GOLDEN_CASES)
		if (byte_is_alnum(entry->d_name[0]) &&
		    !str_ends(str_from(entry->d_name), STR(".mk")))
			golden->names[golden->count++] =
				arena_str(&golden->arena, str_from(entry->d_name));
	closedir(directory);
	qsort(golden->names, golden->count, sizeof(*golden->names), by_name);
}

bool golden_read(struct golden *golden, size_t which, const char *file, struct str *bytes)
{
	struct str path = arena_fmt(&golden->arena, "%s/fixtures/%.*s/%.*s/%s", root(),
				    STR_FMT(golden->kind), STR_FMT(golden->names[which]), file);
	struct builder text = { .arena = &golden->arena };
	FILE *stream = fopen(path.p, "rb");
	int c;

	if (stream == NULL)
		return false;
	while ((c = getc(stream)) != EOF)
		builder_byte(&text, (char)c);
	fclose(stream);
	*bytes = builder_str(&text);
	return true;
}

json_t *golden_json(struct golden *golden, size_t which, const char *file)
{
	json_error_t error;
	struct str bytes;
	json_t *value;

	if (!golden_read(golden, which, file, &bytes))
		return NULL;
	value = json_loadb(bytes.p, bytes.n, 0, &error);
	ck_assert_msg(value != NULL, "%.*s/%s: %s", STR_FMT(golden->names[which]), file,
		      error.text);
	return value;
}

struct str golden_text(const json_t *value)
{
	if (!json_is_string(value))
		return STR_NONE;
	return (struct str){ json_string_value(value), json_string_length(value) };
}

bool golden_text_is(const json_t *wanted, struct str got)
{
	if (wanted == NULL || json_is_null(wanted))
		return got.n == 0;
	return json_is_string(wanted) && str_eq(golden_text(wanted), got);
}
