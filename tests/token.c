/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "tests/token.h"

uint32_t token_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 16;
}

struct str token_made(struct arena *arena, const char *recipe)
{
	static const char *const sets[] = {
		"Aabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"Babcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
		"H0123456789abcdef",
		"D0123456789",
		"UABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
		"LabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"Sabcdefghijklmnopqrstuvwxyz",
		"4abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+/",
		"Xx"
	};
	struct builder b = { .arena = arena };
	struct str s = str_from(recipe);
	uint32_t state = 7;

	for (size_t at = 0; at < s.n; at++) {
		struct str set = STR_NONE;
		size_t count = 0;

		if (s.p[at] == '{' && at + 2 < s.n && byte_is_digit(s.p[at + 2]))
			for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
				if (sets[i][0] == s.p[at + 1])
					set = str_from(sets[i] + 1);
		if (!set.n) {
			builder_byte(&b, s.p[at]);
			continue;
		}
		for (at += 2; s.p[at] != '}'; at++)
			count = count * 10 + (size_t)(s.p[at] - '0');
		while (count--)
			builder_byte(&b, set.p[token_random(&state) % set.n]);
	}
	return builder_str(&b);
}

struct str token_scrambled(struct arena *arena, uint32_t *state, const char *const *scraps,
			   size_t nscraps)
{
	struct builder b = { .arena = arena };

	for (uint32_t k = 1 + token_random(state) % 5; k > 0; k--)
		builder_add(&b, str_from(scraps[token_random(state) % nscraps]));
	return builder_str(&b);
}
