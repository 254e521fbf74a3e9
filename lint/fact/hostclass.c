/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/hostpath.h"

#include "base/path.h"

/*
 * Patterns of normalised paths.  A "*" is anything within a segment; a last
 * segment of three points is everything below, one of three stars is the
 * directory itself too.
 */
struct place {
	struct str pattern;
	struct str what;
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* One "*" at a time is undone, so it is linear in the product of the lengths. */
static bool segment_matches(struct str pattern, struct str text, bool nocase)
{
	size_t p = 0, t = 0, star = STR_NPOS, resume = 0;

	while (t < text.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			resume = t;
		} else if (p < pattern.n &&
			   (nocase ? byte_lower(pattern.p[p]) == byte_lower(text.p[t])
				   : pattern.p[p] == text.p[t])) {
			p++;
			t++;
		} else if (star != STR_NPOS) {
			p = star + 1;
			t = ++resume;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

/* Up to where one of the pattern's stars or points may stand for another byte. */
static inline bool begins_alike(struct str pattern, struct str path)
{
	for (size_t i = 0; i < pattern.n && i < path.n && pattern.p[i] != '*'; i++)
		if (pattern.p[i] != path.p[i] && byte_lower(pattern.p[i]) != byte_lower(path.p[i]))
			return pattern.p[i] == '.';
	return true;
}

static bool segments_match(struct str pattern, struct str path, bool nocase)
{
	for (;;) {
		bool more_pattern, more_path;
		struct str want = str_cut(&pattern, '/'), have;

		if (str_eq(want, STR("...")))
			return path.p != NULL && path.n != 0;
		if (str_eq(want, STR("***")))
			return true;
		if (!path.p)
			return false;
		have = str_cut(&path, '/');
		if (!segment_matches(want, have, nocase))
			return false;
		more_pattern = pattern.p != NULL;
		more_path = path.p != NULL;
		if (!more_pattern)
			return !more_path;
	}
}

static inline bool path_matches(struct str pattern, struct str path, bool nocase)
{
	/* most differ in the first bytes */
	return begins_alike(pattern, path) && segments_match(pattern, path, nocase);
}

/* Homes and drives may be those of Windows and macOS. */
static bool ignores_case(const struct hostpath *path)
{
	return path->kind == HOSTPATH_HOME || path->kind == HOSTPATH_DRIVE;
}

static const struct place *find_place(const struct place *places, size_t count,
				      const struct hostpath *path)
{
	for (size_t i = 0; i < count; i++)
		if (path_matches(places[i].pattern, path->path, ignores_case(path)))
			return &places[i];
	return NULL;
}

static const struct place *find_base(const struct place *places, size_t count, struct str base,
				     bool nocase)
{
	for (size_t i = 0; base.n && i < count; i++)
		if (segment_matches(places[i].pattern, base, nocase))
			return &places[i];
	return NULL;
}

/* ---- socket-mount ---- */

#define DOCKER     STR_INIT("Docker engine")
#define PODMAN     STR_INIT("Podman engine")
#define CONTAINERD STR_INIT("containerd daemon")
#define LXD        STR_INIT("LXD daemon")
#define INCUS      STR_INIT("Incus daemon")

static const struct place engine_names[] = {
	{ STR_INIT("docker.sock"), DOCKER },
	{ STR_INIT("docker.raw.sock"), DOCKER },
	{ STR_INIT("docker-cli.sock"), DOCKER },
	{ STR_INIT("podman.sock"), PODMAN },
	{ STR_INIT("containerd.sock"), CONTAINERD },
	{ STR_INIT("containerd.sock.ttrpc"), CONTAINERD },
	{ STR_INIT("crio.sock"), STR_INIT("CRI-O engine") },
	{ STR_INIT("cri-dockerd.sock"), DOCKER },
	{ STR_INIT("buildkitd.sock"), STR_INIT("BuildKit daemon") },
	{ STR_INIT("libvirt-sock"), STR_INIT("libvirt daemon") }
};

/* What holds a socket of an engine. */
static const struct place engine_places[] = {
	{ STR_INIT("/run"), DOCKER },
	{ STR_INIT("/var"), DOCKER },
	{ STR_INIT("/run/docker"), DOCKER },
	{ STR_INIT("/run/docker/containerd"), CONTAINERD },
	{ STR_INIT("/run/containerd"), CONTAINERD },
	{ STR_INIT("/run/podman"), PODMAN },
	{ STR_INIT("/run/crio"), STR_INIT("CRI-O engine") },
	{ STR_INIT("/run/buildkit"), STR_INIT("BuildKit daemon") },
	{ STR_INIT("/run/k3s"), CONTAINERD },
	{ STR_INIT("/run/k3s/containerd"), CONTAINERD },
	{ STR_INIT("/run/libvirt"), STR_INIT("libvirt daemon") },
	{ STR_INIT("/run/systemd"), STR_INIT("systemd manager") },
	{ STR_INIT("/run/systemd/private"), STR_INIT("systemd manager") },
	{ STR_INIT("/run/user"), STR_INIT("rootless engines") },
	{ STR_INIT("/run/user/*"), STR_INIT("rootless engine") },
	{ STR_INIT("/run/user/*/podman"), PODMAN },
	{ STR_INIT("/run/user/*/containerd-rootless"), CONTAINERD },
	{ STR_INIT("/var/lib/lxd"), LXD },
	{ STR_INIT("/var/lib/incus"), INCUS },
	{ STR_INIT("/var/snap/lxd/common/lxd"), LXD },
	{ STR_INIT("HOME/.docker"), DOCKER },
	{ STR_INIT("HOME/.docker/run"), DOCKER },
	{ STR_INIT("HOME/.docker/desktop"), DOCKER },
	{ STR_INIT("HOME/.colima/***"), DOCKER },
	{ STR_INIT("HOME/.orbstack/***"), DOCKER },
	{ STR_INIT("HOME/.rd"), DOCKER },
	{ STR_INIT("HOME/.lima/***"), CONTAINERD },
	{ STR_INIT("HOME/.local/share/containers/podman/machine"), PODMAN }
};

static const struct place engine_pipes[] = { { STR_INIT("docker_engine"), DOCKER },
					     { STR_INIT("dockerDesktopLinuxEngine"), DOCKER },
					     { STR_INIT("docker_engine_linux"), DOCKER },
					     { STR_INIT("containerd-containerd"), CONTAINERD },
					     { STR_INIT("podman-machine-default"), PODMAN } };

/* lxd/unix.socket: the name says it with its directory only */
static const struct place *container_manager(struct str path)
{
	static const struct place lxd = { STR_INIT("lxd"), LXD },
				  incus = { STR_INIT("incus"), INCUS };
	struct str directory = path_base(path_directory(path));

	if (!str_eq(path_base(path), STR("unix.socket")))
		return NULL;
	return str_eq(directory, lxd.pattern)     ? &lxd
	       : str_eq(directory, incus.pattern) ? &incus
						  : NULL;
}

static const struct place *engine_by_name(struct str path, struct str base, bool nocase)
{
	const struct place *place = find_base(engine_names, COUNT(engine_names), base, nocase);

	return place ? place : container_manager(path);
}

static bool is_socket(const struct hostpath *path, const struct hostpath_use *use,
		      struct hostpath_fact *fact)
{
	const struct place *place = NULL;

	if (path->kind == HOSTPATH_NONE)
		return false;
	if (path->kind == HOSTPATH_PIPE) {
		place = find_base(engine_pipes, COUNT(engine_pipes), path->path, true);
	} else {
		place = engine_by_name(path->path, hostpath_base(path), ignores_case(path));
		if (!place) {
			place = find_place(engine_places, COUNT(engine_places), path);
			fact->is_directory = place != NULL;
		}
	}
	for (size_t i = 0; !place && i < use->nengines; i++)
		if (use->engines[i].kind == path->kind && str_eq(use->engines[i].path, path->path))
			place = &engine_names[0];
	/* renamed, or unresolved: the target tells; a file of the project is a stand-in */
	if (!place && use->target.n && !path->below_project)
		place = engine_by_name(use->target, path_base(use->target), false);
	if (place)
		fact->what = place->what;
	return place != NULL;
}

/* ---- credential-file, case a ---- */

static const struct place credential_places[] = {
	{ STR_INIT("HOME/.netrc"), STR_INIT("passwords for hosts") },
	{ STR_INIT("HOME/.git-credentials"), STR_INIT("git credentials") },
	{ STR_INIT("HOME/.npmrc"), STR_INIT("npm credentials") },
	{ STR_INIT("HOME/.pypirc"), STR_INIT("PyPI credentials") },
	{ STR_INIT("HOME/.pgpass"), STR_INIT("PostgreSQL passwords") },
	{ STR_INIT("HOME/.my.cnf"), STR_INIT("MySQL password") },
	{ STR_INIT("HOME/.vault-token"), STR_INIT("Vault token") },
	{ STR_INIT("HOME/.boto"), STR_INIT("cloud credentials") },
	{ STR_INIT("HOME/.s3cfg"), STR_INIT("cloud credentials") },
	{ STR_INIT("HOME/.dockercfg"), STR_INIT("registry credentials") },
	{ STR_INIT("HOME/.claude.json"), STR_INIT("Claude credentials") },
	{ STR_INIT("HOME/.ssh/..."), STR_INIT("ssh key") },
	{ STR_INIT("HOME/.aws/credentials"), STR_INIT("AWS credentials") },
	{ STR_INIT("HOME/.aws/config"), STR_INIT("AWS credentials") },
	{ STR_INIT("HOME/.azure/..."), STR_INIT("Azure credentials") },
	{ STR_INIT("HOME/.config/gcloud/..."), STR_INIT("Google Cloud credentials") },
	{ STR_INIT("HOME/.config/gh/..."), STR_INIT("GitHub credentials") },
	{ STR_INIT("HOME/.config/op/..."), STR_INIT("1Password credentials") },
	{ STR_INIT("HOME/.config/rclone/..."), STR_INIT("rclone credentials") },
	{ STR_INIT("HOME/.kube/config"), STR_INIT("Kubernetes credentials") },
	{ STR_INIT("HOME/.docker/config.json"), STR_INIT("registry credentials") },
	{ STR_INIT("HOME/.cargo/credentials*"), STR_INIT("crates.io credentials") },
	{ STR_INIT("HOME/.m2/settings.xml"), STR_INIT("Maven credentials") },
	{ STR_INIT("HOME/.gnupg/..."), STR_INIT("gpg key") }
};

static const struct place credential_names[] = {
	{ STR_INIT("id_rsa"), STR_INIT("ssh key") },
	{ STR_INIT("id_dsa"), STR_INIT("ssh key") },
	{ STR_INIT("id_ecdsa"), STR_INIT("ssh key") },
	{ STR_INIT("id_ed25519"), STR_INIT("ssh key") },
	{ STR_INIT("*.key"), STR_INIT("private key") },
	{ STR_INIT("*.p12"), STR_INIT("key store") },
	{ STR_INIT("*.pfx"), STR_INIT("key store") },
	{ STR_INIT("*.jks"), STR_INIT("key store") },
	{ STR_INIT("*.kdbx"), STR_INIT("password database") },
	{ STR_INIT("credentials.json"), STR_INIT("cloud credentials") },
	{ STR_INIT("service-account*.json"), STR_INIT("Google service account") },
	{ STR_INIT("terraform.tfstate"), STR_INIT("Terraform state") },
	{ STR_INIT("kubeconfig"), STR_INIT("Kubernetes credentials") }
};

/* In ~/.ssh and ~/.gnupg, but no secret: public, or a socket (host-socket-mount). */
static const struct place no_credentials[] = {
	{ STR_INIT("known_hosts*"), STR_INIT("") }, { STR_INIT("*.pub"), STR_INIT("") },
	{ STR_INIT("config"), STR_INIT("") },       { STR_INIT("agent*"), STR_INIT("") },
	{ STR_INIT("*.sock"), STR_INIT("") },       { STR_INIT("S.*"), STR_INIT("") }
};

static bool has_nocase(struct str s, struct str part)
{
	for (size_t i = 0; i + part.n <= s.n; i++)
		if (str_eq_nocase(str_slice(s, i, i + part.n), part))
			return true;
	return false;
}

static bool is_credential_file(const struct hostpath *path, const struct hostpath_use *use,
			       struct hostpath_fact *fact)
{
	struct str base = hostpath_base(path), below = hostpath_below_home(path);
	const struct place *place =
		find_base(credential_names, COUNT(credential_names), base, true);

	if (!base.n)
		return false;
	if (str_starts(below, STR(".ssh/")) || str_starts(below, STR(".gnupg/")))
		if (find_base(no_credentials, COUNT(no_credentials), base, true))
			return false;
	if (!place)
		place = find_place(credential_places, COUNT(credential_places), path);
	if (place) {
		fact->what = place->what;
		return true;
	}
	/* a certificate is public; so is a public key */
	if (segment_matches(STR("*.pem"), base, true) &&
	    (use->content == HOSTPATH_CONTENT_SECRET ||
	     ((has_nocase(base, STR("key")) || has_nocase(base, STR("private"))) &&
	      !has_nocase(base, STR("pub"))))) {
		fact->what = STR("private key");
		return true;
	}
	if (str_eq(base, STR(".npmrc")) && use->content == HOSTPATH_CONTENT_SECRET) {
		fact->what = STR("npm credentials");
		return true;
	}
	return false;
}

/* Beside a listed file, or above all that a pattern stands for; passwords that are encrypted one by
   one are no credential, but nothing else lies there. */
bool hostpath_holds_credentials(const struct hostpath *path)
{
	struct str below = hostpath_below_home(path);

	for (size_t i = 0; below.n && i < COUNT(credential_places); i++)
		if (str_eq(path_directory(credential_places[i].pattern), path->path))
			return true;
	return str_eq(below, STR(".password-store"));
}

/* ---- host-socket-mount ---- */

#define SSH_AGENT STR_INIT("ssh agent")
#define GPG_AGENT STR_INIT("gpg agent")
#define DISPLAY   STR_INIT("display: keystrokes and screen")
#define SOUND     STR_INIT("microphone")
#define SESSION   STR_INIT("terminal and editor sessions")

static const struct place host_sockets[] = {
	{ STR_INIT("$SSH_AUTH_SOCK/***"), SSH_AGENT },
	{ STR_INIT("/run/host-services/ssh-auth.sock"), SSH_AGENT },
	{ STR_INIT("/tmp/ssh-*/agent.*"), SSH_AGENT },
	{ STR_INIT("HOME/.ssh/agent*/***"), SSH_AGENT },
	{ STR_INIT("HOME/.1password/agent.sock"), SSH_AGENT },
	{ STR_INIT("/run/user/*/gnupg/***"), GPG_AGENT },
	{ STR_INIT("/run/user/*/keyring/***"), STR_INIT("keyring") },
	{ STR_INIT("/run/pcscd/***"), STR_INIT("smart card") },
	{ STR_INIT("/run/user/*/bus"), STR_INIT("D-Bus session") },
	{ STR_INIT("/run/dbus/system_bus_socket"), STR_INIT("D-Bus system bus") },
	{ STR_INIT("/run/systemd/***"), STR_INIT("systemd") },
	{ STR_INIT("/tmp/.X11-unix/***"), DISPLAY },
	{ STR_INIT("$XAUTHORITY/***"), DISPLAY },
	{ STR_INIT("$WAYLAND_DISPLAY/***"), DISPLAY },
	{ STR_INIT("/run/user/*/wayland-*"), DISPLAY },
	{ STR_INIT("/mnt/wslg/***"), DISPLAY },
	{ STR_INIT("/run/user/*/pulse/***"), SOUND },
	{ STR_INIT("/run/user/*/pipewire-*"), SOUND },
	{ STR_INIT("/tmp/tmux-*/***"), SESSION },
	{ STR_INIT("/tmp/.ICE-unix/***"), SESSION },
	{ STR_INIT("/run/tailscale/*.sock"), STR_INIT("Tailscale daemon") },
	{ STR_INIT("/run/udev/***"), STR_INIT("udev") },
	{ STR_INIT("/run/avahi-daemon/***"), STR_INIT("Avahi daemon") }
};

/* Directories that hold one of them. */
static const struct place host_socket_places[] = {
	{ STR_INIT("/run"), STR_INIT("D-Bus, systemd and other daemons") },
	{ STR_INIT("/run/user"), STR_INIT("D-Bus sessions") },
	{ STR_INIT("/run/user/*"), STR_INIT("D-Bus session, keyring and display") },
	{ STR_INIT("/run/host-services"), SSH_AGENT },
	{ STR_INIT("/run/dbus"), STR_INIT("D-Bus system bus") },
	{ STR_INIT("/run/tailscale"), STR_INIT("Tailscale daemon") },
	{ STR_INIT("/tmp"), STR_INIT("ssh agent, display and terminal sockets") },
	{ STR_INIT("/tmp/ssh-*"), SSH_AGENT },
	{ STR_INIT("HOME/.1password"), SSH_AGENT },
	{ STR_INIT("HOME/.gnupg"), GPG_AGENT }
};

static const struct place host_socket_names[] = { { STR_INIT("S.gpg-agent*"), GPG_AGENT },
						  { STR_INIT("S.keyboxd"), GPG_AGENT },
						  { STR_INIT(".Xauthority"), DISPLAY },
						  { STR_INIT("vscode-ipc-*.sock"), SESSION },
						  { STR_INIT("vscode-ssh-auth-*.sock"),
						    SSH_AGENT } };

static bool is_host_socket(const struct hostpath *path, struct hostpath_fact *fact)
{
	const struct place *place = find_place(host_sockets, COUNT(host_sockets), path);
	struct str base = hostpath_base(path);

	if (!place)
		place = find_base(host_socket_names, COUNT(host_socket_names), base, false);
	if (!place) {
		place = find_place(host_socket_places, COUNT(host_socket_places), path);
		fact->is_directory = place != NULL;
	}
	if (place)
		fact->what = place->what;
	else if (path->kind != HOSTPATH_OPAQUE && !path->below_project && base.n &&
		 (str_ends(base, STR(".sock")) || str_ends(base, STR(".socket"))))
		fact->what = STR("Unix socket");
	else
		return false;
	return true;
}

/* ---- home-mount ---- */

static const struct place caches[] = { { STR_INIT(".cache/..."), STR_INIT("") },
				       { STR_INIT(".npm/***"), STR_INIT("") },
				       { STR_INIT(".cargo/registry/***"), STR_INIT("") },
				       { STR_INIT(".cargo/git/***"), STR_INIT("") },
				       { STR_INIT(".m2/repository/***"), STR_INIT("") },
				       { STR_INIT(".gradle/caches/***"), STR_INIT("") },
				       { STR_INIT(".rustup/***"), STR_INIT("") },
				       { STR_INIT(".pyenv/***"), STR_INIT("") },
				       { STR_INIT(".nvm/***"), STR_INIT("") },
				       { STR_INIT(".local/share/pnpm/***"), STR_INIT("") },
				       { STR_INIT(".local/share/uv/***"), STR_INIT("") } };

/* By its name: nobody looks at the host. */
static bool is_known_file(const struct hostpath *path)
{
	const struct place *place = find_place(credential_places, COUNT(credential_places), path);

	return (place && !str_ends(place->pattern, STR("/..."))) ||
	       str_starts(hostpath_below_home(path), STR(".ssh/")) ||
	       find_base(credential_names, COUNT(credential_names), hostpath_base(path), true);
}

/* .credentials.json, projects.toml: directories have no such names. */
static bool has_ending(const struct hostpath *path)
{
	static const struct place endings[] = {
		{ STR_INIT("*.json"), STR_INIT("") }, { STR_INIT("*.toml"), STR_INIT("") },
		{ STR_INIT("*.yaml"), STR_INIT("") }, { STR_INIT("*.yml"), STR_INIT("") },
		{ STR_INIT("*.conf"), STR_INIT("") }, { STR_INIT("*.env"), STR_INIT("") },
		{ STR_INIT("*.ini"), STR_INIT("") },  { STR_INIT("*.txt"), STR_INIT("") }
	};

	return find_base(endings, COUNT(endings), hostpath_base(path), true);
}

/* Harmless to read; who writes them runs programs on the host. */
static const struct place settings[] = { { STR_INIT(".gitconfig"), STR_INIT("") },
					 { STR_INIT(".gitignore_global"), STR_INIT("") },
					 { STR_INIT(".ssh/known_hosts"), STR_INIT("") },
					 { STR_INIT(".ssh/config"), STR_INIT("") },
					 { STR_INIT(".ssh/*.pub"), STR_INIT("") },
					 { STR_INIT("*.pub"), STR_INIT("") } };

static bool is_home(const struct hostpath *path, const struct hostpath_use *use,
		    struct hostpath_fact *fact)
{
	struct str below = hostpath_below_home(path), rest = below, first = str_cut(&rest, '/');
	bool is_setting = false;

	if (path->kind == HOSTPATH_HOMES) {
		fact->what = STR("the directory of all homes");
		return true;
	}
	if (path->kind != HOSTPATH_HOME)
		return false;
	if (!below.n) {
		fact->what = STR("your home directory");
		return true;
	}
	if (first.p[0] != '.' && !str_eq_nocase(first, STR("Library")) &&
	    !str_eq_nocase(first, STR("AppData")) && !str_eq(first, STR("snap")))
		return false;
	for (size_t i = 0; i < COUNT(caches); i++)
		if (path_matches(caches[i].pattern, below, true))
			return false;
	for (size_t i = 0; i < COUNT(settings); i++)
		is_setting = is_setting || path_matches(settings[i].pattern, below, true);
	if (is_setting && use->read_only)
		return false;
	fact->is_file = is_setting || use->is_file || is_known_file(path) || has_ending(path);
	fact->what = fact->is_file ? STR("the profile file") : STR("the profile directory");
	fact->entry = below;
	return true;
}

/* ---- system-mount ---- */

struct system_place {
	struct str pattern;
	struct str writable, readable; /* the consequence */
};

#define ALL           STR_INIT("it holds everything, including the engine socket and all homes")
#define DATA          STR_INIT("it holds the data of every program on the host")
#define LOGS          STR_INIT("it holds the logs of every program on the host")
#define CONTAINERS    STR_INIT("it holds the files and secrets of every container")
#define PROGRAMS      STR_INIT("the host runs the programs in it as root")
#define READ_PROGRAMS STR_INIT("it shows which programs the host runs")
#define KERNEL        STR_INIT("the host boots what is written there")
#define READ_KERNEL   STR_INIT("it shows the kernel of the host")
#define DEVICES       STR_INIT("it holds the disks and devices of the host")
#define DEVICE        STR_INIT("it is a device of the host, or holds some")
#define SHARED_MEMORY STR_INIT("programs of the host share their memory there")
#define DAEMONS       STR_INIT("it holds sockets and state of the host's daemons")

static const struct system_place system_places[] = {
	{ STR_INIT("/"), ALL, ALL },
	{ STR_INIT("/mnt"), ALL, ALL },
	{ STR_INIT("/host_mnt"), ALL, ALL },
	{ STR_INIT("/var"), DATA, DATA },
	{ STR_INIT("/var/lib"), DATA, DATA },
	{ STR_INIT("/var/log"), LOGS, LOGS },
	{ STR_INIT("/etc"),
	  STR_INIT("whoever writes cron, sudoers or ld.so.preload there is root on the host"),
	  STR_INIT("the host's shadow file and keys can be read there") },
	{ STR_INIT("/etc/..."),
	  STR_INIT("programs of the host, many of them as root, do what is written in /etc"),
	  STR_INIT("it shows settings of the host, which may hold keys and passwords") },
	{ STR_INIT("/boot/***"), KERNEL, READ_KERNEL },
	{ STR_INIT("/lib/modules/***"), KERNEL, READ_KERNEL },
	{ STR_INIT("/usr/lib/modules/***"), KERNEL, READ_KERNEL },
	{ STR_INIT("/proc/***"),
	  STR_INIT(
		  "through core_pattern the host runs a program of the container's choice as root"),
	  STR_INIT("it shows the kernel and the processes of the host") },
	{ STR_INIT("/sys/***"),
	  STR_INIT("whoever writes there controls devices and control groups of the host"),
	  STR_INIT("it shows the devices and the kernel of the host") },
	{ STR_INIT("/debugfs/***"),
	  STR_INIT("whoever writes there controls the kernel of the host"), READ_KERNEL },
	{ STR_INIT("/dev"), DEVICES, DEVICES },
	{ STR_INIT("/dev/shm/***"), SHARED_MEMORY, SHARED_MEMORY },
	{ STR_INIT("/dev/..."), DEVICE, DEVICE },
	{ STR_INIT("/usr/share/***"), STR_INIT("programs of the host take their data from it"),
	  READ_PROGRAMS },
	{ STR_INIT("/usr/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/bin/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/sbin/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/lib*/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/var/spool/cron/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/var/lib/docker/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("/var/lib/containerd/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("/var/lib/containers/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("/var/lib/kubelet/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("/var/lib/rancher/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("/run/***"), DAEMONS, DAEMONS },
	{ STR_INIT("/System/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("/Library/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("C:/Windows/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("C:/ProgramData/***"), DATA, DATA },
	{ STR_INIT("C:/Program Files*/***"), PROGRAMS, READ_PROGRAMS }
};

/* Public, when it is only read. */
static const struct place public_places[] = {
	{ STR_INIT("/etc/localtime"), STR_INIT("") },
	{ STR_INIT("/etc/timezone"), STR_INIT("") },
	{ STR_INIT("/usr/share/zoneinfo/***"), STR_INIT("") },
	{ STR_INIT("/etc/ssl/certs/***"), STR_INIT("") },
	{ STR_INIT("/etc/ca-certificates/***"), STR_INIT("") },
	{ STR_INIT("/usr/local/share/ca-certificates/***"), STR_INIT("") },
	{ STR_INIT("/etc/resolv.conf"), STR_INIT("") },
	{ STR_INIT("/etc/passwd"), STR_INIT("") },
	{ STR_INIT("/etc/group"), STR_INIT("") }
};

static const struct place plain_devices[] = { { STR_INIT("/dev/null"), STR_INIT("") },
					      { STR_INIT("/dev/zero"), STR_INIT("") },
					      { STR_INIT("/dev/full"), STR_INIT("") },
					      { STR_INIT("/dev/random"), STR_INIT("") },
					      { STR_INIT("/dev/urandom"), STR_INIT("") } };

bool hostpath_is_plain_device(const struct hostpath *path)
{
	return path->kind == HOSTPATH_ROOTED &&
	       find_place(plain_devices, COUNT(plain_devices), path);
}

static bool is_system(const struct hostpath *path, const struct hostpath_use *use,
		      struct hostpath_fact *fact)
{
	static const struct str all = ALL;
	struct hostpath_fact other = { .class = HOSTPATH_IS_PLAIN };

	if (path->kind == HOSTPATH_DRIVE && path->path.n == 3) {
		fact->what = all;
		return true;
	}
	if ((path->kind != HOSTPATH_ROOTED && path->kind != HOSTPATH_DRIVE) ||
	    (use->read_only && find_place(public_places, COUNT(public_places), path)) ||
	    hostpath_is_plain_device(path))
		return false;
	/* the sockets in /run have rules of their own */
	if (path_is_within(path->path, STR("/run")) &&
	    (is_socket(path, use, &other) || is_host_socket(path, &other)))
		return false;
	for (size_t i = 0; i < COUNT(system_places); i++) {
		const struct system_place *place = &system_places[i];

		if (!path_matches(place->pattern, path->path, ignores_case(path)))
			continue;
		fact->what = use->read_only ? place->readable : place->writable;
		if (path_is_within(path->path, STR("/dev/shm")))
			fact->advice = STR("shm_size");
		return true;
	}
	return false;
}

static const struct hostpath_fact plain = {
	.class = HOSTPATH_IS_PLAIN,
	.what = STR_INIT(""),
	.entry = STR_INIT(""),
	.advice = STR_INIT(""),
};

bool hostpath_is(const struct hostpath *path, const struct hostpath_use *use,
		 enum hostpath_class class, struct hostpath_fact *fact)
{
	struct hostpath_fact own;
	bool is = false;

	if (!fact)
		fact = &own;
	*fact = plain;
	switch (class) {
	case HOSTPATH_IS_SOCKET:
		is = is_socket(path, use, fact);
		break;
	case HOSTPATH_IS_CREDENTIAL_FILE:
		is = is_credential_file(path, use, fact);
		break;
	case HOSTPATH_IS_HOST_SOCKET:
		is = is_host_socket(path, fact);
		break;
	case HOSTPATH_IS_HOME:
		is = is_home(path, use, fact);
		break;
	case HOSTPATH_IS_SYSTEM:
		is = is_system(path, use, fact);
		break;
	case HOSTPATH_IS_PLAIN:
		break;
	}
	if (is)
		fact->class = class;
	return is;
}

struct hostpath_fact hostpath_classify(const struct hostpath *path, const struct hostpath_use *use)
{
	struct hostpath_fact fact;

	for (int class = HOSTPATH_IS_SOCKET; class <= HOSTPATH_IS_SYSTEM; class ++)
		if (hostpath_is(path, use, (enum hostpath_class) class, &fact))
			return fact;
	return plain;
}
