/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "rules/registry.h"

#define RULE(name) extern const struct rule rule_##name;
#include "rules/rules.list"
#undef RULE

static const struct rule *const listed[] = {
#define RULE(name) &rule_##name,
#include "rules/rules.list"
#undef RULE
};

struct rule_set rules_all(void)
{
	return (struct rule_set){ listed, sizeof(listed) / sizeof(*listed) };
}
