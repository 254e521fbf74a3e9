/* SPDX-License-Identifier: MIT */
/*
 * The gateway as a service knows it: the names of the variables that carry its
 * address and its one key, and whether those addresses can work.
 *
 * The names are one value for a project, reached through struct project: the
 * defaults, or what a configuration puts in their place, member by member.  It
 * outlives the project and is never changed.  What is known of a service's
 * addresses is a fact of it; an address that may work counts as usable.
 */
#ifndef FACT_GATEWAY_H
#define FACT_GATEWAY_H

#include "fact/address.h"
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
/* Its place in the list, or nurls: those of the pattern come behind, by name. */
size_t gateway_url_rank(const struct gateway_names *names, struct str name);
/* CLAUDE_SERVER_HOST=0.0.0.0, OLLAMA_HOST=:: say where the program itself listens, which is nowhere
   that a client goes to. */
bool gateway_is_listening(const struct gateway_names *names, struct str name, struct str value);
/* "openai-api-base", "base-url": an option of a command line that takes such an address. */
bool gateway_is_url_option(struct str option);
/* HTTP_PROXY, HTTPS_PROXY, ALL_PROXY in either case. */
bool gateway_is_proxy_name(struct str name);

/* Why an address cannot work, as far as these files prove it. */
enum gateway_fault {
	GATEWAY_USABLE,
	GATEWAY_EMPTY,      /* and every network is internal */
	GATEWAY_NO_URL,     /* without a scheme or a host */
	GATEWAY_NO_NETWORK, /* network_mode: none */
	GATEWAY_APART,      /* a service here has the name, and no network in common */
	GATEWAY_OUTSIDE     /* outside, and every network is internal */
};

/* An address variable of a service. */
struct gateway_address {
	const struct environment_entry *entry;
	struct address address; /* host is empty when it is unknown or there is none */
	enum gateway_fault fault;
	const struct service *service; /* the one in this project that has the host's name; NULL */
	bool unknown_host; /* a name without a domain that nothing in this project has */
};

struct gateway {
	const struct gateway_address *addresses; /* in the order in which they are asked */
	size_t count;
	bool usable; /* one of them is; or a proxy or an option of the command may be the way */
};

/* Needs the environments and networks of all services. */
const struct gateway *gateway_resolve(struct lint *lint, const struct service *service);

#endif
