/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/own_secret.h"

#include "base/limits.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "model/environment.h"

static bool is_credential(const struct project *project, struct str name, const struct node *value)
{
	struct credential_question question = {
		.name = name,
		.value = node_text(value),
		.known = !node_is_unknown(value),
		.agent = true,
		.view = CREDENTIAL_HELD,
	};

	if (!question.value.n || gateway_is_key_name(project->gateway, name))
		return false;
	return credential_judge(project->credentials, &question).reason != CREDENTIAL_NOT;
}

/* The first in the order of the file. */
static void note(struct own_secret *found, struct str name, struct span at)
{
	if (!found->name.n || at.start < found->at.start)
		*found = (struct own_secret){ name, at };
}

static void find_variable(const struct project *project, uint32_t source, struct own_secret *found)
{
	const struct table *variables = &project->env->variables;

	for (size_t i = 0; i < variables->count; i++) {
		const struct variable *variable = variables->entries[i].value;

		if (variable->origin == VARIABLE_ENV_FILE &&
		    variable->value->span.source == source &&
		    is_credential(project, variable->name, variable->value) &&
		    env_get(project->env, variable->name) == variable)
			note(found, variable->name, variable->value->span);
	}
}

static void find_line(const struct project *project, const struct environment_file *file,
		      struct own_secret *found)
{
	for (size_t i = 0; i < file->lines.count; i++) {
		const struct env_line *line = &file->lines.lines[i];

		if (line->value && is_credential(project, line->name, line->value))
			note(found, line->name, line->name_span);
	}
}

struct own_secret own_secret_in_env(const struct project *project, uint32_t source)
{
	struct own_secret found = { STR(""), SPAN_NONE };

	if (!source || !project->credentials)
		return found;
	find_variable(project, source, &found);
	for (size_t i = 0; i < project->nservices; i++) {
		const struct environment *environment = project->services[i].environment;

		for (size_t k = 0; k < environment->nfiles; k++)
			if (environment->files[k].source == source)
				find_line(project, &environment->files[k], &found);
	}
	return found;
}

/* The project calls it a secret, so its name decides, whatever it is. */
static bool is_secret(const struct project *project, struct str content)
{
	struct credential_question question = {
		.name = STR("SECRET"),
		.value = str_trim(content),
		.known = true,
		.agent = true,
		.view = CREDENTIAL_HELD,
	};

	/* certificates and public keys are often given as secrets, and are none */
	if (!question.value.n || (str_starts(question.value, STR("-----BEGIN ")) &&
				  !str_has(question.value, STR("PRIVATE KEY"))))
		return false;
	return credential_judge(project->credentials, &question).reason != CREDENTIAL_NOT;
}

struct own_secret own_secret_in_file(struct arena *arena, const struct files *files,
				     const struct project *project, const struct resource *secret,
				     struct str path)
{
	struct own_secret found = { STR(""), SPAN_NONE };
	struct str content;

	if (project->credentials && !str_eq(secret->name, project->gateway->secret) &&
	    files->read(files->self, arena, path, LIMIT_CONTEXT_FILE_BYTES, &content) == FILE_OK &&
	    is_secret(project, content))
		found.name = secret->name;
	return found;
}
