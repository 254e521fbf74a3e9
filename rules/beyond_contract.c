/* SPDX-License-Identifier: MIT */
/* A service can do more than its declared contract has. */
#include "config.h"

#include "engine/rule.h"
#include "fact/contract.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_beyond_contract = {
	.name = STR_INIT("beyond-contract"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CONTRACT,
	.applies = APPLIES_ANY,
	.summary = STR_INIT("a service can see, reach or hold more than its contract has"),
	.reason = STR_INIT(
		"A list of dangers is never complete; a list of what is wanted can be. Who declares "
		"what a service may see, reach and hold learns of everything else, whatever it is and "
		"however it got there: a line of an override, a value of .env, a neighbour that "
		"somebody put on the same network.\n"
		"\n"
		"The contract stands under the service in the configuration or in its x-compose-lint: "
		"\"sees\" has container paths, each \"ro\" or \"rw\"; \"reaches\" has services, with "
		"their ports if these matter, and networks that may lead out; \"holds\" has names of "
		"variables. This finding stands beside the one of the rule for its kind, since it "
		"answers another question."),
	.silent = STR_INIT(
		"Services that declare no contract, and parts that a contract leaves out. Memory and "
		"anonymous volumes of the service itself, which show nothing of anybody. What the image "
		"sets in its own environment, unless it looks like a credential. Values that an unset "
		"variable leaves open: unset-variable names them."),
	.advice = STR_INIT("Take it away, or add it to the contract, where a reviewer will see it."),
	.see = STR_INIT(
		"Compose: extensions <https://docs.docker.com/reference/compose-file/extension/>\n"
		"NIST SP 800-190 4.4.3 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint: {sees: {/work: rw, /task: ro}}\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/task:/task  # <-\n"
			 "      - /srv/agent/notes:/notes:ro  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint: {reaches: [gateway]}\n"
			 "    networks:\n"
			 "      - sandbox\n"
			 "      - data  # <-\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox]\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    networks: [data]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  data: {internal: true}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint: {holds: [OPENAI_API_BASE]}\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000/v1\n"
			 "      EDITOR: vi  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint:\n"
			 "      sees: {/work: rw, /task: ro}\n"
			 "      reaches: {gateway: 4000}\n"
			 "      holds: [OPENAI_API_BASE]\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "      - /srv/agent/task:/task:ro\n"
			 "    tmpfs: /tmp\n"
			 "    environment:\n"
			 "      OPENAI_API_BASE: http://gateway:4000/v1\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    expose: [\"4000\"]\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.service = service,
};

/* "a", "b" and 3 more */
static struct str listed(const struct contract_item *item, struct sink *out)
{
	struct str text = STR("");

	for (size_t i = 0; i < item->nnames && i < CONTRACT_NAMED; i++)
		text = sink_fmt(out, "%.*s%s\"%.*s\"", STR_FMT(text),
				i == 0                                                    ? ""
				: i + 1 == item->nnames && item->nnames <= CONTRACT_NAMED ? " and "
											  : ", ",
				STR_FMT(sink_show(out, item->names[i])));
	if (item->nnames > CONTRACT_NAMED)
		text = sink_fmt(out, "%.*s and %zu more", STR_FMT(text),
				item->nnames - CONTRACT_NAMED);
	return text;
}

/* What the service does beyond its contract: the end of a sentence. */
static struct str described(const struct contract_item *item, struct sink *out)
{
	struct str name = sink_show(out, item->name);

	switch (item->kind) {
	case CONTRACT_MOUNT:
		return item->mount->target.n
			       ? sink_fmt(out, "sees %.*s, which its contract does not have",
					  STR_FMT(name))
			       : STR("sees what another container has mounted, which its "
				     "contract does not have");
	case CONTRACT_MODE:
		return sink_fmt(out, "can write %.*s, which its contract has as \"ro\"",
				STR_FMT(name));
	case CONTRACT_FILE:
		return sink_fmt(out, "sees %.*s, which its contract does not have", STR_FMT(name));
	case CONTRACT_ROUTE:
		return sink_fmt(out,
				"is on network \"%.*s\", which is not provably internal, so it "
				"reaches more than its contract has",
				STR_FMT(name));
	case CONTRACT_NEIGHBOUR:
		if (!item->network)
			return sink_fmt(out,
					"shares a namespace with service %.*s, which its contract "
					"does not have",
					STR_FMT(listed(item, out)));
		return sink_fmt(
			out, "reaches %.*s on network \"%.*s\", which its contract does not have",
			STR_FMT(listed(item, out)), STR_FMT(sink_show(out, item->network->name)));
	case CONTRACT_PORT:
		return sink_fmt(out, "reaches port %.*s, which its contract does not have",
				STR_FMT(name));
	case CONTRACT_VARIABLE:
		return sink_fmt(out, "holds %.*s, which its contract does not have",
				STR_FMT(listed(item, out)));
	}
	return STR("");
}

static void judge(const struct service *service, const struct contract_item *item, struct sink *out)
{
	static const char message[] = "service \"%.*s\" %.*s";
	struct str who = sink_show(out, service->name), what = described(item, out);

	if (item->at)
		report(out, item->at, message, STR_FMT(who), STR_FMT(what));
	else if (item->kind == CONTRACT_ROUTE)
		report_absent(out, service, STR("networks"), message, STR_FMT(who), STR_FMT(what));
	else
		report_span(out, item->line, message, STR_FMT(who), STR_FMT(what));
	evidence(out, item->name);
	if (item->mount)
		about_mount(out, item->mount);
	if (item->network && item->network->place != item->at)
		related_history(out, item->network->place);
	if (item->entry && item->at && item->nnames == 1) {
		related_history(out, item->entry->value);
		if (item->entry->line.source != item->at->span.source)
			related(out, RELATED_ORIGIN, item->entry->line, "it is set here");
	}
	related(out, RELATED_OTHER, item->declaration->span, "its contract");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; service->contract && i < service->contract->nbeyond; i++)
		judge(service, &service->contract->beyond[i], out);
}
