/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/path.h"
#include "image/stage_build.h"

struct stage_value stage_value_of(const struct stage *stage, const struct expansion *expansion,
				  struct span span)
{
	bool open = expansion->nunset > 0 && stage != NULL && stage->external;

	return (struct stage_value){ .known = open || expansion->uncertain ? STAGE_UNCERTAIN
									   : STAGE_KNOWN,
				     .text = expansion->text,
				     .span = span,
				     .unset = expansion->unset,
				     .nunset = expansion->nunset,
				     .origins = expansion->origins,
				     .norigins = expansion->norigins };
}

static bool refuse_expansion(struct stage_build *build, const struct dockerfile_instr *instr,
			     const struct expansion *expansion)
{
	return STAGE_REFUSE(build, instr, DOCKERFILE_EXPANSION_ERROR,
			    "%.*s cannot be expanded: %.*s",
			    STR_FMT(dockerfile_kind_name(instr->kind)), STR_FMT(expansion->error));
}

/* Expands a text of this instruction; false: it was refused. */
static bool expand(struct stage_build *build, const struct dockerfile_instr *instr, struct str text,
		   struct expansion *expansion)
{
	*expansion = expand_word(&build->evaluation->expander, text, build->stage->scope);
	return expansion->error.n == 0 || refuse_expansion(build, instr, expansion);
}

/* ------------------------------------------------------------ ARG and ENV */

/* What a name is set to, with itself as the first of its origins. */
static struct scope_value scope_value_of(struct arena *arena, enum scope_kind kind, struct str name,
					 struct span span, const struct expansion *expansion)
{
	struct scope_origin *origins =
		ARENA_ARRAY(arena, expansion->norigins + 1, struct scope_origin);

	origins[0] = (struct scope_origin){ kind, name, span };
	for (size_t i = 0; i < expansion->norigins; i++)
		origins[i + 1] = expansion->origins[i];
	return (struct scope_value){ .text = expansion->text,
				     .kind = kind,
				     .origins = origins,
				     .norigins = expansion->norigins + 1,
				     .unset = expansion->unset,
				     .nunset = expansion->nunset,
				     .uncertain = expansion->uncertain };
}

static const struct build_arg *find_build_arg(struct stage_evaluation *evaluation, struct str name)
{
	const struct stage_request *request = evaluation->request;

	for (size_t i = request->nargs; i-- > 0;)
		if (str_eq(request->args[i].name, name)) {
			evaluation->args_used[i] = true;
			return &request->args[i];
		}
	return NULL;
}

/* A value that is taken as it is, and what fed it. */
static struct expansion literal(struct arena *arena, struct str text,
				const struct scope_origin *origin, bool uncertain)
{
	struct expansion expansion = { .text = text, .uncertain = uncertain };
	struct scope_origin *copy;

	if (origin == NULL)
		return expansion;
	copy = ARENA_NEW(arena, struct scope_origin);
	*copy = *origin;
	expansion.origins = copy;
	expansion.norigins = 1;
	return expansion;
}

/* False: the name gets no value, and an error may say why. */
static bool arg_value(struct stage_evaluation *evaluation, const struct scope *scope,
		      const struct dockerfile_pair *pair, bool global, struct expansion *value)
{
	const struct build_arg *given = find_build_arg(evaluation, pair->name.text);
	const struct scope_value *outer;

	if (given != NULL) {
		struct scope_origin origin = { SCOPE_BUILD_ARG, given->name, given->span };

		*value = literal(evaluation->arena, given->value, &origin, given->unknown);
		return true;
	}
	if (pair->has_value) {
		*value = expand_word(&evaluation->expander, pair->value.text, scope);
		return value->error.n == 0;
	}
	*value = (struct expansion){ .text = STR("") };
	outer = global ? NULL : scope_find(evaluation->global, pair->name.text);
	if (outer == NULL)
		return false;
	*value = (struct expansion){ .text = outer->text,
				     .unset = outer->unset,
				     .nunset = outer->nunset,
				     .origins = outer->origins,
				     .norigins = outer->norigins,
				     .uncertain = outer->uncertain };
	return true;
}

