/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "base/limits.h"
#include "model/command.h"
#include "model/shape.h"
#include "model/typed.h"
#include "document.h"
#include "tests/suite.h"

#define WEB "services: {web: {image: i, "

static const struct {
	const char *name, *yaml, *path, *wanted;
} canonical[] = {
	{ "a bind", WEB "volumes: ['./a:/b/:ro']}}", "services.web.volumes.0",
	  "{type: \"bind\", source: \"./a\", target: \"/b\", read_only: true, "
	  "bind: {create_host_path: true}}" },
	{ "a named volume", WEB "volumes: ['data:/d']}}", "services.web.volumes.0",
	  "{type: \"volume\", source: \"data\", target: \"/d\", volume: {}}" },
	{ "an anonymous volume", WEB "volumes: [/data]}}", "services.web.volumes.0",
	  "{type: \"volume\", target: \"/data\", volume: {}}" },
	{ "two bytes are a target", WEB "volumes: ['::']}}", "services.web.volumes.0",
	  "{type: \"volume\", target: \"::\"}" },
	{ "the last mode wins", WEB "volumes: ['./a:/b:ro,rw']}}", "services.web.volumes.0",
	  "{type: \"bind\", source: \"./a\", target: \"/b\", bind: {create_host_path: true}}" },
	{ "a misspelt mode is ignored", WEB "volumes: ['./a:/b:RO']}}", "services.web.volumes.0",
	  "{type: \"bind\", source: \"./a\", target: \"/b\", bind: {create_host_path: true}}" },
	{ "propagation and label", WEB "volumes: ['/a:/b:rslave,Z']}}", "services.web.volumes.0",
	  "{type: \"bind\", source: \"/a\", target: \"/b\", "
	  "bind: {create_host_path: true, propagation: \"rslave\", selinux: \"Z\"}}" },
	{ "drives", WEB "volumes: ['C:\\a:D:\\b:ro']}}", "services.web.volumes.0",
	  "{type: \"bind\", source: \"C:\\a\", target: \"D:\\b\", read_only: true, "
	  "bind: {create_host_path: true}}" },
	{ "a long form", WEB "volumes: [{type: bind, source: a, target: b/}]}}",
	  "services.web.volumes.0", "{type: \"bind\", source: \"a\", target: \"b/\"}" },
	{ "a port", WEB "ports: ['127.0.0.1:8080:80/UDP']}}", "services.web.ports",
	  "[{mode: \"ingress\", host_ip: \"127.0.0.1\", target: 80, published: \"8080\", "
	  "protocol: \"udp\"}]" },
	{ "a number for a port", WEB "ports: [0x50]}}", "services.web.ports",
	  "[{mode: \"ingress\", target: 80, protocol: \"tcp\"}]" },
	{ "ranges, in the order of their text", WEB "ports: ['8009-8010:9-10']}}",
	  "services.web.ports",
	  "[{mode: \"ingress\", target: 10, published: \"8010\", protocol: \"tcp\"}, "
	  "{mode: \"ingress\", target: 9, published: \"8009\", protocol: \"tcp\"}]" },
	{ "zeros in front and a range of one", WEB "ports: ['0090:080', '70-70:60-60']}}",
	  "services.web.ports",
	  "[{mode: \"ingress\", target: 80, published: \"90\", protocol: \"tcp\"}, "
	  "{mode: \"ingress\", target: 60, published: \"70\", protocol: \"tcp\"}]" },
	{ "a host range over one port", WEB "ports: ['8000-8002:80']}}", "services.web.ports",
	  "[{mode: \"ingress\", target: 80, published: \"8000-8002\", protocol: \"tcp\"}]" },
	{ "a build", "services: {web: {build: ./b}}", "services.web.build", "{context: \"./b\"}" },
	{ "build references",
	  "services: {web: {build: {secrets: [s], ssh: [default, k=v], "
	  "additional_contexts: [a=b, a=c]}}}",
	  "services.web.build",
	  "{secrets: [{source: \"s\"}], ssh: {default: null, k: \"v\"}, "
	  "additional_contexts: {a: \"c\"}}" },
	{ "dependencies", WEB "depends_on: [a, b]}}", "services.web.depends_on",
	  "{a: {condition: \"service_started\", required: true}, "
	  "b: {condition: \"service_started\", required: true}}" },
	{ "a dependency's default", WEB "depends_on: {a: {condition: service_healthy}}}}",
	  "services.web.depends_on", "{a: {condition: \"service_healthy\", required: true}}" },
	{ "networks", WEB "networks: [a, b]}}", "services.web.networks", "{a: null, b: null}" },
	{ "env files", WEB "env_file: a}}", "services.web.env_file",
	  "[{path: \"a\", required: true}]" },
	{ "env files, mixed", WEB "env_file: [a, {path: b, required: false}, {path: c}]}}",
	  "services.web.env_file",
	  "[{path: \"a\", required: true}, {path: \"b\", required: false}, "
	  "{path: \"c\", required: true}]" },
	{ "label file", WEB "label_file: a}}", "services.web.label_file", "[\"a\"]" },
	{ "secrets", WEB "secrets: [s]}}", "services.web.secrets", "[{source: \"s\"}]" },
	{ "a device", WEB "devices: ['/dev/a']}}", "services.web.devices",
	  "[{source: \"/dev/a\", target: \"/dev/a\", permissions: \"rwm\"}]" },
	{ "a device's parts", WEB "devices: ['/dev/a::r']}}", "services.web.devices",
	  "[{source: \"/dev/a\", target: \"/dev/a\", permissions: \"r\"}]" },
	{ "all gpus", WEB "gpus: all}}", "services.web.gpus", "[{count: \"all\"}]" },
	{ "empty name servers", WEB "dns: [1.1.1.1, '']}}", "services.web.dns", "[\"1.1.1.1\"]" },
	{ "environment stays a list", WEB "environment: [A=1]}}", "services.web.environment",
	  "[\"A=1\"]" },
	{ "an external name", "volumes: {v: {external: {name: n}}}", "volumes.v",
	  "{external: true, name: \"n\"}" },
};

