/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/env_file.h"

#include "base/limits.h"

/* The text of an assignment as a node: made by no YAML file, placed in the env file. */
static const struct node *written_value(struct lint *lint, const struct assignment *assignment)
{
	struct node *node = node_new(&lint->run, NODE_STRING, assignment->span);

	node->style = STYLE_MADE;
	node->text = assignment->value.p ? assignment->value : STR("");
	return node;
}

/* What the process gives to a bare name stands at the name. */
static const struct node *supplied_value(struct lint *lint, const struct assignment *assignment,
					 const struct variable *variable)
{
	struct arena *arena = &lint->run;
	struct node *name = node_new(arena, NODE_STRING, assignment->span), *value;
	struct step *step = ARENA_NEW(arena, struct step);
	struct part *part = ARENA_NEW(arena, struct part);

	name->style = STYLE_MADE;
	name->text = assignment->name;
	*step = (struct step){ .kind = STEP_VARIABLE, .name = assignment->name };
	*part = (struct part){
		.kind = PART_VALUE,
		.to = (uint32_t)variable->value->text.n,
		.template_to = (uint32_t)name->text.n,
		.name = assignment->name,
	};
	value = node_copy(arena, name);
	value->text = variable->value->text;
	value->written = name;
	value->parts = part;
	value->nparts = 1;
	value->via = step;
	return value;
}

/* NULL: a bare name that nothing sets, which defines nothing. */
static const struct node *value_of(struct interp *interp, const struct assignment *assignment)
{
	const struct variable *variable;

	if (assignment->bare) {
		variable = env_get(interp->env, assignment->name);
		if (variable && span_is_none(variable->value->span) && !variable->value->nparts)
			return supplied_value(interp->lint, assignment, variable);
		return variable ? variable->value : NULL;
	}
	if (!assignment->expand || str_find_byte(assignment->value, '$', 0) == STR_NPOS)
		return written_value(interp->lint, assignment);
	return interp_scalar(interp, written_value(interp->lint, assignment), assignment->name);
}

bool env_add_files(struct lint *lint, struct env *env, const struct dotenv *files, size_t count,
		   struct unset_list *unset)
{
	/* one map for all files: a name means what was last said of it, whichever file said it */
	struct env *here = env_new(&lint->run, env);
	struct interp interp = { .lint = lint, .env = here, .unset = unset };
	bool fine = true;

	for (size_t i = 0; i < count; i++) {
		table_expect(&here->variables, files[i].count);
		for (size_t j = 0; j < files[i].count; j++) {
			const struct assignment *assignment = &files[i].assignments[j];
			const struct node *value = value_of(&interp, assignment);

			if (value)
				env_set(here, assignment->name, VARIABLE_ENV_FILE, value);
		}
		fine = fine && !files[i].broken;
	}
	env_take(env, here);
	return fine && !interp.refused;
}

struct env_lines env_resolve_file(struct lint *lint, struct env *env, struct env *own,
				  struct env *lines_so_far, const struct dotenv *file,
				  struct unset_list *unset, bool *refused)
{
	struct env_line *lines = ARENA_ARRAY(&lint->run, file->count, struct env_line);
	size_t count = 0;
	struct env chain = *own; /* sees the project first */
	struct env here = *lines_so_far;
	struct interp interp = { .lint = lint, .env = &here, .unset = unset };

	chain.outer = env;
	here.outer = &chain;
	here.host_is_symbolic = env->host_is_symbolic;
	here.unset_is_empty = env->unset_is_empty;
	table_expect(&here.variables, file->count);
	for (size_t i = 0; i < file->count; i++) {
		const struct assignment *assignment = &file->assignments[i];
		const struct node *value = value_of(&interp, assignment);

		if (!value && env->unset_is_empty)
			continue;
		if (value)
			env_set(&here, assignment->name, VARIABLE_ENV_FILE, value);
		lines[count++] = (struct env_line){
			.name = assignment->name,
			.name_span = assignment->name_span,
			.value = value,
			.bare = assignment->bare,
		};
	}
	lines_so_far->variables = here.variables;
	if (file->broken || interp.refused)
		*refused = true;
	return (struct env_lines){ lines, count };
}

bool env_file_value(struct lint *lint, const struct files *files, struct str path, struct str name,
		    struct str *value)
{
	struct lint aside;
	struct str bytes = STR_NONE;
	struct dotenv file;
	struct env *env;
	const struct variable *variable;
	bool found;

	if (files->read(files->self, &lint->run, path, LIMIT_FILE_BYTES, &bytes) != FILE_OK)
		return false;
	/* nearly no file has it, and then it is not parsed twice */
	if (!str_has(bytes, name))
		return false;
	/* sources and findings of this look are nobody's */
	lint_init(&aside);
	env = env_new(&aside.run, NULL);
	file = dotenv_parse(&aside, source_add(&aside.sources, path, path, bytes), DOTENV_DEFAULT);
	env->unset_is_empty = true;
	env_add_files(&aside, env, &file, 1, NULL);
	variable = env_get(env, name);
	found = variable != NULL;
	if (found)
		*value = arena_str(&lint->run, variable->value->text);
	lint_free(&aside);
	return found;
}
