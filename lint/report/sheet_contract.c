/* SPDX-License-Identifier: MIT */
/*
 * The contract of each agent as it is today, in the form in which the
 * configuration is read, for somebody who reviews it.  What a rule reports is
 * marked, so that nobody blesses it unread.  Names only: no value of a variable.
 */
#include "config.h"

#include <stdlib.h>

#include "fact/contract.h"
#include "fact/credential.h"
#include "report/line.h"
#include "report/sheet.h"
#include "report/value.h"

/* libyaml wants the colon of a key on the same line and not further away than 1024 characters */
enum { LONGEST_KEY = 1000 };

struct pen {
	const struct sheets *sheets;
	const struct project *project;
	const struct boundary_service *service;
	const struct contract_draft *draft;
	FILE *stream;
	/* for what is written of one entry; there may be as many as lines of files */
	struct arena *entry;
};

static void put_text(const struct pen *pen, const char *text)
{
	fputs(text, pen->stream);
}

/* The name as YAML has it; false: it holds what must not be shown. */
static bool write_name(const struct pen *pen, struct str name, struct builder *b)
{
	struct value_writer writer = { .lint = pen->sheets->lint, .out = { .arena = pen->entry } };

	value_add_literal(&writer, name);
	*b = writer.out;
	return str_eq(credential_mask_text(pen->sheets->credentials, pen->entry, name), name);
}

/* ---- marks ---- */

static bool touches(struct span a, struct span b)
{
	return !span_is_none(a) && !span_is_none(b) && (span_within(a, b) || span_within(b, a));
}

