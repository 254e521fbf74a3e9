/* SPDX-License-Identifier: MIT */
/*
 * A recipe while it is put together.  Serves fact/recipe_resolve.c and the modules
 * that find its items (reference, download, install, group, secret_file) alone.
 */
#ifndef FACT_RECIPE_PART_H
#define FACT_RECIPE_PART_H

#include "fact/recipe.h"
#include "image/shell.h"

struct recipe_making {
	struct lint *lint;
	struct arena *arena;
	const struct project *project;
	const struct service *service;
	const struct stage_result *image; /* of its own build; NULL: none, or not known */
	struct table *built;              /* see recipe_built() */
	struct recipe_item *all;
	size_t count, capacity;
};

struct recipe_item *recipe_add(struct recipe_making *to, struct recipe_item item);
/* The instruction belongs to the service's own Dockerfile. */
bool recipe_is_own(const struct recipe_making *to, const struct dockerfile_instr *instr);
/* Each RUN of the stages that the target needs, once. */
void recipe_each_run(struct recipe_making *to,
		     void (*found)(struct recipe_making *to, const struct stage *stage,
				   const struct stage_run *run));
/* The place of a command of a RUN; `text` is one of the run's texts. */
struct span recipe_span(const struct stage_run *run, struct str text, size_t from, size_t to);
/* The words of a RUN in exec form, as one command. */
struct shell_command recipe_argv(const struct recipe_making *to, const struct stage_run *run);

/* reference.c */
void recipe_add_images(struct recipe_making *to);
/* download.c */
void recipe_add_scripts(struct recipe_making *to);
/* install.c */
void recipe_add_agents(struct recipe_making *to);
/* group.c */
void recipe_add_groups(struct recipe_making *to);
/* recipe_text.c */
void recipe_add_texts(const struct recipe_making *to, struct recipe *recipe);
/* secret_file.c */
void recipe_add_files(struct recipe_making *to);

#endif
