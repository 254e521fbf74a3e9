/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/file_once.h"

#include "base/path.h"
#include "base/table.h"
#include "base/utf8.h"

/* The names of a folder that are kept; one that has more is asked name by name. */
enum {
	LISTED_NAMES = 8 * 1024,
	FEW_NAMES = 4,   /* of which each is looked at */
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
	const struct str *names;       /* as they were listed */
	const enum file_status *kinds; /* of each */
	size_t count;
	struct table folded; /* the same in lower case: some file systems know but one */
	bool is_plain;       /* ASCII alone, which has no other spelling to any file system */
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
};

/* Of one thread. */
struct entrance {
	struct door *door;
	struct arena *arena;      /* for bytes */
	struct listed *latest[2]; /* a folder and the one above are asked many times in a row */
};

static bool is_input(const struct door *door, struct str path)
{
	return door->input.n && str_eq(path, door->input);
}

/* The one of the path, NULL: there is none yet; which nobody is reading. */
static struct asked *wait_for(struct door *door, struct str path, struct asked *asked)
{
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

static void note_latest(struct entrance *entrance, struct listed *listed)
{
	entrance->latest[1] = entrance->latest[0];
	entrance->latest[0] = listed;
}

static struct listed *latest_of(const struct entrance *entrance, struct str folder)
{
	for (size_t i = 0; i < 2; i++)
		if (entrance->latest[i] && str_eq(entrance->latest[i]->path, folder))
			return entrance->latest[i];
	return NULL;
}

static struct listed *listing_of(struct entrance *entrance, struct str folder)
{
	struct door *door = entrance->door;
	struct listed *listed = latest_of(entrance, folder);

	if (listed)
		return listed;
	lock_take(door->lock);
	listed = table_get(&door->folders, folder);
	lock_give(door->lock);
	if (listed)
		note_latest(entrance, listed);
	return listed;
}

/* The same as the index of names tells, of few. */
static enum file_status told_by_each(const struct listed *listed, struct str name)
{
	enum file_status status = FILE_ABSENT;

	for (size_t i = 0; i < listed->count; i++) {
		if (str_eq(listed->names[i], name))
			return listed->kinds[i];
		if (str_eq_nocase(listed->names[i], name))
			status = FILE_UNREADABLE;
	}
	return status;
}

/* What the listing tells of a name in its folder: as look_itself(), or FILE_UNREADABLE: nothing. */
static enum file_status told_of(struct listed *listed, struct str name)
{
	const enum file_status *kind;
	char folded[NAME_BYTES];

	if (!listed->is_plain || str_eq(name, STR(".")) || str_eq(name, STR("..")))
		return FILE_UNREADABLE;
	if (listed->count <= FEW_NAMES && name.n <= NAME_BYTES && utf8_plain(name) == name.n)
		return told_by_each(listed, name);
	if (!fold(name, folded, sizeof(folded)))
		return FILE_UNREADABLE;
	kind = table_get(&listed->folded, (struct str){ folded, name.n });
	if (!kind)
		return FILE_ABSENT;
	return str_eq(listed->names[kind - listed->kinds], name) ? *kind : FILE_UNREADABLE;
}

/* Nothing stands in the folder, as there is none: the one above, asked just now, was listed without it. */
static bool is_lacking(const struct entrance *entrance, struct str folder)
{
	struct listed *above = latest_of(entrance, path_directory(folder));

	return above && told_of(above, path_base(folder)) == FILE_ABSENT;
}

/* The same of a path, of which the folder was listed, or the one above. */
static enum file_status told(struct entrance *entrance, struct str path)
{
	struct str folder = path_directory(path);
	struct listed *listed = latest_of(entrance, folder);

