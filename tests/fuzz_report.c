/* SPDX-License-Identifier: MIT */
/*
 * What is said of findings, and what the files say of them: suppressions,
 * baselines, every format of the report.  The findings are made of the input
 * itself, without a project, so that strange ones are reached quickly.
 */
#include "config.h"

#include "tests/fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/baseline.h"
#include "engine/suppress.h"
#include "engine/suppress_comment.h"
#include "fact/credential.h"
#include "report/report.h"
#include "rules/registry.h"

enum {
	MADE_FINDINGS = 64, /* of one input */
	REPORTED_RULES = 6
};

/* ---- findings out of lines ---- */

/* SARIF describes every rule of the set, which takes longer than all else. */
static struct rule_set reported_rules(void)
{
	struct rule_set rules = rules_all();

	rules.count = rules.count < REPORTED_RULES ? rules.count : REPORTED_RULES;
	return rules;
}

static const struct rule *rule_of(struct str text)
{
	const struct rule_set rules = reported_rules();

	return rules.all[(text.n ? (unsigned char)text.p[0] : 0) % rules.count];
}

static struct span span_of(const struct source *source, struct str text)
{
	size_t start = (size_t)(text.p - source->bytes.p);

	return (struct span){ source->number, (uint32_t)start, (uint32_t)(start + text.n) };
}

/*
 * "!MESSAGE|OWNER|PATH|EVIDENCE|RELATED": the first byte of the message chooses rule and level.
 * What a rule would have made visible itself is so here, as sinks do it with every text.
 */
static void make_finding(struct lint *lint, const struct source *source, struct str line)
{
	struct str rest = str_slice(line, 1, line.n), message = str_cut(&rest, '|');
	const struct rule *rule = rule_of(message);
	struct finding *finding =
		diag_add(&lint->diag, rule->name, span_of(source, line), "%.*s", STR_FMT(message));

	if (!finding)
		return;
	finding->level = LEVEL_INFO + line.n % 3;
	finding->graded = true;
	finding->owner = rest.p ? str_cut(&rest, '|') : STR("");
	finding->path = rest.p ? str_cut(&rest, '|') : STR("");
	finding->evidence = rest.p ? str_cut(&rest, '|') : STR("");
	finding->conceals = line.n % 7 == 6;
	if (rest.p)
		diag_related(&lint->diag, finding, RELATED_OTHER, span_of(source, rest), "%.*s",
			     STR_FMT(rest));
}

/* Of each line that begins with "!", or of every line. */
static void make_findings(struct lint *lint, const struct source *source, bool of_every_line)
{
	struct str rest = source->bytes;

	for (size_t count = 0; rest.p && count < MADE_FINDINGS;) {
		struct str line = str_cut(&rest, '\n');

		if (!line.n || (!of_every_line && line.p[0] != '!'))
			continue;
		make_finding(lint, source, line);
		count++;
	}
}

/* ---- what formats promise ---- */

bool fuzz_is_harmless(struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
			return false;
		/* C1 in UTF-8 */
		if (c == 0xc2 && i + 1 < text.n && (unsigned char)text.p[i + 1] < 0xa0)
			return false;
	}
	return true;
}

void fuzz_check_json(struct str text)
{
	/* a number of JSON has no end, an integer of jansson's has */
	const size_t flags = JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL;
	json_error_t error;
	json_t *value = json_loadb(text.p, text.n, flags, &error);

	if (!value)
		fprintf(stderr, "line %d: %s\n", error.line, error.text);
	fuzz_promise(value != NULL, "a report in JSON is JSON");
	json_decref(value);
}

/* "&amp;", "&#10;": a reference that XML knows without a declaration. */
static bool is_reference(struct str text)
{
	static const char *const names[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };
	size_t digits = 2;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_starts(text, str_from(names[i])))
			return true;
	if (!str_starts(text, STR("&#")))
		return false;
	while (digits < text.n &&
	       ((text.p[digits] >= '0' && text.p[digits] <= '9') ||
		(text.p[digits] >= 'A' && text.p[digits] <= 'F') || text.p[digits] == 'x'))
		digits++;
	return digits > 2 && digits < text.n && text.p[digits] == ';';
}

