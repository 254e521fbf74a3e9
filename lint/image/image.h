/* SPDX-License-Identifier: MIT */
/*
 * References to images, and what is known of well-known images.
 *
 * The parts of a reference are slices of the text that was parsed; failure is
 * `valid` false.  Source of the facts: distribution/reference for the grammar,
 * the configuration of each image for the table.
 */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include "base/arena.h"
#include "base/str.h"

struct image_reference {
	bool valid;
	struct str host;       /* registry as written, with its port; empty: Docker Hub */
	struct str repository; /* path as written, without the host */
	struct str tag;        /* without ":"; empty: none written */
	struct str digest;     /* without "@"; empty: none written */
	/* Normal form of host and path: no "docker.io/", no "library/", no "index.docker.io/". */
	struct str name;
	struct str base; /* the last part of the path: "postgres" */
};

struct image_reference image_parse(struct str text);
/* No reference, but what the engine knows an image by that is there: "sha256:..." or the digits alone. */
bool image_is_identifier(struct str text);
/*
 * Equal for the same image and tag (or digest), however written; a missing tag
 * is "latest". Empty for what is no reference.
 */
struct str image_key(struct arena *arena, struct str text);

enum image_root {
	IMAGE_ROOT_UNKNOWN, /* not in the table */
	IMAGE_ROOT_YES,
	IMAGE_ROOT_NO
};

struct image_account {
	struct str name; /* "" when there is only a number */
	int64_t uid;     /* -1: not known */
};

struct image_known {
	struct str pattern;         /* of the normal name: exact, or with "*" at its start or end */
	struct str tags;            /* a tag must hold this word; empty: any */
	enum image_root root;       /* the user a container starts with */
	struct image_account user;  /* of that user when it is not root */
	struct image_account other; /* an account that exists besides; name empty: none */
	bool steps_down;            /* its entrypoint gives root up */
	bool sudo;                  /* a program of the image turns a user into root */
	bool checked;               /* the image's own Dockerfile was read; else common knowledge */
};

/* The row for this reference, or NULL. */
const struct image_known *image_known(const struct image_reference *reference);

#endif
