/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#define POISON(p, n)   ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
#define POISON(p, n)   ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum {
	FIRST_BLOCK_BYTES = 4 * 1024, /* many arenas serve one small file */
	LARGEST_BLOCK_BYTES = 4 * 1024 * 1024,
	/* larger blocks come cleared; smaller ones are cleared step by step, for what is never asked for
	   need not be touched */
	CLEARED_BLOCK_BYTES = 64 * 1024,
	CLEARED_STEP_BYTES = 2 * 1024,
	/* what Linux can map at once where pages have 4 KiB; a large block begins at a multiple */
	HUGE_PAGE_BYTES = 2 * 1024 * 1024,
	PAGE_BYTES = 64 * 1024, /* a multiple of what any system has */
	/* behind a block of this size comes a large one: the faults of as many small pages cost more
	   than to clear a huge one of which little is used */
	SMALL_BLOCK_BYTES = 128 * 1024,
	/* of a block from a store, at most: what is not used of the last one of each arena is lost */
	STORED_BLOCK_BYTES = 64 * 1024,
	/* by arena_reset(): what one stage needed for a whole project, another arena may use */
	KEPT_BYTES = 3 * 1024 * 1024,
	/* of a list: most stay short, and of large elements there is often one */
	FIRST_ELEMENTS = 8,
	FIRST_LIST_BYTES = 64
};

/* What pieces are aligned for: max_align_t would be for long double, which nobody keeps here, and
   a twentieth of all memory would lie between the pieces. */
union arena_aligned {
	void *pointer;
	double real;
	int64_t integer;
};

_Static_assert(_Alignof(union arena_aligned) <= ARENA_ALIGN, "pieces fit what is kept in them");

struct arena_block {
	struct arena_block *next;
	size_t size;    /* bytes of memory behind this header */
	size_t cleared; /* so many of them are used or zero */
	size_t used;    /* of a block that another one came after */
	bool is_stored; /* its memory is a store's */
	bool is_mapped; /* its memory comes from mmap(), else it lies behind this header */
	char *start;    /* of the memory */
	union arena_aligned memory[];
};

_Noreturn void arena_out_of_memory(void)
{
	/* never given back: of several threads one says it, and the others wait for the end */
	flockfile(stderr);
	fputs("compose-lint: out of memory\n", stderr);
	exit(2);
}

static void use_block(struct arena *arena, struct arena_block *block)
{
	arena->current = block;
	arena->next = block->start;
	arena->end = block->start + block->cleared;
}

/* More of the current block is to be used, if it has so much; false: it has not. */
static bool clear_more(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->current;
	size_t used, step = size > CLEARED_STEP_BYTES ? size : CLEARED_STEP_BYTES;

	if (!block)
		return false;
	used = (size_t)(arena->next - block->start);
	if (size <= block->cleared - used)
		return true;
	if (size > block->size - used)
		return false;
	if (step > block->size - used)
		step = block->size - used;
	UNPOISON(block->start + block->cleared, used + step - block->cleared);
	memset(block->start + block->cleared, 0, used + step - block->cleared);
	POISON(block->start + block->cleared, used + step - block->cleared);
	block->cleared = used + step;
	arena->end = block->start + block->cleared;
	return true;
}

/* All zeroes. */
static struct arena_block *stored_block(struct arena_store *store, size_t size)
{
	struct arena_block *block;

	lock_take(&store->lock);
	block = arena_alloc(&store->memory, sizeof(*block) + size);
	lock_give(&store->lock);
	*block = (struct arena_block){
		.size = size, .cleared = size, .is_stored = true, .start = (char *)block->memory
	};
	POISON(block->start, size);
	return block;
}

/*
 * Zeroes, so many and more up to a multiple of PAGE_BYTES; NULL: there is no memory.  The largest blocks
 * are most of the memory of a large project, read here and there: the system is asked for huge pages,
 * which save it a fault and the processor a miss for each small one.
 */
