/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/engine.h"

#include "engine/sink.h"
#include "engine/suppress.h"
#include "engine/unset.h"
#include "engine/walk.h"
#include "engine/yield.h"
#include "fact/credential.h"

const struct roles *engine_judge(struct lint *lint, const struct project *project,
				 const struct engine_request *request)
{
	size_t first = lint->diag.count;
	struct grading grading = *request->grading;
	struct sink sink = {
		.lint = lint,
		.project = project,
		.grading = &grading,
		.credentials = project->credentials,
		.suppressions = request->suppressions,
		.without_fixes = request->without_fixes,
		.all = request->all,
	};

	sink.roles = roles_assign(lint, project, request->grading->preset != PRESET_BASELINE,
				  request->agents, request->nagents);
	if (!grading.levels[SERVICE_AGENT])
		grading_complete(&lint->run, &grading);
	walk_project(&sink, &grading);
	yield_findings(lint, request->grading->rules, first);
	unset_report(&sink, request->grading, first);
	way_index_free(&sink.ways);
	return sink.roles;
}

/* An edit cannot be told in part. */
static bool fix_tells_secret(struct lint *lint, struct credentials *credentials,
			     const struct fix *fix)
{
	for (size_t i = 0; i < fix->nedits; i++) {
		struct str text = fix->edits[i].text;
		struct str told = credential_mask_name(credentials, &lint->scratch, text);

		if (told.p != text.p && !str_eq(told, text))
			return true;
	}
	return false;
}

static void mask(struct lint *lint, struct credentials *credentials, struct finding *finding)
{
	finding->message = credential_mask_text(credentials, &lint->run, finding->message);
	/* a key of the user's may be a secret that was put in the wrong place */
	finding->path = credential_mask_text(credentials, &lint->run, finding->path);
	finding->evidence = credential_mask_text(credentials, &lint->run, finding->evidence);
	finding->owner = credential_mask_name(credentials, &lint->run, finding->owner);
	for (struct related *related = finding->related; related; related = related->next)
		related->message = credential_mask_text(credentials, &lint->run, related->message);
	if (fix_tells_secret(lint, credentials, &finding->fix))
		finding->fix = (struct fix){ .title = STR("") };
}

/* The level by the grading; what could not be looked at is never less than its sheet says. */
static enum level level_of(const struct grading *grading, const struct rule *rule,
			   const struct finding *finding)
{
	enum level level = rule ? grading_level(grading, rule, SERVICE_AGENT) : LEVEL_ERROR;

	return finding->unseen && rule && level < rule->severity ? rule->severity : level;
}

void engine_grade(struct lint *lint, const struct grading *grading, size_t first)
{
	for (size_t i = first; i < lint->diag.count; i++) {
		struct finding *finding = lint->diag.findings[i];
		const struct suppression *suppression;
		const struct rule *rule;

		/* most are by the engine itself, and nothing else is said of them */
		if (finding->graded && !grading->settings)
			continue;
		rule = rule_find(grading->rules, finding->rule);
		if (!finding->graded && finding->level != LEVEL_OFF)
			finding->level = level_of(grading, rule, finding);
		finding->graded = true;
		if (!rule || finding->level == LEVEL_OFF)
			continue;
		suppression = grading_ignores(grading, rule, finding->owner);
		if (suppression)
			suppress_finding(&lint->diag, finding, suppression);
	}
}

void engine_finish_begin(struct lint *lint, struct credentials *credentials)
{
	credentials_learn(credentials, &lint->sources);
	/* no other finding shows what one of them says is a secret */
	for (size_t i = 0; i < lint->diag.count; i++)
		if (lint->diag.findings[i]->conceals)
			credentials_know(credentials,
					 source_text(&lint->sources, lint->diag.findings[i]->span));
	diag_group(&lint->diag);
}

void engine_finish_share(struct lint *lint, struct credentials *credentials,
			 const struct diag *diag, const struct diag_share *share)
{
	for (size_t i = share->first; i < share->end; i++)
		mask(lint, credentials, diag->findings[i]);
	diag_sort_share(diag, share);
}

void engine_finish(struct lint *lint, struct credentials *credentials)
{
	engine_finish_begin(lint, credentials);
	engine_finish_share(lint, credentials, &lint->diag,
			    &(struct diag_share){ 0, lint->diag.count });
	diag_drop_equal(&lint->diag);
}

void engine_hide(struct lint *lint, enum level level, bool shown)
{
	struct diag *diag = &lint->diag;
	size_t kept = 0;

	diag->suppressed = diag->baselined = 0;
	for (size_t i = 0; i < diag->count; i++) {
		struct finding *finding = diag->findings[i];
		bool baselined = finding->suppression &&
				 finding->suppression->kind == SUPPRESSED_BY_BASELINE;

		if (finding->level < level && !finding->unseen)
			continue;
		diag->baselined += baselined;
		diag->suppressed += finding->suppression && !baselined;
		if (!finding->suppression || shown)
			diag->findings[kept++] = finding;
	}
	diag->count = kept;
}
