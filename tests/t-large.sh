#!/bin/sh
# SPDX-License-Identifier: MIT
# Large input costs time in proportion, not in its square: a hook that hangs on a file is a hole.
# Each of these took more than a minute when some step compared everything with everything.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1

command -v timeout >timeout.path || skip_all "no timeout here"
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# many COUNT TEXT: the text once for each number, which stands for @.
many() {
	awk -v count="$1" -v text="$2" 'BEGIN {
		for (i = 0; i < count; i++) {
			line = text
			gsub(/@/, i, line)
			print line
		}
	}'
}

# ends NAME: the program comes to an end with compose.yaml in time, also under sanitizers.
ends() {
	timeout 60 "$COMPOSE_LINT" -q -f compose.yaml >out 2>err </dev/null
	status=$?
	if [ "$status" -eq 1 ]; then
		ok "$1"
	else
		{ echo "status $status"; head -n 3 err; } >why
		not_ok "$1" why
	fi
}

# agent KEY COUNT TEXT
agent() {
	printf 'services:\n  agent:\n    image: agent:1\n    %s:\n' "$1"
	many "$2" "$3"
}

agent volumes 20000 '      - /a@:/b@' >compose.yaml
ends "many mounts, each with a finding"
agent environment 20000 '      A@_TOKEN: abcdefabcdef@' >compose.yaml
ends "many credentials"
{
	printf 'services:\n  agent:\n    image: agent:1\n    command: "'
	many 200000 '${A}' | tr -d '\n'
	echo '"'
} >compose.yaml
ends "one variable at many places"
many 5000 '---
services: {agent: {image: agent:1}}' >compose.yaml
ends "one service in many documents"
{
	echo services:
	many 1000 '  s@: {extends: {file: base.yaml, service: base}}'
} >compose.yaml
{
	printf 'services:\n  base:\n    image: a:1\n    environment:\n'
	many 300 '      A@: b'
} >base.yaml
ends "many services with many variables"

finish