/* It tells of another entry of the same part: many may stand on one line. */
static bool is_of_other(const struct pen *pen, enum contract_part part,
			const struct contract_need *need, struct str evidence)
{
	const struct contract_need *all = pen->draft->parts[part].all;
	size_t low = 0, high = pen->draft->parts[part].count;

	if (str_eq(evidence, need->name))
		return false;
	while (low < high) { /* they are sorted */
		size_t middle = low + (high - low) / 2;
		int order = str_cmp(all[middle].name, evidence);

		if (!order)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static bool is_about(const struct pen *pen, enum contract_part part,
		     const struct contract_need *need, const struct finding *finding)
{
	if (part == CONTRACT_REACHES && finding->evidence.n &&
	    str_eq(finding->evidence, need->name))
		return true;
	if (finding->evidence.n && is_of_other(pen, part, need, finding->evidence))
		return false;
	for (size_t i = 0; i < need->nplaces; i++)
		if (touches(need->places[i], finding->span) ||
		    touches(need->places[i], finding->extent))
			return true;
	return false;
}

/* What the sheet's own rules say of the contract that is there now is no matter of the next. */
static bool is_of_contract(const struct finding *finding)
{
	return str_eq(finding->rule, STR("beyond-contract")) ||
	       str_eq(finding->rule, STR("contract-unmet"));
}

static void add_marks(const struct pen *pen, enum contract_part part,
		      const struct contract_need *need, struct builder *b)
{
	struct builder said = { .arena = b->arena };

	for (size_t i = 0; i < pen->service->nfindings; i++) {
		const struct finding *finding = pen->service->findings[i];
		struct str word;

		if (finding->level == LEVEL_OFF || is_of_contract(finding) ||
		    !is_about(pen, part, need, finding))
			continue;
		word = arena_fmt(b->arena, " %.*s,", STR_FMT(finding->rule));
		if (str_find(builder_str(&said), word, 0) == STR_NPOS)
			builder_add(&said, word);
	}
	if (said.n)
		builder_fmt(b, "  # REVIEW:%.*s",
			    STR_FMT(str_slice(builder_str(&said), 0, said.n - 1)));
}

/* ---- entries ---- */

static void add_ports(struct builder *b, const struct contract_need *need)
{
	bool list = need->nports > 1;

	if (need->nports)
		builder_add(b, list ? STR(" [") : STR(" "));
	for (size_t i = 0; i < need->nports; i++) {
		const struct contract_range *range = &need->ports[i];

		builder_fmt(b, "%s%lld", i ? ", " : "", (long long)range->low);
		if (range->high != range->low)
			builder_fmt(b, "-%lld", (long long)range->high);
	}
	if (list)
		builder_byte(b, ']');
}

static void put_need(const struct pen *pen, enum contract_part part,
		     const struct contract_need *need)
{
	struct builder name, b = { .arena = pen->entry };
	bool shown = write_name(pen, need->name, &name);
	bool is_key = part != CONTRACT_HOLDS;

	builder_add(&b, STR("      "));
	if (!shown) {
		builder_add(&b,
			    STR("# one entry is left out, for its name looks like a credential"));
	} else if (!is_key) {
		builder_fmt(&b, "- %.*s", STR_FMT(builder_str(&name)));
	} else {
		bool is_long = name.n > LONGEST_KEY;

		builder_fmt(&b, "%s%.*s%s:", is_long ? "? " : "", STR_FMT(builder_str(&name)),
			    is_long ? "\n      " : "");
		if (part == CONTRACT_SEES)
			builder_add(&b, need->writable ? STR(" rw") : STR(" ro"));
		add_ports(&b, need);
	}
	add_marks(pen, part, need, &b);
	line_put(pen->stream, &b);
	arena_reset(pen->entry);
}

static bool is_all_hidden(const struct pen *pen, enum contract_part part)
{
	for (size_t i = 0; i < pen->draft->parts[part].count; i++) {
		struct builder ignored;

		if (write_name(pen, pen->draft->parts[part].all[i].name, &ignored))
			return false;
		arena_reset(pen->entry);
	}
	return true;
}

static void put_part(const struct pen *pen, enum contract_part part)
{
	struct builder b = { .arena = &pen->sheets->lint->run };

	builder_fmt(&b, "    %.*s:", STR_FMT(contract_part_name(part)));
	if (is_all_hidden(pen, part))
		builder_add(&b, part == CONTRACT_HOLDS ? STR(" []") : STR(" {}"));
	line_put(pen->stream, &b);
	for (size_t i = 0; i < pen->draft->parts[part].count; i++)
		put_need(pen, part, &pen->draft->parts[part].all[i]);
}

static void put_open(const struct pen *pen)
{
	for (size_t i = 0; i < pen->draft->nopen; i++) {
		struct builder b = { .arena = &pen->sheets->lint->run };

		builder_add(&b,
			    STR("    # left out, for it hangs on a variable that nothing sets: "));
		line_add_place(&b, &pen->sheets->lint->sources, pen->draft->open[i]->span);
		line_put(pen->stream, &b);
	}
}

static void put_service(struct pen *pen)
{
	const struct service *service = pen->service->entry->service;
	struct builder name, b = { .arena = &pen->sheets->lint->run };

	builder_add(&b, STR("  "));
	if (!write_name(pen, service->name, &name)) {
		builder_add(&b,
			    STR("# a service is left out, for its name looks like a credential"));
		line_put(pen->stream, &b);
		return;
	}
	builder_fmt(&b, "%s%.*s%s:", name.n > LONGEST_KEY ? "? " : "", STR_FMT(builder_str(&name)),
		    name.n > LONGEST_KEY ? "\n  " : "");
	line_put(pen->stream, &b);
	pen->draft = contract_draft(pen->sheets->lint, pen->project, service);
	put_open(pen);
	for (unsigned part = 0; part < CONTRACT_PARTS; part++)
		put_part(pen, (enum contract_part)part);
}

static int by_name(const void *left, const void *right)
{
	const struct boundary_service *const *a = left, *const *b = right;

	return str_cmp((*a)->entry->service->name, (*b)->entry->service->name);
}

struct failure sheet_write_contract(const struct sheets *sheets, FILE *stream)
{
	const struct boundary *boundary = sheets->all[0];
	struct arena *arena = &sheets->lint->run;
	const struct boundary_service **agents =
		ARENA_ARRAY(arena, boundary->nservices, const struct boundary_service *);
	struct arena entry = { 0 };
	struct pen pen = {
		.sheets = sheets, .project = boundary->project, .stream = stream, .entry = &entry
	};
	size_t count = 0;

	for (size_t i = 0; i < boundary->nservices; i++)
		if (boundary->services[i].judged)
			agents[count++] = &boundary->services[i];
	if (count)
		qsort(agents, count, sizeof(*agents), by_name);
	put_text(&pen,
		 "# What each agent can see, reach and hold today, for .compose-lint.yaml.\n"
		 "# Review every line before it stands there: from then on it is allowed, and\n"
		 "# only what goes beyond it is reported.  Behind \"REVIEW:\" are the rules that\n"
		 "# report what a line would bless: mend it there, and take the line out.\n"
		 "# Names only: no value of a variable is written.\n"
		 "services:\n");
	for (size_t i = 0; i < count; i++) {
		pen.service = agents[i];
		put_service(&pen);
	}
	arena_free(&entry);
	return report_flush(stream, arena);
}
