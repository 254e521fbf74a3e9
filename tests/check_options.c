/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "options.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "tests/words.h"

static struct lint lint;
static struct options options;

static void begin(void)
{
	lint_init(&lint);
}

static void end(void)
{
	lint_free(&lint);
}

static struct failure parse(const char *const *words)
{
	return words_parse(&lint.run, words, &options);
}

#define PARSE(...) parse((const char *const[]){ __VA_ARGS__, NULL })

static bool is(struct str s, const char *text)
{
	return str_eq(s, str_from(text));
}

START_TEST(nothing_is_lint_without_a_path)
{
	ck_assert(!parse((const char *const[]){ NULL }).failed);
	ck_assert_int_eq(options.command, COMMAND_LINT);
	ck_assert_uint_eq(options.operands.count, 0);
}
END_TEST

START_TEST(files_keep_their_order)
{
	ck_assert(!PARSE("-f", "a.yaml", "--file", "b.yaml", "--file=c.yaml", "-fd.yaml").failed);
	ck_assert_uint_eq(options.files.count, 4);
	ck_assert(is(options.files.all[0], "a.yaml"));
	ck_assert(is(options.files.all[1], "b.yaml"));
	ck_assert(is(options.files.all[2], "c.yaml"));
	ck_assert(is(options.files.all[3], "d.yaml"));
}
END_TEST

START_TEST(options_may_follow_paths)
{
	ck_assert(!PARSE("one", "--format", "gcc", "two", "-q").failed);
	ck_assert_uint_eq(options.operands.count, 2);
	ck_assert(is(options.operands.all[1], "two"));
	ck_assert_uint_eq(options.formats.count, 1);
	ck_assert(is(options.formats.all[0], "gcc"));
	ck_assert(options.quiet);
}
END_TEST

START_TEST(every_option_reaches_its_field)
{
	ck_assert(!PARSE("--project-directory", "d", "--env-file", "e", "--profile", "p",
			 "--agent=a", "--color", "never", "--hyperlink=always", "-o", "f",
			 "--relative-to", "r", "--path-prefix", "x")
			   .failed);
	ck_assert(is(options.project_directory, "d"));
	ck_assert(is(options.env_files.all[0], "e"));
	ck_assert(is(options.profiles.all[0], "p"));
	ck_assert(is(options.agents.all[0], "a"));
	ck_assert_int_eq(options.color, WHEN_NEVER);
	ck_assert_int_eq(options.hyperlink, WHEN_ALWAYS);
	ck_assert(is(options.output, "f"));
	ck_assert(is(options.relative_to, "r"));
	ck_assert(is(options.path_prefix, "x"));
	ck_assert(!PARSE("--no-env", "--no-override", "--use-environment").failed);
	ck_assert(options.no_env && options.no_override && options.use_environment);
}
END_TEST

START_TEST(a_value_may_look_like_an_option)
{
	ck_assert(!PARSE("--profile", "--no-env").failed);
	ck_assert(is(options.profiles.all[0], "--no-env"));
	ck_assert(!options.no_env);
}
END_TEST

START_TEST(a_word_is_a_subcommand_only_as_first_argument)
{
	ck_assert(!PARSE("explain", "socket-mount").failed);
	ck_assert_int_eq(options.command, COMMAND_EXPLAIN);
	ck_assert(is(options.operands.all[0], "socket-mount"));
	ck_assert(!PARSE("rules", "--format", "mdoc").failed);
	ck_assert_int_eq(options.command, COMMAND_RULES);
	ck_assert(!PARSE("--", "explain").failed);
	ck_assert_int_eq(options.command, COMMAND_LINT);
	ck_assert(is(options.operands.all[0], "explain"));
	ck_assert(!PARSE("-q", "rules").failed);
	ck_assert_int_eq(options.command, COMMAND_LINT);
}
END_TEST

