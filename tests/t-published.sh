#!/bin/sh
# SPDX-License-Identifier: MIT
# What a module publishes is used by another one.
. "${0%/*}/tap.sh"

# For unit tests alone, which ask what no other answer shows.
asked_by_tests='setting_next setting_path mount_source_is_reported processors_of_quota'

set -- "$top_builddir/liblint.a" "$top_builddir/librules.a"
[ -f "$1" ] && [ -f "$2" ] || skip_all 'no libraries'
nm -P "$1" >/dev/null 2>&1 || skip_all 'no nm -P'
main=$(find "$top_builddir/lint" -name 'main.o' -o -name '*-main.o' | head -n 1)
[ -n "$main" ] || skip_all 'no main program'

# "NAME U" is used, "NAME T ..." is published; some systems put an underscore before each.
nm -P "$@" "$main" 2>/dev/null | awk '$2 == "T" { print $1 }' | sort -u >"$scratch/published"
nm -P "$@" "$main" 2>/dev/null | awk '$2 == "U" { print $1 }' | sort -u >"$scratch/used"
# shellcheck disable=SC2086 # a list of words
printf '%s\n' main $asked_by_tests | sed 'p; s/^/_/' | sort -u >"$scratch/asked"
grep -Eq '^_?__(asan|ubsan|sanitizer|gcov|llvm_prof)' "$scratch/used" &&
	skip_all 'a sanitizer or coverage adds names of its own'
if [ -s "$scratch/published" ] && [ -s "$scratch/used" ]; then ok 'the libraries have names'
else not_ok 'the libraries have names'; fi

comm -23 "$scratch/published" "$scratch/used" | comm -23 - "$scratch/asked" >"$scratch/unused"
wants_empty 'each published function is called from another module' "$scratch/unused"
comm -12 "$scratch/asked" "$scratch/used" | grep -v main >"$scratch/called"
wants_empty 'what is there for tests alone is called by them alone' "$scratch/called"
finish
