/* SPDX-License-Identifier: MIT */
/*
 * One instruction of a Dockerfile: name, flags, words and pairs,
 * each with its place, and what is wrong with it.
 *
 * read/dockerfile puts the lines together and has them cut here.  Everything
 * lives in the run arena and borrows the text of the Dockerfile; texts may hold
 * NUL bytes (a JSON escape may bring one).  What BuildKit refuses is left in
 * `error`; no finding is made here, since the error of a trigger counts only
 * where the trigger fires.
 */
#ifndef READ_INSTRUCTION_H
#define READ_INSTRUCTION_H

#include "base/diag.h"
#include "read/dockerfile_text.h"

enum dockerfile_kind {
	DOCKERFILE_UNKNOWN, /* no instruction of BuildKit's */
	DOCKERFILE_ADD,
	DOCKERFILE_ARG,
	DOCKERFILE_CMD,
	DOCKERFILE_COPY,
	DOCKERFILE_ENTRYPOINT,
	DOCKERFILE_ENV,
	DOCKERFILE_EXPOSE,
	DOCKERFILE_FROM,
	DOCKERFILE_HEALTHCHECK,
	DOCKERFILE_LABEL,
	DOCKERFILE_MAINTAINER,
	DOCKERFILE_ONBUILD,
	DOCKERFILE_RUN,
	DOCKERFILE_SHELL,
	DOCKERFILE_STOPSIGNAL,
	DOCKERFILE_USER,
	DOCKERFILE_VOLUME,
	DOCKERFILE_WORKDIR
};

enum dockerfile_fault {
	DOCKERFILE_DUPLICATE_DIRECTIVE,
	DOCKERFILE_BAD_ESCAPE_DIRECTIVE,
	DOCKERFILE_NO_INSTRUCTIONS,
	DOCKERFILE_NO_STAGES,
	DOCKERFILE_INSTRUCTION_BEFORE_FROM,
	DOCKERFILE_UNKNOWN_INSTRUCTION,
	DOCKERFILE_FROM_ARGUMENTS,
	DOCKERFILE_BAD_STAGE_NAME,
	DOCKERFILE_UNTERMINATED_HEREDOC,
	DOCKERFILE_JSON_NOT_STRINGS,
	DOCKERFILE_ENV_MISSING_EQUALS,
	DOCKERFILE_ENV_NO_VALUE,
	DOCKERFILE_MISSING_ARGUMENT,
	DOCKERFILE_UNKNOWN_FLAG,
	DOCKERFILE_FLAG_NEEDS_VALUE,
	DOCKERFILE_SHELL_NOT_JSON,
	DOCKERFILE_ONBUILD_FORBIDDEN,
	DOCKERFILE_FROM_FLAG_VARIABLE,
	DOCKERFILE_TOO_LARGE, /* a limit of ours, or of BuildKit's for a line */
	/* of image/stage: they need the stages or the values of variables */
	DOCKERFILE_BLANK_BASE,
	DOCKERFILE_BAD_REFERENCE,
	DOCKERFILE_SELF_COPY, /* or from a later stage, or round in a circle */
	DOCKERFILE_URL_IN_COPY,
	DOCKERFILE_EXPANSION_ERROR,
	DOCKERFILE_BAD_VALUE /* port, signal, duration, mount */
};

/* BuildKit cuts the whole file first, then looks at each instruction, then builds. */
enum dockerfile_phase { DOCKERFILE_PARSE, DOCKERFILE_CHECK, DOCKERFILE_BUILD };

struct dockerfile_error {
	enum dockerfile_fault fault;
	enum dockerfile_phase phase;
	struct span span;   /* first line of the instruction; none: of no line */
	struct str message; /* what is wrong and what to write instead */
};

/* A piece of an instruction: [from, to) are bytes of its `line`. */
struct dockerfile_word {
	struct str text; /* as the comment at the array says */
	uint32_t from, to;
};

/* NAME=value of ENV, LABEL and ARG, with quotes and escapes, before any expansion. */
struct dockerfile_pair {
	struct dockerfile_word name;
	struct dockerfile_word value;
	bool has_value; /* false only for ARG NAME */
	bool legacy;    /* ENV NAME value */
	struct span span;
};

