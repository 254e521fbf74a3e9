/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "model/consistency.h"
#include "model/dependency.h"
#include "model/shape.h"
#include "model/typed.h"
#include "document.h"
#include "tests/suite.h"

enum { MOST_SERVICES = 16 };

/* Services without a profile are enabled. */
static bool check(struct document *t)
{
	const struct node *services;
	struct pair enabled[MOST_SERVICES];
	size_t count = 0;
	bool consistent;

	t->model = shape_canonical(&t->lint, t->model, &t->refused);
	consistent = consistency_resources(&t->lint, t->model);
	t->model = typed_model(&t->lint, t->model, &t->refused);
	services = node_get(t->model, STR("services"));
	for (size_t i = 0; services && i < services->count && count < MOST_SERVICES; i++)
		if (!node_get(services->in.pairs[i].value, STR("profiles")))
			enabled[count++] = services->in.pairs[i];
	consistent &= consistency_services(&t->lint, t->model, enabled, count);
	return consistent && !t->refused;
}

#define WEB "services: {web: {image: i, "

static const struct {
	const char *name, *yaml, *wanted;
	bool consistent;
} rows[] = {
	{ "a plain service", WEB "}}", "", true },
	{ "neither image nor build", "services: {web: {user: a}}", "1:12 services.web image\n",
	  false },
	{ "an empty image", "services: {web: {image: ''}}", "1:12 services.web image\n", false },
	{ "a provider", "services: {web: {provider: {type: t}}}", "", true },
	{ "a disabled service may be anything",
	  "services: {web: {profiles: [x], networks: [no], depends_on: [no]}}", "", true },
	{ "two Dockerfiles", "services: {web: {build: {dockerfile: a, dockerfile_inline: b}}}",
	  "1:41 services.web.build.dockerfile_inline exclusive\n", false },
	{ "a context of no service",
	  "services: {web: {build: {additional_contexts: {a: 'service:no'}}}}",
	  "1:51 services.web.build.additional_contexts.a context\n", false },
	{ "a platform that is not built", WEB "platform: p, build: {platforms: [q]}}}",
	  "1:60 services.web.build.platforms platform\n", false },
	{ "mode and networks", WEB "network_mode: host, networks: [a]}}\nnetworks: {a: }",
	  "1:42 services.web.network_mode exclusive\n", false },
	{ "mode and no networks", WEB "network_mode: host, networks: []}}", "", true },
	{ "the default network needs no definition", WEB "networks: [default]}}", "", true },
	{ "an undefined network", WEB "networks: [no]}}", "1:39 services.web.networks.no no\n",
	  false },
	{ "an undefined volume", WEB "volumes: ['no:/data']}}", "1:39 services.web.volumes[0] no\n",
	  false },
	{ "an anonymous volume", WEB "volumes: [/data]}}", "", true },
	{ "a bind without source", WEB "volumes: [{type: bind, target: /a}]}}",
	  "1:45 services.web.volumes[0] source\n", false },
	{ "an undefined secret", WEB "secrets: [no]}}", "1:38 services.web.secrets[0] no\n",
	  false },
	{ "an undefined config", WEB "configs: [{source: no}]}}",
	  "1:47 services.web.configs[0] no\n", false },
	{ "a reference without source", WEB "configs: [{target: no}]}}",
	  "1:38 services.web.configs[0] source\n", false },
	{ "an undefined secret of a build", "services: {web: {build: {secrets: [no]}}}",
	  "1:36 services.web.build.secrets[0] no\n", false },
	{ "an undefined model", WEB "models: [no]}}", "1:37 services.web.models.no no\n", false },
	{ "a test without its head", WEB "healthcheck: {test: [curl]}}}",
	  "1:49 services.web.healthcheck.test test\n", false },
	{ "no test at all", WEB "healthcheck: {test: []}}}", "", true },
	{ "scale against replicas", WEB "scale: 1, deploy: {replicas: 2}}}",
	  "1:35 services.web.scale scale\n", false },
	{ "a negative scale", WEB "scale: -1}}", "1:35 services.web.scale negative\n", false },
	{ "a name for several", WEB "scale: 2, container_name: ab}}",
	  "1:54 services.web.container_name replicas\n", false },
	{ "two limits", WEB "mem_limit: 1g, deploy: {resources: {limits: {memory: 2g}}}}}",
	  "1:39 services.web.mem_limit limit\n", false },
	{ "one limit in two spellings",
	  WEB "mem_limit: 1g, deploy: {resources: {limits: {memory: 1024m}}}}}", "", true },
	{ "a section without the limit",
	  WEB "cpus: 1, deploy: {resources: {limits: {memory: 1g}}}}}",
	  "1:34 services.web.cpus limit\n", false },
	{ "no section", WEB "cpus: 1, deploy: {replicas: 1}}}", "", true },
	{ "an action without target", WEB "develop: {watch: [{path: a, action: sync}]}}}",
	  "1:64 services.web.develop.watch[0] target\n", false },
	{ "a blank path", WEB "develop: {watch: [{path: '', action: rebuild}]}}}",
	  "1:53 services.web.develop.watch[0].path blank\n", false },
	{ "count and identities", WEB "gpus: [{count: 1, device_ids: [a]}]}}",
	  "1:36 services.web.gpus[0] exclusive\n", false },
	{ "an address in brackets", WEB "ports: [{target: 1, host_ip: '[::1]'}]}}",
	  "1:57 services.web.ports[0].host_ip address\n", false },
	{ "a volume over a tmpfs", WEB "tmpfs: '/a:size=1', volumes: ['./x:/a']}}",
	  "1:63 services.web.volumes[0] mounted\n", false },
	{ "an external volume with a driver", "volumes: {v: {external: true, driver: d}}",
	  "1:31 volumes.v.driver external\n", false },
	{ "an external network with a driver", "networks: {v: {external: true, driver: d}}", "",
	  true },
	{ "a context that is no text", WEB "build: {additional_contexts: {a: 1}}}}",
	  "1:61 services.web.build.additional_contexts.a type\n", false },
	{ "two sources", "secrets: {s: {file: a, environment: B}}",
	  "1:24 secrets.s.environment exclusive\n", false },
	{ "no source", "secrets: {s: {name: a}}", "1:11 secrets.s source\n", false },
	{ "an empty source", "secrets: {s: {file: ''}}", "1:21 secrets.s source\n", false },
	{ "a config with content", "configs: {c: {content: a}}", "", true },
	{ "an undefined dependency", WEB "depends_on: [no]}}", "1:41 services.web.depends_on no\n",
	  false },
	{ "an undefined dependency that is not required",
	  WEB "depends_on: {no: {condition: service_started, required: false}}}}",
	  "1:41 services.web.depends_on no\n", false },
	{ "a disabled dependency",
	  "services: {a: {image: i, depends_on: [b]}, b: {image: i, profiles: [p]}}",
	  "1:39 services.a.depends_on b\n", false },
	{ "a disabled dependency that is not required",
	  "services: {a: {image: i, depends_on: {b: {condition: service_started, required: "
	  "false}}}, b: {image: i, profiles: [p]}}",
	  "", true },
	{ "the network of no service", WEB "network_mode: 'service:no'}}",
	  "1:42 services.web.network_mode no\n", false },
	{ "links and volumes of no service", WEB "links: ['no:a'], volumes_from: ['no2:ro']}}",
	  "1:36 services.web.links no\n1:60 services.web.volumes_from no2\n", false },
	{ "volumes of a container", WEB "volumes_from: ['container:x']}}", "", true },
	{ "itself", WEB "depends_on: [web]}}", "1:41 services.web.depends_on cycle\n", false },
	{ "a cycle over a link",
	  "services: {a: {image: i, depends_on: [b]}, b: {image: i, links: [c]}, c: {image: i, "
	  "pid: "
	  "'service:a'}}",
	  "1:90 services.c.pid cycle\n", false },
	{ "one name twice",
	  "services: {a: {image: i, container_name: ab}, b: {image: i, container_name: ab}}",
	  "1:77 services.b.container_name repeated\n", false },
	{ "a name with more around it", WEB "container_name: foo bar}}",
	  "1:44 services.web.container_name pattern\n", true },
	{ "a name as the engine prints it", WEB "container_name: /foo.1}}", "", true },
	{ "one host port twice",
	  "services: {a: {image: i, ports: ['1:2']}, b: {image: i, ports: ['1:3']}}",
	  "1:66 services.b.ports[0] port 1\n", true },
	{ "no such capability", WEB "cap_add: [NET_ADMIN, cap_chown, ALL, NET]}}",
	  "1:65 services.web.cap_add[3] NET\n", true },
	{ "options nobody acts on",
	  WEB "security_opt: ['no-new-privileges', 'seccomp:unconfined', "
	      "'systempaths=unconfined', 'systempaths:unconfined', foo, 'a=b']}}",
	  "1:112 services.web.security_opt[3] systempaths\n"
	  "1:138 services.web.security_opt[4] foo\n"
	  "1:143 services.web.security_opt[5] a\n",
	  true },
};

