/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/role.h"

#include "base/table.h"
#include "base/utf8.h"
#include "fact/agent_cli.h"
#include "fact/declared.h"
#include "engine/role_word.h"
#include "fact/gateway.h"
#include "fact/mount.h"
#include "fact/sidecar.h"
#include "fact/twin.h"
#include "image/stage.h"
#include "model/environment.h"

struct str role_name(enum role role)
{
	switch (role) {
	case SERVICE_AGENT:
		return STR("agent");
	case SERVICE_GATEWAY:
		return STR("gateway");
	case SERVICE_ORDINARY:
		return STR("service");
	}
	return STR("");
}

const struct role_entry *roles_entry(const struct roles *roles, const struct service *service)
{
	size_t position = (size_t)(service - service->project->services);

	/* entries stand in the project's order */
	return position < roles->count ? &roles->entries[position] : NULL;
}

enum role roles_of(const struct roles *roles, const struct service *service)
{
	const struct role_entry *entry = roles_entry(roles, service);

	return entry ? entry->role : SERVICE_ORDINARY;
}

/* ---- what is known of one service ---- */

struct looked_at {
	struct lint *lint;
	const struct role_words *words;
	const struct project *project;
	const struct service *service;
	struct image_reference image; /* or the build's FROM */
	int score;
	struct str why;                     /* the strongest reason */
	struct str gateway, infrastructure; /* the words that say so; empty */
	struct str recognised;              /* how: "name", "image" */
	struct str named;                   /* the word of an agent in the service's name; empty */
	bool means_model;             /* what was found is an agent, not only a place for code */
	bool declared;                /* its role is said, whatever it looks like */
	bool idle;                    /* it starts nothing */
	bool guards;                  /* the firewall beside another service */
	struct str part_of_product;   /* its name alone says agent, and ends in this; empty */
	const struct looked_at *twin; /* the agent whose image it runs too; NULL */
};

static struct str shown(struct lint *lint, struct str text)
{
	struct builder b = { .arena = &lint->run };

	utf8_add_visible(&b, text, 80);
	return builder_str(&b);
}

static struct str where(struct lint *lint, struct span span)
{
	return arena_fmt(&lint->run, "%.*s:%u",
			 STR_FMT(shown(lint, source_name(&lint->sources, span))),
			 source_place(&lint->sources, span.source, span.start).line);
}

static void score(struct looked_at *at, int points, struct str why)
{
	if (!at->why.n && points >= 2)
		at->why = why;
	at->score += points;
}

static bool score_by_run(struct looked_at *at)
{
	const struct stage *stage = at->service->image ? at->service->image->target : NULL;
	struct agent_cli_match match;

	for (size_t i = 0; stage && i < stage->nruns; i++) {
		const struct stage_run *run = &stage->runs[i];

		for (size_t j = 0; j < run->ntexts; j++) {
			struct str text = run->texts[j];
			struct span span = run->instr->head;

			if (!agent_cli_in_run(text, 0, &match))
				continue;
			/* the strings of the exec form are decoded, so they stand in no line */
			if (!run->instr->json)
				span = dockerfile_slice_span(run->instr,
							     str_slice(text, match.from, match.to));
			score(at, 3,
			      arena_fmt(&at->lint->run, "image installs %.*s, %.*s",
					STR_FMT(match.name), STR_FMT(where(at->lint, span))));
			return true;
		}
	}
	return false;
}

static bool score_by_command(struct looked_at *at, struct str key)
{
	const struct node *command = service_field(at->service, key);
	struct str text = node_text(command);
	struct agent_cli_match match;
	struct str first = text;
	bool found = false;

	if (command && command->kind == NODE_SEQUENCE) {
		for (size_t i = 0; i < command->count && !found; i++) {
			text = node_text(command->in.items[i]);
			found = (i == 0 && agent_cli_is_program(text, &match)) ||
				agent_cli_in_run(text, 0, &match);
		}
	} else if (text.n) {
		found = agent_cli_is_program(str_cut(&first, ' '), &match) ||
			agent_cli_in_run(text, 0, &match);
	}
	if (found)
		score(at, 3,
		      arena_fmt(&at->lint->run, "%.*s starts %.*s", STR_FMT(key),
				STR_FMT(match.name)));
	return found;
}

