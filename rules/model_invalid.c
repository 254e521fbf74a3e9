/* SPDX-License-Identifier: MIT */
/* Compose would refuse the project; reported by the readers and the model. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_model_invalid = {
	.name = STR_INIT("model-invalid"),
	.severity = LEVEL_ERROR,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("Compose refuses the project, or silently ignores the line"),
	.reason = STR_INIT(
		"The files are well-formed, but they do not make a project: a key that does "
		"not exist or stands in the wrong place, a value of the wrong kind, a network "
		"or volume that nobody defines, a required file or variable that is missing, a "
		"key written twice.\n"
		"\n"
		"What Compose ignores is worse than what it refuses: the line looks like a "
		"wall and is none. What is left of the project is judged by the other rules "
		"all the same. Where a file is missing or malformed, so that nobody looked into "
		"it, nothing suppresses the finding."),
	.silent = STR_INIT(
		"What \"docker compose config\" accepts. What only an unset variable breaks is "
		"\"unset-variable\"."),
	.advice = STR_INIT(
		"Correct the line as the message says. A variable that is required is set in .env; an "
		"env file that may be missing is named with \"required: false\"; a file that is meant to "
		"be merged into another is linted with it: \"-f compose.yaml -f prod.yaml\"."),
	.see = STR_INIT(
		"Compose file reference <https://docs.docker.com/reference/compose-file/>\n"
		"Compose specification <https://github.com/compose-spec/compose-spec>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks: [missing]  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    readonly: true  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    cpus: ${AGENT_CPUS:?say how many}  # <-\n"),
STR_INIT("services:\n"
"  agent:\n"
"    image: registry.example/agent:1.4.2\n"
"    networks: [sandbox]\n"
"    network_mode: bridge  # <-\n"
"networks:\n"
"  sandbox: {internal: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    depends_on: [gateway]\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:2.0.1\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    container_name: agent-1\n"),
	},
};
