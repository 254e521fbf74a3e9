/* SPDX-License-Identifier: MIT */
#include "compare_make.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The last one needs no other one. */
static const char *const service_names[] = { "web", "db", "app", "job", "base" };

enum { SERVICES = sizeof(service_names) / sizeof(*service_names) };

struct maker {
	uint64_t state;
	struct make_project *project;
	unsigned odds;  /* of a mistake or an odd value, in per cent */
	size_t current; /* the service that is being made */
};

static uint64_t number(struct maker *m, uint64_t below)
{
	uint64_t z = (m->state += 0x9e3779b97f4a7c15U);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return (z ^ (z >> 31)) % below;
}

static bool chance(struct maker *m, unsigned percent)
{
	return number(m, 100) < percent;
}

/*
 * A grammar: "@X" in a text stands for one of the texts of X, "@@" for "@".
 * Alternatives are separated by "|"; "\|" is a bar.  Which letters there are:
 */
static const struct {
	char letter;
	const char *alternatives;
} rules[] = {
	/* words, and scalars that are read in surprising ways */
	{ 'W', "a|b1|foo|bar_x|x.y|w-1|UP" },
	{ 'O', "null|~|true|yes|NO|off|010|0x1F|1_000|1e3|1.5|-1|0|2.0|.inf|\"\"|''|\"5\"|'true'|[]"
	       "|{}|[a]|{a: b}|2024-01-31|"
	       "!!str 5|!!int "
	       "\"7\"|\"${UNSET}\"|\"${SET}\"|\"${EMPTY}\"|$$x|\"${UNSET:-d}\"|\"${EMPTY:-e}\"|\"${"
	       "EMPTY-f}\"|\"${SET:+g}\"|\"${NUM}\"|\"${BOOL}\"|"
	       "\"a b\"|\"a\\nb\"|\"é\"|08|0o17|1.|+3|12:30|=|\" x \"|[null]|[1, 2]|{x-a: "
	       "1}|'${SET}${UNSET}'|\"$$$$\"|\"${A.B}\"|\"${:-x}\"|"
	       "\"${SET:-${UNSET:-n}}\"|9223372036854775807|18446744073709551615|1e400|-0|0.1|"
	       "100000.0|1000000.0|0.00001" },
	{ 'V', "@W|@W|@W|\"${SET}\"|\"${UNSET:-@W}\"|'@W @W'|\"$$@W\"|\"${NUM}\"|\"@W${SET}\"" },
	{ 'D', "0|1|2|3|10|\"4\"|\"${NUM}\"|\"${UNSET:-6}\"" },
	{ 'd', "1|2|3|10|80" },
	{ 'B', "true|false|true|false|\"true\"|\"false\"|\"${BOOL}\"|yes|\"no\"|\"ON\"" },
	{ 'F', "0.5|1|\"0.25\"|1.50|0.123456789|\"${NUM}\"|2e0|\"1e-1\"|0" },
	{ 'I',
	  "10s|1m30s|1h|500ms|\"0\"|0s|1.5s|1d|100us|2w3h|\"${UNSET:-5s}\"|1h0m0.5s||\"-1s\"" },
	{ 'Z', "64m|1g|1024|\"2gb\"|1.5k|\"512 MiB\"|0|\"1_000\"|\"${UNSET:-5m}\"|1kib|\"0\"|1e3" },
	{ 'P', "./p|/abs/p|../up|~/h|.|sub/x|./a/../b|/abs/../c|~|\"./sp ace\"|\"${SET}/q\"|p" },
	{ 'T', "/t1|/t2|/t3|/t4|/t1/|/t5/../t6|/t7|t8|/t9/." },
	{ 'N', "default|front|back|ext" },
	{ 'G', "data|cache|vext" },
	{ 'E', "s1|s2|s3" },
	{ 'C', "c1|c2|c3" },
	{ 'R', "dev|prod|\"\"|x" },
	/* shapes */
	{ 'L',

	  "{A: @V, B: @V}|[A=@W, B=@W]|{A: @V}|[A=1]|{C: , D: 5}|[C, D=]|{E: true, F: 1.5}|{}|"
	  "[]|[A=1, A=2]|[\"K=${SET}\"]|{H: 1e6, I: 010}|{SET: , UNSET: }|[SET, UNSET, NUM]|"
	  "{\"a$$b\": \"c$$d\"}|[\"A=b=c\", D=]|{J: \"\", K: ''}|[A=1, B]|{L: 0x10, M: 1_0}||"
	  "[\"A =1\"]|{x-a: b, G: c}|[x-a=b]" },
	{ 'K',

	  "@W|[@W, @V]|\"echo hi\"|\"a 'b c' d\"|\"\"|[]|null|'x \"y z\" \\$q'|sleep 5|"
	  "\"a; b\"|\"a \\| b\"|'a && b'|[\"a b\", \"$$c\"]|\"a $$(b c) d\"|\"a \\\\n b\"|"
	  "sh -c \"x y\"|'`a b` c'|\"a > b\"|\"a 2> b\"||\"'unterminated\"|'a (b'" },
	{ 'H',

	  "[\"a:1.1.1.1\", \"b=2.2.2.2\"]|{a: 1.1.1.1, b: \"::1\"}|[\"a=::1\"]|[\"a=[::1]\"]|"
	  "{a: [1.1.1.1, 2.2.2.2]}|[\"h:host-gateway\"]|[]|[\"a=1.1.1.1,2.2.2.2\"]|"
	  "[\"a:1.1.1.1\", \"a:2.2.2.2\"]|{b: \"[::2]\"}||[bad]|{a: x, x-h: y}" },
	{ 'U',

	  "{nofile: 5, nproc: {soft: 1, hard: 2}}|{nofile: 0}|{core: -1}|{nofile: \"7\"}|"
	  "{nofile: {soft: \"1\", hard: 2}}|{a1: 5}|{memlock: {soft: -1, hard: -1}}|{}||"
	  "{nofile: {soft: 1}}|{x-u: 3}" },
	{ 'S', "@W|[@W, b]|[a]|[]||[a, a]|\"\"" },
	{ 'Q', "[@W, x]|[a, b]|[a]|[A=1, A=2]|[]|[\"${SET}\"]||[a, a]" },
	{ 'Y', "{driver: nvidia, capabilities: [gpu]}|{capabilities: [gpu], count: 1}|"
	       "{capabilities: [gpu], count: all}|{capabilities: [gpu], device_ids: [\"0\"]}|"
	       "{capabilities: [gpu], count: \"2\", options: {a: b}}|{capabilities: []}||"
	       "{capabilities: [a], count: 1, device_ids: [b]}" },
	/* hooks and deploy's parts */
	{ 'X', "{command: @K}|{command: [a], user: root, privileged: @B}|"
	       "{command: a, environment: @L, working_dir: /w}||{user: x}" },
	{ 'J', "{parallelism: @D, delay: @I}|{order: start-first, max_failure_ratio: @F}|"
	       "{failure_action: pause, monitor: @I}|{}||{order: bad}" },
	/* ports */
	{ 'p',

	  "80|\"80\"|\"127.0.0.1:8081:81\"|\"90-92\"|\"3000-3002:4000-4002\"|"
	  "\"5000-5010:5000\"|\"53:53/udp\"|\"[::1]:6000:6000\"|{target: 80}|"
	  "{target: @D, published: 8080}|"
	  "{target: 443, published: \"443\", protocol: udp, mode: host}|"
	  "{target: 1, host_ip: 127.0.0.1}|\"0.0.0.0::70\"|\":71\"|"
	  "{target: 80, name: n, app_protocol: http}|\"8080:80/TCP\"|"
	  "{target: 70, published: \"1-5\"}|\"8080:80\"|\"9-11:9-11/sctp\"|\"${NUM}:80\"|"
	  "\"80/\"||\"a:b\"|\"99999\"|{published: 5}|080|\"127.0.0.1:80\"|"
	  "{target: 81, host_ip: bad}|\"0\"|\"3:2:1\"|\"10-8\"|\"8080:80\"" },
	/* volumes */
	{ 'v',

	  "@P:@T|@G:@T|@T|@P:@T:ro|@G:@T:nocopy|@P:@T:rw,z|@P:@T:rshared|\"@P:@T:RO\"|"
	  "{type: bind, source: @P, target: @T}|{type: volume, source: @G, target: @T}|"
	  "{type: tmpfs, target: @T, tmpfs: {size: @Z, mode: 0755}}|"
	  "{type: bind, source: @P, target: @T, read_only: @B, bind: {create_host_path: @B}}|"
	  "{type: volume, target: @T}|"
	  "{type: volume, source: @G, target: @T, volume: {nocopy: @B, subpath: a, labels: @L}}|"
	  "{type: image, source: i, target: @T, image: {subpath: s}}|x:@T|@G:@T:ro|"
	  "\"C:\\\\a:@T\"|{type: npipe, source: a, target: @T}|"
	  "{type: bind, source: \"\", target: @T}|"
	  "{type: bind, source: @P, target: @T, bind: {propagation: shared, selinux: z, recursive: "
	  "enabled}}|"
	  "{type: tmpfs, target: @T}|"
	  "{type: volume, source: @G, target: @T, consistency: cached}|@G:@T:z||"
	  "{type: bind, target: @T}|{type: bad, target: @T}|{source: a, target: @T}|"
	  "undefined:@T|\"a::b\"" },
	/* references */
	{ 'e', "@E|{source: @E}|{source: @E, target: @T}|{source: @E, target: rel, mode: 0440}|"
	       "{source: @E, mode: \"0400\", uid: \"1\", gid: \"2\"}|{source: @E, mode: 440}||"
	       "{source: nope}" },
	{ 'c', "@C|{source: @C}|{source: @C, target: @T}|{source: @C, target: @T, mode: 0o444}||"
	       "{source: nope, target: /x}" },
	{ 'n',

	  "[@N]|[back, front]|{@N: }|{front: {aliases: [a, b]}, back: }|"
	  "{@N: {ipv4_address: 10.0.0.2, priority: @d}}|"
	  "{front: {}, back: {driver_opts: {a: 1}, gw_priority: 2.7}}|[]|{}|"
	  "{@N: {mac_address: \"02:00:00:00:00:01\", interface_name: e0, link_local_ips: "
	  "[169.254.1.1]}}|"
	  "{@N: {x-n: 1}}||[nope]|[front, front]" },
	{ 'm',

	  "[@M]|{@M: {condition: service_started}}|"
	  "{@M: {condition: service_healthy, restart: @B, required: false}}|[@M, db]|{}|[]|"
	  "{@M: {condition: service_completed_successfully, required: true}}||"
	  "{@M: {condition: bad}}|[nope]|{@M: {required: true}}" },
	{ 'h',

	  "{test: @K}|{test: [CMD, a, b], interval: @I, timeout: @I, retries: @D}|"
	  "{disable: @B}|{test: [NONE]}|"
	  "{test: \"curl x\", start_period: @I, start_interval: @I}|{}|{interval: @I}|"
	  "{test: [CMD-SHELL, \"a \\| b\"]}||{test: [BAD]}" },
	{ 'l', "{driver: json-file, options: {max-size: 10m, n: 1}}|{driver: syslog}|{options: {a: "
	       "b, c: }}|{}|{driver: none, options: {x-o: 1}}" },
	{ 'b',

	  ".|./ctx|{context: .}|{context: @P, dockerfile: D, args: @L}|"
	  "{context: ., target: t, labels: @L, cache_from: @Q, cache_to: [c]}|"
	  "{dockerfile_inline: \"FROM x\"}|{context: \"https://h/r.git#m\"}|"
	  "{context: ., additional_contexts: {a: ./x, b: \"docker-image://i\"}}|"
	  "{context: ., ssh: [default]}|{context: ., secrets: [@e]}|"
	  "{context: ., shm_size: @Z, ulimits: @U, network: host}|"
	  "{context: ., no_cache: @B, pull: @B, privileged: @B}|"
	  "{context: ., tags: @Q, platforms: [linux/amd64]}|"
	  "{context: ., extra_hosts: @H, isolation: i}|"
	  "{context: ., provenance: @B, sbom: @W, entitlements: [a]}|{}|"
	  "{context: ., additional_contexts: [\"a=./x\"]}|{context: \"\"}|"
	  "{context: ., args: [A, SET, \"B=${SET}\"]}||"
	  "{context: ., dockerfile: a, dockerfile_inline: b}|{context: ., bogus: 1}" },
	{ 'y', "{replicas: @D}|{mode: replicated, labels: @L}|{update_config: "
	       "@J}|{rollback_config: @J}|{resources: {limits: {cpus: @F, memory: 64M, pids: @D}}}|"
	       "{resources: {reservations: {devices: [@Y], cpus: \"0.1\"}}}|{restart_policy: "
	       "{condition: any, delay: @I, max_attempts: @D, window: @I}}|"
	       "{placement: {constraints: [a==b], preferences: [{spread: z}], "
	       "max_replicas_per_node: @D}}|{}|null|{endpoint_mode: vip}|"
	       "{resources: {reservations: {generic_resources: [{discrete_resource_spec: {kind: g, "
	       "value: @D}}]}}}|{resources: {limits: {memory: @Z}}}" },
	{ 'w', "[{path: @P, action: rebuild}]|[{path: @P, action: sync, target: /t, ignore: @S}]|"
	       "[{path: @P, action: sync+exec, target: /t, exec: {command: @K}}]|[]|"
	       "[{path: @P, action: restart, initial_sync: true, include: @S}]||"
	       "[{path: @P, action: sync}]|[{path: @P, action: bad}]" },
	{ 'k',

	  "{weight: @D}|{weight_device: [{path: /dev/a, weight: 5}]}|"
	  "{device_read_bps: [{path: /dev/a, rate: @Z}], device_write_iops: [{path: /d, rate: 5}]}|"
	  "{weight: 70000}|{}|"
	  "{device_read_iops: [{path: a, rate: 1}], device_write_bps: [{path: b, rate: 1k}]}||"
	  "{weight: \"5\"}" },
	{ 'f', "e1.env|[e1.env]|[e1.env, e2.env]|[{path: e2.env, required: false}]|"
	       "[{path: none.env, required: false}]|[{path: e1.env, format: raw}]|"
	       "[e2.env, {path: e1.env, required: @B}]|[]|[e1.env, e1.env]||{path: e1.env}|"
	       "[none.env]" },
	{ 'g', "all|[@Y]|[{driver: d}]|[]|[{count: 1}, {device_ids: [a]}]||bad|[{x: y}]" },
	{ 'i', "{external: true}|{external: true, name: n}|{name: my_@W}|{}|null|{driver: d, "
	       "driver_opts: {a: b, c: 1}}|{labels: @L}|{external: {name: o}}|{external: "
	       "false}|{name: \"${SET}\"}" },
	{ 'j', "{internal: @B}|{ipam: {driver: d, config: [{subnet: 10.1.0.0/16, gateway: "
	       "10.1.0.1}]}}|{enable_ipv6: @B, enable_ipv4: @B}|{attachable: @B, driver: bridge}|"
	       "{ipam: {config: [{subnet: 10.1.0.0/16, ip_range: 10.1.1.0/24, aux_addresses: {h: "
	       "10.1.0.5}}, {subnet: 10.2.0.0/16}]}}|{ipam: {options: {a: b}}}|@i|@i|@i" },
	{ 'o', "{driver: local, driver_opts: {o: bind, type: none, device: @P}}|@i|@i|@i" },
	{ 's', "{file: @P}|{environment: SET}|{external: true}|{file: ./s, labels: @L}|"
	       "{external: true, name: n}|{file: x, name: n, template_driver: t}||"
	       "{file: a, environment: b}|{}|{environment: UNSET}" },
	{ 'q', "{file: @P}|{content: \"a $$b ${SET}\"}|{environment: SET}|{external: true}|"
	       "{environment: UNSET}|{content: \"\"}||{content: x, file: y}" },
	{ 'z',
	  "{model: a/b}|{model: a/b, context_size: 5, runtime_flags: [x]}|{model: a, name: n}||"
	  "{}" },
};

