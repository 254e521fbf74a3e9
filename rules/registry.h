/* SPDX-License-Identifier: MIT */
/*
 * All rules, in the order of their names.  The list is rules.list; a listed
 * name without a file does not link.
 */
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "engine/engine.h"

struct rule_set rules_all(void);

#endif
