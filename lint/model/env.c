/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/env.h"

#include "base/limits.h"

/* Names whose value belongs to the machine. */
static bool is_host_name(struct str name)
{
	static const struct str names[] = {
		STR_INIT("HOME"),          STR_INIT("USERPROFILE"), STR_INIT("XDG_RUNTIME_DIR"),
		STR_INIT("SSH_AUTH_SOCK"), STR_INIT("XAUTHORITY"),  STR_INIT("WAYLAND_DISPLAY"),
		STR_INIT("PWD"),           STR_INIT("UID"),
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_eq(names[i], name))
			return true;
	return false;
}

struct env *env_new(struct arena *arena, struct env *outer)
{
	struct env *env = ARENA_NEW(arena, struct env);

	env->arena = arena;
	env->outer = outer;
	env->variables.arena = arena;
	if (outer) {
		env->host_is_symbolic = outer->host_is_symbolic;
		env->unset_is_empty = outer->unset_is_empty;
	}
	return env;
}

const struct variable *env_get(struct env *env, struct str name)
{
	const struct variable *variable;

	/* scopes are as deep as includes, which are limited */
	if (env->outer) {
		variable = env_get(env->outer, name);
		if (variable)
			return variable;
	}
	return table_get(&env->variables, name);
}

bool env_is_symbolic(struct env *env, struct str name)
{
	const struct variable *variable;

	if (!env->host_is_symbolic || !is_host_name(name))
		return false;
	/* a shell always sets these two, and the process wins over every file */
	if (str_eq(name, STR("HOME")) || str_eq(name, STR("PWD")))
		return true;
	variable = env_get(env, name);
	return !variable || variable->origin == VARIABLE_PROCESS;
}

static struct variable *variable_new(struct env *env, struct str name, enum variable_origin origin,
				     const struct node *value)
{
	struct variable *variable = ARENA_NEW(env->arena, struct variable);

	*variable = (struct variable){ .name = name, .origin = origin, .value = value };
	return variable;
}

void env_set(struct env *env, struct str name, enum variable_origin origin,
	     const struct node *value)
{
	/* nobody asks for what the name was before: looking for it would cost more than it takes */
	table_add(&env->variables, name, variable_new(env, name, origin, value));
}

void env_add(struct env *env, struct str name, enum variable_origin origin,
	     const struct node *value)
{
	if (!env_get(env, name))
		table_add(&env->variables, name, variable_new(env, name, origin, value));
}

void env_take(struct env *env, struct env *other)
{
	/* most of them are the other's, and an index of them may be there */
	for (size_t i = 0; i < env->variables.count; i++)
		table_add(&other->variables, env->variables.entries[i].name,
			  env->variables.entries[i].value);
	env->variables = other->variables;
}

static void add_strings(struct env *env, const char *const *environ_strings, bool host_alone)
{
	for (; *environ_strings; environ_strings++) {
		struct str text = str_from(*environ_strings);
		size_t equals = str_find_byte(text, '=', 0);
		struct node *value;

		if (equals == STR_NPOS || (host_alone && !is_host_name(str_slice(text, 0, equals))))
			continue;
		value = node_new(env->arena, NODE_STRING, SPAN_NONE);
		value->style = STYLE_MADE;
		value->text = str_slice(text, equals + 1, text.n);
		env_add(env, str_slice(text, 0, equals), VARIABLE_PROCESS, value);
	}
}

void env_add_process(struct env *env, const char *const *environ_strings)
{
	add_strings(env, environ_strings, false);
}

void env_add_host(struct env *env, const char *const *environ_strings)
{
	add_strings(env, environ_strings, true);
}
