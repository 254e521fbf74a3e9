/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "gather.h"

#include <stdatomic.h>
#include <string.h>

#include "base/limits.h"
#include "base/path.h"
#include "engine/configuration.h"
#include "fact/credential.h"
#include "fact/facts.h"
#include "model/load.h"
#include "read/file_once.h"

struct gatherer {
	struct lint *lint;
	struct discovery *discovery;
	struct configs *configs;
	struct gathering out;
	struct workers *workers;
	size_t capacity;
	size_t first;                   /* of those that are being loaded */
	atomic_size_t spent[SPENDINGS]; /* by threads */
	atomic_bool depends;            /* one of them depends on what was loaded before it */
	struct table members;           /* absolute path -> struct discovered_member */
	struct table reached;           /* absolute paths of the files of the projects that count */
	struct table reaching; /* those of files that stand alone, of others than themselves */
};

/* ---- loading ---- */

/* The configuration that governs the project. */
static struct failure configure(struct gatherer *gatherer, const struct discovered *found,
				const struct config **config)
{
	const struct load_request *load = &found->load;
	struct arena *arena = &gatherer->lint->run;
	struct str directory = path_directory(found->absolute[0]);

	if (load->project_directory.n)
		directory = path_clean(
			arena, path_join(arena, load->current_directory, load->project_directory));
	return configs_find(gatherer->configs, directory, config);
}

struct found_aside found_set_aside(struct lint *lint, size_t first, size_t first_notice)
{
	struct diag *diag = &lint->diag;
	struct found_aside aside = { .beyond_limit = diag->beyond_limit,
				     .nnotices = lint->notices.count - first_notice };

	aside.findings = diag_take(diag, first, &aside.nfindings);
	diag->beyond_limit = 0;
	aside.notices = ARENA_ARRAY(&lint->run, aside.nnotices, struct notice);
	if (aside.nnotices)
		memcpy(aside.notices, lint->notices.all + first_notice,
		       aside.nnotices * sizeof(*aside.notices));
	lint->notices.count = first_notice;
	return aside;
}

void found_take(struct lint *lint, const struct found_aside *aside, uint32_t number)
{
	struct diag *diag = &lint->diag;

	diag->project = number;
	diag->beyond_limit += aside->beyond_limit;
	for (size_t i = 0; i < aside->nfindings; i++)
		aside->findings[i]->project = number;
	diag_put(diag, aside->findings, aside->nfindings);
	for (size_t i = 0; i < aside->nnotices; i++)
		notice_add(lint, aside->notices[i].kind, aside->notices[i].span, "%.*s",
			   STR_FMT(aside->notices[i].message));
}

/* One that is to be loaded, unless that was done early. */
static void expect(struct gatherer *gatherer, struct discovered *found)
{
	struct lint *lint = gatherer->lint;
	struct gathering *out = &gatherer->out;
	struct gathered *to;
	const struct config *config = NULL;
	size_t first_config = lint->sources.count;
	struct failure failure = found->failure;

	if (!failure.failed)
		failure = configure(gatherer, found, &config);
	out->all = arena_grow(&lint->run, out->all, out->count, &gatherer->capacity,
			      sizeof(*out->all));
	to = &out->all[out->count++];
	if (found->early && found->early->lint) {
		*to = *found->early;
		gatherer->depends = gatherer->depends || failure.failed || to->config != config;
	} else {
		*to = (struct gathered){ .found = found,
					 .failure = failure,
					 .config = config,
					 .unread = !failure.failed };
	}
	to->instead_of = found->instead_of;
	to->first_config = first_config;
	to->nconfigs = lint->sources.count - first_config;
}

/* Now, while the model is at hand: it is walked once for what it hides. */
static const struct credentials *learn(struct lint *lint, const struct project *project)
{
	struct credentials *apart;

	if (!project)
		return NULL;
	apart = credentials_apart(project->credentials, &lint->run);
	credentials_learn_model(apart, project->model);
	return apart;
}