/* One key of a service and its values. */
static const struct {
	const char *key, *value;
} keys[] = {
	{ "annotations", "@L" },
	{ "attach", "@B" },
	{ "blkio_config", "@k" },
	{ "build", "@b" },
	{ "build", "@b" },
	{ "cap_add", "@Q" },
	{ "cap_drop", "[ALL]|@Q" },
	{ "cgroup", "host|private||bad" },
	{ "cgroup_parent", "@W" },
	{ "command", "@K" },
	{ "command", "@K" },
	{ "configs", "[@c]|[@c, @c]" },
	{ "container_name", "@W|my-${SET}||x" },
	{ "cpu_count", "@D" },
	{ "cpu_percent", "50|\"20\"|@D||101" },
	{ "cpu_period", "@D" },
	{ "cpu_quota", "@D|1.5" },
	{ "cpu_rt_period", "@D||\"10ms\"" },
	{ "cpu_rt_runtime", "@D" },
	{ "cpu_shares", "@D|1.5" },
	{ "cpus", "@F" },
	{ "cpuset", "\"0,1\"|0-3" },
	{ "credential_spec", "{file: ./c.json}|{config: c}|{registry: r}|{}" },
	{ "depends_on", "@m" },
	{ "depends_on", "@m" },
	{ "deploy", "@y" },
	{ "deploy", "@y" },
	{ "develop", "{watch: @w}|null|{}" },
	{ "device_cgroup_rules", "[\"c 1:3 mr\"]||[a, a]" },
	{ "devices",
	  "[/dev/a]|[\"/dev/a:/dev/b\", \"/dev/c:/dev/d:r\"]|"
	  "[{source: /dev/a, target: /dev/b}]|[\"/dev/a::r\"]|[\"vendor.com/class=name\"]|"
	  "[{source: a, target: b, permissions: rw}]||[{source: a}]|[\"a:b:c:d\"]" },
	{ "dns", "@S|8.8.8.8|[1.1.1.1, \"\"]" },
	{ "dns_opt", "@Q" },
	{ "dns_search", "@S" },
	{ "domainname", "@W" },
	{ "entrypoint", "@K" },
	{ "env_file", "@f" },
	{ "env_file", "@f" },
	{ "environment", "@L" },
	{ "environment", "@L" },
	{ "environment", "@L" },
	{ "expose", "[80, \"81\"]|[\"1-5\"]|[80, 80]|[\"80/udp\"]||[1.5]" },
	{ "external_links", "@Q" },
	{ "extra_hosts", "@H" },
	{ "gpus", "@g" },
	{ "group_add", "[1, a]|[\"0\"]||[a, a]|[1.5]" },
	{ "healthcheck", "@h" },
	{ "healthcheck", "@h" },
	{ "hostname", "@W" },
	{ "image", "i:@W|${SET}|x/y:1||\"\"" },
	{ "init", "@B" },
	{ "ipc", "host|\"service:@M\"|shareable" },
	{ "isolation", "@W" },
	{ "label_file", "l1.labels|[l1.labels]|[l1.labels, l2.labels]|[]" },
	{ "labels", "@L" },
	{ "labels", "@L" },
	{ "links", "[@M]|[\"@M:alias\"]||[\"@M:a:b\"]|[nope]" },
	{ "logging", "@l" },
	{ "mac_address", "\"02:00:00:00:00:01\"" },
	{ "mem_limit", "@Z" },
	{ "mem_reservation", "@Z" },
	{ "mem_swappiness", "@D" },
	{ "memswap_limit", "@Z|-1" },
	{ "models", "[mo]|{mo: {endpoint_var: A, model_var: B}}|{mo: }||[nope]" },
	{ "network_mode", "host|none|\"service:@M\"|@W|\"\"" },
	{ "networks", "@n" },
	{ "networks", "@n" },
	{ "oom_kill_disable", "@B" },
	{ "oom_score_adj", "@D|-500||2000" },
	{ "pid", "host|\"service:@M\"||null" },
	{ "pids_limit", "@D|-1" },
	{ "platform", "linux/amd64|@W" },
	{ "ports", "[@p]|[@p, @p]|[@p, @p, @p]" },
	{ "ports", "[@p]|[@p, @p]" },
	{ "post_start", "[@X]|[@X, @X]" },
	{ "pre_stop", "[@X]" },
	{ "privileged", "@B" },
	{ "profiles", "[@R]|[@R, dev]|[]||[a, a]" },
	{ "provider", "{type: t, options: {a: b, c: [1, true], d: 1.5}}|{type: t}||{}|"
		      "{type: t, options: {x-p: q}}" },
	{ "pull_policy", "always|never|if_not_present|missing|build|daily|every_12h|weekly||bad" },
	{ "pull_refresh_after", "24h" },
	{ "read_only", "@B" },
	{ "restart", "always|no|\"no\"|on-failure:3|unless-stopped|@W" },
	{ "runtime", "@W" },
	{ "scale", "@D" },
	{ "secrets", "[@e]|[@e, @e]" },
	{ "secrets", "[@e]" },
	{ "security_opt", "[no-new-privileges]|@Q" },
	{ "shm_size", "@Z" },
	{ "stdin_open", "@B" },
	{ "stop_grace_period", "@I" },
	{ "stop_signal", "@W" },
	{ "storage_opt", "{size: 1G, n: 1, z: }||{a: true}|{a: 1.5}|{x-s: 1}" },
	{ "sysctls", "@L" },
	{ "tmpfs", "@S|/a|[/a, \"/b:size=1\"]|[/t1]" },
	{ "tty", "@B" },
	{ "ulimits", "@U" },
	{ "use_api_socket", "true|false||\"true\"" },
	{ "user", "@W|\"1000\"|22:22||1000" },
	{ "userns_mode", "host|@W" },
	{ "uts", "host|\"service:@M\"" },
	{ "volumes", "[@v]|[@v, @v]|[@v, @v, @v]" },
	{ "volumes", "[@v]|[@v, @v]" },
	{ "volumes_from", "[@M]|[\"@M:ro\"]|[\"container:x\"]||[nope]" },
	{ "working_dir", "/w|@W" },
	{ "x-any", "@O|{a: [1, 2.5, \"$$\"]}" },
	{ "bogus", "1" },
};