START_TEST(what_contradicts_itself_is_found_at_its_place)
{
	struct document t;
	bool consistent;

	document_read(&t, rows[_i].yaml);
	consistent = check(&t);
	ck_assert_msg(str_eq(str_from(document_findings(&t)), str_from(rows[_i].wanted)),
		      "%s: wanted\n%sgot\n%s", rows[_i].name, rows[_i].wanted,
		      document_findings(&t));
	ck_assert_msg(consistent == rows[_i].consistent, "%s: verdict", rows[_i].name);
	document_end(&t);
}
END_TEST

START_TEST(a_chain_as_long_as_the_file_is_followed_without_recursion)
{
	enum { LINKS = 20000 };
	struct lint lint;
	struct str *names;
	struct pair *pairs;
	struct node *services;

	lint_init(&lint);
	names = ARENA_ARRAY(&lint.run, LINKS, struct str);
	pairs = ARENA_ARRAY(&lint.run, LINKS, struct pair);
	services = node_new(&lint.run, NODE_MAPPING, SPAN_NONE);
	for (size_t i = 0; i < LINKS; i++)
		names[i] = arena_fmt(&lint.run, "s%zu", i);
	for (size_t i = 0; i < LINKS; i++) {
		struct node *service = node_new(&lint.run, NODE_MAPPING, SPAN_NONE);
		struct pair *mode = ARENA_NEW(&lint.run, struct pair);

		*mode = (struct pair){
			node_made(&lint.run, STR("ipc"), SPAN_NONE),
			node_made(&lint.run, arena_fmt(&lint.run, "service:s%zu", (i + 1) % LINKS),
				  SPAN_NONE)
		};
		service->in.pairs = mode;
		service->count = 1;
		pairs[i] = (struct pair){ node_made(&lint.run, names[i], SPAN_NONE), service };
	}
	services->in.pairs = pairs;
	services->count = LINKS;
	node_index(&lint.run, services);
	ck_assert(!dependency_check(&lint, services, pairs, LINKS));
	ck_assert_uint_eq(lint.diag.count, 1);
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("consistency");
	TCase *cases = tcase_create("checks after the schema");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, what_contradicts_itself_is_found_at_its_place, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_test(cases, a_chain_as_long_as_the_file_is_followed_without_recursion);
	return run_suite(suite);
}
