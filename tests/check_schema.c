/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "model/cast.h"
#include "model/schema.h"
#include "document.h"
#include "tests/suite.h"

/* ------------------------------------------------------------------ table */

START_TEST(each_row_has_a_parent_and_lies_one_deeper)
{
	size_t rows = 0;

	for (const struct schema *row = schema_next(schema_root(), NULL); row;
	     row = schema_next(schema_root(), row)) {
		ck_assert_uint_eq(row->depth, 1);
		ck_assert_ptr_eq(schema_parent(row), schema_root());
		rows++;
	}
	ck_assert_uint_eq(rows, 9);
	ck_assert_ptr_null(schema_parent(schema_root()));
	ck_assert_ptr_null(schema_next(schema_child(schema_root(), STR("name")), NULL));
}
END_TEST

START_TEST(names_are_found_by_key_and_the_users_own_by_star)
{
	const struct schema *services = schema_child(schema_root(), STR("services"));
	const struct schema *service = schema_child(services, STR("web"));
	const struct schema *labels = schema_child(service, STR("labels"));

	ck_assert(str_eq(schema_name(service), STR("*")));
	ck_assert_ptr_null(schema_child(service, STR("x-mine")));
	ck_assert_ptr_null(schema_child(service, STR("imag")));
	ck_assert(str_eq(schema_name(schema_child(labels, STR("x-mine"))), STR("*")));
	ck_assert(schema_item(labels)->types == TYPE_STRING);
	ck_assert_ptr_null(schema_item(service));
	ck_assert_ptr_null(schema_child(NULL, STR("a")));
}
END_TEST

/* Calls itself for all rows below. */
static void check_users_keys(const struct schema *at)
{
	const struct schema *any = schema_child(at, STR("any name"));

	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		ck_assert_msg(!any || row == any || str_eq(schema_name(row), STR("[]")),
			      "\"%.*s\" stands beside any key", STR_FMT(schema_name(row)));
		check_users_keys(row);
	}
}

START_TEST(where_any_key_may_stand_none_is_named)
{
	check_users_keys(schema_root());
}
END_TEST

/* Calls itself for all rows below; how many have items. */
static size_t check_items(const struct schema *at)
{
	const struct schema *items = NULL;
	size_t count = 0;

	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		if (str_eq(schema_name(row), STR("[]")))
			items = row;
		count += check_items(row);
	}
	ck_assert_ptr_eq(schema_item(at), items);
	return count + (items != NULL);
}

START_TEST(the_row_of_items_is_found_below_each_row_that_has_one)
{
	ck_assert_uint_gt(check_items(schema_root()), 50);
	ck_assert_ptr_null(schema_item(NULL));
}
END_TEST

/* Twice: what was found before is found again, and each of them at its own row. */
static void check_again(struct lint *lint, const struct schema *at)
{
	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		struct str name = schema_name(row);

		if (!str_eq(name, STR("[]")))
			ck_assert_ptr_eq(schema_child_again(lint, at, name), row);
		check_again(lint, row);
	}
	ck_assert_ptr_eq(schema_child_again(lint, at, STR("nothing like it")),
			 schema_child(at, STR("nothing like it")));
	ck_assert_ptr_null(schema_child_again(lint, NULL, STR("name")));
}

START_TEST(rows_are_found_again_however_many_were_asked_for)
{
	struct lint lint = { 0 };

	check_again(&lint, schema_root());
	check_again(&lint, schema_root());
	arena_free(&lint.run);
}
END_TEST

static size_t number_required(const struct schema *at)
{
	const struct schema *required = schema_required(at, NULL);
	size_t count = 0;

	for (const struct schema *row = schema_next(at, NULL); row; row = schema_next(at, row)) {
		count += number_required(row);
		if (!(row->flags & SCHEMA_REQUIRED))
			continue;
		ck_assert_ptr_eq(row, required);
		required = schema_required(at, required);
		count++;
	}
	ck_assert_ptr_null(required);
	return count;
}

START_TEST(what_must_be_there_is_found_among_all_children)
{
	ck_assert_uint_gt(number_required(schema_root()), 5);
}
END_TEST

