/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/network.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { .preset = PRESET_SANDBOX };

static const char *const kinds[] = {
	[NETWORK_NAMED] = "named", [NETWORK_IMPLICIT] = "implicit",   [NETWORK_MODE] = "mode",
	[NETWORK_HOST] = "host",   [NETWORK_CONTAINER] = "container",
};

static const char *const routes[] = {
	[NETWORK_INTERNAL] = "internal",
	[NETWORK_ROUTED] = "routed",
	[NETWORK_EXTERNAL] = "external",
	[NETWORK_UNKNOWN] = "unknown",
};

/* "named sandbox internal 3:5; " of each network of service "a" */
static struct str described(struct test_run *run)
{
	const struct network_list *list = test_service(run, "a")->networks;
	struct builder b = { .arena = &run->lint.run };

	if (list->none)
		builder_add(&b, STR("none; "));
	for (size_t i = 0; i < list->count; i++) {
		const struct network *network = &list->all[i];
		struct span span = network->place->span;
		struct place place = source_place(&run->lint.sources, span.source, span.start);

		builder_fmt(&b, "%s %.*s %s %u:%u", kinds[network->kind], STR_FMT(network->name),
			    routes[network->route], place.line, place.column);
		if (network->through)
			builder_fmt(&b, " through %.*s", STR_FMT(network->through->name));
		builder_add(&b, STR("; "));
	}
	return builder_str(&b);
}

static const struct row {
	const char *name, *text, *wanted;
} rows[] = {
	{ "no key: the default network", "", "implicit default routed 2:3; " },
	{ "no network in the list", "    networks: []\n", "implicit default routed 2:3; " },
	{ "a default network that is internal", "networks: {default: {internal: true}}\n",
	  "implicit default internal 2:3; " },
	{ "the default network by its name", "    networks: [default]\n",
	  "named default routed 4:16; " },
	{ "an internal network", "    networks: [n]\nnetworks: {n: {internal: true}}\n",
	  "named n internal 4:16; " },
	{ "as a text", "    networks: [n]\nnetworks: {n: {internal: \"true\"}}\n",
	  "named n internal 4:16; " },
	{ "a routed one", "    networks: [n]\nnetworks: {n: {}}\n", "named n routed 4:16; " },
	{ "one without a body", "    networks: [n]\nnetworks:\n  n:\n", "named n routed 4:16; " },
	{ "an internal one that is not", "    networks: [n]\nnetworks: {n: {internal: false}}\n",
	  "named n routed 4:16; " },
	{ "an internal one on an interface of the host",
	  "    networks: [n]\nnetworks: {n: {internal: true, driver: macvlan, driver_opts: "
	  "{parent: "
	  "eth0}}}\n",
	  "named n routed 4:16; " },
	{ "an internal one on an interface that nobody knows",
	  "    networks: [n]\nnetworks: {n: {internal: true, driver: ipvlan, driver_opts: {parent: "
	  "\"${P}\"}}}\n",
	  "named n unknown 4:16; " },
	{ "one with a route on an interface that nobody knows",
	  "    networks: [n]\nnetworks: {n: {driver: ipvlan, driver_opts: {parent: \"${P}\"}}}\n",
	  "named n routed 4:16; " },
	{ "an internal one of that driver without an interface",
	  "    networks: [n]\nnetworks: {n: {internal: true, driver: macvlan}}\n",
	  "named n internal 4:16; " },
	{ "one made elsewhere", "    networks: [n]\nnetworks: {n: {external: true}}\n",
	  "named n external 4:16; " },
	{ "one that nobody knows", "    networks: [n]\nnetworks: {n: {internal: \"${I}\"}}\n",
	  "named n unknown 4:16; " },
	{ "one that nobody defines", "    networks: [n]\n", "named n unknown 4:16; " },
	{ "a mapping", "    networks:\n      n: {aliases: [x]}\nnetworks: {n: {internal: true}}\n",
	  "named n internal 5:7; " },
	{ "files add networks",
	  "    networks: [n]\nnetworks: {n: {internal: true}, m: {}}\n"
	  "--- compose.override.yaml\nservices:\n  a:\n    networks: [m]\n",
	  "named n internal 4:16; named m routed 3:16; " },
	{ "a key taken away is the default network",
	  "    networks: [n]\nnetworks: {n: {internal: true}}\n"
	  "--- compose.override.yaml\nservices:\n  a:\n    networks: !reset null\n",
	  "implicit default routed 2:3; " },
	{ "none", "    network_mode: none\n", "none; " },
	{ "the host", "    network_mode: host\n", "host host routed 4:19; " },
	{ "the bridge", "    network_mode: bridge\n", "mode bridge routed 4:19; " },
	{ "a container", "    network_mode: \"container:x\"\n",
	  "container container:x external 4:19; " },
	{ "a mode nobody knows", "    network_mode: \"${M}\"\n", "mode ${M} unknown 4:19; " },
	{ "another service",
	  "    network_mode: \"service:b\"\n  b:\n    image: b:1\n    networks: [n]\n"
	  "networks: {n: {}}\n",
	  "named n routed 7:16 through b; " },
	{ "another service by another",
	  "    network_mode: \"service:b\"\n  b:\n    image: b:1\n    network_mode: \"service:c\"\n"
	  "  c:\n    image: b:1\n",
	  "implicit default routed 8:3 through c; " },
};

