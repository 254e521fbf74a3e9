/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage_build.h"
#include "read/heredoc.h"

/* "user@host:path", as ssh and git have it. */
static bool is_scp_style(struct str source)
{
	size_t at = str_find_byte(source, '@', 0), colon = str_find_byte(source, ':', 0);

	if (at == 0 || at == STR_NPOS || colon == STR_NPOS || colon <= at + 1)
		return false;
	for (size_t i = 0; i < colon; i++)
		if (i != at && !byte_is_alnum(source.p[i]) && source.p[i] != '-' &&
		    source.p[i] != '_' && source.p[i] != '.')
			return false;
	return true;
}

bool stage_is_remote_source(struct str source)
{
	static const struct str starts[] = { STR_INIT("http://"), STR_INIT("https://"),
					     STR_INIT("git://"), STR_INIT("ssh://") };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(source, starts[i]))
			return true;
	return is_scp_style(source);
}

/* A repository rather than a file on a web server: its path ends in ".git". */
static bool is_git_source(struct str source)
{
	struct str path = source;

	if (!str_starts(source, STR("http://")) && !str_starts(source, STR("https://")))
		return stage_is_remote_source(source);
	path = str_slice(path, 0, str_find_byte(path, '#', 0));
	path = str_slice(path, 0, str_find_byte(path, '?', 0));
	return str_ends(path, STR(".git"));
}

static bool expand(struct stage_build *build, const struct dockerfile_instr *instr, struct str text,
		   struct expansion *expansion)
{
	*expansion = expand_word(&build->evaluation->expander, text, build->stage->scope);
	return expansion->error.n == 0 ||
	       STAGE_REFUSE(build, instr, DOCKERFILE_EXPANSION_ERROR,
			    "%.*s cannot be expanded: %.*s",
			    STR_FMT(dockerfile_kind_name(instr->kind)), STR_FMT(expansion->error));
}

static bool expand_into(struct stage_build *build, const struct dockerfile_instr *instr,
			struct str text, struct str *result)
{
	struct expansion expansion;
	bool done = expand(build, instr, text, &expansion);

	*result = expansion.text;
	return done;
}

/* ------------------------------------------------------------ flags */

/* "u=rwX,go-w": who, then what is done to which bits. */
static bool is_symbolic_mode(struct str text)
{
	while (text.p != NULL) {
		struct str clause = str_cut(&text, ',');
		size_t at = 0;

		while (at < clause.n && str_find_byte(STR("ugoa"), clause.p[at], 0) != STR_NPOS)
			at++;
		if (at >= clause.n || str_find_byte(STR("+-="), clause.p[at], 0) == STR_NPOS)
			return false;
		for (; at < clause.n; at++)
			if (str_find_byte(STR("+-=rwxXstugo"), clause.p[at], 0) == STR_NPOS)
				return false;
	}
	return true;
}

/* Octal up to 7777, or symbolic. */
static bool is_mode(struct str text)
{
	uint32_t value = 0;

	if (!byte_is_digit(text.p[0]))
		return is_symbolic_mode(text);
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '7' || value > 07777)
			return false;
		value = value * 8 + (uint32_t)(text.p[i] - '0');
	}
	return value <= 07777;
}

/* "sha256:" and 64 digits. */
static bool is_digest(struct str text)
{
	struct str hex = text, algorithm = str_cut(&hex, ':');
	size_t digits = str_eq(algorithm, STR("sha256"))   ? 64
			: str_eq(algorithm, STR("sha384")) ? 96
			: str_eq(algorithm, STR("sha512")) ? 128
							   : 0;

	for (size_t i = 0; i < hex.n; i++)
		if (!byte_is_digit(hex.p[i]) && !(hex.p[i] >= 'a' && hex.p[i] <= 'f'))
			return false;
	return digits > 0 && hex.n == digits;
}

