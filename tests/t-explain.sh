#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a rule says of itself, what one finding says of several services, and which project a folder
# stands for where one is wanted.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# says SENTENCE TEXT: out, its lines joined, has the text
says() {
	if tr -s ' \n' '  ' <out | grep -q -F -e "$2"; then ok "$1"; else not_ok "$1" out; fi
}

# ---- explain ----

"$COMPOSE_LINT" explain cap-add >out 2>&1
says 'a rule with options names them' 'Options in the configuration: allow: Capabilities that may be added.'
says 'it shows what it reports and what it does not' 'Not reported:'
"$COMPOSE_LINT" explain implicit-env >out 2>&1
says 'a rule that gives way says to whom' 'Gives way to credential-file, credential-env, where they speak of the same text.'
if grep -q 'Options' out; then not_ok 'a rule without options names none' out; else ok 'a rule without options names none'; fi

"$COMPOSE_LINT" explain model-invalid >out 2>&1
says 'each cause has its help' 'Where the build would fail: Make the build work first'
says 'the last one too' 'Where Compose ignores the line: Delete the line'

# ---- the help of a finding ----

# helps_with SENTENCE COMPOSE-FILE TEXT: the help for its one finding begins so
helps_with() {
	printf '%s\n' "$2" | "$COMPOSE_LINT" --select model-invalid,yaml-syntax - >out 2>&1
	says "$1" "help: $3"
}
helps_with 'a name in the message does not choose the help' 'services:
  agent: {image: "x:1", depends_on: ["the env file cannot be read"]}' 'Correct the line as the message says'
helps_with 'a short form that cannot be read is no file that is missing' 'services:
  agent: {image: "x:1", extra_hosts: ["proxy"]}' 'Correct the line as the message says'
helps_with 'an env file that is missing is to be put there' 'services:
  agent: {image: "x:1", env_file: missing.env}' 'Put the file where it is named'
helps_with 'an alias without an anchor is no matter of quotes' 'services:
  agent: {image: *nothing}' 'An alias repeats what an anchor'
helps_with 'aliases that multiply lack no anchor' "$(awk 'BEGIN {
	print "x-a0: &a0 [x, x, x, x, x, x, x, x, x, x]"
	for (i = 1; i < 8; i++) {
		printf "x-a%d: &a%d [x", i, i
		for (j = 0; j < 10; j++) printf ", *a%d", i - 1
		print "]"
	}
	print "services: {agent: {image: \"x:1\"}}"
}')" 'No Compose file needs as much'
printf 'services:\n  agent: {image: "x\001y"}\n' | "$COMPOSE_LINT" - >out 2>&1
says 'a control character is to be deleted' 'help: Delete it, or write an escape such as "\e"'

# told SENTENCE TEXT: of compose.yaml and .env in the folder "set"
told() {
	"$COMPOSE_LINT" --select model-invalid set >out 2>&1
	says "$1" "$2"
}
mkdir set
printf 'A="x\n' >set/.env
echo 'services: {agent: {image: "x:1"}}' >set/compose.yaml
told 'a line of .env is told how lines are written' 'help: Correct the line as the message says; until then Compose refuses the whole file.'
awk 'BEGIN { print "V0=xxxxxxxxxx"; for (i = 1; i < 8; i++) { printf "V%d=", i; for (j = 0; j < 10; j++) printf "${V%d}", i - 1; print "" } }' >set/.env
# shellcheck disable=SC2016 # nothing is to be expanded
echo 'services: {agent: {image: "x:1", command: "$V7"}}' >set/compose.yaml
told 'of a limit of ours it is not said that Compose has it' 'the limit for one value; shorten the variables in it [model-invalid]'
told 'nor that it would accept the line' 'help: Compose has no such limit,'
sed 's/^/# compose-lint: file-ignore[model-invalid] a reason\n/' set/compose.yaml >set/ignoring.yaml && mv set/ignoring.yaml set/compose.yaml
told 'and nothing hides it' 'the limit for one value; shorten the variables in it [model-invalid]'
rm -r set

# ---- one finding for several services ----

cat >compose.yaml <<'YAML'
services:
  agent: &agent
    image: registry.example/agent:1.4.2
    privileged: true
  second-agent: *agent
  third-agent:
    extends: agent
YAML
"$COMPOSE_LINT" --select privileged --format json . >out 2>/dev/null
sed -n '/"also"/,/"related"/s/^ *"service": "\(.*\)",$/\1/p' out >got
printf '%s\n' second-agent third-agent >wanted
wants_equal 'JSON names each service that the finding goes for too' wanted got
if [ "$(grep '"fingerprint"' out | sort -u | grep -c '')" -eq 3 ]; then ok 'each with a fingerprint of its own'; else not_ok 'each with a fingerprint of its own' out; fi
says 'and its path in the model' '"path": "services.third-agent.privileged"'
cat >compose.yaml <<'YAML'
services:
  dns: {image: "x:1", ports: ["53:53/tcp", "53:53/udp"]}
