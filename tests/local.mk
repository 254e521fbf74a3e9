# SPDX-License-Identifier: MIT
# Tests read from $(srcdir) and write in the build folder.

# Unit tests: add the name here; the source is tests/check_<module>.c.
unit_tests = \
	%D%/check_address \
	%D%/check_adjacency \
	%D%/check_calendar \
	%D%/check_cast \
	%D%/check_comment \
	%D%/check_configuration \
	%D%/check_consistency \
	%D%/check_context \
	%D%/check_contract \
	%D%/check_copy \
	%D%/check_credential \
	%D%/check_credential_mask \
	%D%/check_credential_name \
	%D%/check_credential_placeholder \
	%D%/check_credential_sign \
	%D%/check_credential_value \
	%D%/check_device \
	%D%/check_discover \
	%D%/check_dockerfile \
	%D%/check_dotenv \
	%D%/check_env \
	%D%/check_evaluation \
	%D%/check_excerpt \
	%D%/check_execform \
	%D%/check_expand \
	%D%/check_explain \
	%D%/check_extends \
	%D%/check_file \
	%D%/check_file_once \
	%D%/check_final \
	%D%/check_fixes \
	%D%/check_flags \
	%D%/check_formats \
	%D%/check_frontend \
	%D%/check_gateway \
	%D%/check_give_way \
	%D%/check_grade \
	%D%/check_group \
	%D%/check_heredoc \
	%D%/check_hostpath \
	%D%/check_image \
	%D%/check_include \
	%D%/check_interp \
	%D%/check_join \
	%D%/check_layers \
	%D%/check_load \
	%D%/check_mapping \
	%D%/check_mask \
	%D%/check_merge \
	%D%/check_mount \
	%D%/check_network \
	%D%/check_node \
	%D%/check_normal \
	%D%/check_options \
	%D%/check_own_path \
	%D%/check_port \
	%D%/check_preset \
	%D%/check_processors \
	%D%/check_provenance \
	%D%/check_git_index \
	%D%/check_replace \
	%D%/check_report \
	%D%/check_role \
	%D%/check_rules \
	%D%/check_schema \
	%D%/check_security \
	%D%/check_shape \
	%D%/check_shell \
	%D%/check_shown \
	%D%/check_sink \
	%D%/check_source \
	%D%/check_span \
	%D%/check_stage \
	%D%/check_step \
	%D%/check_str \
	%D%/check_suppress \
	%D%/check_table \
	%D%/check_template \
	%D%/check_term \
	%D%/check_text \
	%D%/check_user \
	%D%/check_yaml \
	%D%/check_yaml_place \
	%D%/check_yaml_refused \
	%D%/check_yield

# Doormen and whole-program tests, in TAP.
script_tests = \
	%D%/t-layers.sh \
	%D%/t-cycles.sh \
	%D%/t-headers.sh \
	%D%/t-tour.sh \
	%D%/t-published.sh \
	%D%/t-no-globals.sh \
	%D%/t-registry.sh \
	%D%/t-exit-status.sh \
	%D%/t-output.sh \
	%D%/t-formats.sh \
	%D%/t-hostile.sh \
	%D%/t-editors.sh \
	%D%/t-large.sh \
	%D%/t-instructions.sh \
	%D%/t-fixtures.sh \
	%D%/t-sandbox.sh \
	%D%/t-boundary.sh \
	%D%/t-sheet.sh \
	%D%/t-suppress.sh \
	%D%/t-settings.sh \
	%D%/t-explain.sh \
	%D%/t-contract.sh \
	%D%/t-names.sh \
	%D%/t-cases.sh \
	%D%/t-config.sh \
	%D%/t-model-path.sh \
	%D%/t-redaction.sh \
	%D%/t-invariants.sh \
	%D%/t-rules-manual.sh \
	%D%/t-manual-lint.sh \
	%D%/t-readme.sh \
	%D%/t-pre-commit.sh \
	%D%/t-directories.sh \
	%D%/t-partition.sh \
	%D%/t-git.sh \
	%D%/t-completions.sh \
	%D%/t-integrations.sh \
	%D%/t-packaging.sh \
	%D%/t-controls.sh \
	%D%/t-replay.sh \
	%D%/t-faults.sh \
	%D%/t-files.sh \
	%D%/t-jobs.sh \
	%D%/t-limits.sh

