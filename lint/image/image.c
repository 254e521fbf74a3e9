/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/image.h"

enum { NAME_BYTES = 255, TAG_BYTES = 128, SHA256_DIGITS = 64 };

static bool is_lower_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || byte_is_digit(c);
}

static bool is_hex(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Lower-case letters and digits, with ".", "_", "__" or any run of "-" in between. */
static bool path_part_valid(struct str part)
{
	size_t at = 0;

	if (part.n == 0 || !is_lower_or_digit(part.p[0]) || !is_lower_or_digit(part.p[part.n - 1]))
		return false;
	while (at < part.n) {
		size_t start = at;

		while (at < part.n && !is_lower_or_digit(part.p[at]))
			at++;
		if (at > start) {
			struct str between = str_slice(part, start, at);
			bool dashes = true;

			for (size_t i = 0; i < between.n; i++)
				dashes = dashes && between.p[i] == '-';
			if (!dashes && !str_eq(between, STR(".")) && !str_eq(between, STR("_")) &&
			    !str_eq(between, STR("__")))
				return false;
		}
		at++;
	}
	return true;
}

static bool path_valid(struct str path)
{
	while (path.p != NULL)
		if (!path_part_valid(str_cut(&path, '/')))
			return false;
	return true;
}

static bool host_label_valid(struct str label)
{
	if (label.n == 0 || label.p[0] == '-' || label.p[label.n - 1] == '-')
		return false;
	for (size_t i = 0; i < label.n; i++)
		if (!byte_is_alnum(label.p[i]) && label.p[i] != '-')
			return false;
	return true;
}

static bool address_valid(struct str host)
{
	for (size_t i = 0; i < host.n; i++)
		if (!is_hex(host.p[i]) && host.p[i] != ':')
			return false;
	return host.n > 0;
}

static bool host_valid(struct str host)
{
	size_t colon = str_find_byte(host, ':', 0); /* of two the rest is no port */

	if (host.n > 0 && host.p[0] == '[') {
		size_t close = str_find_byte(host, ']', 0);

		if (close == STR_NPOS || !address_valid(str_slice(host, 1, close)))
			return false;
		if (close + 1 == host.n)
			return true;
		colon = close + 1;
		if (host.p[colon] != ':')
			return false;
	}
	if (colon != STR_NPOS) {
		if (colon + 1 == host.n)
			return false;
		for (size_t i = colon + 1; i < host.n; i++)
			if (!byte_is_digit(host.p[i]))
				return false;
		host = str_slice(host, 0, colon);
	}
	if (host.n > 0 && host.p[0] == '[')
		return true;
	while (host.p != NULL)
		if (!host_label_valid(str_cut(&host, '.')))
			return false;
	return true;
}

static bool tag_valid(struct str tag)
{
	if (tag.n == 0 || tag.n > TAG_BYTES || (!byte_is_alnum(tag.p[0]) && tag.p[0] != '_'))
		return false;
	for (size_t i = 1; i < tag.n; i++)
		if (!byte_is_alnum(tag.p[i]) && str_find_byte(STR("_.-"), tag.p[i], 0) == STR_NPOS)
			return false;
	return true;
}

/* So many hexadecimal digits, in lower case. */
static bool is_sum(struct str text, size_t digits)
{
	if (text.n != digits)
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (!is_hex(text.p[i]) || (text.p[i] >= 'A' && text.p[i] <= 'F'))
			return false;
	return true;
}

/* Of an algorithm that Docker knows, with all its digits. */
static bool digest_valid(struct str digest)
{
	static const struct {
		struct str name;
		size_t digits;
	} algorithms[] = { { STR_INIT("sha256"), SHA256_DIGITS },
			   { STR_INIT("sha384"), 96 },
			   { STR_INIT("sha512"), 128 } };
	struct str sum = digest, name;

	if (!str_starts(digest, STR("sha")))
		return false;
	name = str_cut(&sum, ':');
	for (size_t i = 0; i < sizeof(algorithms) / sizeof(*algorithms); i++)
		if (str_eq(name, algorithms[i].name))
			return is_sum(sum, algorithms[i].digits);
	return false;
}

/* The first part names a registry if no repository could have that name. */
static bool is_host(struct str part)
{
	if (str_find_byte(part, '.', 0) != STR_NPOS || str_find_byte(part, ':', 0) != STR_NPOS ||
	    str_eq(part, STR("localhost")))
		return true;
	for (size_t i = 0; i < part.n; i++)
		if (part.p[i] >= 'A' && part.p[i] <= 'Z')
			return true;
	return false;
}

bool image_is_identifier(struct str text)
{
	return is_sum(text, SHA256_DIGITS) || digest_valid(text);
}

static struct str normal_name(struct str host, struct str repository)
{
	/* they stand behind one another, with the "/" between them */
	if (host.n > 0 && !str_eq(host, STR("docker.io")) && !str_eq(host, STR("index.docker.io")))
		return (struct str){ host.p, host.n + 1 + repository.n };
	if (str_starts(repository, STR("library/")))
		return str_slice(repository, 8, repository.n);
	return repository;
}

struct image_reference image_parse(struct str text)
{
	struct image_reference r = { .host = STR(""), .tag = STR(""), .digest = STR("") };
	size_t at = str_find_byte(text, '@', 0), first, last, colon;
	struct str rest = str_slice(text, 0, at);
	bool digest = at != STR_NPOS, tag = false;

	if (digest)
		r.digest = str_slice(text, at + 1, text.n);
	first = str_find_byte(rest, '/', 0);
	last = first == STR_NPOS ? first : str_rfind_byte(rest, '/');
	colon = str_find_byte(rest, ':', last == STR_NPOS ? 0 : last);
	if (colon != STR_NPOS) {
		tag = true;
		r.tag = str_slice(rest, colon + 1, rest.n);
		rest = str_slice(rest, 0, colon);
	}
	r.base = last == STR_NPOS ? rest : str_slice(rest, last + 1, rest.n);
	if (first != STR_NPOS && is_host(str_slice(rest, 0, first))) {
		r.host = str_slice(rest, 0, first);
		rest = str_slice(rest, first + 1, rest.n);
	}
	r.repository = rest;
	r.valid = rest.n > 0 && rest.n + r.host.n <= NAME_BYTES && path_valid(rest) &&
		  (r.host.n == 0 || host_valid(r.host)) && (!tag || tag_valid(r.tag)) &&
		  (!digest || digest_valid(r.digest)) && !image_is_identifier(text);
	r.name = normal_name(r.host, r.repository);
	return r;
}

static struct str tag_or_latest(const struct image_reference *r)
{
	return r->tag.n > 0 ? r->tag : STR("latest");
}

struct str image_key(struct arena *arena, struct str text)
{
	struct image_reference reference = image_parse(text);

	if (!reference.valid)
		return STR("");
	if (reference.digest.n)
		return arena_fmt(arena, "%.*s@%.*s", STR_FMT(reference.name),
				 STR_FMT(reference.digest));
	return arena_fmt(arena, "%.*s:%.*s", STR_FMT(reference.name),
			 STR_FMT(tag_or_latest(&reference)));
}

/* ------------------------------------------------------------ known images */

#define ACCOUNT_NONE             \
	{                        \
		STR_INIT(""), -1 \
	}
#define ROW_ROOT(name)                                                                   \
	{                                                                                \
		.pattern = STR_INIT(name), .tags = STR_INIT(""), .root = IMAGE_ROOT_YES, \
		.user = ACCOUNT_NONE, .other = ACCOUNT_NONE                              \
	}
#define ROW_STEPS_DOWN(name, account, verified)                                               \
	{                                                                                     \
		.pattern = STR_INIT(name), .tags = STR_INIT(""), .root = IMAGE_ROOT_YES,      \
		.user = ACCOUNT_NONE, .other = { STR_INIT(account), -1 }, .steps_down = true, \
		.checked = verified                                                           \
	}
#define ROW_USER(name, tag, account, number, verified)                                            \
	{                                                                                         \
		.pattern = STR_INIT(name), .tags = STR_INIT(tag), .root = IMAGE_ROOT_NO,          \
		.user = { STR_INIT(account), number }, .other = ACCOUNT_NONE, .checked = verified \
	}

/*
 * The first row that fits counts, so exceptions stand above their family.
 * `checked` rows were read in the image's own Dockerfile; the others are
 * documented or generally known.
 */
static const struct image_known known_images[] = {
	/* distributions and languages */
	ROW_ROOT("alpine"),
	ROW_ROOT("debian"),
	{ .pattern = STR_INIT("ubuntu"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = { STR_INIT("ubuntu"), 1000 } },
	ROW_ROOT("busybox"),
	ROW_ROOT("fedora"),
	ROW_ROOT("rockylinux"),
	ROW_ROOT("amazonlinux"),
	ROW_ROOT("archlinux"),
	ROW_ROOT("python"),
	ROW_ROOT("golang"),
	ROW_ROOT("rust"),
	ROW_ROOT("ruby"),
	ROW_ROOT("php"),
	ROW_ROOT("perl"),
	ROW_ROOT("gcc"),
	ROW_ROOT("maven"),
	{ .pattern = STR_INIT("gradle"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = { STR_INIT("gradle"), 1000 } },
	ROW_ROOT("eclipse-temurin"),
	ROW_ROOT("openjdk"),
	{ .pattern = STR_INIT("node"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = { STR_INIT("node"), 1000 },
	  .checked = true },

	/* servers */
	ROW_ROOT("nginx"),
	ROW_ROOT("httpd"),
	ROW_ROOT("caddy"),
	ROW_ROOT("traefik"),
	ROW_ROOT("tomcat"),
	ROW_ROOT("wordpress"),
	ROW_STEPS_DOWN("postgres", "postgres", true),
	ROW_STEPS_DOWN("mysql", "mysql", false),
	ROW_STEPS_DOWN("mariadb", "mysql", false),
	ROW_STEPS_DOWN("mongo", "mongodb", false),
	ROW_STEPS_DOWN("redis", "redis", false),
	ROW_STEPS_DOWN("rabbitmq", "rabbitmq", false),
	ROW_STEPS_DOWN("cassandra", "cassandra", false),
	ROW_STEPS_DOWN("influxdb", "influxdb", false),
	ROW_USER("memcached", "", "memcache", 11211, true),
	ROW_USER("haproxy", "", "haproxy", 99, true),
	ROW_USER("nginxinc/nginx-unprivileged", "", "nginx", 101, true),
	ROW_USER("*-unprivileged", "", "", -1, false),
	ROW_USER("bitnami/*", "", "", 1001, true),
	ROW_USER("jenkins/jenkins", "", "jenkins", 1000, true),
	ROW_USER("grafana/loki", "", "loki", 10001, false),
	ROW_USER("grafana/grafana", "", "grafana", 472, false),
	ROW_USER("prom/*", "", "nobody", 65534, false),
	ROW_USER("elasticsearch", "", "elasticsearch", 1000, false),
	ROW_USER("kibana", "", "kibana", 1000, false),
	ROW_USER("logstash", "", "logstash", 1000, false),
	ROW_USER("docker.elastic.co/elasticsearch/elasticsearch", "", "elasticsearch", 1000, false),
	ROW_USER("docker.elastic.co/kibana/kibana", "", "kibana", 1000, false),
	ROW_USER("docker.elastic.co/logstash/logstash", "", "logstash", 1000, false),
	ROW_USER("sonarqube", "", "sonarqube", 1000, false),
	ROW_USER("quay.io/keycloak/keycloak", "", "keycloak", 1000, false),
	ROW_USER("solr", "", "solr", 8983, false),
	ROW_USER("searxng/searxng", "", "searxng", 977, false),
	ROW_USER("selenium/*", "", "seluser", 1200, false),

	/* work benches */
	{ .pattern = STR_INIT("jupyter/*"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_NO,
	  .user = { STR_INIT("jovyan"), 1000 },
	  .other = ACCOUNT_NONE,
	  .sudo = true,
	  .checked = true },
	{ .pattern = STR_INIT("quay.io/jupyter/*"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_NO,
	  .user = { STR_INIT("jovyan"), 1000 },
	  .other = ACCOUNT_NONE,
	  .sudo = true,
	  .checked = true },
	{ .pattern = STR_INIT("codercom/code-server"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_NO,
	  .user = { STR_INIT("coder"), 1000 },
	  .other = ACCOUNT_NONE,
	  .sudo = true,
	  .checked = true },
	{ .pattern = STR_INIT("mcr.microsoft.com/devcontainers/*"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = { STR_INIT("vscode"), 1000 },
	  .sudo = true },
	ROW_USER("n8nio/n8n", "", "node", 1000, true),
	ROW_USER("docker.n8n.io/n8nio/n8n", "", "node", 1000, true),
	{ .pattern = STR_INIT("ollama/ollama"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = ACCOUNT_NONE,
	  .checked = true },
	{ .pattern = STR_INIT("ghcr.io/open-webui/open-webui"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = ACCOUNT_NONE,
	  .checked = true },
	{ .pattern = STR_INIT("mcr.microsoft.com/playwright"),
	  .tags = STR_INIT(""),
	  .root = IMAGE_ROOT_YES,
	  .user = ACCOUNT_NONE,
	  .other = { STR_INIT("pwuser"), -1 },
	  .checked = true },
	ROW_ROOT("vllm/vllm-openai"),
	ROW_ROOT("nvidia/cuda"),
	ROW_ROOT("pytorch/pytorch"),
	ROW_ROOT("tensorflow/*"),
	ROW_ROOT("ghcr.io/astral-sh/uv"),
	ROW_ROOT("docker"),

	/* minimal bases */
	ROW_USER("mcr.microsoft.com/dotnet/*", "chiseled", "app", 1654, true),
	ROW_USER("mcr.microsoft.com/dotnet/*", "distroless", "app", 1654, true),
	ROW_ROOT("mcr.microsoft.com/dotnet/*"),
	ROW_USER("gcr.io/distroless/*", "nonroot", "nonroot", 65532, true),
	ROW_ROOT("gcr.io/distroless/*"),
	ROW_ROOT("cgr.dev/chainguard/wolfi-base"),
	ROW_USER("cgr.dev/chainguard/*", "", "nonroot", 65532, false),
	/* whatever the image, the tag says it */
	ROW_USER("*", "nonroot", "", -1, false),
};

/* A valid name has a first byte, and most differ in it. */
static inline bool begins_alike(struct str pattern, struct str name)
{
	return pattern.p[0] == name.p[0] || pattern.p[0] == '*';
}

static bool pattern_matches(struct str pattern, struct str name)
{
	if (pattern.n > 0 && pattern.p[pattern.n - 1] == '*')
		return str_starts(name, str_slice(pattern, 0, pattern.n - 1));
	if (pattern.n > 0 && pattern.p[0] == '*')
		return str_ends(name, str_slice(pattern, 1, pattern.n));
	return str_eq(pattern, name);
}

/* haproxy ran as root until 2.3: "2.2", "1.9-alpine". */
static bool is_old_haproxy(const struct image_reference *reference)
{
	struct str minor = reference->tag, major = str_cut(&minor, '.');
	int64_t first, second;
	size_t digits = 0;

	if (!str_eq(reference->name, STR("haproxy")) || !str_to_int(major, &first) ||
	    minor.p == NULL)
		return false;
	while (digits < minor.n && byte_is_digit(minor.p[digits]))
		digits++;
	if (!str_to_int(str_slice(minor, 0, digits), &second))
		return false;
	return first < 2 || (first == 2 && second < 4);
}

const struct image_known *image_known(const struct image_reference *reference)
{
	if (!reference->valid || is_old_haproxy(reference))
		return NULL;
	for (size_t i = 0; i < sizeof(known_images) / sizeof(*known_images); i++)
		if (begins_alike(known_images[i].pattern, reference->name) &&
		    pattern_matches(known_images[i].pattern, reference->name) &&
		    (known_images[i].tags.n == 0 || str_has(reference->tag, known_images[i].tags)))
			return &known_images[i];
	return NULL;
}
