/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/hostpath.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/path.h"

/* A source's text with its variables replaced by what is known of them. */
struct expanded {
	struct str text; /* an unknown variable is a "*" */
	bool opaque;     /* begins with an unknown variable */
	bool symbolic;   /* depends on a variable, or on where the home is */
	bool has_unknown;
	struct str symbol; /* begins with a variable whose path only the host knows */
};

static bool starts_nocase(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq_nocase(str_slice(s, 0, prefix.n), prefix);
}

/* Of most the byte at the end of outer is another one; small and capital letters differ in one bit. */
static inline bool may_be_within(struct str inside, struct str outer)
{
	return inside.n >= outer.n && (inside.n == outer.n || inside.p[outer.n] == '/') &&
	       ((inside.p[outer.n - 1] ^ outer.p[outer.n - 1]) & ~0x20) == 0;
}

/* `inside` equals outer or lies below it; outer does not end with "/" */
static inline bool within(struct str inside, struct str outer, bool nocase)
{
	return may_be_within(inside, outer) &&
	       (nocase ? starts_nocase(inside, outer) : str_starts(inside, outer));
}

static struct str join2(struct arena *arena, struct str a, struct str b)
{
	struct builder builder = { .arena = arena };

	builder_add(&builder, a);
	builder_add(&builder, b);
	return builder_str(&builder);
}

/* ---- variables ---- */

static void expand_host(struct builder *b, struct expanded *expanded, struct str name,
			struct str project_directory)
{
	bool first = b->n == 0 && !expanded->symbol.n;

	expanded->symbolic = true;
	if (first && (str_eq(name, STR("HOME")) || str_eq(name, STR("USERPROFILE")))) {
		builder_add(b, STR("/home/*"));
	} else if (first && str_eq(name, STR("XDG_RUNTIME_DIR"))) {
		builder_add(b, STR("/run/user/*"));
	} else if (first && str_eq(name, STR("PWD"))) {
		expanded->symbolic = false;
		builder_add(b, project_directory);
	} else if (first && str_eq(name, STR("SSH_AUTH_SOCK"))) {
		expanded->symbol = STR("$SSH_AUTH_SOCK");
	} else if (first && str_eq(name, STR("XAUTHORITY"))) {
		expanded->symbol = STR("$XAUTHORITY");
	} else if (first && str_eq(name, STR("WAYLAND_DISPLAY"))) {
		expanded->symbol = STR("$WAYLAND_DISPLAY");
	} else if (str_eq(name, STR("WAYLAND_DISPLAY"))) {
		builder_add(b, STR("wayland-*"));
	} else {
		builder_byte(b, '*');
	}
}

static struct expanded expand(struct arena *arena, const struct node *source,
			      struct str project_directory, bool when_empty)
{
	struct builder b = { .arena = arena };
	struct expanded expanded = { .text = STR("") };
	struct str text = node_text(source);
	size_t at = 0;

	if (!source || !source->nparts) {
		expanded.text = str_trim(text);
		return expanded;
	}
	for (size_t i = 0; i < source->nparts; i++) {
		const struct part *part = &source->parts[i];

		if (part->kind == PART_LITERAL || part->kind == PART_VALUE)
			continue;
		builder_add(&b, b.n ? str_slice(text, at, part->from)
				    : str_trim(str_slice(text, at, part->from)));
		at = part->to;
		if (part->kind == PART_HOST) {
			expand_host(&b, &expanded, part->name, project_directory);
			continue;
		}
		expanded.has_unknown = true;
		if (when_empty)
			continue;
		expanded.symbolic = true;
		if (b.n == 0 && !expanded.symbol.n)
			expanded.opaque = true;
		builder_byte(&b, '*');
	}
	builder_add(&b, str_slice(text, at, text.n));
	expanded.text = str_trim(builder_str(&b));
	return expanded;
}

/* ---- pipes and drives ---- */

static struct str with_slashes(struct arena *arena, struct str s)
{
	struct builder b = { .arena = arena };