/* A command line of the Dockerfile that starts an agent. */
static bool score_by_image_command(struct looked_at *at)
{
	const struct stage *stage = at->service->image ? at->service->image->target : NULL;
	const struct stage_command *commands[2];
	struct agent_cli_match match;

	if (!stage)
		return false;
	commands[0] = &stage->entrypoint;
	commands[1] = &stage->cmd;
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < commands[i]->argc; j++) {
			struct str word = commands[i]->argv[j];
			bool shell = commands[i]->form == STAGE_FORM_SHELL;
			struct str rest = word;

			if (shell)
				word = str_cut(&rest, ' ');
			if (!(j == 0 || shell) || !agent_cli_is_program(word, &match))
				continue;
			score(at, 3,
			      arena_fmt(&at->lint->run, "image starts %.*s, %.*s",
					STR_FMT(match.name),
					STR_FMT(where(at->lint, commands[i]->instr
									? commands[i]->instr->head
									: SPAN_NONE))));
			return true;
		}
	}
	return false;
}

/* What is in the image or is started: it says more than any name. */
static bool score_by_contents(struct looked_at *at)
{
	return score_by_run(at) || score_by_command(at, STR("entrypoint")) ||
	       score_by_command(at, STR("command")) || score_by_image_command(at);
}

static bool score_by_image_name(struct looked_at *at)
{
	struct str image = node_text(service_field(at->service, STR("image"))), name;
	struct agent_cli_match match;

	name = agent_cli_in_image(str_lower(&at->lint->scratch, image), &match)
		       ? match.name
		       : role_word_product_in_image(at->words, &at->image);
	if (name.n)
		score(at, 3, arena_fmt(&at->lint->run, "image is %.*s", STR_FMT(name)));
	return name.n > 0;
}

static bool has_writable_bind(const struct looked_at *at)
{
	const struct mount_list *mounts = at->service->mounts;

	for (size_t i = 0; mounts && i < mounts->count; i++)
		if (mounts->all[i].type == MOUNT_BIND && !mounts->all[i].read_only)
			return true;
	return false;
}

/*
 * "acme-agent" that sees the host's own trees, and is given nothing to work on: it reports how the
 * host does.  What it sees is reported whatever its role is.
 */
static bool watches_host(const struct looked_at *at)
{
	const struct service *service = at->service;
	const struct mount_list *mounts = service->mounts;
	bool sees_processes = str_eq(node_text(service_field(service, STR("pid"))), STR("host"));
	size_t trees = 0;

	if (!str_ends(service->name, STR("-agent")) || service->gateway->count)
		return false;
	for (size_t i = 0; mounts && i < mounts->count; i++) {
		struct hostpath_fact fact;

		if (mounts->all[i].type != MOUNT_BIND)
			continue;
		if (!mounts->all[i].read_only)
			return false;
		trees += mount_is(&mounts->all[i], HOSTPATH_IS_SYSTEM, &fact);
	}
	return trees + sees_processes >= 2 && trees;
}

/* An engine in a container; what is built upon it is for its own contents to say. */
static bool is_engine(const struct looked_at *at)
{
	return !at->service->build && str_eq(at->image.base, STR("docker")) &&
	       str_has(at->image.tag, STR("dind"));
}

