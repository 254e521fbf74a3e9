/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/adjacency.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

static const char *const kinds[] = {
	[ADJACENT_BY_NETWORK] = "network",
	[ADJACENT_BY_VOLUME] = "volume",
	[ADJACENT_BY_VOLUMES_FROM] = "volumes_from",
	[ADJACENT_BY_NAMESPACE] = "namespace",
};

static void add_line(struct test_run *run, struct builder *b, const struct node *node)
{
	if (node)
		builder_fmt(
			b, " %u",
			source_place(&run->lint.sources, node->span.source, node->span.start).line);
	else
		builder_add(b, STR(" -"));
}

/* "network n 4 7; ": kind, name, the line in "a" and that in "b" */
static struct str described(struct test_run *run, const char *from, const char *to)
{
	struct adjacency way = { .step = 0 };
	struct builder b = { .arena = &run->lint.run };

	while (adjacency_next(test_service(run, from), test_service(run, to), &way)) {
		builder_fmt(&b, "%s %.*s", kinds[way.kind], STR_FMT(way.name));
		add_line(run, &b, way.ours);
		add_line(run, &b, way.theirs);
		builder_add(&b, STR("; "));
	}
	return builder_str(&b);
}

static const struct row {
	const char *name, *a, *b, *rest, *wanted;
} rows[] = {
	{ "the implicit default network", "", "", "", "network default 2 4; " },
	{ "two networks of each own", "networks: [m]", "networks: [n]", "networks: {m: , n: }",
	  "" },
	{ "no network at all", "network_mode: none", "", "", "" },
	{ "one of two networks", "networks: [m, n]", "networks: [n]", "networks: {m: , n: }",
	  "network n 3 5; " },
	{ "one network under two keys", "networks: [m]", "networks: [n]",
	  "networks: {m: {name: x}, n: {name: x}}", "network m 3 5; " },
	{ "one external network", "networks: [m]", "networks: [m]",
	  "networks: {m: {external: true}}", "network m 3 5; " },
	{ "the engine's bridge", "network_mode: bridge", "network_mode: bridge", "",
	  "network bridge 3 5; " },
	{ "the host's network is judged by itself", "network_mode: host", "network_mode: host", "",
	  "" },
	{ "the namespace of the other", "network_mode: \"service:b\"", "networks: [n]",
	  "networks: {n: }", "namespace network_mode 3 -; network n 3 5; " },
	{ "the other way round", "networks: [n]", "network_mode: \"service:a\"", "networks: {n: }",
	  "namespace network_mode - 5; network n 3 5; " },
	{ "processes and memory", "{networks: [m], pid: \"service:b\"}",
	  "{networks: [n], ipc: \"service:a\"}", "networks: {m: , n: }",
	  "namespace pid 3 -; namespace ipc - 5; " },
	{ "a named volume", "{networks: [m], volumes: [\"vol:/x\"]}",
	  "{networks: [n], volumes: [\"vol:/y:ro\"]}", "{networks: {m: , n: }, volumes: {vol: }}",
	  "volume vol 3 5; " },
	{ "two volumes", "{networks: [m], volumes: [\"vol:/x\"]}",
	  "{networks: [n], volumes: [\"wol:/y\"]}",
	  "{networks: {m: , n: }, volumes: {vol: , wol: }}", "" },
	{ "one path of the host", "{networks: [m], volumes: [\"./x:/x\"]}",
	  "{networks: [n], volumes: [\"/project/y/../x:/y\"]}", "networks: {m: , n: }",
	  "volume  3 5; " },
	{ "two paths of the host", "{networks: [m], volumes: [\"./x:/x\"]}",
	  "{networks: [n], volumes: [\"./x/y:/y\"]}", "networks: {m: , n: }", "" },
	{ "one path that nobody knows", "{networks: [m], volumes: [\"${X}:/x\"]}",
	  "{networks: [n], volumes: [\"${X}:/y\"]}", "networks: {m: , n: }", "volume  3 5; " },
	{ "two paths that nobody knows", "{networks: [m], volumes: [\"${X}:/x\"]}",
	  "{networks: [n], volumes: [\"${Y}:/y\"]}", "networks: {m: , n: }", "" },
	{ "one secret is no storage", "{networks: [m], secrets: [s]}",
	  "{networks: [n], secrets: [s]}", "{networks: {m: , n: }, secrets: {s: {file: ./s}}}",
	  "" },
	{ "all volumes of the other", "{networks: [m], volumes_from: [\"b:ro\"]}",
	  "{networks: [n], volumes: [\"vol:/y\"]}", "{networks: {m: , n: }, volumes: {vol: }}",
	  "volumes_from  3 -; " },
	{ "all volumes for the other", "{networks: [m], volumes: [\"vol:/y\"]}",
	  "{networks: [n], volumes_from: [a]}", "{networks: {m: , n: }, volumes: {vol: }}",
	  "volumes_from  - 5; " },
};

/* A mapping of the top level, given in flow style or as one key. */
static void add_flow(struct builder *b, const char *text, const char *indent)
{
	struct str flow = str_from(text);

	if (str_starts(flow, STR("{")))
		flow = str_slice(flow, 1, flow.n - 1);
	builder_fmt(b, "%s{image: x%s%.*s}\n", indent, flow.n ? ", " : "", STR_FMT(flow));
}

START_TEST(what_two_services_share_is_found)
{
	const struct row *row = &rows[_i];
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct str rest = str_from(row->rest), got;
	struct test_run run;

	builder_add(&b, STR("services:\n  a:\n"));
	add_flow(&b, row->a, "    ");
	builder_add(&b, STR("  b:\n"));
	add_flow(&b, row->b, "    ");
	if (str_starts(rest, STR("{"))) {
		/* networks and a second section */
		size_t cut = str_find(rest, STR("}, "), 0);

		builder_fmt(&b, "%.*s\n%.*s\n", STR_FMT(str_slice(rest, 1, cut + 1)),
			    STR_FMT(str_slice(rest, cut + 3, rest.n - 1)));
	} else {
		builder_fmt(&b, "%.*s\n", STR_FMT(rest));
	}
	test_lint(&run, builder_str(&b), &loaded);
	got = described(&run, "a", "b");
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s:\n%.*s\nwanted: %s\ngot:    %.*s",
		      row->name, STR_FMT(builder_str(&b)), row->wanted, STR_FMT(got));
	ck_assert(!described(&run, "a", "a").n);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("adjacency");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, what_two_services_share_is_found, 0, sizeof(rows) / sizeof(*rows));
	suite_add_tcase(s, all);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
