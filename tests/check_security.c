/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/security.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

/* A project of one service "a" with these lines in it. */
static const struct service *service_with(struct test_run *run, const char *lines)
{
	struct arena arena = { 0 };
	struct str text = arena_fmt(&arena, "services:\n  a:\n    image: b:1\n%s\n", lines);

	test_lint(run, text, &loaded);
	arena_free(&arena);
	return test_service(run, "a");
}

/* ---- capabilities ---- */

START_TEST(a_capability_has_no_case_and_no_prefix)
{
	ck_assert(security_is_capability(STR("cap_net_admin"), STR("NET_ADMIN")));
	ck_assert(security_is_capability(STR("Net_Admin"), STR("NET_ADMIN")));
	ck_assert(security_is_capability(STR(" ALL "), STR("ALL")));
	ck_assert(security_is_capability(STR("CAP_ALL"), STR("ALL")));
	ck_assert(!security_is_capability(STR("CAP_"), STR("")));
	ck_assert(!security_is_capability(STR("NET_ADMINS"), STR("NET_ADMIN")));
	ck_assert(!security_is_capability(STR(""), STR("ALL")));
}
END_TEST

START_TEST(all_may_stand_anywhere_in_cap_drop)
{
	struct test_run run;

	ck_assert(security_drops_all(service_with(&run, "    cap_drop: [NET_RAW, all]")));
	test_end(&run);
	ck_assert(!security_drops_all(service_with(&run, "    cap_drop: [NET_RAW]")));
	test_end(&run);
	ck_assert(!security_drops_all(service_with(&run, "    cap_add: [ALL]")));
	test_end(&run);
}
END_TEST

START_TEST(what_a_variable_may_drop_is_not_known)
{
	struct test_run run;
	const struct service *a = service_with(&run, "    cap_drop: [\"${WHAT}\"]");

	ck_assert(!security_drops_all(a));
	ck_assert(security_may_drop_all(a));
	test_end(&run);
	ck_assert(!security_may_drop_all(service_with(&run, "    cap_drop: [NET_RAW]")));
	test_end(&run);
}
END_TEST

/* ---- options ---- */

static const struct option_row {
	const char *name, *items;
	int item; /* -1: none decides */
	const char *value;
	bool is_unknown;
} option_rows[] = {
	{ "an equals sign", "no-new-privileges=true", 0, "true", false },
	{ "a colon", "no-new-privileges:true", 0, "true", false },
	{ "bare", "no-new-privileges", 0, "true", false },
	{ "the last one wins", "no-new-privileges=true, no-new-privileges:false", 1, "false",
	  false },
	{ "other keys do not count", "\"seccomp=unconfined\", \"label:disable\"", -1, "", false },
	{ "a longer key is another key", "no-new-privileges-at-all=true", -1, "", false },
	{ "an equals sign comes before a colon", "\"no-new-privileges=a:b\"", 0, "a:b", false },
	{ "a value nobody knows", "\"no-new-privileges=${WHAT}\"", 0, "${WHAT}", true },
	{ "an item nobody knows", "\"${WHAT}\"", -1, "", true },
	{ "it may take the option back", "no-new-privileges=true, \"${WHAT}\"", 0, "true", true },
	{ "it cannot, when it comes first", "\"${WHAT}\", no-new-privileges=true", 1, "true",
	  false },
	{ "a key that is known is another one", "\"seccomp=${WHAT}\"", -1, "", false },
};

