/* SPDX-License-Identifier: MIT */
/*
 * One volume specification in short form, "source:target:options"
 * (compose-go, format/volume.go), cut into slices of its text.
 *
 * Pure: nothing is reported; a malformed text says what is wrong and in which
 * bytes.  Unknown and host variables are given as `opaque`: their bytes are '\1' (CUT_OPAQUE),
 * so that a reference's own colons do not count; a source that begins with one is
 * taken for a path.
 */
#ifndef MODEL_VOLUME_H
#define MODEL_VOLUME_H

#include "base/str.h"

struct volume_slice {
	size_t from, to; /* bytes of the text; equal: absent */
};

struct volume {
	struct volume_slice source, target, options;
	bool is_bind;
	/* options: the slice of the last one that counts, or absent */
	struct volume_slice mode, selinux, propagation, nocopy;
	bool read_only;
	bool drive_source, drive_target; /* a letter and ":" were read as a drive */
};

struct volume_error {
	const char *message; /* NULL: none */
	size_t from, to;
};

struct volume_error volume_parse(struct str opaque, struct volume *volume);

#endif
