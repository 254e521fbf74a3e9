/* SPDX-License-Identifier: MIT */
/*
 * What SARIF is told beside results, for sarif.c alone: rules as
 * reportingDescriptor objects, and text as message objects.
 *
 * A message quotes files, and viewers read it as more than text: braces are
 * placeholders, "[text](target)" is a link, a backquote vanishes.  So "${NAME}" is
 * written "$NAME", other braces become parentheses, a link is broken, and the text
 * is visible and cut.  The help of a rule is our own text and stays as it is.
 */
#ifndef REPORT_SARIF_RULE_H
#define REPORT_SARIF_RULE_H

#include "report/json_text.h"
#include "report/report.h"

json_t *sarif_rule(const struct report *report, const struct rule *rule);
const char *sarif_level(enum level level); /* "error", "warning", "note" */
/* Text from files, fit for a message. */
struct str sarif_text(struct arena *arena, struct str text);
/* {"text": ...}, of text that is fit for it */
json_t *sarif_message(struct arena *arena, struct str text);

#endif
