#!/bin/sh
# SPDX-License-Identifier: MIT
# "make bench": the linter against the bare parser over the agent sandbox, its
# .env filled in. Prints, and fails only if a program does. PAIRS=n for more runs.
: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"

work=$(pwd)/bench.$$.tmp
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cp -R "$srcdir/fixtures/projects/agent-sandbox/." "$work"
chmod -R u+w "$work"
mkdir "$work/project" "$work/task"
compose=$work/compose-sandbox.yaml

# Each variable that the file asks for gets a likely value.
# shellcheck disable=SC2016 # the file's own ${NAME}
grep -v '^ *#' "$compose" | grep -o '\${[A-Z_]*' | sed 's/^..//' | sort -u |
	while read -r name; do
		case $name in
		PROJECT_DIR) value=$work/project ;;
		*_DIR) value=$work/task ;;
		*MEMORY*) value=4g ;;
		*CPU* | *PIDS*) value=2 ;;
		*URL | *BASE) value=http://gateway:4000/v1 ;;
		*PORT) value=4000 ;;
		*) value=example ;;
		esac
		echo "$name=$value"
	done >"$work/.env"

tests/bench-time "${PAIRS:-50}" tests/bench-parse ./compose-lint "$compose"
