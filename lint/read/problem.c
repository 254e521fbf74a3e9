/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/problem.h"

static const struct problem problems[] = {
	{ STR_INIT("control characters are not allowed"),
	  "a control character stands here; delete it, or write it as an escape in double quotes",
	  false },
	{ STR_INIT("could not find expected ':'"),
	  "this is no \"key: value\"; a colon is missing, or the blank behind it, or the line is "
	  "not indented as the text it belongs to",
	  true },
	{ STR_INIT("block sequence entries are not allowed in this context"),
	  "a list item (\"- \") cannot begin here; put it on a line of its own, below its key",
	  false },
	{ STR_INIT("mapping keys are not allowed in this context"),
	  "a key cannot begin here; put it on a line of its own", false },
	{ STR_INIT("mapping values are not allowed in this context"),
	  "a colon cannot stand here; indent the line as its neighbours, or quote the value that "
	  "holds \": \"",
	  false },
	{ STR_INIT("did not find expected key"),
	  "this line is not indented as the keys of its mapping are", false },
	{ STR_INIT("did not find expected '-' indicator"),
	  "this line is not indented as the items of its list are, or its \"- \" is missing",
	  false },
	{ STR_INIT("did not find expected ',' or ']'"),
	  "a list in brackets is not closed; \",\" or \"]\" is missing", false },
	{ STR_INIT("did not find expected ',' or '}'"),
	  "a mapping in braces is not closed; \",\" or \"}\" is missing", false },
	{ STR_INIT("did not find expected node content"), "a value is missing before this", false },
	{ STR_INIT("did not find expected <document start>"),
	  "the document has ended before this; indent the line as its neighbours, or begin a new "
	  "document with \"---\"",
	  false },
	{ STR_INIT("found unexpected end of stream"), "this quote is never closed", true },
	{ STR_INIT("found unexpected document indicator"),
	  "this quote is not closed before the document ends", true },
	{ STR_INIT("found unexpected ':'"),
	  "a colon cannot stand here; quote the value that holds it", false },
	{ STR_INIT("found unknown escape character"),
	  "this backslash begins no escape that YAML knows; write \"\\\\\" for a backslash, or use "
	  "single quotes",
	  false },
	{ STR_INIT("did not find expected hexdecimal number"),
	  "this escape needs hexadecimal digits: two after \\x, four after \\u, eight after \\U",
	  false },
	{ STR_INIT("found invalid Unicode character escape code"),
	  "this escape names no character; write a character above U+FFFF as \\U and eight digits",
	  false },
	{ STR_INIT("found a tab character where an indentation space is expected"),
	  "a tab cannot indent; use blanks", false },
	{ STR_INIT("found a tab character that violates indentation"),
	  "a tab cannot indent; use blanks", false },
	{ STR_INIT("found an indentation indicator equal to 0"),
	  "the indentation behind \"|\" or \">\" is a digit from 1 to 9", false },
	{ STR_INIT("did not find expected comment or line break"),
	  "nothing but a comment can follow on this line", false },
	{ STR_INIT("did not find expected alphabetic or numeric character"),
	  "\"&\" and \"*\" begin the name of an anchor (letters, digits, \"_\" and \"-\"); quote "
	  "the "
	  "value if it is meant as text",
	  true },
	{ STR_INIT("found undefined tag handle"),
	  "this tag's prefix is not declared; quote the value if it is meant as text", false },
	{ STR_INIT("found unknown directive name"),
	  "YAML has no such directive; remove the line, or quote the value if it is meant as text",
	  true },
	{ STR_INIT("found duplicate %YAML directive"), "%YAML stands twice; remove this line",
	  false },
	{ STR_INIT("found duplicate %TAG directive"),
	  "this prefix is declared twice; remove this line", false },
	{ STR_INIT("found incompatible YAML document"),
	  "Compose reads YAML 1.1; remove the line with %YAML", false },
};

