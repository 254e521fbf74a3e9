/* SPDX-License-Identifier: MIT */
/*
 * What the reader of Compose takes and libyaml does not, though both read YAML 1.1.
 *
 * In a flow collection a word may end in a colon ("{a: b:}"), and a tag goes on over commas and
 * brackets ("[!tag,more b]").  Such a byte is given to libyaml as another one that ends nothing.
 * No byte moves, so places stay what they are; the word gets its colon back when it is read.
 */
#include "config.h"

#include "read/yaml_reader.h"

#include <string.h>

#include "base/limits.h"
#include "read/written.h"

enum {
	/* bytes mended in one file: for each the file is scanned again */
	LIMIT_MENDS = 64,
	/* bytes that those scans may read */
	LIMIT_SCANNED_BYTES = 4 * LIMIT_FILE_BYTES
};

static bool ends_a_tag(char c)
{
	return c == ',' || c == '[' || c == ']';
}

static bool ends_a_word(char c)
{
	return c == ',' || c == ']' || c == '}';
}

/* The tag that begins at *at, or what looks like one; *at is moved to its last byte. */
static bool is_suspect_tag(struct str bytes, size_t *at)
{
	for (; *at + 1 < bytes.n && !byte_is_space(bytes.p[*at + 1]); (*at)++)
		if (ends_a_tag(bytes.p[*at + 1]) || ends_a_word(bytes.p[*at + 1]))
			return true;
	return false;
}

/* Nearly every file holds nothing of the kind. */
static bool is_suspect(struct str bytes)
{
	for (size_t at = 0; (at = str_find_byte(bytes, ':', at)) != STR_NPOS; at++)
		if (at + 1 < bytes.n && ends_a_word(bytes.p[at + 1]))
			return true;
	for (size_t at = 0; (at = str_find_byte(bytes, '!', at)) != STR_NPOS; at++)
		if (is_suspect_tag(bytes, &at))
			return true;
	return false;
}

/* A byte that libyaml is to see as another one. */
struct fault {
	size_t at; /* STR_NPOS: none */
	char seen_as;
};

static struct fault fault_of_tag(struct reader *r, size_t start, size_t end)
{
	struct str bytes = r->source->bytes;

	if (end >= bytes.n || !ends_a_tag(bytes.p[end]))
		return (struct fault){ STR_NPOS, '\0' };
	/* ";" may stand in a tag, but not in its prefix */
	if (bytes.p[end - 1] != '>')
		return (struct fault){ end, ';' };
	reader_syntax_error(r, reader_span(r, start, end), "a blank is missing behind this tag");
	return (struct fault){ STR_NPOS, '\0' };
}

static struct fault fault_of_error(const struct reader *r, const struct scanned *scanned)
{
	struct str bytes = r->source->bytes;
	size_t at = scanned->end;

	if (at + 1 >= bytes.n)
		return (struct fault){ STR_NPOS, '\0' };
	if (str_eq(scanned->problem, STR("found unexpected ':'")) && bytes.p[at] == ':' &&
	    ends_a_word(bytes.p[at + 1]))
		return (struct fault){ at, '_' };
	if ((str_eq(scanned->context, STR("while scanning a tag")) ||
	     str_eq(scanned->context, STR("while parsing a tag"))) &&
	    ends_a_tag(bytes.p[at]) && bytes.p[at - 1] != '>')
		return (struct fault){ at, ';' };
	return (struct fault){ STR_NPOS, '\0' };
}

/* The scan ends at the first fault. */
static bool is_fault(struct reader *r, const struct scanned *scanned, void *self)
{
	struct fault *fault = self;

	*fault = scanned->problem.n ? fault_of_error(r, scanned)
				    : fault_of_tag(r, scanned->start, scanned->end);
	return fault->at != STR_NPOS || r->broken;
}

struct str reader_mended(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t scanned = 0;
	char *copy = NULL;

	if (!is_suspect(bytes))
		return bytes;
	for (size_t i = 0; i < LIMIT_MENDS && scanned < LIMIT_SCANNED_BYTES; i++) {
		struct fault fault = { STR_NPOS, '\0' };

		scanned += reader_scan(r, bytes, is_fault, &fault);
		if (fault.at == STR_NPOS)
			break;
		if (!copy) {
			copy = ARENA_ARRAY(&r->work, bytes.n, char);
			memcpy(copy, bytes.p, bytes.n);
			bytes.p = copy;
		}
		copy[fault.at] = fault.seen_as;
	}
	return bytes;
}

size_t reader_comma_of_tag(const struct reader *r, size_t at)
{
	struct str bytes = r->source->bytes;

	while (at && !written_break(bytes, at - 1)) {
		at--;
		if (at < bytes.n && bytes.p[at] == ',' && r->given.p[at] != ',')
			return at;
	}
	return STR_NPOS;
}