START_TEST(the_last_option_of_a_key_counts)
{
	const struct option_row *row = &option_rows[_i];
	struct test_run run;
	struct arena arena = { 0 };
	const char *lines =
		arena_cstr(&arena, arena_fmt(&arena, "    security_opt: [%s]", row->items));
	const struct service *a = service_with(&run, lines);
	const struct node *list = service_field(a, STR("security_opt"));
	struct security_option option = security_option(a, STR("no-new-privileges"));

	if (row->item < 0)
		ck_assert_msg(!option.item, "%s", row->name);
	else
		ck_assert_msg(option.item == list->in.items[row->item], "%s", row->name);
	ck_assert_msg(str_eq(option.value, str_from(row->value)), "%s: \"%.*s\"", row->name,
		      STR_FMT(option.value));
	ck_assert_msg(option.is_unknown == row->is_unknown, "%s", row->name);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

static const struct opening_row {
	const char *name, *items;
	enum shield shield;
	int item; /* the first one that opens; -1: none does */
} opening_rows[] = {
	{ "seccomp", "seccomp:unconfined", SHIELD_SECCOMP, 0 },
	{ "apparmor", "apparmor=unconfined", SHIELD_APPARMOR, 0 },
	{ "another value", "apparmor=docker-default", SHIELD_APPARMOR, -1 },
	{ "a later one takes it back", "seccomp=unconfined, seccomp=builtin", 0, -1 },
	{ "and a later one gives it up", "seccomp=builtin, seccomp=unconfined", SHIELD_SECCOMP, 1 },
	{ "a variable may take it back", "seccomp=unconfined, \"${WHAT}\"", 0, -1 },
	{ "a variable may be anything", "\"seccomp=${WHAT}\"", 0, -1 },
	{ "labels", "label=disable, label=user:u", SHIELD_LABELS, 0 },
	{ "the type of a super-privileged container", "label:type:spc_t", SHIELD_LABELS, 0 },
	{ "the last type", "label=type:spc_t, label=type:container_t", 0, -1 },
	{ "masked paths", "systempaths=unconfined", SHIELD_PATHS, 0 },
	{ "with a colon it does nothing", "systempaths:unconfined", 0, -1 },
	{ "a word in capitals is another one", "seccomp=Unconfined", 0, -1 },
};

START_TEST(a_protection_is_open_where_the_item_in_force_says_so)
{
	const struct opening_row *row = &opening_rows[_i];
	struct test_run run;
	struct arena arena = { 0 };
	const struct service *a = service_with(
		&run, arena_cstr(&arena, arena_fmt(&arena, "    security_opt: [%s]", row->items)));
	const struct node *list = service_field(a, STR("security_opt"));
	struct security_opening opening = { 0 };
	bool found = security_next_opening(a, &opening);

	ck_assert_msg(found == (row->item >= 0), "%s", row->name);
	if (found) {
		ck_assert_msg(opening.item == list->in.items[row->item], "%s", row->name);
		ck_assert_msg(opening.shield == row->shield, "%s", row->name);
		ck_assert_msg(!security_next_opening(a, &opening), "%s", row->name);
	}
	test_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(a_profile_that_allows_opens_too)
{
	static const char text[] = "services:\n  a:\n    image: b:1\n"
				   "    security_opt: [\"seccomp:./p.json\"]\n"
				   "--- p.json\n"
				   "%s\n";
	static const struct {
		const char *profile;
		bool opens;
	} rows[] = {
		{ "{\t\"defaultAction\": \"SCMP_ACT_ALLOW\"}", true },
		{ "{\t\"defaultAction\": \"SCMP_ACT_ERRNO\"}", false },
		{ "{}", true }, /* to the engine it is none */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct arena arena = { 0 };
		struct security_opening opening = { 0 };
		struct test_run run;

		test_lint(&run, arena_fmt(&arena, text, rows[i].profile), &loaded);
		ck_assert(security_next_opening(test_service(&run, "a"), &opening) ==
			  rows[i].opens);
		ck_assert((opening.profile != NULL) == rows[i].opens);
		test_assert_findings(&run, "model-invalid", "");
		test_end(&run);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(fourteen_capabilities_are_granted_by_default)
{
	ck_assert(security_is_default_capability(STR("CHOWN")));
	ck_assert(security_is_default_capability(STR("cap_net_bind_service")));
	ck_assert(!security_is_default_capability(STR("NET_ADMIN")));
	ck_assert(!security_is_default_capability(STR("ALL")));
	ck_assert(!security_is_default_capability(STR("")));
}
END_TEST

START_TEST(on_is_what_the_engine_reads_as_true)
{
	ck_assert(security_is_on(STR("true")));
	ck_assert(security_is_on(STR("1")));
	ck_assert(security_is_on(STR("T")));
	ck_assert(!security_is_on(STR("yes")));
	ck_assert(!security_is_on(STR("false")));
	ck_assert(!security_is_on(STR("")));
}
END_TEST

/* ---- limits ---- */

static const struct limit_row {
	const char *name, *lines;
	enum limit_kind kind;
	bool is_set;
	const char *ineffective; /* the key; empty: none */
} limit_rows[] = {
	{ "nothing written", "", LIMIT_OF_MEMORY, false, "" },
	{ "a size", "    mem_limit: 4g", LIMIT_OF_MEMORY, true, "" },
	{ "a size in quotes", "    mem_limit: \"512m\"", LIMIT_OF_MEMORY, true, "" },
	{ "bytes", "    mem_limit: 1073741824", LIMIT_OF_MEMORY, true, "" },
	{ "zero bytes", "    mem_limit: 0", LIMIT_OF_MEMORY, false, "mem_limit" },
	{ "zero bytes as text", "    mem_limit: \"0\"", LIMIT_OF_MEMORY, false, "mem_limit" },
	{ "a reservation is no limit", "    mem_reservation: 4g", LIMIT_OF_MEMORY, false, "" },
	{ "memory under deploy", "    deploy: {resources: {limits: {memory: 1g}}}", LIMIT_OF_MEMORY,
	  true, "" },
	{ "a reservation under deploy", "    deploy: {resources: {reservations: {memory: 1g}}}",
	  LIMIT_OF_MEMORY, false, "" },
	{ "half a processor", "    cpus: 0.5", LIMIT_OF_CPU, true, "" },
	{ "processors as text", "    cpus: \"1.5\"", LIMIT_OF_CPU, true, "" },
	{ "no processor", "    cpus: 0", LIMIT_OF_CPU, false, "cpus" },
	{ "no processor as text", "    cpus: \"0.0\"", LIMIT_OF_CPU, false, "cpus" },
	{ "a quota", "    cpu_quota: 50000", LIMIT_OF_CPU, true, "" },
	{ "shares are no limit", "    cpu_shares: 512", LIMIT_OF_CPU, false, "" },
	{ "processors under deploy", "    deploy: {resources: {limits: {cpus: \"2\"}}}",
	  LIMIT_OF_CPU, true, "" },
	{ "processes", "    pids_limit: 512", LIMIT_OF_PROCESSES, true, "" },
	{ "endless processes", "    pids_limit: -1", LIMIT_OF_PROCESSES, false, "pids_limit" },
	{ "zero processes", "    pids_limit: 0", LIMIT_OF_PROCESSES, false, "pids_limit" },
	{ "processes under deploy", "    deploy: {resources: {limits: {pids: 512}}}",
	  LIMIT_OF_PROCESSES, true, "" },
	{ "zero processes under deploy", "    deploy: {resources: {limits: {pids: 0}}}",
	  LIMIT_OF_PROCESSES, false, "deploy.resources.limits.pids" },
	{ "a variable that nothing sets", "    mem_limit: ${MEMORY}", LIMIT_OF_MEMORY, true, "" },
	{ "a default", "    pids_limit: ${PIDS:--1}", LIMIT_OF_PROCESSES, false, "pids_limit" },
};

START_TEST(a_limit_is_one_that_limits)
{
	const struct limit_row *row = &limit_rows[_i];
	struct test_run run;
	struct security_limit limit = security_limit(service_with(&run, row->lines), row->kind);

	ck_assert_msg(limit.is_set == row->is_set, "%s", row->name);
	ck_assert_msg(str_eq(limit.key, str_from(row->ineffective)), "%s: \"%.*s\"", row->name,
		      STR_FMT(limit.key));
	ck_assert_msg((limit.ineffective != NULL) == (limit.key.n > 0), "%s", row->name);
	test_end(&run);
}
END_TEST

/* ---- what the image brings ---- */

static const struct gain_row {
	const char *name, *lines;
	const char *wanted; /* "KIND what@line " for each */
} gain_rows[] = {
	{ "nothing", "RUN apt-get install -y git", "" },
	{ "sudo installed", "RUN apt-get update && apt-get install -y git sudo", "0 sudo@2 " },
	{ "with a version", "RUN apk add --no-cache sudo=1.9.15", "0 sudo@2 " },
	{ "doas", "RUN apk add doas", "0 doas@2 " },
	{ "on a line of its own", "RUN apt-get install -y \\\n    git \\\n    sudo", "0 sudo@4 " },
	{ "sudo used is not sudo installed", "RUN sudo apt-get install -y git", "" },
	{ "removed is not installed", "RUN apt-get remove -y sudo", "" },
	{ "another package", "RUN apt-get install -y sudoku", "" },
	{ "another command", "RUN apt-get install -y git && which sudo", "" },
	{ "a sudoers file", "RUN echo \"agent ALL=(ALL) NOPASSWD:ALL\" >> /etc/sudoers",
	  "1 sudo@2 " },
	{ "a file below it", "RUN printf x >/etc/sudoers.d/agent", "1 sudo@2 " },
	{ "one taken away", "RUN rm -f /etc/sudoers.d/agent", "" },
	{ "one copied", "COPY sudoers /etc/sudoers.d/agent", "1 sudo@2 " },
	{ "doas.conf", "RUN echo 'permit nopass agent' > /etc/doas.conf", "1 doas@2 " },
	{ "chmod u+s", "RUN chmod u+s /usr/bin/tool", "2 u+s@2 " },
	{ "chmod +s", "RUN chmod +s /usr/bin/tool", "2 +s@2 " },
	{ "chmod in a list", "RUN chmod g-w,u+sx /usr/bin/tool", "2 g-w,u+sx@2 " },
	{ "chmod 4755", "RUN chmod 4755 /usr/bin/tool", "2 4755@2 " },
	{ "chmod 06755", "RUN chmod 06755 /usr/bin/tool", "2 06755@2 " },
	{ "chmod 0755", "RUN chmod 0755 /usr/bin/tool", "" },
	{ "chmod 2755", "RUN chmod 2755 /srv", "" },
	{ "chmod g+s", "RUN chmod g+s /srv", "" },
	{ "chmod u-s", "RUN chmod u-s /usr/bin/tool", "" },
	{ "chmod +x", "RUN chmod +x /usr/bin/tools", "" },
	{ "install with a mode", "RUN install -m 4755 tool /usr/bin/tool", "2 4755@2 " },
	{ "setcap", "RUN setcap cap_net_raw+ep /usr/bin/ping", "3 setcap@2 " },
	{ "setcap that takes away", "RUN setcap -r /usr/bin/ping", "" },
	{ "a mode of COPY", "COPY --chmod=4755 tool /usr/bin/tool", "2 4755@2 " },
	{ "no set bit in a mode of COPY", "COPY --chmod=0755 tool /usr/bin/tool", "" },
	{ "removed in the same RUN", "RUN apk add sudo && make && apk del sudo", "" },
	{ "removed in a later RUN", "RUN apk add sudo\nRUN apk del sudo", "0 sudo@2 " },
	{ "exec form of two programs",
	  "RUN [\"chmod\", \"u+s\", \"/bin/a\"]\nRUN [\"apk\", \"add\", \"doas\"]",
	  "2 u+s@2 0 doas@3 " },
	{ "sudo setcap", "RUN sudo setcap cap_net_raw+ep /usr/bin/ping", "3 setcap@2 " },
	{ "several", "RUN apt-get install -y sudo && chmod u+s /bin/a && setcap x /bin/b",
	  "0 sudo@2 2 u+s@2 3 setcap@2 " },
	{ "one program twice", "RUN apt-get install -y sudo\nRUN apt-get install -y sudo",
	  "0 sudo@2 0 sudo@3 " },
	{ "a heredoc", "RUN <<END\napt-get install -y sudo\nchmod u+s /bin/a\nEND",
	  "0 sudo@3 2 u+s@4 " },
	{ "a stage that is not built",
	  "FROM debian:12-slim AS other\nRUN apt-get install -y sudo\n"
	  "FROM debian:12-slim",
	  "" },
};

START_TEST(lines_of_the_image_that_let_programs_gain)
{
	const struct gain_row *row = &gain_rows[_i];
	struct test_run run;
	struct arena arena = { 0 };
	struct str text = arena_fmt(&arena,
				    "services:\n  a:\n    build: .\n--- Dockerfile\n"
				    "FROM debian:12-slim\n%s\n",
				    row->lines);
	struct builder got = { .arena = &arena };
	struct security_gain gain = { 0 };
	size_t count = 0;

	test_lint(&run, text, &loaded);
	while (security_next_gain(test_service(&run, "a"), &gain) && count++ < 10)
		builder_fmt(
			&got, "%d %.*s@%u ", (int)gain.kind, STR_FMT(gain.what),
			source_place(&run.lint.sources, gain.span.source, gain.span.start).line);
	ck_assert_msg(str_eq(builder_str(&got), str_from(row->wanted)),
		      "%s: wanted \"%s\", got \"%.*s\"", row->name, row->wanted,
		      STR_FMT(builder_str(&got)));
	test_end(&run);
	arena_free(&arena);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof(*(table)))

int main(void)
{
	Suite *suite = suite_create("security");
	TCase *cases = tcase_create("capabilities, options, limits, gains");

	suite_add_tcase(suite, cases);
	tcase_add_test(cases, a_capability_has_no_case_and_no_prefix);
	tcase_add_test(cases, all_may_stand_anywhere_in_cap_drop);
	tcase_add_test(cases, what_a_variable_may_drop_is_not_known);
	tcase_add_loop_test(cases, the_last_option_of_a_key_counts, 0, ROWS(option_rows));
	tcase_add_loop_test(cases, a_protection_is_open_where_the_item_in_force_says_so, 0,
			    ROWS(opening_rows));
	tcase_add_test(cases, a_profile_that_allows_opens_too);
	tcase_add_test(cases, fourteen_capabilities_are_granted_by_default);
	tcase_add_test(cases, on_is_what_the_engine_reads_as_true);
	tcase_add_loop_test(cases, a_limit_is_one_that_limits, 0, ROWS(limit_rows));
	tcase_add_loop_test(cases, lines_of_the_image_that_let_programs_gain, 0, ROWS(gain_rows));
	return run_suite(suite);
}
