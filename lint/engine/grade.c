/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/grade.h"

#include "base/nearest.h"
#include "base/utf8.h"

struct grade_choice {
	bool selected;
	bool by_name; /* selected as itself, so it is on where the preset has it off */
	bool ignored;
	bool graded; /* `level` was set */
	enum level level;
};

struct grading grading_new(struct rule_set rules, enum preset preset)
{
	return (struct grading){ .rules = rules, .preset = preset };
}

bool level_find(struct str word, enum level *level)
{
	static const struct str words[] = {
		[LEVEL_OFF] = STR_INIT("off"),
		[LEVEL_INFO] = STR_INIT("info"),
		[LEVEL_WARNING] = STR_INIT("warning"),
		[LEVEL_ERROR] = STR_INIT("error"),
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!str_eq(words[i], word))
			continue;
		*level = (enum level)i;
		return true;
	}
	return false;
}

static struct str visible(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, 200);
	return builder_str(&b);
}

static bool is_in_group(const struct rule *rule, struct str name)
{
	return str_eq(rule_group_name(rule->group), name);
}

static struct failure unknown(struct arena *arena, const struct grading *grading,
			      const char *option, struct str name)
{
	struct nearest nearest = { .wanted = name };

	for (size_t i = 0; i < grading->rules.count; i++)
		nearest_offer(&nearest, grading->rules.all[i]->name);
	for (size_t i = 0; i < RULE_GROUPS; i++)
		nearest_offer(&nearest, rule_group_name((enum rule_group)i));
	if (nearest.name.n)
		return failure_fmt(arena, "%s: no rule or group '%.*s'; did you mean '%.*s'?",
				   option, STR_FMT(visible(arena, name)), STR_FMT(nearest.name));
	return failure_fmt(arena, "%s: no rule or group '%.*s'; 'compose-lint rules' lists both",
			   option, STR_FMT(visible(arena, name)));
}

/* What is to be done with the rules of a name. */
struct change {
	const char *option;
	bool select, ignore;
	enum level level;
};

static void apply(struct grade_choice *choice, const struct change *change, bool by_name)
{
	if (change->select) {
		choice->selected = true;
		choice->by_name = choice->by_name || by_name;
	} else if (change->ignore) {
		choice->ignored = true;
	} else {
		choice->graded = true;
		choice->level = change->level;
	}
}

/* Every rule of the name; a group leaves out what cannot be changed. */
static struct failure change_rules(struct arena *arena, struct grading *grading, struct str name,
				   const struct change *change)
{
	const struct rule *rule = rule_find(grading->rules, name);
	bool found = rule != NULL;

	if (!grading->choices)
		grading->choices =
			ARENA_ARRAY(arena, grading->rules.count + 1, struct grade_choice);
	if (rule && rule->stays && !change->select)
		return failure_fmt(arena,
				   "%s: '%.*s' stays as it is; nothing can be judged of what "
				   "could not be read",
				   change->option, STR_FMT(name));
	for (size_t i = 0; i < RULE_GROUPS; i++)
		found = found || str_eq(rule_group_name((enum rule_group)i), name);
	if (!found)
		return unknown(arena, grading, change->option, name);
	for (size_t i = 0; i < grading->rules.count; i++) {
		const struct rule *other = grading->rules.all[i];

		if (rule ? other == rule : is_in_group(other, name) && !other->stays)
			apply(&grading->choices[i], change, rule != NULL);
	}
	return FAILURE_NONE;
}

static struct failure change_all(struct arena *arena, struct grading *grading, struct str names,
				 const struct change *change)
{
	struct str rest = names;

	while (rest.p) {
		struct failure failure =
			change_rules(arena, grading, str_trim(str_cut(&rest, ',')), change);

		if (failure.failed)
			return failure;
	}
	return FAILURE_NONE;
}

struct failure grading_select(struct arena *arena, struct grading *grading, struct str names)
{
	const struct change change = { .option = "--select", .select = true };

	grading->selects = true;
	return change_all(arena, grading, names, &change);
}

