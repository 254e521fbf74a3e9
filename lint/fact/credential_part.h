/* SPDX-License-Identifier: MIT */
/*
 * What the modules that look at names and values ask each other: serves
 * fact/credential and the credential_ modules beside it alone.  Answers borrow
 * from the argument; nothing fails.
 */
#ifndef FACT_CREDENTIAL_PART_H
#define FACT_CREDENTIAL_PART_H

#include "fact/credential.h"

struct known;  /* of fact/credential_known.c */
struct needle; /* of fact/credential_value.c */

struct credentials {
	struct arena *arena;
	struct regex_set *set;
	const struct needle *needles; /* of all rows; NULL until a value is looked at */
	unsigned char
		*endings;    /* the first needle, from 1, that ends in two bytes, by their kinds */
	struct known *known; /* NULL: nothing is known */
};

/*
 * Bytes without which one search or the other finds nothing in a text.  Most texts have few of them,
 * and one walk tells which searches may be left out.
 */
enum {
	SIGN_LINE_END = 1 << 0,
	SIGN_DOLLAR = 1 << 1,
	SIGN_DASH = 1 << 2,
	SIGN_COLON = 1 << 3,
	SIGN_EQUALS = 1 << 4,
	SIGN_AT = 1 << 5,
	SIGN_WORD = 1 << 6, /* a token is made of it: a letter or digit, or one of + - . / _ ~ */
	SIGN_NAME = 1 << 7, /* byte_is_name() */
	SIGN_ALL = 0xFF
};

extern const unsigned char credential_sign_of[256];

static inline unsigned credential_sign(char c)
{
	return credential_sign_of[(unsigned char)c];
}

/* A set of the above.  What is so of a text holds for the pieces of it too, if less closely. */
unsigned credential_signs(struct str text);
/*
 * A row of credential.list matches a text only where that has a long word, or one of the other things
 * that rows ask for: a "=", a ":" and a "@", or "-" where a word begins, as of a flag.  Without those
 * the needle of the row ends in a long word, and what stands before such a word is no "=".
 */
enum { CREDENTIAL_LONG_WORD = 13 }; /* bytes: authorization */
/* The next long word from byte `at` on, as long as it goes on; empty: there is none. */
struct str credential_long_word(struct str text, size_t at);
/* Where needles are looked for first: in all of the text, or in the first long word, and then in those
   behind it; empty: no row matches. */
struct str credential_first_part(struct str text, unsigned signs);
/* credential_each() of a value that has such a part */
void credential_each_from(struct credentials *credentials, struct str value, struct str part,
			  void (*found)(void *context, const struct credential_match *match),
			  void *context);

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
/* By so many bytes known secrets are found: what is shorter is not known. */
enum { CREDENTIAL_KNOWN_BYTES = 8 };
/* Makes the pieces known of tokens that line ends tear: each may come up by itself. */
void credential_learn_broken(struct credentials *credentials, struct str text);
/* Before several threads ask for them: asking does not sort them then. */
void credential_sort_known(struct credentials *credentials);
/* The known secrets that stand in a text. */
void credential_each_known(struct credentials *credentials, struct str text,
			   credential_found *found, void *context);

#endif
