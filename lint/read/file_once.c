/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/file_once.h"

#include "base/path.h"
#include "base/table.h"

/* The names of a folder that are kept; one that has more is asked name by name. */
enum {
	LISTED_NAMES = 1024,
	NAME_BYTES = 256 /* of a name that is looked for among them */
};

/* A file that was asked for. */
struct asked {
	enum file_status status;
	struct str bytes;
	size_t limit; /* in bytes; what was too large for it may not be for a higher one */
	bool reading; /* by some thread, right now */
};

/* What was listed of a folder. */
struct listed {
	struct str path;
	const struct str *names; /* as they were listed */
	size_t count;
	struct table folded; /* the same in lower case: some file systems know but one */
	bool is_plain;       /* ASCII alone, which has no other spelling to any file system */
	bool is_sure;        /* the system said itself of some name that it is absent */
};

/* What all that read through it share. */
struct door {
	struct arena *arena;
	const struct files *under;
	struct str input;
	struct lock *lock;
	struct table asked;     /* path -> struct asked */
	struct table folders;   /* path -> struct listed */
	struct table checkouts; /* path of a .git -> enum file_status */
	struct listed *latest;  /* one folder is asked many times in a row */
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

/* ---- names ---- */

/* In lower case, in so many bytes; false: it has more, or some that are no ASCII. */
static bool fold(struct str name, char *folded, size_t size)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (i == size || (unsigned char)c >= 0x80)
			return false;
		folded[i] = byte_lower(c);
	}
	return true;
}

static bool lacks(struct listed *listed, struct str name)
{
	char folded[NAME_BYTES];

	return listed->is_plain && !str_eq(name, STR(".")) && !str_eq(name, STR("..")) &&
	       fold(name, folded, sizeof(folded)) &&
	       !table_get(&listed->folded, (struct str){ folded, name.n });
}

static struct listed *listing_of(struct door *door, struct str folder)
{
	struct listed *listed = door->latest;

	if (!listed || !str_eq(listed->path, folder))
		listed = table_get(&door->folders, folder);
	if (listed)
		door->latest = listed;
	return listed;
}

/* The listing of a folder, or of the one above, that tells that nothing lies at the path; or NULL.
   The lock is held. */
static struct listed *lacking(struct door *door, struct str path)
{
	for (int i = 0; i < 2 && door->folders.count && path.n > 1; i++) {
		struct str folder = path_directory(path);
		struct listed *listed = listing_of(door, folder);

		if (listed)
			return lacks(listed, path_base(path)) ? listed : NULL;
		path = folder;
	}
	return NULL;
}

/* Who may list a folder and not search it is refused whatever he asks for there. */
static void learn(struct door *door, struct listed *listed, enum file_status status)
{
	if (!listed || status != FILE_ABSENT)
		return;
	lock_take(door->lock);
	listed->is_sure = true;
	lock_give(door->lock);
}

static void keep_names(struct door *door, struct str path, const struct str *names, size_t count)
{
	struct arena *arena = door->arena;
	struct listed *listed;
	struct str *kept;

	if (count > LISTED_NAMES)
		return;
	lock_take(door->lock);
	if (!table_get(&door->folders, path)) {
		listed = ARENA_NEW(arena, struct listed);
		kept = ARENA_ARRAY(arena, count, struct str);
		*listed = (struct listed){ .path = arena_str(arena, path),
					   .names = kept,
					   .count = count,
					   .folded = { .arena = arena },
					   .is_plain = true };
		for (size_t i = 0; i < count; i++) {
			char *folded = arena_alloc(arena, names[i].n);

			kept[i] = arena_str(arena, names[i]);
			listed->is_plain = listed->is_plain && fold(names[i], folded, names[i].n);
			table_add(&listed->folded, (struct str){ folded, names[i].n }, listed);
		}
		table_add(&door->folders, listed->path, listed);
	}
	lock_give(door->lock);
}

