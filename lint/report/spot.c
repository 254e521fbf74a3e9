/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/spot.h"

#include "base/arena.h"

struct search {
	struct arena *arena;
	struct str path;
	struct spot spot;
	/* how far it got: the deepest value, and what is left to find in it */
	const struct node *deepest;
	size_t reached;
};

static bool walk(struct search *s, const struct origin_way *up, const struct node *node,
		 struct str name, size_t at);

/* Where the path goes on behind a segment that ends at `end`; STR_NPOS: it does not end there. */
static size_t behind(const struct search *s, size_t end)
{
	if (end >= s->path.n)
		return end == s->path.n ? end : STR_NPOS;
	if (s->path.p[end] == '.' && end + 1 < s->path.n)
		return end + 1;
	return s->path.p[end] == '[' ? end : STR_NPOS;
}

static bool walk_pairs(struct search *s, const struct origin_way *way, const struct pair *pairs,
		       size_t count, size_t at)
{
	struct str rest = str_slice(s->path, at, s->path.n);

	/* the longest key that leads on */
	for (size_t longest = rest.n; longest; longest--) {
		size_t next = behind(s, at + longest);

		if (next == STR_NPOS)
			continue;
		for (size_t i = 0; i < count; i++)
			if (str_eq(pairs[i].key->text, str_slice(rest, 0, longest)) &&
			    walk(s, way, pairs[i].value, pairs[i].key->text, next))
				return true;
	}
	return false;
}

static bool walk_items(struct search *s, const struct origin_way *way, struct str name, size_t at)
{
	bool bracket = at < s->path.n && s->path.p[at] == '[';
	size_t from = at + bracket, end = from, next;
	int64_t index;

	while (end < s->path.n && byte_is_digit(s->path.p[end]))
		end++;
	if (!str_to_int(str_slice(s->path, from, end), &index) || index < 0 ||
	    (size_t)index >= way->node->count)
		return false;
	if (bracket && (end >= s->path.n || s->path.p[end] != ']'))
		return false;
	next = behind(s, end + bracket);
	return next != STR_NPOS && walk(s, way, way->node->in.items[index], name, next);
}

static bool walk(struct search *s, const struct origin_way *up, const struct node *node,
		 struct str name, size_t at)
{
	struct origin_way *way = ARENA_NEW(s->arena, struct origin_way);

	*way = (struct origin_way){ node, up };
	if (at == s->path.n) {
		s->spot.found = true;
		s->spot.way = way;
		s->spot.name = name;
		return true;
	}
	if (!s->deepest || at > s->reached) {
		s->deepest = node;
		s->reached = at;
	}
	if (node->kind == NODE_SEQUENCE)
		return walk_items(s, way, name, at);
	if (node->kind != NODE_MAPPING)
		return false;
	return walk_pairs(s, way, node->in.pairs, node->count, at) ||
	       walk_pairs(s, way, node->removed, node->nremoved, at);
}

/* The path as far as it led, and on with the key most like the one that is not there. */
static struct str nearest(const struct search *s)
{
	struct str known = str_slice(s->path, 0, s->reached);
	struct str rest = str_slice(s->path, s->reached, s->path.n), best = STR_NONE;
	struct str wanted = str_slice(rest, 0, str_find_byte(rest, '.', 0));

	wanted = str_slice(wanted, 0, str_find_byte(wanted, '[', 0));
	for (size_t i = 0; s->deepest->kind == NODE_MAPPING && i < s->deepest->count; i++) {
		struct str key = s->deepest->in.pairs[i].key->text;

		if (!best.p || str_distance(key, wanted) < str_distance(best, wanted))
			best = key;
	}
	if (best.p)
		return arena_fmt(s->arena, "%.*s%s%.*s", STR_FMT(known),
				 known.n && !str_ends(known, STR(".")) ? "." : "", STR_FMT(best));
	if (s->deepest->kind == NODE_SEQUENCE && s->deepest->count) {
		if (str_ends(known, STR(".")))
			known = str_slice(known, 0, known.n - 1);
		return arena_fmt(s->arena, "%.*s[%u]", STR_FMT(known), s->deepest->count - 1);
	}
	return str_ends(known, STR(".")) ? str_slice(known, 0, known.n - 1) : known;
}

struct spot spot_find(struct arena *arena, const struct node *model, struct str path)
{
	struct search s = { .arena = arena, .path = path };

	if (walk(&s, NULL, model, STR_NONE, 0))
		return s.spot;
	/* a "." too many leads nowhere, but it is clear where from */
	while (str_ends(path, STR(".")))
		path.n--;
	if (path.n && path.n < s.path.n && spot_find(arena, model, path).found)
		s.spot.nearest = path;
	else
		s.spot.nearest = nearest(&s);
	return s.spot;
}
