/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/file_once.h"

#include "base/table.h"

/* A file that was asked for. */
struct asked {
	enum file_status status;
	struct str bytes;
	size_t limit; /* in bytes; what was too large for it may not be for a higher one */
};

struct door {
	struct arena *arena;
	const struct files *under;
	struct str input;
	struct table asked; /* path -> struct asked */
};

static bool is_input(const struct door *door, struct str path)
{
	return door->input.n && str_eq(path, door->input);
}

static enum file_status read_once(void *self, struct arena *arena, struct str path, size_t limit,
				  struct str *bytes)
{
	struct door *door = self;
	struct asked *asked = table_get(&door->asked, path);

	(void)arena; /* what is kept must live as long as the door */
	if (!asked) {
		asked = ARENA_NEW(door->arena, struct asked);
		asked->status = FILE_TOO_LARGE;
		table_add(&door->asked, arena_str(door->arena, path), asked);
	}
	if (asked->status == FILE_TOO_LARGE && limit > asked->limit) {
		asked->limit = limit;
		asked->status = door->under->read(door->under->self, door->arena,
						  is_input(door, path) ? STR("-") : path, limit,
						  &asked->bytes);
	}
	*bytes = STR("");
	if (asked->status != FILE_OK)
		return asked->status;
	if (asked->bytes.n > limit)
		return FILE_TOO_LARGE;
	*bytes = asked->bytes;
	return FILE_OK;
}

static enum file_status look(void *self, struct arena *arena, struct str path)
{
	const struct door *door = self;

	return is_input(door, path) ? FILE_OK : door->under->look(door->under->self, arena, path);
}

static enum file_status look_itself(void *self, struct arena *arena, struct str path)
{
	const struct door *door = self;

	if (is_input(door, path))
		return FILE_OK;
	return door->under->look_itself(door->under->self, arena, path);
}

static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	const struct door *door = self;

	return door->under->list(door->under->self, arena, path, names, count);
}

static enum file_status follow(void *self, struct arena *arena, struct str path, struct str *target)
{
	const struct door *door = self;

	return door->under->follow(door->under->self, arena, path, target);
}

struct files files_once(struct arena *arena, const struct files *under, struct str input)
{
	struct door *door = ARENA_NEW(arena, struct door);

	*door = (struct door){
		.arena = arena, .under = under, .input = input, .asked = { .arena = arena }
	};
	return (struct files){
		.self = door,
		.read = read_once,
		.look = look,
		.look_itself = under->look_itself ? look_itself : NULL,
		.list = list,
		.follow = under->follow ? follow : NULL,
	};
}
