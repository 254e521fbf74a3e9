/* SPDX-License-Identifier: MIT */
/* Reports for compilers' readers and programs, and what stays of a finding. */
#include "config.h"

#include "report/report.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>

#include "engine/fingerprint.h"
#include "fact/credential.h"
#include "made.h"
#include "tests/suite.h"

/* ---- gcc ---- */

START_TEST(gcc_prints_a_line_for_each_place)
{
	made_socket_mount();
	equals(made_write(REPORT_GCC),
	       "compose.yaml:5:10: error: \"agent\" mounts the engine's socket [socket-mount]\n"
	       ".env:1:8: note: value comes from here\n"
	       "compose.yaml:5:10: note: and from nowhere\n");
	made.quiet = true;
	equals(made_write(REPORT_GCC),
	       "compose.yaml:5:10: error: \"agent\" mounts the engine's socket [socket-mount]\n");
}
END_TEST

START_TEST(gcc_puts_what_has_no_place_at_the_first_file)
{
	made_add(STR("compose.yaml"), STR("services: {}\n"), ROLE_BASE);
	made_find(&made_token, SPAN_NONE, STR("nowhere"));
	equals(made_write(REPORT_GCC), "compose.yaml:1:1: warning: nowhere [token]\n");
}
END_TEST

/* ---- hostile input ---- */

static const struct {
	const char *name, *shown;
} hostile[] = {
	{ "x\n::stop-commands::tok.yaml", "x\\n::stop-commands::tok.yaml:1:1: " },
	{ "::error::x.yaml", "\\::error::x.yaml:1:1: " },
	{ "  ::error::x.yaml", "  \\::error::x.yaml:1:1: " },
	{ "\t::error::x.yaml", "\t\\::error::x.yaml:1:1: " },
	{ "a##[stop-commands]b.yaml", "a#\\u{23}[stop-commands]b.yaml:1:1: " },
	{ "a\033]52;c;eA==\007.yaml", "a\\x1B]52;c;eA==\\x07.yaml:1:1: " },
	{ "a\xC2\x9B"
	  "31m.yaml",
	  "a\\u{9B}31m.yaml:1:1: " },
	{ "a\xE2\x80\xAEmay.b", "a\\u{202E}may.b:1:1: " },
	{ "a\xFF.yaml", "a\\xFF.yaml:1:1: " },
	{ "a\rb.yaml", "a\\x0Db.yaml:1:1: " },
	{ "a\001b.yaml", "a\\x01b.yaml:1:1: " },
	{ "%s%n.yaml", "%s%n.yaml:1:1: " },
};

START_TEST(a_hostile_name_steers_nothing)
{
	const struct source *source =
		made_add(str_from(hostile[_i].name), STR("a: b\n"), ROLE_BASE);
	struct finding *finding =
		made_find(&made_mount, (struct span){ source->number, 0, 1 }, STR("m"));

	finding->message = str_from(hostile[_i].name); /* as if a rule had forgotten to show it */
	diag_related(&made_lint.diag, finding, RELATED_OTHER, finding->span, "%s",
		     hostile[_i].name);
	for (int colour = 0; colour < 2; colour++) {
		made.colour = colour;
		for (int format = REPORT_TEXT; format <= REPORT_GCC; format++) {
			struct str text = made_write((enum report_format)format);
			struct str rest = text;

			if (!colour)
				has(text, hostile[_i].shown);
			ck_assert(!str_has(text, STR("##[")));
			while (rest.p) {
				struct str line = str_trim(str_cut(&rest, '\n'));

				while (str_starts(line, STR("\033[")))
					line = str_slice(line, str_find_byte(line, 'm', 0) + 1,
							 line.n);
				ck_assert(!str_starts(str_trim(line), STR("::")));
			}
			for (size_t i = 0; i < text.n; i++)
				/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it has bytes */
				ck_assert((unsigned char)text.p[i] >= 0x20 || text.p[i] == '\n' ||
					  text.p[i] == '\t' || (colour && text.p[i] == '\033'));
		}
	}
}
END_TEST