START_TEST(a_short_form_is_written_out)
{
	struct document t;

	document_read(&t, canonical[_i].yaml);
	t.model = shape_canonical(&t.lint, t.model, &t.refused);
	ck_assert_msg(!t.refused, "%s: refused\n%s", canonical[_i].name, document_findings(&t));
	ck_assert_msg(str_eq(str_from(document_json(&t, document_at(&t, canonical[_i].path))),
			     str_from(canonical[_i].wanted)),
		      "%s: wanted %s, got %s", canonical[_i].name, canonical[_i].wanted,
		      document_json(&t, document_at(&t, canonical[_i].path)));
	document_end(&t);
}
END_TEST

START_TEST(shaping_twice_changes_nothing)
{
	struct document t;
	const struct node *again;

	document_read(&t, canonical[_i].yaml);
	t.model = shape_canonical(&t.lint, t.model, &t.refused);
	again = shape_canonical(&t.lint, t.model, &t.refused);
	ck_assert_str_eq(document_json(&t, t.model), document_json(&t, again));
	ck_assert_msg(schema_check(&t.lint, again), "%s: %s", canonical[_i].name,
		      document_findings(&t));
	document_end(&t);
}
END_TEST

static const struct {
	const char *name, *yaml, *path, *covered;
} spans[] = {
	{ "a source", WEB "volumes: ['./a:/b:ro']}}", "services.web.volumes.0.source", "./a" },
	{ "a mode", WEB "volumes: ['./a:/b:ro']}}", "services.web.volumes.0.read_only", "ro" },
	{ "the item itself", WEB "volumes: ['./a:/b:ro']}}", "services.web.volumes.0",
	  "'./a:/b:ro'" },
	{ "an escape", WEB "volumes: [\"./\\x61:/b\"]}}", "services.web.volumes.0.source",
	  "./\\x61" },
	{ "an address", WEB "ports: ['[::1]:80:81']}}", "services.web.ports.0.host_ip", "::1" },
	{ "a container port", WEB "ports: [80:81]}}", "services.web.ports.0.target", "81" },
	{ "a port of a range", WEB "ports: [80-81:90-91]}}", "services.web.ports.1.published",
	  "80-81" },
	{ "a default stands at its item", WEB "ports: [80:81]}}", "services.web.ports.0.mode",
	  "80:81" },
};

