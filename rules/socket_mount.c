/* SPDX-License-Identifier: MIT */
/* The socket of a container engine is in the container, by whatever way and name. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_socket_mount = {
	.name = STR_INIT("socket-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.applies = APPLIES_ANY,
	.score = STR_INIT("9.8"),
	.summary = STR_INIT("a service can talk to the container engine of the host"),
	.reason = STR_INIT(
		"Whoever can talk to a container engine can ask it for a container that mounts the "
		"root of the host, and is then root on the host. No bug is needed for that: it is "
		"what the interface is for. Mounting the socket read-only changes nothing, because "
		"\":ro\" limits the file and not what is sent through it.\n"
		"\n"
		"The rule knows the sockets and pipes of Docker, Podman, containerd, CRI-O, BuildKit, "
		"libvirt, LXD and Incus, rootless and desktop installations included; the "
		"directories that hold one (/run, /run/user/1000, ~/.docker); a socket that is "
		"mounted at the name of one from elsewhere; and the path of a unix:// address in "
		"DOCKER_HOST or CONTAINER_HOST. It follows named volumes to the device of their "
		"driver_opts, volumes_from to the other service, secrets and configs to their files. "
		"\"use_api_socket: true\" is the same mount made by Compose, which adds the "
		"credentials of your registries to it."),
	.silent = STR_INIT(
		"Neighbours of a socket such as /run/myapp, a named volume that is merely called "
		"docker.sock, and a file of the project that is mounted in place of a socket. The "
		"root directory is left to system-mount. A proxy, a dashboard or an updater that "
		"needs the socket is reported: that is what it holds. Keep such a service off the "
		"network of the agent."),
	.advice = STR_INIT(
		"Remove the mount; a reverse proxy can take its routes from a file, and what needs "
		"containers of its own works with a virtual machine or a rootless engine of its own, "
		"too. A service that cannot do without it stays off the networks of agents, with the "
		"reason in a suppression."),
	.see = STR_INIT(
		"Docker daemon attack surface <https://docs.docker.com/engine/security/>\n"
		"Protect the Docker daemon socket "
		"<https://docs.docker.com/engine/security/protect-access/>\n"
		"Rootless mode, tips <https://docs.docker.com/engine/security/rootless/tips/>\n"
		"OWASP Docker Security Cheat Sheet, rule 1 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.4.3 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /run/user/1000/podman/podman.sock:/tmp/p.sock:ro  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - hostrun:/host-run:ro  # <-\n"
			 "volumes:\n"
			 "  hostrun:\n"
			 "    driver_opts: {type: none, o: rbind, device: /run}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    use_api_socket: true  # <-\n"),
		STR_INIT("services:\n"
			 "  mcp-gateway:\n"
			 "    image: docker/mcp-gateway:1.0.0\n"
			 "    use_api_socket: true\n"
			 "    volumes:\n"
			 "      - /var/run/docker.sock:/var/run/docker.sock  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - /run/myapp:/run/myapp:ro\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - docker-cache:/var/cache/docker\n"
			 "volumes:\n"
			 "  docker-cache: {}\n"),
	},
	.service = service,
};

/* The other mount of the same place, made by the other of "volumes" and "use_api_socket"; NULL. */
static const struct mount *twin(const struct service *service, const struct mount *mount,
				enum mount_origin origin)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *other = &service->mounts->all[i];

		if (other != mount && other->origin == origin &&
		    other->fact.class == HOSTPATH_IS_SOCKET && str_eq(other->target, mount->target))
			return other;
	}
	return NULL;
}

/* What has to be known besides engine, path and target. */
static const char *remark(const struct mount *mount, const struct mount *api)
{
	if (mount->origin == MOUNT_FROM_API_SOCKET || api)
		return ", together with the credentials of your registries";
	return mount->read_only ? ", read-only does not help: \":ro\" limits the file, not the API"
				: "";
}

static void judge(const struct service *service, const struct mount *mount, struct sink *out)
{
	const struct mount *api = mount->origin == MOUNT_FROM_VOLUMES
					  ? twin(service, mount, MOUNT_FROM_API_SOCKET)
					  : NULL;

	report(out, mount->place,
	       "service \"%.*s\" can reach the %.*s through %.*s (as %.*s%s), and whoever can talk "
	       "to it can start a container that mounts the host's root",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(mount->fact.what),
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(sink_show(out, mount->target)),
	       remark(mount, api));
	about_mount(out, mount);
	/* of two places each has to go, which one edit does not do */
	if (api)
		related(out, RELATED_OTHER, api->place->span, "this mounts it, too");
	else if (mount->origin == MOUNT_FROM_VOLUMES)
		suggest_delete_item(out, false, mount->item, "remove the mount");
	else if (mount->origin == MOUNT_FROM_API_SOCKET)
		suggest_delete_key(out, false, service, STR("use_api_socket"),
				   "remove \"use_api_socket\"");
}

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		/* told where "volumes" has it */
		if (mount_is_replaced(mount) || (mount->origin == MOUNT_FROM_API_SOCKET &&
						 twin(service, mount, MOUNT_FROM_VOLUMES)))
			continue;
		if (mount->fact.class == HOSTPATH_IS_SOCKET)
			judge(service, mount, out);
	}
}
