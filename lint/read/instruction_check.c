/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "read/instruction_check.h"

#include "base/nearest.h"
#include "read/flag_fields.h"
#include "read/heredoc.h"
#include "read/whitespace.h"

enum flag_type { FLAG_TEXT, FLAG_BOOL, FLAG_LIST };

struct flag {
	enum dockerfile_kind kind;
	struct str name;
	enum flag_type type;
};

static const struct flag known_flags[] = {
	{ DOCKERFILE_FROM, STR_INIT("platform"), FLAG_TEXT },
	{ DOCKERFILE_RUN, STR_INIT("mount"), FLAG_LIST },
	{ DOCKERFILE_RUN, STR_INIT("network"), FLAG_TEXT },
	{ DOCKERFILE_RUN, STR_INIT("security"), FLAG_TEXT },
	{ DOCKERFILE_RUN, STR_INIT("device"), FLAG_LIST },
	{ DOCKERFILE_COPY, STR_INIT("from"), FLAG_TEXT },
	{ DOCKERFILE_COPY, STR_INIT("chown"), FLAG_TEXT },
	{ DOCKERFILE_COPY, STR_INIT("chmod"), FLAG_TEXT },
	{ DOCKERFILE_COPY, STR_INIT("link"), FLAG_BOOL },
	{ DOCKERFILE_COPY, STR_INIT("parents"), FLAG_BOOL },
	{ DOCKERFILE_COPY, STR_INIT("exclude"), FLAG_LIST },
	{ DOCKERFILE_ADD, STR_INIT("chown"), FLAG_TEXT },
	{ DOCKERFILE_ADD, STR_INIT("chmod"), FLAG_TEXT },
	{ DOCKERFILE_ADD, STR_INIT("link"), FLAG_BOOL },
	{ DOCKERFILE_ADD, STR_INIT("keep-git-dir"), FLAG_BOOL },
	{ DOCKERFILE_ADD, STR_INIT("checksum"), FLAG_TEXT },
	{ DOCKERFILE_ADD, STR_INIT("unpack"), FLAG_BOOL },
	{ DOCKERFILE_ADD, STR_INIT("exclude"), FLAG_LIST },
	{ DOCKERFILE_HEALTHCHECK, STR_INIT("interval"), FLAG_TEXT },
	{ DOCKERFILE_HEALTHCHECK, STR_INIT("timeout"), FLAG_TEXT },
	{ DOCKERFILE_HEALTHCHECK, STR_INIT("start-period"), FLAG_TEXT },
	{ DOCKERFILE_HEALTHCHECK, STR_INIT("start-interval"), FLAG_TEXT },
	{ DOCKERFILE_HEALTHCHECK, STR_INIT("retries"), FLAG_TEXT },
};

static const struct flag *flag_find(enum dockerfile_kind kind, struct str name)
{
	for (size_t i = 0; i < sizeof(known_flags) / sizeof(*known_flags); i++)
		if (known_flags[i].kind == kind && str_eq(known_flags[i].name, name))
			return &known_flags[i];
	return NULL;
}

static bool flag_repeats(const struct dockerfile_instr *instr, size_t which, struct str name)
{
	struct str value;

	for (size_t i = 0; i < which; i++)
		if (str_eq(dockerfile_flag_name(instr->flags[i].text, &value), name))
			return true;
	return false;
}

static void refuse_flag(struct arena *arena, struct dockerfile_instr *instr,
			enum dockerfile_fault fault, struct str name, const char *what)
{
	REFUSE(arena, instr, fault, DOCKERFILE_CHECK, "%.*s flag \"--%.*s\" %s",
	       STR_FMT(dockerfile_kind_name(instr->kind)), STR_FMT(dockerfile_quoted(instr, name)),
	       what);
}

/* A name to copy or mount from is fixed before variables have values. */
static bool has_variable(struct str value)
{
	size_t dollar = str_find_byte(value, '$', 0);

	return dollar != STR_NPOS && dollar + 1 < value.n;
}

