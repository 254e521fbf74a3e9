/* SPDX-License-Identifier: MIT */
/* A file has the top-level key that Compose ignores. */
#include "config.h"

#include "engine/rule.h"

static void obsolete_version(const struct project *project, struct sink *out);

const struct rule rule_obsolete_version = {
	.name = STR_INIT("obsolete-version"),
	.severity = LEVEL_INFO,
	.group = GROUP_FILES,
	.applies = APPLIES_ANY,
	.score = STR_INIT(""),
	.summary = STR_INIT("a file has a top-level \"version\", which is ignored"),
	.reason = STR_INIT(
		"Compose once chose a file format by \"version\". It has ignored the key for years, "
		"whatever its value, and warns of it at every start; nothing of the format that "
		"it names is in force."),
	.silent = STR_INIT(""),
	.advice = STR_INIT("Delete the line."),
	.see = STR_INIT(
		"Compose file reference, version and name "
		"<https://docs.docker.com/reference/compose-file/version-and-name/>"),
	.bad = {
		STR_INIT("version: \"3.8\"  # <-\n"
			 "services:\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"),
		STR_INIT("version: '2'  # <-\n"
			 "services:\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"
			 "--- compose.override.yaml\n"
			 "version: '2.4'  # <-\n"
			 "services:\n"
			 "  web:\n"
			 "    read_only: true\n"),
	},
	.good = {
		STR_INIT("name: agent-sandbox\n"
			 "services:\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"),
		STR_INIT("x-version: \"1\"\n"
			 "services:\n"
			 "  web:\n"
			 "    image: nginx:1.27\n"),
	},
	.project = obsolete_version,
};

static void obsolete_version(const struct project *project, struct sink *out)
{
	for (size_t i = 0; i < project->nversions; i++) {
		report(out, project->versions[i]->key,
		       "top-level \"version\" is ignored by Compose; remove it");
		evidence(out, STR("version"));
		suggest_delete_pair(out, true, project->versions[i], "remove the line");
	}
}
