/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "engine/preset.h"
#include "rules/registry.h"
#include "tests/suite.h"

static const struct row {
	const char *name;
	struct str rule;
	enum preset preset;
	enum role role;
	enum level level;
} rows[] = {
	{ "a rule for agents judges agents", STR_INIT("rootfs-writable"), PRESET_SANDBOX,
	  SERVICE_AGENT, LEVEL_ERROR },
	{ "a rule for agents is off for others", STR_INIT("network-not-internal"), PRESET_SANDBOX,
	  SERVICE_ORDINARY, LEVEL_OFF },
	{ "a gateway is none of the agents", STR_INIT("network-not-internal"), PRESET_STRICT,
	  SERVICE_GATEWAY, LEVEL_OFF },
	{ "a rule for any judges a gateway", STR_INIT("privileged"), PRESET_SANDBOX,
	  SERVICE_GATEWAY, LEVEL_ERROR },
	{ "a rule for any judges under baseline", STR_INIT("socket-mount"), PRESET_BASELINE,
	  SERVICE_ORDINARY, LEVEL_ERROR },
	{ "baseline is milder about homes", STR_INIT("home-mount"), PRESET_BASELINE,
	  SERVICE_ORDINARY, LEVEL_WARNING },
	{ "and about namespaces of the host", STR_INIT("host-namespace"), PRESET_BASELINE,
	  SERVICE_AGENT, LEVEL_WARNING },
	{ "sandbox is not", STR_INIT("host-namespace"), PRESET_SANDBOX, SERVICE_ORDINARY,
	  LEVEL_ERROR },
	{ "limits of others are off by default", STR_INIT("no-resource-limits"), PRESET_SANDBOX,
	  SERVICE_ORDINARY, LEVEL_OFF },
	{ "and wanted by strict", STR_INIT("no-resource-limits"), PRESET_STRICT, SERVICE_GATEWAY,
	  LEVEL_WARNING },
	{ "strict warns of a writable root of others", STR_INIT("rootfs-writable"), PRESET_STRICT,
	  SERVICE_ORDINARY, LEVEL_WARNING },
	{ "that of an agent stays an error", STR_INIT("rootfs-writable"), PRESET_STRICT,
	  SERVICE_AGENT, LEVEL_ERROR },
	{ "baseline warns of a protection that is off", STR_INIT("unconfined"), PRESET_BASELINE,
	  SERVICE_ORDINARY, LEVEL_WARNING },
	{ "baseline warns of a capability, whoever gets it", STR_INIT("cap-add"), PRESET_BASELINE,
	  SERVICE_ORDINARY, LEVEL_WARNING },
	{ "sandbox leaves capabilities of others alone", STR_INIT("cap-add"), PRESET_SANDBOX,
	  SERVICE_GATEWAY, LEVEL_OFF },
	{ "strict does not", STR_INIT("cap-add"), PRESET_STRICT, SERVICE_GATEWAY, LEVEL_ERROR },
	{ "ports of agents are another rule's", STR_INIT("port-exposed"), PRESET_SANDBOX,
	  SERVICE_AGENT, LEVEL_OFF },
	{ "a user that the image gives is told of by sandbox", STR_INIT("user-implicit"),
	  PRESET_SANDBOX, SERVICE_AGENT, LEVEL_INFO },
	{ "and warned of by strict", STR_INIT("user-implicit"), PRESET_STRICT, SERVICE_AGENT,
	  LEVEL_WARNING },
	{ "the host's kernel is told of by strict", STR_INIT("shared-kernel"), PRESET_STRICT,
	  SERVICE_AGENT, LEVEL_INFO },
	{ "and by nobody else", STR_INIT("shared-kernel"), PRESET_SANDBOX, SERVICE_AGENT,
	  LEVEL_OFF },
	{ "baseline knows root of others", STR_INIT("root-user"), PRESET_BASELINE, SERVICE_ORDINARY,
	  LEVEL_WARNING },
	{ "sandbox leaves it to agents", STR_INIT("root-user"), PRESET_SANDBOX, SERVICE_ORDINARY,
	  LEVEL_OFF },
	{ "strict wants it of all", STR_INIT("root-user"), PRESET_STRICT, SERVICE_ORDINARY,
	  LEVEL_WARNING },
};

START_TEST(a_level_depends_on_preset_and_role)
{
	const struct row *row = &rows[_i];
	const struct rule *rule = rule_find(rules_all(), row->rule);

	ck_assert_msg(rule, "%s: no such rule", row->name);
	ck_assert_msg(preset_level(row->preset, rule, row->role) == row->level,
		      "%s: wanted %d, got %d", row->name, (int)row->level,
		      (int)preset_level(row->preset, rule, row->role));
}
END_TEST

START_TEST(all_levels_at_once_are_the_same_as_one_by_one)
{
	struct rule_set rules = rules_all();
	enum level levels[256];

	ck_assert_uint_le(rules.count, 256);
	for (int preset = PRESET_BASELINE; preset <= PRESET_STRICT; preset++)
		for (int role = SERVICE_AGENT; role < ROLES; role++) {
			preset_levels((enum preset)preset, rules, (enum role)role, levels);
			for (size_t i = 0; i < rules.count; i++)
				ck_assert_int_eq(levels[i],
						 preset_level((enum preset)preset, rules.all[i],
							      (enum role)role));
		}
}
END_TEST

START_TEST(no_preset_switches_a_rule_off_for_agents)
{
	struct rule_set rules = rules_all();

	for (size_t i = 0; i < rules.count; i++)
		for (int preset = PRESET_BASELINE; preset <= PRESET_STRICT; preset++)
			/* what is pure policy waits for the preset strict */
			ck_assert_msg(rules.all[i]->applies == APPLIES_NOT_AGENT ||
					      (rules.all[i]->severity == LEVEL_INFO &&
					       preset != PRESET_STRICT) ||
					      preset_level((enum preset)preset, rules.all[i],
							   SERVICE_AGENT) != LEVEL_OFF,
				      "%.*s in %d", STR_FMT(rules.all[i]->name), preset);
}
END_TEST

START_TEST(the_table_is_sorted_and_names_rules)
{
	static const struct str names[] = {
#define PRESET(rule, whom, baseline, sandbox, strict) STR_INIT(rule),
#include "engine/preset.list"
#undef PRESET
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		ck_assert_msg(rule_find(rules_all(), names[i]), "%.*s", STR_FMT(names[i]));
		if (i > 0)
			ck_assert_int_le(str_cmp(names[i - 1], names[i]), 0);
	}
}
END_TEST

START_TEST(presets_have_names)
{
	ck_assert(str_eq(preset_name(PRESET_BASELINE), STR("baseline")));
	ck_assert(str_eq(preset_name(PRESET_SANDBOX), STR("sandbox")));
	ck_assert(str_eq(preset_name(PRESET_STRICT), STR("strict")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("preset");
	TCase *cases = tcase_create("levels");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_level_depends_on_preset_and_role, 0,
			    sizeof(rows) / sizeof(*rows));
	tcase_add_test(cases, all_levels_at_once_are_the_same_as_one_by_one);
	tcase_add_test(cases, no_preset_switches_a_rule_off_for_agents);
	tcase_add_test(cases, the_table_is_sorted_and_names_rules);
	tcase_add_test(cases, presets_have_names);
	return run_suite(suite);
}
