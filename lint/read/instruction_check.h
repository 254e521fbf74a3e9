/* SPDX-License-Identifier: MIT */
/*
 * What BuildKit refuses in an instruction once it is cut: flags, the number of
 * arguments, names (frontend/dockerfile/instructions/parse.go).  Sets the
 * instruction's `error` unless one is set; makes no finding.
 */
#ifndef READ_INSTRUCTION_CHECK_H
#define READ_INSTRUCTION_CHECK_H

#include "read/instruction.h"

void instruction_check(struct arena *arena, struct dockerfile_instr *instr);

#endif
