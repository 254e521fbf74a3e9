/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/preset.h"

enum whom { ALL, OTHERS };

struct grade {
	struct str rule;
	enum whom whom;
	enum level levels[PRESETS]; /* by enum preset */
};

static const struct grade grades[] = {
#define PRESET(rule, whom, baseline, sandbox, strict) \
	{ STR_INIT(rule), whom, { LEVEL_##baseline, LEVEL_##sandbox, LEVEL_##strict } },
#include "engine/preset.list"
#undef PRESET
};

enum { GRADES = sizeof(grades) / sizeof(*grades) };

struct str preset_name(enum preset preset)
{
	static const struct str names[PRESETS] = {
		[PRESET_BASELINE] = STR_INIT("baseline"),
		[PRESET_SANDBOX] = STR_INIT("sandbox"),
		[PRESET_STRICT] = STR_INIT("strict"),
	};

	return names[preset];
}

bool preset_find(struct str name, enum preset *preset)
{
	for (int i = 0; i < PRESETS; i++) {
		if (!str_eq(preset_name((enum preset)i), name))
			continue;
		*preset = (enum preset)i;
		return true;
	}
	return false;
}

/* The row says something of the rule, whose name it has, for services of this role. */
static bool says(const struct grade *grade, const struct rule *rule, enum role role)
{
	return grade->whom == ALL ? rule_judges(rule, role) : role != SERVICE_AGENT;
}

static enum level own_level(const struct rule *rule, enum role role)
{
	return rule_judges(rule, role) ? rule->severity : LEVEL_OFF;
}

enum level preset_level(enum preset preset, const struct rule *rule, enum role role)
{
	for (size_t i = 0; i < GRADES; i++)
		if (str_eq(grades[i].rule, rule->name) && says(&grades[i], rule, role))
			return grades[i].levels[preset];
	return own_level(rule, role);
}

void preset_levels(enum preset preset, struct rule_set rules, enum role role, enum level *levels)
{
	for (size_t i = 0; i < rules.count; i++)
		levels[i] = own_level(rules.all[i], role);
	/* of several rows the first counts */
	for (size_t i = GRADES; i-- > 0;) {
		size_t at = rule_position(rules, grades[i].rule);

		if (at < rules.count && says(&grades[i], rules.all[at], role))
			levels[at] = grades[i].levels[preset];
	}
}