	if (listed)
		return told_of(listed, path_base(path));
	if (is_lacking(entrance, folder))
		return FILE_ABSENT;
	listed = listing_of(entrance, folder);
	if (listed)
		return told_of(listed, path_base(path));
	return listing_of(entrance, path_directory(folder)) && is_lacking(entrance, folder)
		       ? FILE_ABSENT
		       : FILE_UNREADABLE;
}

/* Those of a folder that may be listed and not searched tell nothing: whatever is asked for there is
   refused. */
static void keep_listing(struct door *door, struct str path, const struct file_listing *listing)
{
	struct arena *arena = door->arena;
	size_t count = listing->count;
	enum file_status *kinds;
	struct listed *listed;
	struct str *names;

	if (count > LISTED_NAMES || !listing->is_searchable)
		return;
	lock_take(door->lock);
	if (!table_get(&door->folders, path)) {
		listed = ARENA_NEW(arena, struct listed);
		names = ARENA_ARRAY(arena, count, struct str);
		kinds = ARENA_ARRAY(arena, count, enum file_status);
		*listed = (struct listed){ .path = arena_str(arena, path),
					   .names = names,
					   .kinds = kinds,
					   .count = count,
					   .folded = { .arena = arena },
					   .is_plain = true };
		table_expect(&listed->folded, count);
		for (size_t i = 0; i < count; i++) {
			char *folded = arena_alloc(arena, listing->names[i].n);

			names[i] = arena_str(arena, listing->names[i]);
			kinds[i] = listing->kinds[i];
			listed->is_plain = listed->is_plain && fold(names[i], folded, names[i].n);
			table_add(&listed->folded, (struct str){ folded, names[i].n }, &kinds[i]);
		}
		/* it has its index from now on, and threads may ask without the lock */
		table_sorted(&listed->folded);
		table_add(&door->folders, listed->path, listed);
	}
	lock_give(door->lock);
}

/* False: the folder was not listed yet.  The names are the caller's, who may put them in another order. */
static bool list_again(struct entrance *entrance, struct arena *arena, struct str path,
		       struct str **names, size_t *count)
{
	const struct listed *listed = listing_of(entrance, path);

	if (!listed)
		return false;
	*count = listed->count;
	*names = ARENA_ARRAY(arena, listed->count, struct str);
	for (size_t i = 0; i < listed->count; i++)
		(*names)[i] = listed->names[i];
	return true;
}

/* Where a checkout begins is asked of the same folders for each file below them. */
static enum file_status look_at_git(struct door *door, struct arena *arena, struct str path)
{
	enum file_status *known, status;

	lock_take(door->lock);
	known = table_get(&door->checkouts, path);
	lock_give(door->lock);
	if (known)
		return *known;
	status = door->under->look(door->under->self, arena, path);
	lock_take(door->lock);
	known = ARENA_NEW(door->arena, enum file_status);
	*known = status;
	table_add(&door->checkouts, arena_str(door->arena, path), known);
	lock_give(door->lock);
	return status;
}

/* ---- the door ---- */

/* What is known without asking; FILE_UNREADABLE: nothing. */
static enum file_status known(struct entrance *entrance, struct str path)
{
	return is_input(entrance->door, path) ? FILE_OK : told(entrance, path);
}

static enum file_status read_once(void *self, struct arena *arena, struct str path, size_t limit,
				  struct str *bytes)
{
	struct entrance *entrance = self;
	struct door *door = entrance->door;
	struct asked *asked;
	struct str found = STR_NONE;
	enum file_status status = known(entrance, path);

	(void)arena; /* what is kept must live as long as the door */
	*bytes = STR("");
	lock_take(door->lock);
	asked = table_get(&door->asked, path);
	if (!asked && status == FILE_ABSENT) {
		lock_give(door->lock);
		return FILE_ABSENT;
	}
	asked = wait_for(door, path, asked);
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
	if (status == FILE_OK && found.n > limit)
		return FILE_TOO_LARGE;
	if (status == FILE_OK)
		*bytes = found;
	return status;
}

static enum file_status look(void *self, struct arena *arena, struct str path)
{
	struct entrance *entrance = self;
	struct door *door = entrance->door;
	enum file_status status = known(entrance, path);

	/* a link may lead to anything */
	if (status != FILE_SPECIAL && status != FILE_UNREADABLE)
		return status;
	if (str_ends(path, STR("/.git")))
		return look_at_git(door, arena, path);
	return door->under->look(door->under->self, arena, path);
}

static enum file_status look_itself(void *self, struct arena *arena, struct str path)
{
	struct entrance *entrance = self;
	const struct door *door = entrance->door;
	enum file_status status = known(entrance, path);

	return status != FILE_UNREADABLE ? status
					 : door->under->look_itself(door->under->self, arena, path);
}

static enum file_status list(void *self, struct arena *arena, struct str path, struct str **names,
			     size_t *count)
{
	struct entrance *entrance = self;
	struct door *door = entrance->door;
	struct file_listing listing;
	enum file_status status;

	if (!door->under->scan)
		return door->under->list(door->under->self, arena, path, names, count);
	if (list_again(entrance, arena, path, names, count))
		return FILE_OK;
	status = door->under->scan(door->under->self, arena, path, &listing);
	if (status == FILE_OK)
		keep_listing(door, path, &listing);
	*names = listing.names;
	*count = listing.count;
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

	*entrance = (struct entrance){ .door = door, .arena = arena };
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
