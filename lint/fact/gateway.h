/* SPDX-License-Identifier: MIT */
/*
 * The gateway as an agent knows it: the names of the variables that carry its
 * address and its one key.
 *
 * The names are one value for a project, reached through struct project: the
 * defaults, or what a configuration puts in their place, member by member.  It
 * outlives the project and is never changed.
 *
 * Source of the facts: rules.md 3.6.
 */
#ifndef FACT_GATEWAY_H
#define FACT_GATEWAY_H

#include "model/project.h"

/* What a configuration may replace, under `gateway:`. */
struct gateway_names {
	const struct str *urls;  /* url: names of address variables, in the order they are asked */
	size_t nurls;            /* 0: no address is expected */
	const char *url_pattern; /* url-pattern: further address variables; NULL: none; compiles */
	const struct str *keys;  /* key: exact names of allowed keys */
	size_t nkeys;
	struct str secret; /* secret: the allowed Compose secret; empty: none */
	bool exactly_one;  /* exactly-one: all allowed keys have one value */
};

extern const struct gateway_names gateway_names_default;

bool gateway_is_key_name(const struct gateway_names *names, struct str name);
bool gateway_is_url_name(struct credentials *credentials, const struct gateway_names *names,
			 struct str name);
/* The order of two address variables: that of the list, then those of the pattern by name. */
int gateway_url_order(const struct gateway_names *names, struct str a, struct str b);

#endif
