/* SPDX-License-Identifier: MIT */
/* A build runs a script straight from a server. */
#include "config.h"

#include "engine/rule.h"
#include "fact/recipe.h"

static void service(const struct service *service, struct sink *out);

const struct rule rule_pipe_to_shell = {
	.name = STR_INIT("pipe-to-shell"),
	.severity = LEVEL_WARNING,
	.group = GROUP_IMAGE,
	.applies = APPLIES_ANY,
	.score = STR_INIT("6.1"),
	.summary = STR_INIT("a build runs a script straight from a server"),
	.reason = STR_INIT(
		"What \"curl | bash\" runs is chosen by a server at the moment of the build. Nobody "
		"has read it, nothing compares it with what was there yesterday, and it runs as root "
		"with the build's secrets. A transfer that breaks off runs half of it.\n"
		"\n"
		"Reported are a download that is piped into an interpreter, by way of xargs too, "
		"substituted into one (bash <(curl ...), sh -c \"$(wget ...)\", eval), or stored, by "
		"tee or in a folder too, and then run in the same RUN, and a URL that ADD brings without a checksum and that a RUN executes."),
	.silent = STR_INIT(
		"Instructions that compare a checksum or a signature; downloads that are unpacked or "
		"read as data; stages that the target does not need."),
	.advice = STR_INIT("Download it, compare its checksum, then run it: sha256sum -c, or ADD "
			   "--checksum."),
	.see = STR_INIT(
		"OWASP Docker Security Cheat Sheet, rule 9 "
		"<https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html>\n"
		"CIS Docker Benchmark, 4.11 <https://github.com/docker/docker-bench-security>\n"
		"hadolint DL4006 <https://github.com/hadolint/hadolint/wiki/DL4006>"),
	.bad = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "  helper:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN apt-get update \\\n"
			 " && curl -fsSL https://x.example/install.sh | bash  # <-\n"
			 "RUN sh -c \"$(wget -O- https://x.example/i.sh)\"  # <-\n"
			 "RUN bash <(curl -s https://x.example/i.sh)  # <-\n"
			 "RUN curl -o i.sh https://x.example/i.sh && \\\n"
			 "    sh i.sh  # <-\n"
			 "ADD https://x.example/setup.sh /tmp/  # <-\n"
			 "RUN sh /tmp/setup.sh\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build:\n"
			 "      context: .\n"
			 "      dockerfile_inline: |\n"
			 "        FROM debian:bookworm-slim\n"
			 "        RUN wget -qO- https://x.example/i.py | python3 -  # <-\n"),
	},
	.good = {
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "RUN apt-get update\n"
			 "RUN curl -fsSLo i.sh https://x.example/i.sh \\\n"
			 " && echo \"0000  i.sh\" | sha256sum -c && sh i.sh\n"
			 "RUN curl -s https://x.example/a.tgz | tar xz\n"
			 "RUN curl -s https://x.example/a.json | python3 -c 'print(1)'\n"
			 "RUN curl -s https://x.example/key | gpg --dearmor -o /etc/apt/k.gpg\n"),
		STR_INIT("services:\n"
			 "  agent:\n"
			 "    build: .\n"
			 "--- Dockerfile\n"
			 "FROM debian:bookworm-slim\n"
			 "ADD --checksum=sha256:"
			 "0000000000000000000000000000000000000000000000000000000000000000 "
			 "https://x.example/i.sh /i.sh\n"
			 "RUN sh /i.sh\n"),
	},
	.service = service,
};

static void service(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->recipe->count; i++) {
		const struct recipe_item *item = &service->recipe->all[i];
		struct str who = STR("");

		if (item->kind == RECIPE_SCRIPT)
			who = sink_builders(out, service, item);
		if (!who.n)
			continue;
		report_span(out, item->span,
			    "the build of %.*s runs a script straight from %.*s; the image is "
			    "whatever that server answers on build day",
			    STR_FMT(who),
			    STR_FMT(item->text.n ? sink_show(out, item->text) : STR("a server")));
		evidence(out, item->text);
		related_recipe(out, item, "it is run here");
	}
}