static void refuse_variable(struct arena *arena, struct dockerfile_instr *instr, struct str name)
{
	refuse_flag(arena, instr, DOCKERFILE_FROM_FLAG_VARIABLE, name,
		    "takes no variable for its source; add a stage \"FROM $NAME AS x\" and use x");
}

/* The rest of a mount is looked at when its variables have values. */
static void check_mount(struct arena *arena, struct dockerfile_instr *instr, struct str value)
{
	const struct flag_field *fields;
	size_t count;

	if (!flag_fields(arena, value, &fields, &count))
		refuse_flag(arena, instr, DOCKERFILE_BAD_VALUE, STR("mount"),
			    "takes fields between commas, as in type=cache,target=/cache");
	for (size_t i = 0; i < count; i++)
		if (str_eq(fields[i].key, STR("from")) && has_variable(fields[i].value))
			refuse_variable(arena, instr, STR("mount"));
}

/* "vendor.com/class=name", or name=...; and required. */
static bool is_device(const struct flag_field *fields, size_t count)
{
	bool named = false;

	for (size_t i = 0; i < count; i++) {
		if (str_eq(fields[i].key, STR("required"))) {
			if (fields[i].value.p != NULL && !flag_is_truth(fields[i].value))
				return false;
		} else if (named) {
			return false;
		} else {
			named = true;
		}
	}
	return true;
}

static void check_device(struct arena *arena, struct dockerfile_instr *instr, struct str value)
{
	const struct flag_field *fields;
	size_t count;

	if (!flag_fields(arena, value, &fields, &count) || !is_device(fields, count))
		refuse_flag(arena, instr, DOCKERFILE_BAD_VALUE, STR("device"),
			    "takes one device, as in vendor.example/class=name,required");
}

/* What the value of a flag may be, as far as it is fixed before variables have values. */
static void check_value(struct arena *arena, struct dockerfile_instr *instr, struct str name,
			struct str value)
{
	if (instr->kind == DOCKERFILE_COPY && str_eq(name, STR("from")) && has_variable(value))
		refuse_variable(arena, instr, name);
	if (instr->kind != DOCKERFILE_RUN)
		return;
	if (str_eq(name, STR("mount")))
		check_mount(arena, instr, value);
	else if (str_eq(name, STR("device")))
		check_device(arena, instr, value);
	else if (str_eq(name, STR("network")) && !str_eq(value, STR("default")) &&
		 !str_eq(value, STR("none")) && !str_eq(value, STR("host")))
		refuse_flag(arena, instr, DOCKERFILE_BAD_VALUE, name, "is default, none or host");
	else if (str_eq(name, STR("security")) && !str_eq(value, STR("sandbox")) &&
		 !str_eq(value, STR("insecure")))
		refuse_flag(arena, instr, DOCKERFILE_BAD_VALUE, name, "is sandbox or insecure");
}

static void check_flag(struct arena *arena, struct dockerfile_instr *instr, size_t which)
{
	struct str value, name = dockerfile_flag_name(instr->flags[which].text, &value);
	const struct flag *known = flag_find(instr->kind, name);

	if (known == NULL)
		refuse_flag(arena, instr, DOCKERFILE_UNKNOWN_FLAG, name,
			    "does not exist; if it belongs to the command, put \"--\" in front "
			    "of it or write the command as a JSON array");
	else if (known->type != FLAG_LIST && flag_repeats(instr, which, name))
		refuse_flag(arena, instr, DOCKERFILE_UNKNOWN_FLAG, name,
			    "is given twice; keep one of them");
	else if (value.p == NULL && known->type != FLAG_BOOL)
		refuse_flag(arena, instr, DOCKERFILE_FLAG_NEEDS_VALUE, name,
			    "has no value; write it with \"=\", not with a blank");
	else if (known->type == FLAG_BOOL && value.p != NULL &&
		 !str_eq_nocase(value, STR("true")) && !str_eq_nocase(value, STR("false")))
		refuse_flag(arena, instr, DOCKERFILE_FLAG_NEEDS_VALUE, name,
			    "takes true or false, or nothing");
	else
		check_value(arena, instr, name, value);
}

