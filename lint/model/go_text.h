/* SPDX-License-Identifier: MIT */
/*
 * A value in the words of Go's %v, which is what Compose makes of one that it takes for text,
 * whatever it is: "map[a:1 b:[c <nil>]]", "1e+06", "2024-01-31 00:00:00 +0000 UTC".
 *
 * Pure; the text lives in the arena.
 */
#ifndef MODEL_GO_TEXT_H
#define MODEL_GO_TEXT_H

#include "base/arena.h"
#include "base/node.h"

struct str go_text(struct arena *arena, const struct node *node);

#endif
