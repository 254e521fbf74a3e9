/* SPDX-License-Identifier: MIT */
/* Which files COPY and ADD bring in from a context. */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "image/context.h"
#include "tests/suite.h"
#include "tests/support.h"

struct row {
	const char *lines;  /* behind "FROM scratch" */
	const char *ignore; /* NULL: no ignore file */
	const char *files;  /* between blanks */
	const char *wanted; /* of all copies, in the order of the context; "|" before each copy */
};

#define TREE ".env a.md src/.env src/a.c src/b.h src/lib/.env src/lib/c.c doc/x.md Dockerfile"

static const struct row rows[] = {
	/* ---- sources ---- */
	{ "COPY . /", NULL, "a b/c", "| a b/c" },
	{ "COPY ./ /x", NULL, "a b/c", "| a b/c" },
	{ "COPY / /x", NULL, "a b/c", "| a b/c" },
	{ "COPY ../../ /x", NULL, "a b/c", "| a b/c" },
	{ "COPY src /x", NULL, TREE, "| src/.env src/a.c src/b.h src/lib/.env src/lib/c.c" },
	{ "COPY /src/lib/ /x", NULL, TREE, "| src/lib/.env src/lib/c.c" },
	{ "COPY ../src/lib /x", NULL, TREE, "| src/lib/.env src/lib/c.c" },
	{ "COPY src/../doc /x", NULL, TREE, "| doc/x.md" },
	{ "COPY a.md src/a.c /x/", NULL, TREE, "| a.md src/a.c" },
	{ "COPY [\"a b\", \"/x\"]", NULL, "c a", "| a b?" },
	{ "COPY \"src/a.c\" /x", NULL, TREE, "| src/a.c" },
	{ "ARG D=doc\nCOPY $D ${D}s /x", NULL, TREE " docs/y", "| doc/x.md docs/y" },
	{ "COPY missing /x", NULL, "a", "| missing?" },
	{ "ADD src/lib /x", NULL, TREE, "| src/lib/.env src/lib/c.c" },
	{ "ADD https://x.example/a.tgz a.md /x/", NULL, TREE, "| a.md" },
	{ "ADD https://x.example/.env git@x.example:a/b /x/", NULL, TREE, "|" },
	{ "COPY <<A a.md /x/\nb\nA", NULL, TREE, "| a.md" },
	{ "COPY <<a.md /x/\nb\na.md", NULL, TREE, "|" },
	{ "COPY --from=busybox . /x", NULL, TREE, "" },
	{ "COPY --from= doc /x", NULL, TREE, "| doc/x.md" },
	{ "COPY doc /x\nCOPY a.md /x", NULL, TREE, "| doc/x.md| a.md" },
	{ "RUN --mount=type=bind,target=/m x", NULL, TREE, "" },
	/* ---- wildcards: no "**", a dot is no exception, a directory gives what is in it ---- */
	{ "COPY * /x", NULL, ".env a d/.env d/e/f", "| .env a d/.env d/e/f" },
	{ "COPY *.md /x", NULL, TREE, "| a.md" },
	{ "COPY */*.md /x", NULL, TREE, "| doc/x.md" },
	{ "COPY **/*.md /x", NULL, TREE, "| doc/x.md" },
	{ "COPY **/c.c /x", NULL, TREE, "|" },
	{ "COPY src/?.c /x", NULL, TREE, "| src/a.c" },
	{ "COPY src/[ab].[ch] /x", NULL, TREE, "| src/a.c src/b.h" },
	{ "COPY src/[^a].? /x", NULL, TREE, "| src/b.h" },
	{ "COPY s*/l* /x", NULL, TREE, "| src/lib/.env src/lib/c.c" },
	{ "COPY \\\\*.md /x", NULL, "*.md a.md", "| *.md" },
	{ "COPY nothing* /x", NULL, TREE, "|" },
	{ "COPY src/*/.env /x", NULL, TREE, "| src/lib/.env" },
	/* ---- --exclude is relative to what is copied ---- */
	{ "COPY --exclude=.env src /x", NULL, TREE, "| src/a.c src/b.h src/lib/.env src/lib/c.c" },
	{ "COPY --exclude=**/.env src /x", NULL, TREE, "| src/a.c src/b.h src/lib/c.c" },
	{ "COPY --exclude=src/.env src /x", NULL, TREE,
	  "| src/.env src/a.c src/b.h src/lib/.env src/lib/c.c" },
	{ "COPY --exclude=lib --exclude=*.h src /x", NULL, TREE, "| src/.env src/a.c" },
	{ "COPY --exclude=*.md . /x", NULL, "a.md d/a.md b", "| b d/a.md" },
	{ "COPY --exclude=.env .env /x", NULL, TREE, "| .env" },
	{ "COPY --exclude=.env .e* /x", NULL, TREE, "| .env" },
	{ "ADD --exclude=lib src /x", NULL, TREE, "| src/.env src/a.c src/b.h" },
	/* ---- --parents ---- */
	{ "COPY --parents **/.env /x", NULL, TREE, "| .env src/.env src/lib/.env" },
	{ "COPY --parents src/**/c.c /x", NULL, TREE, "| src/lib/c.c" },
	{ "COPY --parents=false **/.env /x", NULL, TREE, "| src/.env" },
	{ "COPY --parents ./src/./lib /x", NULL, TREE, "| src/lib/.env src/lib/c.c" },
	/* ---- ignore files ---- */
	{ "COPY . /x", ".env\n", TREE,
	  "| Dockerfile a.md doc/x.md src/.env src/a.c src/b.h src/lib/.env src/lib/c.c" },
	{ "COPY . /x", "**/.env\nsrc/lib\n", TREE, "| Dockerfile a.md doc/x.md src/a.c src/b.h" },
	{ "COPY . /x", "*\n!src\nsrc/**/.env\n", TREE, "| src/a.c src/b.h src/lib/c.c" },
	{ "COPY . /x", "!src\n*\n", TREE, "|" },
	{ "COPY . /x", "src\n!src/lib/c.c\n", TREE, "| .env Dockerfile a.md doc/x.md src/lib/c.c" },
	{ "COPY . /x", "**\n!**/*.c\n", TREE, "| src/a.c src/lib/c.c" },
	{ "COPY . /x", "*\n!*/*.md\n! \t/src/a.c  \n", TREE, "| doc/x.md src/a.c" },
	{ "COPY . /x", "\xEF\xBB\xBF# c\r\n  .env  \r\n\r\n", ".env a", "| a" },
	{ "COPY . /x", " # not a comment\n", ".env a", "| .env a" },
	{ "COPY . /x", "./src/../.env\n/a/\n", ".env a/b c", "| c" },
	{ "COPY . /x",
	  ".env\xC2\xA0\n\xE3\x80\x80"
	  "a\n",
	  ".env a b", "| b" },
	{ "COPY . /x", ".ENV\nA\n", ".env a", "| .env a" },
	{ "COPY . /x", "\\#a\n\\!b\n", "#a !b c", "| c" },
	{ "COPY . /x", "\\#a\n", "#a b", "| b" },
	{ "COPY . /x", "a\\*\n", "a* ab", "| ab" },
	{ "COPY . /x", "[ab]*\n", "a b c", "| c" },
	{ "COPY . /x", "**/node_modules/\n", "node_modules/a b/node_modules/c d", "| d" },
	{ "COPY . /x", "a/**\n", "a/b/c a/d e", "| e" },
	{ "COPY . /x", "a/**/b\n", "a/b a/c/b a/c/d", "| a/c/d" },
	{ "COPY . /x", "**.key\n", "a.key b/c.key d.keys", "| d.keys" },
	{ "COPY src/.env /x", "**/.env\n", TREE, "|" },
	{ "COPY src/lib /x", "src\n", TREE, "|" },
	{ "COPY *.md /x", "a.md\n", TREE, "|" },
	{ "COPY . /x", "Dockerfile\n.dockerignore\n", "Dockerfile a", "| a" },
	{ "COPY . /x", "", ".env a", "| .env a" },
	/* ---- stages ---- */
	{ "COPY . /x\nFROM scratch\nCOPY doc /y", NULL, TREE, "| doc/x.md" },
	{ "COPY doc /x\nFROM scratch AS b\nCOPY a.md /y\nFROM b\nCOPY --from=0 /x /z", NULL, TREE,
	  "| doc/x.md| a.md" },
	{ "ONBUILD COPY doc /x", NULL, TREE, "" },
};