YAML
"$COMPOSE_LINT" --preset baseline --select port-exposed --format json . >out 2>/dev/null
if [ "$(grep '"fingerprint"' out | sort -u | grep -c '')" -eq 2 ]; then ok 'TCP and UDP on one port are two findings'; else not_ok 'TCP and UDP on one port are two findings' out; fi

# ---- what is shown and what is relied on ----

printf 'DB_PASSWORD=x\n' >.env
cat >compose.yaml <<'YAML'
services:
  agent:
    image: x:1
    env_file: .env
    volumes:
      - ~/.netrc:/home/agent/.netrc:ro
    x-compose-lint: {ignore: [{rule: cap-add}, {rule: privileged, reason: a test machine}]}
YAML
"$COMPOSE_LINT" --select credential-env,credential-file . >out 2>/dev/null
says 'the name of an env file is no secret' '| env_file: .env'
says 'nor is where a mount leads' '- ~/.netrc:/home/agent/.netrc:ro'
says 'what is ignored with a reason is relied on' 'relied on: agent.ignore=privileged (compose.yaml:7:'
if grep -q 'ignore=cap-add' out; then not_ok 'what has no reason, and so no effect, is not' out; else ok 'what has no reason, and so no effect, is not'; fi
"$COMPOSE_LINT" --preset baseline --select credential-env . >out 2>/dev/null
says 'where none is required it is' 'relied on: agent.ignore=cap-add'
rm compose.yaml .env
cat >compose.yaml <<'YAML'
services:
  agent:
    image: x:1
    env_file: plain.env
    volumes:
      - ~/.netrc:/home/agent/.netrc:ro
      - .:/ref:ro
  db:
    image: postgres:17
    env_file: db.env
YAML
echo SHELL=sh >plain.env
echo POSTGRES_PASSWORD=change-me >db.env
"$COMPOSE_LINT" --agent agent --select implicit-env . >out 2>/dev/null
says 'nor is that of one without credentials' '| env_file: plain.env'
"$COMPOSE_LINT" --agent agent --select credential-file . >out 2>/dev/null
says 'a file that is given by itself is not to be given' 'help: Do not give it.'
says 'one that lies in a folder is to be moved' 'help: Move the file out of the mounted tree'
rm compose.yaml plain.env db.env

# ---- what a command prints ----

printf 'services: {}\n' | "$COMPOSE_LINT" /dev/fd/0 >out 2>&1
says 'a pipe by its number is to be named by a dash' '/dev/fd/0: is not a regular file; to lint what a command prints, pipe it in and name "-"'

mkfifo pipe
"$COMPOSE_LINT" --config pipe . >out 2>&1
says 'nor is one a configuration' 'the configuration pipe: is not a regular file; a FIFO, a socket or a device is never opened'
printf 'services: {a: {image: "x:1"}}\n' >compose.yaml
"$COMPOSE_LINT" --baseline pipe . >out 2>&1
says 'nor a baseline' 'the baseline pipe: is not a regular file; a FIFO, a socket or a device is never opened'
rm pipe compose.yaml
"$COMPOSE_LINT" explain mounts >out 2>&1
says 'a group is no rule' "'mounts' is a group of rules; 'compose-lint rules' lists them"

# ---- a folder where one project is wanted ----

mkdir one two many listed
printf 'name: it\nservices: {a: {image: "x:1"}}\n' | tee one/compose-dev.yaml two/compose-a.yaml two/compose-b.yaml listed/x.yaml >/dev/null
for n in 1 2 3 4 5 6 7 8; do cp one/compose-dev.yaml many/compose-$n.yaml; done
echo COMPOSE_FILE=x.yaml >listed/.env
"$COMPOSE_LINT" config one >out 2>&1
says 'the only file with the name of a Compose file is it' 'name: it '
"$COMPOSE_LINT" config two >out 2>&1
says 'of two one has to be named' 'two: which project? name one of compose-a.yaml and compose-b.yaml, or several with -f in merge order'
"$COMPOSE_LINT" config many >out 2>&1
says 'of many the first are named' 'name one of compose-1.yaml, compose-2.yaml, compose-3.yaml, compose-4.yaml, compose-5.yaml and 3 more, or'
"$COMPOSE_LINT" config listed >out 2>&1
says 'COMPOSE_FILE in its .env decides' 'name: it '
mkdir none
"$COMPOSE_LINT" config none >out 2>&1
if [ $? -eq 2 ]; then ok 'an empty folder has none'; else not_ok 'an empty folder has none' out; fi
finish