START_TEST(json_of_a_hostile_name_is_json)
{
	const struct source *source =
		made_add(str_from(hostile[_i].name), STR("a: b\n"), ROLE_BASE);
	struct finding *finding =
		made_find(&made_mount, (struct span){ source->number, 0, 1 }, STR("m"));
	struct str text;
	json_t *json;
	json_error_t error;
	const char *file;

	finding->message = finding->owner = finding->path = str_from(hostile[_i].name);
	text = made_write(REPORT_JSON);
	json = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(json != NULL, "%s", error.text);
	file = json_string_value(json_object_get(
		json_object_get(json_array_get(json_object_get(json, "findings"), 0), "location"),
		"file"));
	ck_assert_ptr_nonnull(file);
	for (size_t i = 0; i < text.n; i++)
		ck_assert((unsigned char)text.p[i] < 0x80);
	ck_assert(!str_has(text, STR("##[")));
	if (str_find_byte(source->name, '\xFF', 0) == STR_NPOS)
		ck_assert_str_eq(file, hostile[_i].name);
	else
		has(text, "\"fileBytes\": \"Yf8ueWFtbA==\"");
	json_decref(json);
}
END_TEST

/* ---- json ---- */

START_TEST(json_says_all_of_version_1)
{
	static const struct edit edits[] = {
		{ .text = STR_INIT("/srv") },
		{ .text = STR_INIT(".env\n"), .creates = STR_INIT("a/.dockerignore") },
	};
	struct finding *finding;
	struct str text;

	made_socket_mount();
	finding = made_lint.diag.findings[0];
	finding->fix = (struct fix){ STR("put another"), false, edits, 2 };
	made_files[2] = (struct project_file){ .role = ROLE_ENV_FILE,
					       .name = STR("b.env"),
					       .absent = true };
	made_projects[0].nfiles = 3;
	made.exit_status = 1;
	text = made_write(REPORT_JSON);
	equals(text, "{\n"
		     "  \"schema\": \"compose-lint-report-1\",\n"
		     "  \"version\": 1,\n"
		     "  \"tool\": {\n"
		     "    \"name\": \"compose-lint\",\n"
		     "    \"version\": \"" PACKAGE_VERSION "\"\n"
		     "  },\n"
		     "  \"columnUnit\": \"codepoint\",\n"
		     "  \"preset\": \"sandbox\",\n"
		     "  \"projects\": [\n"
		     "    {\n"
		     "      \"id\": 0,\n"
		     "      \"directory\": \".\",\n"
		     "      \"preset\": \"sandbox\",\n"
		     "      \"configuration\": null,\n"
		     "      \"declarations\": [],\n"
		     "      \"files\": [\n"
		     "        {\n"
		     "          \"path\": \"compose.yaml\",\n"
		     "          \"role\": \"base\"\n"
		     "        },\n"
		     "        {\n"
		     "          \"path\": \".env\",\n"
		     "          \"role\": \"env\"\n"
		     "        }\n"
		     "      ],\n"
		     "      \"missing\": [\n"
		     "        \"b.env\"\n"
		     "      ],\n"
		     "      \"roles\": {}\n"
		     "    }\n"
		     "  ],\n"
		     "  \"findings\": [\n"
		     "    {\n"
		     "      \"rule\": \"socket-mount\",\n"
		     "      \"level\": \"error\",\n"
		     "      \"score\": \"9.3\",\n"
		     "      \"project\": 0,\n"
		     "      \"message\": \"\\\"agent\\\" mounts the engine's socket\",\n"
		     "      \"path\": \"services.agent.volumes[0]\",\n"
		     "      \"service\": \"agent\",\n"
		     "      \"location\": {\n"
		     "        \"file\": \"compose.yaml\",\n"
		     "        \"line\": 5,\n"
		     "        \"column\": 10,\n"
		     "        \"endLine\": 5,\n"
		     "        \"endColumn\": 19,\n"
		     "        \"offset\": 59,\n"
		     "        \"length\": 9\n"
		     "      },\n"
		     "      \"also\": [],\n"
		     "      \"related\": [\n"
		     "        {\n"
		     "          \"kind\": \"origin\",\n"
		     "          \"message\": \"value comes from here\",\n"
		     "          \"location\": {\n"
		     "            \"file\": \".env\",\n"
		     "            \"line\": 1,\n"
		     "            \"column\": 8,\n"
		     "            \"endLine\": 1,\n"
		     "            \"endColumn\": 28,\n"
		     "            \"offset\": 7,\n"
		     "            \"length\": 20\n"
		     "          }\n"
		     "        },\n"
		     "        {\n"
		     "          \"kind\": \"other\",\n"
		     "          \"message\": \"and from nowhere\",\n"
		     "          \"location\": null\n"
		     "        }\n"
		     "      ],\n"
		     "      \"fix\": {\n"
		     "        \"safe\": false,\n"
		     "        \"title\": \"put another\",\n"
		     "        \"edits\": [\n"
		     "          {\n"
		     "            \"file\": \"\",\n"
		     "            \"offset\": 0,\n"
		     "            \"length\": 0,\n"
		     "            \"text\": \"/srv\"\n"
		     "          },\n"
		     "          {\n"
		     "            \"file\": \"a/.dockerignore\",\n"
		     "            \"creates\": true,\n"
		     "            \"offset\": 0,\n"
		     "            \"length\": 0,\n"
		     "            \"text\": \".env\\n\"\n"
		     "          }\n"
		     "        ]\n"
		     "      },\n"
		     "      \"suppressed\": null,\n"
		     "      \"fingerprint\": \"v1:59c77e5a53d22cffa79b124ede8910e8\",\n"
		     "      \"url\": null\n"
		     "    }\n"
		     "  ],\n"
		     "  \"notices\": [],\n"
		     "  \"summary\": {\n"
		     "    \"error\": 1,\n"
		     "    \"warning\": 0,\n"
		     "    \"info\": 0,\n"
		     "    \"suppressed\": 0,\n"
		     "    \"baselined\": 0,\n"
		     "    \"exit\": 1\n"
		     "  }\n"
		     "}\n");
}
END_TEST

