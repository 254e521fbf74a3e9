#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The step of action.yml that lints: the exit status is compose-lint's.
#
# COMPOSE_LINT          the program
# GITHUB_ACTION_PATH    where the action lies
# GITHUB_OUTPUT         the file that takes the step's outputs
# INPUT_PATHS, INPUT_ARGS, INPUT_FAIL_ON, INPUT_SARIF_FILE, INPUT_ANNOTATIONS
#                       the inputs, as action.yml describes them
set -u

refuse() {
	echo "compose-lint action: $*" >&2
	exit 2
}

# lines TEXT: its lines that are not blank, to "words".
lines() {
	local line
	words=()
	while IFS= read -r line; do
		line=${line%$'\r'}
		[ -z "${line//[[:blank:]]/}" ] || words+=("$line")
	done <<<"$1"
}

# A line end here would be another output of the step.
case $INPUT_SARIF_FILE in
*$'\n'* | *$'\r'*) refuse 'sarif-file is more than one line' ;;
esac

command=("$COMPOSE_LINT" --color never --fail-on "$INPUT_FAIL_ON")
case $INPUT_ANNOTATIONS in
matcher) command+=(--format gcc) ;;
commands) command+=(--format github) ;;
none) command+=(--format text) ;;
*) refuse 'annotations is "matcher", "commands" or "none"' ;;
esac
if [ -n "$INPUT_SARIF_FILE" ]; then
	rm -f -- "$INPUT_SARIF_FILE"
	command+=(--format "sarif=$INPUT_SARIF_FILE")
fi
lines "$INPUT_ARGS"
command+=("${words[@]+"${words[@]}"}")
lines "$INPUT_PATHS"
[ ${#words[@]} -gt 0 ] || refuse 'paths is empty'
command+=(-- "${words[@]}")

# For this step only: another one's output is not ours to read.
[ "$INPUT_ANNOTATIONS" != matcher ] ||
	echo "::add-matcher::$GITHUB_ACTION_PATH/.github/compose-lint-matcher.json"
"${command[@]}"
status=$?
if [ "$INPUT_ANNOTATIONS" = matcher ]; then
	echo '::remove-matcher owner=compose-lint::'
	echo '::remove-matcher owner=compose-lint-info::'
fi

echo "status=$status" >>"$GITHUB_OUTPUT"
if [ -n "$INPUT_SARIF_FILE" ] && [ -s "$INPUT_SARIF_FILE" ]; then
	echo "sarif=$INPUT_SARIF_FILE" >>"$GITHUB_OUTPUT"
fi
exit "$status"
