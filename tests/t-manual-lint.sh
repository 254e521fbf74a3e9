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
finish