static void load(void *self, struct lint *lint, void *piece)
{
	struct gatherer *gatherer = self;
	struct gathered *to = piece;
	bool shares = lint->sources.whole;
	struct load_request request = to->found->load;
	size_t first_notice = lint->notices.count, before[SPENDINGS];
	struct files *files;

	if (shares && atomic_load(&gatherer->depends))
		return;
	request.facts = facts_resolve;
	request.settings = &to->config->settings;
	request.gateway = to->config->gateway;
	request.listing = &to->listing;
	if (shares) {
		files = ARENA_NEW(&lint->run, struct files);
		*files = files_once_share(request.files, &lint->run);
		request.files = files;
		for (unsigned kind = 0; kind < SPENDINGS; kind++)
			lint->spent[kind] = before[kind] = atomic_load(&gatherer->spent[kind]);
		lint->sources.depends = false;
		lint->notices.beyond_limit = 0;
	}
	to->failure = load_project(lint, &request, &to->project);
	to->loading = found_set_aside(lint, 0, first_notice);
	to->learnt = to->failure.failed ? NULL : learn(lint, to->project);
	to->lint = lint;
	to->unread = false;
	if (!shares)
		return;
	for (unsigned kind = 0; kind < SPENDINGS; kind++)
		atomic_fetch_add(&gatherer->spent[kind], lint->spent[kind] - before[kind]);
	if (lint->sources.depends || lint->notices.beyond_limit)
		atomic_store(&gatherer->depends, true);
}

void gather_early(void *self, struct discovered *found, const struct config *config)
{
	struct gatherer *gatherer = self;
	struct gathered *early = ARENA_NEW(&gatherer->lint->run, struct gathered);

	*early = (struct gathered){ .found = found, .config = config };
	found->early = early;
	workers_offer(gatherer->workers, early);
}

/* Threads have loaded some of them, or have left them for what they met with others. */
static bool is_shared(const struct gatherer *gatherer)
{
	for (size_t i = gatherer->first; i < gatherer->out.count; i++) {
		const struct gathered *gathered = &gatherer->out.all[i];

		if (gathered->unread || (gathered->lint && gathered->lint != gatherer->lint))
			return true;
	}
	return false;
}

/* A source that several projects name has the name that the first of them gives it. */
static bool each_has_one_name(struct gatherer *gatherer)
{
	const struct gathering *out = &gatherer->out;

	for (size_t i = gatherer->first; i < out->count; i++)
		for (size_t k = 0; k < out->all[i].listing.count; k++) {
			const struct project_file *file = &out->all[i].listing.files[k];
			const struct source *source =
				source_get(&gatherer->lint->sources, file->source);

			if (source && !str_eq(source->name, file->name))
				return false;
		}
	return true;
}

/* One thread would have had no room for the notices of one of them. */
static bool overflows_notices(const struct gatherer *gatherer)
{
	size_t count = gatherer->lint->notices.count;

	for (size_t i = gatherer->first; i < gatherer->out.count; i++)
		if (count + gatherer->out.all[i].loading.nnotices > LIMIT_NOTICES)
			return true;
	return false;
}

/* By all threads together. */
static bool is_spent_within_limits(const struct gatherer *gatherer)
{
	size_t sums[SPENDINGS];

	for (unsigned kind = 0; kind < SPENDINGS; kind++)
		sums[kind] = gatherer->lint->spent[kind] + gatherer->spent[kind];
	return lint_spent_is_allowed(sums);
}

static bool is_independent(struct gatherer *gatherer)
{
	return !gatherer->depends && is_spent_within_limits(gatherer) &&
	       sources_bytes(&gatherer->lint->sources) <= LIMIT_RUN_BYTES &&
	       !overflows_notices(gatherer) && each_has_one_name(gatherer);
}

