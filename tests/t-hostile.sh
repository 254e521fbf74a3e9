#!/bin/sh
# SPDX-License-Identifier: MIT
# Names and contents made to steer a terminal, a CI runner or a parser: every report stays valid.
. "${0%/*}/tap.sh"
. "${0%/*}/validate.sh"
unset GITHUB_WORKSPACE CI_PROJECT_DIR

esc=$(printf '\033') bell=$(printf '\007') one=$(printf '\001') bidi=$(printf '\342\200\256')
invalid=$(printf '\377') c1=$(printf '\302\233') return=$(printf '\r')
newline='
'

# reports NAME ARGUMENT...: every format, by its own rules.
reports() {
	name=$1
	shift
	rm -f "$scratch"/got.*
	"$COMPOSE_LINT" --format text="$scratch/got.text" --format gcc="$scratch/got.gcc" \
		--format json="$scratch/got.json" --format sarif="$scratch/got.sarif" \
		--format github="$scratch/got.github" --format gitlab="$scratch/got.gitlab" \
		--format junit="$scratch/got.junit" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
	if [ "$status" -ne 1 ]; then
		{ echo "status $status"; cat "$scratch/out" "$scratch/err"; } >"$scratch/why"
		not_ok "$name: there are findings" "$scratch/why"
		return
	fi
	ok "$name: there are findings"
	for format in text gcc json sarif github gitlab junit; do
		steers_nothing "$name: $format: no line is a command, no byte is raw" "$scratch/got.$format"
	done
	steers_nothing "$name: nor on the standard error" "$scratch/err"
	# coloured text has escape sequences of ours alone
	"$COMPOSE_LINT" --color always "$@" 2>/dev/null </dev/null | sed "s/$esc\[[0-9;]*m//g" >"$scratch/coloured"
	steers_nothing "$name: nor in colour" "$scratch/coloured"
	valid_json "$name: json is well-formed" "$scratch/got.json"
	valid_report "$name: json follows its schema" "$scratch/got.json"
	valid_json "$name: sarif is well-formed" "$scratch/got.sarif"
	valid_sarif "$name: sarif" "$scratch/got.sarif"
	valid_json "$name: gitlab is well-formed" "$scratch/got.gitlab"
	valid_gitlab "$name: gitlab has every field" "$scratch/got.gitlab"
	valid_junit "$name: junit" "$scratch/got.junit"
}

# ---- names of files ----
mkdir "$scratch/names"
cd "$scratch/names" || exit 1
bad='services: {web: {image: nginx, privileged: true}}'
set --
# shellcheck disable=SC2016 # nothing is to be expanded
for name in "x${newline}::stop-commands::tok.yaml" '::error::x.yaml' '  ::error::y.yaml' \
	'a##[stop-commands]b.yaml' "c${esc}]52;c;eA==${bell}.yaml" "d${c1}31m.yaml" "e${bidi}lmay.yaml" \
	"f${invalid}.yaml" "g${return}h.yaml" "i${one}.yaml" "j$(printf '\177')k.yaml" '%s%n%0A.yaml' ']]><x>&.yaml' 'we,ird=a:b.yaml' \
	'my dir [x](y).yaml' '`id`.yaml' '{0}${HOME}.yaml'; do
	# a file system may not take every name
	if { echo "$bad" >"$name"; } 2>/dev/null; then
		set -- "$@" "$name"
	fi
