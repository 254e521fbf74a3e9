/* SPDX-License-Identifier: MIT */
/*
 * compose-lint-rules(7) from the data sheets: one .Ss for each rule, so that
 * "man -O tag=NAME" finds it.  Sentences begin on lines of their own, as mdoc
 * wants them.
 */
#include "config.h"

#include "base/utf8.h"
#include "report/mapping.h"
#include "report/report.h"

/* Literal, so that the page is the same whenever it is made. */
static const char date[] = "November 29, 2026";

enum { COLUMNS = 72 };

static void character(FILE *stream, struct str text, struct utf8 u)
{
	if (!u.valid)
		fputs("\\[uFFFD]", stream);
	else if (u.code == '\\')
		fputs("\\e", stream);
	else if (u.code >= 0x80)
		fprintf(stream, "\\[u%04X]", (unsigned)u.code);
	else
		fputc(text.p[0], stream);
}

/* A word of running text; an option keeps the dash that can be typed. */
static void word(FILE *stream, struct str text)
{
	bool dash = str_starts(text, STR("-"));

	for (bool start = true; text.n; start = false) {
		struct utf8 u = utf8_decode(text);

		if (start && (u.code == '.' || u.code == '\''))
			fputs("\\&", stream);
		if (dash && u.code == '-')
			fputc('\\', stream);
		character(stream, text, u);
		text = str_slice(text, u.bytes, text.n);
	}
}

/* A full stop, or what closes behind one. */
static bool ends_sentence(struct str text)
{
	while (text.n && (text.p[text.n - 1] == ')' || text.p[text.n - 1] == '"' ||
			  text.p[text.n - 1] == '\''))
		text.n--;
	return text.n && (text.p[text.n - 1] == '.' || text.p[text.n - 1] == '!' ||
			  text.p[text.n - 1] == '?');
}

static void prose(FILE *stream, struct str text)
{
	size_t used = 0, at = 0;

	while (at < text.n) {
		size_t end;

		while (at < text.n && byte_is_space(text.p[at]))
			at++;
		end = at;
		while (end < text.n && !byte_is_space(text.p[end]))
			end++;
		if (end == at)
			break;
		if (used && used + 1 + (end - at) > COLUMNS) {
			fputc('\n', stream);
			used = 0;
		}
		if (used) {
			fputc(' ', stream);
			used++;
		}
		word(stream, str_slice(text, at, end));
		used += end - at;
		if (ends_sentence(str_slice(text, at, end))) {
			fputc('\n', stream);
			used = 0;
		}
		at = end;
	}
	if (used)
		fputc('\n', stream);
}

/* `follows`: something stands above, so that the first needs a break too. */
static void paragraphs(FILE *stream, struct str text, bool follows)
{
	while (text.n) {
		size_t end = str_find(text, STR("\n\n"), 0);

		if (follows)
			fputs(".Pp\n", stream);
		prose(stream, str_slice(text, 0, end == STR_NPOS ? text.n : end));
		text = end == STR_NPOS ? STR_NONE : str_slice(text, end + 2, text.n);
		follows = true;
	}
}

static void literal(FILE *stream, struct str text)
{
	fputs(".Bd -literal -offset indent\n", stream);
	while (text.n) {
		struct str line = str_cut(&text, '\n');

		if (line.n && (line.p[0] == '.' || line.p[0] == '\''))
			fputs("\\&", stream);
		while (line.n) {
			struct utf8 u = utf8_decode(line);

			if (u.code == '-')
				fputs("\\-", stream);
			else
				character(stream, line, u);
			line = str_slice(line, u.bytes, line.n);
		}
		fputc('\n', stream);
	}
	fputs(".Ed\n", stream);
}

static void examples(FILE *stream, const char *heading, const struct str *texts)
{
	for (size_t i = 0; i < RULE_EXAMPLES && texts[i].n; i++) {
		if (!i)
			fprintf(stream, ".Pp\n%s\n", heading);
		literal(stream, texts[i]);
	}
}

static void references(FILE *stream, struct str see)
{
	bool any = false;

	while (see.p) {
		struct str line = str_trim(str_cut(&see, '\n'));
		size_t open = str_find(line, STR("<http"), 0);

		if (!line.n)
			continue;
		fputs(any ? ".br\n" : ".Pp\n", stream);
		any = true;
		if (open == STR_NPOS || !str_ends(line, STR(">"))) {
			prose(stream, line);
			continue;
		}
		fputs(".Lk ", stream);
		word(stream, str_slice(line, open + 1, line.n - 1));
		if (open) {
			fputs(" \"", stream);
			word(stream, str_trim(str_slice(line, 0, open)));
			fputc('"', stream);
		}
		fputc('\n', stream);
	}
}

