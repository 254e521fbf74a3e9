/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"

/* names that are tried for the new file: others of the same process number may be left over */
enum { LIMIT_NAMES = 100 };

static struct failure cannot(struct arena *arena, struct str path, const char *reason)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, path, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(arena, "cannot write %.*s: %s", STR_FMT(builder_str(&b)), reason);
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

/* A file that was not there before, in the folder of the target. */
static int create(struct replacement *file)
{
	struct str folder = path_directory(file->path);
	int descriptor = -1;

	for (int i = 0; descriptor < 0 && i < LIMIT_NAMES; i++) {
		file->temporary = arena_fmt(file->arena, "%.*s/.compose-lint-%ld-%d.tmp",
					    STR_FMT(folder), (long)getpid(), i);
		descriptor = open(arena_cstr(file->arena, file->temporary),
				  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (descriptor < 0 && errno != EEXIST)
			break;
	}
	return descriptor;
}

struct failure replace_begin(struct arena *arena, struct str path, struct replacement *file)
{
	const char *target = arena_cstr(arena, path), *why = NULL;
	struct stat old;
	bool is_new;
	int descriptor;

	*file = (struct replacement){ .arena = arena, .path = path };
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
	if (descriptor < 0)
		return cannot(arena, path,
			      errno == ENOENT ? "its folder does not exist" : strerror(errno));
	if (!is_new && fchmod(descriptor, old.st_mode & 07777) != 0)
		why = strerror(errno);
	file->stream = why ? NULL : fdopen(descriptor, "w");
	if (file->stream)
		return FAILURE_NONE;
	if (!why)
		why = strerror(errno);
	close(descriptor);
	unlink(arena_cstr(arena, file->temporary));
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

	errno = 0;
	good = is_written(file->stream);
	reason = errno;
	if (fclose(file->stream) != 0 && good) {
		good = false;
		reason = errno;
	}
	file->stream = NULL;
	if (good && rename(temporary, arena_cstr(file->arena, file->path)) == 0)
		return FAILURE_NONE;
	if (good)
		reason = errno;
	unlink(temporary);
	return cannot(file->arena, file->path, reason ? strerror(reason) : "unknown error");
}

void replace_abandon(struct replacement *file)
{
	fclose(file->stream);
	file->stream = NULL;
	unlink(arena_cstr(file->arena, file->temporary));
}
