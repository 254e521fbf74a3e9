/* SPDX-License-Identifier: MIT */
/*
 * A library to be loaded before the program: one call of the system fails.
 *
 * FAULT_CALL names the call ("malloc", "open", "read" ...), FAULT_NUMBER says
 * which one of its calls fails, counted from 1; it fails once.  FAULT_MARK is a
 * file that is made when this has happened, so that whoever counts upwards knows
 * when to stop.  FAULT_REASON is the number of the error, where not the usual one.
 * Calls that libc makes to itself are not seen.
 *
 * What else happens to files goes by the same names: "grow" and "shrink" change the
 * file that call FAULT_NUMBER of read() is about to read, "grow-always" and
 * "shrink-always" do so each time; "special" marks and refuses that anything but a
 * file or folder is opened.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long left = -1;
static const char *call;

__attribute__((constructor)) static void begin(void)
{
	const char *number = getenv("FAULT_NUMBER");

	call = getenv("FAULT_CALL");
	if (call && number)
		left = strtol(number, NULL, 10);
}

/* Straight to the kernel: nothing of this may be counted itself. */
static void mark(void)
{
	const char *path = getenv("FAULT_MARK");
	long descriptor;

	if (!path)
		return;
	descriptor = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, 0600);
	syscall(SYS_close, descriptor);
}

static int fails(const char *name, int reason)
{
	if (left <= 0 || strcmp(call, name) != 0 || --left != 0)
		return 0;
	mark();
	errno = reason;
	return 1;
}

/* FAULT_REASON, the number of an error, stands in place of the usual one. */
static int reason_or(int usual)
{
	const char *reason = getenv("FAULT_REASON");

	return reason ? atoi(reason) : usual;
}

/* For what happens beside the call: "NAME" at call FAULT_NUMBER, "NAME-always" at each. */
static int is_now(const char *name)
{
	size_t n = strlen(name);

	if (!call || strncmp(call, name, n) != 0)
		return 0;
	return strcmp(call + n, "-always") == 0 || fails(name, 0);
}

/* The function that would have been called. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *piece, size_t size);

void *malloc(size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *piece, size_t size)
{
	return fails("malloc", ENOMEM) ? NULL : __libc_realloc(piece, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
	return fails("mmap", ENOMEM)
		       ? MAP_FAILED
		       : REAL(mmap)(address, size, protection, flags, descriptor, offset);
}

/* Somebody else writes to the file that is being read. */
static void append(int descriptor)
{
	static const char line[] = "    privileged: true\n";
	char path[64];
	long other;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
	other = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND, 0);
	if (other >= 0)
		syscall(SYS_write, other, line, sizeof(line) - 1);
	syscall(SYS_close, other);
}

static void halve(int descriptor)
{
	char path[64];
	off_t at = lseek(descriptor, 0, SEEK_CUR), size = lseek(descriptor, 0, SEEK_END);

	lseek(descriptor, at, SEEK_SET);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
	syscall(SYS_truncate, path, size / 2);
}

/* "special": what is neither file nor folder is opened, which is marked. */
static int meets_special(const char *path, int flags)
{
	struct stat about;

	if (!call || strcmp(call, "special") != 0 || (flags & O_CREAT) ||
	    fstatat(AT_FDCWD, path, &about, 0) != 0 || S_ISREG(about.st_mode) ||
	    S_ISDIR(about.st_mode))
		return 0;
	mark();
	errno = ENXIO;
	return 1;
}

/* In a build for coverage the run has ended where its counters are written: nothing fails from here. */
static void let_counters_be(const char *path)
{
	size_t n = strlen(path);

	if (n > 5 && strcmp(path + n - 5, ".gcda") == 0)
		left = 0;
}

int open(const char *path, int flags, ...)
{
	mode_t mode = 0;

	if (flags & O_CREAT) {
		va_list args;

		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	let_counters_be(path);
	if (fails("open", reason_or(EMFILE)) || meets_special(path, flags))
		return -1;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t n)
{
	if (fails("read", reason_or(EIO)))
		return -1;
	if (is_now("grow"))
		append(descriptor);
	if (is_now("shrink"))
		halve(descriptor);
	return syscall(SYS_read, descriptor, bytes, n);
}

int close(int descriptor)
{
	int failed = fails("close", EIO);

	syscall(SYS_close, descriptor);
	return failed ? -1 : 0;
}

int fstat(int descriptor, struct stat *about)
{
	return fails("fstat", EIO) ? -1 : REAL(fstat)(descriptor, about);
}

int stat(const char *path, struct stat *about)
{
	return fails("stat", EACCES) ? -1 : REAL(stat)(path, about);
}

int lstat(const char *path, struct stat *about)
{
	return fails("lstat", EACCES) ? -1 : REAL(lstat)(path, about);
}

DIR *opendir(const char *path)
{
	return fails("opendir", EACCES) ? NULL : REAL(opendir)(path);
}

struct dirent *readdir(DIR *directory)
{
	return fails("readdir", EIO) ? NULL : REAL(readdir)(directory);
}

char *getcwd(char *room, size_t n)
{
	return fails("getcwd", ENOENT) ? NULL : REAL(getcwd)(room, n);
}

int rename(const char *from, const char *to)
{
	return fails("rename", EIO) ? -1 : REAL(rename)(from, to);
}

int fsync(int descriptor)
{
	return fails("fsync", EIO) ? -1 : REAL(fsync)(descriptor);
}

int fchmod(int descriptor, mode_t mode)
{
	return fails("fchmod", EPERM) ? -1 : REAL(fchmod)(descriptor, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
	return fails("fdopen", ENOMEM) ? NULL : REAL(fdopen)(descriptor, mode);
}

/* From here on the stream writes to a full disk, which it finds out when it flushes. */
static void fill(FILE *stream)
{
	long full = syscall(SYS_openat, AT_FDCWD, "/dev/full", O_WRONLY, 0);

	syscall(SYS_dup3, full, fileno(stream), 0);
	syscall(SYS_close, full);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
	if (fails("write", ENOSPC))
		fill(stream);
	return REAL(fwrite)(bytes, size, count, stream);
}

int fputs(const char *text, FILE *stream)
{
	if (fails("write", ENOSPC))
		fill(stream);
	return REAL(fputs)(text, stream);
}

int fflush(FILE *stream)
{
	return fails("fflush", ENOSPC) ? EOF : REAL(fflush)(stream);
}

int fclose(FILE *stream)
{
	int failed = fails("fclose", ENOSPC), status = REAL(fclose)(stream);

	return failed ? EOF : status;
}
