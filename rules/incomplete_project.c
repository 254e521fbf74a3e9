/* SPDX-License-Identifier: MIT */
/* Something the project consists of could not be looked at; reported by the model. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_incomplete_project = {
	.name = STR_INIT("incomplete-project"),
	.severity = LEVEL_WARNING,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("the project could not be read whole"),
	.reason = STR_INIT(
		"Compose would load this project, but part of it is out of sight: it comes "
		"from another machine, or a file is there and cannot be read. A report without "
		"findings would then not mean that everything was judged.\n"
		"\n"
		"The message names what is missing. What was read is judged as usual. Nothing "
		"suppresses this, and no level makes it less than a warning; only a file that "
		"is no project by itself, which was looked at, can be left out."),
	.silent = STR_INIT(
		"A missing file that Compose or the build needs is \"model-invalid\"; a file "
		"named on the command line that cannot be read ends the run."),
	.advice = STR_INIT(
		"Name a file that is merged into another together with it: \"-f compose.yaml -f "
		"prod.yaml\". Keep a copy of what is included beside the project, or make the file "
		"readable, and run again."),
	.see = STR_INIT(
		"Compose file reference, include "
		"<https://docs.docker.com/reference/compose-file/include/>\n"
		"Compose file reference, build "
		"<https://docs.docker.com/reference/compose-file/build/>"),
	.bad = {
		STR_INIT("include:\n"
			 "  - https://git.example/team/compose.git  # <-\n"
			 "services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: https://git.example/team/agent.git  # <-\n"),
	},
	.good = {
		STR_INIT("include:\n"
			 "  - team.yaml\n"
			 "services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "--- team.yaml\n"
			 "services:\n"
			 "  gateway:\n"
			 "    image: registry.example/gateway:2.0.1\n"),
	},
};