static struct str print_of(struct str file, const struct finding *finding)
{
	struct identity identity = identity_of(&made_lint.run, made.credentials, file, finding);

	return fingerprint(&made_lint.run, &identity);
}

START_TEST(a_fingerprint_stays_when_lines_move)
{
	struct finding one = { .rule = STR("r"),
			       .owner = STR("s"),
			       .path = STR("a.b[1].c[x]"),
			       .evidence = STR("e"),
			       .message = STR("m") };
	struct finding two = one, other = one;

	/* as an independent program gives it for "r\0f\0s\0a.b[].c[x]\0e\0" */
	equals(print_of(STR("f"), &one), "v1:599245d5014537f32de611aae1c5301d");
	two.path = STR("a.b[12].c[x]");
	two.message = STR("n");
	two.span.start = 9;
	equals(print_of(STR("f"), &two), "v1:599245d5014537f32de611aae1c5301d");
	other.evidence = STR("d");
	ck_assert(!str_eq(print_of(STR("f"), &other), print_of(STR("f"), &one)));
}
END_TEST

START_TEST(an_identity_holds_no_secret)
{
	struct str token =
		arena_fmt(&made_lint.run, "ghp_%s", "Zq3vT8kL1mN5pR7sW9xB2cD4fG6hJ0aYe1Ui");
	struct finding finding = {
		.rule = STR("r"), .owner = token, .path = token, .evidence = token
	};
	struct identity identity = identity_of(&made_lint.run, made.credentials, token, &finding);
	struct finding other = finding;

	ck_assert(!str_has(identity.file, token) && !str_has(identity.service, token));
	ck_assert(!str_has(identity.path, token) && !str_has(identity.evidence, token));
	/* nor does its print tell one secret from another */
	other.evidence =
		arena_fmt(&made_lint.run, "ghp_%s", "Aq3vT8kL1mN5pR7sW9xB2cD4fG6hJ0aYe1Uj");
	ck_assert(str_eq(print_of(token, &finding), print_of(token, &other)));
}
END_TEST

/* ---- streams ---- */

START_TEST(a_stream_that_takes_nothing_is_a_failure)
{
	FILE *stream = fopen("/dev/full", "w");
	struct failure failure;

	if (!stream)
		return;
	made_socket_mount();
	failure = report_write(&made, REPORT_GCC, stream);
	ck_assert(failure.failed);
	has(failure.message, "cannot write the output: ");
	fclose(stream);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *tests = tcase_create("report");

	tcase_add_checked_fixture(tests, made_begin, made_end);
	tcase_add_test(tests, gcc_prints_a_line_for_each_place);
	tcase_add_test(tests, gcc_puts_what_has_no_place_at_the_first_file);
	tcase_add_test(tests, json_says_all_of_version_1);
	tcase_add_test(tests, a_fingerprint_stays_when_lines_move);
	tcase_add_test(tests, an_identity_holds_no_secret);
	tcase_add_test(tests, a_stream_that_takes_nothing_is_a_failure);
	tcase_add_loop_test(tests, a_hostile_name_steers_nothing, 0,
			    (int)(sizeof(hostile) / sizeof(*hostile)));
	tcase_add_loop_test(tests, json_of_a_hostile_name_is_json, 0,
			    (int)(sizeof(hostile) / sizeof(*hostile)));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
