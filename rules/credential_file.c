/* SPDX-License-Identifier: MIT */
/* An agent can read a file of credentials. */
#include "config.h"

#include "engine/rule.h"
#include "fact/mount.h"
#include "fact/own_view.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_credential_file = {
	.name = STR_INIT("credential-file"),
	.severity = LEVEL_ERROR,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.score = STR_INIT("8.6"),
	.summary = STR_INIT("an agent can read a file of credentials"),
	.reason = STR_INIT(
		"An agent that can read a key can use it and send it away, and read-only prevents no "
		"reading. A sandbox gets one key, made by the gateway for this sandbox alone.\n"
		"\n"
		"Two things are reported. A single file that is known to hold credentials, such as "
		"~/.netrc, ~/.aws/credentials, an ssh key, a key store or a kubeconfig, whether it "
		"comes through volumes, a secret, a config or env_file. And a mount of any mode whose "
		"tree holds a file that the project itself treats as secret and does not grant to this "
		"service: its .env, the env_file of another service, the source of a secret. Such a "
		"file counts if there is a credential in it besides the key of the gateway."),
	.silent = STR_INIT(
		"Public keys, certificates, ~/.ssh/known_hosts and ~/.ssh/config; an .env that holds "
		"nothing but the one allowed key; a file that another mount lies over; an env_file "
		"that is /dev/null. Mounts that have to go as a whole are left to the rules that say "
		"so."),
	.advice = STR_INIT("Move the file out of the mounted tree, or mask it: a file by /dev/null, "
			   "mounted read-only at its place, a directory by a tmpfs."),
	.helps = RULE_HELPS(
		{ CAUSE_FILE_ITSELF, STR_INIT("the file is given by itself"),
		  STR_INIT("Do not give it. Let the gateway hold a provider's key; what needs another "
			   "credential, such as a push, is done outside of the sandbox.") }),
	.see = STR_INIT(
		"Secrets in Compose <https://docs.docker.com/compose/how-tos/use-secrets/>\n"
		"OWASP Docker Security Cheat Sheet, rule 12 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"NIST SP 800-190, 3.1.4 <https://doi.org/10.6028/NIST.SP.800-190>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    secrets: [k]  # <-\n"
			 "secrets:\n"
			 "  k: {file: ~/.ssh/id_rsa}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - ~/.netrc:/agent/.netrc:ro  # <-\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - .:/ref:ro  # <-\n"
			 "  db:\n"
			 "    image: postgres:17\n"
			 "    env_file: [db.env]\n"
			 "--- db.env\n"
			 "POSTGRES_PASSWORD=change-me\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    configs: [c]\n"
			 "configs:\n"
			 "  c: {file: ./aider.conf.yml}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    configs: [ca]\n"
			 "configs:\n"
			 "  ca: {file: ./ca-cert.pem}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "  gateway:\n"
			 "    image: ghcr.io/berriai/litellm:v1.80.0\n"
			 "    secrets: [p]\n"
			 "secrets:\n"
			 "  p: {file: ./provider.key}\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    image: registry.example/agent:1.4.2\n"
			 "    volumes:\n"
			 "      - .:/ref:ro\n"
			 "      - /dev/null:/ref/.env:ro\n"
			 "--- .env\n"
			 "POSTGRES_PASSWORD=change-me\n"),
	},
	.yields = RULE_NAMES(STR_INIT("socket-mount")),
	.service = service,
};

/* ---- a file that is known for it ---- */

static struct str way_of(const struct mount *mount, struct sink *out)
{
	if (mount->origin == MOUNT_FROM_SECRET || mount->origin == MOUNT_FROM_CONFIG)
		return sink_fmt(out, "%s.%.*s",
				mount->origin == MOUNT_FROM_SECRET ? "secrets" : "configs",
				STR_FMT(sink_show(out, mount->resource->name)));
	return mount->origin == MOUNT_FROM_SERVICE ? STR("volumes_from") : STR("volumes");
}

static void judge_file(const struct service *service, const struct node *at,
		       const struct node *source, struct str kind, struct str way, struct sink *out)
{
	report(out, at,
	       "service \"%.*s\" receives %.*s (%.*s) through %.*s; it can be read from inside",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_source(out, source)),
	       STR_FMT(kind), STR_FMT(way));
	place_names_file(out);
	because(out, CAUSE_FILE_ITSELF);
}

static void judge_known(const struct service *service, struct sink *out)
{
	const struct own_views *own = service->own;

	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];
		struct hostpath_fact fact;

		if (mount_is_replaced(mount) ||
		    !mount_is(mount, HOSTPATH_IS_CREDENTIAL_FILE, &fact))
			continue;
		judge_file(service, mount->place, mount->source, fact.what, way_of(mount, out),
			   out);
		about_mount(out, mount);
	}
	for (size_t i = 0; i < own->nenv_files; i++)
		judge_file(service, own->env_files[i].item, own->env_files[i].item,
			   own->env_files[i].kind, STR("env_file"), out);
}

/* ---- a tree that holds one of the project's own ---- */

static struct str kind_of(const struct own_path *path, struct sink *out)
{
	return sink_fmt(out, path->grant ? "secret \"%.*s\"" : "it sets %.*s",
			STR_FMT(sink_show(out, path->secret.name)));
}

static void judge_tree(const struct service *service, const struct mount *mount,
		       const struct own_view *view, struct sink *out)
{
	const struct own_path *first = view->secrets[0];
	struct str more = STR("");

	if (view->nsecrets > 1)
		more = sink_fmt(out, " and %zu more", view->nsecrets - 1);
	report(out, mount->place,
	       "service \"%.*s\" receives %.*s (%.*s)%.*s through %.*s at %.*s, a mount that "
	       "contains it; it can be read from inside",
	       STR_FMT(sink_show(out, service->name)), STR_FMT(sink_own_path(out, first)),
	       STR_FMT(kind_of(first, out)), STR_FMT(more),
	       STR_FMT(sink_source(out, mount->source)), STR_FMT(sink_show(out, mount->target)));
	about_mount(out, mount);
	for (size_t i = 0; i < view->nsecrets; i++) {
		const struct own_path *path = view->secrets[i];

		related(out, RELATED_OTHER,
			span_is_none(path->secret.at) ? path->named : path->secret.at, "%.*s: %.*s",
			STR_FMT(sink_own_path(out, path)), STR_FMT(kind_of(path, out)));
	}
}

static void service(const struct service *service, struct sink *out)
{
	judge_known(service, out);
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		/* else the mount has to go, and the file with it */
		if (service->own->of_mount[i].nsecrets && !sink_reports_source(out, service, mount))
			judge_tree(service, mount, &service->own->of_mount[i], out);
	}
}