static bool has_only_references(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '&' && !is_reference(str_slice(text, i, text.n)))
			return false;
	return true;
}

/* The end of a tag, at its '>'; quotes hide what stands in them, which is never '<'. */
static size_t tag_end(struct str text, size_t at)
{
	char quote = 0;

	for (; at < text.n; at++) {
		char c = text.p[at];

		if (quote && c == quote)
			quote = 0;
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (!quote && c == '>')
			return at;
		if (c == '<')
			break;
	}
	return STR_NPOS;
}

/* Well-formed: tags close in order, one root, no stray markup.  Names are not looked at. */
static void check_xml(struct str text)
{
	struct str open[16];
	size_t depth = 0, roots = 0, at = 0;

	fuzz_promise(str_starts(text, STR("<?xml ")), "a report in XML is declared to be one");
	fuzz_promise(has_only_references(text), "an ampersand is a reference");
	at = str_find_byte(text, '>', 0) + 1;
	while ((at = str_find_byte(text, '<', at)) != STR_NPOS) {
		size_t end = tag_end(text, at + 1), name_end = at + 1;
		struct str name;

		fuzz_promise(end != STR_NPOS, "each tag ends");
		while (name_end < end && text.p[name_end] != ' ' && text.p[name_end] != '/')
			name_end++;
		if (text.p[at + 1] == '/') {
			name = str_slice(text, at + 2, end);
			fuzz_promise(depth && str_eq(open[depth - 1], name),
				     "tags are closed in order");
			depth--;
		} else if (text.p[end - 1] != '/') {
			fuzz_promise(depth < sizeof(open) / sizeof(*open),
				     "tags are not nested deep");
			roots += !depth;
			open[depth++] = str_slice(text, at + 1, name_end);
		} else {
			roots += !depth;
		}
		at = end;
	}
	fuzz_promise(!depth && roots == 1, "an XML document has one root, which is closed");
}

/* Each line is "PLACE: LEVEL: MESSAGE [RULE]", a note, or a command of the runner. */
static void check_lines(struct str text, bool has_commands)
{
	while (text.n) {
		struct str line = str_cut(&text, '\n');
		bool is_command = str_starts(line, STR("::"));

		fuzz_promise(!is_command || has_commands,
			     "no line is a command where none is ours");
		fuzz_promise(is_command ? str_starts(line, STR("::error file=")) ||
						  str_starts(line, STR("::warning file=")) ||
						  str_starts(line, STR("::notice file="))
					: str_has(line, STR(": error: ")) ||
						  str_has(line, STR(": warning: ")) ||
						  str_has(line, STR(": info: ")) ||
						  str_has(line, STR(": note: ")),
			     "a line is a place with its message");
	}
}

static void check_report(enum report_format format, struct str text)
{
	fuzz_promise(fuzz_is_harmless(text), "nothing that is printed steers a terminal");
	switch (format) {
	case REPORT_JSON:
	case REPORT_SARIF:
	case REPORT_GITLAB:
		fuzz_check_json(text);
		break;
	case REPORT_JUNIT:
		check_xml(text);
		break;
	case REPORT_GCC:
	case REPORT_GITHUB:
		check_lines(text, format == REPORT_GITHUB);
		break;
	case REPORT_TEXT:
	case REPORT_FORMATS:
		break;
	}
}

void fuzz_print_report(const struct report *report, enum report_format format)
{
	char *bytes = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&bytes, &n);

	if (!stream)
		abort();
	fuzz_promise(!report_write(report, format, stream).failed, "memory takes a report");
	fclose(stream);
	check_report(format, (struct str){ bytes, n });
	free(bytes);
}

/* ---- the targets ---- */

