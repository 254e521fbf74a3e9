/* SPDX-License-Identifier: MIT */
#include "json_same.h"

#include <stdlib.h>

static void say(FILE *stream, const char *path, const char *what, const json_t *wanted,
		const json_t *got)
{
	char *left, *right;

	if (!stream)
		return;
	left = wanted ? json_dumps(wanted, JSON_ENCODE_ANY | JSON_SORT_KEYS) : NULL;
	right = got ? json_dumps(got, JSON_ENCODE_ANY | JSON_SORT_KEYS) : NULL;

	fprintf(stream, "%s: %s\nwanted: %s\ngot:    %s\n", *path ? path : "(top)", what,
		left ? left : "nothing", right ? right : "nothing");
	free(left);
	free(right);
}

static bool equal(FILE *stream, json_t *wanted, json_t *got, const char *path)
{
	char here[4096];
	const char *key;
	json_t *value;

	if (json_is_number(wanted) && json_is_number(got) &&
	    !(json_number_value(wanted) < json_number_value(got)) &&
	    !(json_number_value(wanted) > json_number_value(got)))
		return true;
	if (json_typeof(wanted) != json_typeof(got)) {
		say(stream, path, "another type", wanted, got);
		return false;
	}
	if (json_is_array(wanted)) {
		if (json_array_size(wanted) != json_array_size(got)) {
			say(stream, path, "another length", wanted, got);
			return false;
		}
		for (size_t i = 0; i < json_array_size(wanted); i++) {
			snprintf(here, sizeof(here), "%s[%zu]", path, i);
			if (!equal(stream, json_array_get(wanted, i), json_array_get(got, i), here))
				return false;
		}
		return true;
	}
	if (!json_is_object(wanted)) {
		if (json_equal(wanted, got))
			return true;
		say(stream, path, "another value", wanted, got);
		return false;
	}
	json_object_foreach(wanted, key, value)
	{
		snprintf(here, sizeof(here), "%s.%s", path, key);
		if (!json_object_get(got, key)) {
			say(stream, here, "missing", value, NULL);
			return false;
		}
		if (!equal(stream, value, json_object_get(got, key), here))
			return false;
	}
	json_object_foreach(got, key, value)
	{
		snprintf(here, sizeof(here), "%s.%s", path, key);
		if (!json_object_get(wanted, key)) {
			say(stream, here, "not wanted", NULL, value);
			return false;
		}
	}
	return true;
}

bool json_same(json_t *wanted, json_t *got, FILE *stream)
{
	return equal(stream, wanted, got, "");
}
