/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/suppress_comment.h"

#include "base/calendar.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8.h"

enum { LIMIT_SHOWN_COLUMNS = 60 };

static struct str shown(struct arena *arena, struct str text)
{
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, text, LIMIT_SHOWN_COLUMNS);
	return builder_str(&b);
}

/* ---- the address ---- */

/* Bytes of a sign that people, or their editors, write for "-"; 0: it is none. */
static size_t dash_bytes(struct str text)
{
	struct utf8 u = utf8_decode(text);

	if (!u.valid)
		return 0;
	return u.code == '-' || u.code == '_' || (u.code >= 0x2010 && u.code <= 0x2015) ||
			       u.code == 0x2212 || u.code == 0xFE58 || u.code == 0xFE63 ||
			       u.code == 0xFF0D
		       ? u.bytes
		       : 0;
}

static struct str skip_blanks(struct str text)
{
	while (text.n && byte_is_blank(text.p[0]))
		text = str_slice(text, 1, text.n);
	return text;
}

/* Cuts "compose-lint", whatever its case and dash; false: the text begins otherwise. */
static bool cut_name(struct str *text, bool *exact)
{
	static const struct str first = STR_INIT("compose"), last = STR_INIT("lint");
	size_t dash;

	*exact = str_starts(*text, STR("compose-lint"));
	if (!str_eq_nocase(str_slice(*text, 0, first.n), first))
		return false;
	*text = str_slice(*text, first.n, text->n);
	dash = dash_bytes(*text);
	*text = str_slice(*text, dash, text->n);
	if (!dash || !str_eq_nocase(str_slice(*text, 0, last.n), last))
		return false;
	*text = str_slice(*text, last.n, text->n);
	return true;
}

/* Cuts letters and dashes. */
static struct str cut_word(struct str *text)
{
	size_t end = 0;

	for (size_t step = 1; step && end < text->n; end += step) {
		struct str rest = str_slice(*text, end, text->n);

		step = byte_is_alpha(rest.p[0]) ? 1 : dash_bytes(rest);
		if (!step)
			break;
	}
	*text = str_slice(*text, end, text->n);
	return (struct str){ text->p - end, end };
}

static bool is_keyword(struct str word)
{
	return str_eq(word, STR("ignore")) || str_eq(word, STR("file-ignore"));
}

/* What other linters call it, or a slip of the pen. */
static bool resembles_keyword(struct str word)
{
	static const struct str words[] = {
		STR_INIT("ignore"),       STR_INIT("file-ignore"),  STR_INIT("ignore-file"),
		STR_INIT("ignore-line"),  STR_INIT("ignore-next"),  STR_INIT("disable"),
		STR_INIT("disable-file"), STR_INIT("disable-line"), STR_INIT("noqa"),
		STR_INIT("nolint"),
	};
	struct nearest nearest = { .wanted = word };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		nearest_offer(&nearest, words[i]);
	return nearest.name.n > 0;
}

/* The parts before the list of rules. */
struct address {
	bool exact, colon;
	struct str word, rest; /* rest: behind the word and the blanks there */
};

static bool read_address(struct str text, struct address *address)
{
	*address = (struct address){ 0 };
	if (!cut_name(&text, &address->exact))
		return false;
	address->exact = address->exact && !(text.n && byte_is_blank(text.p[0]));
	text = skip_blanks(text);
	address->colon = str_starts(text, STR(":"));
	if (address->colon)
		text = skip_blanks(str_slice(text, 1, text.n));
	address->word = cut_word(&text);
	address->rest = skip_blanks(text);
	return address->colon || is_keyword(address->word);
}

bool suppress_is_addressed(struct str text)
{
	struct address address;

	return read_address(text, &address);
}

/* ---- dates ---- */

static int digits(struct str text, size_t from, size_t count)
{
	int value = 0;

	for (size_t i = from; i < from + count; i++) {
		if (i >= text.n || !byte_is_digit(text.p[i]))
			return -1;
		value = value * 10 + (text.p[i] - '0');
	}
	return value;
}

