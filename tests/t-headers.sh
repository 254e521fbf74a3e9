#!/bin/sh
# SPDX-License-Identifier: MIT
# Each header stands alone and opens with its contract; comments refer to what a reader can find.
. "${0%/*}/tap.sh"

(cd "$srcdir" && find lint rules -name '*.h' 2>/dev/null | sort) >"$scratch/headers"
[ -s "$scratch/headers" ] || skip_all 'no headers'

: >"$scratch/alone"
: >"$scratch/contract"
while read -r header; do
	printf '#include <config.h>\n#include "%s"\n' "${header#lint/}" >"$scratch/alone.c"
	# shellcheck disable=SC2086 # a command and flags, several words each
	${CC:-cc} -std=c11 ${TEST_CFLAGS-} -fsyntax-only -I"$top_builddir" -I"$srcdir/lint" \
		-I"$srcdir" ${TEST_CPPFLAGS-} "$scratch/alone.c" >"$scratch/out" 2>&1 ||
		{ echo "$header"; cat "$scratch/out"; } >>"$scratch/alone"
	# The licence line, perhaps a blank one, then the comment.
	awk -v header="$header" '
		/^\/\* SPDX-License-Identifier: .* \*\/$/ { licence = 1; next }
		/^$/ { next }
		{ contract = /^\/\*/; exit }
		END { if (!licence || !contract) print header }
	' "$srcdir/$header" >>"$scratch/contract"
done <"$scratch/headers"

wants_empty 'each header compiles alone' "$scratch/alone"
wants_empty 'each header opens with the licence line and a comment' "$scratch/contract"

# A page named by the number of its section is not in the tree.
(cd "$srcdir" && find lint rules tests -name '*.[ch]' -o -name '*.list' | sort |
	xargs grep -nE '(^| )/?\*.*([a-z]-semantics|\.md [0-9]|[a-z]-and-[a-z]+ [0-9]+\.[0-9])') >"$scratch/pages"
wants_empty 'no comment refers to a page outside the tree' "$scratch/pages"
finish
