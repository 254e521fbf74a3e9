/* SPDX-License-Identifier: MIT */
/* More than the one project is mounted, just in case. */
#include "config.h"

#include "base/path.h"
#include "engine/rule.h"
#include "fact/host_tree.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_parent_mount = {
	.name = STR_INIT("parent-mount"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("5.5"),
	.summary = STR_INIT("an agent is given a parent of the project, with all beside it"),
	.reason = STR_INIT(
		"A directory above the project holds what lies beside it: other repositories with "
		"their .env files, downloads, documents. An agent that works on one project needs none "
		"of them, and can read them all, in any mode.\n"
		"\n"
		"The project ends at its repository: the nearest directory with .git, at or above the "
		"directory of the Compose file, else that directory itself. What lies above is "
		"reported, and so are the folders in which people keep everything (~/projects, "
		"~/Documents, ~/src and their like), and a directory that holds two repositories or "
		"more."),
	.silent = STR_INIT(
		"The directory of the project and the root of its repository, as when the Compose file "
		"lies in .devcontainer and \"..\" is mounted; one directory in such a folder, such as "
		"~/projects/app; data elsewhere. A parent that the agent can write is "
		"self-modify-mount."),
	.advice = STR_INIT("Point the mount at the one project the agent may change."),
	.see = STR_INIT("Bind mounts <https://docs.docker.com/engine/storage/bind-mounts/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/code:/ref:ro  # <-\n"
			 "--- /srv/code/one/.git/HEAD\n"
			 "ref: refs/heads/main\n"
			 "--- /srv/code/two/.git/HEAD\n"
			 "ref: refs/heads/main\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/projects:/work  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/Repos:/work  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ../repo-a:/work\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/projects/app:/work\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount"),
		STR_INIT("self-modify-mount")),
	.service = service,
};

/* "Repos" and "repo" are one word. */
static bool is_word(struct str text, struct str word)
{
	if (str_eq_nocase(text, word))
		return true;
	return text.n == word.n + 1 && (text.p[word.n] == 's' || text.p[word.n] == 'S') &&
	       str_eq_nocase(str_slice(text, 0, word.n), word);
}

static bool is_collection(const struct mount *mount)
{
	static const struct str words[] = {
		STR_INIT("Document"), STR_INIT("Desktop"),  STR_INIT("Download"),
		STR_INIT("Dropbox"),  STR_INIT("OneDrive"), STR_INIT("project"),
		STR_INIT("src"),      STR_INIT("code"),     STR_INIT("dev"),
		STR_INIT("git"),      STR_INIT("repo"),     STR_INIT("workspace"),
		STR_INIT("work"),     STR_INIT("go"),
	};
	struct str below = hostpath_below_home(&mount->path);

	for (size_t i = 0; below.n && i < sizeof(words) / sizeof(*words); i++)
		if (is_word(below, words[i]))
			return true;
	return false;
}

/* What the source is; empty: nothing to be said. */
static struct str parent_of(const struct service *service, size_t position, struct sink *out)
{
	const struct mount *mount = &service->mounts->all[position];
	size_t repositories = service->host[position].repositories;
	struct str root = service->project->root, path = mount->path.absolute;

	if (path.n && root.n > path.n && path_is_within(root, path))
		return STR("a parent of the project directory");
	if (repositories >= 2)
		return sink_fmt(out, "a parent of several repositories (%zu .git directories)",
				repositories);
	return is_collection(mount) ? STR("a top-level folder of your home") : STR("");
}

static void judge(const struct service *service, const struct mount *mount, struct str what,
		  struct sink *out)
{
	report(out, mount->place,
	       "service \"%.*s\" mounts %.*s, %.*s; point it at the one project the agent may "
	       "change",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, mount->source)),
	       STR_FMT(what));
	about_mount(out, mount);
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct str what;

		if (mount->type != MOUNT_BIND || mount_is_replaced(mount) ||
		    sink_reports_class(out, service, mount, HOSTPATH_IS_CREDENTIAL_FILE))
			continue;
		what = parent_of(service, i, out);
		if (what.n)
			judge(service, mount, what, out);
	}
}
