/* SPDX-License-Identifier: MIT */
/*
 * vsnprintf() for messages: the same text and the same returned length.  What
 * nearly all messages are made of ("%s", "%.*s", "%c", "%d", "%u", "%zu" and
 * "%%") is written here, without its work for locales and widths; a format with
 * anything else goes to vsnprintf() as a whole.  No string may be NULL.  Nothing
 * is allocated; it fails as vsnprintf() does.
 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum { FORMAT_DIGITS = 20 }; /* as UINT64_MAX has */

/* Writes the number in decimal so that it ends before `end`; returns its first digit. */
char *format_number(char *end, uint64_t number);
int format_text(char *to, size_t room, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

#endif