bool stage_arg(struct stage_evaluation *evaluation, const struct scope **scope,
	       const struct dockerfile_instr *instr, bool global, struct str *error)
{
	for (size_t i = 0; i < instr->npairs; i++) {
		const struct dockerfile_pair *pair = &instr->pairs[i];
		struct expansion value = { .error = STR("") };

		if (arg_value(evaluation, *scope, pair, global, &value))
			*scope = scope_set(evaluation->arena, *scope, pair->name.text,
					   scope_value_of(evaluation->arena, SCOPE_ARG,
							  pair->name.text, pair->span, &value));
		if (value.error.n > 0) {
			*error = value.error;
			return false;
		}
	}
	return true;
}

static bool apply_arg(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct expansion failed = { .error = STR("") };

	return stage_arg(build->evaluation, &build->stage->scope, instr, false, &failed.error) ||
	       refuse_expansion(build, instr, &failed);
}

/* Name and value of one pair; all pairs see the state before the instruction. */
static bool expand_pair(struct stage_build *build, const struct dockerfile_instr *instr,
			const struct dockerfile_pair *pair, struct str *name,
			struct expansion *value)
{
	struct expansion key;

	if (!expand(build, instr, pair->name.text, &key) ||
	    !expand(build, instr, pair->value.text, value))
		return false;
	*name = key.text;
	return true;
}

static bool apply_env(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct arena *arena = build->evaluation->arena;
	const struct scope *after = build->stage->scope;

	for (size_t i = 0; i < instr->npairs; i++) {
		const struct dockerfile_pair *pair = &instr->pairs[i];
		struct stage_variable *variable;
		struct scope_value set;
		struct expansion value;
		struct str name;

		if (!expand_pair(build, instr, pair, &name, &value))
			return false;
		if (name.n == 0)
			continue;
		set = scope_value_of(arena, SCOPE_ENV, name, pair->span, &value);
		after = scope_set(arena, after, name, set);
		value.origins = set.origins;
		value.norigins = set.norigins;
		variable = stage_list_add(arena, &build->env, sizeof(*variable));
		variable->name = name;
		variable->value = stage_value_of(build->stage, &value, pair->span);
	}
	build->stage->scope = after;
	return true;
}

static bool apply_label(struct stage_build *build, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->npairs; i++) {
		struct stage_variable *label;
		struct expansion value;
		struct str name;

		if (!expand_pair(build, instr, &instr->pairs[i], &name, &value))
			return false;
		label = stage_list_add(build->evaluation->arena, &build->labels, sizeof(*label));
		label->name = name;
		label->value = stage_value_of(build->stage, &value, instr->pairs[i].span);
	}
	return true;
}

/* ------------------------------------------------------------ USER and WORKDIR */

static bool apply_user(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct stage *stage = build->stage;
	enum stage_root before = stage_verdict_of(stage, &stage->user).root;
	struct expansion value;

	if (!expand(build, instr, instr->words[0].text, &value))
		return false;
	if (before == STAGE_ROOT_NO || before == STAGE_ROOT_PRESUMED_NO)
		stage->user_before = stage->user.span;
	stage->user = stage_value_of(stage, &value, dockerfile_word_span(instr, &instr->words[0]));
	stage->user_instr = instr;
	return true;
}

static bool has_drive(struct str path)
{
	return path.n >= 2 && byte_is_alpha(path.p[0]) && path.p[1] == ':';
}

/* Windows: the drive letter is dropped, and backslashes separate. */
static struct str with_slashes(struct arena *arena, struct str path)
{
	struct builder out = { .arena = arena };

	if (has_drive(path))
		path = str_slice(path, 2, path.n);
	for (size_t i = 0; i < path.n; i++)
		builder_byte(&out, path.p[i] == '\\' ? '/' : path.p[i]);
	return builder_str(&out);
}

static struct str with_backslashes(struct arena *arena, struct str path)
{
	struct builder out = { .arena = arena };

	for (size_t i = 0; i < path.n; i++)
		builder_byte(&out, path.p[i] == '/' ? '\\' : path.p[i]);
	return builder_str(&out);
}

/* "<base>" stands for a directory that is not known, so ".." behind it stays. */
static struct str join_workdir(struct arena *arena, struct str current, struct str path)
{
	static const struct str base = STR_INIT("<base>");
	struct str behind;

	if (!str_starts(current, base))
		return path_clean(arena, path_join(arena, current, path));
	behind = str_slice(current, base.n, current.n);
	behind = path_clean(arena, arena_fmt(arena, ".%.*s/%.*s", STR_FMT(behind), STR_FMT(path)));
	if (str_eq(behind, STR(".")))
		return base;
	return arena_fmt(arena, "%.*s/%.*s", STR_FMT(base), STR_FMT(behind));
}

