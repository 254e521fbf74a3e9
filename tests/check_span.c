/* SPDX-License-Identifier: MIT */
/* Generated Dockerfiles: where their instructions begin and end. */
#include "config.h"

#include "read/dockerfile.h"

#include <check.h>

#include "evaluated.h"
#include "read/whitespace.h"
#include "tests/suite.h"

/* ------------------------------------------------------------ the generators */

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static const struct str scraps[] = {
	STR_INIT("FROM a AS b\n"),
	STR_INIT("RUN x && \\\n  y\n"),
	STR_INIT("# comment\n"),
	STR_INIT("\n"),
	STR_INIT("\t \r\n"),
	STR_INIT("RUN <<EOF <<-E2\n"),
	STR_INIT("EOF\n"),
	STR_INIT("\tE2\n"),
	STR_INIT("USER a"),
	STR_INIT("\\\n"),
	STR_INIT("\\"),
	STR_INIT("\""),
	STR_INIT("'"),
	STR_INIT("${x:-"),
	STR_INIT("}"),
	STR_INIT("$"),
	STR_INIT("ENV A=\"b c\" D"),
	STR_INIT("=e\n"),
	STR_INIT("CMD [\"a\", \"\\u00"),
	STR_INIT("e9\"]\n"),
	STR_INIT("<<"),
	STR_INIT("--flag='a b' "),
	STR_INIT("ONBUILD "),
	STR_INIT("COPY <<F /x\nbody\nF\n"),
	STR_INIT("\xC2\xA0"),
	STR_INIT("\xFF"),
	STR_INIT("HEALTHCHECK CMD "),
	STR_INIT("ARG A=1 B\n"),
	STR_INIT("# escape=`\n"),
	STR_INIT("`\n"),
	STR_INIT("LABEL "),
	STR_INIT("\r"),
	{ "\0", 1 },
	STR_INIT("[1, {\"a\": [null]}]\n"),
	STR_INIT(" "),
	STR_INIT("\n"),
	STR_INIT("\xEF\xBB\xBF"),
	STR_INIT("COPY <<\"A B\" <<-'C' /x\r\n"),
	STR_INIT("A B\r\n\tC\r\n"),
	STR_INIT("RUN cat 3<<A\\\n B\n"),
	STR_INIT("A"),
	STR_INIT("RUN --mount=type=cache,target=/x "),
	STR_INIT("# syntax=x/y\n"),
	STR_INIT("{\"syntax\": \"x/y\"}"),
	STR_INIT("\xE2\x80\xA8"),
	STR_INIT("\xC2"),
	STR_INIT("\v\f"),
	STR_INIT("SHELL [\"x\", \"\\"),
	STR_INIT("EXPOSE 8${A:-0} "),
};

/* ------------------------------------------------------------ what holds of any file */

/* Between instructions stand only blank lines and comments. */
static void check_gap(const struct run *read, uint32_t from, uint32_t to, int seed)
{
	struct str gap = str_slice(read->source->bytes, from, to);

	if (from == 0 && str_starts(gap, STR("\xEF\xBB\xBF")))
		gap = str_slice(gap, 3, gap.n);
	while (gap.n > 0) {
		struct str line = str_cut(&gap, '\n');

		line = whitespace_trim(line);
		ck_assert_msg(line.n == 0 || line.p[0] == '#', "seed %d: lost \"%.*s\"", seed,
			      STR_FMT(line));
	}
}

static void check_within(const struct dockerfile_instr *instr, struct span span, int seed)
{
	ck_assert_msg(span_within(span, instr->span), "seed %d: %u-%u outside %u-%u", seed,
		      span.start, span.end, instr->span.start, instr->span.end);
}