/* "YYYY-MM-DD" as YYYYMMDD; 0: it is none. */
static int date_of(struct str text)
{
	int year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);

	if (text.n != 10 || text.p[4] != '-' || text.p[7] != '-')
		return 0;
	if (year < 1 || month < 1 || month > 12 || day < 1 ||
	    day > calendar_days_in_month(year, month))
		return 0;
	return year * 10000 + month * 100 + day;
}

/* Digits in groups, "31.12.2026": it was meant as a date. */
static bool resembles_date(struct str word)
{
	size_t groups = 0, count = 0;

	for (size_t i = 0; i < word.n; i++) {
		bool digit = byte_is_digit(word.p[i]);

		if (!digit && word.p[i] != '-' && word.p[i] != '.' && word.p[i] != '/')
			return false;
		groups += digit && (i == 0 || !byte_is_digit(word.p[i - 1]));
		count += digit;
	}
	return (groups == 3 && count >= 4) || (groups == 2 && count >= 5);
}

/* "next year", "March", "2027", "Q3": a time, but no day. */
static bool is_time(struct str word)
{
	static const struct str words[] = {
		STR_INIT("next"),     STR_INIT("tomorrow"),  STR_INIT("monday"),
		STR_INIT("tuesday"),  STR_INIT("wednesday"), STR_INIT("thursday"),
		STR_INIT("friday"),   STR_INIT("saturday"),  STR_INIT("sunday"),
		STR_INIT("january"),  STR_INIT("february"),  STR_INIT("march"),
		STR_INIT("april"),    STR_INIT("june"),      STR_INIT("july"),
		STR_INIT("august"),   STR_INIT("september"), STR_INIT("october"),
		STR_INIT("november"), STR_INIT("december"),
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq_nocase(word, words[i]))
			return true;
	if (word.n == 2 && (word.p[0] == 'Q' || word.p[0] == 'q'))
		return word.p[1] >= '1' && word.p[1] <= '4';
	return str_eq(word, STR("May")) || (word.n == 4 && digits(word, 0, 4) >= 2000);
}

/* A word of the reason, without the punctuation around it. */
static struct str cut_reason_word(struct str *rest)
{
	static const struct str marks = STR_INIT("()[]{},;.:!?\"'");
	size_t from = 0, to;
	struct str word;

	while (from < rest->n && byte_is_space(rest->p[from]))
		from++;
	to = from;
	while (to < rest->n && !byte_is_space(rest->p[to]))
		to++;
	word = str_slice(*rest, from, to);
	*rest = str_slice(*rest, to, rest->n);
	while (word.n && str_find_byte(marks, word.p[0], 0) != STR_NPOS)
		word = str_slice(word, 1, word.n);
	while (word.n && str_find_byte(marks, word.p[word.n - 1], 0) != STR_NPOS)
		word.n--;
	return word;
}

void suppress_read_reason(struct arena *arena, struct str reason,
			  struct suppress_directive *directive)
{
	struct str rest = reason;
	bool until = false;

	directive->reason = reason;
	while (rest.n) {
		struct str word = cut_reason_word(&rest);
		int date = until ? date_of(word) : 0;
		bool is_until = str_eq_nocase(word, STR("until"));

		/* of several the first to come counts */
		if (date && (!directive->until || date < directive->until))
			directive->until = date;
		else if (until && !date && (resembles_date(word) || is_time(word)))
			directive->problem = arena_fmt(
				arena, "'%.*s' is no day; write it as \"until YYYY-MM-DD\"",
				STR_FMT(shown(arena, word)));
		if (word.n && !is_until && !date)
			directive->has_reason = true;
		until = is_until;
	}
}

/* ---- the list of rules ---- */

/* With plain dashes, as names have them. */
static struct str with_dashes(struct arena *arena, struct str name)
{
	struct builder b = { .arena = arena };

	if (name.n > (size_t)4 * STR_DISTANCE_BYTES)
		return name;
	for (size_t i = 0; i < name.n;) {
		size_t dash = dash_bytes(str_slice(name, i, name.n));

		builder_byte(&b, dash ? '-' : name.p[i]);
		i += dash ? dash : 1;
	}
	return builder_str(&b);
}