done
reports 'names of files' -- "$@"
if [ "$(grep -c '"check_name": "privileged"' "$scratch/got.gitlab")" -eq $# ]; then
	ok "each of the $# files has its finding"
else
	not_ok "each of the $# files has its finding" "$scratch/got.gcc"
fi
# what cannot be read is said as safely
"$COMPOSE_LINT" "absent${newline}::error::x${esc}[2J##[group].yaml" >"$scratch/out" 2>"$scratch/err" </dev/null
steers_nothing 'a name that is not there steers nothing' "$scratch/err"
"$COMPOSE_LINT" -f "absent${newline}::error::x${esc}[2J##[group].yaml" >"$scratch/out" 2>"$scratch/err" </dev/null
steers_nothing 'nor with -f' "$scratch/err"
"$COMPOSE_LINT" --env-file "absent${newline}::error::x${esc}[2J##[group]" -- "$1" >"$scratch/out" 2>"$scratch/err" </dev/null
steers_nothing 'nor as an env file' "$scratch/err"
"$COMPOSE_LINT" --format "json=absent/${newline}::error::x${esc}[2J##[group]" -- "$1" >"$scratch/out" 2>"$scratch/err" </dev/null
steers_nothing 'nor as a report' "$scratch/err"
mkdir "fifo" && mkfifo "fifo/z${newline}::error::${esc}.yaml"
"$COMPOSE_LINT" "fifo/z${newline}::error::${esc}.yaml" >"$scratch/out" 2>"$scratch/err" </dev/null
steers_nothing 'nor as something that is no file' "$scratch/err"

# the model, too, says where each value comes from
"$COMPOSE_LINT" config --format tree -- '::error::x.yaml' >"$scratch/out" 2>&1 </dev/null
steers_nothing 'nor does a model that tells where its values come from' "$scratch/out"
verdict 'which names that file' grep -q -F '\::error::x.yaml:1:' "$scratch/out"

# ---- names of folders ----
mkdir -p "$scratch/folders/a${newline}::group::b/##[x]"
cd "$scratch/folders" || exit 1
cat >"a${newline}::group::b/##[x]/compose.yaml" <<'YAML'
services:
  agent:
    build: .
    image: nginx
    privileged: true
YAML
printf 'FROM debian:latest\nRUN pip install aider-chat\n' >"a${newline}::group::b/##[x]/Dockerfile"
reports 'names of folders' "a${newline}::group::b/##[x]"

# ---- contents ----
mkdir "$scratch/contents"
cd "$scratch/contents" || exit 1
cat >compose.yaml <<YAML
name: hostile
services:
  "::add-mask::x\n##[group]\e[2J\u202e\u0001 ]]> {0} [l](https://example.invalid) \`q\` %0A":
    image: "nginx ##[error]x\r\n::error::y"
    privileged: true
    user: "\n::set-output::\e]8;;https://example.invalid\e\\\\"
    volumes:
      - "/var/run/docker.sock:/a##[b]\u009b31m"
      - "\${HOME}/\u2066.ssh:/%s%n"
    environment:
      "A\n::b##[c]": "\x07"
    cap_add: ["SYS_ADMIN\n::x", "##[y]"]
    networks: ["::n##[m]"]
    extra_hosts: ["a${bidi}b:10.0.0.1"]
  "\ud7ff￾￿":
    image: a
    network_mode: host
networks:
  "::n##[m]": {external: true, name: "\e[31m"}
YAML
# shellcheck disable=SC2016
printf 'A=1\nB=${C##[x]}\n::error::=\033\n' >.env
reports 'contents' .
printf 'services:\n  web:\n    image: nginx\n    privileged: true # \377\300\200\n' >invalid.yaml
reports 'bytes that are no UTF-8' invalid.yaml
printf 'services:\n  web:\n    image: "\007\033[2J"\n    bad: [\n::error::x ##[y]\n' >raw.yaml
reports 'raw control bytes' raw.yaml
printf 'services: {web: {image: nginx, privileged: true, x-a\\n::b: c}}\n::error::x\n' >broken.yaml
reports 'a file that is no YAML' broken.yaml
{
	printf 'services: {web: {x-long: "'
	awk 'BEGIN { for (i = 0; i < 50000; i++) printf "##[x] \303\251\360\237\220\263 ::y " }'
	printf '", image: nginx, privileged: true, cap_add: [ALL]}}\n'
} >long.yaml
reports 'a line of a megabyte' long.yaml
{
	printf 'services:\n  web:\n    image: nginx\n    "'
	awk 'BEGIN { for (i = 0; i < 50000; i++) printf "::##[key] " }'
	printf '": 1\n    privileged: true\n'
} >key.yaml
reports 'a key of half a megabyte' key.yaml
finish
