/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/report.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>

#include "engine/fingerprint.h"
#include "fact/credential.h"
#include "made.h"
#include "model/interp.h"
#include "report/excerpt.h"
#include "report/line.h"
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

/* ---- excerpts ---- */

static const struct excerpt_row {
	const char *name;
	const char *bytes;
	const char *marked; /* what the span covers */
	enum excerpt_kind kind;
	bool secret;
	const char *text, *parent;
	size_t column, width;
} excerpts[] = {
	{ "a wide character", "a: \xE7\x8C\xAB x\n", "x", EXCERPT_YAML, false, "a: \xE7\x8C\xAB x",
	  "", 6, 1 },
	{ "a TAB", "a:\tx\n", "x", EXCERPT_YAML, false, "a:    x", "", 6, 1 },
	{ "a combining mark", "e\xCC\x81: x\n", "x", EXCERPT_YAML, false, "e\xCC\x81: x", "", 3,
	  1 },
	{ "an escape sequence", "\033[31m: x\n", "x", EXCERPT_YAML, false, "\\x1B[31m: x", "", 10,
	  1 },
	{ "invalid bytes", "\xFF: x\n", "x", EXCERPT_YAML, false, "\\xFF: x", "", 6, 1 },
	{ "a runner's command", "a: ##[error] x\n", "x", EXCERPT_YAML, false,
	  "a: #\\u{23}[error] x", "", 18, 1 },
	{ "a runner's command, halved by the span", "a: ##[error]\n", "[error]", EXCERPT_YAML,
	  false, "a: #\\u{23}[error]", "", 5, 12 },
	{ "a byte order mark",
	  "\xEF\xBB\xBF"
	  "a: x\n",
	  "x", EXCERPT_YAML, false, "a: x", "", 3, 1 },
	{ "CRLF", "a: x\r\n", "x", EXCERPT_YAML, false, "a: x", "", 3, 1 },
	{ "an empty span", "a: \n", "", EXCERPT_YAML, false, "a: ", "", 0, 1 },
	{ "the item's key", "k:\n# c\n\n- a\n- x\n", "x", EXCERPT_YAML, false, "- x", "k:", 2, 1 },
	{ "no parent in a Dockerfile", "RUN a \\\n  x\n", "x", EXCERPT_OTHER, false, "  x", "", 2,
	  1 },
	{ "a line of an env file", "NAME=quiet value\n", "quiet value", EXCERPT_ENV, false,
	  "NAME=***", "", 5, 3 },
	{ "a comment of an env file", "# NAME=quiet\nA\n", "NAME", EXCERPT_ENV, false, "***", "", 0,
	  3 },
	{ "a secret behind its name", "a: {TOKEN: hush}\n", "TOKEN", EXCERPT_YAML, true,
	  "a: {TOKEN: ***", "", 4, 5 },
	{ "a secret behind NAME=", "- TOKEN=hush\n", "TOKEN=hush", EXCERPT_YAML, true,
	  "- TOKEN=***", "", 2, 9 },
	{ "a part of what is hidden", "NAME=a $B\n", "$B", EXCERPT_ENV, false, "NAME=***", "", 5,
	  3 },
	{ "a name alone", "- TOKEN\n", "TOKEN", EXCERPT_YAML, true, "- TOKEN", "", 2, 5 },
	{ "a secret as value", "value: hush\n", "hush", EXCERPT_YAML, true, "value: ***", "", 7,
	  3 },
};

START_TEST(an_excerpt_marks_the_columns_that_are_meant)
{
	const struct excerpt_row *row = &excerpts[_i];
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"), str_from(row->bytes));
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials,
					   .kind = row->kind,
					   .secret = row->secret,
					   .span = made_at(source, str_from(row->marked)) };
	struct excerpt got = excerpt_make(&made_lint.run, &request);

	ck_assert_msg(str_eq(got.text, str_from(row->text)), "%s: wanted |%s|, got |%.*s|",
		      row->name, row->text, STR_FMT(got.text));
	ck_assert_msg(str_eq(got.parent_text, str_from(row->parent)), "%s: parent |%.*s|",
		      row->name, STR_FMT(got.parent_text));
	ck_assert_msg(got.column == row->column && got.width == row->width,
		      "%s: wanted %zu+%zu, got %zu+%zu", row->name, row->column, row->width,
		      got.column, got.width);
}
END_TEST

