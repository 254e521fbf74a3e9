/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model_text.h"
#include "tests/suite.h"

#define BASE "services:\n  web:\n    image: a\n"
#define OVER "--- compose.override.yaml\nservices:\n  web:\n"

static const struct model_row rows[] = {
	{ "a scalar is replaced and remembers the former one",
	  STR_INIT(BASE "    user: root\n" OVER "    user: '1'\n"), "services.web.user",
	  STR_INIT("1"), STR_INIT("replace compose.override.yaml:3 was root") },
	{ "null keeps what is there",
	  STR_INIT(BASE "    user: root\n" OVER "    user: null\n"),
	  "services.web.user",
	  STR_INIT("root"),
	  { 0 } },
	{ "null clears a command",
	  STR_INIT(BASE "    command: x\n" OVER "    command: null\n"),
	  "services.web.command",
	  STR_INIT("null"),
	  { 0 } },
	{ "a list is appended to",
	  STR_INIT(BASE "    security_opt: [a]\n" OVER "    security_opt: [b]\n"),
	  "services.web.security_opt",
	  STR_INIT("[a, b]"),
	  { 0 } },
	{ "an appended item knows the layer it came with",
	  STR_INIT(BASE "    security_opt: [a]\n" OVER "    security_opt: [b]\n"),
	  "services.web.security_opt[1]", STR_INIT("b"),
	  STR_INIT("append compose.override.yaml:3 was [a]") },
	{ "a mount at the same target takes the place of the former",
	  STR_INIT(BASE "    volumes: ['/a:/x:ro', '/b:/y']\n" OVER
			"    volumes: ['/c:/z', '/d:/x']\n"),
	  "services.web.volumes",
	  STR_INIT("[{type: bind, source: /d, target: /x, bind: {create_host_path: true}}, "
		   "{type: bind, source: /b, target: /y, bind: {create_host_path: true}}, "
		   "{type: bind, source: /c, target: /z, bind: {create_host_path: true}}]"),
	  { 0 } },
	{ "a capability stands once",
	  STR_INIT(BASE "    cap_add: [A, B]\n" OVER "    cap_add: [B, C]\n"),
	  "services.web.cap_add",
	  STR_INIT("[A, B, C]"),
	  { 0 } },
	{ "environment merges over both notations",
	  STR_INIT(BASE "    environment: {A: 1, B: 2}\n" OVER "    environment: [A=3, C]\n"),
	  "services.web.environment",
	  STR_INIT("{A: 3, B: 2, C: null}"),
	  { 0 } },
	{ "an environment value remembers the former one",
	  STR_INIT(BASE "    environment: [A=1]\n" OVER "    environment: {A: 3}\n"),
	  "services.web.environment.A", STR_INIT("3"),
	  STR_INIT("replace compose.override.yaml:3 was 1") },
	{ "a short build becomes the context of a long one",
	  STR_INIT("services:\n  web:\n    build: ./x\n" OVER "    build: {target: t}\n"),
	  "services.web.build",
	  STR_INIT("{context: /project/x, target: t}"),
	  { 0 } },
	{ "a list of dependencies resets the condition but not restart",
	  STR_INIT(BASE "    depends_on: {db: {condition: service_healthy, restart: true}}\n"
			"  db: {image: d}\n" OVER "    depends_on: [db]\n"),
	  "services.web.depends_on",
	  STR_INIT("{db: {condition: service_started, restart: true, required: true}}"),
	  { 0 } },
	{ "networks are added",
	  STR_INIT(BASE "    networks: [a]\n" OVER "    networks: {b: {aliases: [x]}}\n"
			"networks: {a: {}, b: {}}\n"),
	  "services.web.networks",
	  STR_INIT("{a: null, b: {aliases: [x]}}"),
	  { 0 } },
	{ "another logging driver replaces the options",
	  STR_INIT(BASE "    logging: {driver: a, options: {x: '1'}}\n" OVER
			"    logging: {driver: b}\n"),
	  "services.web.logging",
	  STR_INIT("{driver: b}"),
	  { 0 } },
	{ "a ulimit is replaced whole",
	  STR_INIT(BASE "    ulimits: {nofile: {soft: 1, hard: 2}}\n" OVER
			"    ulimits: {nofile: 5}\n"),
	  "services.web.ulimits.nofile",
	  STR_INIT("5"),
	  { 0 } },
	{ "extra hosts of one text stand once",
	  STR_INIT(BASE "    extra_hosts: [a=1]\n" OVER "    extra_hosts: [a=1, a=2]\n"),
	  "services.web.extra_hosts",
	  STR_INIT("{a: [1, 2]}"),
	  { 0 } },
	{ "reset takes a key away",
	  STR_INIT(BASE "    read_only: true\n" OVER "    read_only: !reset null\n"),
	  "services.web.read_only",
	  STR_INIT("(none)"),
	  { 0 } },
	{ "reset empties a mapping by *",
	  STR_INIT(BASE "    environment: {A: 1, B: 2}\n" OVER
			"    environment: {'*': !reset null, C: 3}\n"),
	  "services.web.environment",
	  STR_INIT("{C: 3}"),
	  { 0 } },
	{ "one key of a list cannot be reset",
	  STR_INIT(BASE "    environment: [A=1]\n" OVER "    environment: {A: !reset null}\n"),
	  "services.web.environment",
	  STR_INIT("{A: 1}"),
	  { 0 } },
	{ "one key of merged environments cannot be reset",
	  STR_INIT(BASE "    environment: {A: 1}\n" OVER "    environment: {B: 2}\n---\nservices:\n"
			"  web:\n    environment: {A: !reset null}\n"),
	  "services.web.environment",
	  STR_INIT("{A: 1, B: 2}"),
	  { 0 } },
	{ "override replaces a list",
	  STR_INIT(BASE "    cap_drop: [ALL]\n" OVER "    cap_drop: !override [NET_RAW]\n"),
	  "services.web.cap_drop", STR_INIT("[NET_RAW]"),
	  STR_INIT("override compose.override.yaml:3 was [ALL]") },
	{ "a reset value does not count in its own file",
	  STR_INIT(BASE "    user: !reset root\n"),
	  "services.web.user",
	  STR_INIT("(none)"),
	  { 0 } },
};