static struct lint lint;

static struct held_files files_of(struct str names)
{
	struct held_file *all = ARENA_ARRAY(&lint.run, 16, struct held_file);
	size_t count = 0;

	while (names.p && count < 16) {
		struct str name = str_cut(&names, ' ');

		all[count++] =
			(struct held_file){ arena_fmt(&lint.run, "/project/%.*s", STR_FMT(name)),
					    STR("") };
	}
	return (struct held_files){ all, count };
}

static int by_path(const void *a, const void *b)
{
	const struct context_file *left = a, *right = b;

	return str_cmp(left->path, right->path);
}

static struct str listed(const struct context *context)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; i < context->ncopies; i++) {
		const struct context_copy *copy = &context->copies[i];
		struct context_file *sorted =
			ARENA_ARRAY(&lint.run, copy->nfiles + 1, struct context_file);

		for (size_t k = 0; k < copy->nfiles; k++)
			sorted[k] = copy->files[k];
		qsort(sorted, copy->nfiles, sizeof(*sorted), by_path);
		builder_byte(&b, '|');
		for (size_t k = 0; k < copy->nfiles; k++)
			builder_fmt(&b, " %.*s%s", STR_FMT(sorted[k].path),
				    sorted[k].is_absent ? "?" : "");
	}
	return builder_str(&b);
}

