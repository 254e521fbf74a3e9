/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml_reader.h"

#include <string.h>

#include "base/utf8.h"

enum {
	/* code points between two entries of the map from libyaml's index to bytes */
	CHECKPOINT_CHARACTERS = 64
};

static bool is_ascii(struct str bytes)
{
	uint64_t eight;
	size_t at = 0;
	unsigned char all = 0;

	for (; at + sizeof(eight) <= bytes.n; at += sizeof(eight)) {
		memcpy(&eight, bytes.p + at, sizeof(eight));
		if (eight & 0x8080808080808080)
			return false;
	}
	for (; at < bytes.n; at++)
		all |= (unsigned char)bytes.p[at];
	return all < 0x80;
}

void reader_map_offsets(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t capacity = 0;
	bool ascii;

	r->bom = str_starts(bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
	ascii = is_ascii(str_slice(bytes, r->bom, bytes.n));
	r->next_bom = ascii ? STR_NPOS : str_find(bytes, STR("\xEF\xBB\xBF"), r->bom + 1);
	if (ascii)
		return;
	for (size_t at = r->bom; at < bytes.n;) {
		size_t left = CHECKPOINT_CHARACTERS;

		r->checkpoints = arena_grow(&r->work, r->checkpoints, r->ncheckpoints, &capacity,
					    sizeof(*r->checkpoints));
		r->checkpoints[r->ncheckpoints++] = (uint32_t)at;
		if (is_ascii(str_slice(bytes, at, at + left))) {
			at += left;
			continue;
		}
		for (; left && at < bytes.n; left--)
			at += utf8_bytes_at(bytes, at);
	}
}

size_t reader_mapped_offset(const struct reader *r, size_t index)
{
	struct str bytes = r->source->bytes;
	size_t checkpoint = index / CHECKPOINT_CHARACTERS, left = index % CHECKPOINT_CHARACTERS, at;

	if (checkpoint >= r->ncheckpoints)
		return bytes.n;
	at = r->checkpoints[checkpoint];
	/* most stretches have one byte for each character */
	if (checkpoint + 1 < r->ncheckpoints &&
	    r->checkpoints[checkpoint + 1] - at == CHECKPOINT_CHARACTERS)
		return at + left;
	for (; left && at < bytes.n; left--)
		at += utf8_bytes_at(bytes, at);
	return at < bytes.n ? at : bytes.n;
}

struct span reader_character(const struct reader *r, size_t at)
{
	struct str bytes = r->source->bytes;

	if (at < bytes.n)
		return reader_span(r, at, at + utf8_bytes_at(bytes, at));
	at = bytes.n;
	while (at > r->bom && byte_is_space(bytes.p[at - 1]))
		at--;
	while (at > r->bom && ((unsigned char)bytes.p[at - 1] & 0xC0) == 0x80)
		at--;
	return reader_span(r, at > r->bom ? at - 1 : at, at);
}

bool reader_decode_utf16(struct reader *r, bool big_endian)
{
	struct str from = r->source->bytes;
	struct builder b = { .arena = &r->lint->run };
	const unsigned char *p = (const unsigned char *)from.p;
	bool valid = from.n % 2 == 0;

	/* the source would become another one under the eyes of other threads */
	if (r->lint->sources.whole) {
		r->lint->sources.depends = true;
		return false;
	}
	for (size_t at = 2; at + 1 < from.n && valid; at += 2) {
		uint32_t code = (uint32_t)(p[at + !big_endian] << 8 | p[at + big_endian]);

		if (code >= 0xD800 && code < 0xE000) {
			uint32_t low = 0;

			if (at + 3 < from.n)
				low = (uint32_t)(p[at + 2 + !big_endian] << 8 |
						 p[at + 2 + big_endian]);
			valid = code < 0xDC00 && low >= 0xDC00 && low < 0xE000;
			code = 0x10000 + ((code & 0x3FF) << 10 | (low & 0x3FF));
			at += 2;
		}
		if (valid)
			utf8_add(&b, code);
	}
	source_decoded(&r->lint->sources, r->source->number, builder_str(&b));
	if (!valid)
		reader_syntax_error(r, reader_character(r, b.n),
				    "this is not valid UTF-16; save the file as UTF-8");
	return valid;
}
