/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/security.h"

#include "base/path.h"
#include "fact/user.h"
#include "image/stage.h"
#include "model/seccomp.h"
#include "model/withheld.h"

static struct str without_prefix(struct str text)
{
	text = str_trim(text);
	return text.n > 4 && str_eq_nocase(str_slice(text, 0, 4), STR("CAP_"))
		       ? str_slice(text, 4, text.n)
		       : text;
}

bool security_is_capability(struct str text, struct str name)
{
	return str_eq_nocase(without_prefix(text), name);
}

bool security_is_same_capability(struct str a, struct str b)
{
	return security_is_capability(a, without_prefix(b));
}

bool security_is_default_capability(struct str text)
{
	static const struct str names[] = {
		STR_INIT("AUDIT_WRITE"), STR_INIT("CHOWN"),      STR_INIT("DAC_OVERRIDE"),
		STR_INIT("FOWNER"),      STR_INIT("FSETID"),     STR_INIT("KILL"),
		STR_INIT("MKNOD"),       STR_INIT("NET_RAW"),    STR_INIT("NET_BIND_SERVICE"),
		STR_INIT("SETFCAP"),     STR_INIT("SETGID"),     STR_INIT("SETPCAP"),
		STR_INIT("SETUID"),      STR_INIT("SYS_CHROOT"),
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (security_is_capability(text, names[i]))
			return true;
	return false;
}

static bool lists_capability(const struct node *list, struct str name)
{
	if (!list || list->kind != NODE_SEQUENCE)
		return false;
	for (size_t i = 0; i < list->count; i++)
		if (security_is_capability(node_text(list->in.items[i]), name))
			return true;
	return false;
}

bool security_drops_all(const struct service *service)
{
	return lists_capability(service_field(service, STR("cap_drop")), STR("ALL"));
}

bool security_adds(const struct service *service, struct str capability)
{
	const struct node *list = service_field(service, STR("cap_add"));

	return lists_capability(list, capability) || lists_capability(list, STR("ALL"));
}

bool security_may_drop_all(const struct service *service)
{
	const struct node *list = service_field(service, STR("cap_drop"));

	/* what is no list is refused, and that is said */
	if (node_is_unknown(list) || (node_is_scalar(list) && list->kind != NODE_NULL))
		return true;
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		if (node_is_unknown(list->in.items[i]))
			return true;
	return false;
}

/* ---- options ---- */

/* The first part that nobody knows begins here; STR_NPOS: all is known. */
static size_t unknown_from(const struct node *node)
{
	for (size_t i = 0; i < node->nparts; i++)
		if (node->parts[i].kind == PART_UNKNOWN)
			return node->parts[i].from;
	return STR_NPOS;
}

/* The item may turn out to be of any key: its separator does not stand in the known text. */
static bool has_unknown_key(const struct node *item)
{
	struct str name, value;

	withheld_option(node_text(item), &name, &value);
	return unknown_from(item) < name.n;
}

bool security_sets(const struct node *item, struct str key)
{
	struct str name, value;

	withheld_option(node_text(item), &name, &value);
	return str_eq(name, key);
}

struct security_option security_option_in(const struct node *list, struct str key)
{
	struct security_option last = { NULL, STR(""), false };

	if (!list || list->kind != NODE_SEQUENCE)
		return last;
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct str name, value;

		withheld_option(node_text(item), &name, &value);
		if (has_unknown_key(item))
			last.is_unknown = true;
		else if (str_eq(name, key))
			last = (struct security_option){ item, value, node_is_unknown(item) };
	}
	return last;
}

struct security_option security_option(const struct service *service, struct str key)
{
	return security_option_in(service_field(service, STR("security_opt")), key);
}

bool security_is_on(struct str value)
{
	static const struct str words[] = {
		STR_INIT("1"),    STR_INIT("t"),    STR_INIT("T"),
		STR_INIT("true"), STR_INIT("True"), STR_INIT("TRUE"),
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq(value, words[i]))
			return true;
	return false;
}

