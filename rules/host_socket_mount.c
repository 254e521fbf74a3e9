/* SPDX-License-Identifier: MIT */
/* An agent is given a socket of the host: a key agent, the desktop, another daemon. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"
#include "model/environment.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_host_socket_mount = {
	.name = STR_INIT("host-socket-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.6"),
	.summary = STR_INIT("an agent is given a socket of a program on the host"),
	.reason = STR_INIT(
		"Behind a socket stands a program of the host, which does what it is asked in your "
		"name and outside of the sandbox. Who can talk to your ssh or gpg agent can sign and "
		"log in as you without ever seeing a key; who can talk to the display sees the screen "
		"and every key that is pressed; the session bus starts programs. Read-only changes "
		"nothing: it limits the file, not what is sent through it.\n"
		"\n"
		"The rule knows the sockets of ssh and gpg agents, keyrings, smart cards, D-Bus, "
		"systemd, X11, Wayland, sound servers, tmux, editors and some daemons, and the "
		"directories that hold them (/tmp of the host among these). Besides, every bind from "
		"outside of the project whose name ends in .sock or .socket counts."),
	.silent = STR_INIT("Sockets in a named volume that services of the project share, and a "
			   "tmpfs at /tmp or /run. Sockets of container engines are left to "
			   "socket-mount."),
	.advice = STR_INIT("Remove the mount. Give the gateway a deploy key, or push from the host "
			   "after a review."),
	.see = STR_INIT(
		"Sharing Git credentials with your container "
		"<https://code.visualstudio.com/remote/advancedcontainers/sharing-git-credentials>\n"
		"NIST SP 800-190, 3.4.3 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ${SSH_AUTH_SOCK}:/ssh-agent  # <-\n"
			 "    environment: {SSH_AUTH_SOCK: /ssh-agent}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /tmp/.X11-unix:/tmp/.X11-unix:ro  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - sock:/run/app\n"
			 "volumes:\n"
			 "  sock: {}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    tmpfs: [/run]\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount"),
		STR_INIT("credential-file")),
	.service = service,
};

/* The variable that tells programs in the container where the socket is. */
static bool points_at(const struct environment_entry *entry, const struct mount *mount)
{
	static const struct str addresses[] = {
		STR_INIT("SSH_AUTH_SOCK"), STR_INIT("DBUS_SESSION_BUS_ADDRESS"),
		STR_INIT("XAUTHORITY"),    STR_INIT("WAYLAND_DISPLAY"),
		STR_INIT("PULSE_SERVER"),
	};

	if (str_eq(entry->name, STR("DISPLAY")))
		return str_has(mount->path.path, STR(".X11-unix"));
	for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++)
		if (str_eq(entry->name, addresses[i]))
			return mount->target.n > 1 &&
			       str_has(node_text(entry->value), mount->target);
	return false;
}

static void relate_environment(const struct service *service, const struct mount *mount,
			       struct sink *out)
{
	for (size_t i = 0; i < service->environment->count; i++) {
		const struct environment_entry *entry = &service->environment->all[i];

		if (points_at(entry, mount))
			related(out, RELATED_OTHER, entry->line, "%.*s tells programs of it",
				STR_FMT(sink_show(out, entry->name)));
	}
}

static void judge(const struct service *service, const struct mount *mount,
		  const struct hostpath_fact *fact, struct sink *out)
{
	const struct own_exposure *own = own_in_mount(out, service, mount);

	report(out, mount->place,
	       "service \"%.*s\" is given the host socket %.*s (%.*s%.*s); the program behind it "
	       "acts with your identity, outside the sandbox%s",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, mount->source)),
	       STR_FMT(fact->is_directory ? STR("in it: ") : STR("")), STR_FMT(fact->what),
	       own ? "; the files of this project lie in it" : "");
	about_mount(out, mount);
	if (own)
		related_own(out, own);
	relate_environment(service, mount, out);
	if (mount->origin == MOUNT_FROM_VOLUMES)
		suggest_delete_item(out, false, mount->item, "remove the mount");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct hostpath_fact fact;

		if (!mount_is_replaced(mount) && mount_is(mount, HOSTPATH_IS_HOST_SOCKET, &fact))
			judge(service, mount, &fact, out);
	}
}