static struct str say_no_rule(struct arena *arena, struct rule_set rules, struct str name)
{
	struct nearest nearest = { .wanted = with_dashes(arena, name) };

	for (unsigned i = 0; i < RULE_GROUPS; i++)
		if (str_eq(name, rule_group_name((enum rule_group)i)))
			return arena_fmt(arena,
					 "'%.*s' is a group; name those of its rules that "
					 "are meant",
					 STR_FMT(name));
	for (size_t i = 0; i < rules.count; i++)
		nearest_offer(&nearest, rules.all[i]->name);
	if (nearest.name.n)
		return arena_fmt(arena, "there is no rule '%.*s'; did you mean '%.*s'?",
				 STR_FMT(shown(arena, name)), STR_FMT(nearest.name));
	return arena_fmt(arena, "there is no rule '%.*s'; 'compose-lint rules' lists them",
			 STR_FMT(shown(arena, name)));
}

struct str suppress_find_rule(struct arena *arena, struct rule_set rules, struct str name,
			      const struct rule **rule)
{
	*rule = rule_find(rules, name);
	if (!name.n)
		return STR("the name of a rule is missing");
	if (!*rule)
		return say_no_rule(arena, rules, name);
	if ((*rule)->stays)
		return arena_fmt(arena,
				 "%.*s stays: nothing can be judged of what could not be read",
				 STR_FMT((*rule)->name));
	return STR("");
}

static void read_names(struct arena *arena, struct rule_set rules,
		       struct suppress_directive *directive)
{
	bool *seen = ARENA_ARRAY(arena, rules.count + 1, bool);
	struct str rest = directive->names;

	directive->rules = ARENA_ARRAY(arena, rules.count + 1, const struct rule *);
	while (rest.p && !directive->problem.n) {
		struct str name = str_trim(str_cut(&rest, ','));
		const struct rule *rule;
		size_t position;

		directive->problem = suppress_find_rule(arena, rules, name, &rule);
		if (directive->problem.n)
			continue;
		position = rule_position(rules, rule->name);
		if (seen[position])
			continue;
		seen[position] = true;
		directive->rules[directive->nrules++] = rule;
	}
}

/* ---- the whole ---- */

static struct str bad_address(struct arena *arena, const struct address *address)
{
	if (!is_keyword(address->word))
		return arena_fmt(arena,
				 "'%.*s' says nothing here; write ignore[RULE] or "
				 "file-ignore[RULE]",
				 STR_FMT(shown(arena, address->word)));
	if (!address->exact || !address->colon)
		return STR("it begins with \"compose-lint:\", written so and with the colon");
	return STR("");
}

bool suppress_parse(struct arena *arena, struct rule_set rules, struct str text,
		    struct suppress_directive *directive)
{
	struct address address;
	size_t end;

	*directive = (struct suppress_directive){ .names = STR(""), .reason = STR("") };
	if (!read_address(text, &address))
		return false;
	if (!is_keyword(address.word) && !str_starts(address.rest, STR("[")) &&
	    !resembles_keyword(address.word))
		return false;
	directive->problem = bad_address(arena, &address);
	if (directive->problem.n)
		return true;
	directive->whole_file = str_starts(address.word, STR("file"));
	end = str_find_byte(address.rest, ']', 0);
	if (!str_starts(address.rest, STR("["))) {
		directive->problem =
			arena_fmt(arena, "name the rules that are meant, as in %.*s[socket-mount]",
				  STR_FMT(address.word));
		return true;
	}
	if (end == STR_NPOS) {
		directive->problem = STR("the \"]\" behind the names is missing");
		return true;
	}
	directive->names = str_slice(address.rest, 1, end);
	suppress_read_reason(arena, str_trim(str_slice(address.rest, end + 1, address.rest.n)),
			     directive);
	if (!str_trim(directive->names).n)
		directive->problem =
			arena_fmt(arena, "name the rules that are meant, as in %.*s[socket-mount]",
				  STR_FMT(address.word));
	else
		read_names(arena, rules, directive);
	return true;
}