static char *map(size_t *size)
{
	size_t gap, whole;
	char *memory;

	*size = (*size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
	whole = *size + HUGE_PAGE_BYTES;
	memory = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	gap = HUGE_PAGE_BYTES - (uintptr_t)memory % HUGE_PAGE_BYTES;
	munmap(memory, gap);
	if (gap < HUGE_PAGE_BYTES)
		munmap(memory + gap + *size, HUGE_PAGE_BYTES - gap);
#ifdef MADV_HUGEPAGE
	madvise(memory + gap, *size / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES, MADV_HUGEPAGE);
#endif
	return memory + gap;
}

/* A block of `size` bytes or a few more. */
static struct arena_block *new_block(size_t size)
{
	bool is_mapped = size >= HUGE_PAGE_BYTES, is_cleared = size > CLEARED_BLOCK_BYTES;
	struct arena_block *block;
	char *memory = NULL;

	if (size > SIZE_MAX - sizeof(*block) - HUGE_PAGE_BYTES - PAGE_BYTES)
		arena_out_of_memory();
	if (is_mapped) {
		memory = map(&size);
		block = memory ? malloc(sizeof(*block)) : NULL;
	} else {
		block = is_cleared ? calloc(1, sizeof(*block) + size)
				   : malloc(sizeof(*block) + size);
	}
	if (!block)
		arena_out_of_memory();
	*block = (struct arena_block){ .size = size,
				       .cleared = is_cleared ? size : 0,
				       .is_mapped = is_mapped,
				       .start = memory ? memory : (char *)block->memory };
	POISON(block->start, size);
	return block;
}

static void add_block(struct arena *arena, size_t size)
{
	size_t wanted = arena->current ? arena->current->size * 2 : FIRST_BLOCK_BYTES;
	struct arena_block *block;

	if (wanted > SMALL_BLOCK_BYTES && wanted < HUGE_PAGE_BYTES)
		wanted = HUGE_PAGE_BYTES;
	if (arena->current)
		arena->current->used = (size_t)(arena->next - arena->current->start);
	if (wanted > LARGEST_BLOCK_BYTES)
		wanted = LARGEST_BLOCK_BYTES;
	if (arena->store && wanted > STORED_BLOCK_BYTES)
		wanted = STORED_BLOCK_BYTES;
	if (wanted < size)
		wanted = size;
	/* a block kept by arena_reset() serves again if the piece fits */
	if (arena->current && arena->current->next && arena->current->next->size >= size) {
		use_block(arena, arena->current->next);
		return;
	}
	block = arena->store && wanted <= STORED_BLOCK_BYTES ? stored_block(arena->store, wanted)
							     : new_block(wanted);
	block->next = arena->current ? arena->current->next : NULL;
	arena->has_grown = true;
	if (arena->current)
		arena->current->next = block;
	else
		arena->first = block;
	use_block(arena, block);
}

static size_t rounded(size_t size)
{
	if (size > SIZE_MAX - ARENA_ALIGN)
		arena_out_of_memory();
	return size ? (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN : ARENA_ALIGN;
}

void *arena_alloc_slowly(struct arena *arena, size_t size)
{
	size_t whole = rounded(size);

	if (!clear_more(arena, whole)) {
		add_block(arena, whole);
		clear_more(arena, whole);
	}
	arena->last = arena->next;
	arena->next += whole;
	UNPOISON(arena->last, size);
	return arena->last;
}

static size_t first_elements(size_t size)
{
	size_t count = FIRST_LIST_BYTES / size;

	return !count ? 1 : count > FIRST_ELEMENTS ? FIRST_ELEMENTS : count;
}

/* The newest piece grows where it stands, so that a long list leaves no copies behind. */
static bool grow_last(struct arena *arena, void *array, size_t size)
{
	size_t whole = rounded(size);

	if (array != arena->last ||
	    !clear_more(arena, whole - (size_t)(arena->next - (char *)array)))
		return false;
	UNPOISON(array, size);
	arena->next = (char *)array + whole;
	return true;
}

void *arena_reserve_slowly(struct arena *arena, void *array, size_t count, size_t more,
			   size_t *capacity, size_t size)
{
	size_t wanted = *capacity ? *capacity : first_elements(size);
	void *larger;

	if (more > SIZE_MAX / 2 / size - count)
		arena_out_of_memory();
	while (wanted < count + more)
		wanted *= 2;
	*capacity = wanted;
	if (array && grow_last(arena, array, wanted * size))
		return array;
	larger = arena_alloc(arena, wanted * size);
	if (array)
		memcpy(larger, array, count * size);
	return larger;
}

static void free_blocks(struct arena_block *block)
{
	struct arena_block *next;

	for (; block; block = next) {
		next = block->next;
		UNPOISON(block->start, block->size);
		if (block->is_mapped)
			munmap(block->start, block->size);
		if (!block->is_stored)
			free(block);
	}
}

/* All zeroes again. */
static void clear_block(struct arena_block *block)
{
	UNPOISON(block->start, block->used);
	memset(block->start, 0, block->used);
	POISON(block->start, block->size);
	block->used = 0;
}

/* What is beyond the bytes that are kept goes. */
static void free_large(struct arena *arena)
{
	struct arena_block *block = arena->first;

	for (size_t kept = block->size; block->next && kept + block->next->size <= KEPT_BYTES;
	     kept += block->size)
		block = block->next;
	free_blocks(block->next);
	block->next = NULL;
	arena->has_grown = false;
}

void arena_reset_slowly(struct arena *arena)
{
	struct arena_block *block = arena->first;

	arena->current->used = (size_t)(arena->next - arena->current->start);
	/* behind the current block nothing is used */
	for (; block != arena->current; block = block->next)
		clear_block(block);
	clear_block(block);
	if (arena->has_grown)
		free_large(arena);
	use_block(arena, arena->first);
	arena->last = NULL;
}

void arena_free(struct arena *arena)
{
	free_blocks(arena->first);
	*arena = (struct arena){ .store = arena->store };
}

void arena_store_free(struct arena_store *store)
{
	arena_free(&store->memory);
}
