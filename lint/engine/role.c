/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/role.h"

#include "base/limits.h"
#include "base/table.h"
#include "base/utf8.h"
#include "fact/agent_cli.h"
#include "fact/declared.h"
#include "fact/gateway.h"
#include "model/environment.h"
#include "image/image.h"
#include "fact/mount.h"
#include "image/stage.h"

enum kind { AGENT_NAME, GATEWAY, INFRASTRUCTURE };
enum { NAMES = 1 << 0, IMAGES = 1 << 1, ANYWHERE = NAMES | IMAGES };

static const struct word {
	enum kind kind;
	struct str text;
	unsigned where;
} words[] = {
#define ROLE_WORD(kind, text, where) { kind, STR_INIT(text), where },
#include "engine/role.list"
#undef ROLE_WORD
};

enum { NWORDS = sizeof(words) / sizeof(*words) };

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

/* ---- words ---- */

static bool is_border(char c)
{
	return c == '-' || c == '_' || c == '.';
}

/* Between borders or at the ends, without case; an agent's name may go on with a digit. */
static bool has_word(struct str text, struct str word, bool digit_may_follow)
{
	for (size_t at = 0; at + word.n <= text.n; at++) {
		size_t end = at + word.n;

		if (!str_eq_nocase(str_slice(text, at, end), word))
			continue;
		if (at > 0 && !is_border(text.p[at - 1]))
			continue;
		if (end == text.n || is_border(text.p[end]) ||
		    (digit_may_follow && byte_is_digit(text.p[end])))
			return true;
	}
	return false;
}

static const struct word *find_word(enum kind kind, struct str text, unsigned where)
{
	if (!text.n)
		return NULL;
	for (size_t i = 0; i < NWORDS; i++)
		if (words[i].kind == kind && (words[i].where & where) &&
		    has_word(text, words[i].text, kind == AGENT_NAME))
			return &words[i];
	return NULL;
}

/* ---- what is known of one service ---- */

struct looked_at {
	struct lint *lint;
	const struct project *project;
	const struct service *service;
	struct str image; /* base name of the image, or of the build's FROM */
	int score;
	struct str why; /* the strongest reason */
	const struct word *gateway, *infrastructure;
	struct str recognised;    /* how: "name", "image" */
	const struct word *named; /* the service's name is one of an agent; NULL */
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

static struct str image_base(struct lint *lint, struct str text)
{
	struct image_reference reference = image_parse(&lint->run, text);

