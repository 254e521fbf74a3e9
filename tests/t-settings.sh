#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Settings of a wrong kind, in the configuration and under x-compose-lint: each is said once, with its
# place, what it has to be and what it is, does not count, and is a mistake for --strict-config.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# told SENTENCE LINE...: all that is said of settings
told() {
	name=$1
	shift
	printf 'compose-lint: %s, so it does not count\n' "$@" >wanted
	"$COMPOSE_LINT" --format gcc . 2>&1 </dev/null | grep '^compose-lint: ' >got
	wants_equal "$name" wanted got
	"$COMPOSE_LINT" --format gcc --strict-config . >out 2>&1 </dev/null
	if [ $? -eq 2 ]; then ok "$name: 2 for --strict-config"; else not_ok "$name: 2 for --strict-config" out; fi
}

printf 'services: {a: {image: "x:1"}}\n' >compose.yaml
cat >.compose-lint.yaml <<'YAML'
preset: [sandbox]
fail-on: 2001-12-14
exclude: true
baseline: {a: b}
rules: 5
services: text
require-reason: 1.5
gateway: ~
YAML
told 'the configuration' \
	".compose-lint.yaml:1:9: 'preset' has to be text and is a list" \
	".compose-lint.yaml:2:10: 'fail-on' has to be error, warning, info or never, not '2001-12-14'" \
	".compose-lint.yaml:3:10: 'exclude' has to be text or a list and is true or false" \
	".compose-lint.yaml:4:11: 'baseline' has to be text and is a mapping" \
	".compose-lint.yaml:5:8: 'rules' has to be a mapping and is a number" \
	".compose-lint.yaml:6:11: 'services' has to be a mapping and is text" \
	".compose-lint.yaml:7:17: 'require-reason' has to be true or false and is a number" \
	".compose-lint.yaml:8:10: 'gateway' has to be a mapping and is empty"

cat >.compose-lint.yaml <<'YAML'
rules:
  cap-add: {allow: 5}
  host-exec-mount: {paths: [/a, 2001-12-14]}
  image-unpinned: {allow: [x]}
  root-user: {level: 1}
YAML
"$COMPOSE_LINT" --format gcc . 2>&1 </dev/null | grep '^compose-lint: ' >got
if [ "$(grep -c '^compose-lint: .compose-lint.yaml:[2-5]:' got)" -eq 4 ]; then ok 'options of rules'; else not_ok 'options of rules' got; fi
rm .compose-lint.yaml

cat >compose.yaml <<'YAML'
services:
  a:
    image: x:1
    x-compose-lint:
      role: [agent]
      workspace: true
      sees: 5
      ignore: {a: b}
YAML
told 'a service' \
	"compose.yaml:5:13: 'role' has to be text and is a list" \
	"compose.yaml:6:18: 'workspace' has to be none or /PATH, not 'true'" \
	"compose.yaml:7:13: 'sees' has to be a mapping and is a number" \
	"compose.yaml:8:15: 'ignore' has to be a list and is a mapping"

# ---- what is relied on ----

{
	echo services:
	for n in 1 2 3 4 5 6 7 8 9; do echo "  s$n: {image: 'x:1', x-compose-lint: {role: service}}"; done
} >compose.yaml
"$COMPOSE_LINT" . 2>&1 </dev/null | tr -s ' \n' '  ' >got
if grep -q 'relied on: s1.role=service (compose.yaml:2:[0-9]*); .*; s6.role=service ([^)]*); and 3 more' got; then
	ok 'of many settings that are relied on the first are named'
else not_ok 'of many settings that are relied on the first are named' got; fi
finish
