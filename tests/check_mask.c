/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/credential.h"
#include "model_text.h"
#include "report/mask.h"
#include "tests/suite.h"

#define SERVICE "services:\n  a:\n    image: x\n    environment:\n"

/* A value of a model, and what is printed of it.  The files stand in as `@` for a token. */
static const struct mask_row {
	const char *name, *files, *path, *key, *shown;
} rows[] = {
	{ "an ordinary value is shown", SERVICE "      MODE: fast\n", "services.a.environment.MODE",
	  "MODE", "fast" },
	{ "a value behind a name that hides is hidden whole",
	  SERVICE "      DB_PASSWORD: horse-battery\n", "services.a.environment.DB_PASSWORD",
	  "DB_PASSWORD", "***" },
	{ "an empty value says only that it is empty", SERVICE "      DB_PASSWORD: ''\n",
	  "services.a.environment.DB_PASSWORD", "DB_PASSWORD", "" },
	{ "a file is no secret", SERVICE "      DB_PASSWORD_FILE: /run/secrets/db\n",
	  "services.a.environment.DB_PASSWORD_FILE", "DB_PASSWORD_FILE", "/run/secrets/db" },
	{ "what a pattern finds is hidden, and what is around it is shown",
	  SERVICE "      NOTE: see @ for it\n", "services.a.environment.NOTE", "NOTE",
	  "see *** for it" },
	{ "what came from a variable whose name hides is hidden wherever it stands",
	  SERVICE "      NOTE: a ${API_TOKEN} b\n--- .env\nAPI_TOKEN=horse-battery-1\n",
	  "services.a.environment.NOTE", "NOTE", "a *** b" },
	{ "a variable that is made of one whose name hides is hidden too",
	  SERVICE "      NOTE: a ${ONE} b\n--- .env\nAPI_TOKEN=horse-battery-1\n"
		  "TWO=x-${API_TOKEN}\nONE=${TWO}-y\n",
	  "services.a.environment.NOTE", "NOTE", "a x-***-y b" },
	{ "and where the value has another form since",
	  "services:\n  a:\n    image: x\n    volumes: ['./${API_TOKEN}:/b']\n"
	  "--- .env\nAPI_TOKEN=horse-battery-1\n",
	  "services.a.volumes[0].source", "source", "/project/***" },
	{ "a variable of an ordinary name is shown",
	  SERVICE "      NOTE: a ${MODE} b\n--- .env\nMODE=fast\n", "services.a.environment.NOTE",
	  "NOTE", "a fast b" },
};

/* A token is made here, so that no file of ours holds one. */
static struct str filled(struct arena *arena, const char *text)
{
	struct builder b = { .arena = arena };

	for (; *text; text++)
		if (*text == '@')
			builder_fmt(&b, "%s_%s", "ghp", "0123456789abcdefghij0123456789abcdef");
		else
			builder_byte(&b, *text);
	return builder_str(&b);
}

START_TEST(what_looks_like_a_credential_is_not_printed)
{
	const struct mask_row *row = &rows[_i];
	const struct test_options options = { .preset = PRESET_SANDBOX };
	struct arena arena = { 0 };
	struct test_run run;
	const struct node *node;
	struct str shown;

	test_lint(&run, filled(&arena, row->files), &options);
	node = model_at(run.project, row->path);
	ck_assert_msg(node != NULL, "%s: nothing at %s", row->name, row->path);
	shown = mask_value(&run.lint, run.credentials, str_from(row->key), node);
	ck_assert_msg(str_eq(shown, str_from(row->shown)), "%s: wanted %s, got %.*s", row->name,
		      row->shown, STR_FMT(shown));
	shown = mask_value(&run.lint, NULL, str_from(row->key), node);
	ck_assert_msg(str_eq(shown, node->text), "%s: hidden although nothing is", row->name);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(what_cannot_be_looked_through_is_not_shown)
{
	const struct test_options options = { .preset = PRESET_SANDBOX };
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct test_run run;
	const struct node *node;
	struct str shown;

	builder_fmt(&b, "%s", SERVICE "      NOTE: ${V20}\n--- .env\nV0=\nV1=x\n");
	for (int i = 2; i <= 20; i++)
		builder_fmt(&b, "V%d=${V%d}${V%d}\n", i, i - 1, i - 2);
	test_lint(&run, builder_str(&b), &options);
	node = model_at(run.project, "services.a.environment.NOTE");
	ck_assert_ptr_nonnull(node);
	shown = mask_value(&run.lint, run.credentials, STR("NOTE"), node);
	ck_assert_msg(str_eq(shown, STR("***")), "got %.*s", STR_FMT(shown));
	test_end(&run);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mask");
	TCase *cases = tcase_create("mask");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, what_looks_like_a_credential_is_not_printed, 0,
			    (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(cases, what_cannot_be_looked_through_is_not_shown);
	return run_suite(suite);
}
