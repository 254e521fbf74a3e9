/* SPDX-License-Identifier: MIT */
/* Rules chosen and graded on the command line. */
#include "config.h"

#include <check.h>

#include "engine/grade.h"
#include "rules/registry.h"
#include "tests/suite.h"

static struct lint lint;

static void begin(void)
{
	lint_init(&lint);
}

static void end(void)
{
	lint_free(&lint);
}

/* What was said, in this order: an option's first letter, then its value. */
static const struct {
	const char *name;
	enum preset preset;
	const char *said[3];
	struct str rule;
	enum role role;
	enum level level;
} rows[] = {
	{ "nothing was said",
	  PRESET_SANDBOX,
	  { NULL },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_ERROR },
	{ "another is selected",
	  PRESET_SANDBOX,
	  { "sprivileged" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "it is selected",
	  PRESET_SANDBOX,
	  { "sprivileged,socket-mount" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_ERROR },
	{ "two selections add up",
	  PRESET_SANDBOX,
	  { "sprivileged", "ssocket-mount" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_ERROR },
	{ "its group is selected",
	  PRESET_SANDBOX,
	  { "simage, mounts" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_ERROR },
	{ "a selected rule is on where the preset has it off",
	  PRESET_SANDBOX,
	  { "simage-no-digest" },
	  STR_INIT("image-no-digest"),
	  SERVICE_AGENT,
	  LEVEL_INFO },
	{ "a selected group leaves off what the preset has off",
	  PRESET_SANDBOX,
	  { "simage" },
	  STR_INIT("image-no-digest"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "selecting makes no rule judge other roles",
	  PRESET_SANDBOX,
	  { "snetwork-not-internal" },
	  STR_INIT("network-not-internal"),
	  SERVICE_GATEWAY,
	  LEVEL_OFF },
	{ "what could not be read is always told",
	  PRESET_SANDBOX,
	  { "sprivileged" },
	  STR_INIT("incomplete-project"),
	  SERVICE_AGENT,
	  LEVEL_WARNING },
	{ "it is ignored",
	  PRESET_SANDBOX,
	  { "isocket-mount" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "ignoring beats selecting",
	  PRESET_SANDBOX,
	  { "imounts", "ssocket-mount" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "ignoring beats a level",
	  PRESET_SANDBOX,
	  { "lsocket-mount=error", "imounts" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "it is graded",
	  PRESET_SANDBOX,
	  { "lsocket-mount=info" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_INFO },
	{ "the last level counts",
	  PRESET_SANDBOX,
	  { "lmounts=info", "lsocket-mount=warning" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_WARNING },
	{ "it is graded off",
	  PRESET_SANDBOX,
	  { "lsocket-mount=off" },
	  STR_INIT("socket-mount"),
	  SERVICE_AGENT,
	  LEVEL_OFF },
	{ "a level switches on what the preset has off",
	  PRESET_SANDBOX,
	  { "limage-no-digest=warning" },
	  STR_INIT("image-no-digest"),
	  SERVICE_AGENT,
	  LEVEL_WARNING },
	{ "a level makes no rule judge other roles",
	  PRESET_SANDBOX,
	  { "lnetwork=error" },
	  STR_INIT("network-not-internal"),
	  SERVICE_ORDINARY,
	  LEVEL_OFF },
	{ "a level reaches the roles that the preset adds",
	  PRESET_STRICT,
	  { "lrootfs-writable=info" },
	  STR_INIT("rootfs-writable"),
	  SERVICE_ORDINARY,
	  LEVEL_INFO },
	{ "a group leaves alone what stays",
	  PRESET_SANDBOX,
	  { "ifiles" },
	  STR_INIT("yaml-syntax"),
	  SERVICE_AGENT,
	  LEVEL_ERROR },
};

static struct failure say(struct grading *grading, const char *said)
{
	struct str value = str_from(said + 1);

	switch (said[0]) {
	case 's':
		return grading_select(&lint.run, grading, value);
	case 'i':
		return grading_ignore(&lint.run, grading, value);
	default:
		return grading_set_level(&lint.run, grading, value);
	}
}

START_TEST(what_is_said_chooses_and_grades)
{
	struct grading grading = grading_new(rules_all(), rows[_i].preset);
	const struct rule *rule = rule_find(grading.rules, rows[_i].rule);
	enum level level;

	for (size_t i = 0; i < 3 && rows[_i].said[i]; i++)
		ck_assert(!say(&grading, rows[_i].said[i]).failed);
	ck_assert_ptr_nonnull(rule);
	level = grading_level(&grading, rule, rows[_i].role);
	ck_assert_msg(level == rows[_i].level, "%s: got %d, wanted %d", rows[_i].name, (int)level,
		      (int)rows[_i].level);
}
END_TEST

static const struct {
	const char *said;
	const char *says;
} mistakes[] = {
	{ "ssocket_mount", "no rule or group 'socket_mount'; did you mean 'socket-mount'?" },
	{ "imount", "did you mean 'mounts'?" },
	{ "i", "no rule or group ''" },
	{ "iprivileged,", "no rule or group ''" },
	{ "s\033[2J", "'\\x1B[2J'" },
	{ "lprivileged", "--level wants RULE=LEVEL, not 'privileged'" },
	{ "lprivileged=fatal", "error, warning, info or off, not 'fatal'" },
	{ "lyaml-syntax=info", "'yaml-syntax' stays as it is" },
	{ "idockerfile-syntax", "'dockerfile-syntax' stays as it is" },
};

START_TEST(a_mistake_is_named)
{
	struct grading grading = grading_new(rules_all(), PRESET_SANDBOX);
	struct failure failure = say(&grading, mistakes[_i].said);

	ck_assert(failure.failed);
	ck_assert_msg(str_has(failure.message, str_from(mistakes[_i].says)), "%.*s",
		      STR_FMT(failure.message));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grade");
	TCase *cases = tcase_create("grade");

	tcase_add_checked_fixture(cases, begin, end);
	tcase_add_loop_test(cases, what_is_said_chooses_and_grades, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_loop_test(cases, a_mistake_is_named, 0, sizeof(mistakes) / sizeof(*mistakes));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
