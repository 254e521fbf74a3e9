/* SPDX-License-Identifier: MIT */
/* Data sheets of rules, lists of them and the manual page. */
#include "config.h"

#include "report/report.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>

#include "fact/credential.h"
#include "made.h"
#include "tests/suite.h"

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
	Suite *suite = suite_create("explain");
	TCase *tests = tcase_create("explain");

	tcase_add_checked_fixture(tests, made_begin, made_end);
	tcase_add_test(tests, explain_says_all_of_a_data_sheet);
	tcase_add_test(tests, rules_are_aligned_or_json);
	tcase_add_test(tests, the_manual_escapes_what_mdoc_would_read);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