enum { KEYS = sizeof(keys) / sizeof(*keys), RULES = sizeof(rules) / sizeof(*rules) };

/* ------------------------------------------------------------------ text */

struct text {
	char bytes[MAKE_BYTES];
	size_t n;
};

static void put(struct text *text, const char *bytes, size_t n)
{
	if (n > sizeof(text->bytes) - 1 - text->n)
		n = sizeof(text->bytes) - 1 - text->n;
	memcpy(text->bytes + text->n, bytes, n);
	text->n += n;
	text->bytes[text->n] = '\0';
}

static bool is_bar(const char *alternatives, const char *at)
{
	return *at == '|' && (at == alternatives || at[-1] != '\\');
}

/* One of the alternatives, from its first byte to its end. */
static const char *choose(struct maker *m, const char *alternatives, const char **end)
{
	const char *at, *from = alternatives;
	size_t count = 1;
	uint64_t which;

	for (at = alternatives; *at && !(is_bar(alternatives, at) && at[1] == '|'); at++)
		count += is_bar(alternatives, at);
	if (*at && m->odds && chance(m, m->odds)) {
		/* the mistakes */
		from = at + 2;
		for (count = 1, at = from; *at; at++)
			count += is_bar(alternatives, at);
	}
	which = number(m, count);
	for (at = from;; at++) {
		if (*at && !is_bar(alternatives, at))
			continue;
		if (!which--) {
			*end = at;
			return from;
		}
		from = at + 1;
	}
}

