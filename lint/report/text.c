/* SPDX-License-Identifier: MIT */
/*
 * The report for a person.  The first line of a finding is that of the gcc
 * format, so that terminals and editors find the place; below it the text that
 * is meant, the places it came through, and how to mend it.
 */
#include "config.h"

#include "base/limits.h"
#include "base/table.h"
#include "fact/credential.h"
#include "report/excerpt.h"
#include "report/line.h"
#include "report/relied.h"
#include "report/report.h"

enum {
	HELP_COLUMNS = 80,
	GUTTER_COLUMNS = 8, /* "   12 | " */
	NARROWEST_EXCERPT = 24,
	OUT_BYTES = 16 * 1024 /* what is put at once */
};

enum ink { INK_PLACE, INK_ERROR, INK_WARNING, INK_INFO, INK_NOTE, INK_COUNT };

/* SGR codes; without colour nothing is printed. */
static const char *const inks[INK_COUNT] = { "1", "1;31", "1;33", "1;36", "36" };

/* Findings come by their places: what was made for one serves the next of the same place. */
struct stop {
	struct span span;
	struct place place;     /* of its start */
	struct builder spelt;   /* FILE:LINE:COLUMN; empty: nothing was made yet */
	size_t bytes;           /* of the line */
	struct builder excerpt; /* its lines; made for a finding such as this: */
	bool made, secret, conceals;
	enum level level;
};

struct text {
	const struct report *report;
	struct lint *lint;
	FILE *stream;
	struct table advised; /* help that was printed, and rules whose address was */
	uint32_t *causes;     /* by position of the rule, a bit each that advice was given for */
	size_t shown;         /* bytes of long lines in excerpts: LIMIT_EXCERPT_BYTES */
	struct stop stop;     /* of the last finding */
	struct excerpt_memo memo; /* of the last excerpt */
	struct builder out;       /* what is still to be put */
	struct builder head;      /* of a line that is wrapped, empty when it was */
};

static void begin(const struct text *text, struct builder *b, enum ink ink)
{
	if (text->report->colour)
		builder_fmt(b, "\033[%sm", inks[ink]);
}

static void end(const struct text *text, struct builder *b)
{
	if (text->report->colour)
		builder_add(b, STR("\033[0m"));
}

static enum ink level_ink(enum level level)
{
	return level == LEVEL_ERROR ? INK_ERROR : level == LEVEL_WARNING ? INK_WARNING : INK_INFO;
}

static struct builder fresh(const struct text *text)
{
	return (struct builder){ .arena = &text->lint->run };
}

/* The line, on a terminal in as many as it takes, the others behind `next`. */
static void put_wrapped(const struct text *text, struct builder *b, struct str next)
{
	if (text->report->width)
		line_wrap(text->stream, &text->lint->run, builder_str(b), text->report->width,
			  STR_NONE, next);
	else
		line_put(text->stream, b);
}

/* "[RULE]", a link to its page where links are wanted: of constants alone. */
static void add_rule(const struct text *text, const struct finding *finding, struct builder *b)
{
	struct str url =
		text->report->links ? report_rule_url(text->report, finding->rule) : STR_NONE;

	builder_byte(b, '[');
	if (url.n) {
		builder_add(b, STR("\033]8;;"));
		builder_add(b, url);
		builder_add(b, STR("\033\\"));
	}
	builder_add(b, finding->rule);
	if (url.n)
		builder_add(b, STR("\033]8;;\033\\"));
	builder_byte(b, ']');
	report_add_suppression(text->report, finding, b);
}

static void go_to(struct text *text, struct span span)
{
	struct sources *sources = &text->lint->sources;
	struct stop *stop = &text->stop;

	if (stop->spelt.n && span_eq(stop->span, span))
		return;
	stop->span = span;
	stop->place = source_place(sources, span.source, span.start);
	stop->spelt.n = 0;
	line_add_name_and_place(&stop->spelt, source_name(sources, span), stop->place);
	stop->bytes = source_line(sources, span.source, stop->place.line).n;
	stop->made = false;
}

