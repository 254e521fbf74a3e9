/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "compare_files.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 3200 };

static void die(const char *what)
{
	fprintf(stderr, "compare: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* One code point of UTF-8; a byte that belongs to none stands for itself. */
static unsigned long decode(const unsigned char **at)
{
	unsigned long c = *(*at)++;
	int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;

	if (!more)
		return c;
	c &= 0x3fU >> more;
	for (; more && (**at & 0xc0) == 0x80; more--)
		c = c << 6 | (*(*at)++ & 0x3f);
	return c;
}

static void put_unit(FILE *stream, unsigned long unit, bool big)
{
	fputc((int)(big ? unit >> 8 : unit & 0xff), stream);
	fputc((int)(big ? unit & 0xff : unit >> 8), stream);
}

static void put_text(FILE *stream, enum make_encoding encoding, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	bool big = encoding == MAKE_UTF16_BE;

	if (encoding == MAKE_UTF8 || encoding == MAKE_UTF8_BOM) {
		fputs(text, stream);
		return;
	}
	while (*at) {
		unsigned long c = decode(&at);

		if (c >= 0x10000) {
			put_unit(stream, 0xd7c0 + (c >> 10), big);
			c = 0xdc00 + (c & 0x3ff);
		}
		put_unit(stream, c, big);
	}
}

static void write_file(const char *path, const struct make_file *file)
{
	FILE *stream = fopen(path, "wb");

	if (!stream)
		die(path);
	if (file->encoding == MAKE_UTF8_BOM)
		fputs("\xef\xbb\xbf", stream);
	else if (file->encoding != MAKE_UTF8)
		put_unit(stream, 0xfeff, file->encoding == MAKE_UTF16_BE);
	for (size_t i = 0; i < file->count; i++) {
		put_text(stream, file->encoding, file->lines[i]);
		put_text(stream, file->encoding,
			 i + 1 == file->count ? file->last_line_end : file->line_end);
	}
	fclose(stream);
}

static void path_of(char *path, const char *folder, const char *name)
{
	snprintf(path, PATH_BYTES, "%s/%s", folder, name);
}

void files_write(const char *folder, const struct make_project *project)
{
	char path[PATH_BYTES];

	for (size_t i = 0; i < project->count; i++) {
		path_of(path, folder, project->files[i].name);
		if (project->files[i].count)
			write_file(path, &project->files[i]);
		else
			unlink(path);
	}
}

void files_remove(const char *folder, const struct make_project *project)
{
	char path[PATH_BYTES];

	for (size_t i = 0; i < project->count; i++) {
		path_of(path, folder, project->files[i].name);
		unlink(path);
	}
}

static void make_folder(const char *path)
{
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		die(path);
}

void files_make_folders(const char *folder)
{
	char path[PATH_BYTES];

	make_folder(folder);
	for (size_t i = 0; i < make_folder_count; i++) {
		path_of(path, folder, make_folders[i]);
		make_folder(path);
	}
}

void files_remove_folders(const char *folder)
{
	char path[PATH_BYTES];

	for (size_t i = make_folder_count; i-- > 0;) {
		path_of(path, folder, make_folders[i]);
		rmdir(path);
	}
	rmdir(folder);
}

/* ------------------------------------------------------------------ paper */

static void print_words(const char *heading, const char (*words)[60], size_t count)
{
	if (!count)
		return;
	printf("%s:", heading);
	for (size_t i = 0; i < count; i++)
		printf(" %s", words[i]);
	printf("\n");
}

void files_print(const struct make_project *project)
{
	static const char *const encodings[] = { "", ", byte order mark", ", UTF-16LE",
						 ", UTF-16BE" };

	print_words("arguments", project->arguments, project->narguments);
	print_words("environment", project->environment, project->nenvironment);
	if (*project->folder)
		printf("in: %s\n", project->folder);
	for (size_t i = 0; i < project->count; i++) {
		const struct make_file *file = &project->files[i];

		if (!file->count)
			continue;
		printf("--- %s%s%s%s\n", file->name, encodings[file->encoding],
		       file->line_end[0] != '\r' ? ""
		       : file->line_end[1]       ? ", CRLF"
						 : ", CR",
		       file->last_line_end[0] ? "" : ", no line end at the end");
		for (size_t k = 0; k < file->count; k++)
			printf("%s\n", file->lines[k]);
	}
}
