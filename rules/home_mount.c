/* SPDX-License-Identifier: MIT */
/* A home directory, all homes, or a profile directory of one is mounted. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_home_mount = {
	.name = STR_INIT("home-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("8.6"),
	.summary = STR_INIT("a service mounts a home directory or a profile in it"),
	.reason = STR_INIT(
		"A home directory holds ssh keys, cloud tokens, the browser's profile, shell "
		"histories and every private repository. A program in the container can read all of "
		"it and, where a network is at hand, send it away; read-only prevents no reading. "
		"Mounted for writing, it also lets the program change what the shell and the editor "
		"of the host run next.\n"
		"\n"
		"The rule looks at where the path leads, not at how it is written: ~, ${HOME}, "
		"/home/me, /Users/me, C:\\Users\\me, /mnt/c/Users/me and a chain of \"..\" that ends in "
		"one of them are the same. The directory that holds all homes counts, and so does "
		"what begins with a dot below a home, Library, AppData and snap. A path that "
		"becomes a home because a variable in it is not set is reported with the name of "
		"that variable."),
	.silent = STR_INIT(
		"Directories below a home without a dot, such as /home/me/projects/app, and caches of "
		"package managers (~/.cache/pip, ~/.npm, ~/.cargo/registry). The files ~/.gitconfig, "
		"~/.gitignore_global, ~/.ssh/known_hosts, ~/.ssh/config and public keys are silent "
		"when they are mounted read-only; writable they are reported, because the next git "
		"or ssh on the host does what they say. What lies beside the homes but is called after "
		"what it holds, such as /home/app_data, is nobody's home. Compose turns ~alice/x into a directory "
		"\"alice\" in your own home, so that is no home either."),
	.advice = STR_INIT("Mount only the directory of the project. For a package cache or the "
			   "settings of a program use a named volume."),
	.see = STR_INIT(
		"Bind mounts <https://docs.docker.com/engine/storage/bind-mounts/>\n"
		"OWASP Docker Security Cheat Sheet, rule 8 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.5.5 <https://doi.org/10.6028/NIST.SP.800-190>\n"
		"CIS Docker Benchmark, 5.6 <https://github.com/docker/docker-bench-security>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ${HOME}:/host-home:ro  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - data:/data  # <-\n"
			 "volumes:\n"
			 "  data:\n"
			 "    driver_opts: {type: none, o: bind, device: /home/me}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/.gitconfig:/agent/.gitconfig  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /home/me/projects/app:/work\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/.cache/pip:/agent/.cache/pip:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/.gitconfig:/agent/.gitconfig:ro\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("credential-file"),
		STR_INIT("host-socket-mount")),
	.service = service,
};

/* "your home directory", "the profile directory ~/.aws" */
static struct str described(struct sink *out, const struct hostpath_fact *fact)
{
	if (!fact->entry.n)
		return fact->what;
	return sink_fmt(out, "%.*s ~/%.*s", STR_FMT(fact->what),
			STR_FMT(sink_show(out, fact->entry)));
}

static const char *loss(const struct mount *mount, const struct hostpath_fact *fact)
{
	if (!fact->is_file)
		return "every key, token and private repository below it can be read";
	return mount->read_only ? "what is in it can be read"
				: "what is in it can be read and rewritten";
}

static void judge(const struct service *service, const struct mount *mount,
		  const struct hostpath_fact *fact, struct str because, struct sink *out)
{
	const struct own_exposure *own = own_in_mount(out, service, mount);

	report(out, mount->place,
	       "service \"%.*s\" mounts %.*s (%.*s%.*s) at %.*s%s; %s by a program nobody "
	       "reviewed%s%s",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(described(out, fact)),
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(because),
	       STR_FMT(sink_show(out, mount->target)),
	       mount->read_only ? ", read-only does not prevent reading" : "", loss(mount, fact),
	       node_text(node_get(mount->bind, STR("selinux"))).n
		       ? ", and \":z\" or \":Z\" would relabel it"
		       : "",
	       own ? "; the files of this project lie in it" : "");
	about_mount(out, mount);
	if (own)
		related_own(out, own);
	if (mount->origin == MOUNT_FROM_VOLUMES)
		suggest_delete_item(out, false, mount->item, "remove the mount");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct hostpath_fact fact;

		if (mount_is_replaced(mount))
			continue;
		/* also what another rule knows better, which may be off or judge agents only */
		if (mount_is(mount, HOSTPATH_IS_HOME, &fact))
			judge(service, mount, &fact, STR(""), out);
		else if (mount_becomes(mount, HOSTPATH_IS_HOME))
			judge(service, mount, &mount->when_empty->accident,
			      sink_fmt(out, ", because %.*s",
				       STR_FMT(sink_unset(out, mount->source))),
			      out);
	}
}
