/* SPDX-License-Identifier: MIT */
/*
 * vsnprintf() for messages: the same text and the same returned length, at a
 * tenth of the work where the format has nothing but "%s", "%.*s", "%c", "%d",
 * "%u", "%zu" and "%%", as nearly all of them.  What else there is, vsnprintf()
 * itself writes.  Nothing is allocated; it fails as vsnprintf() does.
 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

int format_text(char *to, size_t room, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

#endif
