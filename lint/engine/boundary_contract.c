/* SPDX-License-Identifier: MIT */
/* A declared contract beside what there is, for the sheet. */
#include "config.h"

#include "engine/boundary.h"
#include "engine/sink.h"
#include "fact/declared.h"
#include "fact/mount.h"
#include "fact/network.h"

struct str boundary_state_word(enum boundary_state state)
{
	static const struct str words[] = {
		[STATE_PRESENT] = STR_INIT("present"),     [STATE_MISSING] = STR_INIT("missing"),
		[STATE_READ_ONLY] = STR_INIT("read-only"), [STATE_WRITABLE] = STR_INIT("writable"),
		[STATE_UNKNOWN] = STR_INIT("unknown"),
	};

	return words[state];
}

/* The text outlives the scratch arena. */
static struct str shown(struct sink *sink, struct str text)
{
	return arena_str(&sink->lint->run, sink_show(sink, text));
}

static const struct contract_item *find(const struct contract_item *items, size_t count,
					const struct node *declaration)
{
	for (size_t i = 0; i < count; i++)
		if (items[i].declaration == declaration)
			return &items[i];
	return NULL;
}

/* ---- what is declared ---- */

/* The mode or the ports behind an entry; NULL: it is only a name. */
static const struct node *value_at(const struct node *part, size_t position)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what has entries is there */
	return part->kind == NODE_MAPPING ? part->in.pairs[position].value : NULL;
}

static struct str how_of(struct sink *sink, const struct node *value)
{
	struct builder b = { .arena = &sink->lint->run };

	if (!value || value->kind == NODE_NULL)
		return STR("");
	if (value->kind != NODE_SEQUENCE)
		return shown(sink, node_text(value));
	for (size_t i = 0; i < value->count; i++) {
		builder_add(&b, i ? STR(", ") : STR(""));
		builder_add(&b, sink_show(sink, node_text(value->in.items[i])));
	}
	return builder_str(&b);
}

static enum boundary_state state_of(const struct service *service, const struct node *name,
				    const struct node *value)
{
	const struct contract *contract = service->contract;
	const struct project *project = service->project;

	if (find(contract->unmet, contract->nunmet, name))
		return project->refused || project->incomplete ? STATE_UNKNOWN : STATE_MISSING;
	if (value && find(contract->unmet, contract->nunmet, value))
		return STATE_READ_ONLY;
	for (size_t i = 0; value && i < contract->nbeyond; i++)
		if (contract->beyond[i].kind == CONTRACT_MODE &&
		    contract->beyond[i].declaration == value)
			return STATE_WRITABLE;
	return STATE_PRESENT;
}

static size_t view_part(struct sink *sink, const struct service *service, const struct node *part,
			const struct boundary_declared **declared)
{
	size_t count = contract_count(part);
	struct boundary_declared *all =
		ARENA_ARRAY(&sink->lint->run, count + 1, struct boundary_declared);

	for (size_t i = 0; i < count; i++) {
		const struct node *name = contract_entry_at(part, i), *value = value_at(part, i);

		all[i] = (struct boundary_declared){
			.name = shown(sink, node_text(name)),
			.how = how_of(sink, value),
			.state = state_of(service, name, value),
			.place = name->span,
		};
	}
	*declared = all;
	return count;
}

/* ---- what is not ---- */

static struct str names_of(struct sink *sink, const struct contract_item *item)
{
	struct builder b = { .arena = &sink->lint->run };

	if (!item->nnames)
		return shown(sink, item->name);
	for (size_t i = 0; i < item->nnames && i < CONTRACT_NAMED; i++) {
		builder_add(&b, i ? STR(", ") : STR(""));
		builder_add(&b, sink_show(sink, item->names[i]));
	}
	if (item->nnames > CONTRACT_NAMED)
		builder_fmt(&b, " and %zu more", item->nnames - CONTRACT_NAMED);
	return builder_str(&b);
}

static struct boundary_beyond beyond_of(struct sink *sink, const struct service *service,
					const struct contract_item *item)
{
	static const struct {
		enum contract_part part;
		const char *words;
	} kinds[] = {
		[CONTRACT_MOUNT] = { CONTRACT_SEES, "sees" },
		[CONTRACT_MODE] = { CONTRACT_SEES, "can write" },
		[CONTRACT_FILE] = { CONTRACT_SEES, "sees" },
		[CONTRACT_ROUTE] = { CONTRACT_REACHES, "may get out through network" },
		[CONTRACT_NEIGHBOUR] = { CONTRACT_REACHES, "reaches" },
		[CONTRACT_PORT] = { CONTRACT_REACHES, "reaches port" },
		[CONTRACT_VARIABLE] = { CONTRACT_HOLDS, "holds" },
	};
	struct boundary_beyond beyond = { .part = kinds[item->kind].part,
					  .name = names_of(sink, item) };

	beyond.what = arena_fmt(&sink->lint->run, "%s %.*s", kinds[item->kind].words,
				STR_FMT(beyond.name));
	beyond.place = item->at ? item->at->span : item->line;
	/* an absent key has no place of its own */
	if (span_is_none(beyond.place))
		beyond.place = service->key->span;
	return beyond;
}

const struct boundary_contract *boundary_compare(struct sink *sink, const struct service *service)
{
	const struct contract *contract = service->contract;
	const struct node *parts[CONTRACT_PARTS];
	struct boundary_contract *view;
	struct boundary_beyond *beyond;

	if (!contract)
		return NULL;
	parts[CONTRACT_SEES] = service->declared->sees;
	parts[CONTRACT_REACHES] = service->declared->reaches;
	parts[CONTRACT_HOLDS] = service->declared->holds;
	view = ARENA_NEW(&sink->lint->run, struct boundary_contract);
	for (unsigned i = 0; i < CONTRACT_PARTS; i++) {
		const struct node *part = parts[i];

		view->parts[i].declared = part != NULL;
		view->parts[i].count = view_part(sink, service, part, &view->parts[i].all);
	}
	beyond = ARENA_ARRAY(&sink->lint->run, contract->nbeyond + 1, struct boundary_beyond);
	for (size_t i = 0; i < contract->nbeyond; i++)
		beyond[i] = beyond_of(sink, service, &contract->beyond[i]);
	view->beyond = beyond;
	view->nbeyond = contract->nbeyond;
	return view;
}
