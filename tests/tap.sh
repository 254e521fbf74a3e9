# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What every test script needs: verdicts in TAP, a scratch folder, the roots.
#
# srcdir        root of the source tree; only read
# top_builddir  where the objects are; the scratch folder is made in the current one
#
# "finish" prints the plan. A script that ends before it has no plan and fails.

: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"
: "${top_builddir:=.}"
LC_ALL=C
export LC_ALL srcdir top_builddir

tap_count=0
tap_failed=0

ok() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1"
}

# not_ok NAME [FILE]: the file's lines say why.
not_ok() {
	tap_count=$((tap_count + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_count - $1"
	if [ $# -gt 1 ]; then sed 's/^/#   /' "$2"; fi
}

skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# wants_empty NAME FILE: good when the list of complaints is empty.
wants_empty() {
	if [ -s "$2" ]; then not_ok "$1" "$2"; else ok "$1"; fi
}

# wants_equal NAME WANTED GOT: good when the two files are equal.
wants_equal() {
	if diff -u "$2" "$3" >"$scratch/diff" 2>&1; then ok "$1"; else not_ok "$1" "$scratch/diff"; fi
}

# run STATUS NAME ARGUMENT...: runs the program in the current folder, leaves out and err there. $as
# is what runs it, as another user or so.
run() {
	wanted=$1 name=$2
	shift 2
	${as-} "$COMPOSE_LINT" "$@" >out 2>err </dev/null
	got=$?
	if [ "$got" -eq "$wanted" ]; then
		ok "$name"
	else
		{ echo "status $got, wanted $wanted"; cat out err; } >why
		not_ok "$name" why
	fi
}

finish() {
	echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
	exit
}

# A folder of this run's own, gone at the end.
scratch=$(pwd)/$(basename "$0" .sh).$$.tmp
mkdir "$scratch" || exit 1
trap 'chmod -R u+w "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