/* Those that were expected, from gatherer->first on, whether they were loaded or not. */
static void load_again(struct gatherer *gatherer, size_t first_source)
{
	struct gathering *out = &gatherer->out;

	sources_forget(&gatherer->lint->sources, first_source);
	for (unsigned kind = 0; kind < SPENDINGS; kind++)
		gatherer->spent[kind] = 0;
	gatherer->depends = false;
	for (size_t i = gatherer->first; i < out->count; i++)
		if (out->all[i].unread || out->all[i].lint)
			load(gatherer, gatherer->lint, &out->all[i]);
}

/* `first_source`: those from there on were read by threads that have loaded some of them. */
static void load_all(struct gatherer *gatherer, size_t first_source)
{
	struct gathering *out = &gatherer->out;
	size_t count = 0;
	void **pieces = ARENA_ARRAY(&gatherer->lint->run, out->count - gatherer->first, void *);

	for (size_t i = gatherer->first; i < out->count; i++)
		if (out->all[i].unread)
			pieces[count++] = &out->all[i];
	workers_run(gatherer->workers, pieces, count, load, gatherer);
	if (is_shared(gatherer) && !is_independent(gatherer))
		load_again(gatherer, first_source);
	for (unsigned kind = 0; kind < SPENDINGS; kind++) {
		gatherer->lint->spent[kind] += gatherer->spent[kind];
		gatherer->spent[kind] = 0;
	}
	gatherer->first = out->count;
}

static void load_one(struct gatherer *gatherer, struct discovered *found)
{
	size_t first_source = gatherer->lint->sources.count;

	expect(gatherer, found);
	load_all(gatherer, first_source);
}

/* ---- the order ---- */

struct placing {
	uint32_t *order, *places;
	uint32_t last;
};

static void place(struct placing *placing, size_t number)
{
	if (!number || placing->places[number])
		return;
	placing->places[number] = ++placing->last;
	placing->order[placing->last] = (uint32_t)number;
}

/* As one thread reads them: the configuration of a project, then its files. */
static void order_sources(struct gatherer *gatherer)
{
	struct lint *lint = gatherer->lint;
	size_t count = lint->sources.count, first = count;
	struct placing placing = { ARENA_ARRAY(&lint->run, count, uint32_t),
				   ARENA_ARRAY(&lint->run, count, uint32_t), 0 };

	if (gatherer->out.count)
		first = gatherer->out.all[0].first_config;
	/* the search has read them */
	for (size_t i = 1; i < first; i++) {
		const struct source *source = source_get(&lint->sources, (uint32_t)i);

		if (source && !source->shared)
			place(&placing, i);
	}
	for (size_t i = 0; i < gatherer->out.count; i++) {
		const struct gathered *gathered = &gatherer->out.all[i];

		for (size_t k = 0; k < gathered->nconfigs; k++)
			place(&placing, gathered->first_config + k);
		for (size_t k = 0; k < gathered->listing.count; k++)
			place(&placing, gathered->listing.files[k].source);
	}
	for (size_t i = 1; i < count; i++)
		place(&placing, i);
	sources_reorder(&lint->sources, placing.order, placing.places);
}

void gather_order(struct lint *lint, const struct gathering *gathering)
{
	size_t nsources = lint->sources.count;
	uint32_t *ranks = ARENA_ARRAY(&lint->run, nsources, uint32_t), last = 0;

	for (size_t i = 0; i < gathering->count; i++) {
		const struct gathered *gathered = &gathering->all[i];
		const struct project *project = gathered->project;

		for (size_t k = 0; gathered->counts && project && k < project->nfiles; k++)
			if (project->files[k].source && !ranks[project->files[k].source])
				ranks[project->files[k].source] = ++last;
	}
	for (size_t i = 1; i < nsources; i++) {
		const struct source *source = source_at(&lint->sources, i);

		if (source && !ranks[source->number])
			ranks[source->number] = ++last;
	}
	lint->diag.ranks = ranks;
	lint->diag.nranks = nsources;
}

/* ---- what counts ---- */

static bool is_alone(const struct gathered *gathered)
{
	return gathered->found->load.alone && !gathered->failure.failed;
}

