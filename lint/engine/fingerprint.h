/* SPDX-License-Identifier: MIT */
/*
 * What makes two findings the same one in two runs, for reports and baselines:
 * rule, file, service, model path and evidence.  An item of a list counts by
 * its evidence and not by its index.  Not a line, not a word of the message; a
 * credential in a name is masked.  So it stays when lines move, when words of a
 * message change, and when a key is rotated.
 *
 * Two findings of one run may share an identity: whoever needs to tell them
 * apart counts them.  All lives in the given arena; nothing fails.
 */
#ifndef ENGINE_FINGERPRINT_H
#define ENGINE_FINGERPRINT_H

#include "base/diag.h"

struct credentials; /* fact/credential.h */

struct identity {
	struct str rule;
	struct str file;     /* as the caller names it */
	struct str service;  /* empty: nobody's */
	struct str path;     /* "services.agent.volumes[]"; may be empty */
	struct str evidence; /* may be empty */
};

/* `file`: that of the primary place, named so that it is the same in every checkout. */
struct identity identity_of(struct arena *arena, struct credentials *credentials, struct str file,
			    const struct finding *finding);
/* By rule, file, service, path, evidence. */
int identity_cmp(const struct identity *a, const struct identity *b);
/* "v1:" and 32 hexadecimal digits: FNV-1a of 128 bits; not meant to withstand forgery. */
struct str fingerprint(struct arena *arena, const struct identity *identity);

#endif
