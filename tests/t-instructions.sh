#!/bin/sh
# SPDX-License-Identifier: MIT
# What a run costs, in instructions, stays within 5 % of what is on record. A count depends on the
# machine's libc, and on what the start of a process costs there; so it is divided by that of the
# bare parser over the same files, in the same run, and both are linked dynamically. It depends on
# the compiler and its switches too; so the record has a line for each compiler, and only a build with
# the switches that configure chooses by itself is compared. Renewed by "tests/t-instructions.sh --update".
: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"
[ "$1" = --update ] && update=yes
. "${0%/*}/tap.sh"
. "${0%/*}/bench-inputs.sh"

record=$srcdir/tests/instructions.expected
lint=${DYNAMIC_LINT:-$(pwd)/tests/compose-lint-dynamic}
parse=$(cd "$top_builddir" && pwd)/tests/bench-parse

command -v valgrind >/dev/null || skip_all 'valgrind not found'
case $lint in
*.valgrind) skip_all 'the program runs in valgrind already' ;;
esac
[ -z "$MODE_CFLAGS" ] || skip_all "another program is measured: $MODE_CFLAGS"
case $CFLAGS in
'-g -O2' | '-O2 -g') ;;
*) skip_all "figures are for CFLAGS='-g -O2'" ;;
esac
# shellcheck disable=SC2086 # "ccache gcc"
case $(${CC:-cc} --version 2>/dev/null) in
*clang*) compiler=clang ;;
*'Free Software Foundation'*) compiler=gcc ;;
*) skip_all 'an unknown compiler' ;;
esac
# shellcheck disable=SC2086
compiler=$compiler-$(${CC:-cc} -dumpversion | sed 's/\..*//')-$(uname -m)
[ "$update" ] || grep -q "^$compiler " "$record" ||
	skip_all "no figures for $compiler; --update adds them"

# ratio FILES [ARGUMENT...]: how many times the bare parser's instructions, in hundredths
ratio() {
	files=$1
	shift
	# shellcheck disable=SC2086 # several words
	echo "$(count "$lint" "$@") $(count "$parse" $files)" |
		awk '$1 > 0 && $2 > 0 { printf "%d", 100 * $1 / $2 }'
}

# holds NAME KIND RATIO
holds() {
	echo "$compiler $2 $3" >>"$scratch/new"
	[ "$update" ] && return
	was=$(awk -v compiler="$compiler" -v kind="$2" '$1 == compiler && $2 == kind { print $3 }' "$record")
	if [ "$3" ] && [ "$was" ] && [ $((($3 - was) * 20)) -le "$was" ] && [ $(((was - $3) * 20)) -le "$was" ]; then
		ok "$1"
	else
		echo "on record: ${was:-nothing}, now: ${3:-nothing}, in hundredths of the bare parser's" >"$scratch/why"
		not_ok "$1" "$scratch/why"
	fi
}

mkdir "$scratch/sandbox" "$scratch/services" "$scratch/includes"
sandbox "$scratch/sandbox"
cd "$scratch/sandbox" || exit 1
holds 'the agent sandbox costs what it did' sandbox \
	"$(ratio 'compose-sandbox.yaml .env agent-sandbox.Dockerfile' compose-sandbox.yaml)"
cd "$scratch/services" || exit 1
project services 200
holds 'so do 200 services' services "$(ratio compose.yaml .)"
cd "$scratch/includes" || exit 1
project includes 50
holds 'so do 50 includes' includes \
	"$(ratio "compose.yaml $(awk 'BEGIN { for (i = 0; i < 50; i++) print "i" i ".yaml" }')" .)"

if [ "$update" ]; then
	{
		grep -v "^$compiler " "$record"
		cat "$scratch/new"
	} >"$scratch/record"
	cat "$scratch/record" >"$record"
	cat "$scratch/new"
	exit 0
fi
finish
