/* SPDX-License-Identifier: MIT */
/* A file is not well-formed YAML; reported by the reader. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_yaml_syntax = {
	.name = STR_INIT("yaml-syntax"),
	.severity = LEVEL_ERROR,
	.stays = true,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a file is not well-formed YAML"),
	.reason = STR_INIT(
		"Nothing can be said about a project one of whose files cannot be read. The "
		"finding stands where the parser gave up, which may be behind the mistake: a "
		"missing quote or bracket is noticed only when the next line makes no sense.\n"
		"\n"
		"An alias without an anchor counts as well, and so does a file that goes "
		"beyond the limits on size, depth and number of nodes. Other projects of the "
		"same run are judged."),
	.silent = STR_INIT("A key written twice is well-formed; it is \"model-invalid\"."),
	.advice = STR_INIT(
		"Correct the line or one shortly before it. Indent by spaces, and quote texts "
		"that begin with a special character or hold \": \"."),
	.helps = RULE_HELPS(
		{ CAUSE_ALIAS, STR_INIT("an alias cannot be followed"),
		  STR_INIT("An alias repeats what an anchor further up in the same document holds: "
			   "put the anchor there, or write the value out in place of the alias.") },
		{ CAUSE_BYTE, STR_INIT("a character may not stand in YAML"),
		  STR_INIT("Delete it, or write an escape such as \"\\e\" in double quotes; save the "
			   "file as UTF-8.") },
		{ CAUSE_LIMIT, STR_INIT("a limit is reached"),
		  STR_INIT("No Compose file needs as much: take out what does not belong there. "
			   "compose-lint(1) has the limits.") }),
	.see = STR_INIT("YAML 1.2.2 <https://yaml.org/spec/1.2.2/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "\ttty: true  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tty: *nowhere  # <-\n"),
	},
	.good = {
		STR_INIT("x-switch: &on true\n"
			 "services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tty: *on\n"),
	},
};