START_TEST(a_long_line_is_cut_around_what_is_meant)
{
	struct builder b = { .arena = &made_lint.run };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };
	struct source *source;
	struct excerpt got;

	for (size_t i = 0; i < 300; i++)
		builder_add(&b, STR("\xE7\x8C\xAB "));
	builder_add(&b, STR("HERE"));
	for (size_t i = 0; i < 300; i++)
		builder_add(&b, STR(" b"));
	builder_byte(&b, '\n');
	source = source_add(&made_lint.sources, STR("f"), STR("/f"), builder_str(&b));
	request.span = made_at(source, STR("HERE"));
	got = excerpt_make(&made_lint.run, &request);
	ck_assert_uint_le(line_width(got.text), 163);
	ck_assert(str_starts(got.text, STR("\xE2\x80\xA6")));
	ck_assert(str_ends(got.text, STR("\xE2\x80\xA6")));
	ck_assert_uint_eq(got.width, 4);
	ck_assert_uint_eq(line_width(str_slice(got.text, 0, str_find(got.text, STR("HERE"), 0))),
			  got.column);
}
END_TEST

START_TEST(excerpts_of_one_line_are_the_same_whichever_came_before)
{
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"),
			   STR("a: [\xC3\xA9\xFF, ##[y, \xE7\x8C\xAB b, sk-]\nTOKEN: hush\n"));
	struct excerpt_memo memo = { 0 };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };

	for (uint32_t at = 0; at < 100; at++) {
		uint32_t from = at * 7 % (uint32_t)source->bytes.n;
		struct excerpt alone, kept;

		request.span = (struct span){ source->number, from, from + at % 5 };
		request.secret = at % 3 == 0;
		request.memo = NULL;
		alone = excerpt_make(&made_lint.run, &request);
		request.memo = &memo;
		kept = excerpt_make(&made_lint.run, &request);
		ck_assert(str_eq(alone.text, kept.text));
		ck_assert_uint_eq(alone.column, kept.column);
		ck_assert_uint_eq(alone.width, kept.width);
	}
}
END_TEST

START_TEST(a_parent_is_the_same_whichever_was_asked_for_before)
{
	static const char *const lines[] = { "a:\n",       "  b:\n",    "  - c\n", "    d: 1\n",
					     "\n",         "    - e\n", "# f\n",   "      g: 2\n",
					     "    h: 3\n", "- i\n" };
	struct builder b = { .arena = &made_lint.run };
	struct excerpt_memo memo = { 0 };
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };
	struct source *source;
	uint32_t state = 1;

	/* more than anybody looks up for a parent */
	for (size_t i = 0; i < 1000; i++) {
		state = state * 1103515245 + 12345;
		builder_add(&b,
			    str_from(lines[i == 0 || (i > 400 && i < 700) ? (i > 0) * 3
									  : state / 65536 % 10]));
	}
	source = source_add(&made_lint.sources, STR("f"), STR("/f"), builder_str(&b));
	for (uint32_t at = 0; at < source->bytes.n; at += at % 7 + 1) {
		struct excerpt alone, kept;

		request.span = (struct span){ source->number, at, at };
		request.memo = NULL;
		alone = excerpt_make(&made_lint.run, &request);
		request.memo = &memo;
		kept = excerpt_make(&made_lint.run, &request);
		ck_assert_uint_eq(alone.parent, kept.parent);
		ck_assert(str_eq(alone.parent_text, kept.parent_text));
	}
}
END_TEST

START_TEST(an_excerpt_of_any_span_is_sane)
{
	struct source *source =
		source_add(&made_lint.sources, STR("f"), STR("/f"),
			   STR("a:\r\n\t- \xC3\xA9\xFF: \xE2\x80\xAE x\n\n k: ##[y] v\n  ::z"));
	struct excerpt_request request = { .sources = &made_lint.sources,
					   .credentials = made.credentials };

	for (uint32_t from = 0; from <= source->bytes.n; from++) {
		for (uint32_t to = from; to <= source->bytes.n; to++) {
			struct excerpt got;

			request.span = (struct span){ source->number, from, to };
			got = excerpt_make(&made_lint.run, &request);
			if (!got.line)
				continue;
			ck_assert_uint_ge(got.width, 1);
			ck_assert_uint_le(got.column + got.width, line_width(got.text) + 1);
			ck_assert(!str_has(got.text, STR("##[")));
		}
	}
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

/* ---- explain ---- */

static struct str explained(void)
{
	size_t size = 0;
	FILE *stream = open_memstream(&made_output, &size);

	ck_assert(!explain_rule(made.rules, made_mount.name, stream, &made_lint.run).failed);
	fclose(stream);
	return (struct str){ made_output, size };
}

static struct str listed(enum rules_format format)
{
	size_t size = 0;
	FILE *stream;

	free(made_output);
	made_output = NULL;
	stream = open_memstream(&made_output, &size);
	ck_assert(!explain_all(made.rules, format, stream, &made_lint.run).failed);
	fclose(stream);
	return (struct str){ made_output, size };
}

START_TEST(explain_says_all_of_a_data_sheet)
{
	struct str text = explained();

	ck_assert(str_starts(text, STR("socket-mount: a container is given the engine's socket\n"
				       "\n"
				       "error, group mounts, applies to every service\n"
				       "\n"
				       "Whoever can write")));
	has(text, "\n\nRead-only does not help");
	has(text, "What it does not report:\n\nA socket of another kind.\n");
	has(text, "Gives way to token, where they speak of the same text.\n");
	has(text, "How to mend it:\n\nRemove the mount;");
	has(text, "marked \"# <-\":\n\n    services:\n");
	has(text, "Not reported:\n\n    services:\n");
	has(text, "References:\n\n    Protect the Docker daemon socket <https://");
}
END_TEST

START_TEST(rules_are_aligned_or_json)
{
	json_t *json;
	struct str text = listed(RULES_TEXT);

	equals(text,
	       "socket-mount  error    mounts       a container is given the engine's socket\n"
	       "token         warning  credentials  a token is in the environment\n");
	text = listed(RULES_JSON);
	json = json_loadb(text.p, text.n, 0, NULL);
	ck_assert_ptr_nonnull(json);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "rules")), 2);
	json_decref(json);
}
END_TEST