START_TEST(a_piece_covers_its_bytes_in_the_file)
{
	struct document t;
	const struct node *node;

	document_read(&t, spans[_i].yaml);
	t.model = shape_canonical(&t.lint, t.model, &t.refused);
	node = document_at(&t, spans[_i].path);
	ck_assert_ptr_nonnull(node);
	ck_assert_msg(str_eq(document_covers(&t, node), str_from(spans[_i].covered)),
		      "%s: covers %.*s", spans[_i].name, STR_FMT(document_covers(&t, node)));
	ck_assert(node_step(node, STEP_SHORT) || node_step(node, STEP_DEFAULT));
	document_end(&t);
}
END_TEST

static const struct {
	const char *name, *yaml, *wanted;
	bool refused;
} mistakes[] = {
	{ "no source", WEB "volumes: [':/work']}}", "1:39 services.web.volumes[0] short\n", true },
	{ "no target", WEB "volumes: ['a:']}}", "", false },
	{ "no target behind a longer name", WEB "volumes: ['ab:']}}",
	  "1:41 services.web.volumes[0] short\n", true },
	{ "too many colons", WEB "volumes: ['a1:/b:ro:z']}}",
	  "1:47 services.web.volumes[0] short\n", true },
	{ "a one-letter volume", WEB "volumes: ['w:/work']}}",
	  "1:38 services.web.volumes[0] drive\n", false },
	{ "a one-letter volume with a mode", WEB "volumes: ['r:/run:ro']}}",
	  "1:38 services.web.volumes[0] drive\n", false },
	{ "a drive", WEB "volumes: ['c:/run:/run']}}", "", false },
	{ "a bad port", WEB "ports: ['80:http']}}", "1:40 services.web.ports[0] short\n", true },
	{ "a float port", WEB "ports: [080]}}", "1:36 services.web.ports[0] short\n", true },
	{ "a bad device", WEB "devices: ['a:b:c:d']}}", "1:44 services.web.devices[0] short\n",
	  true },
	{ "a bad context", WEB "build: {additional_contexts: [a]}}}",
	  "1:58 services.web.build.additional_contexts[0] short\n", true },
	{ "a context that a later file may change", WEB "build: {additional_contexts: {a: 1}}}}",
	  "", false },
	{ "two names", "networks: {a: {name: x, external: {name: y}}}", "1:42 networks.a name\n",
	  true },
};

START_TEST(a_short_form_that_cannot_be_read_is_found_inside_the_scalar)
{
	struct document t;

	document_read(&t, mistakes[_i].yaml);
	shape_canonical(&t.lint, t.model, &t.refused);
	ck_assert_msg(t.refused == mistakes[_i].refused, "%s: verdict", mistakes[_i].name);
	ck_assert_msg(str_eq(str_from(document_findings(&t)), str_from(mistakes[_i].wanted)),
		      "%s: wanted %s, got %s", mistakes[_i].name, mistakes[_i].wanted,
		      document_findings(&t));
	document_end(&t);
}
END_TEST

/* A volumes item whose source comes from a variable. */
static struct node *item_with_part(struct document *t, struct part *part, const char *text)
{
	const struct node *written = document_at(t, "services.web.volumes.0");
	struct node *item = node_copy(&t->lint.run, written);

	item->text = str_from(text);
	item->parts = part;
	item->nparts = 1;
	item->written = written;
	return item;
}

