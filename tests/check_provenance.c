/* SPDX-License-Identifier: MIT */
/*
 * Every value of every model that our fixtures make says where it comes from:
 * its text is found there once quotes, escapes and variables are undone, by
 * readers that know nothing of how it came into the model.  What no file wrote
 * says so, and points at what called for it.  Each value is also said to stand
 * one byte further on, which must be found out.
 */
#include "config.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/path.h"
#include "discover.h"
#include "fact/credential.h"
#include "model/load.h"
#include "model/name.h"
#include "model/normal.h"
#include "model/shown.h"
#include "read/dotenv.h"
#include "read/written.h"
#include "read/yaml.h"
#include "tests/suite.h"

enum { MOST_FOLDERS = 1024, MOST_WORDS = 32, MESSAGE_BYTES = 1500 };

struct walk {
	struct lint *lint;
	struct str folder, path; /* for messages; the path as far as it is known */
	struct builder wrong;
	bool quiet;        /* complaints are counted, not written down */
	size_t complaints; /* all of them */
	size_t values, made, pieces;
	size_t shifted, unnoticed; /* values told a byte further on, and those where that passes */
};

/* ------------------------------------------------------------------ undoing */

/* Bytes as another document; broken ones give NULL. */
static const struct node *read_value(struct lint *aside, struct str yaml)
{
	struct str name = arena_fmt(&aside->run, "%u", (unsigned)aside->sources.count);
	struct yaml_file file = yaml_parse(aside, source_add(&aside->sources, name, name, yaml));

	return file.count == 1 && !file.broken ? node_get(file.documents[0], STR("k")) : NULL;
}

static bool reads_as(struct str yaml, struct str text)
{
	struct lint aside;
	const struct node *node;
	bool same;

	lint_init(&aside);
	node = read_value(&aside, yaml);
	same = node_is_scalar(node) && (str_eq(node->text, text) || !text.n);
	lint_free(&aside);
	return same;
}

static bool line_gives(struct str bytes, enum dotenv_format format, struct str text)
{
	struct lint aside;
	struct dotenv file;
	bool same;

	lint_init(&aside);
	file = dotenv_parse(&aside, source_add(&aside.sources, STR("e"), STR("e"), bytes), format);
	same = file.count == 1 && str_eq(file.assignments[0].value, text);
	lint_free(&aside);
	return same;
}

/* A block without its header, whose indentation counts from what the block stands in. */
static struct str without_header(struct str raw)
{
	if (str_starts(raw, STR("|")) || str_starts(raw, STR(">")))
		str_cut(&raw, '\n');
	return raw;
}

/* The text without white space at the ends of its lines and without line ends. */
static struct str squeezed(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < text.n; i++)
		if (!byte_is_space(text.p[i]))
			builder_byte(&b, text.p[i]);
	return builder_str(&b);
}

/* The bytes of a file are this text, quoted or not, whole or a piece of a longer scalar. */
static bool undoes_to(struct walk *w, struct str raw, struct str text)
{
	struct arena *arena = &w->lint->run;

	return str_eq(raw, text) || !text.n ||
	       reads_as(arena_fmt(arena, "k: %.*s\n", STR_FMT(raw)), text) ||
	       reads_as(arena_fmt(arena, "k: \"%.*s\"\n", STR_FMT(raw)), text) ||
	       reads_as(arena_fmt(arena, "k: '%.*s'\n", STR_FMT(raw)), text) ||
	       line_gives(arena_fmt(arena, "K=%.*s\n", STR_FMT(raw)), DOTENV_DEFAULT, text) ||
	       line_gives(arena_fmt(arena, "K=%.*s\n", STR_FMT(raw)), DOTENV_RAW, text) ||
	       (str_find_byte(raw, '\n', 0) != STR_NPOS &&
		str_eq(squeezed(arena, without_header(raw)), squeezed(arena, text)));
}

