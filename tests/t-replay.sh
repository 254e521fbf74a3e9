#!/bin/sh
# SPDX-License-Identifier: MIT
# The fuzz targets over a part of the fixtures, over what a fuzzer once found, and over mutants of
# both, which are the same in every run. Longer: t-replay.sh MUTANTS [EVERY].
. "${srcdir:-.}/tests/tap.sh"

replay=$(cd "$top_builddir" && pwd)/tests/replay
mutants=${1:-2}
every=${2:-7}

"${0%/*}/fuzz-seeds.sh" "$scratch/seeds" "$every" || exit 1
for target in yaml structure dotenv template dockerfile dockerignore git_index config report suppress baseline project; do
	set -- "$scratch/seeds/$target"/*
	if [ ! -f "$1" ]; then
		not_ok "target $target has seeds"
	elif "$replay" "$target" "$mutants" "$@" >"$scratch/out" 2>"$scratch/err"; then
		ok "target $target keeps its promises over $# seeds and their mutants"
	else
		tail -n 1 "$scratch/out" >"$scratch/why"
		tail -n 40 "$scratch/err" >>"$scratch/why"
		not_ok "target $target keeps its promises over $# seeds and their mutants" "$scratch/why"
	fi
done
finish
