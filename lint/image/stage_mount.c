/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/path.h"
#include "image/stage_build.h"
#include "read/flag_fields.h"

/*
 * What BuildKit refuses in RUN --mount once the variables have their values.  A
 * value that the base image may still decide is not judged.
 */

enum mount_type { MOUNT_BIND, MOUNT_CACHE, MOUNT_TMPFS, MOUNT_SECRET, MOUNT_SSH };

static const struct str type_names[] = { STR_INIT("bind"), STR_INIT("cache"), STR_INIT("tmpfs"),
					 STR_INIT("secret"), STR_INIT("ssh") };

/* One --mount while its fields are read. */
struct mount {
	struct stage_build *build;
	const struct dockerfile_instr *instr;
	enum mount_type type;
	struct str from, source, target, id;
	bool sharing, mode, uid, gid;
	bool open; /* a value is not known */
};

static bool refuse(struct mount *mount, struct str key, const char *what)
{
	return STAGE_REFUSE(mount->build, mount->instr, DOCKERFILE_BAD_VALUE,
			    "\"%.*s\" of RUN --mount %s", STR_FMT(str_beginning(key, 60)), what);
}

/* Digits of that base, below 2^32. */
static bool is_number(struct str text, unsigned base)
{
	uint64_t value = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (!byte_is_digit(text.p[i]) || (unsigned)(text.p[i] - '0') >= base)
			return false;
		value = value * base + (unsigned)(text.p[i] - '0');
		if (value > UINT32_MAX)
			return false;
	}
	return text.n > 0;
}

/* "64", "1.5g", "512 MiB". */
static bool is_size(struct str text)
{
	size_t at = 0, points = 0;

	while (at < text.n && (byte_is_digit(text.p[at]) || text.p[at] == '.'))
		points += text.p[at++] == '.';
	if (at == points || points > 1)
		return false;
	if (at < text.n && text.p[at] == ' ')
		at++;
	text = str_slice(text, at, text.n);
	if (text.n > 0 && str_find_byte(STR("kKmMgGtTpP"), text.p[0], 0) != STR_NPOS) {
		text = str_slice(text, 1, text.n);
		if (text.n == 2 && (text.p[0] == 'i' || text.p[0] == 'I'))
			text = str_slice(text, 1, text.n);
	}
	return text.n == 0 || str_eq_nocase(text, STR("b"));
}

static bool take_type(struct mount *mount, struct str value)
{
	for (size_t i = 0; i < sizeof(type_names) / sizeof(*type_names); i++)
		if (str_eq_nocase(value, type_names[i])) {
			mount->type = (enum mount_type)i;
			return true;
		}
	return refuse(mount, STR("type"), "is bind, cache, tmpfs, secret or ssh");
}

/* Keys without a value. */
static bool take_word(struct mount *mount, const struct flag_field *field)
{
	static const struct str words[] = { STR_INIT("readonly"), STR_INIT("ro"),
					    STR_INIT("readwrite"), STR_INIT("rw") };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq(field->key, words[i]))
			return true;
	if (!str_eq(field->key, STR("required")))
		return refuse(mount, field->whole, "needs a value; write key=value");
	return mount->type == MOUNT_SECRET || mount->type == MOUNT_SSH ||
	       refuse(mount, field->key, "belongs behind type=secret or type=ssh");
}

static bool take_choice(struct mount *mount, struct str key, struct str value)
{
	if (str_eq(key, STR("type")))
		return take_type(mount, value);
	if (str_eq(key, STR("required")) && mount->type != MOUNT_SECRET && mount->type != MOUNT_SSH)
		return refuse(mount, key, "belongs behind type=secret or type=ssh");
	if (str_eq(key, STR("sharing"))) {
		mount->sharing = true;
		return str_eq_nocase(value, STR("shared")) ||
		       str_eq_nocase(value, STR("private")) ||
		       str_eq_nocase(value, STR("locked")) ||
		       refuse(mount, key, "is shared, private or locked");
	}
	return flag_is_truth(value) || refuse(mount, key, "is true or false");
}

static bool take_number(struct mount *mount, struct str key, struct str value)
{
	if (str_eq(key, STR("size"))) {
		if (mount->type != MOUNT_TMPFS)
			return refuse(mount, key, "belongs behind type=tmpfs");
		return is_size(value) || refuse(mount, key, "is a size such as 64m");
	}
	if (str_eq(key, STR("mode"))) {
		mount->mode = true;
		return is_number(value, 8) || refuse(mount, key, "is an octal number such as 0400");
	}
	if (str_eq(key, STR("uid")))
		mount->uid = true;
	else
		mount->gid = true;
	return is_number(value, 10) || refuse(mount, key, "is a number");
}

enum field_kind { FIELD_UNKNOWN, FIELD_TEXT, FIELD_CHOICE, FIELD_NUMBER };

