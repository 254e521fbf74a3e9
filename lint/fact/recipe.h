/* SPDX-License-Identifier: MIT */
/*
 * What goes into the image of a service, as far as rules ask: images from
 * elsewhere, scripts run straight from a server, agents in a version that nobody
 * chose, groups that are power, credentials by name, and secret files that COPY brings in.
 *
 * Most items stand in the Dockerfile, on a line that other services may share;
 * those of the Compose file have a node.  Only what the target needs is looked
 * at.  Lives in the run arena; nothing fails.
 */
#ifndef FACT_RECIPE_H
#define FACT_RECIPE_H

#include "base/table.h"
#include "image/context.h"
#include "model/project.h"

enum recipe_kind {
	RECIPE_IMAGE,  /* an image that is pulled; `text` is its reference */
	RECIPE_SCRIPT, /* a script is run as a server sends it; `text` is the host, or empty */
	RECIPE_AGENT,  /* a coding agent; `text` is its package or its version variable */
	RECIPE_GROUP,  /* an account joins a group that is power; `text` is the group, `what` the
			  account */
	RECIPE_SECRET, /* a name like a credential's; `text` is the name */
	RECIPE_FILES,  /* a COPY or ADD that brings secret files in; `text` is its source */
	RECIPE_TEXT    /* of `texts`: what an instruction says; `text` is the name it is given */
};

enum recipe_pin {
	RECIPE_PINNED,   /* by digest, or a version in full */
	RECIPE_VERSION,  /* an image: by a tag that names a version */
	RECIPE_FLOATING, /* by a tag or name that moves; an agent: "latest" */
	RECIPE_UNPINNED, /* by nothing */
	RECIPE_UPDATES   /* an agent that is told to update itself */
};

enum recipe_form {
	RECIPE_VALUE,   /* a value, of ARG, ENV, LABEL, or a word of a command */
	RECIPE_COMMAND, /* shell code */
	RECIPE_SETTINGS /* a file that is written in the Dockerfile */
};

struct recipe_item {
	enum recipe_kind kind;
	const struct node *node; /* its primary place in a Compose file; NULL: in the Dockerfile */
	struct span span;        /* the primary place */
	struct str what;         /* "FROM", "COPY --from", "ENV", "build arg": where it stands */
	struct str text;
	enum recipe_pin pin;      /* RECIPE_IMAGE, RECIPE_AGENT */
	struct str version;       /* RECIPE_AGENT: as written, "${V}", or resolved; may be empty */
	const struct node *value; /* RECIPE_SECRET: of a build argument; NULL */
	/* further places that belong to it: the ARG of a build argument, the ADD of a script */
	struct span other;
	const struct scope_origin *origins; /* the ARG, ENV and build arguments that fed it */
	size_t norigins;
	const struct context_file *const *files; /* RECIPE_FILES */
	size_t nfiles;
	/* RECIPE_FILES: lines of an ignore file that leave all of them out; empty: the build would
	   fail then, or no line can say it */
	struct str ignoring;
	/* RECIPE_TEXT: the text itself, unexpanded, what kind of one, and whose it is */
	struct str content;
	enum recipe_form form;
	const struct dockerfile_instr *instr;
	size_t position; /* in `texts` */
};

struct recipe_home {
	const struct node *context;
	struct str what; /* "your home directory" */
};

struct recipe {
	const struct recipe_item *all; /* of one kind in the order of the file */
	size_t count;
	const struct recipe_home *homes; /* contexts that are homes */
	size_t nhomes;
	/* All texts of the Dockerfile that may hold a secret, those of stages that are not needed
	   too: whoever has the file has them. */
	const struct recipe_item *texts;
	size_t ntexts;
};

/* Lives in fact/recipe_resolve.c.  Needs service->build, ->image and ->environment. */
const struct recipe *recipe_resolve(struct lint *lint, const struct project *project,
				    const struct service *service, struct table *built);
/* The images that the project builds, by image_key(): asked for each service, so made once. */
struct table recipe_built(struct lint *lint, const struct project *project);
/* Where bytes [from, to) of the content of a RECIPE_TEXT stand. */
struct span recipe_text_span(const struct recipe_item *item, size_t from, size_t to);
/* Who has which item; needs the recipes of all services. */
const struct recipe_sharers *recipe_sharers_resolve(struct lint *lint,
						    const struct project *project);
/* The first service behind `after`, or of all where that is NULL, whose recipe has the item, as
   recipe_shared() has it; NULL: none. */
const struct service *recipe_next(const struct project *project, const struct service *after,
				  const struct recipe_item *item);
/* The same thing at the same place of a Dockerfile in the recipe of that service, or NULL.  Of
   RECIPE_FILES only the place is the same: another context has other files. */
const struct recipe_item *recipe_shared(const struct service *service,
					const struct recipe_item *item);

#endif
