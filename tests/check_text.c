/* SPDX-License-Identifier: MIT */
/* The report for a person: its words, colours and width. */
#include "config.h"

#include "report/report.h"

#include <check.h>

#include "made.h"
#include "report/line.h"
#include "tests/suite.h"

/* ---- text ---- */

START_TEST(text_shows_the_place_the_way_and_the_cure)
{
	static const struct service agent = { .name = STR_INIT("agent") };
	static const struct role_entry entry = { .service = &agent,
						 .role = SERVICE_AGENT,
						 .why = STR_INIT("its name") };
	static const struct roles roles = { .entries = &entry, .count = 1 };

	made_socket_mount();
	made_projects[0].roles = &roles;
	equals(made_write(REPORT_TEXT),
	       "roles: agent=agent (its name)\n"
	       "\n"
	       "compose.yaml:5:10: error: \"agent\" mounts the engine's socket [socket-mount]\n"
	       "    3 |     volumes:\n"
	       "    5 |       - \"${SOCKET}:/s\"\n"
	       "      |          ^~~~~~~~~\n"
	       "   .env:1:8: note: value comes from here\n"
	       "   note: and from nowhere\n"
	       "   help: Remove the mount; give the container a proxy to the engine that allows\n"
	       "         only the calls it needs.\n"
	       "\n"
	       "1 error, 0 warnings in 1 project (2 files read)\n");
	made.quiet = true;
	equals(made_write(REPORT_TEXT),
	       "compose.yaml:5:10: error: \"agent\" mounts the engine's socket [socket-mount]\n");
}
END_TEST

START_TEST(text_colours_only_when_told)
{
	made_socket_mount();
	has_not(made_write(REPORT_TEXT), "\033");
	made.colour = true;
	has(made_write(REPORT_TEXT), "\033[1;31merror\033[0m: ");
}
END_TEST

START_TEST(text_gives_the_advice_of_a_rule_once)
{
	const struct source *base = made_socket_mount();
	struct str text;
	size_t first;

	made_find(&made_mount, made_at(base, STR("agent")), STR("again"));
	text = made_write(REPORT_TEXT);
	first = str_find(text, STR("help: "), 0);
	ck_assert(first != STR_NPOS);
	ck_assert(str_find(text, STR("help: "), first + 1) == STR_NPOS);
}
END_TEST

START_TEST(text_without_findings_says_what_it_cannot_see)
{
	struct str text;

	made_add(STR("compose.yaml"), STR("services: {}\n"), ROLE_BASE);
	text = made_write(REPORT_TEXT);
	has(text, "run a boundary test\n");
	ck_assert(str_ends(text, STR("0 errors, 0 warnings in 1 project (1 file read)\n")));
	made.quiet = true;
	equals(made_write(REPORT_TEXT), "");
}
END_TEST

START_TEST(text_names_the_files_that_were_not_read)
{
	static const struct unset_list required = { .required = true };
	static struct project project;
	const struct source *base =
		made_add(STR("compose.yaml"), STR("services: {a: $B}\n"), ROLE_BASE);
	struct str text;

	made_files[1] =
		(struct project_file){ .role = ROLE_ENV, .name = STR(".env"), .absent = true };
	made_files[2] = (struct project_file){ .role = ROLE_ENV_FILE, .name = STR("secrets.env") };
	made_projects[0].nfiles = 3;
	project = (struct project){ .example_env = STR("env-example.txt") };
	made_projects[0].project = &project;
	has_not(made_write(REPORT_TEXT), "env-example.txt"); /* nothing is unset */
	project.unset = &required;
	has(made_write(REPORT_TEXT), "note: .env is absent; copy env-example.txt to .env");
	project.unset = NULL;

	diag_add(&made_lint.diag, STR("unset-variable"), made_at(base, STR("$B")), "B is not set");
	text = made_write(REPORT_TEXT);
	has(text, "note: .env is absent; copy env-example.txt to .env and fill it in (--env-file "
		  "env-example.txt takes what stands there; ");
	ck_assert(str_ends(text, STR("(1 file read); not read: .env (absent), secrets.env (not "
				     "readable)\n")));
}
END_TEST

START_TEST(text_says_how_to_name_the_agent)
{
	static const struct service web = { .name = STR_INIT("web") };
	struct role_entry entry = { .service = &web,
				    .role = SERVICE_AGENT,
				    .why = STR_INIT("nothing was known") };
	const struct roles roles = { .entries = &entry, .count = 1 };
	const struct source *base =
		made_add(STR("compose.yaml"), STR("services: {web: {}}\n"), ROLE_BASE);
	struct finding *finding = made_find(&made_token, made_at(base, STR("web")), STR("a token"));

	finding->owner = STR("web");
	made_projects[0].roles = &roles;
	has_not(made_write(REPORT_TEXT), "--agent"); /* declared, or recognised */
	entry.by_default = true;
	has(made_write(REPORT_TEXT), "\nnote: no agent was recognised; name it with --agent, or ");
	has(made_write(REPORT_TEXT), "takes --preset baseline\n");
	made.quiet = true;
	has_not(made_write(REPORT_TEXT), "--agent");
	made.quiet = false;
	finding->rule = made_mount.name; /* judges every service */
	has_not(made_write(REPORT_TEXT), "--agent");
}
END_TEST

