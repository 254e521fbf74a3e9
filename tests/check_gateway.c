/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "fact/credential.h"
#include "fact/gateway.h"
#include "model/environment.h"
#include "rules/registry.h"
#include "tests/suite.h"
#include "tests/support.h"

/* ---- names ---- */

START_TEST(gateway_names_are_known_and_ordered)
{
	static const struct {
		const char *name;
		bool url;
	} rows[] = { { "OPENAI_API_BASE", true },          { "OLLAMA_ENDPOINT", true },
		     { "OPENAI_LIKE_API_BASE_URL", true }, { "MY_LLM_HOST", true },
		     { "GATEWAY_ADDRESS", true },          { "APP_BASE_URL", false },
		     { "OPENAI_API_KEY", false },          { "HOST", false },
		     { "openai_api_base", false },         { "", false } };
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	const struct gateway_names *names = &gateway_names_default;
	struct gateway_names own = { .url_pattern = "^MY_" };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(gateway_is_url_name(c, names, str_from(rows[i].name)) == rows[i].url,
			      "%s", rows[i].name);
	ck_assert(gateway_is_url_name(c, &own, STR("MY_X")));
	ck_assert(!gateway_is_url_name(c, &own, STR("OPENAI_API_BASE")));
	own.url_pattern = NULL;
	ck_assert(!gateway_is_url_name(c, &own, STR("MY_X")));
	ck_assert(gateway_is_key_name(names, STR("AGENT_GATEWAY_KEY")));
	ck_assert(!gateway_is_key_name(names, STR("ANTHROPIC_API_KEY")));
	ck_assert_uint_eq(gateway_url_rank(names, STR("GATEWAY_URL")), 0);
	ck_assert_uint_eq(gateway_url_rank(names, STR("OPENAI_API_BASE")), 1);
	ck_assert_uint_eq(gateway_url_rank(names, STR("A_LLM_URL")), names->nurls);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(where_a_server_listens_is_no_address_of_a_gateway)
{
	static const struct {
		const char *name, *value;
		bool listening;
	} rows[] = { { "CLAUDE_SERVER_HOST", "0.0.0.0", true },
		     { "OLLAMA_HOST", "0.0.0.0:11434", true },
		     { "OLLAMA_HOST", "::", true },
		     { "MY_GATEWAY_ADDR", "[::]:8080", true },
		     { "OLLAMA_HOST", "127.0.0.1", false },
		     { "OLLAMA_HOST", "http://0.0.0.0:11434", false },
		     { "OPENAI_HOST", "0.0.0.0", false },
		     { "MY_GATEWAY_URL", "0.0.0.0:80", false },
		     { "CLAUDE_SERVER_HOST", "gateway", false },
		     { "CLAUDE_SERVER_HOST", "", false } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(gateway_is_listening(&gateway_names_default, str_from(rows[i].name),
						   str_from(rows[i].value)) == rows[i].listening,
			      "%s=%s", rows[i].name, rows[i].value);
}
END_TEST

START_TEST(a_project_is_judged_by_the_names_it_is_given)
{
	static const struct str urls[] = { STR_INIT("MY_PROXY") },
				keys[] = { STR_INIT("MY_TOKEN") };
	static const struct gateway_names own = {
		.urls = urls, .nurls = 1, .url_pattern = "^OUR_", .keys = keys, .nkeys = 1
	};
	static const char text[] = "services:\n"
				   "  agent:\n"
				   "    image: registry.example/agent:1.4.2\n"
				   "    environment:\n"
				   "      MY_PROXY: http://localhost:4000\n"
				   "      OUR_MODELS: http://localhost:4001\n"
				   "      OPENAI_API_BASE: http://localhost:4002\n"
				   "      MY_TOKEN: ${KEY}\n"
				   "      OPENAI_API_KEY: ${KEY}\n";
	struct test_options options = { TEST_SANDBOX, .rules = rules_all(), .gateway = &own };
	struct test_run run;
	struct str lines;

	test_lint(&run, str_from(text), &options);
	lines = test_lines(&run, STR("loopback-gateway-url"));
	ck_assert_msg(str_eq(lines, STR("compose.yaml:5\ncompose.yaml:6\n")), "%.*s",
		      STR_FMT(lines));
	lines = test_lines(&run, STR("credential-env"));
	ck_assert_msg(str_eq(lines, STR("compose.yaml:9\n")), "%.*s", STR_FMT(lines));
	test_end(&run);
}
END_TEST

/* ---- addresses ---- */

static const char *const faults[] = {
	[GATEWAY_USABLE] = "usable", [GATEWAY_EMPTY] = "empty",
	[GATEWAY_NO_URL] = "no URL", [GATEWAY_NO_NETWORK] = "no network",
	[GATEWAY_APART] = "apart",   [GATEWAY_OUTSIDE] = "outside",
};

/* What service "a" is given, and beside what. */
static const struct row {
	const char *name, *a, *rest, *wanted;
} rows[] = {
	{ "a service on the same network", "environment: {LLM_URL: \"http://b:1\"}", "",
	  "LLM_URL usable b; usable" },
	{ "by its name in capitals", "environment: {LLM_URL: \"http://B:1\"}", "",
	  "LLM_URL usable b; usable" },
	{ "no variable", "environment: {X: y}", "", "not usable" },
	{ "an empty one", "environment: {LLM_URL: \"\"}", "", "LLM_URL empty; not usable" },
	{ "an unset variable", "environment: {LLM_URL: \"${X}\"}", "", "LLM_URL usable; usable" },
	{ "an empty default", "environment: {LLM_URL: \"${X:-}\"}", "", "LLM_URL usable; usable" },
	{ "a bare name", "environment: [LLM_URL]", "", "LLM_URL usable; usable" },
	{ "an unset port", "environment: {LLM_URL: \"http://c:${X}\"}", "",
	  "LLM_URL apart c; not usable" },
	{ "an unset host", "environment: {LLM_URL: \"http://${X}/\"}", "",
	  "LLM_URL usable; usable" },
	{ "no scheme", "environment: {LLM_URL: \"b:1\"}", "", "LLM_URL no URL; not usable" },
	{ "no scheme where none is needed", "environment: {OLLAMA_HOST: \"b:1\"}", "",
	  "OLLAMA_HOST usable b; usable" },
	{ "no host", "environment: {LLM_URL: \"http://\"}", "", "LLM_URL no URL; not usable" },
	{ "the order of the list, then that of names",
	  "environment: {B_LLM_URL: \"\", A_LLM_URL: \"\", OLLAMA_HOST: b, GATEWAY_URL: \"\"}", "",
	  "GATEWAY_URL empty; OLLAMA_HOST usable b; A_LLM_URL empty; B_LLM_URL empty; usable" },
	{ "a service on another network", "environment: {LLM_URL: \"http://c:1\"}", "",
	  "LLM_URL apart c; not usable" },
	{ "a service that joins another container's network",
	  "environment: {LLM_URL: \"http://d:1\"}",
	  "  d: {image: x, network_mode: \"container:y\"}\n", "LLM_URL usable d; usable" },
	{ "a container's name", "environment: {LLM_URL: \"http://cc:1\"}", "",
	  "LLM_URL apart c; not usable" },
	{ "a container's host name", "environment: {LLM_URL: \"http://ch:1\"}", "",
	  "LLM_URL apart c; not usable" },
	{ "a numbered container", "environment: {LLM_URL: \"http://project-b-1:1\"}", "",
	  "LLM_URL usable b; usable" },
	{ "a name with its network", "environment: {LLM_URL: \"http://b.project_in:1\"}", "",
	  "LLM_URL usable b; usable" },
	{ "an alias", "environment: {LLM_URL: \"http://alias:1\"}",
	  "  d: {image: x, networks: {in: {aliases: [alias]}}}\n", "LLM_URL usable d; usable" },
	{ "an alias on another network only", "environment: {LLM_URL: \"http://alias:1\"}",
	  "  d: {image: x, networks: {in: , out: {aliases: [alias]}}}\n",
	  "LLM_URL apart d; not usable" },
	{ "an alias of a link", "{links: [\"b:l\"], environment: {LLM_URL: \"http://l:1\"}}", "",
	  "LLM_URL usable b; usable" },
	{ "a link to elsewhere",
	  "{external_links: [\"y:l.example\"], environment: {LLM_URL: \"http://l.example\"}}", "",
	  "LLM_URL usable; usable" },
	{ "a host with an address of its own",
	  "{extra_hosts: [\"c=10.1.1.1\"], environment: {LLM_URL: \"http://c:1\"}}", "",
	  "LLM_URL usable; usable" },
	{ "the same as a mapping of lists",
	  "{extra_hosts: {g.example: [10.1.1.1]}, environment: {LLM_URL: \"http://g.example\"}}",
	  "", "LLM_URL usable; usable" },
	{ "a name that nobody has", "environment: {LLM_URL: \"http://gateway:1\"}", "",
	  "LLM_URL usable unknown; usable" },
	{ "a name of some network's own", "environment: {LLM_URL: \"http://gw.internal:1\"}", "",
	  "LLM_URL usable unknown; usable" },
	{ "a public name", "environment: {LLM_URL: \"https://api.example.com/v1\"}", "",
	  "LLM_URL outside; not usable" },
	{ "a public address", "environment: {LLM_URL: \"http://192.0.2.1\"}", "",
	  "LLM_URL outside; not usable" },
	{ "the host's name", "environment: {LLM_URL: \"http://host.docker.internal:1\"}", "",
	  "LLM_URL outside; not usable" },
	{ "loopback has a rule of its own", "environment: {LLM_URL: \"http://localhost:1\"}", "",
	  "LLM_URL usable; usable" },
	{ "a private address in the subnet", "environment: {LLM_URL: \"http://10.9.0.7\"}", "",
	  "LLM_URL usable; usable" },
	{ "a private address outside", "environment: {LLM_URL: \"http://10.8.0.7\"}", "",
	  "LLM_URL outside; not usable" },
	{ "the address of a service", "environment: {LLM_URL: \"http://10.7.0.7\"}", "",
	  "LLM_URL apart e; not usable" },
	{ "a public name on a network with a route",
	  "{networks: [in, out], environment: {LLM_URL: \"https://api.example.com/v1\"}}", "",
	  "LLM_URL usable; usable" },
	{ "no network at all", "{network_mode: none, environment: {LLM_URL: \"http://b:1\"}}", "",
	  "LLM_URL no network b; not usable" },
	{ "a network made elsewhere",
	  "{networks: [far], environment: {LLM_URL: \"http://b:1\", OPENAI_HOST: "
	  "\"http://z.example\"}}",
	  "", "OPENAI_HOST usable; LLM_URL usable b; usable" },
	{ "the namespace of the gateway",
	  "{network_mode: \"service:b\", environment: {LLM_URL: \"http://b:1\"}}", "",
	  "LLM_URL usable b; usable" },
	{ "a proxy beside it",
	  "environment: {LLM_URL: \"https://api.example.com\", https_proxy: \"http://b:3128\"}", "",
	  "LLM_URL outside; usable" },
	{ "a proxy that nobody knows", "environment: {ALL_PROXY: \"socks5://squid:1080\"}", "",
	  "usable" },
	{ "a proxy on another network",
	  "environment: {LLM_URL: \"https://api.example.com\", HTTPS_PROXY: \"http://c:3128\"}", "",
	  "LLM_URL outside; not usable" },
	{ "an empty proxy", "environment: {HTTPS_PROXY: \"\"}", "", "not usable" },
	{ "an option of the command", "command: aider --openai-api-base http://b:1", "", "usable" },
};

static struct str described(struct test_run *run)
{
	const struct gateway *gateway = test_service(run, "a")->gateway;
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; i < gateway->count; i++) {
		const struct gateway_address *at = &gateway->addresses[i];

		builder_fmt(&b, "%.*s %s", STR_FMT(at->entry->name), faults[at->fault]);
		if (at->service)
			builder_fmt(&b, " %.*s", STR_FMT(at->service->name));
		builder_add(&b, at->unknown_host ? STR(" unknown; ") : STR("; "));
	}
	builder_add(&b, gateway->usable ? STR("usable") : STR("not usable"));
	return builder_str(&b);
}

START_TEST(only_an_address_that_cannot_work_is_not_usable)
{
	static const struct test_options loaded = { .preset = PRESET_SANDBOX };
	const struct row *row = &rows[_i];
	struct arena arena = { 0 };
	struct builder b = { .arena = &arena };
	struct str flow = str_from(row->a), got;
	struct test_run run;

	if (str_starts(flow, STR("{")))
		flow = str_slice(flow, 1, flow.n - 1);
	builder_fmt(&b, "services:\n  a: {image: x, %s%.*s}\n",
		    str_has(flow, STR("network")) ? "" : "networks: [in], ", STR_FMT(flow));
	builder_fmt(&b,
		    "  b: {image: x, networks: [in]}\n"
		    "  c: {image: x, container_name: cc, hostname: ch, networks: [out]}\n"
		    "  e: {image: x, networks: {out: {ipv4_address: 10.7.0.7}}}\n"
		    "%s"
		    "networks:\n"
		    "  in: {internal: true, ipam: {config: [{subnet: 10.9.0.0/16}]}}\n"
		    "  out: {ipam: {config: [{subnet: 10.7.0.0/16}]}}\n"
		    "  far: {external: true}\n",
		    row->rest);
	test_lint(&run, builder_str(&b), &loaded);
	got = described(&run);
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s:\n%.*s\nwanted: %s\ngot:    %.*s",
		      row->name, STR_FMT(builder_str(&b)), row->wanted, STR_FMT(got));
	test_end(&run);
	arena_free(&arena);
}
END_TEST

