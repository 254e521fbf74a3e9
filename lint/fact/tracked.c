/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/tracked.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "read/dotenv.h"
#include "read/git_index.h"

struct collecting {
	struct lint *lint;
	struct tracked_line *all;
	size_t count, capacity;
};

static void take_lines(struct collecting *to, const struct source *source)
{
	struct lint aside;
	struct dotenv file;

	/* what is wrong with the file has been said when it was loaded */
	lint_init(&aside);
	file = dotenv_parse(&aside, source, DOTENV_DEFAULT);
	for (size_t i = 0; i < file.count; i++) {
		const struct assignment *line = &file.assignments[i];
		struct node *value;

		if (line->bare)
			continue;
		value = node_new(&to->lint->run, NODE_STRING, line->span);
		value->style = STYLE_MADE;
		/* a value that stands in the file as it is borrows from it, so that pieces of it are
		   found there */
		value->text = str_lies_in(line->value, source->bytes)
				      ? line->value
				      : arena_str(&to->lint->run, line->value);
		to->all = arena_grow(&to->lint->run, to->all, to->count, &to->capacity,
				     sizeof(*to->all));
		to->all[to->count++] =
			(struct tracked_line){ .name = arena_str(&to->lint->run, line->name),
					       .value = value };
	}
	lint_free(&aside);
}

static void say_unknown(struct lint *lint, struct project *project, const struct project_file *file,
			const struct source *source)
{
	struct builder b = { .arena = &lint->run };

	project->incomplete = true;
	utf8_add_visible(&b, file->name, LIMIT_QUOTE_COLUMNS);
	diag_add(&lint->diag, STR("incomplete-project"), (struct span){ source->number, 0, 0 },
		 "the index of git does not tell whether %.*s is tracked; its lines are not judged",
		 STR_FMT(builder_str(&b)))
		->unseen = true;
}

static const struct source *env_source(const struct lint *lint, const struct project_file *file)
{
	if (file->role != ROLE_ENV && file->role != ROLE_ENV_FILE)
		return NULL;
	return source_get(&lint->sources, file->source);
}

void tracked_resolve(struct lint *lint, const struct files *files, struct project *project)
{
	struct tracked_lines *lines = ARENA_NEW(&lint->run, struct tracked_lines);
	struct git_path *paths = ARENA_ARRAY(&lint->scratch, project->nfiles, struct git_path);
	struct collecting to = { .lint = lint };
	size_t count = 0;

	for (size_t i = 0; i < project->nfiles; i++) {
		const struct source *source = env_source(lint, &project->files[i]);

		if (source)
			paths[count++] = (struct git_path){ .path = source->path };
	}
	git_index_look(files, &lint->scratch, paths, count);
	count = 0;
	for (size_t i = 0; i < project->nfiles; i++) {
		const struct source *source = env_source(lint, &project->files[i]);

		if (!source)
			continue;
		switch (paths[count++].tracked) {
		case GIT_TRACKED:
			take_lines(&to, source);
			break;
		case GIT_UNKNOWN:
			say_unknown(lint, project, &project->files[i], source);
			break;
		case GIT_UNTRACKED:
			break;
		}
	}
	*lines = (struct tracked_lines){ to.all, to.count };
	project->tracked = lines;
}
