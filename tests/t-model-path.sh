#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The path of a value in the model, as `compose-lint config . PATH` takes it: what it finds, also where
# names have dots and brackets in them, and which path is offered for one that leads nowhere.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

cat >compose.yaml <<'YAML'
name: demo
services:
  agent:
    image: demo:1
    command: []
    user: root
    devices: [/dev/kvm, /dev/fuse]
  agent.one:
    image: demo:2
    entrypoint: [sh, -c, "true"]
    labels:
      com: short
      com.example: middle
      com.example.team: long
      "list[0]": odd
    volumes:
      - /srv/a:/a
      - /srv/b:/b
YAML
cat >compose.override.yaml <<'YAML'
services:
  agent:
    user: !reset null
YAML

# finds SENTENCE PATH LINE...: the first lines that are printed for it
finds() {
	name=$1
	path=$2
	shift 2
	printf '%s\n' "$@" >wanted
	"$COMPOSE_LINT" config . "$path" >all 2>&1 </dev/null
	head -n $# all >got
	wants_equal "$name" wanted got
}

# offers SENTENCE PATH NEAREST: it is not there, and nothing but this is said
offers() {
	printf "compose-lint: the model has no '%s'; the nearest is '%s'\n" "$2" "$3" >wanted
	"$COMPOSE_LINT" config . "$2" >got 2>&1 </dev/null
	[ $? -eq 2 ] || echo 'its exit status is not 2' >>got
	wants_equal "$1" wanted got
}

# ---- what is there ----

finds 'names are joined by dots' services.agent.image 'services.agent.image: demo:1' '    compose.yaml:4:12  set'
finds 'a name may have dots in it, and begin like another' services.agent.one.image 'services.agent.one.image: demo:2'
finds 'of names that begin alike the longest counts' services.agent.one.labels.com.example.team \
	'services.agent.one.labels.com.example.team: long'
finds 'and each that is asked for' services.agent.one.labels.com.example 'services.agent.one.labels.com.example: middle'
finds 'down to the shortest' services.agent.one.labels.com 'services.agent.one.labels.com: short'
finds 'a bracket may belong to a name' 'services.agent.one.labels.list[0]' '"services.agent.one.labels.list[0]": odd'
finds 'an item has a number in brackets' 'services.agent.one.volumes[1].target' \
	'"services.agent.one.volumes[1].target": /b' '    compose.yaml:18:16  set'
finds 'or behind a dot' services.agent.one.volumes.0.target 'services.agent.one.volumes.0.target: /a'
finds 'an item can be a value itself' 'services.agent.one.entrypoint[2]' '"services.agent.one.entrypoint[2]": "true"'
finds 'what an override takes away is found where it stood' services.agent.user \
	'services.agent.user: -' '    compose.override.yaml:3:11  taken away by !reset' '    compose.yaml:6:11  replaced "root"'

cat >wanted <<'JSON'
{
  "schema": "compose-lint-config-1",
  "files": [
    {"path": "compose.yaml", "role": "base"},
    {"path": "compose.override.yaml", "role": "override"}
  ],
  "path": "services.agent.image",
  "model": "demo:1",
  "provenance": {
    "": [
      {"file": "compose.yaml", "line": 4, "column": 12, "op": "set", "detail": null}
    ]
  }
}
JSON
"$COMPOSE_LINT" config --format json . services.agent.image >got 2>&1 </dev/null
wants_equal 'JSON has the path, the value and its history' wanted got
"$COMPOSE_LINT" config --format json . services.agent.user >all 2>&1 </dev/null
if grep -q '^  "path": "services.agent.user",$' all && grep -q '^  "model": null,$' all && grep -q '"op": "!reset"' all; then
	ok 'and of what was taken away null'
else not_ok 'and of what was taken away null' all; fi

# ---- what is not ----

offers 'a misspelt beginning' servces.agent services
offers 'a misspelt name in the middle' services.agnt.image services.agent
offers 'a misspelt end' services.agent.imag services.agent.image
offers 'a key of an item' 'services.agent.one.volumes[1].tagret' 'services.agent.one.volumes[1].target'
offers 'a key below a value' services.agent.image.tag services.agent.image
offers 'an item of a value' 'services.agent.image[0]' services.agent.image
offers 'an item of a mapping' 'services.agent[0]' services.agent.image
offers 'an item behind the last: the last' 'services.agent.devices[2]' 'services.agent.devices[1]'
offers 'an item behind a dot, too' services.agent.devices.2 'services.agent.devices[1]'
offers 'one that no number can name' 'services.agent.devices[99999999999999999999]' 'services.agent.devices[1]'
offers 'a number below none' 'services.agent.devices[-1]' 'services.agent.devices[1]'
offers 'an item of an empty list' 'services.agent.command[0]' services.agent.command
offers 'no number' 'services.agent.devices[x]' 'services.agent.devices[1]'
offers 'a bracket that is not closed' 'services.agent.devices[1' 'services.agent.devices[1]'
offers 'something right behind a bracket' 'services.agent.devices[1]path' 'services.agent.devices[1]'
offers 'a dot too many' 'services.agent.devices[0].' 'services.agent.devices[0]'
offers 'more of them' services.agent.one.. services.agent.one
offers 'a dot in the middle' services..agent services.agent
offers 'nothing but a dot' . name
finish
