/* SPDX-License-Identifier: MIT */
/* A variable is used that nobody sets; reported by the engine. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_unset_variable = {
	.name = STR_INIT("unset-variable"),
	.severity = LEVEL_WARNING,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a variable is used that nobody sets and that has no default"),
	.reason = STR_INIT(
		"Compose warns and puts the empty text where the variable stood. "
		"\"${DIR}/data:/data\" is then a mount of /data of the host, and a number that "
		"is empty is an error or no limit at all.\n"
		"\n"
		"Rules do not judge a value that is not known, so the message names those that "
		"had to stay silent about it. One finding stands for all uses of the variable."),
	.silent = STR_INIT(
		"\"${NAME:?message}\" is \"model-invalid\" when it is not met, and "
		"\"${NAME-}\" says that nothing is wanted. HOME, UID and other names that "
		"belong to the machine count as set. Where another rule names the variable, "
		"that rule speaks instead."),
	.advice = STR_INIT(
		"Set it in .env, or write \"$$\" where a dollar sign is meant. A value that is no "
		"secret may have a default instead, "
		"\"${NAME:-value}\". With \"${NAME:?set NAME in .env}\" Compose refuses to start until "
		".env sets it, and that is then reported. If your shell sets it, lint with "
		"--use-environment."),
	.see = STR_INIT(
		"Compose file reference, interpolation "
		"<https://docs.docker.com/reference/compose-file/interpolation/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - \"${REFERENCE}/docs:/ref:ro\"  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: ${AGENT_MEMORY}  # <-\n"
			 "    cpus: ${AGENT_CPUS}\n"
			 "--- .env\n"
			 "AGENT_CPUS=2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    networks:\n"
			 "      sandbox: {aliases: [\"${ALIAS}\"]}  # <-\n"
			 "networks:\n"
			 "  sandbox: {internal: true}\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    mem_limit: \"${AGENT_MEMORY:-4g}\"\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    environment:\n"
			 "      MODEL: \"${MODEL-}\"\n"),
	},
	.yields = RULE_NAMES(STR_INIT("credential-env"), STR_INIT("build-secret"), STR_INIT("root-user"),
		    STR_INIT("home-mount"), STR_INIT("system-mount")),
};