START_TEST(a_variable_set_to_nothing_is_related_to_its_line)
{
	struct document t;
	struct source *env;
	struct part part = { .kind = PART_VALUE, .template_to = 14, .name = STR("PROJECT_DIR") };
	const struct node *items[1];
	struct node *sequence;
	struct pair pairs[3];
	struct node *service, *services, *model;
	const struct related *related;

	document_read(&t, WEB "volumes: ['${PROJECT_DIR}:/work']}}");
	env = source_add(&t.lint.sources, STR(".env"), STR(".env"), STR("PROJECT_DIR=\n"));
	part.origin = (struct span){ env->number, 12, 12 };
	items[0] = item_with_part(&t, &part, ":/work");
	sequence = node_new(&t.lint.run, NODE_SEQUENCE, SPAN_NONE);
	sequence->in.items = items;
	sequence->count = 1;
	service = node_new(&t.lint.run, NODE_MAPPING, SPAN_NONE);
	services = node_new(&t.lint.run, NODE_MAPPING, SPAN_NONE);
	model = node_new(&t.lint.run, NODE_MAPPING, SPAN_NONE);
	pairs[0] = (struct pair){ node_made(&t.lint.run, STR("volumes"), SPAN_NONE), sequence };
	pairs[1] = (struct pair){ node_made(&t.lint.run, STR("web"), SPAN_NONE), service };
	pairs[2] = (struct pair){ node_made(&t.lint.run, STR("services"), SPAN_NONE), services };
	service->in.pairs = &pairs[0];
	services->in.pairs = &pairs[1];
	model->in.pairs = &pairs[2];
	service->count = services->count = model->count = 1;
	shape_canonical(&t.lint, model, &t.refused);
	ck_assert(t.refused);
	ck_assert_str_eq(document_findings(&t), "1:39 services.web.volumes[0] short\n");
	related = t.lint.diag.findings[0]->related;
	ck_assert_ptr_nonnull(related);
	ck_assert_int_eq(related->kind, RELATED_ORIGIN);
	ck_assert(span_eq(related->span, part.origin));
	ck_assert_ptr_null(related->next);
	ck_assert(str_has(related->message, STR("PROJECT_DIR is set to nothing here")));
	document_end(&t);
}
END_TEST

START_TEST(a_volume_of_an_unknown_source_is_a_bind)
{
	struct document t;
	struct part part = { .kind = PART_UNKNOWN, .to = 6, .template_to = 6, .name = STR("DIR") };
	const struct node *volume;

	document_read(&t, WEB "volumes: ['${DIR}:/work:ro']}}");
	volume = shape_volume(&t.lint, item_with_part(&t, &part, "${DIR}:/work:ro"), &t.refused);
	ck_assert(!t.refused);
	ck_assert_str_eq(document_json(&t, volume),
			 "{type: \"bind\", source: \"${DIR}\", target: \"/work\", read_only: true, "
			 "bind: {create_host_path: true}}");
	ck_assert(node_is_unknown(node_get(volume, STR("source"))));
	ck_assert(!node_is_unknown(node_get(volume, STR("target"))));
	ck_assert_uint_eq(t.lint.diag.count, 0);
	document_end(&t);
}
END_TEST

START_TEST(ranges_end_at_their_limit_with_one_word)
{
	struct document t;
	const struct node *ports;

	document_read(&t,
		      WEB "ports: [1-65535, 1-65535/udp, 1-65535/sctp, '1-65535:1-65535', 80]}}");
	t.model = shape_canonical(&t.lint, t.model, &t.refused);
	ports = document_at(&t, "services.web.ports");
	ck_assert(!t.refused);
	ck_assert_uint_eq(ports->count, 3 * 65535 + 1);
	ck_assert_uint_le(ports->count, LIMIT_PORTS);
	ck_assert_uint_eq(t.lint.diag.count, 1);
	ck_assert(str_eq(t.lint.diag.findings[0]->rule, STR("incomplete-project")));
	document_end(&t);
}
END_TEST

/* ------------------------------------------------------------------ typed */

