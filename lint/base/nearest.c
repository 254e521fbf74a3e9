/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/nearest.h"

enum {
	NEAREST_NAMES = 400 /* a file may have thousands of names and of mistakes */
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
