/* SPDX-License-Identifier: MIT */
/*
 * Comments, with what they are about: libyaml and the other readers drop them.
 *
 * In YAML a comment begins with a "#" at the beginning of a line or behind a
 * blank, between two values: nothing inside a value is one, so neither is the
 * fragment of a URL nor a line of a block scalar.  In a Dockerfile and in an env
 * file comments are whole lines, and none stands in a heredoc or in quotes; what
 * somebody wrote behind an instruction or assignment is given all the same, and
 * marked, since it was meant as one.
 *
 * A file is read anew for its comments, so ask only where there may be some; the
 * reading takes time in proportion to the file, and whatever is wrong with it is
 * not told a second time.  Results live in the given arena; nothing fails: of a
 * file that is not well-formed the comments up to the error are given.
 */
#ifndef READ_COMMENT_H
#define READ_COMMENT_H

#include "base/arena.h"
#include "base/source.h"

enum comment_language { COMMENT_YAML, COMMENT_DOCKERFILE, COMMENT_ENV };

struct comment {
	struct span span; /* from its "#" to the end of its line */
	struct str text;  /* behind the "#", without white space around it */
	/*
	 * On a line of its own: the entry (a pair with its value, an item) that comes next, and
	 * in a Dockerfile or env file the instruction or assignment, or the one it stands in.
	 * Behind an entry: all that begins on its line.  None: there is nothing of the kind.
	 */
	struct span about;
	bool own_line;
	bool behind; /* an instruction, of which it is a part, or an assignment: no comment there */
	bool leads;  /* no value, instruction or assignment stands before it */
};

/* Those whose text is wanted, in their order; how many. */
size_t comments_read(struct arena *arena, const struct source *source,
		     enum comment_language language, bool (*wanted)(struct str text),
		     const struct comment **all);

#endif