static const struct {
	const char *name, *yaml, *path, *wanted;
} typed[] = {
	{ "a list of pairs", WEB "environment: [A=1, B, A=2=3]}}", "services.web.environment",
	  "{A: \"2=3\", B: null}" },
	{ "values of an environment", WEB "environment: {A: 1, B: true, C: 1.50, D: , E: 1e6}}}",
	  "services.web.environment",
	  "{A: \"1\", B: \"true\", C: \"1.5\", D: null, E: \"1e+06\"}" },
	{ "values of labels", WEB "labels: {A: , B: 0x10}}}", "services.web.labels",
	  "{A: \"\", B: \"16\"}" },
	{ "a label without value", WEB "labels: [A]}}", "services.web.labels", "{A: \"\"}" },
	{ "a late boolean", WEB "attach: 'no'}}", "services.web.attach", "false" },
	{ "a late integer", WEB "deploy: {resources: {limits: {pids: '5'}}}}}",
	  "services.web.deploy.resources.limits.pids", "5" },
	{ "one tmpfs", WEB "tmpfs: /t}}", "services.web.tmpfs", "[\"/t\"]" },
	{ "a health check", WEB "healthcheck: {test: curl x}}}", "services.web.healthcheck.test",
	  "[\"CMD-SHELL\", \"curl x\"]" },
	{ "a command stays", WEB "command: a b}}", "services.web.command", "\"a b\"" },
	{ "hosts", WEB "extra_hosts: ['a:1.1.1.1', 'b=[::1],::2', 'a=2.2.2.2']}}",
	  "services.web.extra_hosts", "{a: [\"1.1.1.1\", \"2.2.2.2\"], b: [\"::1\", \"::2\"]}" },
	{ "hosts of a mapping", WEB "extra_hosts: {a: '[::1]', b: [x]}}}",
	  "services.web.extra_hosts", "{a: [\"::1\"], b: [\"x\"]}" },
};

START_TEST(values_take_the_type_of_their_key)
{
	struct document t;

	document_read(&t, typed[_i].yaml);
	t.model = typed_model(&t.lint, t.model, &t.refused);
	ck_assert_msg(!t.refused, "%s: refused\n%s", typed[_i].name, document_findings(&t));
	ck_assert_msg(str_eq(str_from(document_json(&t, document_at(&t, typed[_i].path))),
			     str_from(typed[_i].wanted)),
		      "%s: wanted %s, got %s", typed[_i].name, typed[_i].wanted,
		      document_json(&t, document_at(&t, typed[_i].path)));
	document_end(&t);
}
END_TEST

static const struct {
	const char *name, *yaml, *wanted;
	bool refused;
} untyped[] = {
	{ "a size", WEB "mem_limit: 1 gig}}", "1:39 services.web.mem_limit cast\n", true },
	{ "a duration", WEB "healthcheck: {interval: '5'}}}",
	  "1:52 services.web.healthcheck.interval cast\n", true },
	{ "a late boolean", WEB "attach: maybe}}", "1:36 services.web.attach cast\n", true },
	{ "an open quote", WEB "command: \"echo 'a\"}}", "1:37 services.web.command cast\n", true },
	{ "a blank before the equals sign", WEB "environment: ['A =1']}}",
	  "1:43 services.web.environment[0] blank\n", true },
	{ "a label may have it", WEB "labels: ['A =1']}}", "", false },
	{ "a mode", WEB "secrets: [{source: s, mode: '9'}]}}",
	  "1:56 services.web.secrets[0].mode cast\n", true },
	{ "a host without address", WEB "extra_hosts: [a]}}",
	  "1:42 services.web.extra_hosts[0] host\n", true },
	{ "a swallowed variable", WEB "environment: {x-a: 1}}}",
	  "1:42 services.web.environment.x-a extension\n", false },
	{ "a negative number of tries", WEB "healthcheck: {retries: -1}}}",
	  "1:51 services.web.healthcheck.retries cast\n", true },
	{ "text for a limit of a build", "services: {web: {build: {ulimits: {nofile: '5'}}}}",
	  "1:44 services.web.build.ulimits.nofile cast\n", true },
	{ "a float for a limit", WEB "ulimits: {nofile: 2.0}}}",
	  "1:46 services.web.ulimits.nofile cast\n", true },
	{ "an unread limit that is none", WEB "ulimits: {NO: []}}}",
	  "1:42 services.web.ulimits.NO cast\n", true },
	{ "an unread network that is none", "networks: {'a b': 5}", "1:19 networks.a b cast\n",
	  true },
	{ "no amount", WEB "gpus: [{count: some}]}}", "1:43 services.web.gpus[0].count cast\n",
	  true },
	{ "all of it", WEB "gpus: [{count: ALL}]}}", "", false },
	{ "no process namespace", WEB "pid: }}", "1:28 services.web.pid cast\n", true },
	{ "a float for an option", WEB "storage_opt: {a: 1.5}}}",
	  "1:45 services.web.storage_opt.a cast\n", true },
	{ "text for a weight", WEB "blkio_config: {weight: '5'}}}",
	  "1:51 services.web.blkio_config.weight cast\n", true },
};

