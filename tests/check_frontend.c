/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/frontend.h"

#include <check.h>

#include "tests/suite.h"

static const struct row {
	const char *text, *image; /* "": none */
} rows[] = {
	{ "# syntax=docker/dockerfile:1\nFROM a\n", "docker/dockerfile:1" },
	{ "#syntax=a/b\n", "a/b" },
	{ "#\tSYNTAX \t=\t a/b  \r\nFROM a\n", "a/b" },
	{ "\xEF\xBB\xBF# syntax=a/b\n", "a/b" },
	{ "# syntax=a/b --flag c\n", "a/b" },
	{ "# escape=`\n# check=skip=all\n# syntax=a/b\n", "a/b" },
	{ "# escape=`\n# escape=`\n# syntax=a/b\n", "a/b" },
	{ "#!/usr/bin/env x\n# syntax=a/b\n", "a/b" },
	{ "#!/usr/bin/env x\n// syntax=a/b\n", "a/b" },
	{ "// syntax=a/b\nanything\n", "a/b" },
	{ "// escape=`\n//syntax = a/b\n", "a/b" },
	{ "{\"syntax\": \"a/b\"}", "a/b" },
	{ "\n { \"x\": [1, {\"syntax\": \"no\"}], \"syntax\" : \"a\\u002fb\" } \n", "a/b" },
	{ "{\"syntax\": \"a/b\", \"syntax\": \"c/d\"}", "c/d" },
	{ "#!/usr/bin/env x\n{\"syntax\": \"a/b\"}", "a/b" },
	{ "", "" },
	{ "FROM a\n# syntax=a/b\n", "" },
	{ "\n# syntax=a/b\n", "" },
	{ "# a comment\n# syntax=a/b\n", "" },
	{ "# unknown=1\n# syntax=a/b\n", "" },
	{ " # syntax=a/b\n", "" },
	{ "# syntax=\n", "" },
	{ "# syntax:a/b\n", "" },
	{ "# 1syntax=a/b\n", "" },
	{ "# syntax a/b\n", "" },
	{ "#!x\n#!y\n# syntax=a/b\n", "" },
	{ "# escape=`\n// syntax=a/b\n", "" },
	{ " // syntax=a/b\n", "" },
	{ "{\"syntax\": 1}", "" },
	{ "{\"syntax\": \"a/b\", \"syntax\": null}", "" },
	{ "{\"syntax\": \"a/b\"} x", "" },
	{ "{\"syntax\": \"a/b\",}", "" },
	{ "[\"syntax\", \"a/b\"]", "" },
	{ "{\"Syntax\": \"a/b\"}", "" },
	{ "{}", "" },
};

START_TEST(a_frontend_is_found_as_laxly_as_buildkit_finds_it)
{
	struct arena arena = { 0 };
	struct str text = str_from(rows[_i].text);
	struct frontend found = frontend_find(&arena, text);

	ck_assert_msg(str_eq(found.image, str_from(rows[_i].image)), "%s: %.*s", rows[_i].text,
		      STR_FMT(found.image));
	ck_assert(found.from <= found.to && found.to <= text.n);
	ck_assert_msg(!found.image.n || text.p[found.from] == 'a' || text.p[found.from] == '"' ||
			      text.p[found.from] == 'd',
		      "%s", rows[_i].text);
	arena_free(&arena);
}
END_TEST

START_TEST(buildkits_own_frontend_is_known_in_any_registry)
{
	static const struct {
		const char *image;
		bool standard;
	} images[] = {
		{ "docker/dockerfile", true },
		{ "docker/dockerfile:1", true },
		{ "docker.io/docker/dockerfile:1.7-labs", true },
		{ "docker/dockerfile-upstream:master", true },
		{ "mirror.example:5000/docker/dockerfile:1@sha256:00", true },
		{ "mirror.example:5000/docker/dockerfile", true },
		{ "docker/dockerfile@sha256:00", true },
		{ "dockerfile", false },
		{ "evil/dockerfile:1", false },
		{ "docker/dockerfile-x", false },
		{ "notdocker/dockerfile", false },
		{ "docker/dockerfile/x", false },
		{ "docker/dockerfile:1/x", false },
	};

	for (size_t i = 0; i < sizeof(images) / sizeof(*images); i++)
		ck_assert_msg(frontend_is_standard(str_from(images[i].image)) == images[i].standard,
			      "%s", images[i].image);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("frontend");
	TCase *cases = tcase_create("frontend");

	tcase_add_loop_test(cases, a_frontend_is_found_as_laxly_as_buildkit_finds_it, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, buildkits_own_frontend_is_known_in_any_registry);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