START_TEST(a_row_tells_how_its_values_merge)
{
	const struct schema *service =
		schema_child(schema_child(schema_root(), STR("services")), STR("web"));

	ck_assert_int_eq(schema_child(service, STR("command"))->merge, MERGE_REPLACE_NULL);
	ck_assert_int_eq(schema_child(service, STR("environment"))->merge, MERGE_KEY_VALUE);
	ck_assert_int_eq(schema_child(service, STR("volumes"))->unique, UNIQUE_VOLUME);
	ck_assert_int_eq(schema_child(service, STR("dns"))->special, SPECIAL_LIST);
	ck_assert_int_eq(schema_child(service, STR("security_opt"))->merge, MERGE_APPEND);
}
END_TEST

START_TEST(the_nearest_name_is_at_most_two_edits_away)
{
	const struct schema *service =
		schema_child(schema_child(schema_root(), STR("services")), STR("web"));

	ck_assert(str_eq(schema_nearest(service, STR("imgae")), STR("image")));
	ck_assert(str_eq(schema_nearest(service, STR("enviroment")), STR("environment")));
	ck_assert(str_eq(schema_nearest(service, STR("Image")), STR("image")));
	ck_assert(str_eq(schema_nearest(service, STR("dn")), STR("")));
	ck_assert(str_eq(schema_nearest(service, STR("nothing_like_it")), STR("")));
}
END_TEST

/* ------------------------------------------------------------------ check */

#define WEB "services: {web: {image: i, "

static const struct {
	const char *name, *yaml, *wanted;
} documents[] = {
	{ "a service", WEB "}}", "" },
	{ "an x- key anywhere", "x-a: 1\nservices: {web: {x-b: 2, image: i, build: {x-c: 1}}}",
	  "" },
	{ "a misspelt key", WEB "imgae: i}}", "1:28 services.web.imgae imgae\n" },
	{ "a service's key at the top", "image: i", "1:1 image image\n" },
	{ "a number for a user", WEB "user: 1000}}", "1:34 services.web.user type\n" },
	{ "a date for a label", WEB "labels: {a: 2024-01-31}}}",
	  "1:40 services.web.labels.a type\n" },
	{ "a date under x-", "x-a: 2024-01-31", "" },
	{ "an integral float for an integer", WEB "deploy: {replicas: 2.0}}}", "" },
	{ "a float for an integer", WEB "deploy: {replicas: 2.5}}}",
	  "1:47 services.web.deploy.replicas type\n" },
	{ "one of the values", WEB "cgroup: private}}", "" },
	{ "none of the values", WEB "cgroup: shared}}", "1:36 services.web.cgroup value\n" },
	{ "out of range", WEB "oom_score_adj: 1001}}", "1:43 services.web.oom_score_adj range\n" },
	{ "a negative size of a tmpfs",
	  WEB "volumes: [{type: tmpfs, target: /t, tmpfs: {size: -1}}]}}",
	  "1:78 services.web.volumes[0].tmpfs.size range\n" },
	{ "a missing key", WEB "healthcheck: {test: x}, develop: {watch: [{path: .}]}}}",
	  "1:71 services.web.develop.watch[0] required action\n" },
	{ "a container name that is none", WEB "container_name: _}}",
	  "1:44 services.web.container_name pattern\n" },
	{ "a pull policy with a time", WEB "pull_policy: every_12h}}", "" },
	{ "no pull policy", WEB "pull_policy: often}}", "1:41 services.web.pull_policy pattern\n" },
	{ "a repeated item", WEB "security_opt: [a, b, a]}}",
	  "1:49 services.web.security_opt[2] distinct\n" },
	{ "equal numbers are one item", WEB "group_add: [1, 1.0]}}",
	  "1:43 services.web.group_add[1] distinct\n" },
	{ "a number is no text", WEB "group_add: [1, '1']}}", "" },
	{ "equal mappings, keys in another order",
	  WEB "ports: [{target: 1, mode: a}, {mode: a, target: 1}]}}",
	  "1:58 services.web.ports[1] distinct\n" },
	{ "lists that may repeat", WEB "build: {cache_from: [a, a]}}}", "" },
	{ "a name with a blank", "services: {'a b': {image: i}}", "1:12 services.a b name\n" },
	{ "a service may be called x-a", "services: {x-a: {imag: i}}",
	  "1:18 services.x-a.imag imag\n" },
	{ "an empty key among labels", WEB "labels: {'': a}}}",
	  "1:37 services.web.labels. name\n" },
	{ "an unread network name", "networks: {'a b': {nonsense: 1}}", "" },
	{ "no x- key in env_file", WEB "env_file: [{path: a, x-b: 1}]}}",
	  "1:49 services.web.env_file[0].x-b x-b\n" },
	{ "unknown keys of a gpu", WEB "gpus: [{foo: 1}]}}", "" },
	{ "ulimits of strange names are unread", WEB "ulimits: {MAX: [], nofile: {soft: 1}}}}",
	  "1:47 services.web.ulimits.nofile required hard\n" },
	{ "include is gone by then", WEB "hostname: h}}\ninclude: 5", "" },
	{ "an extends that was left as it is", WEB "extends: 5}}",
	  "1:37 services.web.extends type\n" },
	{ "unknown keys of an extends", WEB "extends: {service: a, x-y: 1}}}",
	  "1:50 services.web.extends.x-y x-y\n" },
	{ "a number after a text that reads as it", WEB "group_add: ['1', 1]}}",
	  "1:45 services.web.group_add[1] distinct\n" },
	{ "a number after a fraction", WEB "group_add: ['010/1', '2/4', 8, 0.5]}}",
	  "1:56 services.web.group_add[2] distinct\n1:59 services.web.group_add[3] distinct\n" },
	{ "a number after digits of another base", WEB "group_add: ['0x1F', '-0b1.1', 31, -1.5]}}",
	  "1:58 services.web.group_add[2] distinct\n1:62 services.web.group_add[3] distinct\n" },
	{ "a number after one with an exponent", WEB "group_add: ['.5e1', '1p-1', 5, 0.5]}}",
	  "1:56 services.web.group_add[2] distinct\n1:59 services.web.group_add[3] distinct\n" },
	{ "a text after the number that it reads as", WEB "group_add: [1, '1']}}", "" },
	{ "a number after texts that are none",
	  WEB "group_add: [' 1', '', '1e', '08/1', '1/', '+', 1, 8]}}", "" },
	{ "a number after its text in a list of 20",
	  WEB "group_add: ['1', a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, 1]}}",
	  "1:99 services.web.group_add[19] distinct\n" },
	{ "a number after its text in a longer list",
	  WEB "group_add: ['1', a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, 1]}}",
	  "" },
	{ "newer keys", WEB "pre_start: [{command: x}], build: {no_cache_filter: a}}}", "" },
	{ "null where it is no value", WEB "volumes: }}", "1:28 services.web.volumes type\n" },
	{ "null where it is one", WEB "command: , deploy: , networks: {a: }}}\nnetworks: {a: }",
	  "" },
	{ "no services", "services: ", "1:1 services type\n" },
	{ "a list of services", "services: [a]", "1:11 services type\n" },
	{ "the canonical form", WEB "gpus: [{count: all}], env_file: [{path: a, required: true}]}}",
	  "" },
	{ "two mistakes, two findings", WEB "user: 1, foo: 2}}",
	  "1:34 services.web.user type\n1:37 services.web.foo foo\n" },
};