static void check_flags(struct arena *arena, struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->nflags && instr->error == NULL; i++)
		check_flag(arena, instr, i);
}

static void need(struct arena *arena, struct dockerfile_instr *instr, bool satisfied,
		 const char *what)
{
	if (!satisfied)
		REFUSE(arena, instr, DOCKERFILE_MISSING_ARGUMENT, DOCKERFILE_CHECK, "%.*s needs %s",
		       STR_FMT(dockerfile_kind_name(instr->kind)), what);
}

static bool stage_name_valid(struct str name)
{
	if (name.n == 0 || !byte_is_alpha(name.p[0]))
		return false;
	for (size_t i = 1; i < name.n; i++)
		if (!byte_is_alnum(name.p[i]) &&
		    str_find_byte(STR("-_."), name.p[i], 0) == STR_NPOS)
			return false;
	return true;
}

static void check_from(struct arena *arena, struct dockerfile_instr *instr)
{
	bool named = instr->nwords == 3 && str_eq_nocase(instr->words[1].text, STR("as"));

	if (instr->nwords != 1 && !named)
		REFUSE(arena, instr, DOCKERFILE_FROM_ARGUMENTS, DOCKERFILE_CHECK,
		       "FROM takes an image, or an image, \"AS\" and a name; a comment "
		       "needs a line of its own");
	else if (named && !stage_name_valid(instr->words[2].text))
		REFUSE(arena, instr, DOCKERFILE_BAD_STAGE_NAME, DOCKERFILE_CHECK,
		       "\"%.*s\" cannot name a stage; begin with a letter and use only "
		       "letters, digits, \"-\", \"_\" and \".\"",
		       STR_FMT(dockerfile_quoted(instr, instr->words[2].text)));
}

static void check_copy(struct arena *arena, struct dockerfile_instr *instr)
{
	struct heredoc_marker marker;

	need(arena, instr, instr->nwords >= 2, "a source and a destination");
	check_flags(arena, instr);
	if (instr->error == NULL &&
	    heredoc_is_marker(arena, instr->words[instr->nwords - 1].text, &marker))
		REFUSE(arena, instr, DOCKERFILE_MISSING_ARGUMENT, DOCKERFILE_CHECK,
		       "a heredoc cannot be the destination of %.*s; add a path "
		       "behind it",
		       STR_FMT(dockerfile_kind_name(instr->kind)));
}

static void check_pairs(struct arena *arena, struct dockerfile_instr *instr)
{
	need(arena, instr, instr->npairs > 0,
	     instr->kind == DOCKERFILE_ARG ? "a name" : "NAME=value");
	for (size_t i = 0; i < instr->npairs; i++)
		need(arena, instr, instr->pairs[i].name.text.n > 0, "a name in front of \"=\"");
}

static void check_volume(struct arena *arena, struct dockerfile_instr *instr)
{
	need(arena, instr, instr->nwords > 0, "a path");
	check_flags(arena, instr);
	for (size_t i = 0; i < instr->nwords; i++)
		need(arena, instr, whitespace_trim(instr->words[i].text).n > 0,
		     "a path that is not empty");
}

static void check_shell(struct arena *arena, struct dockerfile_instr *instr)
{
	check_flags(arena, instr);
	need(arena, instr, instr->json ? instr->nwords > 0 : instr->text.n > 0,
	     "an array with a program, as in [\"/bin/sh\", \"-c\"]");
	if (!instr->json)
		REFUSE(arena, instr, DOCKERFILE_SHELL_NOT_JSON, DOCKERFILE_CHECK,
		       "SHELL takes a JSON array; write [\"/bin/bash\", \"-c\"] with "
		       "double quotes");
}

