/* SPDX-License-Identifier: MIT */
/*
 * What the random projects of tests/compare_make.c are made of: the keys of a
 * service, and texts for their values, as a grammar.
 *
 * In a text "@X" stands for one of the texts of X, and alternatives are parted
 * by "|" ("\|" is a bar).  Behind "||" follow mistakes: what docker compose
 * refuses, or reads in a way that needs care.  "@M" is a service that comes
 * later, so that no circle arises unless by mistake, "@#" a number that is
 * used once.
 */
#ifndef TESTS_COMPARE_GRAMMAR_H
#define TESTS_COMPARE_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_BYTES = 600, ANCHORS = 16 };

/* Keys that are at odds: a project uses one side only, unless by mistake. */
enum camp {
	ANY,
	WITH_DEPLOY,
	WITHOUT_DEPLOY, /* scale, cpus and their like, which deploy must agree with */
	NAMED,          /* container_name, which admits one container */
	WITH_NETWORKS,
	WITH_NETWORK_MODE,
	FIRST_ONLY, /* in the first service alone, on which none depends */
	BASE_ONLY,  /* in no later file: what is repeated there is refused */
	NEVER       /* keys of newer releases: a mistake */
};

struct service_key {
	const char *key, *value;
	enum camp camp;
};

struct text {
	char bytes[TEXT_BYTES];
	size_t n;
};

struct maker {
	uint64_t state;    /* of the random numbers */
	unsigned mistakes; /* that may still be made */
	unsigned counter;  /* of "@#" */
	size_t current;    /* the service that is being made */
	bool over;         /* in a file that is merged over another one */
	bool with_deploy, named, with_network_mode;
	char anchors[ANCHORS]; /* of the current file: the letter each one holds */
	unsigned nanchors;
};

extern const struct service_key service_keys[];
extern const size_t service_key_count;
extern const char *const service_names[];
extern const size_t service_count;

uint64_t number(struct maker *m, uint64_t below);
bool chance(struct maker *m, unsigned percent);

/* Whether a mistake is made here, which is then one less to make. */
bool errs(struct maker *m, unsigned percent);

/* Adds one of the alternatives; what does not fit is cut off. */
void expand(struct maker *m, struct text *text, const char *alternatives);
void put(struct text *text, const char *bytes, size_t n);

#endif
