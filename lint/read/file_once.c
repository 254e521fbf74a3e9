/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/file_once.h"

#include "base/table.h"

/* A file that was asked for. */
struct asked {
	enum file_status status;
	struct str bytes;
	size_t limit; /* in bytes; what was too large for it may not be for a higher one */
	bool reading; /* by some thread, right now */
};

/* What all that read through it share. */
struct door {
	struct arena *arena;
	const struct files *under;
	struct str input;
	struct lock *lock;
	struct table asked; /* path -> struct asked */
};

/* Of one thread. */
struct entrance {
	struct door *door;
	struct arena *arena; /* for bytes */
};

static bool is_input(const struct door *door, struct str path)
{
	return door->input.n && str_eq(path, door->input);
}

/* Which nobody is reading. */
static struct asked *find(struct door *door, struct str path)
{
	struct asked *asked = table_get(&door->asked, path);

	if (!asked) {
		asked = ARENA_NEW(door->arena, struct asked);
		asked->status = FILE_TOO_LARGE;
		table_add(&door->asked, arena_str(door->arena, path), asked);
	}
	while (asked->reading)
		lock_wait(door->lock);
	return asked;
}

static enum file_status read_once(void *self, struct arena *arena, struct str path, size_t limit,
				  struct str *bytes)
{
	const struct entrance *entrance = self;
	struct door *door = entrance->door;
	struct asked *asked;
	struct str found = STR_NONE;
	enum file_status status;

	(void)arena; /* what is kept must live as long as the door */
	lock_take(door->lock);
	asked = find(door, path);
	if (asked->status == FILE_TOO_LARGE && limit > asked->limit) {
		asked->reading = true;
		lock_give(door->lock);
		status = door->under->read(door->under->self, entrance->arena,
					   is_input(door, path) ? STR("-") : path, limit, &found);
		lock_take(door->lock);
		asked->limit = limit;
		asked->status = status;
		asked->bytes = found;
		asked->reading = false;
		lock_wake(door->lock);
	}
	status = asked->status;
	found = asked->bytes;
	lock_give(door->lock);
	*bytes = STR("");
	if (status == FILE_OK && found.n > limit)
		return FILE_TOO_LARGE;
	if (status == FILE_OK)
		*bytes = found;
	return status;
}

static enum file_status look(void *self, struct arena *arena, struct str path)
{
	const struct door *door = ((const struct entrance *)self)->door;

	return is_input(door, path) ? FILE_OK : door->under->look(door->under->self, arena, path);
}

static enum file_status look_itself(void *self, struct arena *arena, struct str path)
{
	const struct door *door = ((const struct entrance *)self)->door;

	if (is_input(door, path))
		return FILE_OK;
	return door->under->look_itself(door->under->self, arena, path);
}

static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	const struct door *door = ((const struct entrance *)self)->door;

	return door->under->list(door->under->self, arena, path, names, count);
}

static enum file_status follow(void *self, struct arena *arena, struct str path, struct str *target)
{
	const struct door *door = ((const struct entrance *)self)->door;

	return door->under->follow(door->under->self, arena, path, target);
}

static struct files entrance_of(struct door *door, struct arena *arena)
{
	struct entrance *entrance = ARENA_NEW(arena, struct entrance);

	*entrance = (struct entrance){ door, arena };
	return (struct files){
		.self = entrance,
		.read = read_once,
		.look = look,
		.look_itself = door->under->look_itself ? look_itself : NULL,
		.list = list,
		.follow = door->under->follow ? follow : NULL,
	};
}

struct files files_once(const struct files *under, struct str input, struct arena *arena,
			struct arena *held, struct lock *lock)
{
	struct door *door = ARENA_NEW(arena, struct door);

	*door = (struct door){ .arena = held,
			       .under = under,
			       .input = input,
			       .lock = lock,
			       .asked = { .arena = held } };
	return entrance_of(door, arena);
}

struct files files_once_share(const struct files *once, struct arena *arena)
{
	return entrance_of(((const struct entrance *)once->self)->door, arena);
}