/* "$$" in a template is one dollar. */
static struct str undoubled(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	for (size_t i = 0; i < text.n; i++) {
		builder_byte(&b, text.p[i]);
		if (str_starts(str_slice(text, i, text.n), STR("$$")))
			i++;
	}
	return builder_str(&b);
}

/* ------------------------------------------------------------------ values */

static void complain(struct walk *w, const struct node *node, const char *what, struct str found)
{
	struct place place = source_place(&w->lint->sources, node->span.source, node->span.start);

	w->complaints++;
	if (w->quiet || w->wrong.n > MESSAGE_BYTES)
		return;
	builder_fmt(&w->wrong, "%.*s: %.*s: \"%.*s\" at %.*s:%u:%u: %s", STR_FMT(w->folder),
		    STR_FMT(w->path), STR_FMT(node->text),
		    STR_FMT(source_name(&w->lint->sources, node->span)), (unsigned)place.line,
		    (unsigned)place.column, what);
	if (found.p)
		builder_fmt(&w->wrong, " \"%.*s\"", STR_FMT(found));
	builder_byte(&w->wrong, '\n');
}

static bool is_a_place(struct walk *w, struct span span)
{
	const struct source *source = source_get(&w->lint->sources, span.source);

	return source && !span_is_none(span) && span.start <= span.end &&
	       span.end <= source->bytes.n;
}

/* Only what is empty may cover nothing: "NAME=" of an env file. */
static bool covers_something(struct walk *w, const struct node *node)
{
	return is_a_place(w, node->span) &&
	       (node->span.start < node->span.end || (node_is_scalar(node) && !node->text.n));
}

/* What stands in the model before it was given other forms. */
static const struct node *first_form(const struct node *node)
{
	for (const struct step *form; (form = node_step(node, STEP_FORM)); node = form->was)
		ck_assert_ptr_nonnull(form->was);
	return node;
}

/* A bare name got the value of the variable of that name. */
static bool is_supplied(const struct node *node, const struct node *written)
{
	return node->nparts && str_find_byte(written->text, '$', 0) == STR_NPOS;
}

/* A node with a tag begins at the tag. */
static struct str scalar_at(struct walk *w, struct span span)
{
	struct str text = source_text(&w->lint->sources, span);

	return text.n && text.p[0] == '!' ? str_slice(text, written_properties(text), text.n)
					  : text;
}

/* What base64 stands for is written nowhere. */
static bool is_binary(struct walk *w, struct span span)
{
	const struct source *source = source_get(&w->lint->sources, span.source);

	return source && str_ends(str_slice(source->bytes, 0, span.start), STR("!!binary "));
}

static void check_parts(struct walk *w, const struct node *node, const struct node *written)
{
	size_t at = 0;

	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];
		struct str text = str_slice(node->text, part->from, part->to);
		struct str template =
			str_slice(written->text, part->template_from, part->template_to);
		struct str origin = scalar_at(w, part->origin);

		if (part->from != at)
			complain(w, node, "its parts leave a gap before", text);
		at = part->to;
		if (part->kind == PART_LITERAL &&
		    !str_eq(undoubled(&w->lint->run, template), text) &&
		    !str_has(template, text) /* in a default */)
			complain(w, node, "its literal is not in the template", template);
		if (part->kind == PART_VALUE && !str_has(template, part->name) &&
		    !is_supplied(node, written))
			complain(w, node, "its variable is not in the template", template);
		if (part->kind != PART_VALUE || span_is_none(part->origin) || !text.n)
			continue;
		if (!is_a_place(w, part->origin) ||
		    (!str_has(origin, text) && !undoes_to(w, origin, text) &&
		     !str_eq(name_normalise(&w->lint->run, origin), text) &&
		     str_find_byte(origin, '$', 0) == STR_NPOS))
			complain(w, node, "its variable does not get this value from", origin);
	}
	if (node->nparts && at != node->text.n)
		complain(w, node, "its parts end early", STR_NONE);
}

