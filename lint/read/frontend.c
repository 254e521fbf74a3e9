/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/frontend.h"

#include "read/execform.h"
#include "read/whitespace.h"

/* "key = value" behind the sign of a comment; false: the block of directives ends here. */
static bool is_directive(struct str line, struct str *key, struct str *value)
{
	size_t at = 0;

	line = whitespace_trim_start(line);
	if (line.n == 0 || !byte_is_alpha(line.p[0]))
		return false;
	while (at < line.n && byte_is_alnum(line.p[at]))
		at++;
	*key = str_slice(line, 0, at);
	line = str_trim(str_slice(line, at, line.n));
	if (!str_starts(line, STR("=")))
		return false;
	*value = str_trim(str_slice(line, 1, line.n));
	return value->n > 0 &&
	       (str_eq_nocase(*key, STR("syntax")) || str_eq_nocase(*key, STR("escape")) ||
		str_eq_nocase(*key, STR("check")));
}

static struct str in_comments(struct str text, struct str sign)
{
	while (text.n > 0) {
		struct str line = str_cut(&text, '\n'), key, value;

		if (!str_starts(line, sign) ||
		    !is_directive(str_slice(line, sign.n, line.n), &key, &value))
			break;
		if (str_eq_nocase(key, STR("syntax")))
			return str_cut(&value, ' ');
	}
	return STR_NONE;
}

struct frontend frontend_find(struct arena *arena, struct str text)
{
	struct str rest = text, image;
	struct execform_item member;

	if (str_starts(rest, STR("\xEF\xBB\xBF")))
		rest = str_slice(rest, 3, rest.n);
	if (str_starts(rest, STR("#!")))
		str_cut(&rest, '\n');
	image = in_comments(rest, STR("#"));
	if (image.n == 0)
		image = in_comments(rest, STR("//"));
	if (image.n > 0) {
		size_t from = (size_t)(image.p - text.p);

		return (struct frontend){ image, from, from + image.n };
	}
	if (rest.n > 0 && execform_member(arena, rest, STR("syntax"), &member)) {
		size_t before = (size_t)(rest.p - text.p);

		return (struct frontend){ member.text, before + member.from, before + member.to };
	}
	return (struct frontend){ STR(""), 0, 0 };
}

bool frontend_is_standard(struct str image)
{
	size_t at;

	image = str_slice(image, 0, str_find_byte(image, '@', 0));
	at = str_rfind_byte(image, ':');
	if (at != STR_NPOS && str_find_byte(image, '/', at) == STR_NPOS)
		image = str_slice(image, 0, at);
	return str_eq(image, STR("docker/dockerfile")) ||
	       str_eq(image, STR("docker/dockerfile-upstream")) ||
	       str_ends(image, STR("/docker/dockerfile")) ||
	       str_ends(image, STR("/docker/dockerfile-upstream"));
}
