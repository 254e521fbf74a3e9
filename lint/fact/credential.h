/* SPDX-License-Identifier: MIT */
/*
 * Names and values that look like secrets, and the masker that keeps them out
 * of everything we print.
 *
 * A struct credentials is made once per run and passed down; patterns compile
 * at their first use, which ordinary values never cause.  Results borrow from
 * the arguments or live in the given arena.  Nothing here fails: what cannot
 * be decided within the limits counts as "no credential", except for the
 * masker, which then hides too much rather than too little.
 */
#ifndef FACT_CREDENTIAL_H
#define FACT_CREDENTIAL_H

#include "base/str.h"

struct arena;
struct node;        /* base/node.h */
struct credentials; /* the patterns of one run, and the secrets that are known in it */
struct sources;     /* base/source.h */

struct credentials *credentials_new(struct arena *arena);
void credentials_free(struct credentials *credentials);
/* From now on several threads may ask, but none makes secrets known; false: they may not. */
bool credentials_share(struct credentials *credentials);
/* There is one thread again. */
void credentials_unshare(struct credentials *credentials);

/* ---- names ---- */

/* Four questions of their own; a name may be several of these. */
enum {
	CREDENTIAL_BOUNDARY =
		1 << 0, /* check 7 of the boundary test: on agents nothing exempts it */
	CREDENTIAL_EXEMPT =
		1 << 1, /* strong or weak, but a name beside a secret: PASSWORD_FILE, TOKEN_URL */
	CREDENTIAL_STRONG = 1 << 2, /* the name alone decides: DB_PASSWORD, apiKey */
	CREDENTIAL_WEAK = 1 << 3    /* decides with a random value only: SOME_KEY, SALT */
};

/* Of the normalised name, cut at LIMIT_NAME_BYTES: a set of the above, 0 for none. */
unsigned credential_name(struct str name);
/* STRONG and not EXEMPT, or BOUNDARY: what follows such a name is never printed. */
bool credential_name_hides(struct str name);
/* The name of the secret itself, in its last word: DB_PASSWORD, api-key; not auth, cookie, dsn. */
bool credential_name_is_secret(struct str name);

/* ---- values ---- */

struct credential_match {
	struct str type;  /* "github-token" */
	struct str label; /* "GitHub token", for messages: "value looks like a {label}" */
	size_t from, to;  /* bytes of the value that are the secret */
	bool provider;    /* issued by a model provider, not by a gateway */
	bool token;       /* its form tells it wherever it stands, and all of it is the secret */
};

/* Which question is asked. */
enum credential_view {
	CREDENTIAL_SHIPPED, /* what a file discloses: placeholders and references do not count */
	CREDENTIAL_HELD     /* what a container is given: they stand for the value to come */
};

/* The first pattern, in the order of credential.list, that the value matches. */
bool credential_value(struct credentials *credentials, struct str value, enum credential_view view,
		      struct credential_match *match);

/* Every match of every pattern, placeholders and references too; for masking. */
void credential_each(struct credentials *credentials, struct str value,
		     void (*found)(void *context, const struct credential_match *match),
		     void *context);

/* "password" of the word --password, whose value is the next word; empty: it is no such flag. */
struct str credential_flag(struct str word);
/* -u or --user, whose value may be user:password */
bool credential_takes_user(struct str word);
/* user:password: where the password begins; 0: it is no such pair. */
size_t credential_password_of_pair(struct str word);

/*
 * What a text gives to names of secrets, where it is no reference: NAME=value of shell code, or of
 * settings "name = value", "name: value", one a line.  Bytes [from, to) are the value.
 */
typedef void credential_given(void *context, struct str name, size_t from, size_t to);
void credential_each_given(struct str text, bool settings, credential_given *found, void *context);

/* All of these look through one pair of enclosing quotes. */
bool credential_is_placeholder(struct str value);
/* none, null, nil, undefined, unset, empty, or nothing: no value even where placeholders count */
bool credential_is_nothing(struct str value);
bool credential_is_quantity(struct str value);        /* a switch, a number, a duration, a size */
bool credential_is_pathlike(struct str value);        /* /run/secrets/x, /a/b, ./x */
bool credential_is_only_references(struct str value); /* ${A}$B, without defaults */
/* openai=${A}, as flags have it: whose it is, then references or a placeholder */
bool credential_is_owned_reference(struct str value);
bool credential_is_password_hash(struct str value); /* $2y$..., $apr1$...: not the password */
bool credential_entropy_passes(struct str value);   /* random enough for a WEAK name */

