/* SPDX-License-Identifier: MIT */
/*
 * Fuzz targets: bytes of any kind in, a promise that does not hold ends the
 * process by abort(3), so that a fuzzer keeps the input.
 *
 * The targets know no fuzzer.  Two programs run them: `fuzz`, under libFuzzer or
 * AFL++, and `replay`, which runs files and mutants of them in every "make check".
 * A target leaves nothing behind, and reads no file but those in its input.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/diag.h"
#include "report/report.h"

struct fuzz_target {
	const char *name;
	void (*run)(struct str bytes);
};

extern const struct fuzz_target fuzz_targets[];
extern const size_t fuzz_target_count;

/* NULL: no target of that name. */
const struct fuzz_target *fuzz_find(struct str name);
/* The promise, in words, is printed before the end. */
void fuzz_promise(bool holds, const char *promise);
/* Every place of every finding and notice lies inside its file. */
void fuzz_check_places(struct lint *lint);
/* As source 1 of the run, of this name. */
const struct source *fuzz_source(struct lint *lint, const char *name, struct str bytes);

/* Has no byte that steers a terminal; none is ours while there is no colour. */
bool fuzz_is_harmless(struct str text);
/* One value, no key twice. */
void fuzz_check_json(struct str text);
/* The format keeps what it promises: JSON is JSON, XML well-formed, a line a place. */
void fuzz_print_report(const struct report *report, enum report_format format);

/* The targets of readers, each in fuzz_read.c; of reports and what leaves findings out, in fuzz_report.c;
   that of whole projects in fuzz_project.c. */
void fuzz_yaml(struct str bytes);
void fuzz_structure(struct str bytes);
void fuzz_dotenv(struct str bytes);
void fuzz_template(struct str bytes);
void fuzz_dockerfile(struct str bytes);
void fuzz_dockerignore(struct str bytes);
void fuzz_git_index(struct str bytes);
void fuzz_config(struct str bytes);
void fuzz_report(struct str bytes);
void fuzz_suppress(struct str bytes);
void fuzz_baseline(struct str bytes);
void fuzz_project(struct str bytes);

#endif
