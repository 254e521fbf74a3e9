/* SPDX-License-Identifier: MIT */
/* A suppression that suppresses nothing, since nothing is reported; reported by the engine. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_unused_suppression = {
	.name = STR_INIT("unused-suppression"),
	.severity = LEVEL_INFO,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a suppression suppresses nothing"),
	.reason = STR_INIT(
		"What it was written for is mended, or was never where the comment looks: a "
		"comment covers the entry behind which it stands, or the next one below it with "
		"all that is in it, in this file alone. Left where it is, it would hide the same "
		"mistake when somebody makes it again.\n"
		"\n"
		"Of several suppressions about one finding only the innermost counts; those "
		"around it are used by what else they cover."),
	.silent = STR_INIT(
		"It is said only where the rule judged all that the suppression could be about: "
		"not when rules were selected or findings hidden, not of a rule that is off, and "
		"not in a project that could not be read whole. One that names "
		"\"unused-suppression\" itself need not be used."),
	.advice = STR_INIT("Delete the comment or entry, or take the name out of its list."),
	.see = STR_INIT("Compose file reference, extensions "
			"<https://docs.docker.com/reference/compose-file/extension/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore[privileged] runs on a machine of its own  # <-\n"
			 "    privileged: false\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    privileged: true\n"
			 "    x-compose-lint:\n"
			 "      ignore:\n"
			 "        - {rule: socket-mount, reason: asked for by the tests}  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore[privileged] runs on a machine of its own\n"
			 "    privileged: true\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    # compose-lint: ignore[privileged, unused-suppression] only here and there\n"
			 "    privileged: false\n"),
	},
};
