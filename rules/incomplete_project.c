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
		"suppresses what could not be read here, and no level makes it less than a "
		"warning. What no run can look at, on another machine, can be accepted, and so "
		"can a file that is no project by itself, which was looked at."),
	.silent = STR_INIT(
		"A missing file that Compose or the build needs is \"model-invalid\"; a file "
		"named on the command line that cannot be read ends the run."),
	.advice = STR_INIT(
		"Bring what is missing to where it can be read, or make the file readable, and run "
		"again."),
	.helps = RULE_HELPS(
		{ CAUSE_REMOTE, STR_INIT("it is on another machine"),
		  STR_INIT("Keep a copy of it beside the project and name that; or lint it where it "
			   "comes from, and accept this finding with a comment that says so.") },
		{ CAUSE_FRAGMENT, STR_INIT("a file is no project by itself"),
		  STR_INIT("Name a file that is merged into another together with it: \"-f compose.yaml "
			   "-f prod.yaml\".") },
		{ CAUSE_VARIABLE, STR_INIT("a file's name depends on a variable"),
		  STR_INIT("Set the variable in .env, or in a file that --env-file names.") },
		{ CAUSE_TOO_LARGE, STR_INIT("a file is too large"),
		  STR_INIT("Take out of the file what does not belong there, or name the one that is "
			   "meant; of a larger one nothing is read.") },
		{ CAUSE_SPECIAL_FILE, STR_INIT("something else has the place of a file"),
		  STR_INIT("Put a file in its place; a FIFO, a socket or a device is never opened, since "
			   "that could wait for ever.") },
		{ CAUSE_LIMIT, STR_INIT("a limit is reached"),
		  STR_INIT("Lint the parts of so large a project by themselves; compose-lint(1) has the "
			   "limits.") },
		{ CAUSE_FRONTEND, STR_INIT("another frontend reads the Dockerfile"),
		  STR_INIT("Let BuildKit's own frontend read the Dockerfile, by \"# "
			   "syntax=docker/dockerfile:1\", or look at the image yourself.") }),
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
