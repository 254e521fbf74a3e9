/* SPDX-License-Identifier: MIT */
/* A tmpfs of an agent is mounted with suid or dev. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_tmpfs_options = {
	.name = STR_INIT("tmpfs-options"),
	.severity = LEVEL_WARNING,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("4.4"),
	.summary = STR_INIT("a tmpfs of an agent honours setuid files or devices"),
	.reason = STR_INIT(
		"The engine mounts a tmpfs with nosuid and nodev, so that a file that is made there "
		"raises nobody's privileges and is no door to a device. The options \"suid\" and "
		"\"dev\" undo that. They matter together with another mistake, such as a process of "
		"root in the same container.\n"
		"\n"
		"\"exec\" is not reported: the workspace is executable anyway, and many test suites "
		"need it."),
	.silent = STR_INIT("Sizes, modes and owners, nosuid, nodev, exec and noexec. A volume of "
			   "the type tmpfs cannot have these options."),
	.advice = STR_INIT("Leave the option out."),
	.see = STR_INIT("tmpfs mounts <https://docs.docker.com/engine/storage/tmpfs/>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs:\n"
			 "      - /tmp:suid,size=64m  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs: [\"/x:dev\"]  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs: [\"/tmp:exec,size=1g\"]\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs: [\"/y:mode=1777\"]\n"),
	},
	.service = service,
};

enum { REPEATS = 8 }; /* of an option, that a fix takes out */

static struct str add(struct sink *out, struct str text, bool first, struct str options)
{
	return options.n ? sink_fmt(out, "%.*s%s%.*s", STR_FMT(text), first ? ":" : ",",
				    STR_FMT(options))
			 : text;
}

/* The item without one of its options; STR_NONE when that stands there again and again. */
static struct str without(struct str item, struct str option, struct sink *out)
{
	struct str rest = item, target = str_cut(&rest, ':'), text = target;
	size_t kept = target.n + 1; /* where options begin that stay */
	unsigned count = 0;

	while (rest.p) {
		struct str token = str_cut(&rest, ',');
		size_t at = (size_t)(token.p - item.p);

		if (!str_eq(token, option))
			continue;
		if (++count > REPEATS)
			return STR_NONE;
		text = add(out, text, text.n == target.n,
			   str_slice(item, kept, at > kept ? at - 1 : kept));
		kept = at + token.n + 1;
	}
	return add(out, text, text.n == target.n, str_slice(item, kept, item.n));
}

static void judge(const struct service *service, const struct mount *mount, struct str option,
		  struct sink *out)
{
	bool devices = str_eq(option, STR("dev"));
	struct str text;

	report(out, mount->item,
	       "tmpfs %.*s of \"%.*s\" is mounted with \"%.*s\", which undoes a default (no%.*s)",
	       STR_FMT(sink_show(out, mount->target)), STR_FMT(sink_show(out, service->name)),
	       STR_FMT(option), STR_FMT(option));
	evidence(out, sink_fmt(out, "%.*s %.*s", STR_FMT(mount->target), STR_FMT(option)));
	text = without(node_text(mount->item), option, out);
	if (text.p)
		suggest_replace(out, devices, mount->item, text,
				devices ? "drop \"dev\"" : "drop \"suid\"");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct str rest = node_text(mount->item);
		bool suid = false, dev = false;

		if (mount->origin != MOUNT_FROM_TMPFS)
			continue;
		str_cut(&rest, ':');
		while (rest.p) {
			struct str option = str_cut(&rest, ',');
			bool *said = str_eq(option, STR("suid"))  ? &suid
				     : str_eq(option, STR("dev")) ? &dev
								  : NULL;

			if (said && !*said) {
				*said = true;
				judge(service, mount, option, out);
			}
		}
	}
}
