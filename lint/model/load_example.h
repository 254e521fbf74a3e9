/* SPDX-License-Identifier: MIT */
/*
 * The file beside the .env of a project that shows what is to be set in it, such
 * as .env.example: Compose does not read it, so nothing it says counts, and only
 * its name and the names it gives are kept.  It is read where variables are unset
 * although there is an .env; one that cannot be read gives no names.
 */
#ifndef MODEL_LOAD_EXAMPLE_H
#define MODEL_LOAD_EXAMPLE_H

#include "model/project.h"

struct loader;

/* A file of this name only shows what an env file would hold. */
bool load_is_example(struct str name);
/* Sets the example of the project, whose unset variables are known. */
void load_example(struct loader *l, struct project *project);

#endif
