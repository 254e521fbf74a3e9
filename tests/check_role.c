/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>
#include <stdio.h>

#include "engine/role.h"
#include "fact/agent_cli.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct row {
	const char *name, *text, *wanted; /* "a=agent (why); " of each service */
} rows[] = {
	/* declared */
	{ "declared",
	  "  a:\n    image: x:1\n    x-compose-lint: {role: agent}\n  agent:\n    image: y:1\n",
	  "a=agent (declared); agent=service; " },
	{ "declared as something else",
	  "  agent:\n    image: x:1\n    x-compose-lint: {role: service}\n  coder:\n    image: "
	  "y:1\n",
	  "agent=service (declared); coder=agent (name says coder); " },
	{ "an unknown role declares nothing",
	  "  agent:\n    image: x:1\n    x-compose-lint: {role: chief}\n",
	  "agent=agent (name says agent); " },
	{ "beside a declared agent a gateway is still one",
	  "  a:\n    image: x:1\n    x-compose-lint: {role: agent}\n"
	  "  g:\n    image: ghcr.io/berriai/litellm:v1\n",
	  "a=agent (declared); g=gateway (image says litellm); " },
	{ "capitals that the engine refuses hide no gateway",
	  "  coder:\n    image: x:1\n  g:\n    image: ghcr.io/BerriAI/LiteLLM:v1\n",
	  "coder=agent (name says coder); g=gateway (image says litellm); " },
	/* scored */
	{ "the store of a gateway is none",
	  "  coder:\n    image: x:1\n  litellm-db:\n    image: postgres:17\n"
	  "  litellm-proxy:\n    image: z:1\n",
	  "coder=agent (name says coder); litellm-db=service (infrastructure: postgres); "
	  "litellm-proxy=gateway (name says litellm); " },
	{ "what people see of an agent",
	  "  js-sandbox:\n    image: x:1\n  js-sandbox-manager:\n    image: y:1\n"
	  "  agent-ui:\n    image: z:1\n",
	  "js-sandbox=agent (name says sandbox); "
	  "js-sandbox-manager=service (manager beside an agent, although its name says sandbox); "
	  "agent-ui=service (ui beside an agent, although its name says agent); " },
	{ "beside no other agent such a name counts", "  agent-ui:\n    image: z:1\n",
	  "agent-ui=agent (name says agent); " },
	{ "such a name with the agent's image",
	  "  agent-ui:\n    image: me/x:1\n  agent:\n    build: .\n    image: me/x:1\n"
	  "--- Dockerfile\nFROM registry.example/x:1\n",
	  "agent-ui=agent (same image as agent); agent=agent (name says agent); " },
	{ "what is called agent and watches the host",
	  "  acme-agent:\n    image: x:1\n    pid: host\n    volumes: [\"/:/hostfs:ro\"]\n"
	  "  coder:\n    image: y:1\n",
	  "acme-agent=service (infrastructure: watches the host, although its name says agent); "
	  "coder=agent (name says coder); " },
	{ "what can write on the host does not just watch it",
	  "  acme-agent:\n    image: x:1\n    pid: host\n"
	  "    volumes: [\"/:/hostfs:ro\", \"./work:/work\"]\n",
	  "acme-agent=agent (name says agent); " },
	{ "what has the address of a model does not just watch the host",
	  "  acme-agent:\n    image: x:1\n    pid: host\n    volumes: [\"/:/hostfs:ro\"]\n"
	  "    environment: {OPENAI_API_BASE: \"http://m:1\"}\n",
	  "acme-agent=agent (name says agent); " },
	{ "one tree of the host is not enough, nor is the name alone",
	  "  acme-agent:\n    image: x:1\n    volumes: [\"/:/hostfs:ro\"]\n"
	  "  agent:\n    image: y:1\n    pid: host\n    volumes: [\"/:/hostfs:ro\"]\n",
	  "acme-agent=agent (name says agent); agent=agent (name says agent); " },
	{ "a name", "  my-agent:\n    image: x:1\n  web:\n    image: y:1\n",
	  "my-agent=agent (name says agent); web=service; " },
	{ "a name with a number", "  coder2:\n    image: x:1\n",
	  "coder2=agent (name says coder); " },
	{ "a part of a word is no name",
	  "  agents:\n    image: x:1\n  a:\n    image: y:1\n"
	  "  aider:\n    image: z:1\n",
	  "agents=service; a=service; aider=agent (name says aider); " },
	{ "an image", "  a:\n    image: ghcr.io/all-hands-ai/openhands:0.9\n  b:\n    image: y:1\n",
	  "a=agent (image is openhands); b=service; " },
	{ "a command", "  a:\n    image: x:1\n    command: aider --yes\n  b:\n    image: y:1\n",
	  "a=agent (command starts aider); b=service; " },
	{ "an entrypoint",
	  "  a:\n    image: x:1\n    entrypoint: [/usr/local/bin/aider, --yes]\n"
	  "  b:\n    image: y:1\n",
	  "a=agent (entrypoint starts aider); b=service; " },
	{ "what the image installs",
	  "  a:\n    build: .\n  b:\n    image: y:1\n"
	  "--- Dockerfile\nFROM python:3.12\nRUN pip install aider-chat==0.86.0\n",
	  "a=agent (image installs aider-chat, Dockerfile:2); b=service; " },
	{ "another service with the same image",
	  "  a:\n    build: .\n    image: me/x:1\n  b:\n    image: me/x:1\n"
	  "--- Dockerfile\nFROM python:3.12\nRUN pip install aider-chat\n",
	  "a=agent (image installs aider-chat, Dockerfile:2); "
	  "b=agent (image installs aider-chat, Dockerfile:2); " },
	{ "what the image starts",
	  "  a:\n    build: .\n  b:\n    image: y:1\n"
	  "--- Dockerfile\nFROM registry.example/x:1\nCMD [\"aider\"]\n",
	  "a=agent (image starts aider, Dockerfile:2); b=service; " },
	{ "the container's name, when nothing else speaks",
	  "  a:\n    image: x:1\n    container_name: my-agent\n  b:\n    image: y:1\n",
	  "a=agent (container name says agent); b=service; " },
	{ "the container's name of a proxy says nothing",
	  "  proxy:\n    image: x:1\n    container_name: agent-proxy\n  agent:\n    image: y:1\n",
	  "proxy=service (infrastructure: proxy); agent=agent (name says agent); " },
	{ "infrastructure takes away more than a name brings",
	  "  agent-db:\n    image: postgres:16\n  agent:\n    image: y:1\n",
	  "agent-db=service (infrastructure: postgres, although its name says agent); agent=agent "
	  "(name says agent); " },
	{ "an address and a workspace with a terminal",
	  "  a:\n    image: x:1\n    tty: true\n    volumes: [\"/srv/x:/x\"]\n"
	  "    environment: {OPENAI_API_BASE: \"http://gw:4000/v1\"}\n  b:\n    image: y:1\n",
	  "a=agent (has a model address and a writable mount); b=service; " },
	{ "without a terminal that is not enough",
	  "  a:\n    image: x:1\n    volumes: [\"/srv/x:/x\"]\n"
	  "    environment: {OPENAI_API_BASE: \"http://gw:4000/v1\"}\n  agent:\n    image: y:1\n",
	  "a=service; agent=agent (name says agent); " },
	/* gateways */
	{ "the host of an address",
	  "  agent:\n    image: x:1\n    environment: {OPENAI_API_BASE: \"http://gw:4000/v1\"}\n"
	  "  gw:\n    image: y:1\n",
	  "agent=agent (name says agent); gw=gateway (host of OPENAI_API_BASE); " },
	{ "an agent is not made a gateway by an address",
	  "  agent:\n    image: x:1\n  b:\n    image: y:1\n"
	  "    environment: {OPENAI_API_BASE: \"http://agent:4000/v1\"}\n",
	  "agent=agent (name says agent); b=service; " },
	{ "a name of a gateway", "  litellm:\n    image: x:1\n  agent:\n    image: y:1\n",
	  "litellm=gateway (name says litellm); agent=agent (name says agent); " },
	/* agents of another kind: of monitoring and of what builds */
	{ "an agent of monitoring does not end the search",
	  "  bot:\n    image: x:1\n  zabbix-agent:\n    image: zabbix/zabbix-agent2:7.0.0\n",
	  "bot=agent (no agent was recognised, so every service is judged); "
	  "zabbix-agent=service (infrastructure: zabbix, although its name says agent); " },
	{ "by its name alone too",
	  "  bot:\n    image: x:1\n  my-beszel-agent-1:\n    image: registry.example/y:1\n",
	  "bot=agent (no agent was recognised, so every service is judged); "
	  "my-beszel-agent-1=service (infrastructure: beszel, although its name says agent); " },
	{ "one that builds",
	  "  bot:\n    image: x:1\n  agent:\n    image: jenkins/inbound-agent:1\n"
	  "  dd-agent:\n    image: gcr.io/datadoghq/agent:7\n"
	  "  agent1:\n    image: buildkite/agent:3\n",
	  "bot=agent (no agent was recognised, so every service is judged); "
	  "agent=service (infrastructure: jenkins, although its name says agent); "
	  "dd-agent=service (infrastructure: datadoghq, although its name says agent); "
	  "agent1=service (infrastructure: buildkite, although its name says agent); " },
	{ "but what an image installs says more than what it is built upon",
	  "  a:\n    build: .\n  b:\n    image: y:1\n"
	  "--- Dockerfile\nFROM jenkins/inbound-agent:1\nRUN pip install aider-chat\n",
	  "a=agent (image installs aider-chat, Dockerfile:2); b=service; " },
	/* a program's name counts where it is the whole */
	{ "another program with infrastructure in its name",
	  "  debezium-server-postgres:\n    image: quay.io/debezium/server:3.0\n"
	  "  nginx-ui:\n    image: uozi/nginx-ui:2.0\n"
	  "  a:\n    image: me/my-postgres-agent:1\n  my-postgres-2:\n    image: pg:16\n",
	  "debezium-server-postgres=agent (no agent was recognised, so every service is judged); "
	  "nginx-ui=agent (no agent was recognised, so every service is judged); "
	  "a=agent (no agent was recognised, so every service is judged); "
	  "my-postgres-2=service (infrastructure: postgres); " },
	{ "an agent beside a gateway's name",
	  "  ollama-agent:\n    image: x:1\n  ollama-gpu:\n    image: y:1\n",
	  "ollama-agent=agent (name says agent); ollama-gpu=gateway (name says ollama); " },
	{ "owners and ends of images",
	  "  a:\n    image: mirror.example/victoriametrics/vmagent:v1\n"
	  "  b:\n    image: me/disk_usage_exporter:1\n"
	  "  c:\n    image: mcr.microsoft.com/mssql/server:2022\n  d:\n    image: z:1\n",
	  "a=service (infrastructure: vmagent); b=service (infrastructure: exporter); "
	  "c=service (infrastructure: mssql/server); "
	  "d=agent (no agent was recognised, so every service is judged); " },
	/* agents with gateways of their own */
	{ "an agent's own gateway is no way out",
	  "  claw:\n    image: x:1\n  bot:\n    image: y:1\n"
	  "    environment: {OPENCLAW_GATEWAY_URL: \"http://claw:18789\"}\n",
	  "claw=agent (host of OPENCLAW_GATEWAY_URL); bot=service; " },
	{ "what is called after the service that it leads to need be no model",
	  "  coder:\n    image: x:1\n    environment:\n"
	  "      FOO_BAR_GATEWAY_URL: http://foo-bar:1\n      FOO_BAZ_GATEWAY_URL: http://web:1\n"
	  "      OTHER_GATEWAY_URL: http://odd:1\n"
	  "  foo-bar:\n    image: y:1\n  web:\n    image: acme/foo.baz:1\n"
	  "  odd:\n    image: \"not valid\"\n",
	  "coder=agent (name says coder); foo-bar=service; web=service; "
	  "odd=gateway (host of OTHER_GATEWAY_URL); " },
	{ "nor is that of a program nobody knows",
	  "  fooclaw:\n    image: x:1\n  bot:\n    image: y:1\n"
	  "    environment: {FOOCLAW_GATEWAY_URL: \"http://fooclaw:18789\"}\n",
	  "fooclaw=agent (no agent was recognised, so every service is judged); "
	  "bot=agent (no agent was recognised, so every service is judged); " },
	{ "an image of an agent's program",
	  "  a:\n    image: me/openclaw-mcp:1\n  b:\n    image: me/openclaw-ui:1\n",
	  "a=agent (image is openclaw); b=service; " },
	{ "the project's name in the name of an image says nothing",
	  "  app:\n    image: my-codex-app:1\n  valkey:\n    image: my-valkey-openclaw\n"
	  "  a:\n    image: x:1\n    tty: true\n  agent:\n    image: y:1\n",
	  "app=service; "
	  "valkey=service (infrastructure: valkey); a=service; agent=agent (name says agent); " },
	/* firewalls and engines */
	{ "a firewall beside the agent",
	  "  guard:\n    image: x:1\n    cap_add: [NET_ADMIN]\n"
	  "  work:\n    image: y:1\n    network_mode: service:guard\n",
	  "guard=service (guards the network of another service); "
	  "work=agent (no agent was recognised, so every service is judged); " },
	{ "or within its network",
	  "  work:\n    image: y:1\n  rules:\n    image: x:1\n    cap_add: [NET_ADMIN]\n"
	  "    network_mode: service:work\n  firewall:\n    image: z:1\n",
	  "work=agent (no agent was recognised, so every service is judged); "
	  "rules=service (guards the network of another service); "
	  "firewall=service (infrastructure: firewall); " },
	{ "of two that may both change it neither is one",
	  "  a:\n    image: x:1\n    cap_add: [NET_ADMIN]\n"
	  "  b:\n    image: y:1\n    cap_add: [NET_ADMIN]\n    network_mode: service:a\n",
	  "a=agent (no agent was recognised, so every service is judged); "
	  "b=agent (no agent was recognised, so every service is judged); " },
	{ "nor is one that works on files of the host",
	  "  a:\n    image: x:1\n    cap_add: [NET_ADMIN]\n    volumes: [\"/srv/x:/x\"]\n"
	  "  b:\n    image: y:1\n    network_mode: service:a\n",
	  "a=agent (no agent was recognised, so every service is judged); "
	  "b=agent (no agent was recognised, so every service is judged); " },
	{ "an engine in a container",
	  "  bot:\n    image: x:1\n  docker:\n    image: docker:27-dind\n"
	  "  cli:\n    image: docker:27-cli\n",
	  "bot=agent (no agent was recognised, so every service is judged); "
	  "docker=service (infrastructure: dind); "
	  "cli=agent (no agent was recognised, so every service is judged); " },
	{ "what is built upon one is judged",
	  "  a:\n    build: .\n--- Dockerfile\nFROM docker:27-dind\n",
	  "a=agent (no agent was recognised, so every service is judged); " },
	/* the same program */
	{ "another service with the same build",
	  "  sandbox:\n    build: .\n  worker:\n    build: {context: .}\n    command: run.sh\n"
	  "  init:\n    build: .\n    entrypoint: [\"true\"]\n"
	  "  other:\n    build: {context: ., target: x}\n"
	  "--- Dockerfile\nFROM registry.example/x:1 AS x\nFROM registry.example/y:1\n",
	  "sandbox=agent (name says sandbox); worker=agent (same image as sandbox); "
	  "init=service (starts nothing); other=service; " },
	{ "but not of one that is declared to be none",
	  "  agent:\n    image: me/x:1\n    x-compose-lint: {role: service}\n"
	  "  b:\n    image: me/x:1\n  coder:\n    image: y:1\n",
	  "agent=service (declared); b=service; coder=agent (name says coder); " },
	{ "one that only has an image built for another",
	  "  sandbox-image:\n    image: me/x:1\n    entrypoint: [\"true\"]\n"
	  "  sandbox-runner:\n    image: me/y:1\n",
	  "sandbox-image=service (starts nothing); sandbox-runner=agent (name says sandbox); " },
	{ "but it is judged where nothing else is an agent",
	  "  sandbox:\n    image: me/x:1\n    command: sh -c true\n  b:\n    image: y:1\n",
	  "sandbox=agent (name says sandbox); b=service; " },
	{ "another service with the same image, but not of one that anybody uses",
	  "  agent:\n    image: me/x:1\n  b:\n    image: docker.io/me/x:1\n"
	  "  c:\n    image: me/x:1\n    command: sh -c true\n  d:\n    image: me/x:2\n"
	  "  coder:\n    image: python:3.12\n  e:\n    image: python:3.12\n",
	  "agent=agent (name says agent); b=agent (same image as agent); c=service (starts "
	  "nothing); d=service; "
	  "coder=agent (name says coder); e=service; " },
	/* fail closed */
	{ "nothing known: all are judged", "  a:\n    image: x:1\n  b:\n    image: y:1\n",
	  "a=agent (no agent was recognised, so every service is judged); "
	  "b=agent (no agent was recognised, so every service is judged); " },
	{ "but not infrastructure", "  a:\n    image: x:1\n  db:\n    image: y:1\n",
	  "a=agent (no agent was recognised, so every service is judged); "
	  "db=service (infrastructure: db); " },
};

