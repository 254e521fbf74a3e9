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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lock.h"

/* gcc has a macro for it, clang a question */
#ifdef __SANITIZE_ADDRESS__
#define ARENA_POISONS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS
#endif
#endif

struct arena_block;

struct arena {
	struct arena_block *first;   /* the block filled first; kept by arena_reset() */
	struct arena_block *current; /* the block being filled */
	char *next, *end;            /* free part of the current block */
	void *last;                  /* the newest piece, which arena_grow() may extend in place */
	bool has_grown; /* blocks were added since the last reset, and may be more than it keeps */
	struct arena_store *store; /* of the blocks; NULL: they come from the system, one by one */
};

/* An empty arena is all zeroes; the first allocation brings its first block. */

/*
 * Where the blocks of many arenas come from that last about as long: one asks the system for few large
 * pieces, which it gives for much less than as many small ones.  Several threads may take from it, each for
 * an arena of its own.  What an arena gives back is kept until the store ends, behind all of them.
 */
struct arena_store {
	struct arena memory;
	struct lock lock;
};

void arena_store_free(struct arena_store *store);

/*
 * A node or an array is wanted for every few bytes of a file, so the usual case is inline: the
 * free part of a block is all zeroes, and a piece only has to be taken from it.
 */

enum {
	ARENA_ALIGN = 8,
#ifdef ARENA_POISONS
	ARENA_IS_QUICK = false
#else
	ARENA_IS_QUICK = true
#endif
};

/* What the functions without `_slowly` do where there is no room. */
void *arena_alloc_slowly(struct arena *arena, size_t size);
void *arena_reserve_slowly(struct arena *arena, void *array, size_t count, size_t more,
			   size_t *capacity, size_t size);

static inline void *arena_alloc(struct arena *arena, size_t size)
{
	/* 0 for no bytes and for sizes beyond the last multiple, which the slow way tells apart */
	size_t whole = (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;

	if (!ARENA_IS_QUICK || whole - 1 >= (size_t)(arena->end - arena->next))
		return arena_alloc_slowly(arena, size);
	arena->last = arena->next;
	arena->next += whole;
	return arena->last;
}

/* size * count, checked for overflow */
static inline void *arena_array(struct arena *arena, size_t count, size_t size)
{
	return arena_alloc(arena, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

/* An array of *capacity elements so that `more` fit behind the `count` in it; returns the array. */
static inline void *arena_reserve(struct arena *arena, void *array, size_t count, size_t more,
				  size_t *capacity, size_t size)
{
	return more <= *capacity - count
		       ? array
		       : arena_reserve_slowly(arena, array, count, more, capacity, size);
}

/* The same for one. */
static inline void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity,
			       size_t size)
{
	return arena_reserve(arena, array, count, 1, capacity, size);
}

void arena_reset_slowly(struct arena *arena);

/* Forgets all pieces but keeps the memory, if it is little; under AddressSanitizer the pieces are poisoned. */
static inline void arena_reset(struct arena *arena)
{
	/* most rules ask for nothing */
	if (arena->last)
		arena_reset_slowly(arena);
}

void arena_free(struct arena *arena);

/* One line on standard error and exit status 2. */
_Noreturn void arena_out_of_memory(void);

#define ARENA_NEW(arena, type)          ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
