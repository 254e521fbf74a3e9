/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "parsed.h"

#include <check.h>

#include "document.h"

struct lint parsed_lint;
struct yaml_file parsed;

void parsed_begin(void)
{
	lint_init(&parsed_lint);
}

void parsed_end(void)
{
	lint_free(&parsed_lint);
}

void parse(struct str text)
{
	struct source *source = source_add(&parsed_lint.sources, STR("f"), STR("f"), text);

	parsed = yaml_parse(&parsed_lint, source);
}

struct str source_of(struct span span)
{
	return source_text(&parsed_lint.sources, span);
}

const struct node *at(const char *path)
{
	return document_below(parsed.count ? parsed.documents[0] : NULL, path);
}

const struct node *tagged(const char *path)
{
	return document_below(parsed.count ? parsed.tagged[0] : NULL, path);
}

void expect_text(const char *row, const char *what, const char *input, struct str wanted,
		 struct str got)
{
	ck_assert_msg(str_eq(wanted, got), "%s: %s of\n%s\nwanted <%.*s>\ngot    <%.*s>", row, what,
		      input, STR_FMT(wanted), STR_FMT(got));
}
