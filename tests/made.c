/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "made.h"

#include <check.h>
#include <stdlib.h>

#include "fact/credential.h"

const struct rule made_mount = {
	.name = STR_INIT("socket-mount"),
	.severity = LEVEL_ERROR,
	.group = GROUP_MOUNTS,
	.score = STR_INIT("9.3"),
	.summary = STR_INIT("a container is given the engine's socket"),
	.reason =
		STR_INIT("Whoever can write to it is root on the host. So it has no place "
			 "there.\n\nRead-only does not help: .sock is a door, e.g. --privileged."),
	.silent = STR_INIT("A socket of another kind."),
	.advice = STR_INIT("Remove the mount; give the container a proxy to the engine that allows "
			   "only the calls it needs."),
	.see = STR_INIT("Protect the Docker daemon socket <https://docs.docker.com/protect/>\n"
			"CIS Docker Benchmark 5.31"),
	.bad = { STR_INIT("services:\n  web:\n    image: x\n    volumes:\n"
			  "      - /var/run/docker.sock:/s  # <-\n.odd: caf\xC3\xA9 \\ -\n") },
	.good = { STR_INIT("services:\n  web:\n    image: x\n") },
	.yields = RULE_NAMES(STR_INIT("not-written-yet"), STR_INIT("token")),
};
const struct rule made_token = {
	.name = STR_INIT("token"),
	.severity = LEVEL_WARNING,
	.group = GROUP_CREDENTIALS,
	.applies = APPLIES_AGENT,
	.summary = STR_INIT("a token is in the environment"),
	.reason = STR_INIT("It can be read."),
	.advice = STR_INIT("Take it out."),
	.bad = { STR_INIT("x\n") },
	.good = { STR_INIT("y\n") },
};
static const struct rule *const rules[] = { &made_mount, &made_token };

struct lint made_lint;
struct report_project made_projects[2];
struct project_file made_files[6];
struct report made;
char *made_output;

const struct source *made_add(struct str name, struct str bytes, enum file_role role)
{
	const struct source *source = source_add(&made_lint.sources, name, name, bytes);

	made_files[made_projects[0].nfiles++] =
		(struct project_file){ .role = role, .name = name, .source = source->number };
	return source;
}

void made_begin(void)
{
	lint_init(&made_lint);
	made_projects[0] = (struct report_project){ .directory = STR("."),
						    .files = made_files,
						    .preset = PRESET_SANDBOX };
	made = (struct report){
		.lint = &made_lint,
		.rules = { rules, 2 },
		.preset = PRESET_SANDBOX,
		.projects = made_projects,
		.nprojects = 1,
		.credentials = credentials_new(&made_lint.run),
	};
	made_output = NULL;
}

void made_end(void)
{
	credentials_free(made.credentials);
	lint_free(&made_lint);
	free(made_output);
}

struct str made_write(enum report_format format)
{
	size_t size = 0;
	FILE *stream;

	free(made_output);
	made_output = NULL;
	stream = open_memstream(&made_output, &size);
	ck_assert_ptr_nonnull(stream);
	ck_assert(!report_write(&made, format, stream).failed);
	fclose(stream);
	return (struct str){ made_output, size };
}

/* The span of the first place where `text` stands. */
struct span made_at(const struct source *source, struct str text)
{
	size_t start = str_find(source->bytes, text, 0);

	ck_assert_msg(start != STR_NPOS, "no %.*s", STR_FMT(text));
	return (struct span){ source->number, (uint32_t)start, (uint32_t)(start + text.n) };
}

struct finding *made_find(const struct rule *rule, struct span span, struct str message)
{
	struct finding *finding =
		diag_add(&made_lint.diag, rule->name, span, "%.*s", STR_FMT(message));

	finding->level = rule->severity;
	return finding;
}

void equals(struct str got, const char *wanted)
{
	ck_assert_msg(str_eq(got, str_from(wanted)), "wanted:\n%s\ngot:\n%.*s", wanted,
		      STR_FMT(got));
}

void has(struct str got, const char *part)
{
	ck_assert_msg(str_has(got, str_from(part)), "wanted in it:\n%s\ngot:\n%.*s", part,
		      STR_FMT(got));
}

void has_not(struct str got, const char *part)
{
	ck_assert_msg(!str_has(got, str_from(part)), "wanted not in it:\n%s\ngot:\n%.*s", part,
		      STR_FMT(got));
}

const struct source *made_socket_mount(void)
{
	const struct source *base = made_add(STR("compose.yaml"),
					     STR("services:\n  agent:\n    volumes:\n"
						 "      # one mount\n"
						 "      - \"${SOCKET}:/s\"\n"),
					     ROLE_BASE);
	const struct source *env =
		made_add(STR(".env"), STR("SOCKET=/var/run/docker.sock\n"), ROLE_ENV);
	struct finding *finding = made_find(&made_mount, made_at(base, STR("${SOCKET}")),
					    STR("\"agent\" mounts the engine's socket"));

	finding->owner = STR("agent");
	finding->path = STR("services.agent.volumes[0]");
	finding->evidence = STR("/s");
	diag_related(&made_lint.diag, finding, RELATED_ORIGIN,
		     made_at(env, STR("/var/run/docker.sock")), "value comes from here");
	diag_related(&made_lint.diag, finding, RELATED_OTHER, SPAN_NONE, "and from nowhere");
	return base;
}
