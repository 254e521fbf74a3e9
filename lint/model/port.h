/* SPDX-License-Identifier: MIT */
/*
 * One port specification in short form: "127.0.0.1:8080-8081:80-81/tcp"
 * (docker/go-connections, nat/), cut into slices of its text.
 *
 * Pure: nothing is allocated and nothing is reported; a malformed text says
 * what is wrong and in which bytes.  Bytes of unknown variables are given as
 * `opaque`: a number made of such is not judged, and `low` and `high` are 0.
 */
#ifndef MODEL_PORT_H
#define MODEL_PORT_H

#include "base/str.h"

struct port_slice {
	size_t from, to; /* bytes of the text; equal: absent */
};

struct port_range {
	struct port_slice slice;
	unsigned low, high; /* 0 when absent or unknown */
	bool unknown;
};

struct port {
	struct port_slice ip; /* without brackets */
	struct port_range host, container;
	struct port_slice protocol; /* as written */
};

struct port_error {
	const char *message; /* NULL: none */
	size_t from, to;
};

/* `opaque` is a copy of the text in which bytes of unknown variables are '\1' (CUT_OPAQUE). */
struct port_error port_parse(struct str opaque, struct port *port);
/* How many container ports it names; 1 when that is unknown. */
size_t port_count(const struct port *port);
/* Dotted IPv4, or IPv6 without zone. */
bool port_is_address(struct str text);

#endif
