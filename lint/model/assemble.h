/* SPDX-License-Identifier: MIT */
/*
 * The merged model as typed arrays: services, resources, full names, profiles,
 * who builds whose image.  Reads no file.  The project lives in the run arena;
 * load, which alone calls this, adds what it read besides, and then nobody
 * changes it any more.
 */
#ifndef MODEL_ASSEMBLE_H
#define MODEL_ASSEMBLE_H

#include "model/project.h"

struct assembly {
	struct lint *lint;
	struct str name, directory, shown_directory;
	const struct node *model;
	const struct node *const *documents; /* the named files' documents, as merged */
	size_t ndocuments;
	struct env *env;
	const struct str *profiles; /* --profile; none: COMPOSE_PROFILES */
	size_t nprofiles;
	struct service *services; /* made: those of the project, for load to complete */
	size_t nservices;
};

struct project *assemble_project(struct assembly *assembly);

#endif