static void check_written(struct walk *w, const struct node *node)
{
	const struct node *written = node_written(node);
	struct str raw = scalar_at(w, node->span), text = node->text;
	struct span whole = yaml_subspan(&w->lint->sources, node, 0, node->text.n);

	if (!covers_something(w, node)) {
		complain(w, node, "it has no place", STR_NONE);
		return;
	}
	if (!span_within(whole, node->span))
		complain(w, node, "its bytes lie outside its span", STR_NONE);
	if (is_binary(w, written->span))
		return;
	if (!undoes_to(w, scalar_at(w, written->span), written->text))
		complain(w, node, "its scalar is not written at", scalar_at(w, written->span));
	check_parts(w, node, written);
	if (is_supplied(node, written))
		text = written->text;
	else if (node->nparts)
		text = str_slice(written->text, node->parts[0].template_from,
				 node->parts[node->nparts - 1].template_to);
	if (!undoes_to(w, raw, text))
		complain(w, node, "its text is not written at", raw);
}

/* The check can fail: the same value, said to stand one byte further on, is found out. */
static void check_shifted(struct walk *w, const struct node *node)
{
	struct node *shifted = node_copy(&w->lint->run, node);
	size_t before = w->complaints;

	if (node->text.n < 2)
		return;
	shifted->span.start++;
	shifted->span.end++;
	w->quiet = true;
	check_written(w, shifted);
	w->quiet = false;
	w->shifted++;
	w->unnoticed += w->complaints == before;
	if (w->complaints == before && getenv("COUNT"))
		fprintf(stderr, "%.*s %.*s: %.*s\n", STR_FMT(w->folder), STR_FMT(w->path),
			STR_FMT(node->text));
	w->complaints = before;
}

static void check_scalar(struct walk *w, const struct node *node)
{
	const struct node *first = first_form(node);

	w->values++;
	w->pieces += first->written != NULL;
	if (first->style == STYLE_MADE && node_step(first, STEP_DEFAULT)) {
		w->made++;
		if (!is_a_place(w, first->span) || first->span.start == first->span.end)
			complain(w, first, "nothing calls for this default", STR_NONE);
	} else if (!node_is_scalar(first) || first->kind == NODE_NULL) {
		if (!covers_something(w, first))
			complain(w, first, "it has no place", STR_NONE);
	} else {
		check_written(w, first);
		check_shifted(w, first);
	}
}

static void check_node(struct walk *w, const struct node *node, struct str path)
{
	struct arena *arena = &w->lint->run;

	w->path = path;
	if (node_is_scalar(node)) {
		check_scalar(w, node);
		return;
	}
	if (!covers_something(w, node))
		complain(w, node, "the collection has no place", STR_NONE);
	for (size_t i = 0; i < node->count; i++)
		if (node->kind == NODE_MAPPING)
			check_node(w, node->in.pairs[i].value,
				   arena_fmt(arena, "%.*s.%.*s", STR_FMT(path),
					     STR_FMT(node->in.pairs[i].key->text)));
		else
			check_node(w, node->in.items[i],
				   arena_fmt(arena, "%.*s[%zu]", STR_FMT(path), i));
}

/* ------------------------------------------------------------------ projects */

struct folders {
	struct arena arena;
	struct str all[MOST_FOLDERS]; /* absolute */
	size_t count;
};

static bool exists(struct arena *arena, struct str folder, const char *name)
{
	struct stat status;

	return !stat(arena_fmt(arena, "%.*s/%s", STR_FMT(folder), name).p, &status);
}

static int by_name(const void *a, const void *b)
{
	const struct str *left = a, *right = b;

	return str_cmp(*left, *right);
}

static bool is_folder(struct str path)
{
	struct stat status;

	return !stat(path.p, &status) && S_ISDIR(status.st_mode);
}

