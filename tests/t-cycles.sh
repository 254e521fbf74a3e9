#!/bin/sh
# SPDX-License-Identifier: MIT
# No two modules need each other, directly or round a corner.
. "${0%/*}/tap.sh"
command -v tsort >/dev/null || skip_all 'tsort not found'
cd "$srcdir" || exit 1

find lint -name '*.[ch]' | sort >"$scratch/files"
[ -s "$scratch/files" ] || skip_all 'no sources'
# One pair for each include of another module; a module is the name without .c or .h.
# shellcheck disable=SC2046 # names in the tree have no blanks
awk '
/^[ \t]*#[ \t]*include[ \t]*"[a-z0-9_\/]+\.h"/ {
	from = FILENAME; sub(/^lint\//, "", from); sub(/\.[ch]$/, "", from)
	to = $0; sub(/^[^"]*"/, "", to); sub(/\.h".*/, "", to)
	if (from != to && to != "config") print from, to
}' $(cat "$scratch/files") >"$scratch/pairs"

# GNU tsort names a loop and fails, others only name it.
tsort "$scratch/pairs" 2>"$scratch/loops" >/dev/null
wants_empty 'no two modules need each other' "$scratch/loops"
finish
