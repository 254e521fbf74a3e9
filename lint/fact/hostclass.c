/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/hostpath.h"

#include "base/path.h"

/*
 * Patterns of normalised paths, by the first part of the path: nearly all paths begin with none that is
 * listed.  A "*" is anything within a segment; a last segment of three points is everything below, one
 * of three stars is the directory itself too; an empty pattern is the first part alone.
 */
struct place {
	struct str pattern;
	struct str what;
};

struct tree {
	struct str root;
	const struct place *places;
	size_t count;
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define TREE(root, places)                              \
	{                                               \
		STR_INIT(root), (places), COUNT(places) \
	}

/* Where no star stands for it; small and capital letters differ in one bit. */
static inline bool may_be(char want, char have)
{
	return want == '*' || ((want ^ have) & ~0x20) == 0;
}

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

/* Up to where a star of the pattern, or its points, may stand for another byte. */
static inline bool begins_alike(struct str pattern, struct str path)
{
	for (size_t i = 0; i < pattern.n && i < path.n && pattern.p[i] != '*'; i++)
		if (pattern.p[i] != path.p[i] && byte_lower(pattern.p[i]) != byte_lower(path.p[i]))
			return pattern.n - i <= 3 && str_ends(pattern, STR("..."));
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

/* "/run" of "/run/user", "HOME", "C:"; what follows it, in *rest, has p NULL where nothing does. */
static struct str cut_root(struct str path, struct str *rest)
{
	size_t end = str_find_byte(path, '/', 1);

	*rest = end == STR_NPOS ? STR_NONE : str_slice(path, end + 1, path.n);
	return str_slice(path, 0, end);
}

static inline bool rest_matches(struct str pattern, struct str rest, bool nocase)
{
	return pattern.n ? path_matches(pattern, rest, nocase) : !rest.p;
}

static const struct place *find_place(const struct tree *trees, size_t count,
				      const struct hostpath *path)
{
	struct str rest, root = cut_root(path->path, &rest);
	const struct tree *tree = trees;

	while (tree < trees + count && !str_eq(tree->root, root))
		tree++;
	for (size_t i = 0; tree < trees + count && i < tree->count; i++)
		if (rest_matches(tree->places[i].pattern, rest, ignores_case(path)))
			return &tree->places[i];
	return NULL;
}

static const struct place *find_base(const struct place *places, size_t count, struct str base,
				     bool nocase)
{
	for (size_t i = 0; base.n && i < count; i++) {
		struct str pattern = places[i].pattern;

		if (may_be(pattern.p[0], base.p[0]) &&
		    may_be(pattern.p[pattern.n - 1], base.p[base.n - 1]) &&
		    segment_matches(pattern, base, nocase))
			return &places[i];
	}
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
static const struct place engines_run[] = {
	{ STR_INIT(""), DOCKER },
	{ STR_INIT("docker"), DOCKER },
	{ STR_INIT("docker/containerd"), CONTAINERD },
	{ STR_INIT("containerd"), CONTAINERD },
	{ STR_INIT("podman"), PODMAN },
	{ STR_INIT("crio"), STR_INIT("CRI-O engine") },
	{ STR_INIT("buildkit"), STR_INIT("BuildKit daemon") },
	{ STR_INIT("k3s"), CONTAINERD },
	{ STR_INIT("k3s/containerd"), CONTAINERD },
	{ STR_INIT("libvirt"), STR_INIT("libvirt daemon") },
	{ STR_INIT("systemd"), STR_INIT("systemd manager") },
	{ STR_INIT("systemd/private"), STR_INIT("systemd manager") },
	{ STR_INIT("user"), STR_INIT("rootless engines") },
	{ STR_INIT("user/*"), STR_INIT("rootless engine") },
	{ STR_INIT("user/*/podman"), PODMAN },
	{ STR_INIT("user/*/containerd-rootless"), CONTAINERD }
};
static const struct place engines_var[] = { { STR_INIT(""), DOCKER },
					    { STR_INIT("lib/lxd"), LXD },
					    { STR_INIT("lib/incus"), INCUS },
					    { STR_INIT("snap/lxd/common/lxd"), LXD } };
static const struct place engines_home[] = { { STR_INIT(".docker"), DOCKER },
					     { STR_INIT(".docker/run"), DOCKER },
					     { STR_INIT(".docker/desktop"), DOCKER },
					     { STR_INIT(".colima/***"), DOCKER },
					     { STR_INIT(".orbstack/***"), DOCKER },
					     { STR_INIT(".rd"), DOCKER },
					     { STR_INIT(".lima/***"), CONTAINERD },
					     { STR_INIT(".local/share/containers/podman/machine"),
					       PODMAN } };
static const struct tree engine_places[] = { TREE("/run", engines_run), TREE("/var", engines_var),
					     TREE("HOME", engines_home) };

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
	struct str directory;

	if (!str_ends(path, STR("/unix.socket")))
		return NULL;
	directory = path_base(path_directory(path));
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

static const struct place credentials_home[] = {
	{ STR_INIT(".netrc"), STR_INIT("passwords for hosts") },
	{ STR_INIT(".git-credentials"), STR_INIT("git credentials") },
	{ STR_INIT(".npmrc"), STR_INIT("npm credentials") },
	{ STR_INIT(".pypirc"), STR_INIT("PyPI credentials") },
	{ STR_INIT(".pgpass"), STR_INIT("PostgreSQL passwords") },
	{ STR_INIT(".my.cnf"), STR_INIT("MySQL password") },
	{ STR_INIT(".vault-token"), STR_INIT("Vault token") },
	{ STR_INIT(".boto"), STR_INIT("cloud credentials") },
	{ STR_INIT(".s3cfg"), STR_INIT("cloud credentials") },
	{ STR_INIT(".dockercfg"), STR_INIT("registry credentials") },
	{ STR_INIT(".claude.json"), STR_INIT("Claude credentials") },
	{ STR_INIT(".ssh/..."), STR_INIT("ssh key") },
	{ STR_INIT(".aws/credentials"), STR_INIT("AWS credentials") },
	{ STR_INIT(".aws/config"), STR_INIT("AWS credentials") },
	{ STR_INIT(".azure/..."), STR_INIT("Azure credentials") },
	{ STR_INIT(".config/gcloud/..."), STR_INIT("Google Cloud credentials") },
	{ STR_INIT(".config/gh/..."), STR_INIT("GitHub credentials") },
	{ STR_INIT(".config/op/..."), STR_INIT("1Password credentials") },
	{ STR_INIT(".config/rclone/..."), STR_INIT("rclone credentials") },
	{ STR_INIT(".kube/config"), STR_INIT("Kubernetes credentials") },
	{ STR_INIT(".docker/config.json"), STR_INIT("registry credentials") },
	{ STR_INIT(".cargo/credentials*"), STR_INIT("crates.io credentials") },
	{ STR_INIT(".m2/settings.xml"), STR_INIT("Maven credentials") },
	{ STR_INIT(".gnupg/..."), STR_INIT("gpg key") }
};
static const struct tree credential_places[] = { TREE("HOME", credentials_home) };

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

	for (size_t i = 0; below.n && i < COUNT(credentials_home); i++)
		if (str_eq(path_directory(credentials_home[i].pattern), below))
			return true;
	return str_eq(below, STR(".password-store"));
}

/* ---- host-socket-mount ---- */

#define SSH_AGENT STR_INIT("ssh agent")
#define GPG_AGENT STR_INIT("gpg agent")
#define DISPLAY   STR_INIT("display: keystrokes and screen")
#define SOUND     STR_INIT("microphone")
#define SESSION   STR_INIT("terminal and editor sessions")

static const struct place sockets_ssh_auth_sock[] = { { STR_INIT("***"), SSH_AGENT } };
static const struct place sockets_run[] = {
	{ STR_INIT("host-services/ssh-auth.sock"), SSH_AGENT },
	{ STR_INIT("user/*/gnupg/***"), GPG_AGENT },
	{ STR_INIT("user/*/keyring/***"), STR_INIT("keyring") },
	{ STR_INIT("pcscd/***"), STR_INIT("smart card") },
	{ STR_INIT("user/*/bus"), STR_INIT("D-Bus session") },
	{ STR_INIT("dbus/system_bus_socket"), STR_INIT("D-Bus system bus") },
	{ STR_INIT("systemd/***"), STR_INIT("systemd") },
	{ STR_INIT("user/*/wayland-*"), DISPLAY },
	{ STR_INIT("user/*/pulse/***"), SOUND },
	{ STR_INIT("user/*/pipewire-*"), SOUND },
	{ STR_INIT("tailscale/*.sock"), STR_INIT("Tailscale daemon") },
	{ STR_INIT("udev/***"), STR_INIT("udev") },
	{ STR_INIT("avahi-daemon/***"), STR_INIT("Avahi daemon") }
};
static const struct place sockets_tmp[] = { { STR_INIT("ssh-*/agent.*"), SSH_AGENT },
					    { STR_INIT(".X11-unix/***"), DISPLAY },
					    { STR_INIT("tmux-*/***"), SESSION },
					    { STR_INIT(".ICE-unix/***"), SESSION } };
static const struct place sockets_home[] = { { STR_INIT(".ssh/agent*/***"), SSH_AGENT },
					     { STR_INIT(".1password/agent.sock"), SSH_AGENT } };
static const struct place sockets_xauthority[] = { { STR_INIT("***"), DISPLAY } };
static const struct place sockets_wayland_display[] = { { STR_INIT("***"), DISPLAY } };
static const struct place sockets_mnt[] = { { STR_INIT("wslg/***"), DISPLAY } };
static const struct tree host_sockets[] = { TREE("$SSH_AUTH_SOCK", sockets_ssh_auth_sock),
					    TREE("/run", sockets_run),
					    TREE("/tmp", sockets_tmp),
					    TREE("HOME", sockets_home),
					    TREE("$XAUTHORITY", sockets_xauthority),
					    TREE("$WAYLAND_DISPLAY", sockets_wayland_display),
					    TREE("/mnt", sockets_mnt) };

/* Directories that hold one of them. */
static const struct place socket_places_run[] = {
	{ STR_INIT(""), STR_INIT("D-Bus, systemd and other daemons") },
	{ STR_INIT("user"), STR_INIT("D-Bus sessions") },
	{ STR_INIT("user/*"), STR_INIT("D-Bus session, keyring and display") },
	{ STR_INIT("host-services"), SSH_AGENT },
	{ STR_INIT("dbus"), STR_INIT("D-Bus system bus") },
	{ STR_INIT("tailscale"), STR_INIT("Tailscale daemon") }
};
static const struct place socket_places_tmp[] = {
	{ STR_INIT(""), STR_INIT("ssh agent, display and terminal sockets") },
	{ STR_INIT("ssh-*"), SSH_AGENT }
};
static const struct place socket_places_home[] = { { STR_INIT(".1password"), SSH_AGENT },
						   { STR_INIT(".gnupg"), GPG_AGENT } };
static const struct tree host_socket_places[] = { TREE("/run", socket_places_run),
						  TREE("/tmp", socket_places_tmp),
						  TREE("HOME", socket_places_home) };

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

static const struct system_place everything[] = { { STR_INIT(""), ALL, ALL } };
static const struct system_place system_var[] = {
	{ STR_INIT(""), DATA, DATA },
	{ STR_INIT("lib"), DATA, DATA },
	{ STR_INIT("log"), LOGS, LOGS },
	{ STR_INIT("spool/cron/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("lib/docker/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("lib/containerd/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("lib/containers/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("lib/kubelet/***"), CONTAINERS, CONTAINERS },
	{ STR_INIT("lib/rancher/***"), CONTAINERS, CONTAINERS }
};
static const struct system_place system_etc[] = {
	{ STR_INIT(""),
	  STR_INIT("whoever writes cron, sudoers or ld.so.preload there is root on the host"),
	  STR_INIT("the host's shadow file and keys can be read there") },
	{ STR_INIT("..."),
	  STR_INIT("programs of the host, many of them as root, do what is written in /etc"),
	  STR_INIT("it shows settings of the host, which may hold keys and passwords") }
};
static const struct system_place system_boot[] = { { STR_INIT("***"), KERNEL, READ_KERNEL } };
static const struct system_place system_lib[] = { { STR_INIT("modules/***"), KERNEL, READ_KERNEL },
						  { STR_INIT("***"), PROGRAMS, READ_PROGRAMS } };
static const struct system_place system_usr[] = {
	{ STR_INIT("lib/modules/***"), KERNEL, READ_KERNEL },
	{ STR_INIT("share/***"), STR_INIT("programs of the host take their data from it"),
	  READ_PROGRAMS },
	{ STR_INIT("***"), PROGRAMS, READ_PROGRAMS }
};
static const struct system_place system_proc[] = {
	{ STR_INIT("***"),
	  STR_INIT(
		  "through core_pattern the host runs a program of the container's choice as root"),
	  STR_INIT("it shows the kernel and the processes of the host") }
};
static const struct system_place system_sys[] = {
	{ STR_INIT("***"),
	  STR_INIT("whoever writes there controls devices and control groups of the host"),
	  STR_INIT("it shows the devices and the kernel of the host") }
};
static const struct system_place system_debugfs[] = {
	{ STR_INIT("***"), STR_INIT("whoever writes there controls the kernel of the host"),
	  READ_KERNEL }
};
static const struct system_place system_dev[] = { { STR_INIT(""), DEVICES, DEVICES },
						  { STR_INIT("shm/***"), SHARED_MEMORY,
						    SHARED_MEMORY },
						  { STR_INIT("..."), DEVICE, DEVICE } };
static const struct system_place system_programs[] = { { STR_INIT("***"), PROGRAMS,
							 READ_PROGRAMS } };
static const struct system_place system_run[] = { { STR_INIT("***"), DAEMONS, DAEMONS } };
static const struct system_place system_drive[] = {
	{ STR_INIT("Windows/***"), PROGRAMS, READ_PROGRAMS },
	{ STR_INIT("ProgramData/***"), DATA, DATA },
	{ STR_INIT("Program Files*/***"), PROGRAMS, READ_PROGRAMS }
};

static const struct system_tree {
	struct str root;
	const struct system_place *places;
	size_t count;
} system_trees[] = { TREE("/", everything),
		     TREE("/mnt", everything),
		     TREE("/host_mnt", everything),
		     TREE("/var", system_var),
		     TREE("/etc", system_etc),
		     TREE("/boot", system_boot),
		     TREE("/lib", system_lib),
		     TREE("/usr", system_usr),
		     TREE("/proc", system_proc),
		     TREE("/sys", system_sys),
		     TREE("/debugfs", system_debugfs),
		     TREE("/dev", system_dev),
		     TREE("/bin", system_programs),
		     TREE("/sbin", system_programs),
		     TREE("/run", system_run),
		     TREE("/System", system_programs),
		     TREE("/Library", system_programs),
		     TREE("C:", system_drive) };
/* "/lib64", "/lib32" */
static const struct system_tree system_libraries = TREE("/lib", system_programs);

static const struct system_place *find_system_place(const struct hostpath *path)
{
	struct str rest, root = cut_root(path->path, &rest);
	const struct system_tree *tree = NULL;

	for (size_t i = 0; !tree && i < COUNT(system_trees); i++)
		if (str_eq(system_trees[i].root, root))
			tree = &system_trees[i];
	if (!tree && str_starts(root, system_libraries.root))
		tree = &system_libraries;
	for (size_t i = 0; tree && i < tree->count; i++)
		if (rest_matches(tree->places[i].pattern, rest, ignores_case(path)))
			return &tree->places[i];
	return NULL;
}

/* Public, when it is only read. */
static const struct place public_etc[] = { { STR_INIT("localtime"), STR_INIT("") },
					   { STR_INIT("timezone"), STR_INIT("") },
					   { STR_INIT("ssl/certs/***"), STR_INIT("") },
					   { STR_INIT("ca-certificates/***"), STR_INIT("") },
					   { STR_INIT("resolv.conf"), STR_INIT("") },
					   { STR_INIT("passwd"), STR_INIT("") },
					   { STR_INIT("group"), STR_INIT("") } };
static const struct place public_usr[] = { { STR_INIT("share/zoneinfo/***"), STR_INIT("") },
					   { STR_INIT("local/share/ca-certificates/***"),
					     STR_INIT("") } };
static const struct tree public_places[] = { TREE("/etc", public_etc), TREE("/usr", public_usr) };

static const struct place plain_dev[] = { { STR_INIT("null"), STR_INIT("") },
					  { STR_INIT("zero"), STR_INIT("") },
					  { STR_INIT("full"), STR_INIT("") },
					  { STR_INIT("random"), STR_INIT("") },
					  { STR_INIT("urandom"), STR_INIT("") } };
static const struct tree plain_devices[] = { TREE("/dev", plain_dev) };

bool hostpath_is_plain_device(const struct hostpath *path)
{
	return path->kind == HOSTPATH_ROOTED &&
	       find_place(plain_devices, COUNT(plain_devices), path);
}

static bool is_system(const struct hostpath *path, const struct hostpath_use *use,
		      struct hostpath_fact *fact)
{
	static const struct str all = ALL;
	const struct system_place *place;
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
	place = find_system_place(path);
	if (!place)
		return false;
	fact->what = use->read_only ? place->readable : place->writable;
	if (path_is_within(path->path, STR("/dev/shm")))
		fact->advice = STR("shm_size");
	return true;
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