static void recognise(struct looked_at *at)
{
	struct str name = at->service->name;
	struct str store = role_word_in_name(at->words, ROLE_WORD_INFRASTRUCTURE, name);

	at->gateway = role_word_in_image(at->words, ROLE_WORD_GATEWAY, &at->image);
	at->recognised = STR("image");
	/* "litellm-db" is whose it is first, then what it is; a proxy of a gateway may be one */
	if (!at->gateway.n && (!store.n || str_eq(store, STR("proxy")))) {
		at->gateway = role_word_in_name(at->words, ROLE_WORD_GATEWAY, name);
		at->recognised = STR("name");
	}
	at->infrastructure = role_word_in_image(at->words, ROLE_WORD_INFRASTRUCTURE, &at->image);
	if (!at->infrastructure.n)
		at->infrastructure = store;
	if (!at->infrastructure.n && is_engine(at))
		at->infrastructure = STR("dind");
}

/* In small letters: an image with capitals in its path, which the engine refuses, is meant all the same. */
static struct image_reference image_of(struct lint *lint, const struct service *service)
{
	struct str text =
		service->image && service->image->target ? service->image->target->image : STR("");

	if (!text.n)
		text = node_text(service_field(service, STR("image")));
	return image_parse(str_lower(&lint->run, text));
}

static void score_by_names(struct looked_at *at, struct str own_gateway)
{
	struct lint *lint = at->lint;
	struct str container = node_text(service_field(at->service, STR("container_name")));

	at->named = role_word_agent(at->words, at->service->name);
	at->means_model = at->means_model || role_word_means_model(at->words, at->service->name);
	if (at->named.n)
		score(at, 3, arena_fmt(&lint->run, "name says %.*s", STR_FMT(at->named)));
	/* OPENCLAW_GATEWAY_URL: the agent's own front end, which its clients speak to */
	if (own_gateway.n) {
		at->means_model = true;
		score(at, 3,
		      arena_fmt(&lint->run, "host of %.*s", STR_FMT(shown(lint, own_gateway))));
	}
	/* the container's name often carries the project's name, so it is asked last */
	if (at->score || at->gateway.n || at->infrastructure.n || at->guards)
		return;
	container = role_word_agent(at->words, container);
	if (!container.n)
		return;
	at->means_model = role_word_means_model(
		at->words, node_text(service_field(at->service, STR("container_name"))));
	score(at, 3, arena_fmt(&lint->run, "container name says %.*s", STR_FMT(container)));
}

static struct looked_at look_at(struct lint *lint, const struct role_words *words,
				const struct project *project, const struct service *service,
				struct str own_gateway)
{
	struct looked_at at = {
		.lint = lint, .words = words, .project = project, .service = service
	};
	bool by_contents;

	at.why = at.recognised = at.gateway = at.infrastructure = STR("");
	at.image = image_of(lint, service);
	at.guards = sidecar_guards(service);
	at.idle = twin_starts_nothing(lint, service);
	recognise(&at);
	by_contents = score_by_contents(&at);
	at.means_model = by_contents || score_by_image_name(&at);
	if (!at.score && !at.infrastructure.n &&
	    str_eq(role_word_agent(words, service->name), STR("agent")) && watches_host(&at))
		at.infrastructure = STR("watches the host");
	if (!at.score && !own_gateway.n && !service->gateway->count)
		at.part_of_product = role_word_part(service->name);
	score_by_names(&at, own_gateway);
	if (service->gateway->count && has_writable_bind(&at)) {
		at.means_model = true;
		score(&at, 2, STR("has a model address and a writable mount"));
	}
	if (node_is_true(service_field(service, STR("stdin_open"))) ||
	    node_is_true(service_field(service, STR("tty"))))
		score(&at, 1, STR(""));
	if (at.gateway.n || (!by_contents && (at.infrastructure.n || at.guards)))
		at.score -= 4;
	return at;
}

/* ---- declarations ---- */

