/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/hostpath.h"

#include <check.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/node.h"
#include "tests/suite.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

static const char project[] = "/srv/agent/compose";

/* A source as interpolation leaves it: $NAME and ${NAME...} are parts, other text is literal. */
static const struct node *source_node(struct arena *arena, const char *text)
{
	static const char *const hosts[] = { "HOME",          "USERPROFILE", "XDG_RUNTIME_DIR",
					     "SSH_AUTH_SOCK", "XAUTHORITY",  "WAYLAND_DISPLAY",
					     "PWD",           "UID" };
	struct node *node = node_made(arena, str_from(text), SPAN_NONE);
	struct part *parts = ARENA_ARRAY(arena, 16, struct part);
	struct str s = node->text;
	size_t count = 0;

	for (size_t at = 0; at < s.n; at++) {
		size_t from = at, name;
		bool braced;

		if (s.p[at] != '$' || at + 1 == s.n)
			continue;
		braced = s.p[at + 1] == '{';
		name = at + (braced ? 2 : 1);
		for (at = name; at < s.n && (byte_is_alnum(s.p[at]) || s.p[at] == '_');)
			at++;
		parts[count].name = str_slice(s, name, at);
		if (braced)
			at = str_find_byte(s, '}', at) + 1;
		parts[count].kind = PART_UNKNOWN;
		for (size_t i = 0; i < sizeof(hosts) / sizeof(*hosts); i++)
			if (str_eq(parts[count].name, str_from(hosts[i])))
				parts[count].kind = PART_HOST;
		parts[count].from = (uint32_t)from;
		parts[count].to = (uint32_t)at;
		count++;
		at--;
	}
	node->parts = count ? parts : NULL;
	node->nparts = (uint32_t)count;
	return node;
}

