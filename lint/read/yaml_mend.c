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
#include <yaml.h>

#include "base/limits.h"

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

/* Nearly every file holds nothing of the kind. */
static bool is_suspect(struct str bytes)
{
	for (size_t i = 0; i + 1 < bytes.n; i++) {
		if (bytes.p[i] == ':' && ends_a_word(bytes.p[i + 1]))
			return true;
		if (bytes.p[i] != '!')
			continue;
		for (; i + 1 < bytes.n && !byte_is_space(bytes.p[i + 1]); i++)
			if (ends_a_tag(bytes.p[i + 1]) || ends_a_word(bytes.p[i + 1]))
				return true;
	}
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

static struct fault fault_of_error(struct reader *r, const yaml_parser_t *parser)
{
	struct str problem = str_from(parser->problem), bytes = r->source->bytes;
	struct str context = parser->context ? str_from(parser->context) : STR("");
	size_t at = reader_offset(r, parser->problem_mark.index);

	if (parser->error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	if (parser->error == YAML_SCANNER_ERROR && at + 1 < bytes.n) {
		if (str_eq(problem, STR("found unexpected ':'")) && bytes.p[at] == ':' &&
		    ends_a_word(bytes.p[at + 1]))
			return (struct fault){ at, '_' };
		if ((str_eq(context, STR("while scanning a tag")) ||
		     str_eq(context, STR("while parsing a tag"))) &&
		    ends_a_tag(bytes.p[at]) && bytes.p[at - 1] != '>')
			return (struct fault){ at, ';' };
	}
	return (struct fault){ STR_NPOS, '\0' };
}

static struct fault find_fault(struct reader *r, struct str bytes, size_t *scanned)
{
	struct fault fault = { STR_NPOS, '\0' };
	unsigned depth = 0;
	yaml_parser_t parser;
	yaml_token_t token;
	bool going = true;

	if (!yaml_parser_initialize(&parser))
		arena_out_of_memory();
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes.p + r->bom,
				     bytes.n - r->bom);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (going) {
		if (!yaml_parser_scan(&parser, &token)) {
			fault = fault_of_error(r, &parser);
			break;
		}
		if (token.type == YAML_TAG_TOKEN)
			fault = fault_of_tag(r, reader_offset(r, token.start_mark.index),
					     reader_offset(r, token.end_mark.index));
		depth += token.type == YAML_FLOW_SEQUENCE_START_TOKEN ||
			 token.type == YAML_FLOW_MAPPING_START_TOKEN;
		depth -= depth && (token.type == YAML_FLOW_SEQUENCE_END_TOKEN ||
				   token.type == YAML_FLOW_MAPPING_END_TOKEN);
		going = token.type != YAML_STREAM_END_TOKEN && fault.at == STR_NPOS && !r->broken &&
			depth <= LIMIT_DEPTH;
		yaml_token_delete(&token);
	}
	*scanned += parser.mark.index;
	yaml_parser_delete(&parser);
	return fault;
}

struct str reader_mended(struct reader *r)
{
	struct str bytes = r->source->bytes;
	size_t scanned = 0;
	char *copy = NULL;

	if (!is_suspect(bytes))
		return bytes;
	for (size_t i = 0; i < LIMIT_MENDS && scanned < LIMIT_SCANNED_BYTES; i++) {
		struct fault fault = find_fault(r, bytes, &scanned);

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
