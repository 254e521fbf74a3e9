/* SPDX-License-Identifier: MIT */
/*
 * The identity of a finding in 32 hexadecimal digits: rule, file, service,
 * model path (an item of a list counts without its index) and evidence.  Not a
 * line, not a word of the message, nothing secret: so it stays when lines move
 * or a key is rotated.  FNV-1a of 128 bits; not meant to withstand forgery.
 */
#ifndef REPORT_FINGERPRINT_H
#define REPORT_FINGERPRINT_H

#include "base/diag.h"

/* "v1:..." */
struct str fingerprint(struct arena *arena, struct str file, const struct finding *finding);

#endif