/* The item decides for its key: the engine takes the last one. */
static bool is_in_force(const struct service *service, struct str key, const struct node *item)
{
	struct security_option option = security_option(service, key);

	return option.item == item && !option.is_unknown;
}

/* Labels add up: "disable" ends them wherever it stands, of the types the last one counts. */
static bool opens_labels(const struct node *list, size_t position, struct str value)
{
	static const struct str type = STR_INIT("type:");

	if (str_eq(value, STR("disable")))
		return true;
	if (!str_eq(value, STR("type:spc_t")))
		return false;
	for (size_t i = position + 1; i < list->count; i++) {
		struct str key, other;

		withheld_option(node_text(list->in.items[i]), &key, &other);
		if (has_unknown_key(list->in.items[i]) ||
		    (str_eq(key, STR("label")) && str_starts(other, type)))
			return false;
	}
	return true;
}

static const struct node *opens_profile(const struct service *service, const struct node *item)
{
	const struct seccomp *profile = service->seccomp;

	return profile && profile->item == item ? profile->opens : NULL;
}

static bool item_opens(const struct service *service, const struct node *list, size_t position,
		       struct security_opening *opening)
{
	const struct node *item = list->in.items[position];
	struct str key, value;

	opening->item = item;
	opening->profile = NULL;
	if (node_is_unknown(item))
		return false;
	/* Compose knows this one in this form alone */
	opening->shield = SHIELD_PATHS;
	if (str_eq(node_text(item), STR("systempaths=unconfined")))
		return true;
	withheld_option(node_text(item), &key, &value);
	opening->shield = SHIELD_LABELS;
	if (str_eq(key, STR("label")))
		return opens_labels(list, position, value);
	opening->shield = str_eq(key, STR("seccomp")) ? SHIELD_SECCOMP : SHIELD_APPARMOR;
	if (!str_eq(key, STR("seccomp")) && !str_eq(key, STR("apparmor")))
		return false;
	if (opening->shield == SHIELD_SECCOMP)
		opening->profile = opens_profile(service, item);
	return (str_eq(value, STR("unconfined")) || opening->profile) &&
	       is_in_force(service, key, item);
}

bool security_next_opening(const struct service *service, struct security_opening *opening)
{
	const struct node *list = service_field(service, STR("security_opt"));

	while (list && list->kind == NODE_SEQUENCE && opening->next < list->count)
		if (item_opens(service, list, opening->next++, opening))
			return true;
	return false;
}

/* ---- limits ---- */

/* What a value does as a limit. */
enum effect { ABSENT, LIMITS, LIMITS_NOTHING };

/* Text that begins with a number above nothing. */
static bool is_above_zero(struct str text)
{
	text = str_trim(text);
	if (text.n && text.p[0] == '-')
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] >= '1' && text.p[i] <= '9')
			return true;
		if (text.p[i] != '0' && text.p[i] != '.' && text.p[i] != '+')
			return false;
	}
	return false;
}

static bool is_no_number(struct str text)
{
	text = str_trim(text);
	return !text.n || byte_is_alpha(text.p[0]);
}

static enum effect effect_of(const struct node *value, bool fraction_is_ignored)
{
	if (!value || value->kind == NODE_NULL)
		return ABSENT;
	if (node_is_unknown(value))
		return LIMITS;
	switch (value->kind) {
	case NODE_INT:
		return value->is_unsigned || value->value.integer > 0 ? LIMITS : LIMITS_NOTHING;
	case NODE_FLOAT:
		/* Compose reads a size that is written as a fraction as nothing */
		return !fraction_is_ignored && value->value.real > 0 ? LIMITS : LIMITS_NOTHING;
	case NODE_STRING:
		/* no number at all: Compose refuses it, and model-invalid says so */
		return is_above_zero(value->text) || is_no_number(value->text) ? LIMITS
									       : LIMITS_NOTHING;
	case NODE_NULL:
	case NODE_BOOL:
	case NODE_TIMESTAMP:
	case NODE_SEQUENCE:
	case NODE_MAPPING:
		break;
	}
	return LIMITS_NOTHING;
}

