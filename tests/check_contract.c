/* SPDX-License-Identifier: MIT */
/* The declared contract: each marked line is reported by the rule of the row, and no other. */
#include "config.h"

#include <check.h>

#include "rules/registry.h"
#include "tests/suite.h"
#include "tests/support.h"

#define AGENT                                \
	"services:\n"                        \
	"  agent:\n"                         \
	"    image: registry.example/a:1\n"  \
	"    networks: [box]\n"              \
	"    environment: {A: \"1\", B: }\n" \
	"    volumes: [\"/srv/p:/work\"]\n"  \
	"    x-compose-lint: "
#define BOX "networks:\n  box: {internal: true}\n"

static const struct {
	const char *name;
	struct str rule;
	const char *text;
} rows[] = {
	{ "nothing declared is nothing judged", STR_INIT("beyond-contract"),
	  AGENT "{role: agent}\n" BOX },
	{ "what is declared is content", STR_INIT("beyond-contract"),
	  AGENT "{sees: {/work: rw}, reaches: [], holds: [A, B]}\n" BOX },
	{ "and is met", STR_INIT("contract-unmet"),
	  AGENT "{sees: {/work: rw}, reaches: [], holds: [A, B]}\n" BOX },
	{ "a part that is left out is not judged", STR_INIT("beyond-contract"),
	  AGENT "{sees: {/work/: rw}}\n" BOX },
	{ "a path with a mode that is none is declared all the same", STR_INIT("beyond-contract"),
	  AGENT "{sees: {/work: rww}}\n" BOX },
	{ "and met", STR_INIT("contract-unmet"), AGENT "{sees: {/work: rww}}\n" BOX },
	{ "a path with a list of modes too", STR_INIT("beyond-contract"),
	  AGENT "{sees: {/work: [ro, rw]}}\n" BOX },
	{ "a path of the container begins at its root", STR_INIT("beyond-contract"),
	  AGENT "{sees: {work: rw}}\n" BOX },
	{ "a name may look like a number or like yes", STR_INIT("contract-unmet"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    environment: {\"1\": x, \"yes\": x}\n"
	  "    x-compose-lint: {holds: [1, yes]}\n" },
	{ "an empty part allows nothing", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    environment:\n"
	  "      A: \"1\"  # <-\n"
	  "    volumes:\n"
	  "      - /srv/p:/work:ro  # <-\n"
	  "    networks:\n"
	  "      - box  # <-\n"
	  "    x-compose-lint: {sees: , reaches: , holds: }\n"
	  "networks:\n"
	  "  box: {}\n" },
	{ "memory and anonymous volumes may be left out", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    tmpfs: [/tmp]\n"
	  "    volumes: [/cache]\n"
	  "    x-compose-lint: {sees: {}}\n" },
	{ "declared memory has its mode judged", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    tmpfs:\n"
	  "      - /tmp  # <-\n"
	  "    x-compose-lint: {sees: {/tmp: ro}}\n" },
	{ "a secret that is no file is seen too", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    secrets:\n"
	  "      - key  # <-\n"
	  "      - allowed\n"
	  "    x-compose-lint: {sees: {/run/secrets/allowed: ro}}\n"
	  "secrets:\n"
	  "  key: {environment: KEY}\n"
	  "  allowed: {environment: KEY}\n" },
	{ "a mount of another service is seen where it is taken over", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    volumes_from:\n"
	  "      - other  # <-\n"
	  "    x-compose-lint: {sees: {}}\n"
	  "  other:\n"
	  "    image: registry.example/o:1\n"
	  "    volumes: [\"/srv/o:/o\"]\n" },
	{ "a copy of a watch is seen, but not where its place may be seen",
	  STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    build: .\n"
	  "    develop:\n"
	  "      watch:\n"
	  "        - {path: ./a, action: sync, target: /work/a}\n"
	  "        - {path: ./b, action: sync, target: /etc/b}  # <-\n"
	  "    x-compose-lint: {sees: {/work: rw}}\n" },
	{ "what a variable leaves open is left to unset-variable", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    volumes: [\"/srv/p:${TARGET}\"]\n"
	  "    x-compose-lint: {sees: {}}\n" },
	{ "the way out in the definition", STR_INIT("beyond-contract"),
	  AGENT "{reaches: []}\n"
		"networks:\n"
		"  box:\n"
		"    internal: false  # <-\n" },
	{ "a network of elsewhere is not provably internal", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    x-compose-lint: {reaches: []}\n"
	  "    networks:\n"
	  "      - box\n"
	  "networks:\n"
	  "  box: {external: true}  # <-\n" },
	{ "unless somebody has verified it", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    x-compose-lint: {reaches: []}\n"
	  "    networks: [box]\n"
	  "networks:\n"
	  "  box: {external: true}\n"
	  "--- .compose-lint.yaml\n"
	  "networks: {box: {internal: verified}}\n" },
	{ "a network may be declared with its way out", STR_INIT("beyond-contract"),
	  AGENT "{reaches: [box]}\n"
		"networks:\n"
		"  box: {}\n" },
	{ "a declared network does not bring its services", STR_INIT("beyond-contract"),
	  AGENT "{reaches: [box]}\n"
		"  db:\n"
		"    image: postgres:17\n"
		"    networks:\n"
		"      - box  # <-\n" BOX },
	{ "who comes to the only network of the service", STR_INIT("beyond-contract"),
	  AGENT "{reaches: []}\n"
		"  db:\n"
		"    image: postgres:17\n"
		"    networks:\n"
		"      - box  # <-\n" BOX },
	{ "who comes to the network of the gateway", STR_INIT("beyond-contract"),
	  AGENT "{reaches: [gateway]}\n"
		"  db:\n"
		"    image: postgres:17\n"
		"    networks:\n"
		"      - box  # <-\n"
		"  gateway:\n"
		"    image: registry.example/g:1\n"
		"    networks: [box]\n" BOX },
	{ "the service goes to a network of others", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    x-compose-lint: {reaches: [gateway]}\n"
	  "    networks:\n"
	  "      - box\n"
	  "      - data  # <-\n"
	  "  gateway: {image: registry.example/g:1, networks: [box]}\n"
	  "  db: {image: \"postgres:17\", networks: [data]}\n"
	  "  cache: {image: \"redis:7\", networks: [data]}\n"
	  "networks:\n"
	  "  box: {internal: true}\n"
	  "  data: {internal: true}\n" },
	{ "a shared namespace", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    x-compose-lint: {reaches: []}\n"
	  "    network_mode: none\n"
	  "    pid: service:db  # <-\n"
	  "  db:\n"
	  "    image: postgres:17\n"
	  "    network_mode: none\n" },
	{ "the network of no key at all", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:  # <-\n"
	  "    image: registry.example/a:1\n"
	  "    x-compose-lint: {reaches: []}\n" },
	{ "a port that is not declared", STR_INIT("beyond-contract"),
	  AGENT "{reaches: {gateway: [4000, \"5000-5001\"]}}\n"
		"  gateway:\n"
		"    image: registry.example/g:1\n"
		"    networks: [box]\n"
		"    expose:\n"
		"      - \"4000\"\n"
		"      - \"5001/tcp\"\n"
		"      - \"6000-6001\"  # <-\n" BOX },
	{ "any port where none is declared", STR_INIT("beyond-contract"),
	  AGENT "{reaches: {gateway: }}\n"
		"  gateway:\n"
		"    image: registry.example/g:1\n"
		"    networks: [box]\n"
		"    expose: [\"4000\"]\n" BOX },
	{ "what an image sets for itself is not held", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    build: .\n"
	  "    x-compose-lint: {holds: []}\n"
	  "--- Dockerfile\n"
	  "FROM debian:12\n"
	  "ENV HOME=/agent\n"
	  "ENV API_KEY=x  # <-\n" },
	{ "the variables of an env file stand together", STR_INIT("beyond-contract"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    env_file:\n"
	  "      - a.env  # <-\n"
	  "    x-compose-lint: {holds: [A]}\n"
	  "--- a.env\n"
	  "A=1\n"
	  "B=2\n"
	  "C=3\n" },
	{ "a mount that is not there", STR_INIT("contract-unmet"),
	  AGENT "\n"
		"      sees:\n"
		"        /work: rw\n"
		"        /task: ro  # <-\n" BOX },
	{ "a mount that cannot be written", STR_INIT("contract-unmet"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    volumes: [\"/srv/p:/work:ro\"]\n"
	  "    x-compose-lint:\n"
	  "      sees:\n"
	  "        /work: rw  # <-\n" },
	{ "a service on no common network", STR_INIT("contract-unmet"),
	  AGENT "{reaches: [gateway]}  # <-\n"
		"  gateway: {image: registry.example/g:1, network_mode: none}\n" BOX },
	{ "a service that is nowhere", STR_INIT("contract-unmet"),
	  AGENT "{reaches: [gateway]}  # <-\n" BOX },
	{ "a gateway of another project, which an address names", STR_INIT("contract-unmet"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "    networks: [box]\n"
	  "    environment: {OPENAI_API_BASE: \"http://gateway:4000/v1\"}\n"
	  "    x-compose-lint: {reaches: [gateway]}\n" BOX },
	{ "a variable that is not set", STR_INIT("contract-unmet"),
	  AGENT "{holds: [A, C]}  # <-\n" BOX },
	{ "the configuration says it for the service", STR_INIT("contract-unmet"),
	  "services:\n"
	  "  agent:\n"
	  "    image: registry.example/a:1\n"
	  "--- .compose-lint.yaml\n"
	  "services:\n"
	  "  agent:\n"
	  "    sees:\n"
	  "      /work: rw  # <-\n" },
};

START_TEST(the_marked_lines_are_reported)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;
	struct str difference;

	test_lint(&run, str_from(rows[_i].text), &options);
	difference = test_difference(&run, rows[_i].rule);
	ck_assert_msg(!difference.n, "%s\n%.*s", rows[_i].name, STR_FMT(difference));
	test_end(&run);
}
END_TEST

START_TEST(neighbours_of_one_network_are_told_once)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;

	test_lint(&run,
		  STR("services:\n"
		      "  agent:\n"
		      "    image: registry.example/a:1\n"
		      "    x-compose-lint: {reaches: []}\n"
		      "    networks: [box, data]\n"
		      "  a: {image: \"postgres:17\", networks: [data]}\n"
		      "  b: {image: \"postgres:17\", networks: [data]}\n"
		      "  c: {image: \"postgres:17\", networks: [data]}\n"
		      "  d: {image: \"postgres:17\", networks: [data]}\n"
		      "  e: {image: \"postgres:17\", networks: [data]}\n"
		      "  f: {image: \"postgres:17\", networks: [data]}\n"
		      "networks:\n"
		      "  box: {internal: true}\n"
		      "  data: {internal: true}\n"),
		  &options);
	test_assert_findings(&run, "beyond-contract",
			     "compose.yaml:5:21: service \"agent\" reaches \"a\", \"b\", \"c\", "
			     "\"d\", \"e\" and 1 more on network \"data\", which its contract does "
			     "not have\n"
			     "  compose.yaml:4:31: its contract\n");
	test_end(&run);
}
END_TEST

START_TEST(what_is_not_there_is_told_with_what_may_be_meant)
{
	const struct test_options options = { .rules = rules_all(), TEST_SANDBOX };
	struct test_run run;

	test_lint(&run,
		  STR("services:\n"
		      "  agent:\n"
		      "    image: registry.example/a:1\n"
		      "    x-compose-lint:\n"
		      "      sees:\n"
		      "        /wrok: rw\n"
		      "        /run/secrets/tokens: ro\n"
		      "        /taks: ro\n" /* /task is declared */
		      "        /task: ro\n"
		      "      reaches: [gatway, sandbax, apart]\n"
		      "      holds: [GREETIN, UNLIKE_ALL]\n"
		      "    environment: {GREETING: hello}\n"
		      "    volumes: [\"/srv/p:/work\", \"/srv/t:/task:ro\"]\n"
		      "    secrets: [token]\n"
		      "    networks: [sandbox]\n"
		      "  gateway: {image: registry.example/g:1, networks: [sandbox]}\n"
		      "  apart: {image: registry.example/g:1, network_mode: none}\n"
		      "  aparte: {image: registry.example/g:1, network_mode: none}\n"
		      "secrets: {token: {environment: TOKEN}}\n"
		      "networks: {sandbox: {internal: true}}\n"),
		  &options);
	test_assert_findings(
		&run, "contract-unmet",
		"compose.yaml:6:9: service \"agent\" has nothing mounted at /wrok, which its "
		"contract has; did you mean \"/work\"?\n"
		"compose.yaml:7:9: service \"agent\" has nothing mounted at /run/secrets/tokens, "
		"which its contract has; did you mean \"/run/secrets/token\"?\n"
		"compose.yaml:8:9: service \"agent\" has nothing mounted at /taks, which its "
		"contract has\n"
		"compose.yaml:10:17: service \"agent\" does not reach \"gatway\", which its "
		"contract has; did you mean \"gateway\"?\n"
		"compose.yaml:10:25: service \"agent\" does not reach \"sandbax\", which its "
		"contract has; did you mean \"sandbox\"?\n"
		"compose.yaml:10:34: service \"agent\" does not reach \"apart\", which its "
		"contract has\n"
		"compose.yaml:11:15: service \"agent\" does not hold GREETIN, which its contract "
		"has; did you mean \"GREETING\"?\n"
		"compose.yaml:11:24: service \"agent\" does not hold UNLIKE_ALL, which its "
		"contract has\n");
	test_end(&run);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("contract");
	TCase *cases = tcase_create("contract");

	tcase_add_loop_test(cases, the_marked_lines_are_reported, 0, sizeof(rows) / sizeof(*rows));
	tcase_add_test(cases, neighbours_of_one_network_are_told_once);
	tcase_add_test(cases, what_is_not_there_is_told_with_what_may_be_meant);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