START_TEST(what_compose_refuses_is_found_at_its_place)
{
	struct document t;
	bool valid;

	document_read(&t, documents[_i].yaml);
	valid = schema_check(&t.lint, t.model);
	ck_assert_msg(valid == !documents[_i].wanted[0], "%s: verdict", documents[_i].name);
	ck_assert_msg(str_eq(str_from(document_findings(&t)), str_from(documents[_i].wanted)),
		      "%s: wanted\n%sgot\n%s", documents[_i].name, documents[_i].wanted,
		      document_findings(&t));
	document_end(&t);
}
END_TEST

static const struct {
	const char *name, *yaml, *wanted; /* part of the message */
} messages[] = {
	{ "all alternatives", WEB "ports: [[]]}}",
	  "an item of ports must be a string, a number or a mapping, is a list" },
	{ "the nearest key", WEB "imgae: i}}", "write \"image\"" },
	{ "where a key belongs", WEB "cpus: 1}}\nmem_limit: 1g",
	  "it belongs to a service, as services.NAME.mem_limit" },
	{ "where a deeper key belongs", WEB "limits: {}}}",
	  "services.NAME.deploy.resources.limits" },
	{ "the top level", WEB "secrets: [], configs: [], services: {}}}", "the top level" },
	{ "an old key", WEB "net: host}}", "write network_mode instead" },
	{ "quotes", WEB "user: 0}}", "write it in quotes" },
	{ "a date", WEB "hostname: 2024-01-31}}", "is a date; write it in quotes" },
	{ "a size", WEB "mem_limit: true}}", "is true or false; write a size such as \"512m\"" },
	{ "a size that is a number", WEB "shm_size: 5}}\nfoo: 1", "\"foo\" is no key" },
	{ "an integer", WEB "scale: true}}", "is true or false; write an integer" },
	{ "an integer with a point", WEB "deploy: {replicas: 1.5}}}",
	  "is a number; write an integer" },
	{ "an integer that only quotes lack", WEB "cpu_count: 2024-01-31}}",
	  "is a date; write an integer" },
	{ "a limit", WEB "ulimits: {n: 1.5}}}", "is a number; write an integer" },
	{ "a number", WEB "cpus: true}}", "is true or false; write a number" },
	{ "a boolean", WEB "tty: 1}}", "is an integer; write true or false" },
	{ "a boolean that is converted late", WEB "env_file: [{path: e, required: 0}]}}",
	  "is an integer; write true or false" },
	{ "a duration with a point", WEB "stop_grace_period: true}}",
	  "write a duration such as \"30s\"" },
	{ "a port", WEB "ports: [true]}}", "write a port such as \"8080:80\"" },
	{ "a host", WEB "extra_hosts: [5]}}", "is an integer; write \"HOST=ADDRESS\"" },
	{ "the only value", WEB "gpus: true}}", "is true or false; write \"all\"" },
	{ "an amount", WEB "gpus: [{count: true}]}}", "write \"all\" or an integer" },
	{ "a policy", WEB "pull_policy: true}}", "write a policy such as \"always\"" },
	{ "a short name", WEB "container_name: 5}}", "write a name of two or more characters" },
	{ "a longer name", WEB "container_name: 55}}", "is an integer; write it in quotes" },
	{ "a duration", WEB "healthcheck: {interval: 30}}}", "with a unit" },
	{ "the values", WEB "cgroup: x}}", "must be \"host\" or \"private\"" },
	{ "a boolean that quotes spoil",
	  WEB "develop: {watch: [{path: p, action: sync, target: /t, initial_sync: \"true\"}]}}}",
	  "is a string; write true or false without quotes" },
	{ "a date where a boolean stands", WEB "use_api_socket: 2024-01-31}}",
	  "must be true or false, is a date: Compose" },
	{ "a number that quotes spoil", WEB "networks: {n: {priority: \"1\"}}}}",
	  "is a string; write it without quotes" },
	{ "a list", WEB "cap_add: ALL}}", "write it as a list, one item a line" },
	{ "the consequence", WEB "foo: 1}}", "Compose will refuse this project" },
};