static void add_first_line(struct text *text, const struct finding *finding)
{
	unsigned width = text->report->quiet ? 0 : text->report->width;
	struct builder *b = width ? &text->head : &text->out, rule = fresh(text);
	size_t from = b->n;

	begin(text, b, INK_PLACE);
	builder_add(b, builder_str(&text->stop.spelt));
	end(text, b);
	builder_add(b, STR(": "));
	begin(text, b, finding->suppression ? INK_NOTE : level_ink(finding->level));
	builder_add(b, report_shown_level(finding));
	end(text, b);
	builder_add(b, STR(": "));
	if (width) {
		add_rule(text, finding, &rule);
		line_add_wrapped(&text->out, finding->message, width, builder_str(b), STR("    "),
				 builder_str(&rule));
		b->n = 0;
		return;
	}
	line_add(b, finding->message);
	builder_byte(b, ' ');
	add_rule(text, finding, b);
	line_end(b, from);
}

/* False: so much of long lines was shown that this one is left out. */
static bool may_show(struct text *text)
{
	size_t bytes = text->stop.bytes;

	if (bytes <= LIMIT_SHORT_LINE_BYTES)
		return true;
	if (text->shown >= LIMIT_EXCERPT_BYTES)
		return false;
	text->shown += bytes;
	return true;
}

/* Columns of an excerpt's text, its ellipses apart. */
static unsigned excerpt_columns(const struct text *text)
{
	unsigned width = text->report->width;

	if (!width || width > EXCERPT_COLUMNS + GUTTER_COLUMNS)
		return EXCERPT_COLUMNS;
	width = width > GUTTER_COLUMNS + 2 ? width - GUTTER_COLUMNS - 2 : 0;
	return width < NARROWEST_EXCERPT ? NARROWEST_EXCERPT : width;
}

static void add_source_line(struct builder *b, uint32_t number, struct str line)
{
	builder_number(b, number, 5);
	builder_add(b, line.n ? STR(" | ") : STR(" |"));
	builder_add(b, line);
	builder_byte(b, '\n');
}

/* No line of it can be a command to a runner: they begin with a number or "|". */
static void make_excerpt(struct text *text)
{
	struct stop *stop = &text->stop;
	enum file_role role = text->report->source_roles[stop->span.source];
	struct excerpt_request request = {
		.memo = &text->memo,
		.sources = &text->lint->sources,
		.credentials = text->report->credentials,
		.kind = role == ROLE_ENV || role == ROLE_ENV_FILE ? EXCERPT_ENV
			: role == ROLE_DOCKERFILE                 ? EXCERPT_DOCKERFILE
			: role == ROLE_OTHER                      ? EXCERPT_OTHER
								  : EXCERPT_YAML,
		.secret = stop->secret,
		.conceals = stop->conceals,
		.columns = excerpt_columns(text),
		.span = stop->span,
		.place = stop->place,
	};
	struct excerpt excerpt = excerpt_make(&text->lint->run, &request);
	struct builder *b = &stop->excerpt;

	b->n = 0;
	if (!excerpt.line)
		return;
	if (excerpt.parent)
		add_source_line(b, excerpt.parent, excerpt.parent_text);
	add_source_line(b, excerpt.line, excerpt.text);
	builder_add(b, STR("      | "));
	builder_fill(b, ' ', excerpt.column);
	begin(text, b, level_ink(stop->level));
	builder_byte(b, '^');
	builder_fill(b, '~', excerpt.width - 1);
	end(text, b);
	builder_byte(b, '\n');
}

static void add_excerpt(struct text *text, const struct finding *finding, const struct rule *rule)
{
	struct stop *stop = &text->stop;
	bool secret = rule && rule->group == GROUP_CREDENTIALS && !finding->names_file;
	/* it only makes a colour */
	enum level level = text->report->colour ? finding->level : LEVEL_OFF;

	if (span_is_none(finding->span) || !may_show(text))
		return;
	if (!stop->made || stop->secret != secret || stop->conceals != finding->conceals ||
	    stop->level != level) {
		stop->made = true;
		stop->secret = secret;
		stop->conceals = finding->conceals;
		stop->level = level;
		make_excerpt(text);
	}
	builder_add(&text->out, builder_str(&stop->excerpt));
}

