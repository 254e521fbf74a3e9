/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/configuration_rules.h"

#include "base/nearest.h"
#include "base/utf8.h"

static const struct str level_key = STR_INIT("level");
static const struct str services_key = STR_INIT("ignore-services");

static struct str visible(const struct setting_request *request, struct str text)
{
	struct builder b = { .arena = &request->lint->run };

	utf8_add_visible(&b, text, 60);
	return builder_str(&b);
}

static struct str question(const struct setting_request *request, const struct nearest *nearest,
			   struct str otherwise)
{
	return nearest->name.n ? arena_fmt(&request->lint->run, "did you mean '%.*s'?",
					   STR_FMT(nearest->name))
			       : otherwise;
}

static void say_no_rule(const struct setting_request *request, struct rule_set rules,
			const struct node *key)
{
	struct nearest nearest = { .wanted = key->text };
	struct str advice;

	for (size_t i = 0; i < rules.count; i++)
		nearest_offer(&nearest, rules.all[i]->name);
	advice = question(request, &nearest, STR("'compose-lint rules' lists them"));
	notice_add(request->lint, NOTICE_MISTAKE, key->span,
		   "there is no rule '%.*s', so it does not count; %.*s",
		   STR_FMT(visible(request, key->text)), STR_FMT(advice));
}

static void say_no_option(const struct setting_request *request, const struct rule *rule,
			  const struct node *key)
{
	struct nearest nearest = { .wanted = key->text };
	struct builder known = { .arena = &request->lint->run };
	struct str advice;

	builder_add(&known, STR("known are level, ignore-services"));
	nearest_offer(&nearest, level_key);
	nearest_offer(&nearest, services_key);
	for (size_t i = 0; i < RULE_OPTIONS && rule->options[i].name.n; i++) {
		nearest_offer(&nearest, rule->options[i].name);
		builder_fmt(&known, ", %.*s", STR_FMT(rule->options[i].name));
	}
	advice = question(request, &nearest, builder_str(&known));
	notice_add(request->lint, NOTICE_MISTAKE, key->span,
		   "%.*s has no option '%.*s', so it does not count; %.*s", STR_FMT(rule->name),
		   STR_FMT(visible(request, key->text)), STR_FMT(advice));
}

static const struct rule_option *option_of(const struct rule *rule, struct str key)
{
	/* "paths+" adds to what the rule has by itself */
	struct str name = str_ends(key, STR("+")) ? str_slice(key, 0, key.n - 1) : key;

	for (size_t i = 0; i < RULE_OPTIONS && rule->options[i].name.n; i++)
		if (str_eq(rule->options[i].name, name))
			return &rule->options[i];
	return NULL;
}

/* Texts that mean nothing to the rule. */
static void check_texts(const struct setting_request *request, const struct rule_option *option,
			const struct node *value)
{
	bool list = value->kind == NODE_SEQUENCE;

	for (size_t i = 0; option->knows && i < (list ? value->count : 1); i++) {
		const struct node *item = list ? value->in.items[i] : value;
		struct nearest nearest = { .wanted = item->text };

		if (!option->knows(item->text, &nearest))
			notice_add(request->lint, NOTICE_MISTAKE, item->span,
				   "'%.*s' of '%.*s' is none that exists, so it does not count%.*s",
				   STR_FMT(visible(request, item->text)), STR_FMT(option->name),
				   STR_FMT(nearest_question(&request->lint->run, &nearest)));
	}
}

/* The value when the pair counts. */
static const struct node *check_pair(const struct setting_request *request, const struct rule *rule,
				     const struct pair *pair)
{
	const struct rule_option *option;
	const struct node *value;
	struct str key = pair->key->text;

	if (str_eq(key, level_key) && rule->stays) {
		notice_add(request->lint, NOTICE_MISTAKE, pair->key->span,
			   "the level of %.*s stays as it is: nothing can be judged of what could "
			   "not be read",
			   STR_FMT(rule->name));
		return NULL;
	}
	if (str_eq(key, level_key) || str_eq(key, services_key))
		return pair->value;
	option = option_of(rule, key);
	if (!option) {
		say_no_option(request, rule, pair->key);
		return NULL;
	}
	value = setting_check_option(request, key, SETTING_TEXT | SETTING_LIST, pair->value);
	if (value)
		check_texts(request, option, value);
	return value;
}

static const struct node *check_rule(const struct setting_request *request, const struct rule *rule,
				     const struct node *node)
{
	struct arena *arena = &request->lint->run;
	struct node *copy = node_copy(arena, node);
	struct pair *pairs = ARENA_ARRAY(arena, node->count, struct pair);

	copy->count = 0;
	for (size_t i = 0; i < node->count; i++) {
		struct pair pair = node->in.pairs[i];

		pair.value = check_pair(request, rule, &pair);
		if (pair.value)
			pairs[copy->count++] = pair;
	}
	copy->in.pairs = pairs;
	node_index(arena, copy);
	return copy;
}

const struct grade_setting *configuration_rules_read(const struct setting_request *request,
						     struct rule_set rules, const struct node *node,
						     const struct node **checked)
{
	struct arena *arena = &request->lint->run;
	struct grade_setting *grades;
	struct node *copy;
	struct pair *pairs;

	*checked = NULL;
	if (!node)
		return NULL;
	grades = ARENA_ARRAY(arena, rules.count + 1, struct grade_setting);
	copy = node_copy(arena, node);
	pairs = ARENA_ARRAY(arena, node->count, struct pair);
	copy->count = 0;
	for (size_t i = 0; i < node->count; i++) {
		struct pair pair = node->in.pairs[i];
		const struct rule *rule = rule_find(rules, pair.key->text);
		struct grade_setting *grade;

		if (!rule) {
			say_no_rule(request, rules, pair.key);
			continue;
		}
		pair.value = check_rule(request, rule, pair.value);
		pairs[copy->count++] = pair;
		grade = &grades[rule_position(rules, rule->name)];
		grade->graded =
			level_find(node_text(node_get(pair.value, level_key)), &grade->level);
		grade->nservices =
			setting_texts(arena, node_get(pair.value, services_key), &grade->services);
		grade->suppression = (struct suppression){ SUPPRESSED_BY_CONFIGURATION, STR(""),
							   pair.key->span };
	}
	copy->in.pairs = pairs;
	node_index(arena, copy);
	*checked = copy;
	return grades;
}