START_TEST(the_last_operand_of_config_is_a_path_into_the_model)
{
	ck_assert(!PARSE("config", "-p", "name", "--all-resources", "dir").failed);
	ck_assert_int_eq(options.command, COMMAND_CONFIG);
	ck_assert_uint_eq(options.operands.count, 1);
	ck_assert_uint_eq(options.model_path.n, 0);
	ck_assert(is(options.project_name, "name"));
	ck_assert(options.all_resources && !options.show_secrets);

	ck_assert(!PARSE("config", ".", "services.web").failed);
	ck_assert_uint_eq(options.operands.count, 1);
	ck_assert(is(options.model_path, "services.web"));

	ck_assert(!PARSE("config", "-f", "a.yaml", "services.web").failed);
	ck_assert_uint_eq(options.operands.count, 0);
	ck_assert(is(options.model_path, "services.web"));

	ck_assert(PARSE("config", "a", "b", "c").failed);
	ck_assert(PARSE("--show-secrets").failed);
}
END_TEST

START_TEST(behind_two_dashes_all_are_paths)
{
	ck_assert(!PARSE("--", "--format", "-f").failed);
	ck_assert_uint_eq(options.operands.count, 2);
	ck_assert(is(options.operands.all[0], "--format"));
}
END_TEST

START_TEST(help_and_version_work_everywhere)
{
	ck_assert(!PARSE("--help").failed);
	ck_assert_int_eq(options.command, COMMAND_HELP);
	ck_assert(!PARSE("explain", "-h").failed);
	ck_assert_int_eq(options.command, COMMAND_HELP);
	ck_assert(!PARSE("--version").failed);
	ck_assert_int_eq(options.command, COMMAND_VERSION);
}
END_TEST

static const struct {
	const char *words[5];
	const char *says;
} mistakes[] = {
	{ { "--no-such" }, "unknown option '--no-such'" },
	{ { "--formt=gcc" }, "unknown option '--formt'; did you mean '--format'?" },
	{ { "--no-such=x" }, "unknown option '--no-such'" },
	{ { "--json" }, "unknown option '--json'; did you mean '--format=json'?" },
	{ { "--strict" }, "unknown option '--strict'; did you mean '--preset=strict'?" },
	{ { "--no-color" }, "unknown option '--no-color'; did you mean '--color=never'?" },
	{ { "--no" }, "unknown option '--no'" },                 /* begins several names */
	{ { "--no-overrid" }, "unknown option '--no-overrid'" }, /* begins one */
	{ { "--form=gcc" }, "unknown option '--form'" },
	{ { "--form", "gcc" }, "unknown option '--form'" },
	{ { "-x" }, "unknown option '-x'" },
	{ { "-qx" }, "unknown option '-x'" },
	{ { "-f" }, "no value for option '-f'" },
	{ { "--format" }, "no value for option '--format'" },
	{ { "--format=" }, "an empty value for option '--format'" },
	{ { "-f", "" }, "an empty value for option '--file'" },
	{ { "--no-env=1" }, "a value for an option that takes none: '--no-env=1'" },
	{ { "--color", "blue" }, "--color is auto, always or never, not 'blue'" },
	{ { "config", "--format=yaml", "--format=json" }, "more than one option '--format'" },
	{ { "-o", "a", "--output=b" }, "more than one option '--output'" },
	{ { "--provenance" },
	  "--provenance goes with a command, as in 'compose-lint config --provenance'" },
	{ { "a", "--write-contract" }, "'compose-lint boundary --write-contract'" },
	{ { "rules", "-o", "a" }, "'rules' takes no option '--output'" },
	{ { "--stdin-filename", "a", "b" }, "no use for --stdin-filename 'a'" },
	{ { "--hyperlink", "blue" }, "--hyperlink is auto, always or never, not 'blue'" },
	{ { "-qqq" }, "more than two options '--quiet'" },
	{ { "-vv" }, "more than one option '--verbose'" },
	{ { "-q", "-v" }, "-q and -v contradict each other" },
	{ { "--prune-baseline" }, "--prune-baseline wants --baseline FILE" },
	{ { "--baseline=a", "--write-baseline=b" }, "--write-baseline begins anew" },
	{ { "--jobs=0" }, "--jobs is a whole number from 1 to 64, not '0'" },
	{ { "--jobs=65" }, "--jobs is a whole number from 1 to 64, not '65'" },
	{ { "--jobs=02" }, "--jobs is a whole number from 1 to 64, not '02'" },
	{ { "--jobs", "1", "--jobs", "2" }, "more than one option '--jobs'" },
	{ { "config", "--jobs", "2" }, "'config' takes no option '--jobs'" },
	{ { "-0" }, "--null goes with --list-files" },
	{ { "boundary", "--baseline=a" }, "'boundary' takes no option '--baseline'" },
	{ { "-f", "a", "b" }, "not also 'b'" },
	{ { "" }, "an empty PATH" },
	{ { "explain" }, "explain wants the name of a rule" },
	{ { "explain", "a", "b" }, "not also 'b'" },
	{ { "rules", "a" }, "rules takes no operand, not 'a'" },
	{ { "rules", "-f", "a" }, "'rules' takes no option '--file'" },
	{ { "explain", "-q", "a" }, "'explain' takes no option '--quiet'" },
	/* built later, so unknown today */
	{ { "--preset=strict", "--preset=strict" }, "more than one option '--preset'" },
	{ { "-w" }, "unknown option '-w'" },
	{ { "--a\033[2Jb" }, "unknown option '--a\\x1B[2Jb'" },
	{ { "--a\nb" }, "unknown option '--a\\nb'" },
};

