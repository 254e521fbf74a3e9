/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/nearest.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"

enum {
	NEAREST_NAMES = 400,   /* a file may have thousands of names and of mistakes */
	NEAREST_BEGINNING = 3, /* letters that tell which word was begun */
	NEAREST_BEGUN = 3      /* counts as that many edits: more than any other way */
};

void nearest_offer(struct nearest *nearest, struct str name)
{
	struct str wanted = nearest->wanted;
	size_t allowed = wanted.n / 3 < 2 ? wanted.n / 3 : 2, edits;

	if (nearest->offered++ >= NEAREST_NAMES || (nearest->name.n && !nearest->edits))
		return;
	if (str_eq_nocase(name, wanted)) {
		nearest->name = name;
		nearest->edits = 0;
		return;
	}
	if (name.n > wanted.n + allowed || wanted.n > name.n + allowed)
		return;
	edits = str_distance(wanted, name);
	if (edits <= allowed && (!nearest->name.n || edits < nearest->edits)) {
		nearest->name = name;
		nearest->edits = edits;
	}
}

void nearest_offer_word(struct nearest *nearest, struct str word)
{
	struct str wanted = nearest->wanted;

	nearest_offer(nearest, word);
	if (nearest->name.n || wanted.n < NEAREST_BEGINNING || word.n <= wanted.n ||
	    !str_eq_nocase(str_slice(word, 0, wanted.n), wanted))
		return;
	nearest->name = word;
	nearest->edits = NEAREST_BEGUN;
}

struct str nearest_question(struct arena *arena, const struct nearest *nearest)
{
	struct builder b = { .arena = arena };

	if (!nearest->name.n)
		return STR("");
	builder_add(&b, STR("; did you mean '"));
	utf8_add_visible(&b, nearest->name, LIMIT_QUOTE_COLUMNS);
	builder_add(&b, STR("'?"));
	return builder_str(&b);
}