static void expand(struct maker *m, struct text *text, const char *alternatives)
{
	const char *end, *at = choose(m, alternatives, &end);

	for (; at < end; at++) {
		if (*at == '\\' && at[1] == '|')
			continue;
		if (*at != '@') {
			put(text, at, 1);
			continue;
		}
		at++;
		if (*at == '@') {
			put(text, "@", 1);
			continue;
		}
		if (m->odds && strchr("WVDBFIZPSQLK", *at) && chance(m, m->odds / 2)) {
			expand(m, text, "@O");
			continue;
		}
		if (*at == 'M') {
			/* what comes later, so that no circle arises unless by mistake */
			size_t from = m->odds && chance(m, m->odds) ? 0 : m->current + 1;
			const char *name = service_names[from + number(m, SERVICES - from)];

			put(text, name, strlen(name));
			continue;
		}
		for (size_t i = 0; i < RULES; i++)
			if (rules[i].letter == *at)
				expand(m, text, rules[i].alternatives);
	}
}

static struct make_file *new_file(struct maker *m, const char *name)
{
	struct make_file *file = &m->project->files[m->project->count++];

	assert(m->project->count <= MAKE_FILES);
	snprintf(file->name, sizeof(file->name), "%s", name);
	file->count = 0;
	return file;
}