START_TEST(a_message_says_what_to_write)
{
	struct document t;
	bool found = false;

	document_read(&t, messages[_i].yaml);
	schema_check(&t.lint, t.model);
	for (size_t i = 0; i < t.lint.diag.count; i++)
		found |= str_has(t.lint.diag.findings[i]->message, str_from(messages[_i].wanted));
	ck_assert_msg(found, "%s: %.*s", messages[_i].name,
		      t.lint.diag.count ? (int)t.lint.diag.findings[0]->message.n : 4,
		      t.lint.diag.count ? t.lint.diag.findings[0]->message.p : "none");
	document_end(&t);
}
END_TEST

START_TEST(an_unknown_value_is_no_violation)
{
	static const struct part unknown = { .kind = PART_UNKNOWN, .to = 4 };
	struct lint lint;
	struct node *value, *service, *services, *model;
	struct pair pairs[3];

	lint_init(&lint);
	value = node_new(&lint.run, NODE_STRING, SPAN_NONE);
	value->text = STR("${X}");
	value->parts = &unknown;
	value->nparts = 1;
	service = node_new(&lint.run, NODE_MAPPING, SPAN_NONE);
	pairs[0] = (struct pair){ node_made(&lint.run, STR("cgroup"), SPAN_NONE), value };
	service->in.pairs = &pairs[0];
	service->count = 1;
	services = node_new(&lint.run, NODE_MAPPING, SPAN_NONE);
	pairs[1] = (struct pair){ node_made(&lint.run, STR("web"), SPAN_NONE), service };
	services->in.pairs = &pairs[1];
	services->count = 1;
	model = node_new(&lint.run, NODE_MAPPING, SPAN_NONE);
	pairs[2] = (struct pair){ node_made(&lint.run, STR("services"), SPAN_NONE), services };
	model->in.pairs = &pairs[2];
	model->count = 1;
	ck_assert(schema_check(&lint, model));
	value->nparts = 0;
	ck_assert(!schema_check(&lint, model));
	lint_free(&lint);
}
END_TEST

