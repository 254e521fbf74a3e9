/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/rule.h"

/* Nearly always the first bytes tell which of two names comes first. */
static int compare(struct str a, uint64_t a_start, struct str b)
{
	uint64_t b_start = str_start(b);

	return a_start != b_start ? (a_start < b_start ? -1 : 1) : str_cmp(a, b);
}

size_t rule_position(struct rule_set rules, struct str name)
{
	size_t low = 0, high = rules.count;
	uint64_t start = str_start(name);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(name, start, rules.all[middle]->name);

		if (order == 0)
			return middle;
		if (order > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return rules.count;
}

const struct rule *rule_find(struct rule_set rules, struct str name)
{
	size_t position = rule_position(rules, name);

	return position < rules.count ? rules.all[position] : NULL;
}

struct str rule_help_for(const struct rule *rule, enum cause cause)
{
	for (size_t i = 0; rule->helps && rule->helps[i].text.n; i++)
		if (rule->helps[i].cause == cause)
			return rule->helps[i].text;
	return rule->advice;
}

struct str rule_group_name(enum rule_group group)
{
	static const struct str names[RULE_GROUPS] = {
		[GROUP_MOUNTS] = STR_INIT("mounts"),
		[GROUP_PRIVILEGES] = STR_INIT("privileges"),
		[GROUP_NETWORK] = STR_INIT("network"),
		[GROUP_CREDENTIALS] = STR_INIT("credentials"),
		[GROUP_RESOURCES] = STR_INIT("resources"),
		[GROUP_IMAGE] = STR_INIT("image"),
		[GROUP_FILES] = STR_INIT("files"),
		[GROUP_CONTRACT] = STR_INIT("contract"),
	};

	return names[group];
}

bool rule_judges(const struct rule *rule, enum role role)
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
