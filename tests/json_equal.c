/* SPDX-License-Identifier: MIT */
/*
 *     json-equal WANTED GOT [FROM TO]...
 *
 * Compares two JSON files as values: the order of keys and the way in which a
 * number is written do not count.  In the text of WANTED each FROM is replaced
 * by TO before.  Prints where the two differ first; exits 0 when they are
 * equal, 1 when not, 2 when one of them is no JSON.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	json_t *value = json_loads(text, JSON_DECODE_ANY, &error);

	if (!value)
		value = json_loads(text, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &error);
	if (!value) {
		printf("%s:%d: %s\n", name, error.line, error.text);
		exit(2);
	}
	return value;
}

static void say(const char *path, const char *what, const json_t *wanted, const json_t *got)
{
	char *left = wanted ? json_dumps(wanted, JSON_ENCODE_ANY | JSON_SORT_KEYS) : NULL;
	char *right = got ? json_dumps(got, JSON_ENCODE_ANY | JSON_SORT_KEYS) : NULL;

	printf("%s: %s\nwanted: %s\ngot:    %s\n", *path ? path : "(top)", what,
	       left ? left : "nothing", right ? right : "nothing");
	free(left);
	free(right);
}

static int equal(json_t *wanted, json_t *got, const char *path)
{
	char here[4096];
	const char *key;
	json_t *value;

	if (json_is_number(wanted) && json_is_number(got) &&
	    !(json_number_value(wanted) < json_number_value(got)) &&
	    !(json_number_value(wanted) > json_number_value(got)))
		return 1;
	if (json_typeof(wanted) != json_typeof(got)) {
		say(path, "another type", wanted, got);
		return 0;
	}
	if (json_is_array(wanted)) {
		if (json_array_size(wanted) != json_array_size(got)) {
			say(path, "another length", wanted, got);
			return 0;
		}
		for (size_t i = 0; i < json_array_size(wanted); i++) {
			snprintf(here, sizeof(here), "%s[%zu]", path, i);
			if (!equal(json_array_get(wanted, i), json_array_get(got, i), here))
				return 0;
		}
		return 1;
	}
	if (!json_is_object(wanted)) {
		if (json_equal(wanted, got))
			return 1;
		say(path, "another value", wanted, got);
		return 0;
	}
	json_object_foreach(wanted, key, value)
	{
		snprintf(here, sizeof(here), "%s.%s", path, key);
		if (!json_object_get(got, key)) {
			say(here, "missing", value, NULL);
			return 0;
		}
		if (!equal(value, json_object_get(got, key), here))
			return 0;
	}
	json_object_foreach(got, key, value)
	{
		snprintf(here, sizeof(here), "%s.%s", path, key);
		if (!json_object_get(wanted, key)) {
			say(here, "not wanted", NULL, value);
			return 0;
		}
	}
	return 1;
}

int main(int argc, char **argv)
{
	char *text;
	json_t *wanted, *got;
	int same;

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
	same = equal(wanted, got, "");
	json_decref(wanted);
	json_decref(got);
	return same ? 0 : 1;
}
