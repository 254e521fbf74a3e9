/* SPDX-License-Identifier: MIT */
/*
 * What the modules that look at names and values ask each other: serves
 * fact/credential and the credential_ modules beside it alone.  Answers borrow
 * from the argument; nothing fails.
 */
#ifndef FACT_CREDENTIAL_PART_H
#define FACT_CREDENTIAL_PART_H

#include "fact/credential.h"

struct known; /* of fact/credential_known.c */

struct credentials {
	struct arena *arena;
	struct regex_set *set;
	const struct str *needles; /* of all rows; NULL until a value is looked at */
	const size_t *needles_end; /* where those of a row end */
	uint64_t *endings;         /* rows by the last two bytes of their needles */
	unsigned char kinds[256];  /* of bytes, in that table */
	struct known *known;       /* NULL: nothing is known */
};

bool credential_is_hex(char c);
/* Without one pair of quotes that encloses it, and then the line end that block scalars leave. */
struct str credential_bare(struct str value);
/* ghp_xxxxxxxxxxxx: what follows the prefix is one character, repeated */
bool credential_repeats_one_byte(struct str value);
bool credential_is_uuid(struct str value);
bool credential_is_digest(struct str value); /* sha256:..., sha384-... */
/* PASSWORD_RESET_URL, TOKEN_HASH_ALGORITHM: the last word is that of what is beside a secret. */
bool credential_name_is_property(struct str name);
/* RECAPTCHA_SITE_KEY, STRIPE_PUBLISHABLE_KEY: made to be read by everybody; etcd's
   INITIAL_CLUSTER_TOKEN is a name. */
bool credential_name_is_public(struct str name);
/* The name before the "=" or ":" at `at`, which a quote may enclose that a string has escaped maybe; may be
   empty. */
struct str credential_name_before(struct str text, size_t at);
/* What follows the colon is the value of the name, one of `text`: no tag, port or path. */
bool credential_colon_gives(struct str text, struct str name, size_t colon);
/*
 * Secrets of a line that the words before them announce: --password in a word of its own, of a
 * shell or of a list; useradd -p; user:password for chpasswd; ENV NAME value; what is echoed into
 * --password-stdin.
 */
void credential_announced(struct str line, credential_found *found, void *context);
/* Makes the pieces known of tokens that line ends tear: each may come up by itself. */
void credential_learn_broken(struct credentials *credentials, struct str text);
/* Before several threads ask for them: asking does not sort them then. */
void credential_sort_known(struct credentials *credentials);
/* The known secrets that stand in a text. */
void credential_each_known(struct credentials *credentials, struct str text,
			   credential_found *found, void *context);

#endif
