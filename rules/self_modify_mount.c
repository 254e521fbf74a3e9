/* SPDX-License-Identifier: MIT */
/* An agent can write what defines its own sandbox. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"
#include "fact/own_view.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_self_modify_mount = {
	.name = STR_INIT("self-modify-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("9.1"),
	.summary = STR_INIT("an agent can rewrite the project that defines its sandbox"),
	.reason = STR_INIT(
		"Who can write the Compose file writes the next sandbox: a mount more, a key more, no "
		"sandbox at all. The same holds for all that Compose reads on its way: an override, "
		"which it takes unasked when one lies beside the Compose file, .env, which it takes "
		"from the directory where it is run, too, env files, Dockerfiles and build contexts "
		"of all services, seccomp profiles, sources of secrets and configs, providers. It "
		"also holds for the source of another bind mount that "
		"lies below a writable one: the agent puts a link in its place, and the engine follows "
		"the link when the container is made again.\n"
		"\n"
		"A mount that lies over such a path protects it, if it stands directly below the "
		"target of the writable one or if all directories between them are mounts as well: a "
		"mount point cannot be renamed, but a plain directory above it can, and then a new "
		"tree is made under the old name. Protecting the files that are there does not keep "
		"an override from being created; that takes a list of files that is pinned from "
		"outside, by -f or COMPOSE_FILE.\n"
		"\n"
		"Suppressions in files that the agent can write are worth nothing, since it can write "
		"them too; with --no-inline-ignores none counts."),
	.silent = STR_INIT("Read-only mounts; a project outside of what the agent may write; files "
			   "of other projects; what a mount that holds lies over."),
	.advice = STR_INIT("Keep Compose file, .env and Dockerfile in the parent, run docker compose "
			   "there, and mount only the directory with the work, for example ./src."),
	.see = STR_INIT(
		"Workspace trust <https://docs.docker.com/ai/sandboxes/security/workspace/>\n"
		"Merge Compose files "
		"<https://docs.docker.com/compose/how-tos/multiple-compose-files/merge/>\n"
		"NIST SP 800-190, 3.5.5 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - .:/work  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: {context: /srv/agent/project}\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work  # <-\n"
			 "      - /srv/agent/task:/task:ro\n"
			 "--- /srv/agent/project/Dockerfile\n"
			 "FROM registry.example/agent:1.4.2\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /srv/agent/project:/work  # <-\n"
			 "      - /srv/agent/project/vendor:/vendor:ro\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ./src:/work\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - .:/work:ro\n"
			 "      - out:/work/out\n"
			 "volumes:\n"
			 "  out: {}\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("host-socket-mount"),
		STR_INIT("home-mount"),
		STR_INIT("system-mount")),
	.service = service,
};

/* "rewrite compose.yaml and 3 more" */
static struct str change(const struct own_exposure *written, struct sink *out)
{
	const struct own_path *worst = written->worst[0];
	struct str what = sink_own_path(out, worst);

	if (worst->kind == OWN_OVERRIDES)
		what = STR("an override of the Compose file");
	else if (worst->kind == OWN_CONTEXT)
		what = sink_fmt(out, "the build context %.*s", STR_FMT(what));
	else if (worst->kind == OWN_SOURCE)
		what = sink_fmt(out, "the mount source %.*s", STR_FMT(what));
	what = sink_fmt(out, "%s %.*s", worst->is_absent ? "create" : "rewrite", STR_FMT(what));
	if (written->count > 1)
		what = sink_fmt(out, "%.*s (and %zu more)", STR_FMT(what), written->count - 1);
	return what;
}

/* What comes of it. */
static struct str outcome(const struct own_exposure *written, struct sink *out)
{
	/* the worst comes first */
	if (written->worst[0]->kind == OWN_SOURCE)
		return STR("mounts what the agent put there, such as a link to another path of the "
			   "host");
	return sink_fmt(out, "%sruns what the agent wrote%s", written->is_built ? "or build " : "",
			written->is_watched ? ", and develop.watch does so without you" : "");
}

static void judge(const struct service *service, const struct mount *mount,
		  const struct own_exposure *written, struct sink *out)
{
	report(out, mount->place,
	       "service \"%.*s\" can %.*s through the writable mount %.*s at %.*s; the next "
	       "\"docker compose up\" %.*s",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(change(written, out)),
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(sink_show(out, mount->target)),
	       STR_FMT(outcome(written, out)));
	about_mount(out, mount);
	related_own(out, written);
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		const struct own_exposure *written = &service->own->of_mount[i].written;

		if (written->count &&
		    !sink_reports_class(out, service, mount, HOSTPATH_IS_CREDENTIAL_FILE))
			judge(service, mount, written, out);
	}
}