static bool check_checksum(struct stage_build *build, const struct dockerfile_instr *instr,
			   const struct stage_copy *copy, struct str checksum)
{
	bool remote = copy->nsources == 1 && stage_is_remote_source(copy->sources[0]);

	if (copy->nsources != 1 || !remote)
		return STAGE_REFUSE(build, instr, DOCKERFILE_BAD_VALUE,
				    "--checksum of ADD needs one source, a URL or a git "
				    "repository");
	return is_git_source(copy->sources[0]) || is_digest(checksum) ||
	       STAGE_REFUSE(build, instr, DOCKERFILE_BAD_VALUE,
			    "--checksum of ADD is no digest; write sha256: and 64 "
			    "hexadecimal digits");
}

/* The values of flags once they are expanded; one that the base image decides is not judged. */
static bool check_flags(struct stage_build *build, const struct dockerfile_instr *instr,
			const struct stage_copy *copy)
{
	static const struct str names[] = { STR_INIT("chown"), STR_INIT("chmod"),
					    STR_INIT("checksum") };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct expansion value;
		struct str text;

		if (dockerfile_flag(instr, names[i], &text) == NULL)
			continue;
		if (!expand(build, instr, text, &value))
			return false;
		if (value.text.n == 0 || value.uncertain ||
		    (value.nunset > 0 && build->stage->external))
			continue;
		if (i == 1 && !is_mode(value.text))
			return STAGE_REFUSE(build, instr, DOCKERFILE_BAD_VALUE,
					    "--chmod of %.*s is no mode; write an octal number up "
					    "to 7777, or one such as u=rwX,go=rX",
					    STR_FMT(dockerfile_kind_name(instr->kind)));
		if (i == 2 && !check_checksum(build, instr, copy, value.text))
			return false;
	}
	return true;
}

/* ------------------------------------------------------------ sources */

static bool check_bodies(struct stage_build *build, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->ndocs; i++) {
		struct expansion expansion;

		if (!instr->docs[i].expand)
			continue;
		expansion = expand_body(&build->evaluation->expander, instr->docs[i].body,
					build->stage->scope);
		if (expansion.error.n > 0)
			return STAGE_REFUSE(build, instr, DOCKERFILE_EXPANSION_ERROR,
					    "the heredoc %.*s cannot be expanded: %.*s; quote its "
					    "marker if it is no template",
					    STR_FMT(str_beginning(instr->docs[i].name, 60)),
					    STR_FMT(expansion.error));
	}
	return true;
}

static bool take_sources(struct stage_build *build, const struct dockerfile_instr *instr,
			 struct stage_copy *copy)
{
	struct arena *arena = build->evaluation->arena;
	struct str *sources = ARENA_ARRAY(arena, instr->nwords, struct str);
	struct span *spans = ARENA_ARRAY(arena, instr->nwords, struct span);

	copy->sources = sources;
	copy->spans = spans;
	for (size_t i = 0; i + 1 < instr->nwords; i++) {
		struct heredoc_marker marker;

		if (!instr->json && heredoc_is_marker(arena, instr->words[i].text, &marker))
			continue;
		if (!expand_into(build, instr, instr->words[i].text, &sources[copy->nsources]))
			return false;
		if (instr->kind == DOCKERFILE_COPY &&
		    stage_is_remote_source(sources[copy->nsources]))
			return STAGE_REFUSE(build, instr, DOCKERFILE_URL_IN_COPY,
					    "COPY takes no URL; use ADD, with --checksum");
		spans[copy->nsources++] = dockerfile_word_span(instr, &instr->words[i]);
	}
	return true;
}

bool stage_note_copy(struct stage_build *build, const struct dockerfile_instr *instr)
{
	struct stage_copy copy = { .instr = instr, .workdir = build->stage->workdir.text };
	struct str from;

	copy.from_context = dockerfile_flag(instr, STR("from"), &from) == NULL || from.n == 0;
	if (!take_sources(build, instr, &copy) ||
	    !expand_into(build, instr, instr->words[instr->nwords - 1].text, &copy.destination))
		return false;
	*(struct stage_copy *)stage_list_add(build->evaluation->arena, &build->copies,
					     sizeof(copy)) = copy;
	return check_flags(build, instr, &copy) && check_bodies(build, instr);
}