# What the unit tests share: linting a string, comparing findings. A unit test
# has no _SOURCES of its own, so automake takes its name and this LDADD.
%C%_libsupport_a_SOURCES = %D%/document.c %D%/document.h %D%/evaluated.c %D%/evaluated.h %D%/golden.c %D%/golden.h %D%/held.c %D%/held.h %D%/model_text.c %D%/model_text.h %D%/own_folder.c %D%/own_folder.h %D%/parsed.c %D%/parsed.h %D%/suite.c %D%/suite.h %D%/support.c %D%/support.h %D%/token.c %D%/token.h %D%/words.c %D%/words.h %D%/made.c %D%/made.h %D%/mended.c %D%/mended.h
AM_DEFAULT_SOURCE_EXT = .c
LDADD = %D%/libsupport.a $(library_ldadd) $(CHECK_LIBS)

# Compares JSON for t-config.sh.
check_PROGRAMS += %D%/json-equal
%C%_json_equal_SOURCES = %D%/json_equal.c %D%/json_same.c %D%/json_same.h
%C%_json_equal_LDADD = $(JANSSON_LIBS)

# The program as its shared libraries make it: for tests that put another library before them, and
# for what is the same on each machine, whatever configure could link statically there.
check_PROGRAMS += %D%/compose-lint-dynamic
%C%_compose_lint_dynamic_SOURCES = lint/main.c
%C%_compose_lint_dynamic_LDADD = $(library_ldadd)

# The fuzz targets over seeds, without a fuzzer, for t-replay.sh.
fuzz_targets = %D%/fuzz.c %D%/fuzz.h %D%/fuzz_read.c %D%/fuzz_report.c %D%/fuzz_project.c %D%/held.c %D%/held.h
check_PROGRAMS += %D%/replay
%C%_replay_SOURCES = %D%/replay.c $(fuzz_targets)
%C%_replay_LDADD = $(library_ldadd)

if HAVE_CHECK
check_LIBRARIES += %D%/libsupport.a
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
else
TESTS += %D%/stub-check.sh
endif
TESTS += $(script_tests)

EXTRA_DIST += %D%/tap.sh %D%/stub-check.sh %D%/bench.sh %D%/bench-inputs.sh %D%/instructions.expected %D%/installcheck.sh %D%/fuzz-seeds.sh %D%/fuzz.dict %D%/faults.c %D%/opens.c %D%/redaction.places %D%/validate.sh $(script_tests)

TEST_EXTENSIONS = .sh
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
SH_LOG_DRIVER = $(tap_driver)
SH_LOG_COMPILER = $(SHELL)

# Check prints TAP and nothing else; forks would hide what a sanitizer says.
# The run arena lives until exit by design, so leaks are looked for by valgrind only.
AM_TESTS_ENVIRONMENT = \
	COMPOSE_LINT='$(abs_top_builddir)/compose-lint$(EXEEXT)'; export COMPOSE_LINT; \
	DYNAMIC_LINT='$(abs_top_builddir)/%D%/compose-lint-dynamic$(EXEEXT)'; export DYNAMIC_LINT; \
	srcdir='$(abs_srcdir)'; export srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CC='$(CC)'; export CC; \
	CFLAGS='$(CFLAGS)'; export CFLAGS; \
	MODE_CFLAGS='$(MODE_CFLAGS)'; export MODE_CFLAGS; \
	TEST_CFLAGS='$(WARN_CFLAGS)'; export TEST_CFLAGS; \
	TEST_CPPFLAGS='$(YAML_CFLAGS) $(PCRE2_CFLAGS) $(JANSSON_CFLAGS) $(CPPFLAGS)'; export TEST_CPPFLAGS; \
	CK_TAP_LOG_FILE_NAME=-; export CK_TAP_LOG_FILE_NAME; \
	CK_VERBOSITY=silent; export CK_VERBOSITY; \
	CK_DEFAULT_TIMEOUT=60; export CK_DEFAULT_TIMEOUT; \
	ASAN_OPTIONS="$${ASAN_OPTIONS-detect_leaks=0}"; export ASAN_OPTIONS; \
	UBSAN_OPTIONS="$${UBSAN_OPTIONS-print_stacktrace=1}"; export UBSAN_OPTIONS;