/* A line: the indentation, what stands before, and one of the alternatives. */
static void line(struct maker *m, struct make_file *file, unsigned indent, const char *before,
		 const char *alternatives)
{
	struct text text = { .n = 0 };

	if (file->count == MAKE_LINES)
		return;
	for (unsigned i = 0; i < indent; i++)
		put(&text, " ", 1);
	put(&text, before, strlen(before));
	expand(m, &text, alternatives);
	snprintf(file->lines[file->count++], MAKE_BYTES, "%s", text.bytes);
}

/* ------------------------------------------------------------------ files */

static void pairs(struct maker *m, struct make_file *file, unsigned indent, unsigned percent,
		  bool over)
{
	bool used[KEYS] = { false };

	size_t count = 1 + number(m, percent);

	for (size_t i = 0; i < count; i++) {
		size_t which = number(m, KEYS);
		char before[64];
		bool same = false;

		/* the last one is no key at all */
		if (which + 1 == KEYS && !(m->odds && chance(m, m->odds)))
			continue;
		for (size_t k = 0; k < KEYS; k++)
			same |= used[k] && strcmp(keys[k].key, keys[which].key) == 0;
		if (same)
			continue;
		if (!over && strcmp(keys[which].key, "image") == 0)
			continue;
		used[which] = true;
		snprintf(before, sizeof(before), "%s: %s", keys[which].key,
			 over && chance(m, 4)   ? "!override "
			 : over && chance(m, 4) ? "!reset "
						: "");
		if (m->odds && chance(m, m->odds))
			line(m, file, indent, before, "@O");
		else
			line(m, file, indent, before, keys[which].value);
	}
}