static bool apply_workdir(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct arena *arena = build->evaluation->arena;
	struct stage *stage = build->stage;
	struct str current = stage->workdir.text, path;
	struct stage_value before = stage->workdir;
	struct expansion value;

	if (!expand(build, instr, instr->words[0].text, &value))
		return false;
	path = value.text;
	if (path.n == 0)
		return true;
	if (stage->windows) {
		path = with_slashes(arena, path);
		current = with_slashes(arena, current);
	}
	/* an absolute one is not tidied */
	value.text = path_is_absolute(path) ? path : join_workdir(arena, current, path);
	if (stage->windows)
		value.text = with_backslashes(arena, value.text);
	stage->workdir =
		stage_value_of(stage, &value, dockerfile_word_span(instr, &instr->words[0]));
	if (!path_is_absolute(path) && before.known != STAGE_KNOWN)
		stage->workdir.known = STAGE_UNCERTAIN;
	return true;
}

/* ------------------------------------------------------------ the command line */

static struct stage_command command_of(struct stage_build *build,
				       const struct dockerfile_instr *instr)
{
	static const struct str unix_shell[] = { STR_INIT("/bin/sh"), STR_INIT("-c") };
	static const struct str windows_shell[] = { STR_INIT("cmd"), STR_INIT("/S"),
						    STR_INIT("/C") };
	const struct stage *stage = build->stage;
	const struct str *shell = stage->shell;
	size_t nshell = stage->nshell, count = 0;
	struct str *argv;

	if (shell == NULL) {
		shell = stage->windows ? windows_shell : unix_shell;
		nshell = stage->windows ? 3 : 2;
	}
	argv = ARENA_ARRAY(build->evaluation->arena, instr->nwords + nshell + 1, struct str);
	if (instr->json) {
		for (; count < instr->nwords; count++)
			argv[count] = instr->words[count].text;
		return (struct stage_command){ count > 0 ? STAGE_FORM_EXEC : STAGE_FORM_NONE, argv,
					       count, instr };
	}
	for (; count < nshell; count++)
		argv[count] = shell[count];
	argv[count++] = instr->text;
	return (struct stage_command){ STAGE_FORM_SHELL, argv, count, instr };
}

static void apply_entrypoint(struct stage_build *build, const struct dockerfile_instr *instr)
{
	build->stage->entrypoint = command_of(build, instr);
	/* a CMD of the parent or of the base image is lost */
	if (!build->cmd_set)
		build->stage->cmd =
			(struct stage_command){ .form = STAGE_FORM_NONE, .instr = instr };
}

static void apply_cmd(struct stage_build *build, const struct dockerfile_instr *instr)
{
	build->stage->cmd = command_of(build, instr);
	build->cmd_set = true;
}

static void apply_shell(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct str *shell = ARENA_ARRAY(build->evaluation->arena, instr->nwords, struct str);

	for (size_t i = 0; i < instr->nwords; i++)
		shell[i] = instr->words[i].text;
	build->stage->shell = shell;
	build->stage->nshell = instr->nwords;
}

static void apply_healthcheck(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct str *argv = ARENA_ARRAY(build->evaluation->arena, instr->nwords, struct str);
	bool none = str_eq_nocase(instr->words[0].text, STR("NONE"));

	for (size_t i = 0; i < instr->nwords; i++)
		argv[i] = instr->words[i].text;
	argv[0] = none ? STR("NONE") : instr->json ? STR("CMD") : STR("CMD-SHELL");
	build->stage->healthcheck =
		(struct stage_command){ instr->json || none ? STAGE_FORM_EXEC : STAGE_FORM_SHELL,
					argv, instr->nwords, instr };
}

/* ------------------------------------------------------------ the rest */

/* RTMIN+1 to RTMIN+15, RTMAX-1 to RTMAX-14 */
enum { REALTIME_UP = 15, REALTIME_DOWN = 14 };

static bool is_realtime(struct str text, struct str from, int64_t last)
{
	int64_t step;

	return str_eq_nocase(str_slice(text, 0, from.n), from) && text.n > from.n &&
	       byte_is_digit(text.p[from.n]) && text.p[from.n] != '0' &&
	       str_to_int(str_slice(text, from.n, text.n), &step) && step <= last;
}