/* Only to rules that have a section here. */
static void yields(FILE *stream, struct rule_set rules, const struct rule *rule)
{
	struct str last = STR_NONE;

	for (size_t i = 0; rule->yields && rule->yields[i].n; i++) {
		if (!rule_find(rules, rule->yields[i]))
			continue;
		if (last.n)
			fprintf(stream, ".Sx %.*s ,\n", STR_FMT(last));
		else
			fputs(".Pp\nGives way, where they speak of the same text, to\n", stream);
		last = rule->yields[i];
	}
	if (last.n)
		fprintf(stream, ".Sx %.*s .\n", STR_FMT(last));
}

/* ---- other catalogues ---- */

/* The rules that have a section here; false: none. */
static bool answers(FILE *stream, struct rule_set rules, const struct mapping *asked)
{
	struct str name, last = STR_NONE;

	for (size_t i = 0; (name = mapping_rule(asked, i)).n; i++) {
		if (!rule_find(rules, name))
			continue;
		if (last.n)
			fprintf(stream, ".Sx %.*s ,\n", STR_FMT(last));
		last = name;
	}
	if (last.n)
		fprintf(stream, ".Sx %.*s%s\n", STR_FMT(last), asked->note.n ? " :" : "");
	return last.n > 0;
}

static void asked_item(FILE *stream, struct rule_set rules, const struct mapping *asked)
{
	fputs(".It ", stream);
	/* a word that mdoc would call as a macro */
	fputs("\\&", stream);
	word(stream, asked->name);
	if (asked->about.n) {
		fputs(", ", stream);
		word(stream, asked->about);
	}
	fputc('\n', stream);
	if (!answers(stream, rules, asked))
		fputs("no rule:\n", stream);
	prose(stream, asked->note);
}

static void catalogue(FILE *stream, struct rule_set rules, const struct mapping *head, size_t count)
{
	fputs(".Ss \\&", stream);
	word(stream, head->name);
	fputc('\n', stream);
	prose(stream, head->about);
	if (head->url.n) {
		fputs(".Lk ", stream);
		word(stream, head->url);
		fputc('\n', stream);
	}
	fputs(".Bl -tag -width Ds\n", stream);
	for (size_t i = 1; i < count; i++)
		asked_item(stream, rules, &head[i]);
	fputs(".El\n", stream);
}

static bool is_asked_for(const struct rule *rule)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	for (size_t i = 0; i < count; i++)
		if (mapping_has(&all[i], rule->name))
			return true;
	return false;
}

static void catalogues(FILE *stream, struct rule_set rules)
{
	const struct mapping *all;
	size_t count = mapping_all(&all);

	fputs(".Sh OTHER CATALOGUES\n"
	      "What others ask for, and the rules that answer it.\n",
	      stream);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && !all[end].heads;)
			end++;
		catalogue(stream, rules, &all[i], end - i);
	}
	fputs(".Ss Rules that are in none of these\n.Bl -item -compact\n", stream);
	for (size_t i = 0; i < rules.count; i++)
		if (!is_asked_for(rules.all[i]))
			fprintf(stream, ".It\n.Sx %.*s\n", STR_FMT(rules.all[i]->name));
	fputs(".El\n", stream);
}

/* What asks for the rule, one catalogue after the other. */
static void asked_by(FILE *stream, const struct rule *rule)
{
	const struct mapping *all, *head = NULL, *told = NULL;
	size_t count = mapping_all(&all);

	for (size_t i = 0; i < count; i++) {
		if (all[i].heads)
			head = &all[i];
		if (!head || !mapping_has(&all[i], rule->name))
			continue;
		if (!told)
			fputs(".Pp\n.Em Asked for by :\n", stream);
		fputs(head == told ? ", " : told ? ";\n" : "", stream);
		if (head != told) {
			word(stream, head->name);
			fputs(": ", stream);
		}
		word(stream, all[i].name);
		told = head;
	}
	if (told)
		fputs(".\n", stream);
}

/* In our own order, from what a person adds to what the agent makes. */
static const char unseen[] =
	".Sh WHAT A LINTER CANNOT SEE\n"
	"It reads the plan, not the building.\n"
	"Nothing here is a rule, because nothing of it stands in the files:\n"
	".Bl -bullet\n"
	".It\n"
	"What the command line of docker compose adds\n"
	".Ql run -v ,\n"
	".Ql -e\n"
	"or\n"
	".Ql -p ,\n"
	"and what the shell exports.\n"
	"Options that choose files, env files, profiles and the project directory exist here\n"
	"under the same names; the environment counts with\n"
	".Fl \\-use\\-environment .\n"
	".It\n"
	"The daemon: user namespaces, rootless mode, its default runtime and profiles, the\n"
	"versions of the engine and of what starts containers; and the variables for proxies\n"
	"that Compose adds from the configuration of the user.\n"
	".It\n"
	"What is in an image: setuid files, the default user of an image that is not built\n"
	"here, secrets that were left in it.\n"
	".It\n"
	"Whether an external network has a route, what an external volume holds, and what a\n"
	"remote include says today.\n"
	".It\n"
	"What the gateway passes on.\n"
	"One that fetches any address for whoever asks is a way out with a good name.\n"
	".It\n"
	"Where a link leads when the container starts, who owns a file, and what the agent\n"
	"will write.\n"
	".El\n"
	".Pp\n"
	"Left out on purpose, so that nobody takes silence for an answer: annotations, which\n"
	"only some runtimes read, credential_spec and the isolation of Windows, emulated\n"
	"platforms, storage_opt, keys of deploy that only a swarm reads, programs of\n"
	"providers but for who can change them, health checks, drivers of logs, and the\n"
	"format of the files.\n"
	".Pp\n"
	"So a clean report is the plan's half of the answer.\n"
	"For the other half run a boundary test in the container, which tries what must not be\n"
	"possible.\n";

