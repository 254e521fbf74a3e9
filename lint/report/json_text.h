/* SPDX-License-Identifier: MIT */
/*
 * Bytes to JSON values.  jansson refuses invalid UTF-8, so each text passes
 * here and such bytes become U+FFFD.
 *
 * Values are jansson's own, with its counts of references.  json_begin() comes
 * before all else: it sets the allocator of the process, which dies like the
 * arena, so a NULL of jansson never means that memory ran out.
 */
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "base/str.h"

void json_begin(void);
json_t *json_text(struct arena *arena, struct str text);
json_t *json_count(size_t number);
/* Adds a member; takes the value over. */
void json_put(json_t *object, const char *key, json_t *value);
/* "file": the name, and "fileBytes": its bytes in base64 where it is no UTF-8. */
void json_put_file(struct arena *arena, json_t *object, struct str name);
/* Prints the value, ends the line, and lets the value go. */
void json_print(json_t *value, FILE *stream);

#endif