if SANITIZERS
AM_TESTS_ENVIRONMENT += CK_FORK=no; export CK_FORK; SANITIZERS=yes; export SANITIZERS;
endif

# ------------------------------------------------------------------ valgrind

valgrind = valgrind --quiet --error-exitcode=99 --leak-check=full \
	--errors-for-leak-kinds=definite

# valgrind takes the place of malloc in a shared library only.
check-valgrind: %D%/compose-lint-dynamic$(EXEEXT)
	@if ! command -v valgrind >/dev/null; then echo 'check-valgrind: SKIP valgrind not found'; exit 0; fi; \
	printf '#!/bin/sh\nexec %s %s "$$@"\n' '$(valgrind)' '$(abs_top_builddir)/%D%/compose-lint-dynamic$(EXEEXT)' >compose-lint.valgrind && \
	chmod +x compose-lint.valgrind && \
	$(MAKE) check LOG_COMPILER='$(valgrind)' TESTS_ENVIRONMENT='CK_FORK=no; export CK_FORK; COMPOSE_LINT=$(abs_top_builddir)/compose-lint.valgrind; export COMPOSE_LINT; DYNAMIC_LINT=$(abs_top_builddir)/compose-lint.valgrind; export DYNAMIC_LINT;'
CLEANFILES += compose-lint.valgrind

# ------------------------------------------------------------------ compare

# Random projects against docker compose: COMPOSE_ORACLE or docker-compose in PATH.
EXTRA_PROGRAMS += %D%/compare
%C%_compare_SOURCES = %D%/compare.c \
	%D%/compare_ask.c %D%/compare_ask.h \
	%D%/compare_files.c %D%/compare_files.h \
	%D%/compare_grammar.c %D%/compare_grammar.h \
	%D%/compare_layout.c %D%/compare_layout.h \
	%D%/compare_make.c %D%/compare_make.h \
	%D%/json_same.c %D%/json_same.h
%C%_compare_LDADD = $(JANSSON_LIBS)
CLEANFILES += %D%/compare$(EXEEXT)
COMPARE_SEED = 1
COMPARE_COUNT = 1000

compare: compose-lint$(EXEEXT) %D%/compare$(EXEEXT)
	@oracle=$${COMPOSE_ORACLE:-`command -v docker-compose`}; \
	if test -z "$$oracle"; then echo 'compare: SKIP docker-compose not found; COMPOSE_ORACLE=PATH names it, or the plugin'; exit 0; fi; \
	%D%/compare$(EXEEXT) "$$oracle" '$(abs_top_builddir)/compose-lint$(EXEEXT)' \
	  $(COMPARE_SEED) $(COMPARE_COUNT)
.PHONY: compare

# ------------------------------------------------------------------ fuzz

# Each target for FUZZ_SECONDS, from the fixtures. With libFuzzer:
#
#     ./configure CC=clang --enable-fuzzing --enable-sanitizers && make fuzz
#
# With AFL++ (Debian: afl++), whose compiler makes another program of the same targets:
#
#     ./configure CC=afl-clang-fast --enable-fuzzing --enable-sanitizers
#     make fuzz FUZZ_ENGINE=afl
EXTRA_PROGRAMS += %D%/fuzz
%C%_fuzz_SOURCES = %D%/fuzz_engine.c $(fuzz_targets)
%C%_fuzz_LDADD = $(library_ldadd)
%C%_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
CLEANFILES += %D%/fuzz$(EXEEXT)
FUZZ_TARGETS = yaml structure dotenv template dockerfile dockerignore git_index config report suppress baseline project
FUZZ_SECONDS = 60
FUZZ_FLAGS = -rss_limit_mb=2048 -timeout=10 -max_len=16384 -print_final_stats=1

FUZZ_ENGINE = libfuzzer

if FUZZING
fuzz: fuzz-$(FUZZ_ENGINE)
else
fuzz:
	@echo 'fuzz: first ./configure CC=clang --enable-fuzzing --enable-sanitizers;'; \
	echo 'fuzz: or, with AFL++, the same with CC=afl-clang-fast, and then make fuzz FUZZ_ENGINE=afl'; exit 1