static const struct {
	const char *source, *path;
	enum hostpath_kind kind;
} path_rows[] = {
	{ "//var//run//docker.sock", "/run/docker.sock", HOSTPATH_ROOTED },
	{ "/var/run/../run/docker.sock/", "/run/docker.sock", HOSTPATH_ROOTED },
	{ "/proc/1/root/var/run/docker.sock", "/run/docker.sock", HOSTPATH_ROOTED },
	{ "/proc/self/root/proc/1/root/run", "/run", HOSTPATH_ROOTED },
	{ "/proc/1/root", "/", HOSTPATH_ROOTED },
	{ "/proc/10/root", "/proc/10/root", HOSTPATH_ROOTED },
	{ "${XDG_RUNTIME_DIR:-/run/user/1000}/docker.sock", "/run/user/*/docker.sock",
	  HOSTPATH_ROOTED },
	{ "$XDG_RUNTIME_DIR", "/run/user/*", HOSTPATH_ROOTED },
	{ "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY", "/run/user/*/wayland-*", HOSTPATH_ROOTED },
	{ "/run/user/1000/bus", "/run/user/*/bus", HOSTPATH_ROOTED },
	{ "/run/user/${UID}/docker.sock", "/run/user/*/docker.sock", HOSTPATH_ROOTED },
	{ "npipe:////./pipe/dockerDesktopLinuxEngine", "dockerDesktopLinuxEngine", HOSTPATH_PIPE },
	{ "\\\\.\\pipe\\docker_engine", "docker_engine", HOSTPATH_PIPE },
	{ "//./pipe/docker_engine", "docker_engine", HOSTPATH_PIPE },
	{ "../../../../../../home/me", "HOME", HOSTPATH_HOME },
	{ "~alice/.ssh", "HOME/alice/.ssh", HOSTPATH_HOME },
	{ "/run/postgresql", "/run/postgresql", HOSTPATH_ROOTED },
	{ "~/..", "homes", HOSTPATH_HOMES },
	{ "~/../..", "/", HOSTPATH_ROOTED },
	{ "~/../bob/.ssh", "HOME/.ssh", HOSTPATH_HOME },
	{ "/home/${USER}", "HOME", HOSTPATH_HOME },
	{ "/users/Me/.ssh", "HOME/.ssh", HOSTPATH_HOME },
	{ "//c/Users/me", "HOME", HOSTPATH_HOME },
	{ "/run/desktop/mnt/host/c/Users/me", "HOME", HOSTPATH_HOME },
	{ "/System/Volumes/Data/Users/me", "HOME", HOSTPATH_HOME },
	{ "/mnt/data", "/mnt/data", HOSTPATH_ROOTED },
	{ "./docker.sock.d", "/srv/agent/compose/docker.sock.d", HOSTPATH_ROOTED },
	{ "~", "HOME", HOSTPATH_HOME },
	{ "~/", "HOME", HOSTPATH_HOME },
	{ "$HOME", "HOME", HOSTPATH_HOME },
	{ "${HOME}/.aws", "HOME/.aws", HOSTPATH_HOME },
	{ "${HOME:-/root}/x", "HOME/x", HOSTPATH_HOME },
	{ "${USERPROFILE}\\.ssh", "HOME/.ssh", HOSTPATH_HOME },
	{ "%USERPROFILE%/.ssh", "/srv/agent/compose/%USERPROFILE%/.ssh", HOSTPATH_ROOTED },
	{ "$PWD/src", "/srv/agent/compose/src", HOSTPATH_ROOTED },
	{ "${SSH_AUTH_SOCK}", "$SSH_AUTH_SOCK", HOSTPATH_SYMBOL },
	{ "$XAUTHORITY", "$XAUTHORITY", HOSTPATH_SYMBOL },
	{ "C:\\Users\\me\\.ssh", "HOME/.ssh", HOSTPATH_HOME },
	{ "c:/", "C:/", HOSTPATH_DRIVE },
	{ "C:", "C:/", HOSTPATH_DRIVE },
	{ "/mnt/c/Windows", "C:/Windows", HOSTPATH_DRIVE },
	{ "/host_mnt/c", "C:/", HOSTPATH_DRIVE },
	{ "/cygdrive/d/work", "D:/work", HOSTPATH_DRIVE },
	{ "/c/", "C:/", HOSTPATH_DRIVE },
	{ "/w", "/w", HOSTPATH_ROOTED },
	{ "C:/Users", "homes", HOSTPATH_HOMES },
	{ "C:/users/Public/x", "C:/users/Public/x", HOSTPATH_DRIVE },
	{ "C:/Users/Default", "C:/Users/Default", HOSTPATH_DRIVE },
	{ "/home", "homes", HOSTPATH_HOMES },
	{ "/Users", "homes", HOSTPATH_HOMES },
	{ "/home/hermes_data", "/home/hermes_data", HOSTPATH_ROOTED },
	{ "/home/app-config/x", "/home/app-config/x", HOSTPATH_ROOTED },
	{ "/home/data", "/home/data", HOSTPATH_ROOTED },
	{ "/home/metadata", "HOME", HOSTPATH_HOME },
	{ "/home/build-bot", "HOME", HOSTPATH_HOME },
	{ "/home/media", "HOME", HOSTPATH_HOME },
	{ "/home/linuxbrew/.linuxbrew", "/home/linuxbrew/.linuxbrew", HOSTPATH_ROOTED },
	{ "/Users/Shared/x", "/Users/Shared/x", HOSTPATH_ROOTED },
	{ "/root", "HOME", HOSTPATH_HOME },
	{ "/root/.ssh", "HOME/.ssh", HOSTPATH_HOME },
	{ "/rooted", "/rooted", HOSTPATH_ROOTED },
	{ "/var/root/x", "HOME/x", HOSTPATH_HOME },
	{ "/var/home/me", "HOME", HOSTPATH_HOME },
	{ "/usr/home/me", "HOME", HOSTPATH_HOME },
	{ "/export/home/me/p", "HOME/p", HOSTPATH_HOME },
	{ "/run/host/etc", "/etc", HOSTPATH_ROOTED },
	{ "/run/host", "/", HOSTPATH_ROOTED },
	{ "/private/var/run/docker.sock", "/run/docker.sock", HOSTPATH_ROOTED },
	{ "/private/etc/ssh", "/etc/ssh", HOSTPATH_ROOTED },
	{ "/var/lock/x", "/run/lock/x", HOSTPATH_ROOTED },
	{ "/var/running", "/var/running", HOSTPATH_ROOTED },
	{ "${X}/docker.sock", "*/docker.sock", HOSTPATH_OPAQUE },
	{ "${X}", "*", HOSTPATH_OPAQUE },
	{ "${X}/..", "*", HOSTPATH_OPAQUE },
	{ "${X}/../../etc", "*/etc", HOSTPATH_OPAQUE },
	{ "/srv/${X}/data", "/srv/*/data", HOSTPATH_ROOTED },
	{ "/srv/app-${X}/data", "/srv/app-*/data", HOSTPATH_ROOTED },
	{ "/srv/${X}/../data", "/srv/data", HOSTPATH_ROOTED },
	{ "  /run/docker.sock ", "/run/docker.sock", HOSTPATH_ROOTED },
	{ ".", "/srv/agent/compose", HOSTPATH_ROOTED },
	{ "..", "/srv/agent", HOSTPATH_ROOTED },
	{ "", "", HOSTPATH_NONE },
	{ "/", "/", HOSTPATH_ROOTED },
	{ "/../..", "/", HOSTPATH_ROOTED }
};

