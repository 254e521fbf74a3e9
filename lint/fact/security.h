/* SPDX-License-Identifier: MIT */
/*
 * What the kernel and the engine are told to withhold: capabilities,
 * security_opt, limits.  Questions about a service's canonical mapping; nothing
 * is kept and nothing fails.  Files append to `security_opt`, and the
 * last value of a key wins: moby, daemon/daemon_unix.go.
 */
#ifndef FACT_SECURITY_H
#define FACT_SECURITY_H

#include "model/project.h"

/* A capability without CAP_ and case: "NET_ADMIN" names "cap_net_admin". */
bool security_is_capability(struct str text, struct str name);
/* The same with CAP_ and case in both. */
bool security_is_same_capability(struct str a, struct str b);
/* One of the fourteen that the engine grants unless it is told otherwise. */
bool security_is_default_capability(struct str text);
/* cap_drop holds ALL. */
bool security_drops_all(const struct service *service);
/* An item of cap_drop, or the whole value, comes from a variable that nothing sets. */
bool security_may_drop_all(const struct service *service);

/* cap_add holds it, or ALL. */
bool security_adds(const struct service *service, struct str capability);

struct security_option {
	const struct node *item; /* the item that decides; NULL: not set */
	struct str value;        /* "true" for a bare no-new-privileges */
	bool is_unknown;         /* a variable that nothing sets may decide otherwise */
};

/* The last item of this key. */
struct security_option security_option(const struct service *service, struct str key);
/* The same in any list of options. */
struct security_option security_option_in(const struct node *list, struct str key);
/* The item is of this key. */
bool security_sets(const struct node *item, struct str key);
/* The engine reads this value as true. */
bool security_is_on(struct str value);

/* A protection that the engine applies by default. */
enum shield { SHIELD_SECCOMP, SHIELD_APPARMOR, SHIELD_LABELS, SHIELD_PATHS };

/* An item that switches one off; all zeroes: before the first one. */
struct security_opening {
	enum shield shield;
	const struct node *item;
	const struct node *profile; /* what opens a profile, see model/seccomp.h; NULL: none does */
	size_t next;                /* where the search goes on */
};

/* The next one in force, in the order of the list; false: no more. */
bool security_next_opening(const struct service *service, struct security_opening *opening);

enum limit_kind { LIMIT_OF_MEMORY, LIMIT_OF_CPU, LIMIT_OF_PROCESSES };

struct security_limit {
	bool is_set;                    /* an effective limit; an unknown value counts as one */
	const struct node *value;       /* the one that limits; NULL: none, or cpu_quota alone */
	const struct node *ineffective; /* a value that limits nothing; NULL: none written */
	struct str key;                 /* whose value that is, "pids_limit" */
};

struct security_limit security_limit(const struct service *service, enum limit_kind kind);

/* How an image lets a program gain privileges. */
enum gain_kind {
	GAIN_INSTALLED,       /* sudo or doas is installed */
	GAIN_ALLOWED,         /* a sudoers file or doas.conf is written */
	GAIN_SETUID,          /* chmod u+s, chmod 4755 */
	GAIN_FILE_CAPABILITY, /* setcap */
	GAIN_INHERITED        /* the image, or the one it is built on, is known to bring sudo */
};

/* All zeroes: before the first one. */
struct security_gain {
	enum gain_kind kind;
	struct str what;  /* "sudo"; the word that shows it for the other kinds */
	struct span span; /* the place in the Dockerfile */
	size_t step;      /* where the search goes on */
	size_t from;
};

/* The next one in the Dockerfile lines that make the service's image; false: no more. */
bool security_next_gain(const struct service *service, struct security_gain *gain);

#endif
