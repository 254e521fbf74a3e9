/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/load_example.h"

#include "base/limits.h"
#include "model/loader.h"
#include "read/dotenv.h"

bool load_is_example(struct str name)
{
	return str_eq(name, STR(".env.example")) || str_eq(name, STR(".env.sample")) ||
	       str_eq(name, STR(".env.template")) || str_eq(name, STR(".env.dist")) ||
	       str_eq(name, STR("env.example")) || str_eq(name, STR("env.sample")) ||
	       str_eq(name, STR("env.template")) || str_starts(name, STR("env-example")) ||
	       (str_ends(name, STR(".example")) && str_has(name, STR("env")));
}

static struct table *read_names(struct loader *l, struct str path)
{
	struct arena *arena = &l->lint->run;
	struct str bytes = STR_NONE;
	struct dotenv file;
	struct lint aside;
	struct table *names;

	if (l->files->read(l->files->self, arena, path, LIMIT_FILE_BYTES, &bytes) != FILE_OK)
		return NULL;
	names = ARENA_NEW(arena, struct table);
	names->arena = arena;
	/* sources and findings of this look are nobody's */
	lint_init(&aside);
	file = dotenv_parse(&aside, source_add(&aside.sources, path, path, bytes), DOTENV_DEFAULT);
	for (size_t i = 0; i < file.count; i++)
		table_set(names, arena_str(arena, file.assignments[i].name), names);
	lint_free(&aside);
	return names;
}

void load_example(struct loader *l, struct project *project)
{
	struct arena *arena = &l->lint->run;
	struct str *names = NULL, env = loader_absolute(l, l->directory, STR(".env"));
	bool has_env = source_find(&l->lint->sources, env) != NULL;
	size_t count = 0;

	project->example_env = STR("");
	if (l->request->nenv_files || l->request->no_env || (has_env && !l->unset->count) ||
	    l->files->list(l->files->self, arena, l->directory, &names, &count) != FILE_OK)
		return;
	for (size_t i = 0; i < count && !project->example_env.n; i++)
		if (load_is_example(names[i]))
			project->example_env = names[i];
	if (has_env && project->example_env.n)
		project->example_names =
			read_names(l, loader_absolute(l, l->directory, project->example_env));
}
