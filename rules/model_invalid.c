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
		"key written twice; or Compose passes on what the engine refuses, such as an image "
		"with capitals in its path or a capability that does not exist.\n"
		"\n"
		"What Compose ignores is worse than what it refuses: the line looks like a "
		"wall and is none. What is left of the project is judged by the other rules "
		"all the same. Where a file is missing or malformed, so that nobody looked into "
		"it, nothing suppresses the finding."),
	.silent = STR_INIT(
		"What \"docker compose up\" accepts, but for a name that nobody defines in a "
		"service whose profile is not active: Compose refuses it once it is. What only an "
		"unset variable breaks is \"unset-variable\"."),
	.advice = STR_INIT(
		"Correct the line as the message says; \"docker compose config\" then accepts the "
		"project. A file that is meant to be merged into another is linted with it: "
		"\"-f compose.yaml -f prod.yaml\"."),
	.helps = RULE_HELPS(
		{ CAUSE_CIRCLE, STR_INIT("files include each other in a circle"),
		  STR_INIT("Take the include out that leads back; what both files need goes into a third "
			   "one.") },
		{ CAUSE_CHAIN_CIRCLE, STR_INIT("a service extends itself"),
		  STR_INIT("Let one service of the circle extend nothing, and the others extend that "
			   "one.") },
		{ CAUSE_REQUIRED, STR_INIT("a required variable is not set"),
		  STR_INIT("Set it in .env, in a file that --env-file names, or in the shell with "
			   "--use-environment.") },
		{ CAUSE_ENV_FILE, STR_INIT("an env file is missing"),
		  STR_INIT("Put the file where it is named, as seen from the project directory; one "
			   "that may be missing is named with \"required: false\".") },
		{ CAUSE_ENV_LINE, STR_INIT("a line of an env file cannot be read"),
		  STR_INIT("Correct the line as the message says; until then Compose refuses the whole "
			   "file. A line is NAME=value; single quotes keep a value as it is.") },
		{ CAUSE_FILE, STR_INIT("another file is missing"),
		  STR_INIT("Put the file where it is named, or name the one that is meant; a relative "
			   "path begins at the project directory, in an included or extended file at "
			   "its own.") },
		{ CAUSE_BUILD, STR_INIT("the build would fail"),
		  STR_INIT("Make the build work first: \"docker compose build\" stops here, too. Paths "
			   "begin at the project directory, that of a Dockerfile at its context.") },
		{ CAUSE_LIMIT, STR_INIT("a limit is reached"),
		  STR_INIT("Compose has no such limit, but no project needs as much: write the value out, "
			   "shorter. compose-lint(1) has the limits.") },
		{ CAUSE_IGNORED, STR_INIT("Compose ignores the line"),
		  STR_INIT("Delete the line, or write it so that it takes effect; as it is, whoever "
			   "reads it believes in a wall that is not there.") },
		{ CAUSE_ENGINE, STR_INIT("the engine refuses what Compose accepts"),
		  STR_INIT("Correct the line as the message says. \"docker compose config\" accepts "
			   "it as it is; \"docker compose up\" stops here.") }),
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