struct dockerfile_heredoc {
	struct str name;
	bool expand;      /* no part of the marker was quoted */
	bool strip_tabs;  /* <<- */
	struct str body;  /* as written, the line of the marker excluded */
	uint32_t lines;   /* of the body */
	struct span span; /* of the body */
	uint32_t input;   /* where the body starts in the text of the Dockerfile */
};

struct dockerfile_instr {
	enum dockerfile_kind kind;
	struct str name; /* as written */
	struct span name_span;
	struct span span; /* first to last physical line, heredoc bodies included */
	struct span head; /* the text of its first physical line */

	/* The assembled text, from the name on; behind ONBUILD that of the whole instruction. */
	struct str line;
	const struct dockerfile_piece *pieces;
	size_t npieces;
	const struct dockerfile_text *input;

	const struct dockerfile_word *flags; /* "--name=value", quotes removed, unexpanded */
	size_t nflags;
	struct str text; /* the argument text behind the flags, trimmed: a slice of `line` */
	bool json;       /* exec form */
	/* JSON: the strings, decoded.  FROM, EXPOSE, ADD, COPY, VOLUME: split at blanks.  USER,
	   WORKDIR, STOPSIGNAL, MAINTAINER: the rest of the line.  HEALTHCHECK: NONE; or CMD and
	   the strings, or CMD and the command as one.  RUN, CMD, ENTRYPOINT in shell form: none,
	   see `text`. */
	const struct dockerfile_word *words;
	size_t nwords;
	const struct dockerfile_pair *pairs; /* ENV, LABEL, ARG */
	size_t npairs;
	const struct dockerfile_heredoc *docs;
	size_t ndocs;
	const struct dockerfile_instr *trigger; /* behind ONBUILD, or NULL */
	/* What makes BuildKit refuse it, or NULL; the argument arrays are then not to be used.  Of a
	   trigger: what makes it refuse the stage in which it fires. */
	const struct dockerfile_error *error;
};

struct span dockerfile_word_span(const struct dockerfile_instr *instr,
				 const struct dockerfile_word *word);
/* A slice of `line`, of `text` or of the body of a heredoc of this instruction. */
struct span dockerfile_slice_span(const struct dockerfile_instr *instr, struct str slice);
/* The value of the last flag of this name ("from"); NULL when absent.  *value may be empty. */
const struct dockerfile_word *dockerfile_flag(const struct dockerfile_instr *instr, struct str name,
					      struct str *value);

/* "--name=value" to its name; *value has p NULL when there is no "=". */
struct str dockerfile_flag_name(struct str flag, struct str *value);

/* A word of the instruction as a message quotes it: cut, and hidden in what is no Dockerfile or where a
   reference is torn. */
struct str dockerfile_quoted(const struct dockerfile_instr *instr, struct str word);
struct str dockerfile_kind_name(enum dockerfile_kind kind); /* "RUN" */
/* An error without a finding, and the finding that goes with an error. */
const struct dockerfile_error *dockerfile_error(struct arena *arena, enum dockerfile_fault fault,
						enum dockerfile_phase phase, struct span span,
						const char *format, ...)
	__attribute__((format(printf, 5, 6)));
void dockerfile_report(struct lint *lint, const struct dockerfile_error *error);

/*
 * For the reader.  Cuts name, flags and arguments of an instruction whose line,
 * pieces and input are set; `from` is where the name may begin in the line.
 */
void instruction_cut(struct arena *arena, struct dockerfile_instr *instr, size_t from, char escape);
/* Heredocs may follow: RUN, COPY, ADD, also behind ONBUILD, not in exec form. */
bool instruction_takes_heredocs(const struct dockerfile_instr *instr);

/* The first thing that is wrong counts. */
#define REFUSE(arena, instr, fault, phase, ...)                                                \
	((instr)->error = (instr)->error != NULL ? (instr)->error                              \
						 : dockerfile_error((arena), (fault), (phase), \
								    (instr)->head, __VA_ARGS__))

#endif
