/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "choice.h"

#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8.h"

struct failure choice_no_word(struct arena *arena, struct str option, struct str words,
			      struct str name)
{
	struct builder b = { .arena = arena };
	struct nearest nearest = { .wanted = name };
	struct str rest = words;

	/* "a, b or c" */
	while (rest.p) {
		struct str word = str_cut(&rest, ' ');

		if (!str_eq(word, STR("or")))
			nearest_offer_word(&nearest, str_ends(word, STR(","))
							     ? str_slice(word, 0, word.n - 1)
							     : word);
	}
	utf8_add_visible(&b, name, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(arena, "%.*s is %.*s, not '%.*s'%.*s", STR_FMT(option), STR_FMT(words),
			   STR_FMT(builder_str(&b)),
			   STR_FMT(nearest.name.n ? nearest_question(arena, &nearest)
						  : STR("; try 'compose-lint --help'")));
}

struct failure choice_read(struct arena *arena, const struct options *options,
			   struct rule_set rules, struct choice *choice)
{
	struct grading *grading = &choice->grading;
	struct str fail_on = options->fail_on;
	struct failure failure = FAILURE_NONE;

	*choice = (struct choice){ .grading = grading_new(rules, PRESET_SANDBOX),
				   .has_preset = options->preset.n > 0,
				   .has_fail_on = fail_on.n > 0,
				   .fail_on = LEVEL_WARNING };
	if (choice->has_preset && !preset_find(options->preset, &grading->preset))
		return choice_no_word(arena, STR("--preset"), STR("sandbox, baseline or strict"),
				      options->preset);
	if (str_eq(fail_on, STR("never")))
		choice->fail_on = LEVEL_OFF;
	else if (fail_on.n &&
		 (!level_find(fail_on, &choice->fail_on) || choice->fail_on == LEVEL_OFF))
		return choice_no_word(arena, STR("--fail-on"), STR("error, warning, info or never"),
				      fail_on);
	if (options->exit_zero && fail_on.n)
		return failure_fmt(arena, "--exit-zero lets no finding fail, so not also "
					  "--fail-on; try 'compose-lint --help'");
	if (options->exit_zero) {
		choice->has_fail_on = true;
		choice->fail_on = LEVEL_OFF;
	}
	if (options->min_level.n &&
	    (!level_find(options->min_level, &choice->min_level) || !choice->min_level))
		return choice_no_word(arena, STR("--min-level"), STR("error, warning or info"),
				      options->min_level);
	for (size_t i = 0; i < options->select.count && !failure.failed; i++)
		failure = grading_select(arena, grading, options->select.all[i]);
	for (size_t i = 0; i < options->ignore.count && !failure.failed; i++)
		failure = grading_ignore(arena, grading, options->ignore.all[i]);
	for (size_t i = 0; i < options->levels.count && !failure.failed; i++)
		failure = grading_set_level(arena, grading, options->levels.all[i]);
	return failure;
}

struct choice choice_for(const struct choice *choice, const struct config *config)
{
	struct choice result = *choice;

	if (!choice->has_preset && config->has_preset)
		result.grading.preset = config->preset;
	if (!choice->has_fail_on && config->has_fail_on)
		result.fail_on = config->fail_on;
	result.grading.settings = config->grades;
	result.requires_reason =
		result.grading.preset != PRESET_BASELINE || config->requires_reason;
	return result;
}