START_TEST(a_source_is_normalised)
{
	struct arena arena = { 0 };
	struct hostpath got =
		hostpath_of(&arena, source_node(&arena, path_rows[_i].source), str_from(project));

	ck_assert_msg(
		str_eq(got.path, str_from(path_rows[_i].path)) && got.kind == path_rows[_i].kind,
		"%s: wanted \"%s\" (kind %d), got \"%.*s\" (kind %d)", path_rows[_i].source,
		path_rows[_i].path, (int)path_rows[_i].kind, STR_FMT(got.path), (int)got.kind);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *source, *path;
	bool accident;
} empty_rows[] = { { "${PROJECT}/", "/", true },
		   { "/home/dev/$scratch", "HOME", true },
		   { "/home/$X/", "homes", true },
		   { "C:/$X", "C:/", true },
		   { "${HOME}/$X", "HOME", true },
		   { "~/$X/.ssh", "HOME/.ssh", false },
		   { "./$X", "/srv/agent/compose", false },
		   { "$X", "", false },
		   { "/srv/$X/y", "/srv/y", false } };

START_TEST(an_unset_variable_may_be_an_accident)
{
	struct arena arena = { 0 };
	struct hostpath got = hostpath_when_empty(
		&arena, source_node(&arena, empty_rows[_i].source), str_from(project));

	ck_assert_msg(str_eq(got.path, str_from(empty_rows[_i].path)) &&
			      hostpath_is_accident(&got) == empty_rows[_i].accident,
		      "%s: wanted \"%s\" (%d), got \"%.*s\" (%d)", empty_rows[_i].source,
		      empty_rows[_i].path, empty_rows[_i].accident, STR_FMT(got.path),
		      hostpath_is_accident(&got));
	arena_free(&arena);
}
END_TEST