/* The folders in this one, and those in them down to `depth`. */
static void list(struct folders *folders, struct str folder, int depth)
{
	DIR *directory = opendir(folder.p);
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)) && folders->count < MOST_FOLDERS) {
		struct str path =
			arena_fmt(&folders->arena, "%.*s/%s", STR_FMT(folder), entry->d_name);

		if (!byte_is_alnum(entry->d_name[0]) || !is_folder(path))
			continue;
		if (depth)
			list(folders, path, depth - 1);
		else
			folders->all[folders->count++] = path;
	}
	closedir(directory);
}

static struct str read_text(struct arena *arena, struct str folder, const char *name)
{
	FILE *stream = fopen(arena_fmt(arena, "%.*s/%s", STR_FMT(folder), name).p, "rb");
	struct builder b = { .arena = arena };
	int c;

	if (!stream)
		return STR("");
	while ((c = getc(stream)) != EOF)
		builder_byte(&b, (char)c);
	fclose(stream);
	return builder_str(&b);
}

/* The command line of a golden case with "config" in front; false: we do not offer it. */
static bool options_of(struct arena *arena, struct str folder, struct options *options)
{
	struct str rest = str_trim(read_text(arena, folder, "cmd"));
	char *words[MOST_WORDS + 1], *config = NULL;
	int count = 0;

	words[count++] = (char *)(uintptr_t) "compose-lint";
	words[count++] = (char *)(uintptr_t) "config";
	while (rest.p && rest.n && count < MOST_WORDS) {
		struct str word = str_cut(&rest, ' ');

		if (word.n > 1 && word.p[0] == '\'')
			word = str_slice(word, 1, word.n - 1);
		if (!config && str_eq(word, STR("config")))
			config = words[1];
		else if (word.n)
			words[count++] = (char *)(uintptr_t)arena_cstr(arena, word);
	}
	words[count] = NULL;
	return !options_parse(arena, count, words, options).failed && !options->model_path.p &&
	       !options->operands.count &&
	       !(options->files.count && str_eq(options->files.all[0], STR("-")));
}

static const char *const *environment_of(struct arena *arena, struct str folder)
{
	struct str rest = read_text(arena, folder, "case.env");
	const char **all = ARENA_ARRAY(arena, MOST_WORDS, const char *);
	size_t count = 0;

	all[count++] = "HOME=/home/golden";
	all[count++] = "PATH=/usr/bin:/bin";
	/* what the sandbox asks for */
	all[count++] = "PROJECT_DIR=/srv/project";
	all[count++] = "TASK_DIR=/srv/task";
	all[count++] = "AGENT_CPU_LIMIT=2";
	all[count++] = "AGENT_MEMORY_LIMIT=4g";
	while (rest.p && rest.n && count + 1 < MOST_WORDS) {
		struct str pair = str_cut(&rest, '\n');

		if (pair.n)
			all[count++] = arena_cstr(arena, pair);
	}
	return all;
}

static void check_project(struct walk *w, const struct discovered *found)
{
	const struct project *project = NULL;
	struct failure failure = found->failure;

	if (!failure.failed)
		failure = load_project(w->lint, &found->load, &project);
	if (failure.failed || !project || project->refused || project->incomplete)
		return;
	for (int json = 0; json < 2; json++)
		check_node(w, shown_model(w->lint, normal_model(w->lint, project, true), json),
			   STR("model"));
}

/* The folder itself, or the one Compose file in it that has a name of its own. */
static struct str operand_of(struct arena *arena, struct str folder)
{
	struct str name = STR(".");
	struct dirent *entry;
	DIR *directory;

	if (exists(arena, folder, "compose.yaml"))
		return name;
	directory = opendir(folder.p);
	while (directory && (entry = readdir(directory)))
		if (discover_is_compose_name(str_from(entry->d_name)))
			name = arena_str(arena, str_from(entry->d_name));
	if (directory)
		closedir(directory);
	return name;
}

