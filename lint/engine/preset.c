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

enum level preset_level(enum preset preset, const struct rule *rule, enum role role)
{
	for (size_t i = 0; i < sizeof(grades) / sizeof(*grades); i++) {
		if (!str_eq(grades[i].rule, rule->name))
			continue;
		if (grades[i].whom == ALL && rule_judges(rule, role))
			return grades[i].levels[preset];
		if (grades[i].whom == OTHERS && role != SERVICE_AGENT)
			return grades[i].levels[preset];
	}
	return rule_judges(rule, role) ? rule->severity : LEVEL_OFF;
}
