/* SPDX-License-Identifier: MIT */
/* A service lacks what its declared contract has. */
#include "config.h"

#include "engine/rule.h"
#include "fact/contract.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_contract_unmet = {
	.name = STR_INIT("contract-unmet"),
	.severity = LEVEL_WARNING,
	.group = GROUP_CONTRACT,
	.applies = APPLIES_ANY,
	.summary = STR_INIT("a service lacks what its contract has"),
	.reason = STR_INIT(
		"What a contract declares is what the service needs: a mount that is not there, a "
		"gateway that it cannot reach, a variable that nobody sets. The sandbox then holds, "
		"and does not work; and a contract with more in it than is used is one behind which "
		"something can be added unseen."),
	.silent = STR_INIT(
		"Services that declare no contract. Projects that could not be read whole. A service of another project that an address of "
		"the gateway names: it may join the network there. Paths where a mount has an unset "
		"variable in its target."),
	.advice = STR_INIT("Give the service what is declared, or take it out of the contract."),
	.see = STR_INIT("Compose: extensions <https://docs.docker.com/reference/compose-file/extension/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint:\n"
			 "      sees:\n"
			 "        /work: rw\n"
			 "        /task: ro  # <-\n"
			 "      reaches:\n"
			 "        - gateway  # <-\n"
			 "      holds:\n"
			 "        - OPENAI_API_KEY  # <-\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [outside]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"
			 "  outside: {}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint:\n"
			 "      sees: {/work: rw}\n"
			 "      reaches: [gateway]\n"
			 "      holds: [OPENAI_API_KEY]\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work\n"
			 "    environment: [OPENAI_API_KEY]\n"
			 "    networks: [sandbox]\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    networks: [sandbox]\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.service = service,
};

static struct str described(const struct contract_item *item, struct sink *out)
{
	struct str name = sink_show(out, item->name);

	switch (item->kind) {
	case CONTRACT_MODE:
		return sink_fmt(out, "cannot write %.*s, which its contract has as \"rw\"",
				STR_FMT(name));
	case CONTRACT_NEIGHBOUR:
		return sink_fmt(out, "does not reach \"%.*s\", which its contract has",
				STR_FMT(name));
	case CONTRACT_VARIABLE:
		return sink_fmt(out, "does not hold %.*s, which its contract has", STR_FMT(name));
	default:
		return sink_fmt(out, "has nothing mounted at %.*s, which its contract has",
				STR_FMT(name));
	}
}

/* The end of the sentence, where what is there has nearly that name. */
static struct str question(const struct contract_item *item, struct sink *out)
{
	return item->nearest.n ? sink_fmt(out, "; did you mean \"%.*s\"?",
					  STR_FMT(sink_show(out, item->nearest)))
			       : STR("");
}

static void service(const struct service *service, struct sink *out)
{
	/* what is missing in a project that cannot be loaded is not told again */
	if (service->project->refused || service->project->incomplete)
		return;
	for (size_t i = 0; service->contract && i < service->contract->nunmet; i++) {
		const struct contract_item *item = &service->contract->unmet[i];

		/* the declaration may stand in the configuration, which is no part of the model */
		report_span(out, item->declaration->span, "service \"%.*s\" %.*s%.*s",
			    STR_FMT(sink_show(out, service->name)), STR_FMT(described(item, out)),
			    STR_FMT(question(item, out)));
		evidence(out, item->name);
		if (item->mount)
			related(out, RELATED_DEFINITION, item->mount->place->span,
				"it is mounted here");
	}
}
