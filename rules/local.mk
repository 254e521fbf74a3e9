# SPDX-License-Identifier: MIT
# One line for each rule, sorted, as in rules.list; tests/t-registry.sh compares.

librules_a_SOURCES = %D%/registry.c %D%/registry.h %D%/rules.list

EXTRA_DIST += %D%/retired.list