	return reference.valid ? reference.base : STR("");
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

static void score_by_contents(struct looked_at *at)
{
	struct agent_cli_match match;
	struct str image = node_text(service_field(at->service, STR("image")));

	if (agent_cli_in_image(image, &match)) {
		score(at, 3, arena_fmt(&at->lint->run, "image is %.*s", STR_FMT(match.name)));
		return;
	}
	if (score_by_run(at) || score_by_command(at, STR("entrypoint")) ||
	    score_by_command(at, STR("command")) || score_by_image_command(at))
		return;
}

static bool has_writable_bind(const struct looked_at *at)
{
	const struct mount_list *mounts = at->service->mounts;

	for (size_t i = 0; mounts && i < mounts->count; i++)
		if (mounts->all[i].type == MOUNT_BIND && !mounts->all[i].read_only)
			return true;
	return false;
}

static void recognise(struct looked_at *at)
{
	at->gateway = find_word(GATEWAY, at->image, IMAGES);
	at->recognised = STR("image");
	if (!at->gateway) {
		at->gateway = find_word(GATEWAY, at->service->name, NAMES);
		at->recognised = STR("name");
	}
	at->infrastructure = find_word(INFRASTRUCTURE, at->image, IMAGES);
	if (!at->infrastructure)
		at->infrastructure = find_word(INFRASTRUCTURE, at->service->name, NAMES);
}

static struct looked_at look_at(struct lint *lint, const struct project *project,
				const struct service *service)
{
	struct looked_at at = { .lint = lint, .project = project, .service = service };
	const struct node *container = service_field(service, STR("container_name"));
	const struct word *word;

	at.why = at.recognised = STR("");
	at.image =
		service->image && service->image->target ? service->image->target->image : STR("");
	at.image = image_base(lint, at.image.n ? at.image
					       : node_text(service_field(service, STR("image"))));
	recognise(&at);
	score_by_contents(&at);
	word = find_word(AGENT_NAME, service->name, NAMES);
	at.named = word;
	if (word)
		score(&at, 3, arena_fmt(&lint->run, "name says %.*s", STR_FMT(word->text)));
	/* the container's name often carries the project's name, so it is asked last */
	if (!at.score && !at.gateway && !at.infrastructure) {
		word = find_word(AGENT_NAME, node_text(container), NAMES);
		if (word)
			score(&at, 3,
			      arena_fmt(&lint->run, "container name says %.*s",
					STR_FMT(word->text)));
	}
	if (service->gateway->count && has_writable_bind(&at))
		score(&at, 2, STR("has a model address and a writable mount"));
	if (node_is_true(service_field(service, STR("stdin_open"))) ||
	    node_is_true(service_field(service, STR("tty"))))
		score(&at, 1, STR(""));
	if (at.gateway || at.infrastructure)
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

/* ---- the assignment ---- */

/* A name of an agent that did not count must not go by in silence. */
static struct str although(struct lint *lint, const struct looked_at *at)
{
	return at->named ? arena_fmt(&lint->run, ", although its name says %.*s",
				     STR_FMT(at->named->text))
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
		return;
	}
	entry->role = SERVICE_ORDINARY;
	if (at->gateway) {
		entry->role = SERVICE_GATEWAY;
		entry->why = arena_fmt(&lint->run, "%.*s says %.*s%.*s", STR_FMT(at->recognised),
				       STR_FMT(at->gateway->text), STR_FMT(although(lint, at)));
		return;
	}
	variable = addressed_by(hosts, entry->service);
	if (variable.n) {
		entry->role = SERVICE_GATEWAY;
		entry->why = arena_fmt(&lint->run, "host of %.*s", STR_FMT(shown(lint, variable)));
		return;
	}
	if (at->infrastructure) {
		entry->why =
			arena_fmt(&lint->run, "infrastructure: %.*s%.*s",
				  STR_FMT(at->infrastructure->text), STR_FMT(although(lint, at)));
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

/* Rules about neighbours ask them for each agent: made once. */
static void list_others(struct lint *lint, const struct project *project, struct roles *roles)
{
	const struct service **others =
		ARENA_ARRAY(&lint->run, project->nservices, const struct service *);

	for (size_t i = 0; i < project->nservices; i++)
		if (roles_of(roles, &project->services[i]) != SERVICE_AGENT)
			others[roles->nothers++] = &project->services[i];
	roles->others = others;
}

const struct roles *roles_assign(struct lint *lint, const struct project *project, bool fail_closed,
				 const struct str *agents, size_t nagents)
{
	struct roles *roles = ARENA_NEW(&lint->run, struct roles);
	struct role_entry *entries = ARENA_ARRAY(&lint->run, project->nservices, struct role_entry);
	struct looked_at *looks = ARENA_ARRAY(&lint->scratch, project->nservices, struct looked_at);
	struct table hosts = find_addresses(lint, project);
	bool any_declared = false, any_scored = false;

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
		any_declared = any_declared || (entry->declared && entry->role == SERVICE_AGENT);
		looks[i] = look_at(lint, project, entry->service);
		any_scored = any_scored || (!entry->declared && looks[i].score >= 3);
	}
	for (size_t i = 0; i < project->nservices; i++)
		judge(lint, &hosts, &entries[i], &looks[i], any_declared, any_scored, fail_closed);
	if (!fail_closed)
		leave_undeclared(lint, entries, project->nservices);
	*roles = (struct roles){ .entries = entries, .count = project->nservices };
	list_others(lint, project, roles);
	arena_reset(&lint->scratch);
	return roles;
}