static void check_pieces(const struct dockerfile_instr *instr, int seed)
{
	check_within(instr, instr->name_span, seed);
	check_within(instr, instr->head, seed);
	for (size_t i = 0; i < instr->nwords; i++)
		check_within(instr, dockerfile_word_span(instr, &instr->words[i]), seed);
	for (size_t i = 0; i < instr->nflags; i++)
		check_within(instr, dockerfile_word_span(instr, &instr->flags[i]), seed);
	for (size_t i = 0; i < instr->npairs; i++)
		check_within(instr, instr->pairs[i].span, seed);
	for (size_t i = 0; i < instr->ndocs; i++)
		check_within(instr, instr->docs[i].span, seed);
	if (instr->trigger != NULL)
		check_pieces(instr->trigger, seed);
}

/* The span of an instruction holds whole lines, blanks before the first left out. */
static void check_ends(const struct run *read, const struct dockerfile_instr *instr, int seed)
{
	struct str bytes = read->source->bytes;
	uint32_t end = instr->span.end;

	while (end < bytes.n && bytes.p[end] == '\r')
		end++;
	ck_assert_msg(end == bytes.n || bytes.p[end] == '\n' ||
			      (end > 0 && bytes.p[end - 1] == '\n'),
		      "seed %d: %u is no end of a line", seed, instr->span.end);
	ck_assert_msg(instr->span.start <= instr->span.end, "seed %d", seed);
}

/* Comments stand in the order of the file, and outside of heredocs. */
static void check_comments(const struct run *read, int seed)
{
	uint32_t end = 0;

	for (size_t i = 0; i < read->file.ncomments; i++) {
		struct span span = read->file.comments[i];

		ck_assert_msg(span.start >= end && span.end <= read->source->bytes.n &&
				      read->source->bytes.p[span.start] == '#',
			      "seed %d: comment %zu", seed, i);
		end = span.end;
	}
}

static void check_file(struct str text, int seed)
{
	struct run read;
	uint32_t end = 0;

	run_begin(&read, text);
	for (size_t i = 0; i < read.file.ninstrs; i++) {
		const struct dockerfile_instr *instr = &read.file.instrs[i];

		ck_assert_msg(instr->span.start >= end, "seed %d: overlap", seed);
		ck_assert_msg(instr->span.end <= read.source->bytes.n, "seed %d: end", seed);
		check_gap(&read, end, instr->span.start, seed);
		check_pieces(instr, seed);
		check_ends(&read, instr, seed);
		end = instr->span.end;
	}
	check_gap(&read, end, (uint32_t)read.source->bytes.n, seed);
	check_comments(&read, seed);
	run_end(&read);
}

static struct str generated(struct arena *arena, uint32_t *state)
{
	struct builder text = { .arena = arena };

	for (uint32_t n = 1 + next_random(state) % 24; n > 0; n--)
		builder_add(&text, scraps[next_random(state) % (sizeof(scraps) / sizeof(*scraps))]);
	return builder_str(&text);
}

START_TEST(instructions_cover_the_file_without_overlap)
{
	for (int seed = _i * 500; seed < (_i + 1) * 500; seed++) {
		uint32_t state = (uint32_t)seed;
		struct arena arena = { 0 };

		check_file(generated(&arena, &state), seed);
		arena_free(&arena);
	}
}
END_TEST

/* Bytes of all values, those that mean something more often. */
START_TEST(so_they_do_in_any_bytes)
{
	static const struct str likely = STR_INIT("\n\n\n\r\\ \t<<-EORUN#\"'$={}[],`");

	for (int seed = _i * 500; seed < (_i + 1) * 500; seed++) {
		uint32_t state = (uint32_t)seed + 77;
		struct arena arena = { 0 };
		struct builder text = { .arena = &arena };

		for (uint32_t n = next_random(&state) % 200; n > 0; n--)
			builder_byte(&text, next_random(&state) % 3
						    ? likely.p[next_random(&state) % likely.n]
						    : (char)(next_random(&state) & 0xFF));
		check_file(builder_str(&text), seed);
		arena_free(&arena);
	}
}
END_TEST

