/* SPDX-License-Identifier: MIT */
/* A suppression that suppresses nothing, since it is malformed; reported by the engine. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_invalid_suppression = {
	.name = STR_INIT("invalid-suppression"),
	.severity = LEVEL_WARNING,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a suppression is malformed, so it suppresses nothing"),
	.reason = STR_INIT(
		"Whoever wrote the comment, or the entry under x-compose-lint, believes that a "
		"finding was looked at and accepted. It was not: the name of the rule is "
		"unknown, the brackets are missing, the day in it has passed, there is no "
		"reason where the preset wants one, or it stands behind an instruction of a "
		"Dockerfile or a line of an env file, where it is part of the command or the "
		"value. Nothing is suppressed then, not even by the names that are right.\n"
		"\n"
		"A list of rules is required: what is left out has to be known by name, or the "
		"next mistake hides behind it."),
	.silent = STR_INIT(
		"With --no-inline-ignores no comment counts, so none is looked at. A mistake in "
		"the configuration file is a notice at its place."),
	.advice = STR_INIT(
		"Write \"# compose-lint: ignore[RULE] REASON\" above the entry that is meant; in a "
		"Compose file also behind it on its line."),
	.see = STR_INIT("Compose file reference, extensions "
			"<https://docs.docker.com/reference/compose-file/extension/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    privileged: true # compose-lint: ignore[privilegd] a test  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore the next line  # <-\n"
			 "    privileged: true\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore[privileged]  # <-\n"
			 "    privileged: true\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    x-compose-lint:\n"
			 "      ignore:\n"
			 "        - {rule: privilegd, reason: a test}  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore[privileged] runs on a machine of its own\n"
			 "    privileged: true\n"),
		STR_INIT("# compose-lint: we run it before each commit\n"
			 "services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"),
	},
};