/* The first line is the name of the file. */
void fuzz_report(struct str bytes)
{
	struct lint lint;
	struct str rest = bytes, name = str_cut(&rest, '\n');
	const struct source *source;
	struct project_file file = { .role = ROLE_BASE, .name = name };
	struct report_project project = { .directory = STR("."), .files = &file, .nfiles = 1 };
	struct report report = {
		.lint = &lint,
		.rules = reported_rules(),
		.projects = &project,
		.nprojects = 1,
		.current = STR("/project"),
		.shows_suppressed = true,
		.width = 80,
	};

	lint_init(&lint);
	source = source_add(&lint.sources, name,
			    arena_fmt(&lint.run, "/project/%.*s", STR_FMT(name)),
			    rest.p ? rest : STR(""));
	file.source = source->number;
	report.credentials = credentials_new(&lint.run);
	make_findings(&lint, source, false);
	engine_finish(&lint, report.credentials);
	fuzz_check_places(&lint);
	for (int format = 0; format < REPORT_FORMATS; format++)
		fuzz_print_report(&report, (enum report_format)format);
	credentials_free(report.credentials);
	lint_free(&lint);
}

static void check_directive(struct lint *lint, struct str text)
{
	struct suppress_directive directive;

	if (!suppress_is_addressed(text) ||
	    !suppress_parse(&lint->run, rules_all(), text, &directive))
		return;
	fuzz_promise(directive.nrules || directive.problem.n,
		     "a comment suppresses something, or says what is wrong with it");
	fuzz_promise(fuzz_is_harmless(directive.problem), "what is wrong is said visibly");
	fuzz_promise(!directive.until ||
			     (directive.until % 100 >= 1 && directive.until % 100 <= 31 &&
			      directive.until / 100 % 100 >= 1 &&
			      directive.until / 100 % 100 <= 12),
		     "a last day is a day");
	for (size_t i = 0; i < directive.nrules; i++)
		for (size_t k = 0; k < i; k++)
			fuzz_promise(directive.rules[i] != directive.rules[k],
				     "each rule is named once");
}

/* A Compose file with comments; each of its lines has a finding. */
void fuzz_suppress(struct str bytes)
{
	struct lint lint;
	struct grading grading = grading_new(rules_all(), PRESET_STRICT);
	struct project_file file = { .role = ROLE_BASE, .name = STR("compose.yaml") };
	const struct suppress_project project = {
		.grading = &grading, .files = &file, .nfiles = 1, .requires_reason = true
	};
	struct suppressions *suppressions;
	struct suppress_view *view;
	const struct source *source;
	struct str rest = bytes;
	size_t made;

	lint_init(&lint);
	source = fuzz_source(&lint, "compose.yaml", bytes);
	file.source = source->number;
	while (rest.p)
		check_directive(&lint, str_cut(&rest, '\n'));
	suppressions = suppressions_new(&(struct suppress_request){
		.lint = &lint, .rules = rules_all(), .today = 20260101 });
	view = suppressions_begin(suppressions, &project);
	make_findings(&lint, source, true);
	made = lint.diag.count;
	suppressions_apply(view, NULL, 0);
	suppressions_finish(suppressions);
	fuzz_promise(lint.diag.count >= made, "what is suppressed is marked, not removed");
	fuzz_check_places(&lint);
	lint_free(&lint);
}

static bool read_baseline(struct lint *lint, const struct source *source,
			  struct baseline **baseline)
{
	*baseline = baseline_new(lint, source->path);
	return !baseline_read(*baseline, source).failed;
}

/* What was read is written, and then read and written again as it is. */
void fuzz_baseline(struct str bytes)
{
	struct lint lint;
	struct baseline *baseline;

	lint_init(&lint);
	if (read_baseline(&lint, fuzz_source(&lint, "baseline.json", bytes), &baseline)) {
		struct str text = baseline_text(baseline);

		fuzz_check_json(text);
		fuzz_promise(
			read_baseline(&lint, fuzz_source(&lint, "again.json", text), &baseline),
			"a baseline that was written can be read");
		fuzz_promise(str_eq(baseline_text(baseline), text),
			     "what is read and written again stays as it is");
	}
	fuzz_promise(!lint.diag.count, "what is wrong with a baseline is no finding of a project");
	lint_free(&lint);
}