START_TEST(the_manual_escapes_what_mdoc_would_read)
{
	struct str text = listed(RULES_MDOC);

	has(text, ".Tg socket-mount\n.Ss socket-mount\n");
	has(text, "So it has no place there.\n");
	has(text, "Read-only does not help: \\&.sock is a door, e.g.\n\\-\\-privileged.\n");
	has(text, "\n\\&.odd: caf\\[u00E9] \\e \\-\n");
	has(text, ".Lk https://docs.docker.com/protect/ \"Protect the Docker daemon socket\"\n");
	has(text, "to\n.Sx token .\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *formats = tcase_create("formats"), *lines = tcase_create("lines");
	TCase *manual = tcase_create("manual");

	tcase_add_checked_fixture(formats, made_begin, made_end);
	tcase_add_test(formats, gcc_prints_a_line_for_each_place);
	tcase_add_test(formats, gcc_puts_what_has_no_place_at_the_first_file);
	tcase_add_test(formats, text_shows_the_place_the_way_and_the_cure);
	tcase_add_test(formats, text_colours_only_when_told);
	tcase_add_test(formats, text_gives_the_advice_of_a_rule_once);
	tcase_add_test(formats, text_without_findings_says_what_it_cannot_see);
	tcase_add_test(formats, text_names_the_files_that_were_not_read);
	tcase_add_test(formats, text_says_how_to_name_the_agent);
	tcase_add_test(formats, text_names_a_few_services_of_one_role_and_reason);
	tcase_add_test(formats, text_counts_a_file_of_two_projects_once);
	tcase_add_test(formats, json_says_all_of_version_1);
	tcase_add_test(formats, a_fingerprint_stays_when_lines_move);
	tcase_add_test(formats, an_identity_holds_no_secret);
	tcase_add_test(formats, a_stream_that_takes_nothing_is_a_failure);
	tcase_add_checked_fixture(lines, made_begin, made_end);
	tcase_add_loop_test(lines, an_excerpt_marks_the_columns_that_are_meant, 0,
			    (int)(sizeof(excerpts) / sizeof(*excerpts)));
	tcase_add_test(lines, a_long_line_is_cut_around_what_is_meant);
	tcase_add_test(lines, excerpts_of_one_line_are_the_same_whichever_came_before);
	tcase_add_test(lines, a_parent_is_the_same_whichever_was_asked_for_before);
	tcase_add_test(lines, an_excerpt_of_any_span_is_sane);
	tcase_add_loop_test(lines, a_hostile_name_steers_nothing, 0,
			    (int)(sizeof(hostile) / sizeof(*hostile)));
	tcase_add_loop_test(lines, json_of_a_hostile_name_is_json, 0,
			    (int)(sizeof(hostile) / sizeof(*hostile)));
	tcase_add_checked_fixture(manual, made_begin, made_end);
	tcase_add_test(manual, explain_says_all_of_a_data_sheet);
	tcase_add_test(manual, rules_are_aligned_or_json);
	tcase_add_test(manual, the_manual_escapes_what_mdoc_would_read);
	suite_add_tcase(suite, formats);
	suite_add_tcase(suite, lines);
	suite_add_tcase(suite, manual);
	return run_suite(suite);
}