/* ---- keys ---- */

/* Token-shaped text is put together here, so that none stands in a file. */
START_TEST(the_key_of_a_provider_is_no_key_of_a_gateway)
{
	static const struct {
		const char *prefix, *label; /* NULL: gateways make such keys too */
	} tokens[] = { { "sk-ant-api03-", "Anthropic key" },
		       { "sk-or-v1-", "OpenRouter key" },
		       { "gsk_", "model provider key" },
		       { "sk-", NULL } };
	struct test_options options = { TEST_SANDBOX, .rules = rules_all() };
	static const char digits[] =
		"0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d4e5f6789";

	for (size_t i = 0; i < sizeof(tokens) / sizeof(*tokens); i++) {
		size_t n = str_eq(str_from(tokens[i].prefix), STR("gsk_"))  ? 52
			   : str_eq(str_from(tokens[i].prefix), STR("sk-")) ? 22
									    : 64;
		struct arena arena = { 0 };
		struct str text = arena_fmt(&arena,
					    "services:\n"
					    "  agent:\n"
					    "    image: registry.example/agent:1.4.2\n"
					    "    environment:\n"
					    "      OPENAI_API_KEY: ${KEY}\n"
					    "--- .env\n"
					    "KEY=%s%.*s\n",
					    tokens[i].prefix, (int)n, digits);
		struct test_run run;
		struct str got;

		test_lint(&run, text, &options);
		got = test_findings(&run, STR("gateway-key"));
		ck_assert_msg(tokens[i].label ? str_has(got, str_from(tokens[i].label)) : !got.n,
			      "%s: %.*s", tokens[i].prefix, STR_FMT(got));
		got = test_findings(&run, STR(""));
		ck_assert_msg(!str_has(got, str_slice(str_from(digits), 0, 8)), "%.*s",
			      STR_FMT(got));
		test_end(&run);
		arena_free(&arena);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("gateway");
	TCase *names = tcase_create("names"), *addresses = tcase_create("addresses");

	tcase_add_test(names, where_a_server_listens_is_no_address_of_a_gateway);
	tcase_add_test(names, gateway_names_are_known_and_ordered);
	tcase_add_test(names, a_project_is_judged_by_the_names_it_is_given);
	tcase_add_loop_test(addresses, only_an_address_that_cannot_work_is_not_usable, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_test(names, the_key_of_a_provider_is_no_key_of_a_gateway);
	suite_add_tcase(s, names);
	suite_add_tcase(s, addresses);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
