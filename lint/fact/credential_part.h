/* SPDX-License-Identifier: MIT */
/*
 * What the modules that look at names and values ask each other: serves
 * fact/credential and the credential_ modules beside it alone.  Answers borrow
 * from the argument; nothing fails.
 */
#ifndef FACT_CREDENTIAL_PART_H
#define FACT_CREDENTIAL_PART_H

#include "fact/credential.h"

char credential_fold(char c); /* a capital ASCII letter becomes small */
bool credential_is_hex(char c);
/* Without one pair of quotes that encloses it. */
struct str credential_unquoted(struct str value);
/* The same without the line end that block scalars leave. */
struct str credential_bare(struct str value);
/* ghp_xxxxxxxxxxxx: what follows the prefix is one character, repeated */
bool credential_repeats_one_byte(struct str value);
bool credential_is_uuid(struct str value);
bool credential_is_digest(struct str value); /* sha256:..., sha384-... */

#endif