static bool declared_role(const struct service *service, enum role *role)
{
	struct str text = service->declared ? node_text(service->declared->role) : STR("");

	if (str_eq(text, STR("agent")))
		*role = SERVICE_AGENT;
	else if (str_eq(text, STR("gateway")))
		*role = SERVICE_GATEWAY;
	else if (str_eq(text, STR("service")))
		*role = SERVICE_ORDINARY;
	else
		return false;
	return true;
}

static bool is_named(const struct service *service, const struct str *agents, size_t nagents)
{
	for (size_t i = 0; i < nagents; i++)
		if (str_eq(agents[i], service->name))
			return true;
	return false;
}

/* Who holds the address of a host in a variable: the first service, and the first other one. */
struct addressing {
	const struct service *by[2];
	struct str variable[2];
};

static void note_address(struct lint *lint, struct table *hosts, const struct service *by,
			 struct str host, struct str variable)
{
	struct addressing *known = table_get(hosts, host);
	size_t position = known && known->by[0] ? 1 : 0;

	if (!known) {
		known = ARENA_NEW(&lint->scratch, struct addressing);
		table_add(hosts, host, known);
	}
	if (known->by[position] || known->by[0] == by)
		return;
	known->by[position] = by;
	known->variable[position] = variable;
}

/* Every environment is read once, not once for each service that may be addressed. */
static struct table find_addresses(struct lint *lint, const struct project *project)
{
	struct table hosts = { .arena = &lint->scratch };

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *service = &project->services[i];

		for (size_t j = 0; j < service->gateway->count; j++) {
			const struct gateway_address *at = &service->gateway->addresses[j];

			if (at->address.host.n)
				note_address(lint, &hosts, service, at->address.host,
					     at->entry->name);
		}
	}
	return hosts;
}

/* The variable of another service whose address has this service's name as host; empty: none. */
static struct str addressed_by(struct table *hosts, const struct service *service)
{
	const struct addressing *known = table_get(hosts, service->name);

	for (size_t i = 0; known && i < 2 && known->by[i]; i++)
		if (known->by[i] != service)
			return known->variable[i];
	return STR("");
}

/* ---- gateways of a program's own ---- */

static bool is_gateway_variable(struct str variable)
{
	return str_has(variable, STR("_GATEWAY_"));
}

/* The variable by which clients find this agent's own gateway; empty: none. */
static struct str own_gateway_of(const struct role_words *words, struct table *hosts,
				 const struct service *service)
{
	struct str variable = addressed_by(hosts, service);

	return is_gateway_variable(variable) && role_word_product_of_variable(words, variable).n
		       ? variable
		       : STR("");
}

/* FOO_GATEWAY_URL=http://foo:1: what foo itself offers, which need not be a model. */
static bool is_called_after(struct str variable, const struct looked_at *at)
{
	const struct str names[] = { at->service->name, at->image.base };
	size_t end = str_find(variable, STR("_GATEWAY_"), 0);

	for (size_t i = 0; end != STR_NPOS && i < sizeof(names) / sizeof(*names); i++) {
		size_t same = 0;

		if (!at->image.valid && i == 1)
			continue;
		while (same < end && same < names[i].n &&
		       (str_eq_nocase(str_slice(variable, same, same + 1),
				      str_slice(names[i], same, same + 1)) ||
			(variable.p[same] == '_' && !byte_is_alnum(names[i].p[same]))))
			same++;
		if (end && same == end && same == names[i].n &&
		    !str_eq_nocase(names[i], STR("llm")) && !str_eq_nocase(names[i], STR("ai")))
			return true;
	}
	return false;
}

/* ---- the same program ---- */

/* Beside an agent that runs, a service that is called one and only has its image built is none. */
static void leave_out_idle(struct looked_at *looks, size_t count)
{
	bool any_runs = false;

	for (size_t i = 0; i < count; i++)
		any_runs =
			any_runs || (looks[i].score >= 3 && !looks[i].idle && !looks[i].declared);
	for (size_t i = 0; any_runs && i < count; i++)
		if (looks[i].idle)
			looks[i].score = 0;
}

