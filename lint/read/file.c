/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/file.h"

#include "base/limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* how often a file is read that changes meanwhile */
enum { READINGS = 3 };

static enum file_status status_of_errno(int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR: /* "file/name" where "file" is no directory: nothing can stand there */
		return FILE_ABSENT;
	case ENXIO: /* a FIFO or device without its other side, a socket */
	case ENODEV:
		return FILE_SPECIAL;
	case ELOOP:
		return FILE_LINK_LOOP;
	case EFBIG:
	case EOVERFLOW:
		return FILE_TOO_LARGE;
	default:
		return FILE_UNREADABLE;
	}
}

static enum file_status status_of_mode(mode_t mode)
{
	if (S_ISREG(mode))
		return FILE_OK;
	return S_ISDIR(mode) ? FILE_DIRECTORY : FILE_SPECIAL;
}

/* A path with a NUL byte names nothing; the system would see its beginning. */
static const char *system_path(const struct str *current, struct arena *arena, struct str path)
{
	if (!path.n || str_find_byte(path, '\0', 0) != STR_NPOS)
		return NULL;
	if (current && current->n && path.n > current->n + 1 && str_starts(path, *current) &&
	    path.p[current->n] == '/' && path.p[current->n + 1] != '/')
		path = str_slice(path, current->n + 1, path.n);
	return arena_cstr(arena, path);
}

/*
 * Reads until the end, whatever fstat() said: files of /proc say 0, and a file
 * may grow while it is read.  Where all that was said came, and no byte more
 * though it was asked for, that is the end: fstat() is asked again afterwards.
 */
static enum file_status read_all(int descriptor, struct arena *arena, size_t expected, size_t limit,
				 struct str *bytes)
{
	size_t capacity = expected + 1, n = 0;
	char *p = arena_alloc(arena, capacity);

	for (;;) {
		ssize_t got;

		while (n == capacity)
			p = arena_grow(arena, p, n, &capacity, 1);
		got = read(descriptor, p + n, capacity - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return FILE_UNREADABLE;
		if (got == 0)
			break;
		n += (size_t)got;
		if (n > limit)
			return FILE_TOO_LARGE;
		if (n == expected)
			break;
	}
	*bytes = (struct str){ p, n };
	return FILE_OK;
}

/*
 * Half of a file that an editor or a checkout is just writing would be judged as
 * if it were all: so it is read again until it stood still.  Some files of the
 * kernel say a size that is not theirs, but they go on saying it.
 */
static enum file_status read_descriptor(int descriptor, struct arena *arena, size_t limit,
					struct str *bytes)
{
	struct stat before, after;
	enum file_status status;

	if (fstat(descriptor, &before) < 0)
		return FILE_UNREADABLE;
	status = status_of_mode(before.st_mode);
	for (int i = 0; status == FILE_OK && i < READINGS; i++) {
		if (before.st_size < 0 || (uintmax_t)before.st_size > limit)
			return FILE_TOO_LARGE;
		if (i && lseek(descriptor, 0, SEEK_SET) < 0)
			return FILE_UNREADABLE;
		status = read_all(descriptor, arena, (size_t)before.st_size, limit, bytes);
		if (status != FILE_OK)
			break;
		if (fstat(descriptor, &after) < 0)
			return FILE_UNREADABLE;
		if (after.st_size == before.st_size && after.st_mtime == before.st_mtime)
			return FILE_OK;
		before = after;
	}
	return status == FILE_OK ? FILE_CHANGING : status;
}

/* The one device that is read, as nothing: it is how an env file or an override is left out.  It
   is known by what it is, for a link may lead to it. */
static bool is_nothing(const struct stat *about)
{
	struct stat nothing;

	return S_ISCHR(about->st_mode) && stat("/dev/null", &nothing) == 0 &&
	       S_ISCHR(nothing.st_mode) && nothing.st_rdev == about->st_rdev;
}

static enum file_status look_at(void *self, struct arena *arena, struct str path)
{
	const char *name = system_path(self, arena, path);
	struct stat about;

	if (!name)
		return FILE_ABSENT;
	if (stat(name, &about) < 0)
		return status_of_errno(errno);
	return is_nothing(&about) ? FILE_OK : status_of_mode(about.st_mode);
}

static enum file_status look_at_itself(void *self, struct arena *arena, struct str path)
{
	const char *name = system_path(self, arena, path);
	struct stat about;

	if (!name)
		return FILE_ABSENT;
	if (lstat(name, &about) < 0)
		return status_of_errno(errno);
	return status_of_mode(about.st_mode);
}

static enum file_status read_file(void *self, struct arena *arena, struct str path, size_t limit,
				  struct str *bytes)
{
	const char *name = system_path(self, arena, path);
	enum file_status status;
	struct stat about;
	int descriptor;

