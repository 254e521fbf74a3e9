/* SPDX-License-Identifier: MIT */
/*
 * One assembled instruction cut into name, flags, words and pairs
 * (dockerfile-semantics 4 and 5).  Serves read/dockerfile alone.
 *
 * Fills the instruction it is given, whose line, pieces and input are set.
 * What BuildKit refuses is left in its `error`; no finding is made here, since
 * the error of a trigger counts only where the trigger fires.
 */
#ifndef READ_INSTRUCTION_H
#define READ_INSTRUCTION_H

#include "read/dockerfile.h"

/* Cuts name, flags and arguments; `from` is where the name may begin in the line. */
void instruction_cut(struct arena *arena, struct dockerfile_instr *instr, size_t from,
		     char escape);
/* Looks at flags and at the number of arguments; sets `error` unless one is set. */
void instruction_check(struct arena *arena, struct dockerfile_instr *instr);
/* Heredocs may follow: RUN, COPY, ADD, also behind ONBUILD, not in exec form. */
bool instruction_takes_heredocs(const struct dockerfile_instr *instr);

/* The first thing that is wrong counts. */
#define REFUSE(arena, instr, fault, phase, ...)                                                    \
	((instr)->error = (instr)->error != NULL                                                   \
				  ? (instr)->error                                                 \
				  : dockerfile_error((arena), (fault), (phase), (instr)->head,     \
						     __VA_ARGS__))

#endif