/* False: the folder was not listed yet.  The names are the caller's, who may put them in another order. */
static bool list_again(struct door *door, struct arena *arena, struct str path, struct str **names,
		       size_t *count)
{
	const struct listed *listed;

	lock_take(door->lock);
	listed = listing_of(door, path);
	lock_give(door->lock);
	if (!listed)
		return false;
	*count = listed->count;
	*names = ARENA_ARRAY(arena, listed->count, struct str);
	for (size_t i = 0; i < listed->count; i++)
		(*names)[i] = listed->names[i];
	return true;
}

typedef enum file_status looks(void *self, struct arena *arena, struct str path);

/* No need to ask; where there is one, *listed would tell if the system had said so once. */
static bool is_absent(struct door *door, struct str path, struct listed **listed)
{
	bool is_sure;

	lock_take(door->lock);
	*listed = lacking(door, path);
	is_sure = *listed && (*listed)->is_sure;
	lock_give(door->lock);
	return is_sure;
}

static enum file_status look_by(struct door *door, looks *look_under, struct arena *arena,
				struct str path)
{
	struct listed *listed;
	enum file_status status;

	if (is_input(door, path))
		return FILE_OK;
	if (is_absent(door, path, &listed))
		return FILE_ABSENT;
	status = look_under(door->under->self, arena, path);
	learn(door, listed, status);
	return status;
}

/* Where a checkout begins is asked of the same folders for each file below them. */
static enum file_status look_at_git(struct door *door, struct arena *arena, struct str path)
{
	enum file_status *known, status;
	struct listed *listed;

	lock_take(door->lock);
	known = table_get(&door->checkouts, path);
	lock_give(door->lock);
	if (known)
		return *known;
	if (is_absent(door, path, &listed))
		return FILE_ABSENT;
	status = door->under->look(door->under->self, arena, path);
	learn(door, listed, status);
	lock_take(door->lock);
	known = ARENA_NEW(door->arena, enum file_status);
	*known = status;
	table_add(&door->checkouts, arena_str(door->arena, path), known);
	lock_give(door->lock);
	return status;
}

/* ---- the door ---- */

static enum file_status read_once(void *self, struct arena *arena, struct str path, size_t limit,
				  struct str *bytes)
{
	const struct entrance *entrance = self;
	struct door *door = entrance->door;
	struct asked *asked;
	struct listed *listed;
	struct str found = STR_NONE;
	enum file_status status;

	(void)arena; /* what is kept must live as long as the door */
	lock_take(door->lock);
	asked = find(door, path);
	if (asked->status == FILE_TOO_LARGE && limit > asked->limit) {
		asked->reading = true;
		listed = is_input(door, path) ? NULL : lacking(door, path);
		status = FILE_ABSENT;
		if (!listed || !listed->is_sure) {
			lock_give(door->lock);
			status = door->under->read(door->under->self, entrance->arena,
						   is_input(door, path) ? STR("-") : path, limit,
						   &found);
			learn(door, listed, status);
			lock_take(door->lock);
		}
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
	struct door *door = ((const struct entrance *)self)->door;

	if (str_ends(path, STR("/.git")))
		return look_at_git(door, arena, path);
	return look_by(door, door->under->look, arena, path);
}

static enum file_status look_itself(void *self, struct arena *arena, struct str path)
{
	struct door *door = ((const struct entrance *)self)->door;

	return look_by(door, door->under->look_itself, arena, path);
}

static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	struct door *door = ((const struct entrance *)self)->door;
	enum file_status status;

	if (list_again(door, arena, path, names, count))
		return FILE_OK;
	status = door->under->list(door->under->self, arena, path, names, count);
	if (status == FILE_OK)
		keep_names(door, path, *names, *count);
	return status;
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
			       .asked = { .arena = held },
			       .folders = { .arena = held },
			       .checkouts = { .arena = held } };
	return entrance_of(door, arena);
}

struct files files_once_share(const struct files *once, struct arena *arena)
{
	return entrance_of(((const struct entrance *)once->self)->door, arena);
}
