/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/workspace.h"

#include "base/path.h"
#include "fact/declared.h"
#include "image/stage.h"

/* `perhaps`: one of which a variable decides that nothing sets. */
static bool is_writable_bind(const struct mount *mount, bool perhaps)
{
	if (mount->origin != MOUNT_FROM_VOLUMES)
		return false;
	return perhaps ? mount->type == MOUNT_BIND && mount->mode_is_unknown && !mount->hidden
		       : mount_is_writable(mount);
}

static bool may_be_workspace(const struct project *project, const struct mount *mount, bool perhaps)
{
	struct str path = mount->path.absolute;

	if (!is_writable_bind(mount, perhaps) || mount_source_is_reported(mount) ||
	    hostpath_is_plain_device(&mount->path))
		return false;
	if (mount->replaced && mount->replaced_read_only)
		return false;
	return !path.n || str_eq(path, project->directory) ||
	       !path_is_within(project->directory, path);
}

static bool is_customary(struct str target)
{
	static const struct str names[] = {
		STR_INIT("/work"), STR_INIT("/workspace"), STR_INIT("/app"),  STR_INIT("/src"),
		STR_INIT("/repo"), STR_INIT("/project"),   STR_INIT("/code"),
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_eq(target, names[i]))
			return true;
	return str_eq(path_directory(target), STR("/workspaces"));
}

static size_t depth_of(struct str target)
{
	size_t depth = 0;

	for (size_t i = 0; i + 1 < target.n; i++)
		depth += target.p[i] == '/';
	return depth;
}

static const struct mount *by_directory(const struct mount_list *list, struct str directory,
					bool perhaps)
{
	const struct mount *best = NULL;

	for (size_t i = 0; i < list->count; i++) {
		const struct mount *mount = &list->all[i];

		if (is_writable_bind(mount, perhaps) && mount->target.n &&
		    path_is_within(directory, mount->target) &&
		    (!best || mount->target.n > best->target.n))
			best = mount;
	}
	return best;
}

/* By the ending of its name a file: settings or a script, where nobody works. */
static bool is_named_file(const struct mount *mount)
{
	static const struct str endings[] = {
		STR_INIT("cfg"), STR_INIT("conf"), STR_INIT("config"), STR_INIT("crt"),
		STR_INIT("env"), STR_INIT("ini"),  STR_INIT("js"),     STR_INIT("json"),
		STR_INIT("md"),  STR_INIT("pem"),  STR_INIT("php"),    STR_INIT("properties"),
		STR_INIT("py"),  STR_INIT("sh"),   STR_INIT("sql"),    STR_INIT("toml"),
		STR_INIT("ts"),  STR_INIT("txt"),  STR_INIT("xml"),    STR_INIT("yaml"),
		STR_INIT("yml"),
	};
	struct str base = hostpath_base(&mount->path);
	size_t dot = base.n;

	while (dot > 0 && base.p[dot - 1] != '.')
		dot--;
	for (size_t i = 0; dot > 1 && i < sizeof(endings) / sizeof(*endings); i++)
		if (str_eq_nocase(str_slice(base, dot, base.n), endings[i]))
			return true;
	return false;
}

static const struct mount *by_custom(const struct project *project, const struct mount_list *list,
				     bool perhaps)
{
	const struct mount *deepest = NULL, *first = NULL;

	for (size_t i = 0; i < list->count; i++)
		if (may_be_workspace(project, &list->all[i], perhaps) &&
		    is_customary(list->all[i].target))
			return &list->all[i];
	for (size_t i = 0; i < list->count; i++) {
		const struct mount *mount = &list->all[i];
		struct str base = hostpath_base(&mount->path);

		if (!may_be_workspace(project, mount, perhaps) || is_named_file(mount))
			continue;
		if (!first)
			first = mount;
		if (!str_starts(base, STR(".")) &&
		    (!deepest || depth_of(mount->target) > depth_of(deepest->target)))
			deepest = mount;
	}
	return deepest ? deepest : first;
}

static void choose(struct lint *lint, struct mount_list *list, const struct project *project,
		   const struct service *service, bool perhaps)
{
	const struct node *declared = service->declared ? service->declared->workspace : NULL;
	const struct node *working_dir = service_field(service, STR("working_dir"));
	const struct stage *stage = service->image ? service->image->target : NULL;
	struct str directory = STR("");

	if (node_text(declared).n) {
		list->workspace_declared = true;
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): its text is there */
		list->workspace_reason = declared->span;
		list->workspace =
			by_directory(list, path_clean(&lint->run, declared->text), perhaps);
		return;
	}
	if (node_text(working_dir).n) {
		directory = working_dir->text;
		list->workspace_reason = working_dir->span;
	} else if (stage && stage->workdir.text.n) {
		directory = stage->workdir.text;
		list->workspace_reason = stage->workdir.span;
	}
	if (path_is_absolute(directory))
		list->workspace = by_directory(list, path_clean(&lint->run, directory), perhaps);
	if (!list->workspace) {
		list->workspace_reason = SPAN_NONE;
		list->workspace = by_custom(project, list, perhaps);
	}
}

void workspace_choose(struct lint *lint, struct mount_list *list, const struct project *project,
		      const struct service *service)
{
	choose(lint, list, project, service, false);
	if (!list->workspace)
		choose(lint, list, project, service, true);
}