/* "agent-ui" beside an agent that is known by more than such a name: what people see of it. */
static void leave_out_parts(struct looked_at *looks, size_t count)
{
	bool any_whole = false;

	for (size_t i = 0; i < count; i++)
		any_whole = any_whole || (looks[i].score >= 3 && !looks[i].part_of_product.n &&
					  !looks[i].idle && !looks[i].declared);
	for (size_t i = 0; i < count; i++) {
		if (any_whole && looks[i].named.n && looks[i].part_of_product.n)
			looks[i].score = 0;
		else
			looks[i].part_of_product = STR("");
	}
}

/* The first of each image that only an agent's program has, and of each way to build one -> its
   struct looked_at. */
struct agents {
	struct table by_image, by_build, long_texts;
	size_t count;
};

static void note_agent(struct table *to, struct str key, struct looked_at *at)
{
	if (key.n && !table_get(to, key))
		table_add(to, key, at);
}

static struct agents find_agents(struct lint *lint, struct looked_at *looks, size_t count)
{
	struct agents agents = {
		.by_image = { .arena = &lint->scratch },
		.by_build = { .arena = &lint->scratch },
		.long_texts = { .arena = &lint->scratch },
	};

	for (size_t i = 0; i < count; i++) {
		if (looks[i].score < 3 || looks[i].declared)
			continue;
		agents.count++;
		note_agent(&agents.by_build,
			   twin_build_key(lint, looks[i].service, &agents.long_texts), &looks[i]);
		note_agent(&agents.by_image, twin_image_key(lint, looks[i].service), &looks[i]);
	}
	return agents;
}

/* The first of the agents whose program it runs too, or NULL. */
static const struct looked_at *twin_of(const struct looked_at *at, struct agents *agents)
{
	struct str image = twin_image_key(at->lint, at->service);
	struct str build = twin_build_key(at->lint, at->service, &agents->long_texts);
	const struct looked_at *first = image.n ? table_get(&agents->by_image, image) : NULL;
	const struct looked_at *built = build.n ? table_get(&agents->by_build, build) : NULL;

	return built && (!first || built <= first) ? built : first;
}

/* The same program as an agent's: an agent too, by whatever name. */
static void score_by_twins(struct lint *lint, struct looked_at *looks, size_t count)
{
	struct agents agents = find_agents(lint, looks, count);

	for (size_t i = 0; agents.count && i < count; i++) {
		struct looked_at *at = &looks[i];

		if (at->score < 3 && !at->gateway.n && !at->infrastructure.n && !at->guards &&
		    !at->idle)
			at->twin = twin_of(at, &agents);
	}
	for (size_t i = 0; i < count; i++) {
		struct looked_at *at = &looks[i];

		if (!at->twin)
			continue;
		at->means_model = at->twin->means_model;
		at->score = 3;
		at->why = arena_fmt(&lint->run, "same image as %.*s",
				    STR_FMT(shown(lint, at->twin->service->name)));
	}
}

/* ---- the assignment ---- */

/* A name of an agent that did not count must not go by in silence. */
static struct str although(struct lint *lint, const struct looked_at *at)
{
	return at->named.n
		       ? arena_fmt(&lint->run, ", although its name says %.*s", STR_FMT(at->named))
		       : STR("");
}

static void judge(struct lint *lint, struct table *hosts, struct role_entry *entry,
		  struct looked_at *at, bool any_declared, bool any_scored, bool fail_closed)
{
	struct str variable;

