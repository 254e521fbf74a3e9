#!/bin/sh
# SPDX-License-Identifier: MIT
# The tour that opens lint/main.c names every module as room/module, and no other.
. "${0%/*}/tap.sh"

(
	cd "$srcdir/lint" || exit 1
	find . -name '*.[ch]' | sed 's|^\./||; s/\.[ch]$//' | grep -v '^main$' | sort -u
) >"$scratch/modules"
# A list may be named too, and is no module.
(
	cd "$srcdir/lint" || exit 1
	find . -name '*.[ch]' -o -name '*.list' | sed 's|^\./||; s/\.[a-z]*$//' | sort -u
) >"$scratch/existing"

# The tour is the first comment after the licence line.
awk '
/SPDX-License-Identifier/ { next }
/^\/\*/ { tour = 1 }
tour { print }
tour && /\*\// { exit }
' "$srcdir/lint/main.c" >"$scratch/tour"
tr -c 'a-z0-9_/' '\n' <"$scratch/tour" |
	grep -E '^((base|read|image|model|fact|engine|report)/[a-z0-9_]+|options|choice|command(_[a-z]+)?|discover(_[a-z]+)?|discovery|finder|gather|processors|workers|run|settle|output|overwrite)$' |
	sort -u >"$scratch/named"

if [ -s "$scratch/tour" ]; then ok 'lint/main.c opens with the tour'
else not_ok 'lint/main.c opens with the tour'; fi
comm -23 "$scratch/modules" "$scratch/named" >"$scratch/missing"
wants_empty 'the tour names every module' "$scratch/missing"
comm -13 "$scratch/existing" "$scratch/named" >"$scratch/dead"
wants_empty 'the tour names no module that is gone' "$scratch/dead"
finish
