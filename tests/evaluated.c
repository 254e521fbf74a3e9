/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "evaluated.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

void run_begin(struct run *run, struct str text)
{
	*run = (struct run){ .source = NULL };
	run->bytes = malloc(text.n > 0 ? text.n : 1);
	ck_assert_ptr_nonnull(run->bytes);
	if (text.n > 0)
		memcpy(run->bytes, text.p, text.n);
	lint_init(&run->lint);
	run->source = source_add(&run->lint.sources, STR("Dockerfile"), STR("/Dockerfile"),
				 (struct str){ run->bytes, text.n });
	run->file = dockerfile_parse(&run->lint, run->source,
				     (struct span){ run->source->number, 0, (uint32_t)text.n });
	run->request.file = &run->file;
}

void run_evaluate(struct run *run)
{
	run->result = stage_evaluate(&run->lint, &run->request);
}

void run_text(struct run *run, struct str text)
{
	run_begin(run, text);
	run_evaluate(run);
}

void run_end(struct run *run)
{
	lint_free(&run->lint);
	free(run->bytes);
}

uint32_t line_of(struct run *run, struct span span)
{
	return source_place(&run->lint.sources, span.source, span.start).line;
}

struct str span_text(const struct run *run, struct span span)
{
	return source_text(&run->lint.sources, span);
}

const struct dockerfile_error *first_error(const struct run *run)
{
	if (run->file.nerrors > 0)
		return run->file.errors[0];
	return run->result->nerrors > 0 ? run->result->errors[0] : NULL;
}

static const struct str fault_names[] = {
	[DOCKERFILE_DUPLICATE_DIRECTIVE] = STR_INIT("duplicate-directive"),
	[DOCKERFILE_BAD_ESCAPE_DIRECTIVE] = STR_INIT("bad-escape-directive"),
	[DOCKERFILE_NO_INSTRUCTIONS] = STR_INIT("no-instructions"),
	[DOCKERFILE_NO_STAGES] = STR_INIT("no-stages"),
	[DOCKERFILE_INSTRUCTION_BEFORE_FROM] = STR_INIT("instruction-before-from"),
	[DOCKERFILE_UNKNOWN_INSTRUCTION] = STR_INIT("unknown-instruction"),
	[DOCKERFILE_FROM_ARGUMENTS] = STR_INIT("from-arguments"),
	[DOCKERFILE_BAD_STAGE_NAME] = STR_INIT("bad-stage-name"),
	[DOCKERFILE_UNTERMINATED_HEREDOC] = STR_INIT("unterminated-heredoc"),
	[DOCKERFILE_JSON_NOT_STRINGS] = STR_INIT("json-not-strings"),
	[DOCKERFILE_ENV_MISSING_EQUALS] = STR_INIT("env-missing-equals"),
	[DOCKERFILE_ENV_NO_VALUE] = STR_INIT("env-no-value"),
	[DOCKERFILE_MISSING_ARGUMENT] = STR_INIT("missing-argument"),
	[DOCKERFILE_UNKNOWN_FLAG] = STR_INIT("unknown-flag"),
	[DOCKERFILE_FLAG_NEEDS_VALUE] = STR_INIT("flag-needs-value"),
	[DOCKERFILE_SHELL_NOT_JSON] = STR_INIT("shell-not-json"),
	[DOCKERFILE_ONBUILD_FORBIDDEN] = STR_INIT("onbuild-forbidden"),
	[DOCKERFILE_FROM_FLAG_VARIABLE] = STR_INIT("from-flag-variable"),
	[DOCKERFILE_TOO_LARGE] = STR_INIT("too-large"),
	[DOCKERFILE_BLANK_BASE] = STR_INIT("blank-base"),
	[DOCKERFILE_BAD_REFERENCE] = STR_INIT("bad-reference"),
	[DOCKERFILE_SELF_COPY] = STR_INIT("self-copy"),
	[DOCKERFILE_URL_IN_COPY] = STR_INIT("url-in-copy"),
	[DOCKERFILE_EXPANSION_ERROR] = STR_INIT("expansion-error"),
	[DOCKERFILE_BAD_VALUE] = STR_INIT("bad-value"),
};

struct str fault_name(enum dockerfile_fault fault)
{
	return fault_names[fault];
}

struct str root_name(enum stage_root root)
{
	static const struct str names[] = {
		[STAGE_ROOT_UNKNOWN] = STR_INIT("unknown"),
		[STAGE_ROOT_YES] = STR_INIT("yes"),
		[STAGE_ROOT_NO] = STR_INIT("no"),
		[STAGE_ROOT_PRESUMED_NO] = STR_INIT("presumed-no"),
	};

	return names[root];
}

const struct stage_variable *env_of(const struct stage *stage, struct str name)
{
	if (stage == NULL)
		return NULL;
	for (size_t i = stage->nenv; i-- > 0;)
		if (str_eq(stage->env[i].name, name))
			return &stage->env[i];
	return NULL;
}
