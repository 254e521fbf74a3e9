/* SPDX-License-Identifier: MIT */
/*
 * A model in the form in which `docker compose config` prints it: attributes
 * that are false, 0 or empty left out, sizes in bytes, durations and file modes
 * as text, command lines split, hosts as one list.  Which keys are kept all the
 * same stands in keys.list.
 *
 * JSON and YAML differ where Compose's do: JSON has no x- keys below the top
 * and no `models`, and shows some objects that are empty.
 *
 * Takes what normal_model() gives; nodes keep their places and histories.
 * Dollars are not doubled yet, and nothing is masked.  Lives in the run arena;
 * never fails.
 */
#ifndef MODEL_SHOWN_H
#define MODEL_SHOWN_H

#include "base/diag.h"
#include "base/node.h"

const struct node *shown_model(struct lint *lint, const struct node *model, bool json);

#endif