static void service(struct maker *m, struct make_file *file, size_t which, bool over,
		    const char *other_file)
{
	char header[64];
	bool extends = chance(m, over ? 4 : 12);

	m->current = which;
	snprintf(header, sizeof(header), "%s:", service_names[which]);
	line(m, file, 2, header, chance(m, 5) ? " &anchor" : "");
	if (!over && !extends && chance(m, 94))
		line(m, file, 4, "image: ", "i:1|${SET}|demo");
	if (extends && *other_file && chance(m, 50)) {
		char value[80];

		snprintf(value, sizeof(value), "{file: %s, service: web}", other_file);
		line(m, file, 4, "extends: ", value);
	} else if (extends) {
		line(m, file, 4, "extends: ", "@M|{service: @M}||{service: nope}");
	}
	if (chance(m, 6))
		line(m, file, 4, "<<: ", "*common|[*common, *more]");
	pairs(m, file, 4, 7, over);
}

static void resources(struct maker *m, struct make_file *file, bool over)
{
	if (!over || chance(m, 30)) {
		line(m, file, 0, "networks:", "");
		line(m, file, 2, "front: ", "@j");
		line(m, file, 2, "back: ", "@j");
		if (!over)
			line(m, file, 2, "ext: ", "{external: true}|@j");
		if (chance(m, 20))
			line(m, file, 2, "default: ", "@j");
	}
	if (!over || chance(m, 30)) {
		line(m, file, 0, "volumes:", "");
		line(m, file, 2, "data: ", "@o");
		line(m, file, 2, "cache: ", "@o");
		line(m, file, 2, "vext: ", "{external: true}|@o");
	}
	if (!over || chance(m, 30)) {
		line(m, file, 0, "secrets:", "");
		line(m, file, 2, "s1: ", "{file: ./s1}|@s");
		line(m, file, 2, "s2: ", "{environment: SET}|@s");
		line(m, file, 2, "s3: ", "@s");
	}
	if (!over || chance(m, 30)) {
		line(m, file, 0, "configs:", "");
		line(m, file, 2, "c1: ", "{content: x}|@q");
		line(m, file, 2, "c2: ", "{file: c}|@q");
		line(m, file, 2, "c3: ", "@q");
	}
	if (!over || chance(m, 30)) {
		line(m, file, 0, "models:", "");
		line(m, file, 2, "mo: ", "@z");
	}
}

