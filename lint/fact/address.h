/* SPDX-License-Identifier: MIT */
/*
 * URLs and host:port texts, as far as rules ask about them: where does it
 * point, and what of it may be printed.
 *
 * All slices borrow from the text.  Nothing is decoded, looked up or judged
 * valid beyond what splitting needs; a text without a host parses as false.
 *
 * Source of the facts: RFC 3986; RFC 6761 and RFC 6890 for what is loopback.
 */
#ifndef FACT_ADDRESS_H
#define FACT_ADDRESS_H

#include "base/str.h"

struct arena;

struct address {
	struct str text;     /* what was parsed, trimmed */
	struct str scheme;   /* "http"; empty: a bare host:port */
	struct str userinfo; /* "user:password"; never to be printed */
	bool has_userinfo;
	struct str host; /* without brackets; `*` parts and references stay as they are */
	bool bracketed;  /* was written [host] */
	struct str port; /* digits or a reference; empty: none */
	struct str path; /* from the first "/" up to "?" or "#"; may be empty */
	bool has_query;  /* a query or a fragment follows */
};

/* scheme://[user@]host[:port][/path], or host[:port][/path]; false: there is no host in it. */
bool address_parse(struct str text, struct address *address);

/* What a host part is. */
enum address_kind {
	ADDRESS_NAME,       /* a name with dots: public, as far as one can tell */
	ADDRESS_LABEL,      /* a single label, as service names are */
	ADDRESS_LOOPBACK,   /* the container itself, in any spelling */
	ADDRESS_ENGINE,     /* a name of the host: host.docker.internal ... */
	ADDRESS_METADATA,   /* the metadata service of a cloud */
	ADDRESS_PRIVATE,    /* RFC 1918, RFC 6598, fc00::/7 */
	ADDRESS_LINK_LOCAL, /* 169.254/16, fe80::/10 */
	ADDRESS_PUBLIC      /* any other IP address */
};

enum address_kind address_kind(struct str host);
/* The first name of the host or address of a metadata service in any text, as a word of its own. */
bool address_find_special(struct str text, enum address_kind *kind, struct str *host);
/* localhost, 127/8, ::1, 0.0.0.0, mapped and integer forms; brackets allowed */
bool address_is_loopback(struct str host);
/* every address: 0.0.0.0, ::, in any spelling; brackets allowed */
bool address_is_unspecified(struct str host);
/* Four decimal parts; false: no dotted IPv4 address. */
bool address_ipv4(struct str host, uint32_t *address);
/* "10.0.0.0/8", its first and last address; false: no IPv4 subnet. */
struct address_range {
	uint32_t first, last;
};
bool address_range(struct str subnet, struct address_range *range);
/* "10.0.0.0/8" holds this IPv4 address; false too when either is something else */
bool address_in_subnet(struct str host, struct str subnet);

#endif
