/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/yaml_reader.h"

#include <stdlib.h>

enum {
	/* bytes of the paths of all aliases of a document that are kept to be compared */
	LIMIT_ALIAS_PATHS = 16 * 1024 * 1024
};

/* Where an alias stands, as text: what Compose decides by whether it is a cycle. */
struct alias {
	const struct anchor *anchor;
	unsigned definition;
	struct str path; /* keys and indices, each with a point behind it */
	struct span span;
};

struct anchor *anchor_find(const struct reader *r, struct str name)
{
	struct anchor *a = r->anchors;

	while (a) {
		int order = str_cmp(name, a->name);

		if (order == 0)
			return a;
		a = order < 0 ? a->left : a->right;
	}
	return NULL;
}

static struct anchor *skewed(struct anchor *a)
{
	struct anchor *left = a->left;

	if (!left || left->level != a->level)
		return a;
	a->left = left->right;
	left->right = a;
	return left;
}

static struct anchor *split(struct anchor *a)
{
	struct anchor *right = a->right;

	if (!right || !right->right || right->right->level != a->level)
		return a;
	a->right = right->left;
	right->left = a;
	right->level++;
	return right;
}

/* The tree is balanced, so the recursion is shallow whatever the file holds. */
static struct anchor *inserted(struct anchor *tree, struct anchor *a)
{
	if (!tree)
		return a;
	if (str_cmp(a->name, tree->name) < 0)
		tree->left = inserted(tree->left, a);
	else
		tree->right = inserted(tree->right, a);
	return split(skewed(tree));
}

struct anchor *anchor_begin(struct reader *r, struct str name, size_t at)
{
	struct str bytes = r->source->bytes;
	struct anchor *a;
	size_t mark;

	if (!name.n)
		return NULL;
	a = anchor_find(r, name);
	if (!a) {
		a = ARENA_NEW(&r->work, struct anchor);
		a->name = arena_str(&r->work, name);
		a->level = 1;
		r->anchors = inserted(r->anchors, a);
	}
	/* a tag may stand before it */
	mark = str_find_byte(bytes, '&', at);
	a->span =
		mark == STR_NPOS ? reader_span(r, at, at) : reader_span(r, mark, mark + 1 + name.n);
	a->node = NULL;
	a->definition++;
	return a;
}

void anchor_end(const struct reader *r, struct anchor *anchor, unsigned definition,
		const struct made *made)
{
	if (!anchor || anchor->definition != definition)
		return;
	anchor->node = made->node;
	anchor->size = made->size;
	anchor->height = made->height;
	anchor->tags = made->tags;
	anchor->keeps_reset = r->override_depth && made->tags && made->node->tag == TAG_NONE;
}

void anchor_note_alias(struct reader *r, const struct anchor *anchor, struct span span)
{
	r->alias_path_bytes += r->path.n;
	if (r->hidden || r->alias_path_bytes > LIMIT_ALIAS_PATHS)
		return;
	r->aliases = arena_grow(&r->work, r->aliases, r->naliases, &r->aliases_capacity,
				sizeof(*r->aliases));
	r->aliases[r->naliases++] =
		(struct alias){ anchor, anchor->definition,
				arena_str(&r->work, builder_str(&r->path)), span };
}

static int compare_aliases(const void *left, const void *right)
{
	const struct alias *a = left, *b = right;
	int order = str_cmp(a->anchor->name, b->anchor->name);

	if (!order && a->definition != b->definition)
		order = a->definition < b->definition ? -1 : 1;
	if (!order)
		order = str_cmp(a->path, b->path);
	return order ? order : span_cmp(a->span, b->span);
}

/*
 * Compose finds cycles by the text of paths: an alias at "k" and the same one
 * at "k.sub" are one to it, be the second a key with a point in it or a key
 * beside "<<", whose own name it drops.  It refuses the file.  Sorted, a path
 * is followed at once by those that begin with it.
 */
void anchor_check_paths(struct reader *r)
{
	if (r->naliases)
		qsort(r->aliases, r->naliases, sizeof(*r->aliases), compare_aliases);
	for (size_t i = 1; i < r->naliases; i++) {
		const struct alias *a = &r->aliases[i - 1], *b = &r->aliases[i];
		const struct alias *later = a->span.start > b->span.start ? a : b;
		struct finding *finding;

		if (a->anchor != b->anchor || a->definition != b->definition ||
		    str_eq(a->path, b->path) || !str_starts(b->path, a->path))
			continue;
		finding = reader_refuse(
			r, later->span,
			"Compose takes this alias for a cycle, since the keys that lead here "
			"and to another use of it begin alike; write the value out here");
		if (finding)
			diag_related(&r->lint->diag, finding, RELATED_OTHER,
				     later == a ? b->span : a->span, "the other use");
	}
	r->naliases = r->alias_path_bytes = 0;
}