static void add_related(struct text *text, const struct finding *finding)
{
	unsigned width = text->report->width;
	struct builder *b = width ? &text->head : &text->out;

	for (const struct related *related = finding->related; related; related = related->next) {
		size_t from = b->n;

		builder_add(b, STR("   "));
		if (!span_is_none(related->span)) {
			line_add_place(b, &text->lint->sources, related->span);
			builder_add(b, STR(": "));
		}
		begin(text, b, INK_NOTE);
		builder_add(b, STR("note"));
		end(text, b);
		builder_add(b, STR(": "));
		if (width) {
			line_add_wrapped(&text->out, related->message, width, builder_str(b),
					 STR("         "), STR_NONE);
			b->n = 0;
			continue;
		}
		line_add(b, related->message);
		line_end(b, from);
	}
}

static struct text text_of(const struct report *report)
{
	struct arena *arena = &report->lint->run;

	return (struct text){
		.report = report,
		.lint = report->lint,
		.advised = { .arena = arena },
		.causes = ARENA_ARRAY(arena, report->rules.count, uint32_t),
		.stop = { .spelt = { .arena = arena }, .excerpt = { .arena = arena } },
		.out = { .arena = arena },
		.head = { .arena = arena },
	};
}

static void add_finding(struct text *text, const struct finding *finding, const struct rule *rule)
{
	add_first_line(text, finding);
	if (text->report->quiet)
		return;
	add_excerpt(text, finding, rule);
	add_related(text, finding);
}

/* ---- advice ---- */

static const struct rule *rule_at(const struct text *text, size_t position)
{
	struct rule_set rules = text->report->rules;

	return position < rules.count ? rules.all[position] : NULL;
}

/* The advice of a rule once, where it is first needed; where it depends on the cause, for each.  False:
   it was printed, or there is none. */
static bool add_help(struct text *text, struct str help)
{
	unsigned width = text->report->width;

	if (table_get(&text->advised, help) || !help.n)
		return false;
	table_add(&text->advised, help, text);
	line_add_wrapped(&text->out, help, width && width < HELP_COLUMNS ? width : HELP_COLUMNS,
			 STR("   help: "), STR("         "), STR_NONE);
	return true;
}

_Static_assert(CAUSES <= 32, "each cause has a bit");

/* Once for each rule. */
static void add_advice(struct text *text, const struct finding *finding, size_t position)
{
	const struct rule *rule = rule_at(text, position);
	uint32_t cause = UINT32_C(1) << finding->cause;

	/* nearly all findings are of a rule that has advised already */
	if (!rule || (text->causes[position] & cause))
		return;
	text->causes[position] |= cause;
	if (!add_help(text, rule_help_for(rule, finding->cause)) ||
	    table_get(&text->advised, rule->name))
		return;
	table_add(&text->advised, rule->name, text);
	if (text->report->spells_url && report_rule_url(text->report, rule->name).n)
		builder_fmt(&text->out, "   see: %.*s\n",
			    STR_FMT(report_rule_url(text->report, rule->name)));
}

/* Services of one role for one reason. */
struct party {
	const struct role_entry *first;
	size_t count;
};

enum { PARTIES = 6, NAMED = 3 };

static bool is_of(const struct party *party, const struct role_entry *entry)
{
	return party->first->role == entry->role && str_eq(party->first->why, entry->why);
}

/* "a, b, c and 9 more=agent (why)" */
static void add_party(struct builder *b, struct credentials *credentials, const struct roles *roles,
		      const struct party *party)
{
	size_t named = 0;

	for (size_t i = 0; i < roles->count && named < NAMED; i++) {
		if (!is_of(party, &roles->entries[i]))
			continue;
		if (named++)
			builder_add(b, STR(", "));
		line_add(b, credential_mask_name(credentials, b->arena,
						 roles->entries[i].service->name));
	}
	if (party->count > named)
		builder_fmt(b, " and %zu more", party->count - named);
	builder_fmt(b, "=%.*s", STR_FMT(role_name(party->first->role)));
	if (party->first->why.n) {
		builder_add(b, STR(" ("));
		line_add(b, party->first->why);
		builder_byte(b, ')');
	}
}