endif

fuzz-seeds: %D%/fuzz$(EXEEXT)
	srcdir='$(abs_srcdir)' $(SHELL) $(srcdir)/%D%/fuzz-seeds.sh fuzz.tmp/seeds

# Of a whole project a third of the time would go into the weights of its many features.
fuzz-libfuzzer: fuzz-seeds
	@status=0; for target in $(FUZZ_TARGETS); do \
	  mkdir -p fuzz.tmp/$$target fuzz.tmp/found; \
	  entropic=1; test $$target != project || entropic=0; \
	  echo "== $$target for $(FUZZ_SECONDS) s"; \
	  FUZZ_TARGET=$$target ASAN_OPTIONS=detect_leaks=0 %D%/fuzz$(EXEEXT) $(FUZZ_FLAGS) \
	    -entropic=$$entropic \
	    -max_total_time=$(FUZZ_SECONDS) -dict=$(srcdir)/%D%/fuzz.dict \
	    -artifact_prefix=fuzz.tmp/found/$$target- fuzz.tmp/$$target fuzz.tmp/seeds/$$target \
	    >fuzz.tmp/$$target.log 2>&1 || { status=1; tail -n 40 fuzz.tmp/$$target.log; }; \
	  grep -E 'stat::number_of_executed_units|stat::peak_rss_mb' fuzz.tmp/$$target.log || \
	    { status=1; echo 'fuzz: nothing ran; is FUZZ_ENGINE that of the compiler?'; }; \
	  grep -E '^#[0-9].*cov:' fuzz.tmp/$$target.log | tail -n 1; \
	done; exit $$status

# afl-fuzz leaves out a seed that crashes, and its status does not say so: the program runs them first.
fuzz-afl: fuzz-seeds
	@status=0; for target in $(FUZZ_TARGETS); do \
	  out=fuzz.tmp/afl/$$target; mkdir -p fuzz.tmp/afl; \
	  FUZZ_TARGET=$$target; export FUZZ_TARGET; \
	  ASAN_OPTIONS=detect_leaks=0 %D%/fuzz$(EXEEXT) fuzz.tmp/seeds/$$target/* >$$out.seeds.log 2>&1 || \
	    { status=1; tail -n 40 $$out.seeds.log; }; \
	  echo "== $$target for $(FUZZ_SECONDS) s"; \
	  AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_AUTORESUME=1 AFL_NO_AFFINITY=1 \
	  AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
	    afl-fuzz -V $(FUZZ_SECONDS) -m none -t 10000 -x $(srcdir)/%D%/fuzz.dict \
	    -i fuzz.tmp/seeds/$$target -o $$out -- %D%/fuzz$(EXEEXT) >$$out.log 2>&1 || \
	    { status=1; tail -n 40 $$out.log; }; \
	  grep -E '^(execs_done|edges_found|saved_crashes|saved_hangs) ' $$out/default/fuzzer_stats || \
	    status=1; \
	  for found in $$out/default/crashes/id* $$out/default/hangs/id*; do \
	    test ! -e "$$found" || { status=1; echo "$$found"; }; \
	  done; \
	done; exit $$status
.PHONY: fuzz fuzz-seeds fuzz-libfuzzer fuzz-afl

# ------------------------------------------------------------------ bench

# The floor is measured by t-instructions.sh too.
check_PROGRAMS += %D%/bench-parse
EXTRA_PROGRAMS += %D%/bench-time
%C%_bench_parse_SOURCES = %D%/bench_parse.c
%C%_bench_parse_LDADD = $(YAML_LIBS)
%C%_bench_time_SOURCES = %D%/bench_time.c
%C%_bench_time_LDADD =
CLEANFILES += %D%/bench-time$(EXEEXT)

bench: compose-lint$(EXEEXT) %D%/compose-lint-dynamic$(EXEEXT) %D%/bench-parse$(EXEEXT) %D%/bench-time$(EXEEXT)
	@srcdir='$(abs_srcdir)' $(SHELL) $(srcdir)/%D%/bench.sh

.PHONY: bench check-valgrind
