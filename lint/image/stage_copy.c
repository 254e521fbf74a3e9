/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage_build.h"
#include "read/heredoc.h"

bool stage_is_remote_source(struct str source)
{
	static const struct str starts[] = { STR_INIT("http://"), STR_INIT("https://"),
					     STR_INIT("git@"), STR_INIT("git://"),
					     STR_INIT("ssh://") };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(source, starts[i]))
			return true;
	return false;
}

static bool expand_into(struct stage_build *build, const struct dockerfile_instr *instr,
			struct str text, struct str *result)
{
	struct expansion expansion =
		expand_word(&build->evaluation->expander, text, build->stage->scope);

	*result = expansion.text;
	if (expansion.error.n == 0)
		return true;
	return STAGE_REFUSE(build, instr, DOCKERFILE_EXPANSION_ERROR,
			    "%.*s cannot be expanded: %.*s",
			    STR_FMT(dockerfile_kind_name(instr->kind)), STR_FMT(expansion.error));
}

/* Flags whose values are expanded; only their errors matter here. */
static bool check_flags(struct stage_build *build, const struct dockerfile_instr *instr)
{
	static const struct str names[] = { STR_INIT("chown"), STR_INIT("chmod"),
					    STR_INIT("checksum") };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct str value, result;

		if (dockerfile_flag(instr, names[i], &value) != NULL &&
		    !expand_into(build, instr, value, &result))
			return false;
	}
	return true;
}

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
					    STR_FMT(str_slice(instr->docs[i].name, 0, 60)),
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
	    !expand_into(build, instr, instr->words[instr->nwords - 1].text, &copy.destination) ||
	    !check_flags(build, instr) || !check_bodies(build, instr))
		return false;
	*(struct stage_copy *)stage_list_add(build->evaluation->arena, &build->copies,
					     sizeof(copy)) = copy;
	return true;
}
