/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "finder.h"

#include "base/path.h"
#include "model/env_file.h"

bool discover_ask_process(const struct finder *finder, struct str name, struct str *value)
{
	for (const char *const *at = finder->world.environment; at && *at; at++) {
		struct str entry = str_from(*at);

		if (!str_starts(entry, name) || entry.n == name.n || entry.p[name.n] != '=')
			continue;
		*value = str_slice(entry, name.n + 1, entry.n);
		return true;
	}
	return false;
}

/* Of the env files, the last of which wins. */
static bool ask_env_files(struct finder *finder, struct str name, const struct str *shown,
			  size_t count, struct str *value, struct str *where)
{
	for (size_t i = count; i-- > 0;) {
		if (!env_file_value(finder->lint, finder->world.files,
				    finder_absolute(finder, shown[i]), name, value))
			continue;
		*where = shown[i];
		return true;
	}
	return false;
}

/* `with_process`: nothing is named, so what is exported counts too, and first. */
struct compose_file discover_ask(struct finder *finder, struct folder start, bool with_process)
{
	struct compose_file result = { .separator = STR(":"), .where = STR("the environment") };
	struct str beside = path_join(finder->arena, start.shown, STR(".env"));
	const struct str *files = finder->nenv_files ? finder->env_files : &beside;
	size_t count = finder->nenv_files ? finder->nenv_files : 1;
	struct str separator, ignored;

	if (finder->options->no_env)
		count = 0;
	result.set =
		with_process && discover_ask_process(finder, STR("COMPOSE_FILE"), &result.value);
	if (!result.set) {
		result.set = ask_env_files(finder, STR("COMPOSE_FILE"), files, count, &result.value,
					   &result.where);
		result.in_file = result.set;
	}
	if (result.set &&
	    ((with_process &&
	      discover_ask_process(finder, STR("COMPOSE_PATH_SEPARATOR"), &separator)) ||
	     ask_env_files(finder, STR("COMPOSE_PATH_SEPARATOR"), files, count, &separator,
			   &ignored)) &&
	    separator.n)
		result.separator = separator;
	return result;
}

struct file_list discover_split(struct finder *finder, const struct compose_file *from,
				struct folder start)
{
	struct file_list list = { 0 };
	struct str rest = from->value;

	for (;;) {
		size_t end = str_find(rest, from->separator, 0);
		struct str part = str_slice(rest, 0, end == STR_NPOS ? rest.n : end);

		if (finder->world.as_compose && str_eq(part, STR("-")))
			finder_list(finder, &list, part, part);
		else
			finder_list_in(finder, &list, start, part);
		if (end == STR_NPOS)
			return list;
		rest = str_slice(rest, end + from->separator.n, rest.n);
	}
}

void discover_listed(struct finder *finder, const struct compose_file *from,
		     const struct file_list *list, struct folder start)
{
	for (size_t i = 0; i < list->count; i++) {
		enum file_status status = FILE_OK;

		if (!str_eq(list->absolute[i], STR("-")))
			status = finder_look(finder, list->absolute[i]);
		if (status != FILE_OK) {
			finder_fail(finder,
				    failure_fmt(finder->arena,
						"%.*s: %.*s (named by COMPOSE_FILE in %.*s)",
						STR_FMT(finder_visible(finder, list->shown[i])),
						STR_FMT(file_status_text(status)),
						STR_FMT(finder_visible(finder, from->where))));
			return;
		}
	}
	/* in .env stands what somebody may not know of; the process says what was asked for */
	finder_add(finder, list, from->in_file ? 1 : list->count, start, BY_NAME);
}
