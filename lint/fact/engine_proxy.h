/* SPDX-License-Identifier: MIT */
/*
 * A proxy before an engine's socket that lets only some requests through, as its
 * environment says.  Nothing is allocated, nothing fails.
 *
 * Source of the facts: tecnativa/docker-socket-proxy, README: POST is 0 unless it is set,
 * and then only GET and HEAD pass; linuxserver/socket-proxy is the same.
 */
#ifndef FACT_ENGINE_PROXY_H
#define FACT_ENGINE_PROXY_H

#include "model/project.h"

/* No request that changes anything passes: nothing can be created through it. */
bool engine_proxy_only_shows(const struct service *service);

#endif
