/* SPDX-License-Identifier: MIT */
/* Ignore files, and what COPY takes from the build context. */
#include "config.h"

#include "image/context.h"

#include <check.h>

#include "golden.h"
#include "support.h"
#include "tests/suite.h"

static struct golden cases;

/* ---- patterns ---- */

static struct lint lint;

static void setup(void)
{
	lint_init(&lint);
}

static void teardown(void)
{
	lint_free(&lint);
}

struct row {
	const char *pattern, *path;
	bool matches;
};

/* What moby/patternmatcher answers. */
static const struct row rows[] = {
	{ ".env", ".env", true },
	{ ".env", "app/.env", false },
	{ "app", "app/a/b", true },
	{ "app/", "app/a/b", true },
	{ "/app", "app", true },
	{ "./a/../app", "app", true },
	{ "*", ".env", true },
	{ "*", "a/b", true },
	{ "*.md", "docs/a.md", false },
	{ "*/*.md", "docs/a.md", true },
	{ "**/.env", ".env", true },
	{ "**/.env", "a/b/.env", true },
	{ "**/.env", "a/x.env", false },
	{ "**.env", "a/x.env", true },
	{ "**", "a/b", true },
	{ "**/*", "a/b", true },
	{ "a/**", "a/b/c", true },
	{ "a/**", "a", false },
	{ "a/**/c", "a/c", true },
	{ "a/**/c", "a/x/y/c", true },
	{ "a/**/c", "ax/c", false },
	{ "a?c", "abc", true },
	{ "a?c", "a/c", false },
	{ "a?c",
	  "a\xc3\xa4"
	  "c",
	  true },
	{ "[a-c]x", "bx", true },
	{ "[a-c]x", "dx", false },
	{ "[^a-c]x", "dx", true },
	{ "\\*x", "*x", true },
	{ "\\*x", "ax", false },
	{ "a\\[b", "a[b", true },
	{ "a.b", "axb", false },
	{ "A", "a", false },
	{ "id_*", "id_rsa", true },
	{ "id_*", "id_", true },
	{ "**/*.pem", "a/b/c.pem", true },
	{ "**/a/**", "x/a/y", true },
	{ "a*b*c", "aXbYc", true },
	{ "a*b*c", "aXbY", false },
	{ "a/**/b", "a/x/y/b", true },
	{ "a/**/b", "a/xb", false },
	{ "a/**/b", "a/b/c", true },
	{ "**/b", "b", true },
	{ "**/b", "ab", false },
	{ "**/**/b", "x/y/b", true },
	{ "*/**/b", "x/y/bb/b", true },
	{ "*?", "\xC3\xA9", true },
	{ "??", "\xC3\xA9", false },
	{ "a\\*b", "a*b", true },
	{ "a\\*b", "a*c", false },
};

START_TEST(a_pattern_matches_as_in_buildkit)
{
	const struct row *row = &rows[_i];
	struct pattern pattern = pattern_of(&lint.run, str_from(row->pattern));
	size_t left = SIZE_MAX;

	ck_assert(!pattern.malformed);
	ck_assert_msg(pattern_matches(&lint.scratch, &pattern, str_from(row->path), &left) ==
			      row->matches,
		      "%s: %s", row->pattern, row->path);
}
END_TEST

