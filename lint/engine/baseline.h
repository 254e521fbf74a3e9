/* SPDX-License-Identifier: MIT */
/*
 * A baseline: the findings that were there when somebody began to look.
 *
 * The file is a JSON array with one object a line, sorted, so that a difference
 * can be read: rule, file (seen from the folder of the baseline), service, model
 * path, evidence and count.  No line number and no value stands in it, nor
 * anything made of one, so it stays as it is when lines move or a key is rotated
 * (engine/fingerprint.h).  Of findings that are the same but for their place as
 * many are known as were counted.
 *
 * A file that is none is a struct failure with its place.  All lives in the run
 * arena.
 */
#ifndef ENGINE_BASELINE_H
#define ENGINE_BASELINE_H

#include "engine/fingerprint.h"

struct baseline_entry {
	struct identity identity;
	size_t count;     /* how many are known */
	size_t taken;     /* how many of them were found again */
	struct span span; /* in the file; none: of today */
};

struct baseline {
	struct lint *lint;
	struct str path, directory;     /* absolute and clean */
	uint32_t source;                /* 0: no file was read */
	struct baseline_entry *entries; /* sorted, each identity once, but for those added since */
	size_t count, capacity;
};

/* An empty one, for a file at this path. */
struct baseline *baseline_new(struct lint *lint, struct str path);
struct failure baseline_read(struct baseline *baseline, const struct source *source);
/* The identity of a finding whose primary place is in the source, as this file says it. */
struct identity baseline_identity(const struct baseline *baseline, struct credentials *credentials,
				  const struct source *source, const struct finding *finding);
/* Seen from the folder of the file. */
struct str baseline_file_name(const struct baseline *baseline, const struct source *source);
/* Another one of this identity is known, and from now on found. */
bool baseline_take(struct baseline *baseline, const struct identity *identity);
/* One more is known; baseline_sort() has to follow. */
void baseline_add(struct baseline *baseline, const struct identity *identity);
void baseline_sort(struct baseline *baseline);
/* The bytes of the file. */
struct str baseline_text(const struct baseline *baseline);

#endif
