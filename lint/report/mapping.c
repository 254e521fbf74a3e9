/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/mapping.h"

#include "engine/boundary.h"

#define CHECK(id, check) static const char name_of_##id[] = check;
#define BEHIND(id, rule, effect)
#include "engine/boundary.list"
#undef CHECK
#undef BEHIND

static const struct mapping listed[] = {
#define CATALOGUE(title, address, text) \
	{ .heads = true,                \
	  .name = STR_INIT(title),      \
	  .url = STR_INIT(address),     \
	  .about = STR_INIT(text) },
#define ASKS(number, text, answers, why) \
	{ .name = STR_INIT(number),      \
	  .about = STR_INIT(text),       \
	  .rules = STR_INIT(answers),    \
	  .note = STR_INIT(why) },
#define TRIES(id, why)                                        \
	{ .name = { name_of_##id, sizeof(name_of_##id) - 1 }, \
	  .note = STR_INIT(why),                              \
	  .check = BOUNDARY_##id,                             \
	  .tried = true },
#include "report/mapping.list"
#undef CATALOGUE
#undef ASKS
#undef TRIES
};

size_t mapping_all(const struct mapping **all)
{
	*all = listed;
	return sizeof(listed) / sizeof(*listed);
}

struct str mapping_rule(const struct mapping *asked, size_t position)
{
	struct str rest = asked->rules;

	if (asked->tried)
		return boundary_rule((enum boundary_check_name)asked->check, position);
	while (position-- && rest.n)
		str_cut(&rest, ' ');
	return rest.n ? str_cut(&rest, ' ') : STR_NONE;
}

bool mapping_has(const struct mapping *asked, struct str rule)
{
	struct str name;

	for (size_t i = 0; (name = mapping_rule(asked, i)).n; i++)
		if (str_eq(name, rule))
			return true;
	return false;
}
