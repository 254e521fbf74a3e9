/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"

/* names that are tried for the new file: that many runs write into one folder at a time */
enum { LIMIT_NAMES = 100 };

static struct failure cannot(struct arena *arena, struct str path, const char *reason)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, path, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(arena, "cannot write %.*s: %s", STR_FMT(builder_str(&b)), reason);
}

static bool are_one(struct arena *arena, struct str path, struct str other, bool *exist)
{
	struct stat a, b;

	*exist = stat(arena_cstr(arena, path), &a) == 0 && stat(arena_cstr(arena, other), &b) == 0;
	return *exist && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool replace_is_same(struct arena *arena, struct str path, struct str other)
{
	bool exist;

	if (str_eq(path_clean(arena, path), path_clean(arena, other)) ||
	    are_one(arena, path, other, &exist))
		return true;
	return !exist && str_eq(path_base(path), path_base(other)) &&
	       are_one(arena, path_directory(path), path_directory(other), &exist);
}

/* Why nothing may take the place of what is there; NULL: it may. */
static const char *refusal(const struct stat *status)
{
	if (S_ISREG(status->st_mode))
		return NULL;
	if (S_ISLNK(status->st_mode))
		return "it is a link";
	return S_ISDIR(status->st_mode) ? "it is a directory" : "it is not a regular file";
}

/* Held from the creation of a new file until it has its name, so that another run can tell it from
   what one that was killed has left.  False: another has it, or it cannot be had. */
static bool lock(int descriptor)
{
#ifdef HAVE_FLOCK
	return flock(descriptor, LOCK_EX | LOCK_NB) == 0;
#else
	(void)descriptor;
	errno = ENOSYS;
	return false;
#endif
}

/* The name leads to what is open, a file of our own that nobody writes. */
static bool is_left_over(const char *path, int descriptor)
{
	struct stat named, opened;

	return lock(descriptor) && fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) &&
	       opened.st_uid == geteuid() && lstat(path, &named) == 0 &&
	       named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

/* Only the name goes: nothing is written to what another may have put there. */
static void remove_left_over(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (descriptor < 0)
		return;
	if (is_left_over(path, descriptor))
		unlink(path);
	close(descriptor);
}

/* False: another run took it for one that was left, before it was locked. */
static bool is_kept(int descriptor)
{
	struct stat status;

	/* where files cannot be locked, none is removed either */
	if (!lock(descriptor) && errno == EWOULDBLOCK)
		return false;
	return fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

/* A file that was not there before, in the folder of the target; -1 with EEXIST: all names are taken. */
static int create(struct replacement *file)
{
	struct str folder = path_directory(file->path);
	const char *name;
	int descriptor = -1;

	for (int i = 0; descriptor < 0 && i < LIMIT_NAMES; i++) {
		file->temporary =
			arena_fmt(file->arena, "%.*s/.compose-lint-%d.tmp", STR_FMT(folder), i);
		name = arena_cstr(file->arena, file->temporary);
		remove_left_over(name);
		descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (descriptor < 0 && errno != EEXIST)
			break;
		if (descriptor >= 0 && !is_kept(descriptor)) {
			close(descriptor);
			descriptor = -1;
			errno = EEXIST;
		}
	}
	return descriptor;
}

struct failure replace_begin(struct arena *arena, struct str path, struct replacement *file)
{
	const char *target = arena_cstr(arena, path), *why = NULL;
	struct stat old;
	bool is_new;
	int descriptor;

	*file = (struct replacement){ .arena = arena, .path = path, .held = -1 };
	if (!path.n || str_find_byte(path, '\0', 0) != STR_NPOS)
		return cannot(arena, path, "that is no name of a file");
	is_new = lstat(target, &old) != 0;
	if (is_new && errno != ENOENT)
		return cannot(arena, path, strerror(errno));
	if (!is_new)
		why = refusal(&old);
	if (why)
		return cannot(arena, path, why);
	descriptor = create(file);
	if (descriptor < 0 && errno == EEXIST)
		return cannot(arena, path,
			      "its folder has .compose-lint-0.tmp and all names up to "
			      ".compose-lint-99.tmp, of which one is needed; remove them");
	if (descriptor < 0)
		return cannot(arena, path,
			      errno == ENOENT ? "its folder does not exist" : strerror(errno));
	if (!is_new && fchmod(descriptor, old.st_mode & 07777) != 0)
		why = strerror(errno);
	/* closing the stream leaves the lock, which the other descriptor has as well */
	file->held = dup(descriptor);
	file->stream = why || file->held < 0 ? NULL : fdopen(descriptor, "w");
	if (file->stream)
		return FAILURE_NONE;
	if (!why)
		why = strerror(errno);
	unlink(arena_cstr(arena, file->temporary));
	close(descriptor);
	if (file->held >= 0)
		close(file->held);
	return cannot(arena, path, why);
}

static bool is_written(FILE *stream)
{
	return !ferror(stream) && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
}

struct failure replace_commit(struct replacement *file)
{
	const char *temporary = arena_cstr(file->arena, file->temporary);
	bool good;
	int reason;

	/* what a write before this one has met is still told */
	if (!ferror(file->stream))
		errno = 0;
	good = is_written(file->stream);
	reason = errno;
	if (fclose(file->stream) != 0 && good) {
		good = false;
		reason = errno;
	}
	file->stream = NULL;
	if (good && rename(temporary, arena_cstr(file->arena, file->path)) != 0) {
		good = false;
		reason = errno;
	}
	if (!good)
		unlink(temporary);
	close(file->held);
	if (good)
		return FAILURE_NONE;
	return cannot(file->arena, file->path, reason ? strerror(reason) : "unknown error");
}

void replace_abandon(struct replacement *file)
{
	fclose(file->stream);
	file->stream = NULL;
	unlink(arena_cstr(file->arena, file->temporary));
	close(file->held);
}
