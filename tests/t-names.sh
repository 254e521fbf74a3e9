#!/bin/sh
# SPDX-License-Identifier: MIT
# A name on the command line that does not exist is said, once, with the one that may be meant.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

cat >compose.yaml <<'YAML'
services:
  agent:
    image: registry.example/agent:1.4.2
    profiles: [debug]
YAML

# says STATUS TEXT ARGUMENT...: one line on stderr, which has the text (empty: none at all).
says() {
	wanted=$1 text=$2
	shift 2
	"$COMPOSE_LINT" "$@" >out 2>err </dev/null
	got=$?
	lines=$(wc -l <err)
	{ echo "status $got, wanted $wanted; $text"; cat err; } >why
	if [ $got -ne "$wanted" ]; then not_ok "$*" why
	elif [ -z "$text" ] && [ "$lines" -eq 0 ]; then ok "$*"
	elif [ -n "$text" ] && [ "$lines" -eq 1 ] && grep -q -F -e "$text" err; then ok "$*"
	else not_ok "$*" why; fi
}

says 2 "did you mean 'agent'?" --agent agnt
says 1 '' --profile debug
says 1 '' --profile '*'
says 1 "--profile debgu: no service has a profile of that name; did you mean 'debug'?" --profile debgu
says 2 "'warn'; did you mean 'warning'?" --level image-unpinned=warn
says 2 "'warn'; did you mean 'warning'?" --fail-on warn
says 2 "'strickt'; did you mean 'strict'?" --preset strickt
says 2 "did you mean 'image-unpinned'?" --ignore image-unpined
says 2 "did you mean 'json'?" --format jso
says 2 "did you mean '--profile'?" --profle debug
says 2 'compose-lint config . services.agent.user' config services.agent.user
cp compose.yaml compose.override.yaml
says 1 'is judged as a whole project' -f compose.override.yaml
says 1 '' -f compose.yaml -f compose.override.yaml
rm compose.override.yaml
# profiles FLOW: the one project of the configuration has these.
profiles() { printf 'projects:\n  box: {files: compose.yaml, profiles: %s}\n' "$1" >.compose-lint.yaml; }
profiles '[debug, "*"]'
says 1 '' .
profiles '[debgu]'
says 1 ".compose-lint.yaml:2:41: no service of project 'box' has a profile 'debgu'; did you mean 'debug'?" .
says 1 "did you mean 'debug'?" compose.yaml
profiles 'nothing-like-it'
says 1 "2:40: no service of project 'box' has a profile 'nothing-like-it'" .
mkdir other && cp compose.yaml other/
says 1 '' other
rm -r other .compose-lint.yaml

"$COMPOSE_LINT" rules >out 2>/dev/null
if grep -q '^socket-mount  *error  *mounts ' out; then ok 'rules are listed with their groups'; else not_ok 'rules are listed with their groups' out; fi
finish
