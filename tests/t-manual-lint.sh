#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual is clean under its linters and knows the options the program knows.
. "${0%/*}/tap.sh"

for page in "$srcdir"/man/*.[1-9]; do
	name=$(basename "$page")
	if command -v mandoc >/dev/null; then
		mandoc -T lint -W warning "$page" >"$scratch/out" 2>&1
		wants_empty "mandoc has nothing against $name" "$scratch/out"
	else
		skip "mandoc has nothing against $name" 'mandoc not found'
	fi
	# A heading that begins with the name of a macro, such as In, is taken for a call of it.
	if command -v mandoc >/dev/null; then
		sed -n 's/^\.S[hs] //p' "$page" | sed 's/^\\&//' >"$scratch/wanted"
		mandoc -T markdown "$page" | sed -n 's/^##* //p' | sed 's/ *$//' >"$scratch/got"
		wants_equal "the headings of $name are printed as they are written" "$scratch/wanted" "$scratch/got"
	else
		skip "the headings of $name are printed as they are written" 'mandoc not found'
	fi
	if command -v groff >/dev/null && groff -mandoc -Tutf8 /dev/null >/dev/null 2>&1; then
		groff -mandoc -ww -z "$page" >"$scratch/out" 2>&1
		wants_empty "groff has nothing against $name" "$scratch/out"
	else
		skip "groff has nothing against $name" 'groff with mdoc not found'
	fi
	# What "man -k" knows of a page: one name and what it is.
	if command -v lexgrog >/dev/null; then
		lexgrog "$page" 2>&1 | grep -vE ': "[^ ]+ - .+"$' >"$scratch/out"
		wants_empty "lexgrog finds the name of $name" "$scratch/out"
	else
		skip "lexgrog finds the name of $name" 'lexgrog not found'
	fi
done

# The sections, in the order in which compose-lint(1) has them.
printf '%s\n' NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES DIAGNOSTICS \
	'SEE ALSO' STANDARDS HISTORY AUTHORS CAVEATS BUGS 'SECURITY CONSIDERATIONS' >"$scratch/wanted"
sed -n 's/^\.Sh //p' "$srcdir/man/compose-lint.1" >"$scratch/got"
wants_equal 'compose-lint(1) has its sections in order' "$scratch/wanted" "$scratch/got"

# An option's line in --help begins with blanks and a dash; in the page with .It Fl.
"$COMPOSE_LINT" --help 2>&1 | sed -n 's/^ *\(-.*\)/\1/p' | sed 's/   *.*//' |
	tr -c 'a-z-' '\n' | grep -E '^--[a-z]' | sort -u >"$scratch/help"
sed -n '/^\.It.* Fl /p' "$srcdir/man/compose-lint.1" |
	tr ' ' '\n' | sed -n 's/^-\([a-z][a-z-]*\)$/--\1/p' | grep -E '^--[a-z]{2}' | sort -u >"$scratch/page"
if [ -s "$scratch/help" ]; then
	wants_equal 'compose-lint(1) lists the options of --help' "$scratch/help" "$scratch/page"
else
	not_ok 'compose-lint(1) lists the options of --help'
fi

# number NAME: what lint/base/limits.h has for it
number() {
	echo "$(($(sed -n "s/^	$1 = \(.*\),\$/\1/p" "$srcdir/lint/base/limits.h")))"
}
sed -n '/^\.Ss Limits$/,$p' "$srcdir/man/compose-lint.1" >"$scratch/limits"
while read -r limit words; do
	number=$(number "$limit")
	case $words in MiB*) number=$((number / 1024 / 1024)) ;; esac
	echo "$number $words"
done >"$scratch/wanted" <<'END'
LIMIT_FILE_BYTES MiB of one file, and of a Dockerfile
LIMIT_DOCKERFILE_BYTES MiB;
LIMIT_RUN_BYTES MiB of all files of a run
LIMIT_NODES values that stand in one file, and
LIMIT_RUN_NODES in those of a run
LIMIT_DEPTH collections, one in the other
LIMIT_ALIAS_NODES values that the aliases of one file add, and
LIMIT_RUN_ALIAS_NODES in those of a run
LIMIT_BROUGHT_NODES values that includes bring into one project, and
LIMIT_INHERITED_NODES that extends copies in a run
LIMIT_INCLUDES includes of one project, and
LIMIT_INCLUDE_DEPTH files that include each other in a chain
LIMIT_EXTENDS_DEPTH services that extend each other in a chain
LIMIT_PROJECT_FILES files of one project, and
LIMIT_ENV_LINES lines in its env files
LIMIT_VALUE_BYTES MiB that variables make of one value, and
LIMIT_EXPANDED_BYTES MiB of those of a run
LIMIT_MOUNTS mounts of one project, and
LIMIT_PORTS ports of one list
LIMIT_FINDINGS findings of a run; the rest is counted, and makes the exit status 1
END
grep '^[0-9]' "$scratch/limits" >"$scratch/got"
wants_equal 'compose-lint(1) has the limits of the sources' "$scratch/wanted" "$scratch/got"
finish