const struct problem *problem_find(struct str words)
{
	for (size_t i = 0; i < sizeof(problems) / sizeof(*problems); i++)
		if (str_eq(problems[i].words, words))
			return &problems[i];
	return NULL;
}

const char *problem_first_byte(char c)
{
	switch (c) {
	case '\t':
		return "a tab cannot indent; use blanks";
	case '@':
	case '`':
		return "a value cannot begin with \"@\" or \"`\"; quote it";
	case '%':
		return "a value cannot begin with \"%\"; quote it";
	default:
		return "a value cannot begin with this character; quote it";
	}
}

const char *problem_on_line(struct str bytes, size_t at)
{
	struct str line = str_slice(bytes, at, str_find_byte(bytes, '\n', at));

	return str_has(line, STR("\xc2\xa0"))
		       ? "a no-break space stands in this line, which YAML takes for a letter; "
			 "replace it by a blank"
		       : NULL;
}

/* "image:agent", which is one word to YAML; with a slash it is rather a URL. */
static bool lacks_blank(struct str line)
{
	size_t i = 0;

	line = str_trim(line);
	while (i < line.n && (byte_is_alnum(line.p[i]) || line.p[i] == '_' || line.p[i] == '-'))
		i++;
	return i && i + 1 < line.n && line.p[i] == ':' && !byte_is_blank(line.p[i + 1]) &&
	       line.p[i + 1] != '/' && line.p[i + 1] != ':';
}

const char *problem_line_before(struct str bytes, size_t at)
{
	struct str before = str_slice(bytes, 0, at);
	size_t end = str_rfind_byte(before, '\n'), begin;

	while (end != STR_NPOS && end > 0) {
		before = str_slice(bytes, 0, end);
		begin = str_rfind_byte(before, '\n');
		before = str_slice(bytes, begin == STR_NPOS ? 0 : begin + 1, end);
		if (str_trim(before).n)
			return lacks_blank(before)
				       ? "a colon cannot stand here, since the line before is no "
					 "\"key: value\": a blank is missing behind its colon"
				       : NULL;
		end = begin;
	}
	return NULL;
}

const char *problem_around(struct str bytes, size_t at, size_t context)
{
	struct str behind = str_slice(bytes, context, bytes.n);
	size_t before = at;

	if (str_starts(behind, STR("<<<<<<<")) || str_starts(behind, STR("=======")) ||
	    str_starts(behind, STR(">>>>>>>")))
		return "this line was left by a merge conflict";
	while (before > 0 && byte_is_blank(bytes.p[before - 1]))
		before--;
	switch (before ? bytes.p[before - 1] : '\0') {
	case '\'':
		return "the quoted value ends before this; a quote inside single quotes is written "
		       "twice";
	case '"':
		return "the quoted value ends before this; a quote inside double quotes is written "
		       "\\\"";
	case ']':
	case '}':
		return "the bracket before this closes the value; nothing but a comment can follow "
		       "it";
	default:
		return NULL;
	}
}

/* Is the quote at `at` a part of the value?  Double ones stand behind a "\\", single ones twice. */
static bool quote_is_escaped(struct str bytes, size_t at)
{
	size_t backslashes = 0;

	if (bytes.p[at] == '\'')
		return at > 0 && bytes.p[at - 1] == '\'';
	while (backslashes < at && bytes.p[at - 1 - backslashes] == '\\')
		backslashes++;
	return backslashes % 2;
}

size_t problem_quote(struct str bytes, size_t at)
{
	char quote;

	while (at > 0 && byte_is_blank(bytes.p[at - 1]))
		at--;
	quote = at ? bytes.p[--at] : '\0';
	if (quote != '"' && quote != '\'')
		return STR_NPOS;
	while (at > 0)
		if (bytes.p[--at] == quote) {
			if (!quote_is_escaped(bytes, at))
				return at;
			at--;
		}
	return STR_NPOS;
}
