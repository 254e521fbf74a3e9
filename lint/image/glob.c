/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/glob.h"

#include <string.h>

#include "base/utf8.h"

enum token_kind { TOKEN_CHARACTER, TOKEN_ANY, TOKEN_STAR };

struct glob_token {
	enum token_kind kind;
	struct str character;
};

static struct str first_character(struct str s)
{
	return str_slice(s, 0, utf8_decode(s).bytes);
}

bool glob_compile(struct arena *arena, struct str pattern, struct glob *glob)
{
	glob->tokens = ARENA_ARRAY(arena, pattern.n, struct glob_token);
	glob->count = 0;
	while (pattern.n > 0) {
		struct glob_token *token = &glob->tokens[glob->count++];

		token->character = first_character(pattern);
		pattern = str_slice(pattern, token->character.n, pattern.n);
		token->kind = TOKEN_CHARACTER;
		if (str_eq(token->character, STR("*"))) {
			/* two match what one does, and each would be walked from each */
			if (glob->count > 1 && token[-1].kind == TOKEN_STAR)
				glob->count--;
			token->kind = TOKEN_STAR;
		} else if (str_eq(token->character, STR("?"))) {
			token->kind = TOKEN_ANY;
		} else if (str_eq(token->character, STR("\\"))) {
			if (pattern.n == 0 ||
			    str_find_byte(STR("*?\\/}"), pattern.p[0], 0) == STR_NPOS)
				return false;
			token->character = str_slice(pattern, 0, 1);
			pattern = str_slice(pattern, 1, pattern.n);
		}
	}
	return true;
}

/* The characters of a value; reversed for a match from the end. */
struct characters {
	struct str *items;
	size_t count;
};

static struct characters characters_of(struct arena *arena, struct str value)
{
	struct characters characters = { ARENA_ARRAY(arena, value.n, struct str), 0 };

	while (value.n > 0) {
		struct str c = first_character(value);

		characters.items[characters.count++] = c;
		value = str_slice(value, c.n, value.n);
	}
	return characters;
}

static void reverse_characters(struct characters *characters)
{
	for (size_t i = 0; i < characters->count / 2; i++) {
		struct str *a = &characters->items[i];
		struct str *b = &characters->items[characters->count - 1 - i];
		struct str c = *a;

		*a = *b;
		*b = c;
	}
}

static struct glob reversed(struct arena *arena, const struct glob *glob)
{
	struct glob result = { ARENA_ARRAY(arena, glob->count, struct glob_token), glob->count };

	for (size_t i = 0; i < glob->count; i++)
		result.tokens[i] = glob->tokens[glob->count - 1 - i];
	return result;
}

/* The positions in the pattern that a match may have reached. */
struct state {
	unsigned char *now, *next;
};

static void reach(const struct glob *glob, unsigned char *set, size_t at)
{
	set[at] = 1;
	while (at < glob->count && glob->tokens[at].kind == TOKEN_STAR)
		set[++at] = 1;
}

/* Steps over one character; the end of a line is one that no wildcard is for.  False: no position
   is left. */
static bool step(const struct glob *glob, struct state *state, struct str c)
{
	unsigned char *swap = state->now;
	bool alive = false, ends_line = str_eq(c, STR("\n"));

	memset(state->next, 0, glob->count + 1);
	for (size_t i = 0; i < glob->count; i++) {
		const struct glob_token *token = &glob->tokens[i];

		if (!state->now[i])
			continue;
		if (token->kind == TOKEN_STAR && !ends_line)
			reach(glob, state->next, i);
		else if (token->kind == TOKEN_ANY ? !ends_line : str_eq(token->character, c))
			reach(glob, state->next, i + 1);
		else
			continue;
		alive = true;
	}
	state->now = state->next;
	state->next = swap;
	return alive;
}

/* Characters from `from` on that the pattern matches, STR_NPOS for no match. */
static size_t match(const struct glob *glob, struct state *state, const struct characters *value,
		    size_t from, bool longest, size_t *work)
{
	size_t found = STR_NPOS;

	memset(state->now, 0, glob->count + 1);
	reach(glob, state->now, 0);
	for (size_t at = from;; at++) {
		if (state->now[glob->count]) {
			found = at - from;
			if (!longest)
				return found;
		}
		if (at >= value->count)
			return found;
		if (*work < glob->count + 1) {
			*work = 0;
			return STR_NPOS;
		}
		*work -= glob->count + 1;
		if (!step(glob, state, value->items[at]))
			return found;
	}
}

static struct state new_state(struct arena *arena, const struct glob *glob)
{
	return (struct state){ arena_alloc(arena, glob->count + 1),
			       arena_alloc(arena, glob->count + 1) };
}

static size_t bytes_of(const struct characters *characters, size_t count)
{
	size_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		bytes += characters->items[i].n;
	return bytes;
}

struct str glob_cut(struct arena *arena, const struct glob *glob, struct str value, bool at_end,
		    bool longest, size_t *work)
{
	struct characters characters = characters_of(arena, value);
	struct glob pattern = *glob;
	struct state state = new_state(arena, glob);
	size_t matched, bytes;

	if (at_end) {
		reverse_characters(&characters);
		pattern = reversed(arena, glob);
	}
	matched = match(&pattern, &state, &characters, 0, longest, work);
	if (matched == STR_NPOS)
		return value;
	bytes = bytes_of(&characters, matched);
	return at_end ? str_slice(value, 0, value.n - bytes) : str_slice(value, bytes, value.n);
}

struct str glob_replace(struct arena *arena, const struct glob *glob, struct str value,
			struct str replacement, bool all, size_t *work)
{
	struct characters characters = characters_of(arena, value);
	struct state state = new_state(arena, glob);
	struct builder out = { .arena = arena };
	size_t at = 0;
	bool behind_match = false, more = true;

	while (at <= characters.count) {
		size_t n = more ? match(glob, &state, &characters, at, true, work) : STR_NPOS;

		/* an empty match right behind a match does not count */
		if (n != STR_NPOS && (n > 0 || !behind_match)) {
			if (*work < replacement.n) {
				*work = 0;
				break;
			}
			*work -= replacement.n;
			builder_add(&out, replacement);
			more = all;
		}
		behind_match = n != STR_NPOS && n > 0;
		if (behind_match) {
			at += n;
			continue;
		}
		if (at < characters.count)
			builder_add(&out, characters.items[at]);
		at++;
	}
	return builder_str(&out);
}