static bool is_signal(struct str text)
{
	static const struct str names[] = {
		STR_INIT("ABRT"), STR_INIT("ALRM"), STR_INIT("BUS"),    STR_INIT("CHLD"),
		STR_INIT("CLD"),  STR_INIT("CONT"), STR_INIT("FPE"),    STR_INIT("HUP"),
		STR_INIT("ILL"),  STR_INIT("INT"),  STR_INIT("IO"),     STR_INIT("IOT"),
		STR_INIT("KILL"), STR_INIT("PIPE"), STR_INIT("POLL"),   STR_INIT("PROF"),
		STR_INIT("PWR"),  STR_INIT("QUIT"), STR_INIT("SEGV"),   STR_INIT("STKFLT"),
		STR_INIT("STOP"), STR_INIT("SYS"),  STR_INIT("TERM"),   STR_INIT("TRAP"),
		STR_INIT("TSTP"), STR_INIT("TTIN"), STR_INIT("TTOU"),   STR_INIT("URG"),
		STR_INIT("USR1"), STR_INIT("USR2"), STR_INIT("VTALRM"), STR_INIT("WINCH"),
		STR_INIT("XCPU"), STR_INIT("XFSZ"), STR_INIT("RTMIN"),  STR_INIT("RTMAX")
	};
	int64_t number;

	if (str_to_int(text, &number))
		return number != 0;
	if (text.n > 3 && str_eq_nocase(str_slice(text, 0, 3), STR("SIG")))
		text = str_slice(text, 3, text.n);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_eq_nocase(text, names[i]))
			return true;
	return is_realtime(text, STR("RTMIN+"), REALTIME_UP) ||
	       is_realtime(text, STR("RTMAX-"), REALTIME_DOWN);
}

/* What is wrong with such a value may be so only because a part of it is not seen here: a build
   argument, or a variable that the base image may set. */
static bool is_uncertain(const struct stage_build *build, const struct expansion *value)
{
	return stage_value_of(build->stage, value, SPAN_NONE).known == STAGE_UNCERTAIN;
}

static bool apply_stopsignal(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct expansion value;

	if (!expand(build, instr, instr->words[0].text, &value))
		return false;
	if (!is_signal(value.text) && !is_uncertain(build, &value))
		return STAGE_REFUSE(
			build, instr, DOCKERFILE_BAD_VALUE,
			"\"%.*s\" is no signal; write a name such as SIGTERM, or a number",
			STR_FMT(str_beginning(value.text, 60)));
	build->stage->stopsignal =
		stage_value_of(build->stage, &value, dockerfile_word_span(instr, &instr->words[0]));
	return true;
}

static bool apply_volume(struct stage_build *build, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->nwords; i++) {
		struct stage_path *volume;
		struct expansion value;

		if (!expand(build, instr, instr->words[i].text, &value))
			return false;
		if (value.text.n == 0 && is_uncertain(build, &value))
			continue;
		if (value.text.n == 0)
			return STAGE_REFUSE(build, instr, DOCKERFILE_BAD_VALUE,
					    "a path of VOLUME is empty once its variables are "
					    "replaced; give them values");
		volume = stage_list_add(build->evaluation->arena, &build->volumes, sizeof(*volume));
		volume->text = value.text;
		volume->span = dockerfile_word_span(instr, &instr->words[i]);
	}
	return true;
}

static bool port_number(struct str text, uint16_t *port)
{
	int64_t value;

	if (text.n == 0 || text.p[0] == '-' || !str_to_int(text, &value) || value > UINT16_MAX)
		return false;
	*port = (uint16_t)value;
	return true;
}

/* PORT or FIRST-LAST */
static bool port_range(struct str text, uint16_t *first, uint16_t *last)
{
	struct str end = text, begin = str_cut(&end, '-');

	if (!port_number(begin, first))
		return false;
	*last = *first;
	return end.p == NULL || (port_number(end, last) && *last >= *first);
}

static bool is_address(struct str text)
{
	char copy[INET6_ADDRSTRLEN];
	unsigned char address[sizeof(struct in6_addr)];

	if (text.n > 1 && text.p[0] == '[' && text.p[text.n - 1] == ']')
		text = str_slice(text, 1, text.n - 1);
	if (text.n >= sizeof(copy) || memchr(text.p, '\0', text.n) != NULL)
		return false;
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	return inet_pton(AF_INET, copy, address) == 1 || inet_pton(AF_INET6, copy, address) == 1;
}