/* ---- the decision ---- */

enum credential_reason { CREDENTIAL_NOT, CREDENTIAL_BY_NAME, CREDENTIAL_BY_VALUE };

struct credential_question {
	struct str name;  /* empty: a value without a name (an argument, a label's text) */
	struct str value; /* with the references of unknown variables as its text */
	bool known;       /* false: (part of) the value comes from a variable that nothing sets */
	bool agent;       /* the name reaches an agent: BOUNDARY applies */
	enum credential_view view;
};

struct credential_verdict {
	enum credential_reason reason;
	/* filled whenever a value pattern matches, by name too; type is empty otherwise */
	struct credential_match match;
};

/* A known empty value is no credential.  A name on the allow-list is the caller's to know. */
struct credential_verdict credential_judge(struct credentials *credentials,
					   const struct credential_question *question);

/* ---- known secrets ---- */

/*
 * A secret of the files that are looked at: the masker hides it from now on wherever it stands.
 * What is short, or a word that a message may need, does not count.  The value is borrowed.
 */
void credentials_know(struct credentials *credentials, struct str value);
/* What stands behind names that hide in the sources read so far, whatever they are. */
void credentials_learn(struct credentials *credentials, const struct sources *sources);
/* The same of a model, where aliases, escapes and variables have become values. */
void credentials_learn_model(struct credentials *credentials, const struct node *model);
/*
 * One of several threads learns apart, each with an arena of its own, while the whole is only asked;
 * what they have learnt is taken over when there is one thread again.  Lives in the arena.
 */
struct credentials *credentials_apart(const struct credentials *whole, struct arena *arena);
void credentials_take(struct credentials *whole, const struct credentials *apart);
/* What names of projects have kept, in small letters, of secrets in the texts that they were made of;
   when those of the files are known. */
void credentials_learn_names(struct credentials *credentials, struct arena *arena,
			     const struct str *texts, size_t count);

/* ---- the masker ---- */

struct credential_range {
	size_t from, to; /* bytes, half open */
};

struct credential_masked {
	struct str text;                       /* with *** for each range */
	const struct credential_range *ranges; /* of the line as it was; sorted, apart */
	size_t nranges;
};

/*
 * A line of a file for an excerpt: hides the given ranges (the span of a
 * credential finding; none for others), every value pattern, and everything
 * behind the = or : of a name that hides.  Mask first, then cut to a width: a
 * token that was cut is not recognised.
 */
struct credential_masked credential_mask_line(struct credentials *credentials, struct arena *arena,
					      struct str line, const struct credential_range *given,
					      size_t ngiven);
/* Lines that go on in each other, joined: what has a form or is announced, but not all that stands
   behind a name, for the rest of a command does too. */
struct credential_masked credential_mask_torn(struct credentials *credentials, struct arena *arena,
					      struct str text);
/* Each of several ranges of bytes. */
typedef void credential_found(void *context, size_t from, size_t to);
/* Tokens and known secrets that line ends tear, "ghp_x" and "y" below it. */
void credential_each_broken(struct credentials *credentials, struct arena *arena, struct str text,
			    credential_found *found, void *context);
/* Where byte `offset` of the line stands in the masked text; inside a range: at its start. */
size_t credential_masked_offset(const struct credential_masked *masked, size_t offset);
/*
 * A value of the model, of several lines maybe: hides the given ranges, every value pattern with
 * all of a private key, what follows names that hide, and what the words of a command announce.
 */
struct str credential_mask_value(struct credentials *credentials, struct arena *arena,
				 struct str value, const struct credential_range *given,
				 size_t ngiven);
/* A name or a key: hides value patterns, and what ${NAME:?...} tells. */
struct str credential_mask_name(struct credentials *credentials, struct arena *arena,
				struct str name);
/* The path of a file, which must be found by it: hides what has the form of a token, and no word that
   is a secret elsewhere.  `credentials` is a struct credentials. */
struct str credential_mask_path(void *credentials, struct arena *arena, struct str path);
/* Text of a message: hides value patterns and NAME=value; URLs lose userinfo and query. */
struct str credential_mask_text(struct credentials *credentials, struct arena *arena,
				struct str text);

/* ---- a pattern of the user's ---- */

/* The pattern lives as long as `credentials`; it must compile. */
bool credentials_search(struct credentials *credentials, const char *pattern, struct str subject);

#endif