/* Roles are what the rules see, so one that judges everything is asked for. */
static void service(const struct service *at, struct sink *out)
{
	(void)at;
	(void)out;
}

static const struct rule any = { .name = STR_INIT("any"),
				 .severity = LEVEL_INFO,
				 .service = service };
static const struct rule *const all[] = { &any };

static struct str described(struct test_run *run)
{
	struct builder b = { .arena = &run->lint.run };

	for (size_t i = 0; run->roles && i < run->roles->count; i++) {
		const struct role_entry *entry = &run->roles->entries[i];

		builder_fmt(&b, "%.*s=%.*s", STR_FMT(entry->service->name),
			    STR_FMT(role_name(entry->role)));
		if (entry->why.n)
			builder_fmt(&b, " (%.*s)", STR_FMT(entry->why));
		builder_add(&b, STR("; "));
	}
	return builder_str(&b);
}

static void lint_with(struct test_run *run, const char *services, struct test_options options)
{
	struct arena arena = { 0 };

	options.rules = (struct rule_set){ all, 1 };
	test_lint(run, arena_fmt(&arena, "services:\n%s", services), &options);
	arena_free(&arena);
}

START_TEST(a_role_is_declared_scored_or_assumed)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	struct str got;

	lint_with(&run, row->text, (struct test_options){ TEST_SANDBOX });
	got = described(&run);
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted \"%s\", got \"%.*s\"\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	test_end(&run);
}
END_TEST

