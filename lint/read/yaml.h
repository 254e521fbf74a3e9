/* SPDX-License-Identifier: MIT */
/*
 * YAML to nodes, through libyaml's events.
 *
 * Resolves plain scalars as docker compose does (read/scalar: YAML 1.1 syntax,
 * mixed resolution), anchors and aliases (shared nodes), merge keys (shallow;
 * explicit keys win; STEP_MERGE_KEY), the tags !reset and !override, several
 * documents.  A node tagged !reset is not in its document, only in its paths;
 * one tagged !override is in both.  Marks of libyaml count code points and end
 * lines at NEL, LS, PS: they are turned into byte spans here and nowhere else.
 *
 * The user's file is wrong: finding yaml-syntax, and the file is `broken`
 * (nothing after it may be judged).  Duplicate keys: finding model-invalid at
 * the second one, first one related; the file is `refused`, reading goes on and
 * the pair is left out.  Below a !reset nothing is refused, since Compose drops
 * it unseen.
 * The node at an alias keeps the span of the value it names; the alias itself is
 * its STEP_ALIAS.  Merged pairs stand where `<<` stood, without it.
 * Limits: LIMIT_DEPTH, LIMIT_NODES, LIMIT_RUN_NODES, LIMIT_ALIAS_NODES, LIMIT_RUN_ALIAS_NODES, each
 * ends in yaml-syntax.
 * Borrows the source's bytes; nodes live in the run arena.  A source in UTF-16 is
 * given UTF-8 bytes here, since spans count them.
 */
#ifndef READ_YAML_H
#define READ_YAML_H

#include "base/diag.h"
#include "base/node.h"

struct yaml_file {
	const struct node *const *documents; /* roots, in order; NODE_NULL for an empty document */
	/*
	 * For each document the paths that its tags take away from what comes before it: a
	 * mapping of mappings, at the end of each path the tagged node.  A key "*" may be a
	 * pattern that every key matches.  NULL: there are none.
	 */
	const struct node *const *tagged;
	size_t count;
	bool broken;  /* not well-formed: the documents before the error only */
	bool refused; /* well-formed, but Compose refuses it (duplicate key, non-string key ...) */
};

struct yaml_file yaml_parse(struct lint *lint, const struct source *source);

/*
 * What stands where in the text of a file, for whoever asks what a comment is about
 * (read/comment.h).  Lives in the run arena of the reading.
 */
struct yaml_outline {
	/* pairs, each from its key to the end of its value, and items of lists, in the order of
	   their beginnings; an alias ends them, not the value it names */
	struct span *entries;
	size_t nentries, entry_capacity;
	struct span *scalars; /* text in which "#" begins no comment, in order */
	size_t nscalars, scalar_capacity;
};
struct yaml_file yaml_parse_outlined(struct lint *lint, const struct source *source,
				     struct yaml_outline *outline);

/*
 * Where bytes [from, to) of a scalar's text stand in its file: goes through the
 * parts of interpolation (a piece of a variable's value stands for its whole
 * reference) and through quotes and escapes.  For a node that no file wrote,
 * its span.  Used by whoever cuts a scalar into pieces.
 */
struct span yaml_subspan(const struct sources *sources, const struct node *scalar, size_t from,
			 size_t to);
/* The same for many questions about one scalar; see read/written.h. */
struct written_map;
struct span yaml_subspan_of_many(const struct sources *sources, const struct node *scalar,
				 size_t from, size_t to, struct written_map *map);
/* A new node for bytes [from, to) of the scalar's text: parts cut along, span by yaml_subspan(). */
struct node *yaml_cut(struct lint *lint, const struct node *scalar, size_t from, size_t to);

/* The version of libyaml that is linked, for --version. */
struct str yaml_library_version(void);

#endif