/* The parties of these roles, up to the limit; those beyond it are counted in *rest. */
static size_t find_parties(const struct roles *roles, bool agents, struct party *parties,
			   size_t count, size_t *rest)
{
	for (size_t i = 0; i < roles->count; i++) {
		const struct role_entry *entry = &roles->entries[i];
		size_t at = 0;

		if ((entry->role == SERVICE_AGENT) != agents)
			continue;
		while (at < count && !is_of(&parties[at], entry))
			at++;
		if (at == PARTIES) {
			++*rest;
			continue;
		}
		if (at == count)
			parties[count++] = (struct party){ entry, 0 };
		parties[at].count++;
	}
	return count;
}

static void put_roles(const struct text *text, const struct report_project *project)
{
	struct builder b = fresh(text);
	struct party parties[PARTIES];
	size_t count, rest = 0;

	if (!project->roles || !project->roles->count)
		return;
	if (text->report->nprojects > 1) {
		line_add(&b, project->directory);
		builder_add(&b, STR(": "));
	}
	builder_add(&b, STR("roles: "));
	/* whoever is judged most comes first */
	count = find_parties(project->roles, true, parties, 0, &rest);
	count = find_parties(project->roles, false, parties, count, &rest);
	for (size_t i = 0; i < count; i++) {
		if (i)
			builder_add(&b, STR("; "));
		add_party(&b, text->report->credentials, project->roles, &parties[i]);
	}
	if (rest)
		builder_fmt(&b, "; and %zu more", rest);
	put_wrapped(text, &b, STR("    "));
	relied_put(text->lint, project, report_relies(project), text->stream);
	fputc('\n', text->stream);
}

static void add_count(struct builder *b, size_t count, const char *word)
{
	builder_fmt(b, "%zu %s%s", count, word, count == 1 ? "" : "s");
}

/* Files of all projects, each of which is named once: by source, or by name where it has none. */
struct listed {
	bool *sources;
	struct table names;
};

static bool was_listed(struct listed *listed, const struct project_file *file)
{
	bool was = file->source ? listed->sources[file->source]
				: table_get(&listed->names, file->name) != NULL;

	if (file->source)
		listed->sources[file->source] = true;
	else if (!was)
		table_add(&listed->names, file->name, listed);
	return was;
}

/* Files that are named as not read; each project of a large repository may lack its .env. */
enum { MISSING = 5 };

static void put_summary(const struct text *text)
{
	const struct report *report = text->report;
	const struct diag *diag = &text->lint->diag;
	struct builder b = fresh(text), missing = fresh(text);
	struct listed listed = {
		ARENA_ARRAY(&text->lint->run, text->lint->sources.count, bool),
		{ .arena = &text->lint->run },
	};
	size_t infos = diag_count(diag, LEVEL_INFO), files = 0, nmissing = 0;

	for (size_t i = 0; i < report->nprojects; i++) {
		for (size_t k = 0; k < report->projects[i].nfiles; k++) {
			const struct project_file *file = &report->projects[i].files[k];

			if (was_listed(&listed, file))
				continue;
			if (file->source) {
				files++;
				continue;
			}
			if (++nmissing > MISSING)
				continue;
			builder_add(&missing, missing.n ? STR(", ") : STR("; not read: "));
			/* nothing opens it: what a file gives as a name may hold a secret */
			line_add(&missing, credential_mask_text(report->credentials, missing.arena,
								file->name));
			builder_add(&missing, file->absent   ? STR(" (absent)")
					      : file->folder ? STR(" (a folder)")
							     : STR(" (not readable)"));
		}
	}
	if (nmissing > MISSING)
		builder_fmt(&missing, " and %zu more", nmissing - MISSING);
	add_count(&b, diag_count(diag, LEVEL_ERROR), "error");
	builder_add(&b, STR(", "));
	add_count(&b, diag_count(diag, LEVEL_WARNING), "warning");
	if (infos) {
		builder_add(&b, STR(", "));
		add_count(&b, infos, "info");
	}
	builder_add(&b, STR(" in "));
	add_count(&b, report->nprojects, "project");
	builder_add(&b, STR(" ("));
	add_count(&b, files, "file");
	builder_add(&b, STR(" read)"));
	if (diag->suppressed)
		builder_fmt(&b, "; %zu suppressed", diag->suppressed);
	if (diag->beyond_limit)
		builder_fmt(&b, "; %zu more findings are not shown", diag->beyond_limit);
	if (diag->baselined)
		builder_fmt(&b, "; %zu in the baseline", diag->baselined);
	builder_add(&b, builder_str(&missing));
	put_wrapped(text, &b, STR("    "));
}

