/* SPDX-License-Identifier: MIT */
/* BuildKit would refuse a Dockerfile; reported by its reader and by its evaluation. */
#include "config.h"

#include "engine/rule.h"

const struct rule rule_dockerfile_syntax = {
	.name = STR_INIT("dockerfile-syntax"),
	.severity = LEVEL_ERROR,
	.stays = true,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a Dockerfile cannot be built"),
	.reason = STR_INIT(
		"BuildKit refuses the file before or while it builds: an instruction that does "
		"not exist, a wrong flag, a heredoc without an end, a COPY from a stage that "
		"stands below.\n"
		"\n"
		"Which user an image runs as, and what is installed in it, is read from the "
		"Dockerfile. What stands in a line that cannot be read is not known to the "
		"other rules."),
	.silent = STR_INIT(
		"Stages that the service's target does not need are read, not built. Commands "
		"behind RUN are the shell's business."),
	.advice = STR_INIT("Correct the instruction; the message says what is expected there."),
	.see = STR_INIT("Dockerfile reference <https://docs.docker.com/reference/dockerfile/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:12-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "USERS agent  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:12-slim\n"
			 "COPY --form=build /out /opt/agent  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:12-slim\n"
			 "RUN useradd --uid 10001 agent\n"
			 "USER agent\n"),
	},
};
