/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/scope.h"

/*
 * A binary tree in the order of a mixed-up number of the name, which keeps it
 * shallow without balancing; setting copies the path from the root.
 */
struct scope {
	uint32_t rank;
	struct str name;
	struct scope_value value;
	const struct scope *less, *more;
};

/* FNV-1a, then mixed so that similar names lie far apart. */
static uint32_t rank_of(struct str name)
{
	uint32_t rank = 2166136261u;

	for (size_t i = 0; i < name.n; i++)
		rank = (rank ^ (unsigned char)name.p[i]) * 16777619u;
	rank = (rank ^ (rank >> 15)) * 0x2c1b3c6du;
	return rank ^ (rank >> 13);
}

static int compare(uint32_t rank, struct str name, const struct scope *scope)
{
	if (rank != scope->rank)
		return rank < scope->rank ? -1 : 1;
	return str_cmp(name, scope->name);
}

const struct scope *scope_set(struct arena *arena, const struct scope *scope, struct str name,
			      struct scope_value value)
{
	uint32_t rank = rank_of(name);
	const struct scope *root = NULL, **link = &root;
	struct scope *leaf;

	while (scope != NULL) {
		int order = compare(rank, name, scope);
		struct scope *copy = ARENA_NEW(arena, struct scope);

		*copy = *scope;
		*link = copy;
		if (order == 0) {
			copy->value = value;
			return root;
		}
		link = order < 0 ? &copy->less : &copy->more;
		scope = *link;
	}
	leaf = ARENA_NEW(arena, struct scope);
	leaf->rank = rank;
	leaf->name = name;
	leaf->value = value;
	*link = leaf;
	return root;
}

const struct scope_value *scope_find(const struct scope *scope, struct str name)
{
	uint32_t rank = rank_of(name);

	while (scope != NULL) {
		int order = compare(rank, name, scope);

		if (order == 0)
			return &scope->value;
		scope = order < 0 ? scope->less : scope->more;
	}
	return NULL;
}
