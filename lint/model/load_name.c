/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/load_name.h"

#include "base/path.h"
#include "model/interp.h"
#include "model/loader.h"
#include "model/name.h"

/* The name that a document gives.  Compose looks for names before it knows !reset. */
static const struct node *name_in(const struct yaml_file *file, size_t number)
{
	const struct node *reset = node_get(file->tagged[number], STR("name"));

	return reset && reset->tag == TAG_RESET ? reset
						: node_get(file->documents[number], STR("name"));
}

/* The last `name:` of all files that is written as something, though its variables may leave
   nothing of it. */
static const struct node *written_name(struct loader *l, struct env *env, const struct str *paths)
{
	/* the merge reports what is wrong with it, and notes what is not set */
	struct interp interp = { .lint = l->lint, .env = env };
	const struct node *last = NULL;

	for (size_t i = 0; i < l->request->npaths; i++) {
		const struct parsed *parsed = table_get(&l->parsed, paths[i]);

		for (size_t j = 0; parsed && j < parsed->yaml.count; j++) {
			const struct node *name = name_in(&parsed->yaml, j);

			if (name && name->kind == NODE_STRING && name->text.n)
				last = name;
		}
	}
	return last ? interp_scalar(&interp, last, STR("name")) : NULL;
}

/* `name: ${COMPOSE_PROJECT_NAME}`, which nobody sets: nothing gives the project a name. */
static bool name_waits_for_itself(const struct node *name)
{
	for (size_t i = 0; name && i < name->nparts; i++)
		if (name->parts[i].kind == PART_UNKNOWN &&
		    str_eq(name->parts[i].name, STR("COMPOSE_PROJECT_NAME")))
			return true;
	return false;
}

/* Even where it is reset a list is no name. */
static void check_reset_names(struct loader *l, const struct str *paths)
{
	for (size_t i = 0; i < l->request->npaths; i++) {
		const struct parsed *parsed = table_get(&l->parsed, paths[i]);
		const struct node *name = NULL;

		if (parsed && parsed->yaml.count)
			name = name_in(&parsed->yaml, 0);
		if (name && name->tag == TAG_RESET && !node_is_scalar(name))
			loader_refuse(l, name->span, STR("name"),
				      STR("\"name\" must be a string, even where it is reset"));
	}
}

struct failure load_name(struct loader *l, struct env *env, const struct str *paths,
			 struct str *result)
{
	struct arena *arena = &l->lint->run;
	const struct variable *variable = env_get(env, STR("COMPOSE_PROJECT_NAME"));
	const struct node *name;
	struct node *value;

	*result = l->request->project_name;
	if (!result->n)
		check_reset_names(l, paths);
	if (result->n && !name_is_valid(*result))
		return failure_fmt(arena,
				   "invalid project name: it may hold only lower-case letters, "
				   "digits, _ and -, and begins with a letter or digit");
	if (!result->n && variable && variable->value->text.n &&
	    !node_is_unknown(variable->value)) {
		*result = variable->value->text;
		if (!name_is_valid(*result))
			loader_refuse(l,
				      span_is_none(variable->value->span) ? l->whole
									  : variable->value->span,
				      STR("COMPOSE_PROJECT_NAME"),
				      STR("COMPOSE_PROJECT_NAME may hold only lower-case letters, "
					  "digits, "
					  "_ and -, and begins with a letter or digit"));
	}
	name = result->n ? NULL : written_name(l, env, paths);
	if (name) {
		*result = name_normalise(arena, node_text_when_empty(arena, name));
		if (!result->n && !node_is_unknown(name))
			loader_refuse(l, name->span, STR("name"),
				      STR("nothing is left of this project name; write lower-case "
					  "letters "
					  "and digits"));
	}
	if (!result->n) {
		*result = name_normalise(arena, path_base(l->directory));
		if (!result->n && l->request->as_compose)
			loader_refuse(l, l->whole, STR("name"),
				      STR("the directory gives no project name; add `name:`"));
	}
	value = node_new(arena, NODE_STRING, name ? name->span : SPAN_NONE);
	value->style = STYLE_MADE;
	value->text = *result;
	/* the merge then notes that nothing sets it */
	if (name_waits_for_itself(name) &&
	    !name_normalise(arena, node_text_when_empty(arena, name)).n)
		return FAILURE_NONE;
	if (variable && variable->value->text.p == result->p) {
		struct step *step = ARENA_NEW(arena, struct step);

		*step = (struct step){ .kind = STEP_VARIABLE,
				       .span = variable->value->span,
				       .name = variable->name };
		value->span = variable->value->span;
		value->via = step;
	}
	env_set(env, STR("COMPOSE_PROJECT_NAME"), VARIABLE_PROJECT, value);
	return FAILURE_NONE;
}