START_TEST(text_names_a_few_services_of_one_role_and_reason)
{
	enum { MANY = 20 };
	static const struct service web = { .name = STR_INIT("web") };
	struct role_entry entries[MANY];
	const struct roles roles = { .entries = entries, .count = MANY };
	struct str text;

	for (size_t i = 0; i < MANY; i++)
		entries[i] = (struct role_entry){ .service = &web,
						  .role = i % 2 ? SERVICE_AGENT : SERVICE_ORDINARY,
						  .why = i == 1 ? STR("declared") : STR("") };
	made_projects[0].roles = &roles;
	text = made_write(REPORT_TEXT);
	has(text, "roles: web=agent (declared); web, web, web and 6 more=agent; "
		  "web, web, web and 7 more=service\n");
	for (size_t i = 0; i < MANY; i++)
		entries[i].why = arena_fmt(&made_lint.run, "%zu", i);
	text = made_write(REPORT_TEXT);
	has(text, "roles: web=agent (1); web=agent (3); ");
	has(text, "web=agent (11); and 14 more\n");
}
END_TEST

START_TEST(text_counts_a_file_of_two_projects_once)
{
	struct str text;

	made_add(STR("compose.yaml"), STR("services: {}\n"), ROLE_BASE);
	made_projects[1] = made_projects[0];
	made.nprojects = 2;
	made_lint.diag.beyond_limit = 7;
	text = made_write(REPORT_TEXT);
	ck_assert(str_ends(text, STR("0 errors, 0 warnings in 2 projects (1 file read); 7 more "
				     "findings are not shown\n")));
}
END_TEST

START_TEST(a_terminal_gets_lines_of_its_width)
{
	static const unsigned widths[] = { 40, 80, 100 };
	const struct source *base;
	struct builder b = { .arena = &made_lint.run };
	struct finding *finding;

	made_socket_mount();
	builder_add(&b, STR("services:\n  agent:\n    command: \""));
	for (int i = 0; i < 100; i++)
		builder_add(&b, STR("words and "));
	builder_add(&b, STR("HERE and more, much more of it than anybody would read\"\n"));
	base = made_add(STR("b.yaml"), builder_str(&b), ROLE_OVERRIDE);
	finding = made_find(&made_token, made_at(base, STR("HERE")),
			    STR("a message of many words, so many that no terminal has them in one "
				"line, whatever its width may be, or nearly so"));
	diag_related(&made_lint.diag, finding, RELATED_OTHER, finding->span,
		     "so is this one: some more words, and a few others, to make a line too long");
	made_files[2].name = STR("another-file-with-a-long-name.env");
	made_files[3] = (struct project_file){ .role = ROLE_ENV,
					       .name = STR("a-file-that-is-not-there.env"),
					       .absent = true };
	made_projects[0].nfiles = 4;
	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		struct str rest;

		made.width = widths[i];
		made.colour = i != 1;
		rest = made_write(REPORT_TEXT);
		while (rest.p) {
			struct str line = str_cut(&rest, '\n');

			/* an excerpt is never narrower than one can read */
			if (line_width(line) > widths[i])
				ck_assert_msg(widths[i] == 40 && line_width(line) <= 44,
					      "%u columns: %.*s", (unsigned)line_width(line),
					      STR_FMT(line));
		}
	}
	made.width = 80;
	made.colour = false;
	has(made_write(REPORT_TEXT), "\nb.yaml:3:1015: warning: a message of many words");
	has(made_write(REPORT_TEXT), " [token]\n");
	made.quiet = true;
	has(made_write(REPORT_TEXT), "whatever its width may be, or nearly so [token]\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *tests = tcase_create("text");

	tcase_add_checked_fixture(tests, made_begin, made_end);
	tcase_add_test(tests, text_shows_the_place_the_way_and_the_cure);
	tcase_add_test(tests, text_colours_only_when_told);
	tcase_add_test(tests, text_gives_the_advice_of_a_rule_once);
	tcase_add_test(tests, text_without_findings_says_what_it_cannot_see);
	tcase_add_test(tests, text_names_the_files_that_were_not_read);
	tcase_add_test(tests, text_says_how_to_name_the_agent);
	tcase_add_test(tests, text_names_a_few_services_of_one_role_and_reason);
	tcase_add_test(tests, text_counts_a_file_of_two_projects_once);
	tcase_add_test(tests, a_terminal_gets_lines_of_its_width);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
