/* SPDX-License-Identifier: MIT */
/* An agent gets variables that nobody wrote down in the Compose file. */
#include "config.h"

#include "engine/rule.h"
#include "fact/credential.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_implicit_env = {
	.name = STR_INIT("implicit-env"),
	.severity = LEVEL_WARNING,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("an agent gets variables that nobody wrote down in the Compose file"),
	.reason = STR_INIT(
		"The list under \"environment\" can be read and reviewed. A name without a value takes what "
		"the shell that runs Compose happens to hold. An env_file brings every line that "
		"anybody will ever add to it, and no review of the Compose file shows it. The project's own "
		".env is the worst of them: it holds the settings of all services, keys of other "
		"services among them.\n"
		"\n"
		"Values that \"environment\" takes from .env by name, NAME: ${NAME}, are fine: the "
		"list still says what goes in."),
	.silent = STR_INIT("TERM, COLORTERM, LANG, LC_... and TZ; env files that bring nothing, such as "
			   "/dev/null; what credential-env reports already."),
	.advice = STR_INIT("List the variables in \"environment\" with their values, or as NAME: \"${NAME-}\", which "
			   "says that the value comes from outside."),
	.see = STR_INIT("Set environment variables in a container "
			"<https://docs.docker.com/compose/how-tos/environment-variables/"
			"set-environment-variables/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      - EDITOR  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    env_file:\n"
			 "      - settings.env  # <-\n"
			 "    environment:\n"
			 "      PAGER:  # <-\n"
			 "--- settings.env\n"
			 "COLUMNS=80\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment: [EDITOR=vi, TERM, LC_ALL]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    env_file: [empty.env]\n"
			 "--- empty.env\n"
			 "# nothing\n"),
	},
	.yields = RULE_NAMES(STR_INIT("credential-file"), STR_INIT("credential-env")),
	.service = service,
};

/* ---- names without a value ---- */

/* How a terminal looks, and where its user lives. */
static bool is_harmless(struct str name)
{
	return str_eq(name, STR("TERM")) || str_eq(name, STR("COLORTERM")) ||
	       str_eq(name, STR("LANG")) || str_eq(name, STR("TZ")) || str_starts(name, STR("LC_"));
}

static void judge_entry(const struct service *service, const struct environment_entry *entry,
			struct sink *out)
{
	const struct step *cut = node_step(entry->key, STEP_SHORT);

	if (entry->origin != ENVIRONMENT_SERVICE || !entry->bare || is_harmless(entry->name) ||
	    credential_name_hides(entry->name))
		return;
	report_entry(out, service, entry,
		     "%.*s has no value here, so \"%.*s\" gets what the shell that runs compose "
		     "holds%s; give it a value, or say where it comes from: %.*s=${%.*s-}",
		     STR_FMT(sink_show(out, entry->name)), STR_FMT(sink_show(out, service->name)),
		     entry->value ? " or, where that has none, .env" : "",
		     STR_FMT(sink_show(out, entry->name)), STR_FMT(sink_show(out, entry->name)));
	/* an item of a list is the name alone; a fix has to write it, and a name may hide a secret.
	   Braces end a plain scalar where the list has brackets. */
	if (cut && str_eq(node_text(cut->was), entry->name) &&
	    str_eq(sink_show(out, entry->name), entry->name)) {
		const char *quote = cut->was->style == STYLE_PLAIN ? "\"" : "";

		suggest_replace(out, false, cut->was,
				sink_fmt(out, "%s%.*s=${%.*s-}%s", quote, STR_FMT(entry->name),
					 STR_FMT(entry->name), quote),
				"say where the value comes from");
	}
}

/* ---- env files ---- */

enum { NAMES_SHOWN = 6 };

/* "A, B and C", or the first of many */
static struct str names_of(const struct env_lines *lines, struct sink *out)
{
	size_t shown = lines->count > NAMES_SHOWN ? NAMES_SHOWN : lines->count;
	struct str text = STR("");

	for (size_t i = 0; i < shown; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), i ? ", " : "",
				STR_FMT(sink_show(out, lines->lines[i].name)));
	return shown < lines->count ? sink_fmt(out, "%.*s ...", STR_FMT(text)) : text;
}

static bool is_projects_own(const struct project *project, uint32_t source)
{
	for (size_t i = 0; i < project->nfiles; i++)
		if (project->files[i].role == ROLE_ENV && project->files[i].source == source)
			return true;
	return false;
}

static void judge_file(const struct service *service, const struct environment_file *file,
		       struct sink *out)
{
	const struct env_lines *lines = &file->lines;
	bool own = file->source && is_projects_own(service->project, file->source);

	if (!lines->count)
		return;
	report(out, file->item,
	       "\"%.*s\" gets variables nobody wrote down here: env_file %.*s contributes %zu "
	       "variable%s (%.*s)%s; list them in \"environment\"",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, file->item)),
	       lines->count, lines->count == 1 ? "" : "s", STR_FMT(names_of(lines, out)),
	       own ? ", every setting of the project and whatever is added to them" : "");
	place_names_file(out);
	evidence(out, sink_source(out, file->item));
	for (size_t i = 0; i < lines->count && i < NAMES_SHOWN; i++)
		related(out, RELATED_ORIGIN, lines->lines[i].name_span, "%.*s is set here",
			STR_FMT(sink_show(out, lines->lines[i].name)));
}

static void service(const struct service *service, struct sink *out)
{
	const struct environment *environment = service->environment;

	for (size_t i = 0; i < environment->count; i++)
		judge_entry(service, &environment->all[i], out);
	for (size_t i = 0; i < environment->nfiles; i++)
		judge_file(service, &environment->files[i], out);
}
