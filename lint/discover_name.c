/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "discover.h"
#include "finder.h"

#include "base/path.h"

/* The first that exists counts, and the two orders differ: compose-go, cli/options.go. */
static const struct str base_names[] = {
	STR_INIT("compose.yaml"),
	STR_INIT("compose.yml"),
	STR_INIT("docker-compose.yml"),
	STR_INIT("docker-compose.yaml"),
};
static const struct str override_names[] = {
	STR_INIT("compose.override.yml"),
	STR_INIT("compose.override.yaml"),
	STR_INIT("docker-compose.override.yml"),
	STR_INIT("docker-compose.override.yaml"),
};
enum { NAMES = 4 };

static bool is_among(struct str name, const struct str *names)
{
	for (size_t i = 0; i < NAMES; i++)
		if (str_eq(name, names[i]))
			return true;
	return false;
}

bool discover_is_base_name(struct str name)
{
	return is_among(name, base_names);
}

bool discover_is_override_name(struct str name)
{
	return is_among(name, override_names);
}

bool discover_is_yaml_name(struct str name)
{
	return str_ends(name, STR(".yaml")) || str_ends(name, STR(".yml"));
}

bool discover_is_compose_name(struct str name)
{
	/* configurations of linters, this one's below .config among them */
	if (!discover_is_yaml_name(name) || str_eq(name, STR("compose-lint.yaml")) ||
	    str_eq(name, STR("compose-lint.yml")))
		return false;
	if (str_starts(name, STR("docker-")))
		name = str_slice(name, 7, name.n);
	return str_starts(name, STR("compose")) && name.n > 7 &&
	       (name.p[7] == '.' || name.p[7] == '_' || name.p[7] == '-');
}

bool discover_is_member_name(struct str name)
{
	return str_eq_nocase(name, STR("Dockerfile")) ||
	       str_eq_nocase(name, STR("Containerfile")) || str_starts(name, STR("Dockerfile.")) ||
	       str_starts(name, STR("Containerfile.")) || str_ends(name, STR(".Dockerfile")) ||
	       str_ends(name, STR(".dockerfile")) || str_eq(name, STR(".env")) ||
	       str_starts(name, STR(".env.")) || str_ends(name, STR(".env")) ||
	       str_ends(name, STR(".dockerignore"));
}

bool discover_is_configuration(struct str absolute_path)
{
	return str_ends(absolute_path, STR("/.compose-lint.yaml")) ||
	       str_ends(absolute_path, STR("/.config/compose-lint.yaml"));
}

static const struct str *existing(struct finder *finder, struct folder folder,
				  const struct str *names)
{
	for (size_t i = 0; i < NAMES; i++)
		if (finder_look(finder, path_join(finder->arena, folder.absolute, names[i])) !=
		    FILE_ABSENT)
			return &names[i];
	return NULL;
}

const struct str *discover_base(struct finder *finder, struct folder folder)
{
	return existing(finder, folder, base_names);
}

const struct str *discover_override(struct finder *finder, struct folder folder)
{
	return existing(finder, folder, override_names);
}
