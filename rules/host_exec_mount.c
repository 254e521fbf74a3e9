/* SPDX-License-Identifier: MIT */
/* An agent can write what the host executes later. */
#include "config.h"

#include "engine/rule.h"
#include "fact/declared.h"
#include "fact/host_tree.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_host_exec_mount = {
	.name = STR_INIT("host-exec-mount"),
	.severity = LEVEL_INFO,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("4.4"),
	.summary = STR_INIT("an agent can write files that programs on the host execute"),
	.reason = STR_INIT(
		"A workspace is more than text. Git runs its hooks and what .git/config names, an "
		"editor the tasks of .vscode, direnv the .envrc, make the Makefile, CI its workflows, "
		"and the next agent does what AGENTS.md says. What the agent writes there runs on the "
		"host with your rights, as soon as you use the directory.\n"
		"\n"
		"The rule looks at the source of each writable mount, where it lies on this machine, "
		"and names what is there and not protected by a mount that lies over it. What is "
		"missing can be created, so an empty list is no promise."),
	.silent = STR_INIT("Sources that do not exist here, as in a checkout by CI; directories "
			   "without any such name; a clone that is declared disposable by "
			   "\"x-compose-lint: {disposable: true}\"."),
	.advice = STR_INIT("Give the agent a clone or worktree of its own and fetch from it, or "
			   "mount .git and the directories of editors read-only over their places."),
	.options = { { STR_INIT("paths"),
		       STR_INIT("The names that count, relative to the mounted directory."),
		       NULL } },
	.see = STR_INIT(
		"Workspace trust <https://docs.docker.com/ai/sandboxes/security/workspace/>\n"
		"githooks <https://git-scm.com/docs/githooks>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /home/me/projects/app:/work  # <-\n"
			 "--- /home/me/projects/app/.git/HEAD\n"
			 "ref: refs/heads/main\n"
			 "--- /home/me/projects/app/.vscode/tasks.json\n"
			 "{}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ../repo:/code  # <-\n"
			 "--- ../repo/Makefile\n"
			 "all:\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/clone:/work\n"
			 "      - /srv/agent/clone/.git:/work/.git:ro\n"
			 "--- /srv/agent/clone/.git/HEAD\n"
			 "ref: refs/heads/main\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/data:/data:ro\n"
			 "--- /srv/agent/data/Makefile\n"
			 "all:\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount")),
	.service = service,
};

enum { NAMED = 5 };

/* What can be written, for the message. */
struct found {
	const struct host_name *names[NAMED];
	size_t count;
	bool by[HOST_EXECUTORS];
};

static struct found found_in(const struct host_view *view)
{
	struct found found = { .count = 0 };

	for (size_t i = 0; i < view->nnames; i++) {
		const struct host_name *name = view->names[i];

		found.by[name->who] = true;
		if (found.count < NAMED)
			found.names[found.count] = name;
		found.count++;
	}
	return found;
}

static struct str names(const struct found *found, struct sink *out)
{
	size_t shown = found->count < NAMED ? found->count : NAMED;
	struct str text = STR("");

	for (size_t i = 0; i < shown; i++)
		text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text),
				!i                      ? ""
				: i + 1 == found->count ? " and "
							: ", ",
				STR_FMT(found->names[i]->name));
	if (found->count > NAMED)
		text = sink_fmt(out, "%.*s and %zu more", STR_FMT(text), found->count - NAMED);
	return text;
}

/* "git, your editor or CI" */
static struct str executors(const struct found *found, struct sink *out)
{
	static const char *const who[] = {
		[HOST_GIT] = "git",
		[HOST_EDITOR] = "your editor",
		[HOST_CI] = "CI",
		[HOST_SHELL] = "your shell",
		[HOST_AGENT] = "another agent",
		[HOST_ANYBODY] = "somebody",
	};
	struct str text = STR(""), last = STR("");

	for (size_t i = 0; i < HOST_EXECUTORS; i++) {
		if (!found->by[i])
			continue;
		if (last.n)
			text = sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), text.n ? ", " : "",
					STR_FMT(last));
		last = str_from(who[i]);
	}
	return sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), text.n ? " or " : "", STR_FMT(last));
}

static void suggest_cover(const struct service *service, const struct mount *mount,
			  const struct found *found, struct sink *out)
{
	struct str rest, source;

	if (!str_eq(found->names[0]->name, STR(".git")) || !mount->short_form ||
	    mount->short_form->nparts || mount->origin != MOUNT_FROM_VOLUMES || mount->resource)
		return;
	rest = mount->short_form->text;
	source = str_cut(&rest, ':');
	suggest_append_item(out, false, service, STR("volumes"),
			    sink_fmt(out, "\"%.*s/.git:%.*s/.git:ro\"", STR_FMT(source),
				     STR_FMT(mount->target)),
			    "mount .git read-only; the agent can then not commit");
}

static void judge(const struct service *service, const struct mount *mount,
		  const struct found *found, struct sink *out)
{
	report(out, mount->place,
	       "service \"%.*s\" can write %.*s in %.*s, which %.*s on the host executes later; "
	       "protect or review before using %s",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(names(found, out)),
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(executors(found, out)),
	       found->count == 1 ? "it" : "them");
	about_mount(out, mount);
	suggest_cover(service, mount, found, out);
}

static void service(const struct service *service, struct sink *out)
{
	if (node_is_true(service->declared->disposable))
		return;
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct found found = found_in(&service->host[i]);

		/* else the mount has to go, and the files with it */
		if (found.count && !sink_reports_source(out, service, mount))
			judge(service, mount, &found, out);
	}
}