/* [ip:][host], which means nothing in EXPOSE but must be right. */
static bool host_part(struct str text, const struct stage_port *port)
{
	size_t colon = str_rfind_byte(text, ':');
	struct str host = colon == STR_NPOS ? text : str_slice(text, colon + 1, text.n);
	struct str address = colon == STR_NPOS ? STR("") : str_slice(text, 0, colon);
	uint16_t first, last;

	if (address.n > 0 && !is_address(address))
		return false;
	if (host.n == 0)
		return true;
	return port_range(host, &first, &last) &&
	       (port->first == port->last || last - first == port->last - port->first);
}

/* [ip:host:]container[-last][/protocol] */
static bool parse_port(struct arena *arena, struct str word, struct stage_port *port)
{
	struct str protocol = word, ports = str_cut(&protocol, '/'), host = STR("");
	size_t colon = str_rfind_byte(ports, ':');

	port->protocol = protocol.n > 0 ? str_lower(arena, protocol) : STR("tcp");
	if (!str_eq(port->protocol, STR("tcp")) && !str_eq(port->protocol, STR("udp")) &&
	    !str_eq(port->protocol, STR("sctp")))
		return false;
	if (colon != STR_NPOS) {
		host = str_slice(ports, 0, colon);
		ports = str_slice(ports, colon + 1, ports.n);
	}
	return port_range(ports, &port->first, &port->last) && host_part(host, port);
}

static bool apply_expose(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct stage_evaluation *evaluation = build->evaluation;

	for (size_t i = 0; i < instr->nwords; i++) {
		const struct str *words;
		size_t nwords;
		struct expansion value = expand_words(&evaluation->expander, instr->words[i].text,
						      build->stage->scope, &words, &nwords);

		if (value.error.n > 0)
			return refuse_expansion(build, instr, &value);
		for (size_t k = 0; k < nwords; k++) {
			struct stage_port port = { .span = dockerfile_word_span(instr,
										&instr->words[i]) };

			if (parse_port(evaluation->arena, words[k], &port)) {
				*(struct stage_port *)stage_list_add(
					evaluation->arena, &build->ports, sizeof(port)) = port;
			} else if (!is_uncertain(build, &value)) {
				return STAGE_REFUSE(
					build, instr, DOCKERFILE_BAD_VALUE,
					"\"%.*s\" is no port; write 8080, 8080/udp or 8080-8085",
					STR_FMT(str_beginning(words[k], 60)));
			}
		}
	}
	return true;
}

static void apply_onbuild(struct stage_build *build, const struct dockerfile_instr *instr)
{
	const struct dockerfile_instr **trigger =
		stage_list_add(build->evaluation->arena, &build->onbuild, sizeof(*trigger));

	*trigger = instr->trigger;
}

bool stage_apply(struct stage_build *build, const struct dockerfile_instr *instr, bool triggered)
{
	switch (instr->kind) {
	case DOCKERFILE_ARG:
		return apply_arg(build, instr);
	case DOCKERFILE_ENV:
		return apply_env(build, instr);
	case DOCKERFILE_LABEL:
		return apply_label(build, instr);
	case DOCKERFILE_USER:
		return apply_user(build, instr);
	case DOCKERFILE_WORKDIR:
		return apply_workdir(build, instr);
	case DOCKERFILE_RUN:
		/* what it does is worth a look, whether or not BuildKit takes its flags */
		stage_note_run(build, instr, triggered);
		return stage_check_mounts(build, instr);
	case DOCKERFILE_CMD:
		apply_cmd(build, instr);
		return true;
	case DOCKERFILE_ENTRYPOINT:
		apply_entrypoint(build, instr);
		return true;
	case DOCKERFILE_SHELL:
		apply_shell(build, instr);
		return true;
	case DOCKERFILE_COPY:
	case DOCKERFILE_ADD:
		return stage_note_copy(build, instr);
	case DOCKERFILE_VOLUME:
		return apply_volume(build, instr);
	case DOCKERFILE_EXPOSE:
		return apply_expose(build, instr);
	case DOCKERFILE_STOPSIGNAL:
		return apply_stopsignal(build, instr);
	case DOCKERFILE_HEALTHCHECK:
		apply_healthcheck(build, instr);
		return true;
	case DOCKERFILE_ONBUILD:
		apply_onbuild(build, instr);
		return true;
	case DOCKERFILE_MAINTAINER:
	case DOCKERFILE_FROM:
	case DOCKERFILE_UNKNOWN:
		break;
	}
	return true;
}