struct failure grading_ignore(struct arena *arena, struct grading *grading, struct str names)
{
	const struct change change = { .option = "--ignore", .ignore = true };

	return change_all(arena, grading, names, &change);
}

static struct failure no_level(struct arena *arena, struct str word)
{
	static const struct str levels[] = { STR_INIT("error"), STR_INIT("warning"),
					     STR_INIT("info"), STR_INIT("off") };
	struct nearest nearest = { .wanted = word };

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
		nearest_offer_word(&nearest, levels[i]);
	return failure_fmt(arena, "--level: a level is error, warning, info or off, not '%.*s'%.*s",
			   STR_FMT(visible(arena, word)),
			   STR_FMT(nearest_question(arena, &nearest)));
}

struct failure grading_set_level(struct arena *arena, struct grading *grading, struct str text)
{
	struct change change = { .option = "--level" };
	size_t equals = str_find_byte(text, '=', 0);

	if (equals == STR_NPOS)
		return failure_fmt(arena, "--level wants RULE=LEVEL, not '%.*s'",
				   STR_FMT(visible(arena, text)));
	if (!level_find(str_slice(text, equals + 1, text.n), &change.level))
		return no_level(arena, str_slice(text, equals + 1, text.n));
	return change_rules(arena, grading, str_slice(text, 0, equals), &change);
}

/* By preset, which says `level`, and configuration. */
static enum level level_before(const struct grading *grading, size_t position, enum role role,
			       enum level level)
{
	const struct rule *rule = grading->rules.all[position];

	if (grading->settings && grading->settings[position].graded &&
	    (level != LEVEL_OFF || rule_judges(rule, role)))
		return grading->settings[position].level;
	return level;
}

static enum level level_at(const struct grading *grading, size_t position, enum role role,
			   enum level level)
{
	const struct rule *rule = grading->rules.all[position];
	const struct grade_choice *choice;

	level = level_before(grading, position, role, level);
	if (!grading->choices)
		return level;
	choice = &grading->choices[position];
	if (choice->ignored)
		return LEVEL_OFF;
	/* a data sheet without a hook speaks of what could not be read or judged */
	if (grading->selects && !choice->selected && (rule->service || rule->project))
		return LEVEL_OFF;
	if (choice->graded && (level != LEVEL_OFF || rule_judges(rule, role)))
		return choice->level;
	if (choice->by_name && level == LEVEL_OFF && rule_judges(rule, role))
		return rule->severity;
	return level;
}

enum level grading_level(const struct grading *grading, const struct rule *rule, enum role role)
{
	enum level level = preset_level(grading->preset, rule, role);
	size_t position = grading->choices || grading->settings
				  ? rule_position(grading->rules, rule->name)
				  : grading->rules.count;

	return position < grading->rules.count ? level_at(grading, position, role, level) : level;
}

static void make_levels(const struct grading *grading, enum role role, enum level *levels)
{
	preset_levels(grading->preset, grading->rules, role, levels);
	for (size_t i = 0; (grading->choices || grading->settings) && i < grading->rules.count; i++)
		levels[i] = level_at(grading, i, role, levels[i]);
}

void grading_complete(struct arena *arena, struct grading *grading)
{
	for (int role = 0; role < ROLES; role++) {
		enum level *levels = ARENA_ARRAY(arena, grading->rules.count, enum level);

		make_levels(grading, (enum role)role, levels);
		grading->levels[role] = levels;
	}
}

const struct suppression *grading_ignores(const struct grading *grading, const struct rule *rule,
					  struct str service)
{
	size_t position = grading->settings ? rule_position(grading->rules, rule->name)
					    : grading->rules.count;
	const struct grade_setting *setting;

	if (position == grading->rules.count || !service.n || rule->stays)
		return NULL;
	setting = &grading->settings[position];
	for (size_t i = 0; i < setting->nservices; i++)
		if (str_eq(setting->services[i], service))
			return &setting->suppression;
	return NULL;
}