static const struct node *deployed(const struct service *service, struct str key)
{
	const struct node *deploy = service_field(service, STR("deploy"));
	const struct node *resources = node_get(deploy, STR("resources"));

	return node_get(node_get(resources, STR("limits")), key);
}

struct security_limit security_limit(const struct service *service, enum limit_kind kind)
{
	struct {
		const struct node *value;
		struct str key;
	} places[3] = { { NULL, STR("") }, { NULL, STR("") }, { NULL, STR("") } };
	struct security_limit limit = { .key = STR("") };

	switch (kind) {
	case LIMIT_OF_MEMORY:
		places[0].key = STR("mem_limit");
		places[1].value = deployed(service, STR("memory"));
		places[1].key = STR("deploy.resources.limits.memory");
		break;
	case LIMIT_OF_CPU:
		places[0].key = STR("cpus");
		places[1].value = deployed(service, STR("cpus"));
		places[1].key = STR("deploy.resources.limits.cpus");
		places[2].key = STR("cpu_quota");
		places[2].value = service_field(service, places[2].key);
		break;
	case LIMIT_OF_PROCESSES:
		places[0].key = STR("pids_limit");
		places[1].value = deployed(service, STR("pids"));
		places[1].key = STR("deploy.resources.limits.pids");
		break;
	}
	places[0].value = service_field(service, places[0].key);
	for (size_t i = 0; i < 3; i++) {
		enum effect effect = effect_of(places[i].value, kind == LIMIT_OF_MEMORY);

		if (effect == LIMITS && !limit.is_set && i < 2)
			limit.value = places[i].value;
		if (effect == LIMITS)
			limit.is_set = true;
		if (effect == LIMITS_NOTHING && !limit.ineffective) {
			limit.ineffective = places[i].value;
			limit.key = places[i].key;
		}
	}
	return limit;
}

/* ---- what the image brings ---- */

static const bool ends_word[256] = {
	[' '] = true,  ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true,
	['\r'] = true, [';'] = true,  ['&'] = true,  ['|'] = true,  ['('] = true,
	[')'] = true,  ['<'] = true,  ['>'] = true,  ['"'] = true,  ['\''] = true,
};

/* A word of shell text, without quotes around it; false: no more. */
static bool next_word(struct str text, size_t *at, struct str *word, bool *begins_command)
{
	size_t from, to;

	while (*at < text.n) {
		char c = text.p[*at];

		if (c == ';' || c == '&' || c == '|' || c == '\n' || c == '(' || c == '{')
			*begins_command = true;
		else if (!byte_is_space(c) && c != '"' && c != '\'' && c != '>' && c != '<' &&
			 c != '\\' && c != ')' && c != '}')
			break;
		(*at)++;
	}
	from = to = *at;
	while (to < text.n && !ends_word[(unsigned char)text.p[to]])
		to++;
	*at = to;
	*word = str_slice(text, from, to);
	return word->n > 0;
}

static bool is_one_of(struct str word, const struct str *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(word, words[i]))
			return true;
	return false;
}

/* "sudo" of "sudo", "sudo=1.9.13", "sudo-rs"; empty: another package. */
static struct str raising_package(struct str word)
{
	static const struct str packages[] = {
		STR_INIT("sudo"), STR_INIT("sudo-rs"),  STR_INIT("sudo-ldap"),
		STR_INIT("doas"), STR_INIT("opendoas"), STR_INIT("doas-sudo-shim"),
	};
	struct str name = str_cut(&word, '=');

	return is_one_of(name, packages, sizeof(packages) / sizeof(*packages)) ? name : STR("");
}

