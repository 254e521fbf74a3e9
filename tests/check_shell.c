/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/shell.h"

#include <check.h>
#include <stdlib.h>

#include "image/account.h"
#include "tests/suite.h"

/* Commands are compared as "word|word" lines, each with the sign of what joins it. */
struct cut_row {
	struct str text;
	struct str commands;
};

static const struct cut_row cut_rows[] = {
	{ STR_INIT("a b && c || d; e & f | g"), STR_INIT("^a|b\n&c\n|d\n;e\n;f\npg\n") },
	{ STR_INIT("a 'b c' \"d e\"f g\\ h"), STR_INIT("^a|b c|d ef|g h\n") },
	{ STR_INIT("(a; b) | c"), STR_INIT("^a\n;b\npc\n") },
	{ STR_INIT("a $(b c) d"), STR_INIT("^a\n(b|c\n(d\n") },
	{ STR_INIT("a > x 2>&1 &>y </z <(b)"), STR_INIT("^a|>|x|2>&|1|&>|y|<|/z|<\n(b\n") },
	{ STR_INIT("a {b,c} ${V} $V ${V:-x y} ${N}"), STR_INIT("^a|{b,c}|1|1|${V:-x y}|${N}\n") },
	{ STR_INIT("{ a; } # b\nc"), STR_INIT("^a\n;c\n") },
	{ STR_INIT("if [ $V ]; then a; fi"), STR_INIT("^if|[|1|]\n;then|a\n;fi\n") },
	{ STR_INIT("a \"unclosed"), STR_INIT("^a|unclosed\n") },
	{ STR_INIT("a ''"), STR_INIT("^a|\n") },
};

static struct str shown(struct arena *arena, struct shell_commands commands)
{
	static const char joins[] = { '^', ';', '&', '|', 'p', '(' };
	struct builder out = { .arena = arena };

	for (size_t i = 0; i < commands.count; i++) {
		builder_byte(&out, joins[commands.items[i].join]);
		for (size_t k = 0; k < commands.items[i].nwords; k++) {
			if (k > 0)
				builder_byte(&out, '|');
			builder_add(&out, commands.items[i].words[k].text);
		}
		builder_byte(&out, '\n');
	}
	return builder_str(&out);
}

START_TEST(text_is_cut_into_simple_commands)
{
	const struct cut_row *row = &cut_rows[_i];
	struct arena arena = { 0 };
	const struct scope *scope =
		scope_set(&arena, NULL, STR("V"), (struct scope_value){ .text = STR("1") });
	struct str got = shown(&arena, shell_cut(&arena, row->text, scope));

	ck_assert_msg(str_eq(got, row->commands), "%.*s\nwanted\n%.*sgot\n%.*s", STR_FMT(row->text),
		      STR_FMT(row->commands), STR_FMT(got));
	arena_free(&arena);
}
END_TEST

START_TEST(words_know_their_bytes)
{
	struct arena arena = { 0 };
	struct str text = STR("a && 'b c' $X");
	struct shell_commands commands = shell_cut(&arena, text, NULL);
	const struct shell_word *word = &commands.items[1].words[0];

	ck_assert(str_eq(str_slice(text, word->from, word->to), STR("'b c'")));
	ck_assert(str_eq(str_slice(text, commands.items[1].from, commands.items[1].to),
			 STR("'b c' $X")));
	arena_free(&arena);
}
END_TEST

struct account_row {
	struct str text;
	struct str name; /* empty: none */
	int64_t uid;
};

static const struct account_row account_rows[] = {
	{ STR_INIT("useradd agent"), STR_INIT("agent"), -1 },
	{ STR_INIT("useradd -u 7 agent"), STR_INIT("agent"), 7 },
	{ STR_INIT("useradd -u7 -g 0 agent"), STR_INIT("agent"), 7 },
	{ STR_INIT("/usr/sbin/useradd --uid=0 -G a,b -s /bin/sh agent"), STR_INIT("agent"), 0 },
	{ STR_INIT("useradd --uid 12 --shell /bin/sh -- agent"), STR_INIT("agent"), 12 },
	{ STR_INIT("sudo -n useradd -rmu 99 agent"), STR_INIT("agent"), 99 },
	{ STR_INIT("useradd -u $UID agent"), STR_INIT("agent"), ACCOUNT_UID_OPEN },
	{ STR_INIT("adduser -D -H -u 3 -G grp agent"), STR_INIT("agent"), 3 },
	{ STR_INIT("adduser -S -u 3 agent grp"), STR_INIT("agent"), 3 },
	{ STR_INIT("adduser --system --group agent"), STR_INIT("agent"), -1 },
	{ STR_INIT("adduser --group agent"), STR_INIT(""), -1 },
	{ STR_INIT("adduser agent sudo"), STR_INIT(""), -1 },
	{ STR_INIT("adduser --disabled-password --gecos '' agent"), STR_INIT("agent"), -1 },
	{ STR_INIT("usermod -u 0 -o agent"), STR_INIT("agent"), 0 },
	{ STR_INIT("usermod -aG docker agent"), STR_INIT(""), -1 },
	{ STR_INIT("then useradd agent"), STR_INIT(""), -1 },
	{ STR_INIT("useradd"), STR_INIT(""), -1 },
	{ STR_INIT("echo useradd agent"), STR_INIT(""), -1 },
};

START_TEST(accounts_are_seen_in_commands)
{
	const struct account_row *row = &account_rows[_i];
	struct arena arena = { 0 };
	struct shell_commands commands = shell_cut(&arena, row->text, NULL);
	struct account_change change = account_of_command(&commands.items[0]);

	ck_assert_msg(str_eq(change.name, row->name) &&
			      (row->name.n == 0 || change.uid == row->uid),
		      "%.*s: %.*s %ld", STR_FMT(row->text), STR_FMT(change.name), (long)change.uid);
	arena_free(&arena);
}
END_TEST

START_TEST(any_text_can_be_cut)
{
	static const char bytes[] = "a $({}`'\"\\;&|<>#\n-=";

	for (uint32_t seed = 0; seed < 20000; seed++) {
		uint32_t state = seed;
		char text[12];
		struct arena arena = { 0 };
		struct shell_commands commands;

		for (size_t i = 0; i < sizeof(text); i++) {
			state = state * 1664525u + 1013904223u;
			text[i] = bytes[(state >> 8) % (sizeof(bytes) - 1)];
		}
		commands = shell_cut(&arena, (struct str){ text, sizeof(text) }, NULL);
		for (size_t i = 0; i < commands.count; i++) {
			ck_assert_uint_le(commands.items[i].to, sizeof(text));
			ck_assert_uint_le(commands.items[i].from, commands.items[i].to);
			account_of_command(&commands.items[i]);
		}
		arena_free(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("shell");
	TCase *cut = tcase_create("cut"), *accounts = tcase_create("accounts");

	tcase_add_loop_test(cut, text_is_cut_into_simple_commands, 0,
			    (int)(sizeof(cut_rows) / sizeof(*cut_rows)));
	tcase_add_test(cut, words_know_their_bytes);
	tcase_add_test(cut, any_text_can_be_cut);
	tcase_add_loop_test(accounts, accounts_are_seen_in_commands, 0,
			    (int)(sizeof(account_rows) / sizeof(*account_rows)));
	suite_add_tcase(s, cut);
	suite_add_tcase(s, accounts);
	return run_suite(s);
}