START_TEST(a_mistake_is_one_clear_line)
{
	struct failure failure = parse(mistakes[_i].words);

	ck_assert_msg(failure.failed, "%s: accepted", mistakes[_i].says);
	ck_assert_msg(str_has(failure.message, str_from(mistakes[_i].says)), "%s: got %.*s",
		      mistakes[_i].says, STR_FMT(failure.message));
	ck_assert(str_find_byte(failure.message, '\n', 0) == STR_NPOS);
	ck_assert(str_has(failure.message, STR("try 'compose-lint --help'")) ||
		  str_has(failure.message, STR("'compose-lint rules'")));
}
END_TEST

START_TEST(help_fits_eighty_columns_and_names_every_command_and_option)
{
	static const char *const wanted[] = {
#define COMMAND(id, word, commands, operand, help)         "compose-lint " word,
#define GROUP(heading)                                     heading ":",
#define OPTION(id, letter, name, argument, commands, help) help,
#define VALUES(id, commands, words)
#include "options.list"
#undef COMMAND
#undef OPTION
#undef GROUP
#undef VALUES
	};
	char *text = NULL;
	size_t size = 0, from = 0;
	FILE *stream = open_memstream(&text, &size);
	struct str help;

	ck_assert_ptr_nonnull(stream);
	options_help(stream);
	fclose(stream);
	help = (struct str){ text, size };
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		ck_assert_msg(str_has(help, str_from(wanted[i])), "no %s", wanted[i]);
	while (from < size) {
		size_t line = str_find_byte(help, '\n', from);

		ck_assert_msg(line - from <= 80, "too long: %.*s", (int)(line - from), text + from);
		from = line + 1;
	}
	ck_assert(str_ends(help, STR("README says how.\n")) || sizeof(PACKAGE_BUGREPORT) > 1);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("options");
	TCase *cases = tcase_create("options");

	tcase_add_checked_fixture(cases, begin, end);
	tcase_add_test(cases, nothing_is_lint_without_a_path);
	tcase_add_test(cases, files_keep_their_order);
	tcase_add_test(cases, options_may_follow_paths);
	tcase_add_test(cases, every_option_reaches_its_field);
	tcase_add_test(cases, a_value_may_look_like_an_option);
	tcase_add_test(cases, a_word_is_a_subcommand_only_as_first_argument);
	tcase_add_test(cases, the_last_operand_of_config_is_a_path_into_the_model);
	tcase_add_test(cases, behind_two_dashes_all_are_paths);
	tcase_add_test(cases, help_and_version_work_everywhere);
	tcase_add_loop_test(cases, a_mistake_is_one_clear_line, 0,
			    (int)(sizeof(mistakes) / sizeof(*mistakes)));
	tcase_add_test(cases, help_fits_eighty_columns_and_names_every_command_and_option);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