START_TEST(the_command_line_beats_the_file)
{
	struct test_run run;

	lint_with(&run,
		  "  a:\n    image: x:1\n    x-compose-lint: {role: service}\n"
		  "  agent:\n    image: y:1\n",
		  (struct test_options){ TEST_SANDBOX, .agent = STR("a") });
	ck_assert(str_eq(described(&run), STR("a=agent (named by --agent); agent=service; ")));
	test_end(&run);
}
END_TEST

START_TEST(baseline_does_not_fail_closed)
{
	struct test_run run;

	lint_with(&run, "  a:\n    image: x:1\n",
		  (struct test_options){ .preset = PRESET_BASELINE });
	ck_assert(str_eq(described(&run), STR("a=service; ")));
	test_end(&run);
}
END_TEST

/* ---- agents by their programs ---- */

START_TEST(an_agent_is_found_where_a_shell_text_brings_it)
{
	struct agent_cli_match match;
	struct str text = STR("npm install -g @anthropic-ai/claude-code@1.2.3");

	ck_assert(agent_cli_in_run(text, 0, &match));
	ck_assert(str_has(match.name, STR("claude-code")));
	ck_assert(str_eq(str_slice(text, match.from, match.to), match.name));
	ck_assert(!agent_cli_in_run(text, match.to, &match));
	ck_assert(agent_cli_in_run(STR("pip install \"aider-chat==0.86.0\""), 0, &match));
	ck_assert(!agent_cli_in_run(STR("pip install aider-chatter"), 0, &match));
	ck_assert(!agent_cli_in_run(STR("apt-get install -y git"), 0, &match));
	ck_assert(!agent_cli_in_run(STR(""), 0, &match));
}
END_TEST

