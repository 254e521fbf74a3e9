/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/load_include.h"

#include "base/limits.h"
#include "base/path.h"
#include "model/env_file.h"
#include "model/load_env.h"
#include "model/loader.h"
#include "model/paths.h"

/* What an include has brought, for others of the same file. */
struct included {
	const struct node *model;
	size_t nincludes, nbrought; /* of what it includes itself */
};

static bool is_circle(struct scope *scope, const struct include_entry *entry, struct str path)
{
	for (const struct opened *o = scope->opened; o; o = o->up) {
		if (!str_eq(o->path, path))
			continue;
		loader_refuse_unseen(
			scope->loader, entry->paths[0]->span, STR("cycle"),
			STR("this file is being included already: the includes go round in a "
			    "circle"))
			->cause = CAUSE_CIRCLE;
		return true;
	}
	if (scope->opened && scope->opened->depth >= LIMIT_INCLUDE_DEPTH) {
		loader_incomplete(
			scope->loader, entry->paths[0]->span, STR("depth"),
			STR("files are included deeper than the limit; what is below is not "
			    "judged"))
			->cause = CAUSE_LIMIT;
		return true;
	}
	return false;
}

/* Adds the env files of an include, or the .env of its directory. */
static void add_include_env(struct scope *scope, struct scope *inner,
			    const struct include_entry *entry)
{
	struct loader *l = scope->loader;
	size_t most = entry->nenv_files ? entry->nenv_files : 1, count = 0;
	struct dotenv *files = ARENA_ARRAY(&l->lint->run, most, struct dotenv);
	const struct source *source;
	enum file_status status;
	struct str path;

	for (size_t i = 0; i < entry->nenv_files; i++) {
		const struct node *file = entry->env_files[i];

		if (!loader_can_follow(l, file, "the env file"))
			continue;
		path = loader_absolute(l, scope->directory, file->text);
		if (loader_has(l,
			       loader_read(l, ROLE_ENV, path, loader_shown(l, path),
					   LIMIT_FILE_BYTES, &source),
			       file, "the env file", CAUSE_ENV_FILE))
			files[count++] = dotenv_parse(l->lint, source, DOTENV_DEFAULT);
	}
	if (!entry->nenv_files) {
		path = loader_absolute(l, inner->directory, STR(".env"));
		status = loader_read(l, ROLE_ENV, path, loader_shown(l, path), LIMIT_FILE_BYTES,
				     &source);
		if (status == FILE_OK)
			files[count++] = dotenv_parse(l->lint, source, DOTENV_DEFAULT);
		else if (status != FILE_ABSENT && status != FILE_DIRECTORY)
			load_incomplete_env(l, entry->entry->span, loader_shown(l, path), status);
	}
	if (!env_add_files(l->lint, inner->env, files, count, l->unset))
		l->refused = true;
}

static void too_much(struct loader *l, const struct include_entry *entry)
{
	if (l->brought >= LIMIT_BROUGHT_NODES)
		return; /* once is enough */
	l->brought = LIMIT_BROUGHT_NODES;
	loader_incomplete(l, entry->entry->span, STR("limit"),
			  STR("the includes of this project bring more than the limit allows; the "
			      "rest is not judged"))
		->cause = CAUSE_LIMIT;
}

static bool find_directory(struct scope *scope, const struct include_entry *entry, struct str path,
			   struct str *directory)
{
	struct loader *l = scope->loader;
	const struct node *written = entry->project_directory;

	*directory = path.n ? path_directory(path) : scope->directory;
	if (!written)
		return true;
	written = paths_expand_home(l->lint, scope->env, written);
	if (!loader_can_follow(l, written, "the project directory of the include"))
		return false;
	if (written->text.n)
		*directory = loader_absolute(l, scope->directory, written->text);
	return true;
}

/* Compose takes what is no directory for a file in one, but not where it looks for .env, nor when
   it is written from the root. */
static bool names_file(struct scope *scope, const struct include_entry *entry, struct str directory)
{
	const struct node *written = entry->project_directory;
	const struct files *files = scope->loader->files;

	return written && written->text.n && written->text.p[0] != '/' &&
	       files->look(files->self, &scope->loader->lint->run, directory) != FILE_DIRECTORY;
}

/* What the model of an include is made of, where the same file includes it: with the same paths in
   the same directory the .env files are the same too.  Empty: env files are named, and it is made
   anew. */
