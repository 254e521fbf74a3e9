/* SPDX-License-Identifier: MIT */
/*
 * Where a path on the host leads: normalisation, and the five classes of
 * sources that a mount should not have.
 *
 * Everything is lexical; no file is looked at.  Variables of the host (HOME,
 * XDG_RUNTIME_DIR ...) stay symbolic, so that the same file gives the same
 * answer on a laptop and in CI.  Results live in the arena or borrow from the
 * arguments; nothing fails.
 */
#ifndef FACT_HOSTPATH_H
#define FACT_HOSTPATH_H

#include "base/str.h"

struct arena;
struct node;

enum hostpath_kind {
	HOSTPATH_NONE,   /* no source, or nothing is left of it */
	HOSTPATH_ROOTED, /* "/run/docker.sock" */
	HOSTPATH_HOME,   /* "HOME", "HOME/.ssh": some person's home, or below it */
	HOSTPATH_HOMES,  /* "homes": the directory that holds homes */
	HOSTPATH_DRIVE,  /* "C:/", "C:/Windows" */
	HOSTPATH_PIPE,   /* a Windows pipe; path is its name */
	HOSTPATH_SYMBOL, /* "$SSH_AUTH_SOCK", "$XAUTHORITY": a path that only the host knows */
	HOSTPATH_OPAQUE  /* begins with an unknown variable: a "*" and what follows it */
};

struct hostpath {
	enum hostpath_kind kind;
	bool below_project; /* known to lie below the project directory, or to be it */
	bool has_unknown;   /* an unset variable takes part */
	/* Normalised, as above; an unknown segment and the uid below /run/user is a "*". */
	struct str path;
	/* Clean and absolute, before aliases and homes, for comparing with other paths of the
	   project; empty when it depends on a variable or on a home. */
	struct str absolute;
};

/* The source of a mount; a relative one is seen from the (absolute) project directory. */
struct hostpath hostpath_of(struct arena *arena, const struct node *source,
			    struct str project_directory);
/* The same with the empty text that Compose puts for unknown variables. */
struct hostpath hostpath_when_empty(struct arena *arena, const struct node *source,
				    struct str project_directory);
/* The same for a text without variables. */
struct hostpath hostpath_of_text(struct arena *arena, struct str text,
				 struct str project_directory);
/* "/", a drive root, a home or homes: what an unset variable must not make of a source */
bool hostpath_is_accident(const struct hostpath *path);
/* The part of a HOSTPATH_HOME path behind "HOME/"; empty for the home itself. */
struct str hostpath_below_home(const struct hostpath *path);
/* A folder of a home, by its name, in which credentials lie: ~/.ssh, ~/.config/gcloud. */
bool hostpath_holds_credentials(const struct hostpath *path);
/* /dev/null and its kin, which hold nothing of the host. */
bool hostpath_is_plain_device(const struct hostpath *path);
/* The last segment; empty for roots, homes and a home. */
struct str hostpath_base(const struct hostpath *path);

/* In the order in which one gives way to those before it. */
enum hostpath_class {
	HOSTPATH_IS_PLAIN,
	HOSTPATH_IS_SOCKET,          /* socket-mount: {engine} in `what` */
	HOSTPATH_IS_CREDENTIAL_FILE, /* credential-file, case a: {kind} in `what` */
	HOSTPATH_IS_HOST_SOCKET,     /* host-socket-mount: {kind} in `what` */
	HOSTPATH_IS_HOME,            /* home-mount: {what} in `what`, and ~/`entry` behind it */
	HOSTPATH_IS_SYSTEM           /* system-mount: {consequence} in `what` */
};

/* What can be known of a file's first bytes. */
enum hostpath_content {
	HOSTPATH_CONTENT_UNKNOWN, /* nobody looked: only the name decides */
	HOSTPATH_CONTENT_PLAIN,   /* looked at, nothing secret in it */
	HOSTPATH_CONTENT_SECRET   /* a private key's first line, an .npmrc with _auth */
};

/* How the source is used; all zeroes: a writable mount of which nothing else is known. */
struct hostpath_use {
	struct str target; /* path in the container; empty: none */
	bool read_only;
	bool is_file; /* granted as a single file (secrets, configs, env_file) */
	enum hostpath_content content;
	/* paths of unix:// values of DOCKER_HOST and CONTAINER_HOST in the same service */
	const struct hostpath *engines;
	size_t nengines;
};

struct hostpath_fact {
	enum hostpath_class class;
	bool is_file;      /* of a profile: a single file, not a directory */
	bool is_directory; /* the dangerous thing lies in what is mounted, it is not named itself */
	struct str what;   /* see the classes; a phrase for the message */
	struct str entry;  /* of a profile: the path below the home, ".aws"; else empty */
	struct str advice; /* what to do instead where it is special ("shm_size"); may be empty */
};

/* Is it of this class, whatever else it is? */
bool hostpath_is(const struct hostpath *path, const struct hostpath_use *use,
		 enum hostpath_class class, struct hostpath_fact *fact);
/* The first class that it is of. */
struct hostpath_fact hostpath_classify(const struct hostpath *path, const struct hostpath_use *use);

#endif