/* The file by which the project is known. */
static struct str first_file(const struct gathered *gathered)
{
	return gathered->found->absolute[0];
}

/* Notes the files that the project has read, in the table; `without` is left out. */
static void note_files(struct table *table, const struct gathered *gathered, struct str without)
{
	const struct project *project = gathered->project;

	for (size_t i = 0; project && i < project->nfiles; i++)
		if (project->files[i].source && !str_eq(project->files[i].path, without))
			table_add(table, project->files[i].path, table);
}

static void count_in(struct gatherer *gatherer, struct gathered *gathered)
{
	gathered->counts = true;
	if (!gathered->failure.failed)
		note_files(&gatherer->reached, gathered, STR_NONE);
}

static bool is_fragment(const struct gathered *gathered)
{
	return gathered->project && gathered->project->fragment;
}

/* The members among the files of the project are noted as used; true: there is one. */
static bool uses_members(struct gatherer *gatherer, const struct gathered *gathered, bool notes)
{
	const struct project *project = gathered->project;
	bool some = false;

	for (size_t i = 0; project && i < project->nfiles; i++) {
		struct discovered_member *member =
			project->files[i].source
				? table_get(&gatherer->members, project->files[i].path)
				: NULL;

		some = some || member;
		if (member && notes)
			member->used = true;
	}
	return some;
}

/* Could it count at all, whatever the others read? */
static bool is_eligible(struct gatherer *gatherer, const struct gathered *gathered)
{
	const struct discovery *discovery = gatherer->discovery;
	const struct discovered *found = gathered->found;

	if (found->is_candidate)
		return !is_fragment(gathered) && uses_members(gatherer, gathered, false);
	if (gathered->instead_of && discovery->members[gathered->instead_of - 1].used)
		return false;
	return !gathered->is_layer && !(is_fragment(gathered) && found->is_found);
}

/*
 * A file of another name that is no project alone, for what it refers to or what its services run
 * stands in the default file beside it: the two are judged together.
 */
static void find_layers(struct gatherer *gatherer)
{
	struct gathering *out = &gatherer->out;
	struct table read = { .arena = &gatherer->lint->run };
	size_t nloaded = out->count;

	for (size_t i = 0; i < nloaded; i++)
		if (!out->all[i].failure.failed)
			note_files(&read, &out->all[i], first_file(&out->all[i]));
	for (size_t i = 0; i < nloaded; i++) {
		struct gathered *gathered = &out->all[i];
		struct discovered *upon;

		if (!is_alone(gathered) || !gathered->found->is_found || !gathered->project ||
		    !(is_fragment(gathered) || gathered->project->refused) ||
		    table_get(&read, first_file(gathered)))
			continue;
		upon = discover_upon_base(gatherer->discovery, gathered->found);
		if (!upon)
			continue;
		load_one(gatherer, upon);
		if (out->all[out->count - 1].project && !out->all[out->count - 1].project->refused)
			out->all[i].is_layer = true;
		else
			gatherer->first = --out->count;
	}
}

static void find_used_members(struct gatherer *gatherer)
{
	struct discovery *discovery = gatherer->discovery;

	for (size_t i = gatherer->members.count; i < discovery->nmembers; i++)
		table_add(&gatherer->members, discovery->members[i].absolute,
			  &discovery->members[i]);
	for (size_t i = 0; i < gatherer->out.count; i++)
		if (is_eligible(gatherer, &gatherer->out.all[i]) &&
		    !gatherer->out.all[i].instead_of)
			uses_members(gatherer, &gatherer->out.all[i], true);
}

/* Somebody may extend or include what is no project by itself, and is then judged in its place. */
static void find_owners(struct gatherer *gatherer)
{
	struct discovery *discovery = gatherer->discovery;
	size_t nloaded = gatherer->out.count, ndiscovered = discovery->count;
	size_t first_source = gatherer->lint->sources.count;

	for (size_t i = 0; i < nloaded; i++) {
		struct gathered *gathered = &gatherer->out.all[i];

		if (is_alone(gathered) && is_fragment(gathered) && !gathered->found->is_found &&
		    !gathered->found->is_candidate)
			gathered->instead_of = discover_owners(discovery, gathered->found);
	}
	for (size_t i = ndiscovered; i < discovery->count; i++)
		expect(gatherer, discovery->all[i]);
	load_all(gatherer, first_source);
}