static bool is_permission_file(struct str path)
{
	return str_starts(path, STR("/etc/sudoers")) || str_starts(path, STR("/etc/doas.conf")) ||
	       str_starts(path, STR("/etc/doas.d"));
}

/* 4755, 04755, 6755: the set-user-id bit of four octal digits. */
static bool is_setuid_number(struct str mode)
{
	while (mode.n > 4 && mode.p[0] == '0')
		mode = str_slice(mode, 1, mode.n);
	if (mode.n != 4)
		return false;
	for (size_t i = 0; i < mode.n; i++)
		if (mode.p[i] < '0' || mode.p[i] > '7')
			return false;
	return mode.p[0] >= '4';
}

/* u+s, +s, ug=rxs; not g+s, which changes the group only. */
static bool is_setuid_clause(struct str clause)
{
	bool for_user = false, adds = false;
	size_t i = 0;

	for (; i < clause.n && str_find_byte(STR("ugoa"), clause.p[i], 0) != STR_NPOS; i++)
		for_user = for_user || clause.p[i] == 'u' || clause.p[i] == 'a';
	for_user = for_user || i == 0;
	for (; i < clause.n; i++) {
		char c = clause.p[i];

		if (c == '+' || c == '=')
			adds = true;
		else if (c == '-')
			adds = false;
		else if (str_find_byte(STR("rwxXst"), c, 0) == STR_NPOS)
			return false;
		else if (c == 's' && adds && for_user)
			return true;
	}
	return false;
}

static bool is_setuid_mode(struct str mode)
{
	struct str rest = mode;

	if (is_setuid_number(mode))
		return true;
	while (rest.p)
		if (is_setuid_clause(str_cut(&rest, ',')))
			return true;
	return false;
}

/* What has been seen of the simple command that a word belongs to. */
struct command {
	struct str program; /* base name; empty: its first word is still to come */
	bool installs;      /* a word "install" or "add" went before; of setcap: any */
};

static bool word_gains(struct command *command, struct str word, struct security_gain *gain)
{
	struct str base = path_base(word);

	gain->what = word;
	if (!command->program.n) {
		/* assignments and sudo stand before the program */
		if (str_find_byte(word, '=', 0) != STR_NPOS || str_eq(base, STR("sudo")))
			return false;
		command->program = base;
		return false;
	}
	/* "-r" takes capabilities away */
	if (str_eq(command->program, STR("setcap")) && !command->installs) {
		command->installs = !str_eq(word, STR("-q"));
		gain->kind = GAIN_FILE_CAPABILITY;
		gain->what = command->program;
		return command->installs && !str_eq(word, STR("-r"));
	}
	if (is_permission_file(word) && !str_eq(command->program, STR("rm"))) {
		gain->kind = GAIN_ALLOWED;
		gain->what = str_starts(word, STR("/etc/doas")) ? STR("doas") : STR("sudo");
		return true;
	}
	if (command->installs && raising_package(word).n) {
		gain->kind = GAIN_INSTALLED;
		gain->what = raising_package(word);
		return true;
	}
	if (str_eq(word, STR("install")) || str_eq(word, STR("add")) || str_eq(word, STR("-S")))
		command->installs = true;
	gain->kind = GAIN_SETUID;
	return (str_eq(command->program, STR("chmod")) ||
		str_eq(command->program, STR("install"))) &&
	       is_setuid_mode(word);
}

/* A later command of the text takes the package out again, so that no layer has it. */
static bool is_removed(struct str text, size_t at, struct str package)
{
	static const struct str verbs[] = { STR_INIT("purge"), STR_INIT("remove"), STR_INIT("del"),
					    STR_INIT("erase"), STR_INIT("autoremove") };
	bool begins = false, removes = false;
	struct str word;

	while (next_word(text, &at, &word, &begins)) {
		if (begins)
			removes = false;
		begins = false;
		if (is_one_of(word, verbs, sizeof(verbs) / sizeof(*verbs)))
			removes = true;
		else if (removes && str_eq(raising_package(word), package))
			return true;
	}
	return false;
}

