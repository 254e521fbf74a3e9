/* SPDX-License-Identifier: MIT */
/*
 * Which code points are letters or numbers of any script: Unicode's general
 * categories L* and N*.  Pure; reads no locale.
 */
#ifndef READ_LETTER_H
#define READ_LETTER_H

#include <stdbool.h>
#include <stdint.h>

bool letter_or_number(uint32_t code);

#endif