START_TEST(a_malformed_pattern_is_noticed)
{
	static const char *const texts[] = { "[",    "[]",  "[a", "a[]b]", "[-a]",
					     "[a-]", "a\\", "!",  "[^]" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		ck_assert_msg(pattern_of(&lint.run, str_from(texts[i])).malformed, "%s", texts[i]);
	ck_assert(!pattern_of(&lint.run, STR("a]b")).malformed);
	ck_assert(!pattern_of(&lint.run, STR("[\\]a]")).malformed);
}
END_TEST

START_TEST(many_stars_take_as_many_steps_as_both_are_long)
{
	struct builder text = { .arena = &lint.run }, path = { .arena = &lint.run };
	size_t left = 200 * 1800 * 6;
	struct pattern pattern;

	for (int i = 0; i < 200; i++) {
		builder_add(&text, STR("*a**/"));
		builder_add(&path, STR("aaaaaaaa/"));
	}
	builder_add(&text, STR("ca"));
	builder_byte(&path, 'c');
	pattern = pattern_of(&lint.run, builder_str(&text));
	ck_assert(!pattern_matches(&lint.scratch, &pattern, builder_str(&path), &left));
	ck_assert_uint_gt(left, 0);
	left = 1000;
	ck_assert(!pattern_matches(&lint.scratch, &pattern, builder_str(&path), &left));
	ck_assert_uint_eq(left, 0);
}
END_TEST

START_TEST(a_class_takes_a_step_for_each_of_its_bytes_and_places)
{
	struct builder text = { .arena = &lint.run };
	size_t left = SIZE_MAX;
	struct pattern pattern;

	builder_add(&text, STR("*["));
	for (int i = 0; i < 1000; i++)
		builder_byte(&text, 'b');
	builder_add(&text, STR("]z"));
	pattern = pattern_of(&lint.run, builder_str(&text));
	ck_assert(!pattern_matches_whole(&lint.scratch, &pattern, STR("zzzzzzzzzz"), &left));
	ck_assert_uint_ge(SIZE_MAX - left, 10 * 1000);
	ck_assert(pattern_matches_whole(&lint.scratch, &pattern, STR("zzbz"), &left));
	left = 1000;
	ck_assert(!pattern_matches_whole(&lint.scratch, &pattern, STR("zzbz"), &left));
	ck_assert_uint_eq(left, 0);
	/* what was given up leaves nothing behind */
	left = SIZE_MAX;
	ck_assert(!pattern_matches_whole(&lint.scratch, &pattern, STR("zzzz"), &left));
}
END_TEST

START_TEST(a_path_becomes_a_line_that_names_it_alone)
{
	static const struct {
		const char *path, *wanted; /* NULL: none can */
	} lines[] = {
		{ ".env", ".env" }, { "a b/c d", "a b/c d" },
		{ "#x", "\\#x" },   { "a/#x", "a/#x" },
		{ "!x", "\\!x" },   { "a*?[b]\\c", "a\\*\\?\\[b]\\\\c" },
		{ "**", "\\*\\*" }, { " x", NULL },
		{ "x ", NULL },     { "x\xC2\xA0", NULL },
		{ "a\nb", NULL },   { "sch\xC3\xBCssel", "sch\xC3\xBCssel" },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct str line = pattern_line(&lint.run, str_from(lines[i].path));

		ck_assert_msg(lines[i].wanted ? str_eq(line, str_from(lines[i].wanted)) : !line.p,
			      "%s: %.*s", lines[i].path, STR_FMT(line));
	}
}
END_TEST

static struct pattern_list read_text(struct str text)
{
	return pattern_read(&lint.run, source_add(&lint.sources, STR("i"), STR("/i"), text));
}

START_TEST(an_exception_brings_back_what_lies_below_an_ignored_directory)
{
	size_t left = SIZE_MAX;
	struct pattern_list list =
		read_text(STR("\xef\xbb\xbf# comment\r\n*\r\n ! /src/ \n#\n\n.env"));

	ck_assert_uint_eq(list.count, 3);
	ck_assert(list.has_exceptions && list.all[1].exception);
	ck_assert(str_eq(list.all[1].text, STR("src")));
	ck_assert(str_eq(source_text(&lint.sources, list.all[1].span), STR("! /src/")));
	ck_assert(!pattern_excludes(&lint.scratch, &list, STR("src/.env"), &left));
	ck_assert(pattern_excludes(&lint.scratch, &list, STR(".env"), &left));
	ck_assert(pattern_excludes(&lint.scratch, &list, STR("README"), &left));
}
END_TEST

/* ---- golden cases ---- */

struct listed {
	struct lint lint;
	struct held_files held;
	struct files files;
	struct dockerfile file;
	const struct stage_result *image;
	struct context_request request;
	struct str ignore_file;
};

static void hold_files(struct listed *run, const json_t *names)
{
	struct held_file *all =
		ARENA_ARRAY(&run->lint.run, json_array_size(names), struct held_file);
	size_t i;
	json_t *name;

	json_array_foreach(names, i, name) all[i] = (struct held_file){
		arena_fmt(&run->lint.run, "/project/%s", json_string_value(name)), STR("")
	};
	run->held = (struct held_files){ all, json_array_size(names) };
	run->files = held_files(&run->held);
}

static void read_ignored(struct listed *run, size_t which)
{
	struct str bytes;

	run->ignore_file = STR("Dockerfile.dockerignore");
	if (!golden_read(&cases, which, "Dockerfile.dockerignore", &bytes)) {
		run->ignore_file = STR(".dockerignore");
		if (!golden_read(&cases, which, ".dockerignore", &bytes)) {
			run->ignore_file = STR_NONE;
			return;
		}
	}
	run->request.ignored = pattern_read(
		&run->lint.run, source_add(&run->lint.sources, run->ignore_file, STR("/i"), bytes));
}

static void run_case(struct listed *run, size_t which, const json_t *args)
{
	struct stage_request request = { .file = &run->file };
	const struct source *source;
	struct str bytes;

	lint_init(&run->lint);
	ck_assert(golden_read(&cases, which, "Dockerfile", &bytes));
	source = source_add(&run->lint.sources, STR("Dockerfile"), STR("/Dockerfile"), bytes);
	run->file = dockerfile_parse(&run->lint, source,
				     (struct span){ source->number, 0, (uint32_t)bytes.n });
	run->image = stage_evaluate(&run->lint, &request);
	hold_files(run, json_object_get(args, "context_files"));
	run->request = (struct context_request){ .files = &run->files,
						 .root = STR("/project"),
						 .image = run->image };
	read_ignored(run, which);
}

static bool is_wanted(const json_t *wanted, struct str path)
{
	size_t i;
	json_t *value;

	json_array_foreach(wanted, i, value) if (str_eq(golden_text(value), path)) return true;
	return false;
}

static void compare_excluded(struct listed *run, const json_t *files, const json_t *wanted,
			     struct str name)
{
	size_t i, left = SIZE_MAX;
	json_t *value;

	json_array_foreach(files, i, value) ck_assert_msg(
		pattern_excludes(&run->lint.scratch, &run->request.ignored, golden_text(value),
				 &left) == is_wanted(wanted, golden_text(value)),
		"%.*s: %s", STR_FMT(name), json_string_value(value));
}

static void compare_copied(struct listed *run, const json_t *wanted, struct str name)
{
	const struct context *context = context_list(&run->lint.run, &run->request);
	size_t i;
	json_t *value;

	ck_assert_msg(context->ncopies == json_array_size(wanted), "%.*s: %zu copies",
		      STR_FMT(name), context->ncopies);
	json_array_foreach(wanted, i, value)
	{
		const struct context_copy *copy = &context->copies[i];
		struct span head = copy->copy->instr->head;
		const json_t *files = json_object_get(value, "files");

		ck_assert_int_eq(source_place(&run->lint.sources, head.source, head.start).line,
				 json_integer_value(json_object_get(value, "line")));
		ck_assert_msg(copy->nfiles == json_array_size(files), "%.*s: %zu files",
			      STR_FMT(name), copy->nfiles);
		for (size_t k = 0; k < copy->nfiles; k++)
			ck_assert_msg(is_wanted(files, copy->files[k].path), "%.*s: %.*s",
				      STR_FMT(name), STR_FMT(copy->files[k].path));
	}
}

START_TEST(the_context_is_that_of_the_golden_case)
{
	struct str name = cases.names[_i];
	json_t *expected = golden_json(&cases, (size_t)_i, "expected.json");
	json_t *args = golden_json(&cases, (size_t)_i, "args.json");
	const json_t *wanted = json_object_get(expected, "context");
	struct listed run = { .request = { .root = STR("") } };

	if (wanted) {
		run_case(&run, (size_t)_i, args);
		ck_assert_msg(json_is_null(json_object_get(wanted, "ignore_file"))
				      ? !run.ignore_file.n
				      : golden_text_is(json_object_get(wanted, "ignore_file"),
						       run.ignore_file),
			      "%.*s: %.*s", STR_FMT(name), STR_FMT(run.ignore_file));
		compare_excluded(&run, json_object_get(args, "context_files"),
				 json_object_get(wanted, "excluded"), name);
		compare_copied(&run, json_object_get(wanted, "copied"), name);
		lint_free(&run.lint);
	}
	json_decref(expected);
	json_decref(args);
}
END_TEST

START_TEST(there_are_golden_cases_of_contexts)
{
	size_t count = 0;

	for (size_t i = 0; i < cases.count; i++) {
		json_t *expected = golden_json(&cases, i, "expected.json");

		count += json_object_get(expected, "context") != NULL;
		json_decref(expected);
	}
	ck_assert_uint_ge(count, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("context");
	TCase *patterns = tcase_create("patterns");
	TCase *golden = tcase_create("golden");

	golden_list(&cases, "dockerfile");
	tcase_add_checked_fixture(patterns, setup, teardown);
	tcase_add_loop_test(patterns, a_pattern_matches_as_in_buildkit, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_test(patterns, a_malformed_pattern_is_noticed);
	tcase_add_test(patterns, a_path_becomes_a_line_that_names_it_alone);
	tcase_add_test(patterns, many_stars_take_as_many_steps_as_both_are_long);
	tcase_add_test(patterns, a_class_takes_a_step_for_each_of_its_bytes_and_places);
	tcase_add_test(patterns, an_exception_brings_back_what_lies_below_an_ignored_directory);
	tcase_add_loop_test(golden, the_context_is_that_of_the_golden_case, 0, (int)cases.count);
	tcase_add_test(golden, there_are_golden_cases_of_contexts);
	suite_add_tcase(suite, patterns);
	suite_add_tcase(suite, golden);
	return run_suite(suite);
}
