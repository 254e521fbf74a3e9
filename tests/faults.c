/* SPDX-License-Identifier: MIT */
/*
 * A library to be loaded before the program: one call of the system fails.
 *
 * FAULT_CALL names the call ("malloc", "open", "read" ...), FAULT_NUMBER says
 * which one of its calls fails, counted from 1; it fails once.  FAULT_MARK is a
 * file that is made when this has happened, so that whoever counts upwards knows
 * when to stop.  Calls that libc makes to itself are not seen.
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

int open(const char *path, int flags, ...)
{
	mode_t mode = 0;

	if (flags & O_CREAT) {
		va_list args;

		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	if (fails("open", EMFILE))
		return -1;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t n)
{
	return fails("read", EIO) ? -1 : syscall(SYS_read, descriptor, bytes, n);
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

int fflush(FILE *stream)
{
	return fails("fflush", ENOSPC) ? EOF : REAL(fflush)(stream);
}

int fclose(FILE *stream)
{
	int failed = fails("fclose", ENOSPC), status = REAL(fclose)(stream);

	return failed ? EOF : status;
}