START_TEST(an_agent_is_found_in_the_name_of_an_image)
{
	struct agent_cli_match match;

	ck_assert(agent_cli_in_image(STR("ghcr.io/all-hands-ai/openhands:0.9"), &match));
	ck_assert(!agent_cli_in_image(STR("debian:12-slim"), &match));
	ck_assert(!agent_cli_in_image(STR(""), &match));
}
END_TEST

START_TEST(every_listed_agent_is_found)
{
	enum { IN_RUN = 1, IN_IMAGE = 2, IN_COMMAND = 4 };
	static const struct {
		struct str text;
		unsigned where;
	} listed[] = {
#define AGENT_CLI(text, where) { STR_INIT(text), where },
#include "fact/agent_cli.list"
#undef AGENT_CLI
	};
	struct agent_cli_match match;

	for (size_t i = 0; i < sizeof(listed) / sizeof(*listed); i++) {
		struct str text = listed[i].text;
		char line[80];

		snprintf(line, sizeof(line), "x %.*s", STR_FMT(text));
		ck_assert(!(listed[i].where & IN_RUN) ||
			  (agent_cli_in_run(str_from(line), 0, &match) && match.from == 2));
		ck_assert(!(listed[i].where & IN_IMAGE) || agent_cli_in_image(text, &match));
		ck_assert(!(listed[i].where & IN_COMMAND) || agent_cli_is_program(text, &match));
	}
}
END_TEST

START_TEST(an_agent_is_found_as_a_program)
{
	struct agent_cli_match match;

	ck_assert(agent_cli_is_program(STR("/usr/local/bin/aider"), &match));
	ck_assert_uint_eq(match.from, 15);
	ck_assert_uint_eq(match.to, 20);
	ck_assert(agent_cli_is_program(STR("claude"), &match));
	ck_assert(!agent_cli_is_program(STR("/opt/aider/run"), &match));
	ck_assert(!agent_cli_is_program(STR("aider-chat-log"), &match));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("role");
	TCase *cases = tcase_create("roles");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_role_is_declared_scored_or_assumed, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, the_command_line_beats_the_file);
	tcase_add_test(cases, baseline_does_not_fail_closed);
	tcase_add_test(cases, an_agent_is_found_where_a_shell_text_brings_it);
	tcase_add_test(cases, an_agent_is_found_in_the_name_of_an_image);
	tcase_add_test(cases, an_agent_is_found_as_a_program);
	tcase_add_test(cases, every_listed_agent_is_found);
	return run_suite(suite);
}
