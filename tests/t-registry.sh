#!/bin/sh
# SPDX-License-Identifier: MIT
# Rules on disk, in rules.list and in local.mk are the same; so are the sources of lint/.
. "${0%/*}/tap.sh"
cd "$srcdir" || exit 1

find rules -name '*.c' | sed 's|^rules/||; s/\.c$//' | grep -v '^registry$' | sort >"$scratch/files"
sed -n 's/^RULE(\(.*\))$/\1/p' rules/rules.list >"$scratch/listed"
sed -n 's|^librules_a_SOURCES += %D%/\(.*\)\.c$|\1|p' rules/local.mk >"$scratch/built"
sort "$scratch/listed" >"$scratch/listed.sorted"
sort "$scratch/built" >"$scratch/built.sorted"

wants_equal 'rules.list names every rule in rules/ and no other' "$scratch/files" "$scratch/listed.sorted"
wants_equal 'local.mk names every rule in rules/ and no other' "$scratch/files" "$scratch/built.sorted"
wants_equal 'rules.list is sorted' "$scratch/listed.sorted" "$scratch/listed"
wants_equal 'local.mk is sorted' "$scratch/built.sorted" "$scratch/built"

# A list may have comments, in C's manner; anything else is a slip.
awk '
{ line = $0 }
incomment { if (line ~ /\*\//) incomment = 0; next }
line ~ /^\/\*/ { if (line !~ /\*\//) incomment = 1; next }
line !~ /^(RULE\([a-z0-9_]+\))?$/ { print FNR ": " line }
' rules/rules.list >"$scratch/slips"
wants_empty 'rules.list is lines of RULE(name)' "$scratch/slips"

sed -n 's/^RETIRED("\([^"]*\)".*/\1/p' rules/retired.list | tr - _ | sort >"$scratch/retired"
comm -12 "$scratch/files" "$scratch/retired" >"$scratch/back"
wants_empty 'no retired name is in use' "$scratch/back"

while read -r rule; do
	grep -q "^const struct rule rule_$rule = {" "rules/$rule.c" || echo "rules/$rule.c: no rule_$rule"
	name=$(echo "$rule" | tr _ -)
	grep -Eq "\.name[[:space:]]*=[[:space:]]*STR_INIT\(\"$name\"\)" "rules/$rule.c" || echo "rules/$rule.c: no name \"$name\""
done <"$scratch/files" >"$scratch/unheld"
wants_empty 'each file holds the rule it is named after' "$scratch/unheld"

find lint -name '*.[ch]' -o -name '*.list' | sed 's|^lint/||' | sort >"$scratch/sources"
tr -s '[:blank:]' '\n' <lint/local.mk | sed -n 's|^%D%/||p' | sort >"$scratch/sources.built"
wants_equal 'lint/local.mk names every source in lint/ and no other' "$scratch/sources" "$scratch/sources.built"
finish