static void lint_with(struct test_run *run, const char *lines)
{
	struct arena arena = { 0 };

	test_lint(run, arena_fmt(&arena, "services:\n  a:\n    image: b:1\n%s", lines), &loaded);
	arena_free(&arena);
}

START_TEST(packets_go_where_the_networks_lead)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	struct str got;

	lint_with(&run, row->text);
	got = described(&run);
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted \"%s\", got \"%.*s\"\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}
END_TEST

START_TEST(a_circle_of_services_ends)
{
	struct test_run run;

	lint_with(&run, "    network_mode: \"service:b\"\n"
			"  b:\n    image: b:1\n    network_mode: \"service:a\"\n");
	ck_assert_uint_eq(test_service(&run, "a")->networks->count, 0);
	test_end(&run);
}
END_TEST

START_TEST(services_meet_on_a_network_of_the_same_name)
{
	struct test_run run;
	const struct service *a, *b, *c, *d;

	lint_with(&run, "    networks: [n]\n"
			"  b:\n    image: b:1\n    networks: [n, m]\n"
			"  c:\n    image: b:1\n"
			"  d:\n    image: b:1\n    network_mode: none\n"
			"networks: {n: {}, m: {}}\n");
	a = test_service(&run, "a");
	b = test_service(&run, "b");
	c = test_service(&run, "c");
	d = test_service(&run, "d");
	ck_assert(network_is_shared(a, b));
	ck_assert(network_is_shared(b, a));
	ck_assert(!network_is_shared(a, c));
	ck_assert(!network_is_shared(c, d));
	ck_assert(!network_is_shared(d, d));
	test_end(&run);
}
END_TEST

START_TEST(an_internal_network_is_no_other_way_out)
{
	struct test_run run;
	const struct service *a;

	lint_with(&run, "    networks: [in, one, two]\n"
			"  b:\n    image: b:1\n    networks: [in, one]\n"
			"  c:\n    image: c:1\n    networks: [two, other]\n"
			"networks: {in: {internal: true}, one: {}, two: {}, other: {}}\n");
	a = test_service(&run, "a");
	ck_assert(!network_can_lose_route(a->project, a, STR("one")));
	ck_assert(network_can_lose_route(a->project, a, STR("two")));
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("network");
	TCase *cases = tcase_create("effective networks");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, packets_go_where_the_networks_lead, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, a_circle_of_services_ends);
	tcase_add_test(cases, services_meet_on_a_network_of_the_same_name);
	tcase_add_test(cases, an_internal_network_is_no_other_way_out);
	return run_suite(suite);
}
