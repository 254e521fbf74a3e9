/* SPDX-License-Identifier: MIT */
/*
 * A service beside another one in its network namespace, which sets up the firewall
 * there.  The agent itself has not the right to change it, so this is how egress is
 * filtered (network-not-internal).  Nothing is allocated, nothing fails.
 */
#ifndef FACT_SIDECAR_H
#define FACT_SIDECAR_H

#include "model/project.h"

/* It has NET_ADMIN and no file of the host that it can write, and shares its network with a service
   that has not.  Needs its mounts. */
bool sidecar_guards(const struct service *service);

#endif