	if (str_find_byte(s, '\\', 0) == STR_NPOS)
		return s;
	for (size_t i = 0; i < s.n; i++)
		builder_byte(&b, s.p[i] == '\\' ? '/' : s.p[i]);
	return builder_str(&b);
}

static bool is_separator(struct str s, size_t at)
{
	return at >= s.n || s.p[at] == '/' || s.p[at] == '\\';
}

static bool has_drive_letter(struct str s)
{
	return s.n >= 2 && byte_is_alpha(s.p[0]) && s.p[1] == ':' && is_separator(s, 2);
}

/* Written as on Windows, so that "\" separates. */
static bool is_windows(struct str s)
{
	return has_drive_letter(s) || str_starts(s, STR("\\")) || str_starts(s, STR(".\\")) ||
	       str_starts(s, STR("..\\")) || str_starts(s, STR("~\\")) ||
	       str_starts(s, STR("/home/*\\"));
}

static struct str drive_path(struct arena *arena, char letter, struct str rest)
{
	struct builder b = { .arena = arena };
	struct str clean = path_clean(arena, join2(arena, STR("/"), rest));

	builder_byte(&b, letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter);
	builder_byte(&b, ':');
	builder_add(&b, clean);
	return builder_str(&b);
}

/* A drive mounted into a Linux tree: /mnt/c/x; `path` is clean. */
static bool is_mounted_drive(struct str path, size_t *letter)
{
	static const struct str places[] = { STR_INIT("/mnt/"), STR_INIT("/host_mnt/"),
					     STR_INIT("/run/desktop/mnt/host/"),
					     STR_INIT("/cygdrive/"), STR_INIT("/") };

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		size_t at = places[i].n;

		if (path.n <= at || !byte_is_alpha(path.p[at]) ||
		    (path.n > at + 1 && path.p[at + 1] != '/') || !starts_nocase(path, places[i]))
			continue;
		/* "/w" alone is some directory, not a drive; "/c" is one */
		if (at == 1 && path.n == 2 && byte_lower(path.p[1]) != 'c' &&
		    byte_lower(path.p[1]) != 'd')
			continue;
		*letter = at;
		return true;
	}
	return false;
}

/* ---- aliases ---- */

struct alias {
	struct str from, to;
	bool nocase;
};

static const struct alias aliases[] = { { STR_INIT("/var/run"), STR_INIT("/run"), false },
					{ STR_INIT("/var/lock"), STR_INIT("/run/lock"), false },
					{ STR_INIT("/private/var"), STR_INIT("/var"), true },
					{ STR_INIT("/private/etc"), STR_INIT("/etc"), true },
					{ STR_INIT("/private/tmp"), STR_INIT("/tmp"), true },
					{ STR_INIT("/proc/1/root"), STR_INIT(""), false },
					{ STR_INIT("/proc/self/root"), STR_INIT(""), false },
					{ STR_INIT("/var/home"), STR_INIT("/home"), false },
					{ STR_INIT("/usr/home"), STR_INIT("/home"), false },
					{ STR_INIT("/export/home"), STR_INIT("/home"), false },
					{ STR_INIT("/run/host"), STR_INIT(""), false },
					{ STR_INIT("/host_mnt/Users"), STR_INIT("/Users"), true },
					{ STR_INIT("/System/Volumes/Data"), STR_INIT(""), true } };

/* No real path passes through more; a made one shall not cost more. */
enum { ALIAS_ROUNDS = 32 };

static struct str without_aliases(struct arena *arena, struct str path)
{
	for (size_t round = 0; round < ALIAS_ROUNDS; round++) {
		size_t i, count = sizeof(aliases) / sizeof(*aliases);

		for (i = 0; i < count; i++)
			if (within(path, aliases[i].from, aliases[i].nocase))
				break;
		if (i == count)
			break;
		path = str_slice(path, aliases[i].from.n, path.n);
		if (aliases[i].to.n)
			path = join2(arena, aliases[i].to, path);
		if (!path.n)
			path = STR("/");
	}
	return path;
}

/* ---- homes ---- */

static void set_home(struct arena *arena, struct hostpath *result, struct str rest)
{
	result->kind = HOSTPATH_HOME;
	result->path = join2(arena, STR("HOME"), rest);
}