	if (entry->declared)
		return;
	if (!any_declared && at->score >= 3) {
		entry->role = SERVICE_AGENT;
		entry->why = at->why;
		entry->needs_model = at->means_model;
		return;
	}
	entry->role = SERVICE_ORDINARY;
	if (at->gateway.n) {
		entry->role = SERVICE_GATEWAY;
		entry->why = arena_fmt(&lint->run, "%.*s says %.*s%.*s", STR_FMT(at->recognised),
				       STR_FMT(at->gateway), STR_FMT(although(lint, at)));
		return;
	}
	variable = addressed_by(hosts, entry->service);
	if (variable.n && !is_called_after(variable, at)) {
		entry->role = SERVICE_GATEWAY;
		entry->why = arena_fmt(&lint->run, "host of %.*s", STR_FMT(shown(lint, variable)));
		return;
	}
	if (at->infrastructure.n) {
		entry->why = arena_fmt(&lint->run, "infrastructure: %.*s%.*s",
				       STR_FMT(at->infrastructure), STR_FMT(although(lint, at)));
		return;
	}
	if (at->idle && any_scored) {
		entry->why = STR("starts nothing");
		return;
	}
	if (at->part_of_product.n) {
		entry->why = arena_fmt(&lint->run, "%.*s beside an agent%.*s",
				       STR_FMT(at->part_of_product), STR_FMT(although(lint, at)));
		return;
	}
	if (at->guards) {
		entry->why = STR("guards the network of another service");
		return;
	}
	if (!any_declared && !any_scored && fail_closed) {
		entry->role = SERVICE_AGENT;
		entry->by_default = true;
		entry->why = STR("no agent was recognised, so every service is judged");
	}
}

/* Preset baseline: who was not declared to be an agent is judged as none. */
static void leave_undeclared(struct lint *lint, struct role_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct role_entry *entry = &entries[i];

		if (entry->role != SERVICE_AGENT || entry->declared)
			continue;
		entry->role = SERVICE_ORDINARY;
		entry->by_default = false;
		entry->why = arena_fmt(
			&lint->run, "%.*s; an agent would have to be declared in preset baseline",
			STR_FMT(entry->why));
	}
}

const struct roles *roles_assign(struct lint *lint, const struct project *project, bool fail_closed,
				 const struct str *agents, size_t nagents)
{
	struct roles *roles = ARENA_NEW(&lint->run, struct roles);
	struct role_entry *entries = ARENA_ARRAY(&lint->run, project->nservices, struct role_entry);
	struct looked_at *looks = ARENA_ARRAY(&lint->scratch, project->nservices, struct looked_at);
	struct table hosts = find_addresses(lint, project);
	bool any_declared = false, any_scored = false;

	if (!lint->words)
		lint->words = role_words_new(&lint->run);
	for (size_t i = 0; i < project->nservices; i++) {
		struct role_entry *entry = &entries[i];

		entry->service = &project->services[i];
		entry->why = STR("");
		if (is_named(entry->service, agents, nagents)) {
			entry->role = SERVICE_AGENT;
			entry->declared = true;
			entry->why = STR("named by --agent");
		} else if (declared_role(entry->service, &entry->role)) {
			entry->declared = true;
			entry->why = STR("declared");
		}
		entry->needs_model = entry->declared;
		any_declared = any_declared || (entry->declared && entry->role == SERVICE_AGENT);
		looks[i] = look_at(lint, lint->words, project, entry->service,
				   own_gateway_of(lint->words, &hosts, entry->service));
		looks[i].declared = entry->declared;
	}
	leave_out_idle(looks, project->nservices);
	leave_out_parts(looks, project->nservices);
	score_by_twins(lint, looks, project->nservices);
	for (size_t i = 0; i < project->nservices; i++)
		any_scored = any_scored || (!entries[i].declared && looks[i].score >= 3);
	for (size_t i = 0; i < project->nservices; i++)
		judge(lint, &hosts, &entries[i], &looks[i], any_declared, any_scored, fail_closed);
	if (!fail_closed)
		leave_undeclared(lint, entries, project->nservices);
	*roles = (struct roles){ .entries = entries, .count = project->nservices };
	roles_list_others(lint, project, roles);
	arena_reset(&lint->scratch);
	return roles;
}
