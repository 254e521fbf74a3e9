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