static void compose_file(struct maker *m, struct make_file *file, bool over, bool whole,
			 const char *include, const char *other_file)
{
	if (chance(m, 20))
		line(m, file, 0, "name: ", "gold|Proj_${NUM}|\"\"");
	if (chance(m, 10))
		line(m, file, 0, "version: ", "\"3.8\"");
	if (*include) {
		char value[120];

		snprintf(value, sizeof(value),
			 "[%s]|[{path: %s}]|[{path: [%s], project_directory: sub}]|[{path: %s, "
			 "env_file: inc.env}]",
			 include, include, include, include);
		line(m, file, 0, "include: ", value);
	}
	line(m, file, 0, "x-common: ",
	     "&common {labels: {A: @V}}|&common {restart: always, environment: {A: @V, C: "
	     "}}|&common {tty: @B}");
	line(m, file, 0, "x-more: ", "&more {init: @B, cap_add: @Q}|&more {}");
	line(m, file, 0, "services:", "");
	for (size_t i = 0; i + 1 < SERVICES; i++)
		if (whole || !i || chance(m, 50))
			service(m, file, i, over, other_file);
	if (whole)
		line(m, file, 2, "base: ", "{image: base}");
	if (!over || chance(m, 20))
		resources(m, file, over);
	if (over && chance(m, 10)) {
		line(m, file, 0, "---", "");
		line(m, file, 0, "services:", "");
		service(m, file, 0, true, "");
	}
}