static enum field_kind kind_of(struct str key)
{
	static const struct {
		struct str key;
		enum field_kind kind;
	} keys[] = {
		{ STR_INIT("type"), FIELD_CHOICE },      { STR_INIT("from"), FIELD_TEXT },
		{ STR_INIT("source"), FIELD_TEXT },      { STR_INIT("src"), FIELD_TEXT },
		{ STR_INIT("target"), FIELD_TEXT },      { STR_INIT("dst"), FIELD_TEXT },
		{ STR_INIT("destination"), FIELD_TEXT }, { STR_INIT("readonly"), FIELD_CHOICE },
		{ STR_INIT("ro"), FIELD_CHOICE },        { STR_INIT("readwrite"), FIELD_CHOICE },
		{ STR_INIT("rw"), FIELD_CHOICE },        { STR_INIT("id"), FIELD_TEXT },
		{ STR_INIT("sharing"), FIELD_CHOICE },   { STR_INIT("required"), FIELD_CHOICE },
		{ STR_INIT("size"), FIELD_NUMBER },      { STR_INIT("mode"), FIELD_NUMBER },
		{ STR_INIT("uid"), FIELD_NUMBER },       { STR_INIT("gid"), FIELD_NUMBER },
		{ STR_INIT("env"), FIELD_TEXT },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_eq(keys[i].key, key))
			return keys[i].kind;
	return FIELD_UNKNOWN;
}

static void take_text(struct mount *mount, struct str key, struct str value)
{
	if (str_eq(key, STR("from")))
		mount->from = value;
	else if (str_eq(key, STR("source")) || str_eq(key, STR("src")))
		mount->source = value;
	else if (str_eq(key, STR("id")))
		mount->id = value;
	else if (!str_eq(key, STR("env")))
		mount->target = value;
}

static bool take_field(struct mount *mount, const struct flag_field *field)
{
	struct stage_build *build = mount->build;
	struct expansion value;

	if (field->value.p == NULL)
		return take_word(mount, field);
	value = expand_word(&build->evaluation->expander, field->value, build->stage->scope);
	if (value.error.n > 0)
		return STAGE_REFUSE(build, mount->instr, DOCKERFILE_EXPANSION_ERROR,
				    "RUN cannot be expanded: %.*s", STR_FMT(value.error));
	if (value.uncertain || (value.nunset > 0 && build->stage->external)) {
		mount->open = true;
		return kind_of(field->key) != FIELD_UNKNOWN ||
		       refuse(mount, field->key, "does not exist");
	}
	switch (kind_of(field->key)) {
	case FIELD_TEXT:
		take_text(mount, field->key, value.text);
		return true;
	case FIELD_CHOICE:
		return take_choice(mount, field->key, value.text);
	case FIELD_NUMBER:
		return take_number(mount, field->key, value.text);
	case FIELD_UNKNOWN:
		break;
	}
	return refuse(mount, field->key, "does not exist");
}

static bool check_secret(struct mount *mount)
{
	if (mount->from.n > 0)
		return refuse(mount, STR("from"), "has no meaning behind type=secret");
	if (mount->source.n == 0 && mount->target.n == 0 && mount->id.n == 0)
		return refuse(mount, STR("type"), "secret needs an id, as in id=npm");
	return mount->source.n == 0 || mount->id.n == 0 ||
	       refuse(mount, STR("source"), "and \"id\" name the secret twice; keep one");
}

/* Where it is mounted must not be the root. */
static bool check_target(struct mount *mount)
{
	struct arena *arena = mount->build->evaluation->arena;
	const struct stage_value *workdir = &mount->build->stage->workdir;
	struct str target = mount->target;

	if (mount->build->stage->windows)
		return true;
	if (!path_is_absolute(target)) {
		if (workdir->known != STAGE_KNOWN)
			return true;
		target = path_join(arena, workdir->text, target);
	}
	return !str_eq(path_clean(arena, target), STR("/")) ||
	       refuse(mount, STR("target"), "cannot be the root; name a directory");
}

static bool check_whole(struct mount *mount)
{
	bool owned = mount->type == MOUNT_SECRET || mount->type == MOUNT_SSH ||
		     mount->type == MOUNT_CACHE;

	if (mount->open)
		return true;
	if (!owned && (mount->mode || mount->uid || mount->gid))
		return refuse(mount,
			      mount->mode  ? STR("mode")
			      : mount->uid ? STR("uid")
					   : STR("gid"),
			      "has no meaning for this type");
	if (mount->sharing && mount->type != MOUNT_CACHE)
		return refuse(mount, STR("sharing"), "belongs behind type=cache");
	if (mount->type == MOUNT_SECRET)
		return check_secret(mount);
	return mount->type == MOUNT_SSH || check_target(mount);
}

static bool check_mount(struct stage_build *build, const struct dockerfile_instr *instr,
			struct str value)
{
	struct mount mount = { .build = build, .instr = instr, .type = MOUNT_BIND };
	const struct flag_field *fields;
	size_t count;

	mount.from = mount.source = mount.target = mount.id = STR("");
	/* what is no list of fields the reader has refused */
	if (!flag_fields(build->evaluation->arena, value, &fields, &count))
		return true;
	for (size_t i = 0; i < count; i++)
		if (!take_field(&mount, &fields[i]))
			return false;
	return check_whole(&mount);
}

bool stage_check_mounts(struct stage_build *build, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->nflags; i++) {
		struct str value, name = dockerfile_flag_name(instr->flags[i].text, &value);

		if (str_eq(name, STR("mount")) && !check_mount(build, instr, value))
			return false;
	}
	return true;
}