START_TEST(layers_merge)
{
	model_check(&rows[_i]);
}
END_TEST

START_TEST(what_reset_took_is_remembered)
{
	const struct test_options options = { .preset = PRESET_SANDBOX };
	struct test_run run;
	const struct node *tagged;

	test_lint(&run,
		  STR(BASE "    read_only: true\n    user: x\n" OVER
			   "    read_only: !reset null\n    user: !reset null\n---\nservices:\n"
			   "  web:\n    user: y\n"),
		  &options);
	tagged = service_removed(test_service(&run, "web"), STR("read_only"));
	ck_assert_ptr_nonnull(tagged);
	ck_assert_msg(
		str_eq(model_history(&run, tagged), STR("reset compose.override.yaml:3 was true")),
		"%.*s", STR_FMT(model_history(&run, tagged)));
	/* what stands again is not removed */
	ck_assert_ptr_null(service_removed(test_service(&run, "web"), STR("user")));
	test_end(&run);
}
END_TEST

START_TEST(two_kinds_cannot_be_merged)
{
	const struct test_options options = { .preset = PRESET_SANDBOX };
	struct test_run run;

	test_lint(&run, STR(BASE "    ports: ['80:80']\n" OVER "    ports: {a: 1}\n"), &options);
	ck_assert(run.project->refused);
	test_assert_findings(
		&run, "model-invalid",
		"compose.override.yaml:3:12: \"ports\" is a mapping here and a list in "
		"compose.yaml, and the two cannot be merged; write it as a list, or tag "
		"it !override to replace the other: Compose will refuse this project\n"
		"  compose.yaml:4:12: it is a list here\n");
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("merge");
	TCase *cases = tcase_create("merge");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, layers_merge, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(cases, what_reset_took_is_remembered);
	tcase_add_test(cases, two_kinds_cannot_be_merged);
	return run_suite(suite);
}
