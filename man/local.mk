# SPDX-License-Identifier: MIT

dist_man_MANS = \
	%D%/compose-lint.1 \
	%D%/compose-lint-config.5 \
	%D%/compose-lint-rules.7

# Written by the program from the rules' data sheets; tests/t-rules-manual.sh
# proves it fresh.
update-manual: compose-lint$(EXEEXT)
	./compose-lint$(EXEEXT) rules --format mdoc >compose-lint-rules.tmp
	mv compose-lint-rules.tmp $(srcdir)/%D%/compose-lint-rules.7

.PHONY: update-manual

# ------------------------------------------------------------------ completions

# Written from the program's own tables, at every build: there is no second copy.
completion_tables = \
	$(srcdir)/lint/options.c \
	$(srcdir)/lint/options.list \
	$(srcdir)/lint/report/formats.list \
	$(srcdir)/lint/engine/rule.c \
	$(srcdir)/rules/rules.list
completions = \
	%D%/completions/compose-lint \
	%D%/completions/_compose-lint \
	%D%/completions/compose-lint.fish

generate_completion = $(MKDIR_P) %D%/completions && \
	LC_ALL=C $(AWK) -f $(srcdir)/%D%/completions/generate.awk

%D%/completions/compose-lint: $(completion_tables) %D%/completions/generate.awk
	$(AM_V_GEN)$(generate_completion) -v shell=bash $(completion_tables) >$@.tmp && mv $@.tmp $@
%D%/completions/_compose-lint: $(completion_tables) %D%/completions/generate.awk
	$(AM_V_GEN)$(generate_completion) -v shell=zsh $(completion_tables) >$@.tmp && mv $@.tmp $@
%D%/completions/compose-lint.fish: $(completion_tables) %D%/completions/generate.awk
	$(AM_V_GEN)$(generate_completion) -v shell=fish $(completion_tables) >$@.tmp && mv $@.tmp $@

noinst_DATA = $(completions)
if INSTALL_BASH
bashcompletion_DATA = %D%/completions/compose-lint
endif
if INSTALL_ZSH
zshcompletion_DATA = %D%/completions/_compose-lint
endif
if INSTALL_FISH
fishcompletion_DATA = %D%/completions/compose-lint.fish
endif
CLEANFILES += $(completions)
EXTRA_DIST += %D%/completions/generate.awk
