/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/nearest.h"

enum {
	NEAREST_BYTES = 48, /* of a name; longer ones are near to none */
	NEAREST_NAMES = 400 /* a file may have thousands of names and of mistakes */
};

/* Edits (insert, delete, replace, swap of neighbours) between two short names. */
static size_t distance(struct str a, struct str b)
{
	size_t before_last[NEAREST_BYTES + 1], last[NEAREST_BYTES + 1], now[NEAREST_BYTES + 1];

	if (a.n > NEAREST_BYTES || b.n > NEAREST_BYTES)
		return NEAREST_BYTES;
	for (size_t j = 0; j <= b.n; j++)
		before_last[j] = last[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t best = last[j - 1] + (a.p[i - 1] != b.p[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1] && before_last[j - 2] + 1 < best)
				best = before_last[j - 2] + 1;
			now[j] = best;
		}
		for (size_t j = 0; j <= b.n; j++) {
			before_last[j] = last[j];
			last[j] = now[j];
		}
	}
	return last[b.n];
}

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
	edits = distance(wanted, name);
	if (edits <= allowed && (!nearest->name.n || edits < nearest->edits)) {
		nearest->name = name;
		nearest->edits = edits;
	}
}