/* Cut off after each byte: the end of the file may come anywhere. */
START_TEST(so_they_do_wherever_the_file_ends)
{
	static const struct str text = STR_INIT(
		"\xEF\xBB\xBF# escape=\\\r\nFROM a AS b\r\n  # c\r\nRUN <<\"E F\" <<-G && x \\ \n\n"
		" # d \\\n  y\r\nb1\nE F\r\n\t\tb2\n\tG\nENV A=\"b\\\n c\" D=${E:-'f'}\n"
		"CMD [\"a\", \"\\u00e9\"]\nONBUILD COPY --chmod=7 <<H /x\n\xC3\xA9\nH");

	for (size_t n = 0; n <= text.n; n++)
		check_file(str_slice(text, 0, n), (int)n);
}
END_TEST

/* ------------------------------------------------------------ the rule of lines, once more */

struct line_range {
	uint32_t first, last;
};

/* How lines are continued, in its plainest form: ASCII, no heredocs, no directives. */
static size_t plain_ranges(struct str text, struct line_range *ranges)
{
	size_t count = 0;
	uint32_t number = 0;
	bool more = false;

	while (text.n > 0) {
		struct str line = str_cut(&text, '\n');
		size_t end;

		number++;
		while (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		if (more)
			ranges[count - 1].last = number;
		if (!str_trim(line).n || str_trim(line).p[0] == '#')
			continue;
		if (!more)
			ranges[count++] = (struct line_range){ number, number };
		end = line.n;
		while (end && (line.p[end - 1] == ' ' || line.p[end - 1] == '\t'))
			end--;
		more = end && line.p[end - 1] == '\\' && !(end > 1 && line.p[end - 2] == '\\');
	}
	return count;
}

START_TEST(without_heredocs_the_plain_rule_gives_the_same_lines)
{
	static const struct str plain[] = {
		STR_INIT("RUN x"), STR_INIT("FROM a"),  STR_INIT("\n"),  STR_INIT("\n"),
		STR_INIT("\\\n"),  STR_INIT("\\"),      STR_INIT(" \t"), STR_INIT("# c"),
		STR_INIT("\r\n"),  STR_INIT("\\ \r\n"), STR_INIT("y"),   STR_INIT("\n\n"),
	};

	for (int seed = _i * 500; seed < (_i + 1) * 500; seed++) {
		uint32_t state = (uint32_t)seed;
		struct arena arena = { 0 };
		struct builder text = { .arena = &arena };
		struct line_range ranges[64];
		struct run read;
		size_t count;

		/* ends the block of directives */
		builder_byte(&text, '\n');
		for (uint32_t n = 1 + next_random(&state) % 24; n > 0; n--)
			builder_add(&text,
				    plain[next_random(&state) % (sizeof(plain) / sizeof(*plain))]);
		count = plain_ranges(builder_str(&text), ranges);
		run_begin(&read, builder_str(&text));
		ck_assert_msg(read.file.ninstrs == count, "seed %d: %zu, not %zu", seed,
			      read.file.ninstrs, count);
		for (size_t i = 0; i < count; i++) {
			struct span span = read.file.instrs[i].span;
			uint32_t number = read.source->number;
			struct sources *sources = &read.lint.sources;

			ck_assert_msg(source_place(sources, number, span.start).line ==
						      ranges[i].first &&
					      source_place(sources, number, span.end).line ==
						      ranges[i].last,
				      "seed %d: instruction %zu", seed, i);
		}
		run_end(&read);
		arena_free(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("spans");
	TCase *cases = tcase_create("generated");

	tcase_add_loop_test(cases, instructions_cover_the_file_without_overlap, 0, 20);
	tcase_add_loop_test(cases, so_they_do_in_any_bytes, 0, 20);
	tcase_add_test(cases, so_they_do_wherever_the_file_ends);
	tcase_add_loop_test(cases, without_heredocs_the_plain_rule_gives_the_same_lines, 0, 20);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