/* /home/hermes_data: a directory for what a program keeps, which somebody put beside the homes. */
static bool is_no_login(struct str name)
{
	static const struct str words[] = {
		STR_INIT("backup"), STR_INIT("backups"), STR_INIT("cache"),
		STR_INIT("config"), STR_INIT("configs"), STR_INIT("data"),
		STR_INIT("files"),  STR_INIT("logs"),    STR_INIT("media"),
		STR_INIT("shared"), STR_INIT("state"),   STR_INIT("storage"),
		STR_INIT("volume"), STR_INIT("volumes"), STR_INIT("workspace"),
	};
	size_t from = name.n;

	while (from && byte_is_alpha(name.p[from - 1]))
		from--;
	/* "data" alone is as little a person */
	if (!from)
		return str_eq_nocase(name, STR("data")) || str_eq_nocase(name, STR("shared"));
	if (name.p[from - 1] != '_' && name.p[from - 1] != '-' && name.p[from - 1] != '.')
		return false;
	name = str_slice(name, from, name.n);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq_nocase(name, words[i]))
			return true;
	return false;
}

/* Below a directory of homes: "/home/U/rest". */
static bool find_home(struct arena *arena, struct hostpath *result, struct str homes,
		      const struct str *not_homes, size_t nnot)
{
	struct str path = result->path, user, rest;
	size_t slash;

	if (!within(path, homes, !str_eq(homes, STR("/home"))))
		return false;
	if (path.n == homes.n) {
		result->kind = HOSTPATH_HOMES;
		result->path = STR("homes");
		return true;
	}
	slash = str_find_byte(path, '/', homes.n + 1);
	if (slash == STR_NPOS)
		slash = path.n;
	user = str_slice(path, homes.n + 1, slash);
	rest = str_slice(path, slash, path.n);
	for (size_t i = 0; i < nnot; i++)
		if (str_eq_nocase(user, not_homes[i]))
			return true;
	if (str_eq(homes, STR("/home")) && is_no_login(user))
		return true;
	set_home(arena, result, rest);
	return true;
}

static void find_homes(struct arena *arena, struct hostpath *result)
{
	static const struct str not_linux[] = { STR_INIT("linuxbrew") };
	static const struct str not_mac[] = { STR_INIT("Shared") };
	static const struct str not_windows[] = { STR_INIT("Public"), STR_INIT("Default"),
						  STR_INIT("Default User"), STR_INIT("All Users") };
	static const struct str roots[] = { STR_INIT("/root"), STR_INIT("/var/root") };
	struct str uid = STR("/run/user/");

	if (result->kind == HOSTPATH_DRIVE) {
		char homes[] = "X:/Users";

		homes[0] = result->path.p[0];
		find_home(arena, result, str_from(homes), not_windows, 4);
		return;
	}
	for (size_t i = 0; i < 2; i++)
		if (within(result->path, roots[i], false)) {
			set_home(arena, result,
				 str_slice(result->path, roots[i].n, result->path.n));
			return;
		}
	if (find_home(arena, result, STR("/home"), not_linux, 1) ||
	    find_home(arena, result, STR("/Users"), not_mac, 1))
		return;
	/* whose runtime directory it is does not matter */
	if (str_starts(result->path, uid) && result->path.n > uid.n) {
		size_t slash = str_find_byte(result->path, '/', uid.n);
		struct str rest = slash == STR_NPOS
					  ? STR("")
					  : str_slice(result->path, slash, result->path.n);

		result->path = join2(arena, STR("/run/user/*"), rest);
	}
}

/* ---- the whole ---- */

/* A path below an unknown directory; what climbs out of it is unknown too. */
static struct str opaque_path(struct arena *arena, struct str text)
{
	size_t slash = str_find_byte(text, '/', 0);
	struct str first = str_slice(text, 0, slash == STR_NPOS ? text.n : slash);
	struct str clean = path_clean(arena, text);

	if (within(clean, first, true))
		return clean;
	while (str_starts(clean, STR("..")) && is_separator(clean, 2))
		clean = str_slice(clean, 3, clean.n);
	if (!clean.n || str_eq(clean, STR(".")))
		return STR("*");
	return join2(arena, STR("*/"), clean);
}

