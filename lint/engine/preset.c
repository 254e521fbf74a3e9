/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/preset.h"

enum whom { ALL, OTHERS };

struct grade {
	struct str rule;
	enum whom whom;
	enum level levels[3]; /* by enum preset */
};

static const struct grade grades[] = {
#define PRESET(rule, whom, baseline, sandbox, strict) \
	{ STR_INIT(rule), whom, { LEVEL_##baseline, LEVEL_##sandbox, LEVEL_##strict } },
#include "engine/preset.list"
#undef PRESET
};

struct str preset_name(enum preset preset)
{
	switch (preset) {
	case PRESET_BASELINE:
		return STR("baseline");
	case PRESET_SANDBOX:
		return STR("sandbox");
	case PRESET_STRICT:
		return STR("strict");
	}
	return STR("");
}

static bool judges(const struct rule *rule, enum role role)
{
	switch (rule->applies) {
	case APPLIES_ANY:
		return true;
	case APPLIES_AGENT:
		return role == SERVICE_AGENT;
	case APPLIES_NOT_AGENT:
		return role != SERVICE_AGENT;
	}
	return false;
}

enum level preset_level(enum preset preset, const struct rule *rule, enum role role)
{
	for (size_t i = 0; i < sizeof(grades) / sizeof(*grades); i++) {
		if (!str_eq(grades[i].rule, rule->name))
			continue;
		if (grades[i].whom == ALL && judges(rule, role))
			return grades[i].levels[preset];
		if (grades[i].whom == OTHERS && role != SERVICE_AGENT)
			return grades[i].levels[preset];
	}
	return judges(rule, role) ? rule->severity : LEVEL_OFF;
}
