/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/xml.h"

#include "base/utf8.h"

struct xml xml_start(FILE *stream)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", stream);
	return (struct xml){ .stream = stream };
}

/* The production Char of XML 1.0. */
static bool is_allowed(uint32_t code)
{
	return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0xD7FF) ||
	       (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

/* The reference that stands for a character; NULL: it stands for itself. */
static const char *reference(uint32_t code, bool is_attribute)
{
	switch (code) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '\r':
		return "&#13;";
	case '\n':
		return is_attribute ? "&#10;" : NULL;
	case '\t':
		return is_attribute ? "&#9;" : NULL;
	default:
		return NULL;
	}
}

/* A runner's command begins here: "##[" anywhere, "::" at the start of a line. */
static bool is_command(struct str rest, bool starts_line)
{
	return str_starts(rest, STR("##[")) || (starts_line && str_starts(rest, STR("::")));
}

/* Wherever it stands. */
static bool stands_for_itself(char c)
{
	switch (c) {
	case '&':
	case '<':
	case '>':
	case '"':
	case '\'':
	case '#':
	case ':':
		return false;
	default:
		return byte_is_printed(c);
	}
}

static void put(FILE *stream, struct str text, bool is_attribute)
{
	bool starts_line = !is_attribute;

	while (text.n) {
		size_t skip = 0;
		struct utf8 u;
		const char *shown;

		while (skip < text.n && stands_for_itself(text.p[skip]))
			skip++;
		if (skip) {
			fwrite(text.p, 1, skip, stream);
			text = str_slice(text, skip, text.n);
			starts_line = false;
			continue;
		}
		u = utf8_decode(text);
		shown = reference(u.code, is_attribute);
		if (!u.valid || !is_allowed(u.code))
			fputs("\xEF\xBF\xBD", stream);
		else if (is_command(text, starts_line))
			fprintf(stream, "&#%u;", (unsigned)u.code);
		else if (shown)
			fputs(shown, stream);
		else
			fwrite(text.p, 1, u.bytes, stream);
		starts_line = !is_attribute &&
			      (u.code == '\n' || (starts_line && byte_is_space(text.p[0])));
		text = str_slice(text, u.bytes, text.n);
	}
}

static void close_tag(struct xml *xml)
{
	if (xml->in_tag)
		fputc('>', xml->stream);
	xml->in_tag = false;
}

static void break_line(struct xml *xml)
{
	fputc('\n', xml->stream);
	for (unsigned i = 0; i < xml->depth; i++)
		fputs("  ", xml->stream);
}

void xml_begin(struct xml *xml, const char *name)
{
	close_tag(xml);
	if (!xml->in_text)
		break_line(xml);
	fprintf(xml->stream, "<%s", name);
	xml->in_tag = true;
	xml->depth++;
}

void xml_attribute(struct xml *xml, const char *name, struct str value)
{
	fprintf(xml->stream, " %s=\"", name);
	put(xml->stream, value, true);
	fputc('"', xml->stream);
}

void xml_count(struct xml *xml, const char *name, size_t count)
{
	fprintf(xml->stream, " %s=\"%zu\"", name, count);
}

void xml_text(struct xml *xml, struct str text)
{
	close_tag(xml);
	put(xml->stream, text, false);
	xml->in_text = true;
}

void xml_end(struct xml *xml, const char *name)
{
	xml->depth--;
	if (xml->in_tag) {
		fputs("/>", xml->stream);
	} else {
		if (!xml->in_text)
			break_line(xml);
		fprintf(xml->stream, "</%s>", name);
	}
	xml->in_tag = xml->in_text = false;
	if (!xml->depth)
		fputc('\n', xml->stream);
}
