/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/format.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct output {
	char *to;
	size_t room, n; /* bytes; n goes on counting where there is no room */
};

static inline void put(struct output *out, const char *bytes, size_t n)
{
	if (out->n < out->room)
		memcpy(out->to + out->n, bytes, n < out->room - out->n ? n : out->room - out->n);
	out->n += n;
}

char *format_number(char *end, uint64_t number)
{
	do
		*--end = (char)('0' + number % 10);
	while (number /= 10);
	return end;
}

static void put_number(struct output *out, uint64_t number, bool negative)
{
	char text[1 + FORMAT_DIGITS], *end = text + sizeof(text),
				      *from = format_number(end, number);

	if (negative)
		*--from = '-';
	put(out, from, (size_t)(end - from));
}

static void put_string(struct output *out, const char *string, int most)
{
	const char *end = most < 0 ? NULL : memchr(string, '\0', (size_t)most);

	put(out, string, most < 0 ? strlen(string) : end ? (size_t)(end - string) : (size_t)most);
}

/* Up to the next conversion; returns where it begins, or the end. */
static inline const char *put_literal(struct output *out, const char *format)
{
	const char *percent;
	size_t n;

	if (*format == '%' || !*format)
		return format;
	percent = strchr(format, '%');
	n = percent ? (size_t)(percent - format) : strlen(format);
	put(out, format, n);
	return format + n;
}

/* False: the format has a conversion that is not ours. */
static bool put_all(struct output *out, const char *format, va_list args)
{
	int number;

	for (format = put_literal(out, format); *format; format = put_literal(out, format)) {
		switch (*++format) {
		case '.':
			if (format[1] != '*' || format[2] != 's')
				return false;
			number = va_arg(args, int);
			put_string(out, va_arg(args, const char *), number);
			format += 2;
			break;
		case 's':
			put_string(out, va_arg(args, const char *), -1);
			break;
		case 'c':
			put(out, &(char){ (char)va_arg(args, int) }, 1);
			break;
		case 'd':
			number = va_arg(args, int);
			put_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number,
				   number < 0);
			break;
		case 'u':
			put_number(out, va_arg(args, unsigned), false);
			break;
		case 'z':
			if (*++format != 'u')
				return false;
			put_number(out, va_arg(args, size_t), false);
			break;
		case '%':
			put(out, "%", 1);
			break;
		default:
			return false;
		}
		format++;
	}
	return true;
}

int format_text(char *to, size_t room, const char *format, va_list args)
{
	struct output out = { to, room ? room - 1 : 0, 0 };
	va_list again;
	bool whole;

	va_copy(again, args);
	whole = put_all(&out, format, again);
	va_end(again);
	/* what is too long for an int is for vsnprintf() to refuse */
	if (!whole || out.n > INT_MAX)
		return vsnprintf(to, room, format, args);
	if (room)
		to[out.n < out.room ? out.n : out.room] = '\0';
	return (int)out.n;
}