static struct dockerfile parsed(struct str text)
{
	struct source *source = source_add(&lint.sources, STR("Dockerfile"), STR("/d"), text);

	return dockerfile_parse(&lint, source,
				(struct span){ source->number, 0, (uint32_t)text.n });
}

START_TEST(copy_brings_what_buildkit_brings)
{
	const struct row *row = &rows[_i];
	struct held_files held;
	struct files files;
	struct dockerfile file;
	struct stage_request request = { .file = &file };
	struct context_request wanted = { .files = &files, .root = STR("/project") };
	struct str got;

	lint_init(&lint);
	held = files_of(str_from(row->files));
	files = held_files(&held);
	file = parsed(arena_fmt(&lint.run, "FROM scratch\n%s\n", row->lines));
	wanted.image = stage_evaluate(&lint, &request);
	if (row->ignore)
		wanted.ignored =
			pattern_read(&lint.run, source_add(&lint.sources, STR("i"), STR("/i"),
							   str_from(row->ignore)));
	got = listed(context_list(&lint.run, &wanted));
	ck_assert_msg(lint.diag.count == 0, "%s: %.*s", row->lines,
		      STR_FMT(lint.diag.count ? lint.diag.findings[0]->message : STR("")));
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s\n%s\nwanted %s\ngot    %.*s",
		      row->lines, row->ignore ? row->ignore : "", row->wanted, STR_FMT(got));
	lint_free(&lint);
}
END_TEST

/* The file of the Dockerfile's own name alone counts where it is there, even an empty one. */
START_TEST(the_ignore_file_of_the_dockerfiles_own_name_comes_first)
{
	static const struct {
		const char *files;
		const char *name; /* of the one in force */
	} cases[] = {
		{ "--- a/x.Dockerfile.dockerignore\na\n--- a/.dockerignore\nb\n",
		  "a/x.Dockerfile.dockerignore" },
		{ "--- a/x.Dockerfile.dockerignore\n--- a/.dockerignore\nb\n",
		  "a/x.Dockerfile.dockerignore" },
		{ "--- a/.dockerignore\nb\n", "a/.dockerignore" },
		{ "--- .dockerignore\nb\n--- a/Dockerfile.dockerignore\nc\n", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct test_run run;
		const struct build *build;
		struct span whole;

		lint_init(&lint);
		test_lint(
			&run,
			arena_fmt(
				&lint.run,
				"services:\n  s: {build: {context: a, dockerfile: x.Dockerfile}}\n"
				"--- a/x.Dockerfile\nFROM scratch\nCOPY . /\n%s",
				cases[i].files),
			&(const struct test_options){ TEST_SANDBOX });
		build = test_service(&run, "s")->build;
		whole = (struct span){ build->ignore_source, 0, 0 };
		ck_assert_msg(build->ignore_source ? str_eq(source_name(&run.lint.sources, whole),
							    str_from(cases[i].name))
						   : !*cases[i].name,
			      "case %zu", i);
		test_end(&run);
		lint_free(&lint);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("copy");
	TCase *cases = tcase_create("copy");

	tcase_add_loop_test(cases, copy_brings_what_buildkit_brings, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, the_ignore_file_of_the_dockerfiles_own_name_comes_first);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
