#!/bin/sh
# SPDX-License-Identifier: MIT
# Large input costs time in proportion, not in its square: a hook that hangs on a file is a hole.
# Each of these took more than a minute when some step compared everything with everything.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1

unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# many COUNT TEXT: the text once for each number, which stands for @.
many() {
	awk -v count="$1" -v text="$2" 'BEGIN {
		# mawk keeps each replacement that gsub() is given, and looks through all of them
		n = split(text, part, "@")
		for (i = 0; i < count; i++) {
			line = part[1]
			for (j = 2; j <= n; j++)
				line = line i part[j]
			print line
		}
	}'
}

# ends NAME: the program comes to an end with compose.yaml, also under sanitizers, within seconds
# of the processor, which a busy machine does not stretch.
ends() {
	(
		# shellcheck disable=SC3045 # dash, BusyBox and bash have it
		ulimit -t 60
		exec "$COMPOSE_LINT" -q -f compose.yaml >out 2>err </dev/null
	)
	status=$?
	if [ "$status" -eq 1 ]; then
		ok "$1"
	else
		{ echo "status $status"; head -n 3 err; } >why
		not_ok "$1" why
	fi
}

# says NAME PATTERN: what multiplies itself ends at a limit, and the limit is named.
says() {
	timeout 60 "$COMPOSE_LINT" -q --format gcc -f compose.yaml >out 2>err </dev/null
	status=$?
	if [ "$status" -eq 1 ] && grep -q "$2" out; then
		ok "$1"
	else
		{ echo "status $status"; head -n 3 out err; } >why
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
{
	printf 'services:\n  agent:\n    image: agent:1\n    command: |\n'
	many 200000 '      ${A}'
} >compose.yaml
ends "one variable on many lines of a block"
{
	printf 'services:\n  agent:\n    image: agent:1\n    command: "\\t'
	many 60000 '${A@}' | tr -d '\n'
	echo '"'
} >compose.yaml
ends "many variables behind an escape"
{
	printf 'services:\n  agent:\n    image: agent:1\n    environment:\n      OPENAI_API_BASE: "'
	many 150000 '${A' | tr -d '\n'
	echo '"'
} >compose.yaml
ends "many references that do not end"
{
	printf 'services:\n  agent:\n    image: agent:1\n    environment:\n      A: "'
	many 30000 '-----BEGIN PRIVATE KEY-----' | tr -d '\n'
	echo '"'
} >compose.yaml
ends "many beginnings of a key"
{
	printf 'services:\n  agent:\n    image: agent:1\n    command: "'
	many 6000 '${A@} ${B@:-b}' | tr '\n' ' '
	echo '"'
} >compose.yaml
ends "many variables on one line, each with a finding"
{
	printf 'services:\n  a:\n    image: agent:1\n    volumes:\n'
	many 1000 '      - /srv/@:/x@'
	many 1000 '  s@: {image: "agent:1", volumes_from: [a]}'
} >compose.yaml
ends "many services with the mounts of one that has many"
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
{
	echo services:
	many 30000 '  s@: {image: "agent:1", network_mode: "service:s#"}' | awk '{ sub(/#/, NR); print }'
	echo '  s30000: {image: "agent:1"}'
} >compose.yaml
ends "a long chain of services that share a network namespace"
{
	printf 'services:\n  agent:\n    image: agent:1\n# '
	many 2000000 '!' | tr -d '\n'
	echo
} >compose.yaml
ends "a comment of exclamation marks, each of which may begin a tag"

# Nine of each in the next, eleven times.
powers() {
	awk -v first="$1" -v each="$2" 'BEGIN {
		print first
		for (i = 1; i < 12; i++) {
			line = "x-a" i ": &a" i
			for (j = 0; j < 9; j++) {
				part = each
				gsub(/@/, i - 1, part)
				gsub(/#/, j, part)
				line = line "\n  " part
			}
			print line
		}
	}'
	echo 'services: {agent: {image: "agent:1"}}'
}

powers 'x-a0: &a0 [x, x, x]' '- *a@' >compose.yaml
says 'aliases that multiply are counted, not followed' 'aliases multiply this file beyond [0-9]* values'
powers 'x-a0: &a0 {k: {a: 1, b: 2}}' 'k#: {<<: *a@}' >compose.yaml
says 'so are merge keys' 'aliases multiply this file beyond [0-9]* values'
echo 'include: [i0.yaml]' >compose.yaml
for i in 0 1 2 3 4 5 6 7 8; do
	f=i$((i + 1)).yaml
	printf 'include: [%s, %s, %s, %s, %s]\nservices: {s%s: {image: "x:1"}}\n' "$f" "$f" "$f" "$f" "$f" $i >i$i.yaml
done
echo 'services: {z: {image: "z:1"}}' >i9.yaml
says 'includes that multiply end at a limit' 'the includes of this project bring more than the limit allows'
{
	echo 'V0=xxxxxxxxxx'
	many 40 'V@X=' | awk -F '[VX]' '{ print "V" $2 + 1 "=${V" $2 "}${V" $2 "}" }'
} >.env
printf 'services:\n  agent: {image: "${V40}"}\n' >compose.yaml
says 'variables that multiply end at a limit' 'this value grows beyond 1 MiB, the limit for one value'
rm .env
{
	printf 'x-env: &env\n'
	many 100 '  E@: v@'
	echo services:
	many 1000 '  s@: {image: "agent:1", environment: *env}'
} >compose.yaml
ends "many services that share an anchor"

finish