/* Was a service judged by a rule for agents only because nothing was known? */
static bool is_judged_unasked(const struct text *text)
{
	const struct diag *diag = &text->lint->diag;

	for (size_t i = 0; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];
		const struct roles *roles = text->report->projects[finding->project].roles;
		const struct rule *rule = rule_find(text->report->rules, finding->rule);

		if (!rule || rule->applies != APPLIES_AGENT)
			continue;
		for (size_t k = 0; roles && k < roles->count; k++)
			if (roles->entries[k].by_default &&
			    str_eq(roles->entries[k].service->name, finding->owner))
				return true;
	}
	return false;
}

/* What the summary cannot say in a word. */
static void put_notes(const struct text *text)
{
	const struct report *report = text->report;

	if (is_judged_unasked(text)) {
		struct builder b = fresh(text);

		builder_add(&b, STR("note: no agent was recognised; name it with --agent, or write "
				    "\"x-compose-lint: {role: service}\" into a service that is "
				    "none; a project without agents takes --preset baseline"));
		put_wrapped(text, &b, STR("      "));
	}
	for (size_t i = 0; i < report->nprojects; i++) {
		struct str example = report_example_env(report, &report->projects[i]);
		struct builder b = fresh(text);

		if (!example.n)
			continue;
		builder_add(&b, STR("note: .env is absent; copy "));
		line_add(&b, example);
		builder_add(&b, STR(" to .env and fill it in (--env-file "));
		line_add(&b, example);
		builder_add(&b,
			    STR(" takes what stands there; what is empty there counts as empty)"));
		put_wrapped(text, &b, STR("      "));
	}
	if (text->lint->diag.count || text->lint->diag.beyond_limit)
		return;
	if (text->lint->diag.suppressed || text->lint->diag.baselined)
		fputs("No other findings.\n", text->stream);
	else
		fputs("No findings. A linter reads the plan, not the building: run a boundary "
		      "test\n"
		      "inside the container as well, one that tries what must not be possible.\n",
		      text->stream);
}

static void put_out(struct text *text)
{
	fwrite(text->out.p, 1, text->out.n, text->stream);
	text->out.n = 0;
}

/* Those of the project, from number *at on. */
static void put_findings(struct text *text, size_t project, size_t *at)
{
	const struct diag *diag = &text->lint->diag;

	for (; *at < diag->count && diag->findings[*at]->project <= project; ++*at) {
		const struct finding *finding = diag->findings[*at];
		size_t position = rule_position(text->report->rules, finding->rule);

		go_to(text, report_primary(text->report, finding));
		add_finding(text, finding, rule_at(text, position));
		if (!text->report->quiet) {
			add_advice(text, finding, position);
			builder_byte(&text->out, '\n');
		}
		if (text->out.n > OUT_BYTES)
			put_out(text);
	}
	if (text->out.n)
		put_out(text);
}

void report_text(const struct report *report, FILE *stream)
{
	struct text text = text_of(report);
	size_t at = 0;

	text.stream = stream;
	for (size_t i = 0; i < report->nprojects; i++) {
		if (!report->quiet)
			put_roles(&text, &report->projects[i]);
		put_findings(&text, i, &at);
	}
	/* without a project there is nothing to sum up */
	if (report->quiet || !report->nprojects)
		return;
	put_notes(&text);
	put_summary(&text);
}
