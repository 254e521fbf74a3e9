/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/load_env.h"

#include "base/limits.h"
#include "base/path.h"
#include "model/env_file.h"
#include "model/loader.h"
#include "read/dotenv.h"

/* One of Go's words for true and false; false: the text is none. */
static bool read_switch(struct str text, bool *on)
{
	static const struct str yes[] = { STR_INIT("1"),    STR_INIT("t"),    STR_INIT("T"),
					  STR_INIT("TRUE"), STR_INIT("true"), STR_INIT("True") };
	static const struct str no[] = { STR_INIT("0"),     STR_INIT("f"),     STR_INIT("F"),
					 STR_INIT("FALSE"), STR_INIT("false"), STR_INIT("False") };

	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
		*on = str_eq(text, yes[i]);
		if (*on || str_eq(text, no[i]))
			return true;
	}
	return false;
}

/* COMPOSE_DISABLE_ENV_FILE in the file itself, where the process does not say. */
static bool disables_itself(struct loader *l, struct env *env, const struct dotenv *file)
{
	const struct assignment *last = NULL;
	bool on = false;

	if (env_get(env, STR("COMPOSE_DISABLE_ENV_FILE")))
		return false;
	for (size_t i = 0; i < file->count; i++)
		if (str_eq(file->assignments[i].name, STR("COMPOSE_DISABLE_ENV_FILE")))
			last = &file->assignments[i];
	if (last && !read_switch(last->value, &on))
		loader_refuse(l, last->span, STR("COMPOSE_DISABLE_ENV_FILE"),
			      STR("COMPOSE_DISABLE_ENV_FILE must be true or false"));
	return on;
}

void load_incomplete_env(struct loader *l, struct span span, struct str name,
			 enum file_status status)
{
	loader_incomplete(
		l, span, STR(".env"),
		arena_fmt(&l->lint->run,
			  "%.*s exists but cannot be read: %.*s; what it sets is not known",
			  STR_FMT(name), STR_FMT(file_status_text(status))))
		->cause = loader_cause(status);
}

/* The .env of a directory, which Compose reads unasked.  False: no second one is read either. */
static bool add_default_env(struct loader *l, struct env *env, struct str directory, bool first)
{
	struct str path = loader_absolute(l, directory, STR(".env"));
	struct str name = loader_shown(l, path);
	const struct source *source;
	enum file_status status;
	struct dotenv file;

	status = loader_read(l, ROLE_ENV, path, name, LIMIT_FILE_BYTES, &source);
	switch (status) {
	case FILE_OK:
		break;
	case FILE_ABSENT:
	case FILE_DIRECTORY:
		return true;
	default:
		load_incomplete_env(l, l->whole, name, status);
		return true;
	}
	file = dotenv_parse(l->lint, source, DOTENV_DEFAULT);
	if (first && disables_itself(l, env, &file))
		return false;
	if (!env_add_files(l->lint, env, &file, 1, l->unset))
		l->refused = l->env_broken = true;
	return true;
}

/* Where the two directories are not one, each .env sees what was set before it. */
struct failure load_default_envs(struct loader *l, struct env *env)
{
	const struct variable *process = env_get(env, STR("COMPOSE_DISABLE_ENV_FILE"));
	bool two = l->request->start_directory.n, disabled = false;

	if (process && !read_switch(process->value->text, &disabled))
		return failure_fmt(&l->lint->run,
				   "COMPOSE_DISABLE_ENV_FILE in the environment must be true or "
				   "false");
	if (disabled)
		return FAILURE_NONE;
	if (!two || add_default_env(l, env, l->request->start_directory, true))
		add_default_env(l, env, l->directory, !two);
	return FAILURE_NONE;
}

struct failure load_named_env(struct loader *l, struct env *env)
{
	const struct load_request *request = l->request;
	struct dotenv *files = ARENA_ARRAY(&l->lint->run, request->nenv_files, struct dotenv);

	for (size_t i = 0; i < request->nenv_files; i++) {
		struct str path = loader_absolute(l, l->current, request->env_files[i]);
		const struct source *source;
		enum file_status status;

		status = loader_read(l, ROLE_ENV, path,
				     source_naming(&l->lint->sources, path, request->env_files[i]),
				     LIMIT_FILE_BYTES, &source);
		if (status != FILE_OK)
			return loader_not_had(l, request->env_files[i], status, STR(""));
		files[i] = dotenv_parse(l->lint, source, DOTENV_DEFAULT);
	}
	if (!env_add_files(l->lint, env, files, request->nenv_files, l->unset))
		l->refused = l->env_broken = true;
	return FAILURE_NONE;
}