static struct str included_key(struct loader *l, const struct include_entry *entry,
			       const struct str *paths, struct str directory)
{
	struct builder b = { .arena = &l->lint->run };

	if (entry->nenv_files)
		return STR("");
	builder_add(&b, directory);
	for (size_t i = 0; i < entry->npaths; i++) {
		builder_byte(&b, '\0');
		builder_add(&b, paths[i]);
	}
	return builder_str(&b);
}

/* Each include brings the model, and so counts. */
static const struct node *counted(struct loader *l, const struct include_entry *entry,
				  const struct included *included)
{
	size_t size = node_size(included->model, LIMIT_BROUGHT_NODES);

	if (size > LIMIT_BROUGHT_NODES - l->brought) {
		too_much(l, entry);
		return NULL;
	}
	l->brought += size;
	return included->model;
}

/* So does what it includes itself. */
static const struct node *counted_again(struct loader *l, const struct include_entry *entry,
					const struct included *included)
{
	if (included->nincludes > LIMIT_INCLUDES - l->includes ||
	    included->nbrought > LIMIT_BROUGHT_NODES - l->brought) {
		too_much(l, entry);
		return NULL;
	}
	l->includes += included->nincludes;
	l->brought += included->nbrought;
	return counted(l, entry, included);
}

/* NULL: what they say could not be had. */
static const struct node *load_files_of(struct scope *inner, const struct include_entry *entry,
					const struct str *paths, const struct str *names)
{
	struct loader *l = inner->loader;
	bool any = false;

	for (size_t i = 0; i < entry->npaths; i++) {
		const struct parsed *parsed = loader_parse(l, ROLE_INCLUDE, paths[i], names[i]);

		any = any || parsed->yaml.count || parsed->yaml.broken;
	}
	/* files in which nothing stands are had, and bring nothing */
	return any ? inner->load(inner, paths, names, entry->npaths)
		   : node_new(&l->lint->run, NODE_MAPPING, entry->paths[0]->span);
}

static const struct node *find_included(void *self, const struct include_entry *entry)
{
	struct scope *scope = self;
	struct loader *l = scope->loader;
	struct arena *arena = &l->lint->run;
	struct scope inner = *scope;
	struct str *paths = ARENA_ARRAY(arena, entry->npaths, struct str);
	struct str *names = ARENA_ARRAY(arena, entry->npaths, struct str);
	struct included *included;
	struct str key;

	inner.role = ROLE_INCLUDE;
	inner.extended = (struct table){ .arena = arena };
	for (size_t i = 0; i < entry->npaths; i++) {
		if (!loader_can_follow(l, entry->paths[i], "the included file"))
			return NULL;
		paths[i] = loader_absolute(l, scope->directory, entry->paths[i]->text);
		names[i] = loader_shown(l, paths[i]);
	}
	if (entry->npaths && is_circle(scope, entry, paths[0]))
		return NULL;
	if (l->includes++ >= LIMIT_INCLUDES || l->brought >= LIMIT_BROUGHT_NODES) {
		too_much(l, entry);
		return NULL;
	}
	if (!find_directory(scope, entry, entry->npaths ? paths[0] : STR_NONE, &inner.directory))
		return NULL;
	key = included_key(l, entry, paths, inner.directory);
	included = key.n ? table_get(&scope->opened->included, key) : NULL;
	if (included)
		return counted_again(l, entry, included);
	inner.env = env_new(arena, scope->env);
	add_include_env(scope, &inner, entry);
	if (names_file(scope, entry, inner.directory))
		inner.directory = path_directory(inner.directory);
	for (size_t i = 0; i < entry->npaths; i++)
		if (!loader_has(l, loader_parse(l, ROLE_INCLUDE, paths[i], names[i])->status,
				entry->paths[i], "the included file", CAUSE_FILE))
			return NULL;
	if (!entry->npaths || l->broken)
		return NULL;
	included = ARENA_NEW(arena, struct included);
	*included = (struct included){ .nincludes = l->includes, .nbrought = l->brought };
	included->model = load_files_of(&inner, entry, paths, names);
	included->nincludes = l->includes - included->nincludes;
	included->nbrought = l->brought - included->nbrought;
	if (included->model && key.n)
		table_add(&scope->opened->included, key, included);
	return counted(l, entry, included);
}

const struct node *load_included(void *self, const struct include_entry *entry)
{
	struct scope *scope = self;
	const struct node *model = find_included(self, entry);

	scope->loader->partial = scope->loader->partial || (!model && entry->npaths);
	return model;
}