static void check_folder(struct walk *sums, struct str folder)
{
	struct lint lint;
	struct options options = { .command = COMMAND_CONFIG };
	struct files files = file_system();
	struct discover_world world = { .files = &files, .as_compose = true };
	struct walk w = { .lint = &lint, .folder = folder };
	const struct discovery *discovery;
	struct str operand;

	lint_init(&lint);
	operand = operand_of(&lint.run, folder);
	w.wrong.arena = &lint.run;
	world.current_directory = folder;
	world.environment = environment_of(&lint.run, folder);
	world.credentials = credentials_new(&lint.run);
	if (exists(&lint.run, folder, "case.cwd"))
		world.current_directory = path_join(
			&lint.run, folder, str_trim(read_text(&lint.run, folder, "case.cwd")));
	options.operands = (struct str_list){ .all = &operand, .count = 1 };
	if (!exists(&lint.run, folder, "cmd") || options_of(&lint.run, folder, &options)) {
		discovery = discover_projects(&lint, &options, &world);
		for (size_t i = 0; i < discovery->count; i++)
			check_project(&w, discovery->all[i]);
	}
	sums->values += w.values;
	sums->made += w.made;
	sums->pieces += w.pieces;
	sums->shifted += w.shifted;
	sums->unnoticed += w.unnoticed;
	/* libcheck takes no long messages */
	if (sums->wrong.n < MESSAGE_BYTES)
		builder_add(&sums->wrong, str_slice(builder_str(&w.wrong), 0, MESSAGE_BYTES));
	credentials_free(world.credentials);
	lint_free(&lint);
}

/* fixtures/<kind>/<case>, or one level deeper; and how many values there must be at least. */
static const struct {
	const char *kind;
	int depth;
	size_t values;
} kinds[] = {
	{ "compose", 0, 3000 },
	{ "rules", 1, 3000 },
	{ "projects", 0, 50 },
	{ "cases", 0, 1200 },
};

START_TEST(every_value_is_found_where_it_says)
{
	struct folders folders = { .count = 0 };
	struct walk sums = { .values = 0 };
	const char *srcdir = getenv("srcdir");
	char *root = realpath(srcdir ? srcdir : ".", NULL);

	ck_assert_ptr_nonnull(root);
	sums.wrong.arena = &folders.arena;
	list(&folders, arena_fmt(&folders.arena, "%s/fixtures/%s", root, kinds[_i].kind),
	     kinds[_i].depth);
	if (folders.count)
		qsort(folders.all, folders.count, sizeof(*folders.all), by_name);
	for (size_t i = 0; i < folders.count; i++)
		check_folder(&sums, folders.all[i]);
	ck_assert_msg(!sums.wrong.n, "\n%.*s", STR_FMT(builder_str(&sums.wrong)));
	ck_assert_msg(sums.values >= kinds[_i].values, "%s: only %zu values", kinds[_i].kind,
		      sums.values);
	/* the blanks before a block's text are no part of it, so a few go unnoticed */
	ck_assert_uint_gt(sums.shifted * 3, sums.values);
	ck_assert_msg(sums.unnoticed * 100 <= sums.shifted, "%zu of %zu shifted values pass",
		      sums.unnoticed, sums.shifted);
	ck_assert_uint_gt(sums.made, 0);
	ck_assert_uint_gt(sums.pieces, 0);
	if (getenv("COUNT"))
		fprintf(stderr,
			"%s: %zu folders, %zu values, %zu defaults, %zu pieces, %zu shifted, %zu "
			"unnoticed\n",
			kinds[_i].kind, folders.count, sums.values, sums.made, sums.pieces,
			sums.shifted, sums.unnoticed);
	free(root);
	arena_free(&folders.arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("provenance");
	TCase *cases = tcase_create("provenance");

	tcase_add_loop_test(cases, every_value_is_found_where_it_says, 0,
			    (int)(sizeof(kinds) / sizeof(*kinds)));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