START_TEST(what_has_no_such_value_is_found)
{
	struct document t;

	document_read(&t, untyped[_i].yaml);
	typed_model(&t.lint, t.model, &t.refused);
	ck_assert_msg(t.refused == untyped[_i].refused, "%s: verdict", untyped[_i].name);
	ck_assert_msg(str_eq(str_from(document_findings(&t)), str_from(untyped[_i].wanted)),
		      "%s: wanted %s, got %s", untyped[_i].name, untyped[_i].wanted,
		      document_findings(&t));
	document_end(&t);
}
END_TEST

/* --------------------------------------------------------------- commands */

static const struct {
	const char *line, *words; /* words joined by "|" */
	bool malformed, dropped;
} commands[] = {
	{ "a  b\tc", "a|b|c", false, false },
	{ "a 'b c' \"d e\"", "a|b c|d e", false, false },
	{ "a\\ b", "a b", false, false },
	{ "'a\\b'", "a\\b", false, false },
	{ "\"a\\\"b\"", "a\"b", false, false },
	{ "''", "", false, false },
	{ "a $HOME *", "a|$HOME|*", false, false },
	{ "`a b` c", "`a b`|c", false, false },
	{ "$(a b) c", "$(a b)|c", false, false },
	{ "a # b", "a|#|b", false, false },
	{ "a; b", "a", false, true },
	{ "a && b", "a", false, true },
	{ "a 2>x", "a", false, true },
	{ "a b>x", "a|b", false, true },
	{ "'a;b'", "a;b", false, false },
	{ "a (b)", "a", true, false },
	{ "a 'b", "a|b", true, false },
	{ "a \\", "a|", true, false },
	{ "", "", false, false },
};

START_TEST(a_command_line_is_split_without_a_shell)
{
	struct arena arena = { 0 };
	struct command command = command_split(&arena, str_from(commands[_i].line));
	struct builder b = { .arena = &arena };

	ck_assert_msg(command.malformed == commands[_i].malformed, "%s", commands[_i].line);
	ck_assert_msg((command.dropped_from != STR_NPOS) == commands[_i].dropped, "%s",
		      commands[_i].line);
	for (size_t i = 0; i < command.count; i++) {
		if (i)
			builder_byte(&b, '|');
		builder_add(&b, command.words[i].text);
	}
	if (!command.malformed)
		ck_assert_msg(str_eq(builder_str(&b), str_from(commands[_i].words)), "%s: got %.*s",
			      commands[_i].line, STR_FMT(builder_str(&b)));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shape");
	TCase *cases = tcase_create("short forms, types, commands");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_short_form_is_written_out, 0,
			    sizeof(canonical) / sizeof(*canonical));
	tcase_add_loop_test(cases, shaping_twice_changes_nothing, 0,
			    sizeof(canonical) / sizeof(*canonical));
	tcase_add_loop_test(cases, a_piece_covers_its_bytes_in_the_file, 0,
			    sizeof(spans) / sizeof(*spans));
	tcase_add_loop_test(cases, a_short_form_that_cannot_be_read_is_found_inside_the_scalar, 0,
			    sizeof(mistakes) / sizeof(*mistakes));
	tcase_add_test(cases, a_variable_set_to_nothing_is_related_to_its_line);
	tcase_add_test(cases, ranges_end_at_their_limit_with_one_word);
	tcase_add_test(cases, a_volume_of_an_unknown_source_is_a_bind);
	tcase_add_loop_test(cases, values_take_the_type_of_their_key, 0,
			    sizeof(typed) / sizeof(*typed));
	tcase_add_loop_test(cases, what_has_no_such_value_is_found, 0,
			    sizeof(untyped) / sizeof(*untyped));
	tcase_add_loop_test(cases, a_command_line_is_split_without_a_shell, 0,
			    sizeof(commands) / sizeof(*commands));
	return run_suite(suite);
}
