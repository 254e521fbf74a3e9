/* SPDX-License-Identifier: MIT */
/*
 * Text to numbers and booleans, as Compose converts what interpolation left
 * as text (compose-go, loader/interpolate.go), sizes (docker/go-units) and
 * durations (types/duration.go).
 *
 * Pure functions; false when the text is none.  schema_cast() of schema.h
 * stands here too.
 */
#ifndef MODEL_CAST_H
#define MODEL_CAST_H

#include "model/schema.h"
#include "model/trail.h"

/* Decimal, optional sign: "010" is 10; "0x10", "1_0", "1e3", blanks and "" are none. */
bool cast_integer(struct str text, int64_t *value);
/* Decimal or hexadecimal floating point, "inf", "nan"; "_" between digits. */
bool cast_float(struct str text, double *value);
/* true false y n yes no on off, in any case. */
bool cast_boolean(struct str text, bool *value);
/* Bytes: "1g", "512 MiB", "1.5k"; all multiples are binary. */
bool cast_size(struct str text, int64_t *bytes);
/* Nanoseconds: "1h30m", "1.5s", "0", "-2ms". */
bool cast_duration(struct str text, int64_t *nanoseconds);
/* The value of an integer or float. */
double cast_number(const struct node *node);
/* Decimal, however the integer is written. */
struct str cast_integer_text(struct arena *arena, const struct node *node);
/* The shortest text that reads back equal, as Compose prints a float: "1.5", "1e+06". */
struct str cast_float_text(struct arena *arena, double value);
/* The same as Go writes it in JSON, with an exponent from 1e21 on and below 1e-6; finite. */
struct str cast_json_float_text(struct arena *arena, double value);
/* The same as cast_float_text() of a float of 32 bits, which is what Compose keeps of cpus and their like. */
struct str cast_single_text(struct arena *arena, float value);
/* "1h30m0s", "1.5s", "10µs" */
struct str cast_duration_text(struct arena *arena, int64_t nanoseconds);
/* A plain date as RFC 3339: "2024-1-31" is "2024-01-31T00:00:00Z". */
struct str cast_timestamp_text(struct arena *arena, struct str text);

/*
 * A new node of the kind, made of a string.  A string that does not convert is a finding at the
 * node, sets *refused and comes back as it is; so do unknown values, without a finding.
 */
const struct node *cast_node(struct lint *lint, enum schema_cast cast, const struct trail *trail,
			     const struct node *node, bool *refused);

#endif