/*
 * Those that are no file alone count first.  Of the others one that some project reads is reported
 * there; where they read each other in a circle, the first of them stands for all.
 */
static void choose(struct gatherer *gatherer)
{
	struct gathering *out = &gatherer->out;
	bool *open = ARENA_ARRAY(&gatherer->lint->run, out->count, bool);

	for (size_t i = 0; i < out->count; i++) {
		struct gathered *gathered = &out->all[i];

		if (!is_eligible(gatherer, gathered))
			continue;
		open[i] = is_alone(gathered);
		if (open[i])
			note_files(&gatherer->reaching, gathered, first_file(gathered));
		else
			count_in(gatherer, gathered);
	}
	for (size_t i = 0; i < out->count; i++) {
		struct gathered *gathered = &out->all[i];

		if (!open[i] || table_get(&gatherer->reached, first_file(gathered)) ||
		    table_get(&gatherer->reaching, first_file(gathered)))
			continue;
		open[i] = false;
		count_in(gatherer, gathered);
	}
	for (size_t i = 0; i < out->count; i++)
		if (open[i] && !table_get(&gatherer->reached, first_file(&out->all[i])))
			count_in(gatherer, &out->all[i]);
}

/* What was found below folders is told to them. */
static void tell_folders(struct gatherer *gatherer)
{
	struct discovery *discovery = gatherer->discovery;
	struct arena *arena = &gatherer->lint->run;

	for (size_t i = 0; i < gatherer->out.count; i++) {
		const struct gathered *gathered = &gatherer->out.all[i];
		bool counts = gathered->counts;

		/* the others were noted when they were found */
		if (gathered->found->failure.failed || !gathered->found->load.alone ||
		    (!counts && gathered->found->is_candidate))
			continue;
		counts = counts || table_get(&gatherer->reached, first_file(gathered));
		for (size_t k = 0; k < discovery->nfolders; k++) {
			struct discovered_folder *folder = &discovery->folders[k];

			if (!path_is_within(first_file(gathered), folder->absolute))
				continue;
			if (counts)
				folder->has_project = true;
			else
				discovered_folder_add(arena, folder,
						      gathered->found->load.paths[0]);
		}
	}
}

struct gatherer *gather_begin(struct lint *lint, struct configs *configs, struct workers *workers)
{
	struct gatherer *gatherer = ARENA_NEW(&lint->run, struct gatherer);

	gatherer->lint = lint;
	gatherer->configs = configs;
	gatherer->workers = workers;
	gatherer->members.arena = gatherer->reached.arena = gatherer->reaching.arena = &lint->run;
	workers_open(workers, load, gatherer);
	return gatherer;
}

struct gathering gather(struct gatherer *gatherer, struct discovery *discovery)
{
	size_t first_source;

	gatherer->discovery = discovery;
	workers_close(gatherer->workers);
	for (size_t i = 0; i < discovery->count; i++)
		if (!discovery->all[i]->instead_of)
			expect(gatherer, discovery->all[i]);
	load_all(gatherer, 0);
	find_layers(gatherer);
	find_owners(gatherer);
	find_used_members(gatherer);
	/* what a name does not tell is known when the others are */
	first_source = gatherer->lint->sources.count;
	for (size_t i = 0; i < discovery->count; i++)
		if (discovery->all[i]->instead_of &&
		    !discovery->members[discovery->all[i]->instead_of - 1].used)
			expect(gatherer, discovery->all[i]);
	load_all(gatherer, first_source);
	order_sources(gatherer);
	choose(gatherer);
	tell_folders(gatherer);
	return gatherer->out;
}