static struct hostpath normalise(struct arena *arena, struct expanded expanded,
				 struct str project_directory)
{
	struct hostpath result = { .kind = HOSTPATH_NONE, .path = STR(""), .absolute = STR("") };
	struct str text = expanded.text, pipe = STR("//./pipe/");
	size_t letter;

	result.has_unknown = expanded.has_unknown;
	if (expanded.symbol.n) {
		result.kind = HOSTPATH_SYMBOL;
		result.path = join2(arena, expanded.symbol, text);
		return result;
	}
	if (starts_nocase(text, STR("npipe://")))
		text = str_slice(text, 8, text.n);
	if (!text.n)
		return result;
	if (is_windows(text))
		text = with_slashes(arena, text);
	if (starts_nocase(text, pipe)) {
		result.kind = HOSTPATH_PIPE;
		result.path = str_slice(text, pipe.n, text.n);
		return result;
	}
	if (expanded.opaque) {
		result.kind = HOSTPATH_OPAQUE;
		result.path = opaque_path(arena, text);
		return result;
	}
	if (text.p[0] == '~') {
		/* Compose joins whatever follows: ~alice is $HOME/alice */
		text = join2(arena, STR("/home/*/"), str_slice(text, 1, text.n));
		expanded.symbolic = true;
	}
	if (has_drive_letter(text)) {
		result.kind = HOSTPATH_DRIVE;
		result.path = drive_path(arena, text.p[0], str_slice(text, 2, text.n));
		find_homes(arena, &result);
		return result;
	}
	/* what is joined is clean */
	text = path_is_absolute(text) ? path_clean(arena, text)
				      : path_join(arena, project_directory, text);
	if (!expanded.symbolic) {
		result.absolute = text;
		result.below_project = path_is_within(text, project_directory);
	}
	result.kind = HOSTPATH_ROOTED;
	result.path = text;
	if (is_mounted_drive(text, &letter)) {
		result.kind = HOSTPATH_DRIVE;
		result.path =
			drive_path(arena, text.p[letter], str_slice(text, letter + 1, text.n));
	} else {
		result.path = without_aliases(arena, text);
		if (is_mounted_drive(result.path, &letter)) {
			struct str rest = str_slice(result.path, letter + 1, result.path.n);

			result.kind = HOSTPATH_DRIVE;
			result.path = drive_path(arena, result.path.p[letter], rest);
		}
	}
	find_homes(arena, &result);
	return result;
}

struct hostpath hostpath_of(struct arena *arena, const struct node *source,
			    struct str project_directory)
{
	return normalise(arena, expand(arena, source, project_directory, false), project_directory);
}

struct hostpath hostpath_when_empty(struct arena *arena, const struct node *source,
				    struct str project_directory)
{
	return normalise(arena, expand(arena, source, project_directory, true), project_directory);
}

struct hostpath hostpath_of_text(struct arena *arena, struct str text, struct str project_directory)
{
	return normalise(arena, (struct expanded){ .text = str_trim(text) }, project_directory);
}

bool hostpath_is_accident(const struct hostpath *path)
{
	switch (path->kind) {
	case HOSTPATH_HOMES:
		return true;
	case HOSTPATH_HOME:
		return !hostpath_below_home(path).n;
	case HOSTPATH_ROOTED:
		return str_eq(path->path, STR("/"));
	case HOSTPATH_DRIVE:
		return path->path.n == 3;
	default:
		return false;
	}
}

struct str hostpath_below_home(const struct hostpath *path)
{
	return path->kind == HOSTPATH_HOME ? str_slice(path->path, 5, path->path.n) : STR("");
}

struct str hostpath_base(const struct hostpath *path)
{
	switch (path->kind) {
	case HOSTPATH_ROOTED:
	case HOSTPATH_DRIVE:
	case HOSTPATH_OPAQUE:
		return path_base(path->path);
	case HOSTPATH_HOME:
		return path_base(hostpath_below_home(path));
	default:
		return STR("");
	}
}
