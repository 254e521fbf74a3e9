#!/bin/sh
# SPDX-License-Identifier: MIT
# "make bench": the linter against what nobody can do without, the bare parser over the same files,
# and against other programs that read them, where they are: docker compose (COMPOSE_ORACLE
# or docker-compose), yamllint, dclint, and Python's linter of this program's name. Wall times are
# medians of runs by turns and mean something as ratios only; instructions do not vary with the load
# of the machine. The bare parser is linked as programs are, dynamically; compose-lint perhaps not, so
# its dynamic build runs beside it where the start is what counts. Prints, and fails only if a program
# does. PAIRS=n for other than 10 turns; GROWTH=no leaves out what takes minutes: all instructions, and
# how they grow.
: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"
. "${0%/*}/bench-inputs.sh"
LC_ALL=C
export LC_ALL

work=$(pwd)/bench.$$.tmp
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

lint=$(pwd)/compose-lint
dynamic=$(pwd)/tests/compose-lint-dynamic
parse=$(pwd)/tests/bench-parse
timer=$(pwd)/tests/bench-time
failed=0

counts=yes
if [ "$GROWTH" = no ]; then
	counts=no
elif ! command -v valgrind >/dev/null; then
	echo 'instructions: SKIP valgrind not found'
	counts=no
fi
compose=${COMPOSE_ORACLE:-$(command -v docker-compose)}
[ "$compose" ] || echo 'docker compose: SKIP neither COMPOSE_ORACLE nor docker-compose found'
yamllint=$(command -v yamllint) || echo 'yamllint: SKIP not found'
dclint=$(command -v dclint) || echo 'dclint: SKIP not found'
python=$(command -v python3)
if ! "${python:-false}" -c 'import compose_lint' 2>/dev/null; then
	python=
	echo "Python's compose_lint: SKIP not found"
fi

# measure TITLE FILES [ARGUMENT...]: in the project's folder; FILES are what the parser gets. The
# others get the first of them, and only the sandbox's: of thousands of services they make minutes.
measure() {
	title=$1 files=$2
	shift 2
	echo
	echo "$title"
	main=${files%% *}
	[ "$linked" ] && linked="-- $dynamic $*"
	# shellcheck disable=SC2086 # several words
	set -- "$@" -- "$parse" $files $linked
	[ "$alone" ] && [ "$compose" ] && set -- "$@" -- "$compose" -f "$main" config -q
	[ "$alone" ] && [ "$yamllint" ] && set -- "$@" -- "$yamllint" -d relaxed "$main"
	[ "$alone" ] && [ "$dclint" ] && set -- "$@" -- "$dclint" "$main"
	[ "$alone" ] && [ "$python" ] && set -- "$@" -- "$python" -m compose_lint "$main"
	"$timer" "${PAIRS:-10}" "$lint" "$@" || failed=1
}

# instructions FILES [ARGUMENT...]
instructions() {
	[ "$counts" = yes ] || return
	files=$1
	shift
	# shellcheck disable=SC2086 # several words
	echo "$(count "$lint" "$@") $(count "$parse" $files)" |
		awk '{ printf "  instructions %.2f M, bare parser %.2f M, ratio %.2f\n", $1 / 1e6, $2 / 1e6, $1 / $2 }'
}

# row TITLE KIND SIZE FILES
row() {
	mkdir "$work/$2" && cd "$work/$2" || exit 1
	project "$2" "$3"
	# shellcheck disable=SC2046 # several words
	measure "$1" "$4" $(arguments "$2" "$3")
	# shellcheck disable=SC2046
	instructions "$4" $(arguments "$2" "$3")
}

words() { awk -v n="$1" -v text="$2" 'BEGIN { split(text, part, "@"); for (i = 0; i < n; i++) printf " %s", part[1] i part[2] }'; }

cd "$work" || exit 1
alone='' linked=yes
measure 'start-up' '' --version
instructions '' --version
mkdir sandbox && sandbox sandbox && cd sandbox || exit 1
alone=yes
files='compose-sandbox.yaml .env agent-sandbox.Dockerfile'
measure 'agent sandbox' "$files" compose-sandbox.yaml
instructions "$files" compose-sandbox.yaml
alone='' linked=''
row '5,000 services in one file' services 5000 compose.yaml
row '200 includes' includes 200 "compose.yaml$(words 200 i@.yaml)"
row '.env of 2 MB' variables 86000 'compose.yaml .env'
row '1,000 projects in a tree' tree 1000 "$(words 1000 p@/compose.yaml)"
cd "$work/tree" || exit 1
echo
echo '1,000 projects in a tree, two jobs and one job'
"$timer" "${PAIRS:-10}" "$lint" --jobs 2 . -- "$lint" --jobs 1 . || failed=1
row 'Dockerfile of 5,000 lines' dockerfile 5000 'compose.yaml Dockerfile'

# ------------------------------------------------------------------ growth

# Each kind of project at several sizes, and what one more unit costs against the first.
[ "$counts" = yes ] || exit "$failed"

# growth KIND SIZE...
growth() {
	kind=$1
	shift
	first=
	for size; do
		mkdir "$work/$kind-$size" && cd "$work/$kind-$size" || exit 1
		project "$kind" "$size"
		# shellcheck disable=SC2046 # several words
		each=$(count "$lint" $(arguments "$kind" "$size") | awk -v n="$size" '{ printf "%d", $1 / n }')
		: "${first:=$each}"
		echo "$kind $size $each $first" |
			awk '{ printf "%-10s %6d: %8d each, %.2f of the first\n", $1, $2, $3, $4 ? $3 / $4 : 0 }'
	done
}

echo
growth services 100 1000 10000
growth config 500 1000 2000
growth provenance 500 1000 2000
growth documents 250 500 1000
growth files 250 500 1000
growth anchors 500 1000 2000
growth overrides 500 1000 2000
growth includes 10 100 1000
growth variables 100 1000 10000 100000
growth tree 100 1000
growth dockerfile 500 5000 50000
exit "$failed"
