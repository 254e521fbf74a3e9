/* SPDX-License-Identifier: MIT */
/*
 * The data sheet of a rule as Markdown, for the viewers of SARIF.
 *
 * Text is escaped, so that it reads as it is written in the data sheet; examples
 * stand in fenced blocks.  Lives in the given arena; nothing fails.
 */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "engine/rule.h"

struct str markdown_rule(struct arena *arena, const struct rule *rule);

#endif