/* A number of Go's duration at the start, "1.5" or ".5"; returns its bytes, 0 without a digit. */
static size_t duration_number(struct str s, double *value)
{
	size_t at = 0, digits = 0;
	double scale = 0;

	*value = 0;
	for (; at < s.n && (byte_is_digit(s.p[at]) || s.p[at] == '.'); at++) {
		if (s.p[at] == '.') {
			if (scale > 0)
				return 0;
			scale = 1;
			continue;
		}
		digits++;
		*value = *value * 10 + (s.p[at] - '0');
		scale *= 10;
	}
	if (scale > 1)
		*value /= scale;
	return digits > 0 ? at : 0;
}

/* In milliseconds; returns the bytes of the unit at the start. */
static size_t duration_unit(struct str s, double *value)
{
	static const struct {
		struct str name;
		double value;
	} units[] = {
		{ STR_INIT("ns"), 1e-6 },        { STR_INIT("us"), 1e-3 },
		{ STR_INIT("\xC2\xB5s"), 1e-3 }, { STR_INIT("\xCE\xBCs"), 1e-3 },
		{ STR_INIT("ms"), 1 },           { STR_INIT("s"), 1e3 },
		{ STR_INIT("m"), 6e4 },          { STR_INIT("h"), 3.6e6 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (!str_starts(s, units[i].name))
			continue;
		*value = units[i].value;
		return units[i].name.n;
	}
	return 0;
}

/* Go's durations, "1m30s", "500ms", "0", in milliseconds. */
static bool read_duration(struct str s, double *value)
{
	double sign = str_starts(s, STR("-")) ? -1 : 1;

	*value = 0;
	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = str_slice(s, 1, s.n);
	if (str_eq(s, STR("0")))
		return true;
	if (s.n == 0)
		return false;
	while (s.n > 0) {
		double count, each;
		size_t number = duration_number(s, &count);
		size_t unit = duration_unit(str_slice(s, number, s.n), &each);

		if (number == 0 || unit == 0)
			return false;
		*value += sign * count * each;
		s = str_slice(s, number + unit, s.n);
	}
	/* what fits in 64 bits of nanoseconds */
	return *value < 9.2e12 && *value > -9.2e12;
}

/* BuildKit takes none below a millisecond but 0. */
static bool is_interval(struct str s)
{
	double value;

	return read_duration(s, &value) && (value >= 1 || !(value < 0 || value > 0));
}

static void check_health_values(struct arena *arena, struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->nflags && instr->error == NULL; i++) {
		struct str value, name = dockerfile_flag_name(instr->flags[i].text, &value);
		int64_t count;

		if (value.n == 0)
			continue;
		if (str_eq(name, STR("retries"))
			    ? !str_to_int(value, &count) || count < 0 || count > INT32_MAX
			    : !is_interval(value))
			refuse_flag(arena, instr, DOCKERFILE_BAD_VALUE, name,
				    str_eq(name, STR("retries"))
					    ? "takes a number"
					    : "takes a duration from 1ms on, such as 30s or 1m30s");
	}
}

static void check_healthcheck(struct arena *arena, struct dockerfile_instr *instr)
{
	bool none = instr->nwords > 0 && str_eq_nocase(instr->words[0].text, STR("NONE"));

	need(arena, instr, instr->nwords > 0, "NONE, or CMD and a command");
	if (instr->error != NULL)
		return;
	if (none && instr->nwords > 1)
		REFUSE(arena, instr, DOCKERFILE_BAD_VALUE, DOCKERFILE_CHECK,
		       "HEALTHCHECK NONE takes no arguments; remove them or write CMD");
	if (none)
		return;
	check_flags(arena, instr);
	if (!str_eq_nocase(instr->words[0].text, STR("CMD")))
		REFUSE(arena, instr, DOCKERFILE_BAD_VALUE, DOCKERFILE_CHECK,
		       "HEALTHCHECK takes NONE or CMD, not \"%.*s\"; put CMD in front "
		       "of the command",
		       STR_FMT(dockerfile_quoted(instr, instr->words[0].text)));
	need(arena, instr, instr->nwords > 1, "a command behind CMD");
	check_health_values(arena, instr);
}