/* The next one in one shell text, from byte gain->from on. */
static bool text_gains(struct str text, struct security_gain *gain, struct str *word)
{
	struct command command = { STR(""), false };
	bool begins = false;
	size_t at = 0;

	/* the command is read from its beginning, also when the search goes on in its middle */
	while (next_word(text, &at, word, &begins)) {
		if (begins)
			command = (struct command){ STR(""), false };
		begins = false;
		if (!word_gains(&command, *word, gain) || at <= gain->from ||
		    (gain->kind == GAIN_INSTALLED && is_removed(text, at, gain->what)))
			continue;
		gain->from = at;
		return true;
	}
	return false;
}

/* A program without a shell; words are counted. */
static bool argv_gains(const struct dockerfile_instr *instr, struct security_gain *gain)
{
	struct command command = { STR(""), false };

	for (size_t i = 0; i < instr->nwords; i++) {
		if (!word_gains(&command, instr->words[i].text, gain) || i < gain->from)
			continue;
		gain->from = i + 1;
		gain->span = instr->head;
		return true;
	}
	return false;
}

/* Bytes are counted over all the shell texts of the run. */
static bool run_gains(const struct stage_run *run, struct security_gain *gain)
{
	const struct dockerfile_instr *instr = run->instr;
	size_t before = 0;

	if (!run->ntexts)
		return instr->json && argv_gains(instr, gain);
	for (size_t i = 0; i < run->ntexts; i++) {
		struct security_gain found = *gain;
		struct str word;

		found.from = gain->from > before ? gain->from - before : 0;
		if (found.from <= run->texts[i].n && text_gains(run->texts[i], &found, &word)) {
			*gain = found;
			gain->from += before;
			/* the strings of the exec form are decoded, so they stand in no line */
			gain->span = instr->json ? instr->head : dockerfile_slice_span(instr, word);
			return true;
		}
		before += run->texts[i].n + 1;
	}
	return false;
}

static bool copy_gains(const struct stage_copy *copy, struct security_gain *gain)
{
	struct str mode;

	gain->span = copy->instr->head;
	if (dockerfile_flag(copy->instr, STR("chmod"), &mode) && is_setuid_mode(mode)) {
		gain->kind = GAIN_SETUID;
		gain->what = mode;
		return true;
	}
	if (!is_permission_file(copy->destination))
		return false;
	gain->kind = GAIN_ALLOWED;
	gain->what = str_starts(copy->destination, STR("/etc/doas")) ? STR("doas") : STR("sudo");
	return true;
}

/* Well-known images that bring sudo. */
static bool base_gains(const struct service *service, const struct stage *stage,
		       struct security_gain *gain)
{
	const struct node *image = service_field(service, STR("image"));

	if (!service->user || !service->user->base || !service->user->base->sudo)
		return false;
	gain->kind = GAIN_INHERITED;
	gain->what = STR("sudo");
	gain->span = stage ? stage->image_span : image ? image->span : SPAN_NONE;
	return !span_is_none(gain->span);
}

/* Steps are the runs of the chain, then its copies, then what it is built on. */
bool security_next_gain(const struct service *service, struct security_gain *gain)
{
	const struct stage *stage = service->image ? service->image->target : NULL;
	size_t nruns = stage ? stage->nruns : 0, ncopies = stage ? stage->ncopies : 0;

	while (gain->step < nruns) {
		if (run_gains(&stage->runs[gain->step], gain))
			return true;
		gain->step++;
		gain->from = 0;
	}
	while (gain->step < nruns + ncopies)
		if (copy_gains(&stage->copies[gain->step++ - nruns], gain))
			return true;
	return gain->step++ == nruns + ncopies && base_gains(service, stage, gain);
}
