/* SPDX-License-Identifier: MIT */
/*
 * Memory that ends all at once.
 *
 * Two arenas serve a run: the run arena, whose memory lives until exit, and
 * the scratch arena, which is reset after each rule.  Nothing is freed one by
 * one.  Memory is zeroed and aligned for pointers and 64-bit numbers.
 *
 * Allocation never returns NULL: when memory runs out, one line is printed and
 * the program exits with status 2.  This is the only exit outside main().
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *first;   /* the block filled first; kept by arena_reset() */
	struct arena_block *current; /* the block being filled */
	char *next, *end;            /* free part of the current block */
	void *last;                  /* the newest piece, which arena_grow() may extend in place */
};

/* An empty arena is all zeroes; the first allocation brings its first block. */

void *arena_alloc(struct arena *arena, size_t size);
/* size * count, checked for overflow */
void *arena_array(struct arena *arena, size_t count, size_t size);
/* Grows an array of *capacity elements so that one more than `count` fits; returns the array. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);
/* The same for `more` of them. */
void *arena_reserve(struct arena *arena, void *array, size_t count, size_t more, size_t *capacity,
		    size_t size);

/* Forgets all pieces but keeps the memory, if it is little; under AddressSanitizer the pieces are poisoned. */
void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

/* One line on standard error and exit status 2. */
_Noreturn void arena_out_of_memory(void);

#define ARENA_NEW(arena, type)          ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