static void check_onbuild(struct arena *arena, struct dockerfile_instr *instr)
{
	enum dockerfile_kind kind;

	need(arena, instr, instr->trigger != NULL, "an instruction");
	check_flags(arena, instr);
	if (instr->error != NULL)
		return;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): need() refused what has none */
	kind = instr->trigger->kind;
	if (kind == DOCKERFILE_ONBUILD || kind == DOCKERFILE_FROM || kind == DOCKERFILE_MAINTAINER)
		REFUSE(arena, instr, DOCKERFILE_ONBUILD_FORBIDDEN, DOCKERFILE_CHECK,
		       "%.*s cannot be a trigger of ONBUILD; remove it",
		       STR_FMT(dockerfile_kind_name(kind)));
}

static void check_whole(struct arena *arena, struct dockerfile_instr *instr, const char *what)
{
	need(arena, instr, instr->nwords == 1, what);
	if (instr->kind != DOCKERFILE_STOPSIGNAL)
		check_flags(arena, instr);
}

static void refuse_unknown(struct arena *arena, struct dockerfile_instr *instr)
{
	struct nearest nearest = { .wanted = str_beginning(instr->name, 60) };

	for (int kind = DOCKERFILE_UNKNOWN + 1; kind <= DOCKERFILE_WORKDIR; kind++)
		nearest_offer(&nearest, dockerfile_kind_name((enum dockerfile_kind)kind));
	if (nearest.name.n)
		REFUSE(arena, instr, DOCKERFILE_UNKNOWN_INSTRUCTION, DOCKERFILE_CHECK,
		       "\"%.*s\" is no instruction; write %.*s if that is meant",
		       STR_FMT(dockerfile_quoted(instr, nearest.wanted)), STR_FMT(nearest.name));
	else if (instr->input->strange)
		REFUSE(arena, instr, DOCKERFILE_UNKNOWN_INSTRUCTION, DOCKERFILE_CHECK,
		       "this is no instruction; without a FROM the file is no Dockerfile, and what "
		       "it says is not shown");
	else
		REFUSE(arena, instr, DOCKERFILE_UNKNOWN_INSTRUCTION, DOCKERFILE_CHECK,
		       "\"%.*s\" is no instruction; if it continues the line above, "
		       "end that line with the escape character",
		       STR_FMT(nearest.wanted));
}

void instruction_check(struct arena *arena, struct dockerfile_instr *instr)
{
	switch (instr->kind) {
	case DOCKERFILE_UNKNOWN:
		refuse_unknown(arena, instr);
		break;
	case DOCKERFILE_FROM:
		check_from(arena, instr);
		check_flags(arena, instr);
		break;
	case DOCKERFILE_ADD:
	case DOCKERFILE_COPY:
		check_copy(arena, instr);
		break;
	case DOCKERFILE_ENV:
	case DOCKERFILE_LABEL:
		check_flags(arena, instr);
		check_pairs(arena, instr);
		break;
	case DOCKERFILE_ARG:
		check_pairs(arena, instr);
		break;
	case DOCKERFILE_USER:
		check_whole(arena, instr, "a user, as in USER 10001:10001");
		break;
	case DOCKERFILE_WORKDIR:
		check_whole(arena, instr, "a directory");
		break;
	case DOCKERFILE_STOPSIGNAL:
		check_whole(arena, instr, "a signal, as in STOPSIGNAL SIGINT");
		break;
	case DOCKERFILE_MAINTAINER:
		check_whole(arena, instr, "a name");
		break;
	case DOCKERFILE_EXPOSE:
		need(arena, instr, instr->nwords > 0, "a port");
		check_flags(arena, instr);
		break;
	case DOCKERFILE_VOLUME:
		check_volume(arena, instr);
		break;
	case DOCKERFILE_SHELL:
		check_shell(arena, instr);
		break;
	case DOCKERFILE_HEALTHCHECK:
		check_healthcheck(arena, instr);
		break;
	case DOCKERFILE_ONBUILD:
		check_onbuild(arena, instr);
		break;
	case DOCKERFILE_RUN:
	case DOCKERFILE_CMD:
	case DOCKERFILE_ENTRYPOINT:
		check_flags(arena, instr);
		break;
	}
}