START_TEST(a_path_below_the_project_is_known_as_such)
{
	struct arena arena = { 0 };
	static const struct {
		const char *source, *absolute;
		bool below;
	} rows[] = { { "./src", "/srv/agent/compose/src", true },
		     { "$PWD", "/srv/agent/compose", true },
		     { "../x", "/srv/agent/x", false },
		     { "/srv/agent/compose-2", "/srv/agent/compose-2", false },
		     { "/var/run", "/var/run", false },
		     { "./${X}", "", false },
		     { "~/x", "", false },
		     { "C:/x", "", false } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct hostpath got =
			hostpath_of(&arena, source_node(&arena, rows[i].source), str_from(project));

		ck_assert_msg(got.below_project == rows[i].below &&
				      str_eq(got.absolute, str_from(rows[i].absolute)),
			      "%s: got %d, \"%.*s\"", rows[i].source, got.below_project,
			      STR_FMT(got.absolute));
	}
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *source, *target;
	bool read_only;
	enum hostpath_class class;
	const char *what; /* NULL: not looked at */
} class_rows[] = {
	/* socket-mount */
	{ "/var/run/docker.sock", "/x", true, HOSTPATH_IS_SOCKET, "Docker engine" },
	{ "/run/user/1000/podman/podman.sock", "/tmp/p.sock", true, HOSTPATH_IS_SOCKET,
	  "Podman engine" },
	{ "/run", "/host-run", true, HOSTPATH_IS_SOCKET, "Docker engine" },
	{ "/var", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "/run/user/1000", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "/run/k3s/containerd/containerd.sock", "/x", true, HOSTPATH_IS_SOCKET,
	  "containerd daemon" },
	{ "/run/systemd", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "/var/snap/lxd/common/lxd/unix.socket", "/x", true, HOSTPATH_IS_SOCKET, "LXD daemon" },
	{ "/var/lib/incus/unix.socket", "/x", true, HOSTPATH_IS_SOCKET, "Incus daemon" },
	{ "~/.docker", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "~/.docker/run/docker.sock", "/x", true, HOSTPATH_IS_SOCKET, "Docker engine" },
	{ "~/.colima/default/docker.sock", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "~/.colima/default", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "${X}/docker.sock", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "${X}", "/var/run/docker.sock", true, HOSTPATH_IS_SOCKET, "Docker engine" },
	{ "/srv/s", "/var/run/docker.sock", true, HOSTPATH_IS_SOCKET, NULL },
	{ "./fake.sock", "/var/run/docker.sock", true, HOSTPATH_IS_PLAIN, NULL },
	{ "npipe:////./pipe/docker_engine", "/x", true, HOSTPATH_IS_SOCKET, "Docker engine" },
	{ "//./pipe/DOCKERDESKTOPLINUXENGINE", "/x", true, HOSTPATH_IS_SOCKET, NULL },
	{ "//./pipe/other", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "./docker.sock.d", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	/* credential-file */
	{ "~/.ssh/id_rsa", "/k", true, HOSTPATH_IS_CREDENTIAL_FILE, "ssh key" },
	{ "~/.netrc", "/agent/.netrc", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "~/.aws/credentials", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, "AWS credentials" },
	{ "~/.config/gh/hosts.yml", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "~/.kube/config", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "~/.docker/config.json", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE,
	  "registry credentials" },
	{ "~/.cargo/credentials.toml", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "./provider.key", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, "private key" },
	{ "./server-key.pem", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, "private key" },
	{ "./service-account-prod.json", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "${X}/id_ed25519", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "C:\\Users\\me\\.SSH\\Id_rsa", "/x", true, HOSTPATH_IS_CREDENTIAL_FILE, NULL },
	{ "./ca-cert.pem", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "./public-key.pem", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "./.npmrc", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "./aider.conf.yml", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.ssh/known_hosts", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.ssh/id_rsa.pub", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.ssh/config", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	/* host-socket-mount */
	{ "${SSH_AUTH_SOCK}", "/ssh-agent", false, HOSTPATH_IS_HOST_SOCKET, "ssh agent" },
	{ "/tmp/.X11-unix", "/tmp/.X11-unix", true, HOSTPATH_IS_HOST_SOCKET,
	  "display: keystrokes and screen" },
	{ "/run/user/1000/bus", "/x", true, HOSTPATH_IS_HOST_SOCKET, "D-Bus session" },
	{ "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY", "/x", true, HOSTPATH_IS_HOST_SOCKET, NULL },
	{ "~/.ssh/agent.sock", "/x", true, HOSTPATH_IS_HOST_SOCKET, "ssh agent" },
	{ "~/.gnupg/S.gpg-agent", "/x", true, HOSTPATH_IS_HOST_SOCKET, "gpg agent" },
	{ "/tmp/ssh-abc/agent.12", "/x", true, HOSTPATH_IS_HOST_SOCKET, "ssh agent" },
	{ "/tmp/tmux-1000/default", "/x", true, HOSTPATH_IS_HOST_SOCKET, NULL },
	{ "/tmp", "/tmp", true, HOSTPATH_IS_HOST_SOCKET, NULL },
	{ "/run/dbus", "/x", true, HOSTPATH_IS_HOST_SOCKET, NULL },
	{ "/srv/app/web.sock", "/x", true, HOSTPATH_IS_HOST_SOCKET, "Unix socket" },
	{ "./web.sock", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/tmp/build", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	/* home-mount */
	{ "${HOME}", "/host-home", true, HOSTPATH_IS_HOME, "your home directory" },
	{ "/home/me", "/data", false, HOSTPATH_IS_HOME, "your home directory" },
	{ "/home", "/x", true, HOSTPATH_IS_HOME, "the directory of all homes" },
	{ "~/.aws", "/x", true, HOSTPATH_IS_HOME, "the profile directory" },
	{ "~/.ssh", "/x", true, HOSTPATH_IS_HOME, "the profile directory" },
	{ "~/Library/Keychains", "/x", true, HOSTPATH_IS_HOME, NULL },
	{ "C:\\Users\\me\\AppData", "/x", true, HOSTPATH_IS_HOME, NULL },
	{ "~/snap", "/x", true, HOSTPATH_IS_HOME, NULL },
	{ "~/.cache", "/x", true, HOSTPATH_IS_HOME, NULL },
	{ "~/.cargo", "/x", true, HOSTPATH_IS_HOME, NULL },
	{ "~/.gitconfig", "/agent/.gitconfig", false, HOSTPATH_IS_HOME, "the profile file" },
	{ "~/.gitconfig", "/agent/.gitconfig", true, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.ssh/config", "/x", false, HOSTPATH_IS_HOME, "the profile file" },
	{ "~/.cache/pip", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.cargo/registry/index", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "~/.local/share/uv", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/home/me/projects/app", "/work", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/home/linuxbrew", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/Users/Shared", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "~alice/x", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	/* system-mount */
	{ "/", "/host", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "C:\\", "/host", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/mnt", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/ssh", "/etc/ssh", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/proc", "/host/proc", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/sys/fs/cgroup", "/x", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/dev", "/dev", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/dev/shm", "/dev/shm", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/lib64/x", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/lib/x", "/x", true, HOSTPATH_IS_SYSTEM, "it shows which programs the host runs" },
	{ "/lib/modules/x", "/x", true, HOSTPATH_IS_SYSTEM, "it shows the kernel of the host" },
	{ "/libexec", "/x", true, HOSTPATH_IS_SYSTEM, "it shows which programs the host runs" },
	{ "/etc/.pwd.lock", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etcetera/x", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/srv/etc", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/var/lib", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/var/log", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/var/lib/docker/volumes", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/run/myapp", "/run/myapp", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "c:/program files (x86)/x", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/localtime", "/etc/localtime", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/etc/localtime", "/etc/localtime", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/hosts", "/etc/hosts", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/hosts", "/etc/hosts", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/hosts.d", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/proc/meminfo", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/proc/1/environ", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/proc", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/usr/bin/claude", "/usr/bin/claude", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/usr/bin/claude", "/usr/bin/claude", false, HOSTPATH_IS_SYSTEM, NULL },
	{ "/usr/bin", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/etc/pki/tls/private", "/x", true, HOSTPATH_IS_SYSTEM, NULL },
	{ "/usr/share/zoneinfo/Europe", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/etc/ssl/certs", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/etc/passwd", "/x", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/dev/null", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/mnt/data", "/data", true, HOSTPATH_IS_PLAIN, NULL },
	{ "/var/lib/postgresql/data", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/var/log/journal", "/x", false, HOSTPATH_IS_PLAIN, NULL },
	{ "/srv/agent/project", "/work", false, HOSTPATH_IS_PLAIN, NULL },
	{ "${TASK_DIR}", "/task", false, HOSTPATH_IS_PLAIN, NULL },
	{ ".", "/work", false, HOSTPATH_IS_PLAIN, NULL }
};

START_TEST(a_source_is_of_a_class)
{
	struct arena arena = { 0 };
	struct hostpath path =
		hostpath_of(&arena, source_node(&arena, class_rows[_i].source), str_from(project));
	struct hostpath_use use = { .target = str_from(class_rows[_i].target),
				    .read_only = class_rows[_i].read_only };
	struct hostpath_fact got = hostpath_classify(&path, &use);

	ck_assert_msg(got.class == class_rows[_i].class, "%s:%s%s: wanted class %d, got %d (%.*s)",
		      class_rows[_i].source, class_rows[_i].target,
		      class_rows[_i].read_only ? ":ro" : "", (int)class_rows[_i].class,
		      (int)got.class, STR_FMT(got.what));
	if (class_rows[_i].what)
		ck_assert_msg(str_eq(got.what, str_from(class_rows[_i].what)),
			      "%s: wanted \"%s\", got \"%.*s\"", class_rows[_i].source,
			      class_rows[_i].what, STR_FMT(got.what));
	ck_assert(got.class == HOSTPATH_IS_PLAIN || got.what.n);
	arena_free(&arena);
}
END_TEST

START_TEST(the_engine_address_makes_a_socket)
{
	struct arena arena = { 0 };
	struct hostpath engine = hostpath_of_text(&arena, STR("/var/run/e.sock"), STR("/p"));
	struct hostpath path = hostpath_of_text(&arena, STR("/run/e.sock"), STR("/p"));
	struct hostpath_use use = { .engines = &engine, .nengines = 1 };
	struct hostpath_fact fact;

	ck_assert(hostpath_is(&path, &use, HOSTPATH_IS_SOCKET, &fact));
	use.nengines = 0;
	ck_assert(!hostpath_is(&path, &use, HOSTPATH_IS_SOCKET, &fact));
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_known_of_a_file_decides_about_it)
{
	struct arena arena = { 0 };
	struct hostpath pem = hostpath_of_text(&arena, STR("./tls.pem"), STR("/p"));
	struct hostpath npmrc = hostpath_of_text(&arena, STR("./.npmrc"), STR("/p"));
	struct hostpath_use use = { .content = HOSTPATH_CONTENT_SECRET };

	ck_assert(hostpath_is(&pem, &use, HOSTPATH_IS_CREDENTIAL_FILE, NULL));
	ck_assert(hostpath_is(&npmrc, &use, HOSTPATH_IS_CREDENTIAL_FILE, NULL));
	use.content = HOSTPATH_CONTENT_PLAIN;
	ck_assert(!hostpath_is(&pem, &use, HOSTPATH_IS_CREDENTIAL_FILE, NULL));
	ck_assert(!hostpath_is(&npmrc, &use, HOSTPATH_IS_CREDENTIAL_FILE, NULL));
	arena_free(&arena);
}
END_TEST

START_TEST(each_class_is_a_question_of_its_own)
{
	struct arena arena = { 0 };
	struct hostpath var = hostpath_of_text(&arena, STR("/var"), STR("/p"));
	struct hostpath docker = hostpath_of_text(&arena, STR("~/.docker"), STR("/p"));
	struct hostpath_use use = { .read_only = true };

	ck_assert(hostpath_is(&var, &use, HOSTPATH_IS_SOCKET, NULL));
	ck_assert(hostpath_is(&var, &use, HOSTPATH_IS_SYSTEM, NULL));
	ck_assert(hostpath_is(&docker, &use, HOSTPATH_IS_SOCKET, NULL));
	ck_assert(hostpath_is(&docker, &use, HOSTPATH_IS_HOME, NULL));
	ck_assert(!hostpath_is(&docker, &use, HOSTPATH_IS_SYSTEM, NULL));
	arena_free(&arena);
}
END_TEST

START_TEST(hostile_paths_stay_bounded)
{
	static const char *const units[] = {
		"/run/host/var/run", "/proc/1/root", "/..", "/*", "*a", "~", "\\", "/private/var"
	};
	struct arena arena = { 0 };
	struct hostpath_use use = { .target = STR("/x") };

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		struct builder b = { .arena = &arena };
		struct hostpath path;

		while (b.n < (size_t)64 * 1024)
			builder_add(&b, str_from(units[i]));
		path = hostpath_of_text(&arena, builder_str(&b), STR("/p"));
		hostpath_classify(&path, &use);
		use.target = builder_str(&b);
		hostpath_classify(&path, &use);
	}
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("hostpath");
	TCase *paths = tcase_create("paths"), *classes = tcase_create("classes");

	tcase_add_loop_test(paths, a_source_is_normalised, 0, ROWS(path_rows));
	tcase_add_loop_test(paths, an_unset_variable_may_be_an_accident, 0, ROWS(empty_rows));
	tcase_add_test(paths, a_path_below_the_project_is_known_as_such);
	tcase_add_test(paths, hostile_paths_stay_bounded);
	tcase_add_loop_test(classes, a_source_is_of_a_class, 0, ROWS(class_rows));
	tcase_add_test(classes, the_engine_address_makes_a_socket);
	tcase_add_test(classes, what_is_known_of_a_file_decides_about_it);
	tcase_add_test(classes, each_class_is_a_question_of_its_own);
	suite_add_tcase(s, paths);
	suite_add_tcase(s, classes);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