static void env_files(struct maker *m)
{
	struct make_file *file;

	if (!m->odds || chance(m, 90)) {
		file = new_file(m, ".env");
		line(m, file, 0, "SET=", "value|'a b'|\"q\\nr\"|$$d|va#l|x #c");
		line(m, file, 0, "EMPTY=", "");
		line(m, file, 0, "NUM=", "5|8080|0");
		line(m, file, 0, "BOOL=", "true|false|yes|no");
		if (chance(m, 30))
			line(m, file, 0, "COMPOSE_PROFILES=", "dev|*|prod,dev|");
		if (chance(m, 10))
			line(m, file, 0, "COMPOSE_PROJECT_NAME=", "fromenv|");
		if (chance(m, 20))
			line(m, file, 0, "",
			     "export X=1|REF=${SET}|# c|BARE|Y: 2|Z=\"${NUM}\" # c|K='$SET'");
	}
	file = new_file(m, "e1.env");
	line(m, file, 0, "A=", "1|'x y'|\"${SET}\"|$SET|${UNSET:-d}|");
	line(m, file, 0, "",
	     "FROM_FILE=1|B=\"a\\tb\"|SET|export E=5|Q=${A}${B}|# c|R=a#b #c|S='$A'");
	line(m, file, 0, "", "C=|D=$$x|N=\"1\" # c|FROM_FILE|M: v|x-e=1");
	file = new_file(m, "e2.env");
	line(m, file, 0, "A=", "2|${A}|${B:-z}");
	line(m, file, 0, "", "B=${FROM_FILE}|NUM|H=$A-$A|Z=\"a$$b\"|T=1");
	file = new_file(m, "l1.labels");
	line(m, file, 0, "A=", "l|${SET}|\"q\"");
	line(m, file, 0, "", "lab=1|lab.x=${A}|B=$A");
	file = new_file(m, "l2.labels");
	line(m, file, 0, "A=", "m|${A}");
}

void make_project(struct make_project *project, uint64_t seed)
{
	struct maker m = { .state = seed * 0x2545f4914f6cdd1dU + 1, .project = project };
	const char *include, *other;
	bool over;

	project->count = project->narguments = 0;
	m.odds = chance(&m, 50) ? 0 : 1 + (unsigned)number(&m, 4);
	env_files(&m);
	include = chance(&m, 15) ? "sub/inc.yaml" : "";
	other = chance(&m, 40) ? chance(&m, 50) || *include ? "common.yaml" : "sub/inc.yaml" : "";
	over = chance(&m, 50);
	compose_file(&m, new_file(&m, "compose.yaml"), false, true, include, other);
	if (over)
		compose_file(&m, new_file(&m, "compose.override.yaml"), true, false, "", other);
	if (strcmp(other, "common.yaml") == 0)
		compose_file(&m, new_file(&m, "common.yaml"), false, true, "", "");
	if (*include || strcmp(other, "sub/inc.yaml") == 0) {
		struct make_file *file = new_file(&m, "sub/inc.yaml");

		line(&m, file, 0, "services:", "");
		if (*include) {
			line(&m, file, 2, "inc:", "");
			line(&m, file, 4, "image: ", "inc|${SET}|${INC}");
			pairs(&m, file, 4, 5, false);
		}
		if (!*include || (m.odds && chance(&m, m.odds)))
			service(&m, file, 0, false, "");
		if (chance(&m, 30)) {
			line(&m, file, 0, "networks:", "");
			line(&m, file, 2, "incnet: ", "@j");
		}
		file = new_file(&m, "inc.env");
		line(&m, file, 0, "SET=", "included");
		line(&m, file, 0, "INC=", "${SET}");
		file = new_file(&m, "sub/.env");
		line(&m, file, 0, "SET=", "sub");
		line(&m, file, 0, "UNSET=", "sub");
	}
	if (chance(&m, 15)) {
		snprintf(project->arguments[0], sizeof(project->arguments[0]), "--profile");
		snprintf(project->arguments[1], sizeof(project->arguments[1]), "%s",
			 chance(&m, 50) ? "dev" : "*");
		project->narguments = 2;
	}
	if (chance(&m, 15))
		snprintf(project->arguments[project->narguments++], sizeof(project->arguments[0]),
			 "--all-resources");
}
