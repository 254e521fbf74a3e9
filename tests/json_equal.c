/* SPDX-License-Identifier: MIT */
/*
 *     json-equal WANTED GOT [FROM TO]...
 *
 * Compares two JSON files as values: the order of keys and the way in which a
 * number is written do not count.  In the text of WANTED each FROM is replaced
 * by TO before.  Prints where the two differ first; exits 0 when they are
 * equal, 1 when not, 2 when one of them is no JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_same.h"

static char *read_all(const char *name)
{
	FILE *file = fopen(name, "rb");
	size_t n = 0, capacity = 65536;
	char *text = malloc(capacity + 1);

	if (!file || !text) {
		fprintf(stderr, "json-equal: cannot read %s\n", name);
		exit(2);
	}
	for (;;) {
		size_t got = fread(text + n, 1, capacity - n, file);

		if (!got)
			break;
		n += got;
		if (n < capacity)
			continue;
		capacity *= 2;
		text = realloc(text, capacity + 1);
		if (!text)
			exit(2);
	}
	fclose(file);
	text[n] = '\0';
	return text;
}

static char *replaced(char *text, const char *from, const char *to)
{
	size_t count = 0, old = strlen(from), fresh = strlen(to);
	const char *at = text;
	char *result, *end;

	for (const char *hit = text; (hit = strstr(hit, from)); hit += old)
		count++;
	result = malloc(strlen(text) + count * fresh + 1);
	if (!result)
		exit(2);
	end = result;
	for (const char *hit; (hit = strstr(at, from)); at = hit + old) {
		memcpy(end, at, (size_t)(hit - at));
		end += hit - at;
		memcpy(end, to, fresh);
		end += fresh;
	}
	memcpy(end, at, strlen(at) + 1);
	free(text);
	return result;
}

static json_t *parse(const char *name, const char *text)
{
	json_error_t error;
	json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);

	if (!value)
		value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL,
				   &error);
	if (!value) {
		printf("%s:%d: %s\n", name, error.line, error.text);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	char *text;
	json_t *wanted, *got;
	bool same;

	if (argc < 3 || argc % 2 == 0) {
		fprintf(stderr, "usage: json-equal WANTED GOT [FROM TO]...\n");
		return 2;
	}
	text = read_all(argv[1]);
	for (int i = 3; i + 1 < argc; i += 2)
		text = replaced(text, argv[i], argv[i + 1]);
	wanted = parse(argv[1], text);
	free(text);
	text = read_all(argv[2]);
	got = parse(argv[2], text);
	free(text);
	same = json_same(wanted, got, stdout);
	json_decref(wanted);
	json_decref(got);
	return same ? 0 : 1;
}