/* What else is to be done, by cause. */
static void helps(FILE *stream, const struct rule *rule)
{
	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++) {
		fprintf(stream, ".Pp\nWhere %.*s:\n", STR_FMT(rule->helps[i].when));
		prose(stream, rule->helps[i].text);
	}
}

static void rule_section(FILE *stream, struct rule_set rules, const struct rule *rule)
{
	fprintf(stream, ".Tg %.*s\n.Ss %.*s\n", STR_FMT(rule->name), STR_FMT(rule->name));
	prose(stream, rule->summary);
	fprintf(stream, ".Pp\nSeverity %.*s; group %.*s; applies to %.*s.\n",
		STR_FMT(report_level_word(rule->severity)), STR_FMT(rule_group_name(rule->group)),
		STR_FMT(explain_applies(rule->applies)));
	paragraphs(stream, rule->reason, true);
	if (rule->silent.n) {
		fputs(".Pp\n.Em Not reported :\n", stream);
		paragraphs(stream, rule->silent, false);
	}
	yields(stream, rules, rule);
	if (rule->advice.n) {
		fputs(".Pp\n.Em How to mend it :\n", stream);
		paragraphs(stream, rule->advice, false);
	}
	helps(stream, rule);
	for (size_t i = 0; i < RULE_OPTIONS && rule->options[i].name.n; i++) {
		fprintf(stream, ".Pp\n.Em Option %.*s :\n", STR_FMT(rule->options[i].name));
		paragraphs(stream, rule->options[i].about, false);
	}
	examples(stream, "Reported:", rule->bad);
	examples(stream, "Not reported:", rule->good);
	asked_by(stream, rule);
	references(stream, rule->see);
}

static void table(FILE *stream, struct rule_set rules)
{
	fputs(".Bl -column \"network-not-internal\" \"warning\" -compact\n", stream);
	for (size_t i = 0; i < rules.count; i++) {
		fprintf(stream, ".It Sx %.*s Ta %.*s Ta ", STR_FMT(rules.all[i]->name),
			STR_FMT(report_level_word(rules.all[i]->severity)));
		fprintf(stream, "%.*s\n", STR_FMT(rule_group_name(rules.all[i]->group)));
	}
	fputs(".El\n", stream);
}

void report_mdoc(struct rule_set rules, FILE *stream)
{
	fputs(".\\\" SPDX-License-Identifier: MIT\n"
	      ".\\\" Made from the rules by \"make update-manual\"; change them, not this page.\n"
	      ".if !d Tg \\{\\\n"
	      ".de Tg\n"
	      "..\n"
	      ".\\}\n",
	      stream);
	fprintf(stream, ".Dd %s\n.Dt COMPOSE-LINT-RULES 7\n.Os\n", date);
	fputs(".Sh NAME\n"
	      ".Nm compose-lint-rules\n"
	      ".Nd what compose-lint reports, and why\n"
	      ".Sh DESCRIPTION\n"
	      "Each finding of\n"
	      ".Xr compose-lint 1\n"
	      "carries the name of a rule in brackets.\n"
	      "A name is kept for ever and never given to another rule.\n"
	      ".Pp\n"
	      "A rule has a severity.\n"
	      ".Sy error :\n"
	      "the container crosses a boundary with this line alone, a layer that is on by\n"
	      "default is switched off, or the files cannot be loaded.\n"
	      ".Sy warning :\n"
	      "a layer that is off by default was not switched on, or a fact that is needed\n"
	      "cannot be proved from the files.\n"
	      ".Sy info :\n"
	      "correct files may look like this.\n"
	      ".Pp\n"
	      "Where two rules would speak of one text for one reason, the more exact one\n"
	      "reports and the other gives way.\n"
	      "In the examples a line that ends in\n"
	      ".Dq # <\\-\n"
	      "is the one that is reported.\n"
	      ".Pp\n",
	      stream);
	table(stream, rules);
	fputs(".Sh RULES\n", stream);
	for (size_t i = 0; i < rules.count; i++)
		rule_section(stream, rules, rules.all[i]);
	catalogues(stream, rules);
	fputs(unseen, stream);
	fputs(".Sh SEE ALSO\n.Xr compose-lint 1 ,\n.Xr compose-lint-config 5\n", stream);
}