	*bytes = STR("");
	if (!name)
		return FILE_ABSENT;
	if (str_eq(path, STR("-"))) {
		status = read_all(STDIN_FILENO, arena, 4096, limit, bytes);
		if (status != FILE_OK)
			*bytes = STR("");
		return status;
	}
	/* opening a device can have effects: look first, and again at what was opened */
	if (stat(name, &about) < 0)
		return status_of_errno(errno);
	if (is_nothing(&about))
		return FILE_OK;
	status = status_of_mode(about.st_mode);
	if (status != FILE_OK)
		return status;
	do
		descriptor = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	while (descriptor < 0 && errno == EINTR);
	if (descriptor < 0)
		return status_of_errno(errno);
	status = read_descriptor(descriptor, arena, limit, bytes);
	close(descriptor);
	if (status != FILE_OK)
		*bytes = STR("");
	return status;
}

/* A name, and what its directory tells of it. */
struct entry {
	struct str name;
	enum file_status kind;
};

static int compare_entries(const void *a, const void *b)
{
	return str_cmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Many file systems keep it with the name; others would have to look. */
static enum file_status kind_of(const struct dirent *entry)
{
#ifdef HAVE_STRUCT_DIRENT_D_TYPE
	switch (entry->d_type) {
	case DT_REG:
		return FILE_OK;
	case DT_DIR:
		return FILE_DIRECTORY;
	case DT_LNK:
		return FILE_SPECIAL;
	default:
		break;
	}
#endif
	(void)entry;
	return FILE_UNREADABLE;
}

static enum file_status read_entries(DIR *directory, struct arena *arena, struct entry **entries,
				     size_t *count)
{
	const struct dirent *entry;
	size_t capacity = 0;

	errno = 0;
	while ((entry = readdir(directory))) {
		struct str name = str_from(entry->d_name);

		if (!str_eq(name, STR(".")) && !str_eq(name, STR(".."))) {
			*entries =
				arena_grow(arena, *entries, *count, &capacity, sizeof(**entries));
			(*entries)[(*count)++] =
				(struct entry){ arena_str(arena, name), kind_of(entry) };
		}
		errno = 0;
	}
	return errno ? FILE_UNREADABLE : FILE_OK;
}

/* By its ".", for which the system wants what it wants for any name there: that it may be searched. */
static DIR *open_directory(struct arena *arena, const char *name, bool *is_searchable)
{
	DIR *directory = opendir(arena_fmt(arena, "%s/.", name).p);

	*is_searchable = directory != NULL;
	return directory || (errno != EACCES && errno != ENAMETOOLONG) ? directory : opendir(name);
}

static enum file_status scan_directory(void *self, struct arena *arena, struct str path,
				       struct file_listing *listing)
{
	const char *name = system_path(self, arena, path);
	struct entry *entries = NULL;
	enum file_status status;
	DIR *directory;
	size_t count = 0;

	*listing = (struct file_listing){ .count = 0 };
	if (!name)
		return FILE_ABSENT;
	directory = open_directory(arena, name, &listing->is_searchable);
	if (!directory) {
		int error = errno;

		/* a file that is no directory is there, only without names */
		if (error == ENOTDIR) {
			status = look_at(self, arena, path);
			return status == FILE_OK || status == FILE_SPECIAL ? FILE_UNREADABLE
									   : status;
		}
		return status_of_errno(error);
	}
	status = read_entries(directory, arena, &entries, &count);
	closedir(directory);
	if (count)
		qsort(entries, count, sizeof(*entries), compare_entries);
	listing->names = ARENA_ARRAY(arena, count, struct str);
	listing->kinds = ARENA_ARRAY(arena, count, enum file_status);
	for (; listing->count < count; listing->count++) {
		listing->names[listing->count] = entries[listing->count].name;
		listing->kinds[listing->count] = entries[listing->count].kind;
	}
	return status;
}

static enum file_status list_directory(void *self, struct arena *arena, struct str path,
				       struct str **names, size_t *count)
{
	struct file_listing listing;
	enum file_status status = scan_directory(self, arena, path, &listing);

	*names = listing.names;
	*count = listing.count;
	return status;
}

static enum file_status follow_link(void *self, struct arena *arena, struct str path,
				    struct str *target)
{
	const char *name = system_path(self, arena, path);
	struct stat about;
	char *real;

	*target = STR("");
	if (!name || lstat(name, &about) < 0 || !S_ISLNK(about.st_mode))
		return FILE_OK;
	real = realpath(name, NULL);
	if (!real)
		return status_of_errno(errno);
	*target = arena_str(arena, str_from(real));
	free(real);
	return FILE_OK;
}

struct files file_system(void)
{
	return file_system_at(NULL);
}

struct files file_system_at(struct str *current)
{
	return (struct files){
		.self = current,
		.read = read_file,
		.look = look_at,
		.look_itself = look_at_itself,
		.list = list_directory,
		.scan = scan_directory,
		.follow = follow_link,
	};
}

/* the words below say so */
_Static_assert(LIMIT_FILE_BYTES == 16 * 1024 * 1024 && LIMIT_DOCKERFILE_BYTES == 4 * 1024 * 1024,
	       "limits that are told");

struct str file_status_text(enum file_status status)
{
	switch (status) {
	case FILE_OK:
		return STR("is a file");
	case FILE_ABSENT:
		return STR("no such file");
	case FILE_DIRECTORY:
		return STR("is a directory");
	case FILE_SPECIAL:
		return STR("is not a regular file");
	case FILE_LINK_LOOP:
		return STR("is a link that leads back to itself");
	case FILE_UNREADABLE:
		return STR("the system refuses access");
	case FILE_TOO_LARGE:
		return STR("is too large (16 MiB are read, of a Dockerfile 4)");
	case FILE_CHANGING:
		return STR("is being changed");
	case FILE_TOO_MANY:
		return STR("is beyond what one run reads");
	}
	return STR("");
}

struct str file_status_advice(struct str path, enum file_status status)
{
	if (status != FILE_SPECIAL)
		return STR("");
	if (!str_starts(path, STR("/dev/fd/")) && !str_starts(path, STR("/proc/self/fd/")))
		return STR("; a FIFO, a socket or a device is never opened");
	return STR("; to lint what a command prints, pipe it in and name \"-\"");
}

bool file_current_directory(struct arena *arena, struct str *path)
{
	size_t capacity = 256;

	for (;;) {
		char *room = arena_alloc(arena, capacity);

		if (getcwd(room, capacity)) {
			*path = str_from(room);
			return path->n && path->p[0] == '/';
		}
		if (errno != ERANGE)
			return false;
		capacity *= 2;
	}
}
