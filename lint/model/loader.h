/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the loading of one project share: the files it has read,
 * the lists it fills, and the words for what is wrong.  Only load and the
 * modules that it calls to read more files include this.
 *
 * Files are asked for through load_request.files; each path is read and parsed
 * once.  Nothing here returns a failure: a file that another one refers to and
 * that cannot be had is a finding at the reference.
 */
#ifndef MODEL_LOADER_H
#define MODEL_LOADER_H

#include "base/table.h"
#include "image/context.h"
#include "model/load_request.h"
#include "model/project.h"
#include "read/file.h"
#include "read/yaml.h"

/* A YAML file, read and parsed once. */
struct parsed {
	enum file_role role; /* in which it was read first */
	enum file_status status;
	const struct source *source;
	struct yaml_file yaml;
};

struct loader {
	struct lint *lint;
	const struct load_request *request; /* for load and load_... alone */
	const struct files *files;
	struct str current, directory; /* both absolute */
	bool names_absolute;           /* the user named the first file by an absolute path */
	struct table parsed;           /* absolute path -> struct parsed */
	struct table dotenvs;          /* env files of services, parsed */
	struct table listed;           /* absolute path -> anything: is in files */
	struct project_file *listing;  /* the project's files */
	size_t nlisting, listing_capacity;
	const struct node **documents; /* of the named files, as merged */
	size_t ndocuments, documents_capacity;
	const struct node **extended; /* documents of the files that are extended, before merging */
	size_t nextended, extended_capacity;
	struct unset_list *unset;
	bool unset_is_empty; /* as in env.h */
	struct span whole;   /* the start of the first file, for what has no place */
	bool refused, incomplete, broken;
	bool env_broken;  /* an env file could not be read to its end */
	size_t brought;   /* nodes by include: LIMIT_BROUGHT_NODES */
	bool limited;     /* extends would copy more than LIMIT_INHERITED_NODES, which is said */
	size_t laid;      /* entries that documents were laid over: LIMIT_LAID_ENTRIES */
	size_t includes;  /* LIMIT_INCLUDES */
	size_t env_lines; /* of services: LIMIT_ENV_LINES */
	struct context_budget contexts; /* of all builds */
	bool partial; /* an include or extends could not be had: what refers to it is not judged */
};

/* Compose refuses the project: finding model-invalid. */
struct finding *loader_refuse(struct loader *l, struct span span, struct str evidence,
			      struct str message);
/* The same, for what cannot be had and so is not judged: nothing suppresses the finding. */
struct finding *loader_refuse_unseen(struct loader *l, struct span span, struct str evidence,
				     struct str message);
/* Something is not judged: finding incomplete-project, which nothing suppresses. */
struct finding *loader_incomplete(struct loader *l, struct span span, struct str evidence,
				  struct str message);

/* The same of what no run can look at, such as another host: a person may say that it is meant. */
struct finding *loader_out_of_reach(struct loader *l, struct span span, struct str evidence,
				    struct str message);

/* The path as it is reported. */
struct str loader_shown(const struct loader *l, struct str path);
/* Absolute and clean. */
struct str loader_absolute(const struct loader *l, struct str directory, struct str path);

/* The bytes of a file, once for the whole run; it is listed among the project's files. */
enum file_status loader_read(struct loader *l, enum file_role role, struct str path,
			     struct str name, size_t limit, const struct source **source);
/* A YAML file, once for the project. */
struct parsed *loader_parse(struct loader *l, enum file_role role, struct str path,
			    struct str name);
/* A file that a file refers to was read; otherwise says why not, at the reference.  `missing`: the
   cause, where it is not there. */
bool loader_has(struct loader *l, enum file_status status, const struct node *reference,
		const char *what, enum cause missing);
/* Why a file that is there could not be read. */
enum cause loader_cause(enum file_status status);
/* The reference as the file says it, before variables and directories went into it. */
struct str loader_written(const struct node *reference);
/* The reference can be followed: its text is known and names a local file; otherwise says so. */
bool loader_can_follow(struct loader *l, const struct node *reference, const char *what);
/* The failure for a file that the user named. */
struct failure loader_not_had(struct loader *l, struct str name, enum file_status status,
			      struct str advice);

#endif
