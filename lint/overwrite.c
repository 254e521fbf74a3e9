/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "overwrite.h"

#include "base/path.h"
#include "finder.h"
#include "read/file.h"
#include "read/replace.h"

/* Of a report about such a file, "Dockerfile.sarif", the name is no sign. */
static bool ends_as_report(struct str name)
{
	static const struct str all[] = { STR_INIT(".json"), STR_INIT(".sarif"), STR_INIT(".xml"),
					  STR_INIT(".txt"),  STR_INIT(".md"),    STR_INIT(".html"),
					  STR_INIT(".log") };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (str_ends(name, all[i]))
			return true;
	return false;
}

static bool has_meaning(struct str path, bool is_model)
{
	struct str name = path_base(path);

	if (str_has(path, STR("/.git/")) || discover_is_configuration(path))
		return true;
	if (!is_model && (discover_is_base_name(name) || discover_is_override_name(name)))
		return true;
	return discover_is_member_name(name) && !ends_as_report(name);
}

/* A secret or config comes from the file. */
static bool is_taken_by(struct arena *arena, const struct resources *resources, struct str path)
{
	for (size_t i = 0; i < resources->count; i++) {
		struct str file = node_text(node_get(resources->all[i].node, STR("file")));

		if (file.n && replace_is_same(arena, path, file))
			return true;
	}
	return false;
}

struct str overwrite_refusal(struct arena *arena, const struct report_project *projects,
			     size_t nprojects, struct str path, bool is_model)
{
	struct files files = file_system();

	if (files.look(files.self, arena, path) != FILE_OK)
		return STR_NONE;
	if (has_meaning(path_clean(arena, path), is_model))
		return STR("a file of this name is there, and others read it; remove it if that is "
			   "meant");
	for (size_t i = 0; i < nprojects; i++) {
		const struct project *project = projects[i].project;

		if (project && is_taken_by(arena, &project->secrets, path))
			return STR("a secret of the project comes from it");
		if (project && is_taken_by(arena, &project->configs, path))
			return STR("a config of the project comes from it");
	}
	return STR_NONE;
}