START_TEST(checking_again_finds_nothing_new)
{
	struct document t;

	document_read(&t, WEB "foo: 1, user: 1, security_opt: [a, a]}}");
	schema_check(&t.lint, t.model);
	schema_check(&t.lint, t.model);
	diag_sort(&t.lint.diag);
	ck_assert_uint_eq(t.lint.diag.count, 3);
	document_end(&t);
}
END_TEST

/* ------------------------------------------------------------------ casts */

static const struct {
	const char *name, *yaml, *path, *wanted;
} casts[] = {
	{ "a quoted integer", WEB "scale: '010'}}", "services.web.scale", "10" },
	{ "a signed integer", WEB "cpu_shares: '-5'}}", "services.web.cpu_shares", "-5" },
	{ "a float", WEB "cpus: '1.5'}}", "services.web.cpus", "1.5" },
	{ "a boolean", WEB "read_only: 'Yes'}}", "services.web.read_only", "true" },
	{ "a bare no", WEB "privileged: no}}", "services.web.privileged", "false" },
	{ "a port", WEB "ports: [{target: '80'}]}}", "services.web.ports.0.target", "80" },
	{ "a soft limit", WEB "ulimits: {nofile: {soft: '1', hard: 2}}}}",
	  "services.web.ulimits.nofile.soft", "1" },
	{ "no limit of a build", WEB "build: {ulimits: {nofile: '1'}}}}",
	  "services.web.build.ulimits.nofile", "\"1\"" },
	{ "no late boolean", WEB "attach: 'true'}}", "services.web.attach", "\"true\"" },
	{ "a network", "networks: {a: {internal: 'on'}}", "networks.a.internal", "true" },
};

START_TEST(text_becomes_a_number_where_the_table_says_so)
{
	struct document t;

	document_read(&t, casts[_i].yaml);
	ck_assert_msg(!t.refused, "%s: refused", casts[_i].name);
	ck_assert_msg(str_eq(str_from(document_json(&t, document_at(&t, casts[_i].path))),
			     str_from(casts[_i].wanted)),
		      "%s: got %s", casts[_i].name,
		      document_json(&t, document_at(&t, casts[_i].path)));
	document_end(&t);
}
END_TEST

START_TEST(text_that_is_no_number_is_found_once)
{
	struct document t;

	document_read(&t, WEB "cpus: many, init: 1, scale: 0x10, read_only: ''}}");
	ck_assert(t.refused);
	schema_check(&t.lint, t.model);
	ck_assert_str_eq(document_findings(&t), "1:34 services.web.cpus cast\n"
						"1:46 services.web.init type\n"
						"1:73 services.web.read_only cast\n");
	document_end(&t);
}
END_TEST

static const struct {
	const char *text;
	bool is_size;
	int64_t bytes;
} sizes[] = {
	{ "0", true, 0 },
	{ "512", true, 512 },
	{ "512b", true, 512 },
	{ "1k", true, 1024 },
	{ "1KB", true, 1024 },
	{ "1kib", true, 1024 },
	{ "1.5m", true, 1572864 },
	{ "1 g", true, 1073741824 },
	{ "1_0m", true, 10485760 },
	{ "1e3k", true, 1024000 },
	{ "9p", true, 10133099161583616 },
	{ "99999999999p", true, INT64_MIN },
	{ "1  g", false, 0 },
	{ " 1g", false, 0 },
	{ "-1", false, 0 },
	{ "1x", false, 0 },
	{ "1kbb", false, 0 },
	{ "g", false, 0 },
	{ "", false, 0 },
};

START_TEST(a_size_is_a_number_with_a_binary_unit)
{
	int64_t bytes = 0;

	ck_assert_msg(cast_size(str_from(sizes[_i].text), &bytes) == sizes[_i].is_size, "\"%s\"",
		      sizes[_i].text);
	ck_assert_msg(!sizes[_i].is_size || bytes == sizes[_i].bytes, "\"%s\" is %lld",
		      sizes[_i].text, (long long)bytes);
}
END_TEST

