/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

static void *allocate(size_t size)
{
	void *memory = malloc(size);

	if (!memory && size)
		arena_out_of_memory();
	return memory;
}

void json_begin(void)
{
	json_set_alloc_funcs(allocate, free);
	/* our keys are our own, so there is no collision to fear and nothing random to read */
	json_object_seed(1);
}

json_t *json_text(struct arena *arena, struct str text)
{
	struct str valid = utf8_repair(arena, text);

	return json_stringn(valid.p ? valid.p : "", valid.n);
}

json_t *json_count(size_t number)
{
	return json_integer((json_int_t)number);
}

void json_put(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

static struct str base64(struct arena *arena, struct str bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < bytes.n; i += 3) {
		size_t left = bytes.n - i;
		uint32_t three = 0;

		for (size_t k = 0; k < 3; k++)
			three = three << 8 | (k < left ? (unsigned char)bytes.p[i + k] : 0U);
		builder_byte(&b, digits[three >> 18 & 63]);
		builder_byte(&b, digits[three >> 12 & 63]);
		builder_byte(&b, left > 1 ? digits[three >> 6 & 63] : '=');
		builder_byte(&b, left > 2 ? digits[three & 63] : '=');
	}
	return builder_str(&b);
}

void json_put_file(struct arena *arena, json_t *object, struct str name)
{
	json_object_set_new(object, "file", json_text(arena, name));
	if (!utf8_is_valid(name))
		json_object_set_new(object, "fileBytes", json_text(arena, base64(arena, name)));
}

/* jansson gives a document in pieces of a few bytes. */
struct printing {
	FILE *stream;
	int hashes; /* how many stand at the end of what was printed, at most 2 */
	size_t n;
	char bytes[4096]; /* that are still to be printed */
};

static void print(struct printing *printing)
{
	/* an error of the stream is found by whoever flushes it */
	fwrite(printing->bytes, 1, printing->n, printing->stream);
	printing->n = 0;
}

/* "##[" anywhere in a line is a command to some CI runners, and DEL steers terminals, but is left
   as it is by jansson; both stand in strings only. */
static int print_bytes(const char *bytes, size_t count, void *data)
{
	enum { ESCAPED = 6 };
	struct printing *printing = data;

	for (size_t i = 0; i < count; i++) {
		char byte = bytes[i];
		bool is_escaped = byte == '\x7f' || (byte == '[' && printing->hashes == 2);

		if (printing->n + ESCAPED > sizeof(printing->bytes))
			print(printing);
		printing->hashes = byte != '#' ? 0 : printing->hashes ? 2 : 1;
		if (is_escaped) {
			memcpy(printing->bytes + printing->n, byte == '[' ? "\\u005b" : "\\u007f",
			       ESCAPED);
			printing->n += ESCAPED;
		} else {
			printing->bytes[printing->n++] = byte;
		}
	}
	return 0;
}

void json_print(json_t *value, FILE *stream)
{
	struct printing printing = { .stream = stream };

	json_dump_callback(value, print_bytes, &printing, JSON_INDENT(2) | JSON_ENSURE_ASCII);
	print(&printing);
	fputc('\n', stream);
	json_decref(value);
}
