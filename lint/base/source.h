/* SPDX-License-Identifier: MIT */
/*
 * The bytes of the files of a run, and where a byte stands.
 *
 * Inside the program a place is a span: half-open byte offsets into one
 * source, twelve bytes, passed by value.  Lines and columns exist only in
 * reports: source_place() computes them from a table of lines that is made at
 * the first question.  Lines end at LF (CRLF is one end); a lone CR, NEL, LS
 * and PS do not end a line, because they do not in an editor.  Columns are
 * 1-based and count Unicode code points; an invalid byte counts as one; a BOM
 * at the start of the file counts as nothing.
 *
 * Sources live until exit.  Source number 0 is no file: the span {0, 0, 0} is
 * "no place" (a value from the process environment, a default).
 *
 * Threads that load projects of one run share its sources: each has a struct sources
 * of its own, which asks those of the run.  Their numbers are then in the order in
 * which the threads came, which nobody may see: what is told of several sources goes
 * by their order (sources_reorder()).
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/arena.h"
#include "base/lock.h"
#include "base/str.h"
#include "base/table.h"

struct span {
	uint32_t source;     /* number of the source; 0 = no place */
	uint32_t start, end; /* bytes, half open */
};

#define SPAN_NONE ((struct span){ 0, 0, 0 })

struct place {
	uint32_t line, column; /* 1-based; column in code points */
};

struct source {
	uint32_t number;
	bool shared;     /* a thread has added it, not the run itself */
	struct str name; /* as it is reported: relative where the user named it so */
	struct str path; /* as it is opened; two names of one path are one source */
	struct str bytes;
	/* offset of the start of each line, made when first asked; whoever sees it sees `nlines` */
	uint32_t *_Atomic lines;
	size_t nlines;
	struct source_mark *marks; /* made when a column far in a line is asked for */
};

/* How paths are reported where the user wants them otherwise than as files were named. */
struct path_naming {
	struct str relative_to; /* directory, absolute and clean; empty: as named */
	struct str prefix;      /* put before relative paths; may be empty */
	/* What of a path may be shown; several threads may ask.  NULL: all of it. */
	struct str (*shown)(void *self, struct arena *arena, struct str path);
	void *self;
};

/* Blocks of sources by number, each twice as long as the one before, from 64 on: none ever moves. So
   many hold all numbers that a span has: 64 * (2^27 - 1) is more than UINT32_MAX. */
enum { SOURCE_BLOCKS = 27 };

struct sources {
	struct arena *arena; /* for names that are only asked for */
	struct arena held;   /* for the rest; all of it is behind the lock where it is shared */
	struct path_naming naming; /* set before the first file is added; all zeroes: as named */
	struct source **blocks[SOURCE_BLOCKS];
	size_t count;  /* the first one is unused */
	size_t nbytes; /* of all of them */
	struct table by_path;
	const uint32_t *order, *places; /* numbers in their order, and back; NULL: as they are */
	size_t norder;                  /* those behind come last */
	struct lock lock;               /* of all of the above, where it is shared */
	/* of one of several threads */
	struct sources *whole; /* those of the run; NULL: these */
	bool depends;          /* what was read depends on what the other threads had read before */
};

void sources_init(struct sources *sources, struct arena *arena);
void sources_free(struct sources *sources);
/* Those of a thread, which live as `whole`; what is only named lives in the arena. */
void sources_share(struct sources *sources, struct arena *arena, struct sources *whole);
size_t sources_bytes(struct sources *sources);
/* Forgets those from number `from` on that threads have added; their numbers are then of nothing. */
void sources_forget(struct sources *sources, size_t from);
/* From now on they are in this order: `order` has each number from 1 to count - 1 once, from [1] on,
   and `places` where it stands there.  Borrowed. */
void sources_reorder(struct sources *sources, const uint32_t *order, const uint32_t *places);
/* The source at a place, from 1, of the order, or NULL where one was forgotten; and the place of a
   number. */
const struct source *source_at(const struct sources *sources, size_t place);
uint32_t source_place_of(const struct sources *sources, uint32_t number);
/* Where several threads add the same file, there is one. */
struct source *source_add(struct sources *sources, struct str name, struct str path,
			  struct str bytes);
/* The source that was added for this path, the last one of several, or NULL. */
struct source *source_find(struct sources *sources, struct str path);
const struct source *source_get(const struct sources *sources, uint32_t number);
/* Its bytes were in another encoding: these are what spans count in.  Not where threads share it. */
void source_decoded(struct sources *sources, uint32_t number, struct str bytes);
struct str source_name(const struct sources *sources, struct span span);
/* How a path is reported: `absolute` as the naming has it, `otherwise` without one.  It is only shown:
   what is opened is the path. */
struct str source_naming(const struct sources *sources, struct str absolute, struct str otherwise);
/* The same of a path that no directory or prefix of the naming goes into. */
struct str source_shown(const struct sources *sources, struct str path);
/* A path below the prefix of the naming; what leads out of its directory stays as it is. */
struct str source_prefixed(const struct sources *sources, struct str path);
struct str source_text(const struct sources *sources, struct span span);

struct place source_place(struct sources *sources, uint32_t number, uint32_t offset);
/* The same with a column that counts UTF-16 code units, as JavaScript and SARIF do. */
struct place source_place_utf16(struct sources *sources, uint32_t number, uint32_t offset);
/* The bytes of a line (1-based) without its end; empty when there is no such line. */
struct str source_line(struct sources *sources, uint32_t number, uint32_t line);
/* The same of a source that a place or a line was asked of before. */
struct str source_line_of(const struct source *source, uint32_t line);

bool span_is_none(struct span span);
bool span_eq(struct span a, struct span b);
/* a lies within b, or equals it */
bool span_within(struct span a, struct span b);
/* By source, start, end. */
int span_cmp(struct span a, struct span b);

#endif