static const struct {
	const char *text;
	bool is_duration;
	int64_t nanoseconds;
} durations[] = {
	{ "0", true, 0 },
	{ "+0", true, 0 },
	{ "30s", true, 30000000000 },
	{ "1h30m", true, 5400000000000 },
	{ "1.5s", true, 1500000000 },
	{ ".5s", true, 500000000 },
	{ "1.s", true, 1000000000 },
	{ "10us", true, 10000 },
	{ "10\xc2\xb5s", true, 10000 },
	{ "2d", true, 172800000000000 },
	{ "1w", true, 604800000000000 },
	{ "-2ms", true, -2000000 },
	{ "30", false, 0 },
	{ "", false, 0 },
	{ "-", false, 0 },
	{ "s", false, 0 },
	{ "1 s", false, 0 },
	{ "1S", false, 0 },
	{ "1e3s", false, 0 },
	{ "300000000h", false, 0 },
};

START_TEST(a_duration_is_numbers_with_units)
{
	int64_t nanoseconds = 0;

	ck_assert_msg(cast_duration(str_from(durations[_i].text), &nanoseconds) ==
			      durations[_i].is_duration,
		      "\"%s\"", durations[_i].text);
	ck_assert_msg(!durations[_i].is_duration || nanoseconds == durations[_i].nanoseconds,
		      "\"%s\" is %lld", durations[_i].text, (long long)nanoseconds);
}
END_TEST

static const struct {
	double value;
	const char *text;
} floats[] = {
	{ 1.5, "1.5" },
	{ 1.0, "1" },
	{ 100000.0, "100000" },
	{ 1000000.0, "1e+06" },
	{ 0.00001, "1e-05" },
	{ 0.0001, "0.0001" },
	{ 1234567.0, "1.234567e+06" },
	{ 123456.5, "123456.5" },
	{ 0.1, "0.1" },
};

START_TEST(a_float_is_written_as_short_as_it_reads_back)
{
	struct arena arena = { 0 };
	struct str text = cast_float_text(&arena, floats[_i].value);

	ck_assert_msg(str_eq(text, str_from(floats[_i].text)), "wanted %s, got %.*s",
		      floats[_i].text, STR_FMT(text));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("schema");
	TCase *cases = tcase_create("keys, casts, sizes, durations");

	suite_add_tcase(suite, cases);
	tcase_add_test(cases, each_row_has_a_parent_and_lies_one_deeper);
	tcase_add_test(cases, names_are_found_by_key_and_the_users_own_by_star);
	tcase_add_test(cases, where_any_key_may_stand_none_is_named);
	tcase_add_test(cases, the_row_of_items_is_found_below_each_row_that_has_one);
	tcase_add_test(cases, rows_are_found_again_however_many_were_asked_for);
	tcase_add_test(cases, what_must_be_there_is_found_among_all_children);
	tcase_add_test(cases, a_row_tells_how_its_values_merge);
	tcase_add_test(cases, the_nearest_name_is_at_most_two_edits_away);
	tcase_add_loop_test(cases, what_compose_refuses_is_found_at_its_place, 0,
			    sizeof(documents) / sizeof(*documents));
	tcase_add_loop_test(cases, a_message_says_what_to_write, 0,
			    sizeof(messages) / sizeof(*messages));
	tcase_add_test(cases, an_unknown_value_is_no_violation);
	tcase_add_test(cases, checking_again_finds_nothing_new);
	tcase_add_loop_test(cases, text_becomes_a_number_where_the_table_says_so, 0,
			    sizeof(casts) / sizeof(*casts));
	tcase_add_test(cases, text_that_is_no_number_is_found_once);
	tcase_add_loop_test(cases, a_size_is_a_number_with_a_binary_unit, 0,
			    sizeof(sizes) / sizeof(*sizes));
	tcase_add_loop_test(cases, a_duration_is_numbers_with_units, 0,
			    sizeof(durations) / sizeof(*durations));
	tcase_add_loop_test(cases, a_float_is_written_as_short_as_it_reads_back, 0,
			    sizeof(floats) / sizeof(*floats));
	return run_suite(suite);
}
