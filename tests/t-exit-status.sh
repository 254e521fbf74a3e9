#!/bin/sh
# SPDX-License-Identifier: MIT
# 0 nothing to report, 1 findings, 2 could not do the job; 2 says why in one line.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1

# one_line NAME: nothing on stdout, on stderr one line (and where to find the options).
one_line() {
	{
		sed 's/^/stdout: /' out
		grep -v "^Try 'compose-lint --help'" err >lines
		[ "$(wc -l <lines)" -eq 1 ] || sed 's/^/stderr: /' err
		[ -s err ] || echo 'stderr: nothing'
	} >why
	wants_empty "$1" why
}

mkdir good bad broken empty
cat >good/compose.yaml <<'YAML'
name: good
services:
  web:
    image: registry.example/web:1.2.3@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
    user: "10001:10001"
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    pids_limit: 64
    mem_limit: 128m
    cpus: 0.5
    network_mode: none
    volumes: ["work:/work"]
volumes:
  work: {}
YAML
cat >bad/compose.yaml <<'YAML'
name: bad
services:
  web:
    image: registry.example/web:1.2.3
    privileged: true
YAML
printf 'services:\n  web: [\n' >broken/compose.yaml

run 0 'a project without fault is 0' good
run 1 'a finding is 1' bad
if [ -s out ]; then ok 'a finding is printed'; else not_ok 'a finding is printed' err; fi
run 1 'broken YAML is a finding, 1' broken
if [ -s out ]; then ok 'broken YAML is printed'; else not_ok 'broken YAML is printed' err; fi
run 0 '--help is 0' --help
if [ -s out ] && [ ! -s err ]; then ok '--help goes to stdout'; else not_ok '--help goes to stdout' err; fi
run 0 '--version is 0' --version
if head -n 1 out | grep -q '^compose-lint [0-9]'; then ok '--version names the program first'
else not_ok '--version names the program first' out; fi

run 0 'what is ignored is not reported' --ignore privileged,mounts,privileges,resources,network,image bad
run 1 'a rule is graded on the command line' --select mounts --level privileged=error --select privileged bad
run 0 'what is below --fail-on is 0' --select privileged --level privileged=warning --fail-on error bad
run 1 'an info counts where --fail-on says so' --select privileged --level privileged=info --fail-on info bad
run 0 'nothing fails with --fail-on never' --fail-on never bad
run 1 'what could not be read is told, whatever is selected' --select socket-mount broken
run 0 'an ordinary project is not judged as an agent by baseline' --preset baseline --ignore privileged,image bad
run 2 'an unknown preset is 2' --preset lax bad
one_line 'an unknown preset takes one line'
run 2 'a rule that does not exist is 2' --ignore socket-mont bad
one_line 'a rule that does not exist takes one line'
run 2 'a level that does not exist is 2' --level privileged=fatal bad
run 2 'what was not read cannot be switched off' --level yaml-syntax=off bad
run 2 'a level that is none for --fail-on is 2' --fail-on off bad
mkdir configured
cp bad/compose.yaml configured
echo 'rules: {privileged: {level: off}}' >configured/.compose-lint.yaml
run 0 'a configuration grades a rule' --select privileges --ignore root-user,cap-drop-missing,new-privileges configured
run 1 'the command line has the last word' --level privileged=error --select privileges configured
run 1 'without the configuration the finding is back' --no-config --select privileges configured
echo 'rules: {privilegd: {level: off}}' >configured/.compose-lint.yaml
run 1 'a mistake in the configuration lets the run go on' --select privileged configured
one_notice=$(wc -l <err)
if [ "$one_notice" -eq 1 ] && grep -q "^compose-lint: configured/.compose-lint.yaml:1:9: .*did you mean 'privileged'" err
then ok 'the mistake is told with its place'; else not_ok 'the mistake is told with its place' err; fi
run 1 'a mistake is told with -q too' -q configured
if [ -s err ]; then ok '-q tells the mistake'; else not_ok '-q tells the mistake'; fi
run 2 'a mistake is 2 with --strict-config' --strict-config --fail-on never configured
echo 'rules: {}' >other.yaml
run 1 '--config names another file' --config other.yaml --select privileged configured
run 2 'a configuration that is not there is 2' --config nowhere.yaml bad
one_line 'a configuration that is not there takes one line'
run 2 '--config and --no-config together are 2' --config x --no-config bad
echo 'rules: [' >configured/.compose-lint.yaml
run 2 'a configuration that is no YAML is 2' configured
one_line 'a configuration that is no YAML takes one line'
echo 'fail-on: never' >configured/.compose-lint.yaml
run 0 'a configuration says what fails' configured
run 1 'the command line says it over the configuration' --fail-on error configured
run 1 'each project has its own configuration' configured bad
run 2 'no such file is 2' nowhere.yaml
one_line 'no such file takes one line'
run 2 'no such file is 2, with a profile too' --profile dev nowhere.yaml
one_line 'which no service can have, so nothing is said of it'
run 2 'a folder without a project is 2' empty
one_line 'a folder without a project takes one line'
run 2 'an unknown option is 2' --no-such-option
one_line 'an unknown option takes one line'
run 2 'an option without its value is 2' --format
one_line 'an option without its value takes one line'
run 2 'an unknown format is 2' --format no-such-format bad
one_line 'an unknown format takes one line'
run 2 'an unknown rule is 2' explain no-such-rule
one_line 'an unknown rule takes one line'
run 2 'a misspelt rule is 2' explain socket_mount
if grep -q "did you mean 'socket-mount'" err; then ok 'the nearest rule is named'
else not_ok 'the nearest rule is named' err; fi
run 2 'a part of a name is 2' explain root
if grep -q "did you mean 'root-hook', 'root-user', 'rootfs-writable'?" err; then ok 'the rules with it in their names are named'
else not_ok 'the rules with it in their names are named' err; fi
run 2 'a model path that is not there is 2' config good 'services.web.volumes[0]x'
run 2 'an item of a mapping is 2' config good 'services.web[0]'
if grep -q "the nearest is 'services\.web\.[a-z]" err; then ok 'the nearest path is written whole'
else not_ok 'the nearest path is written whole' err; fi
run 2 'a misspelt agent is 2' --agent wbe bad
if grep -q "did you mean 'web'" err; then ok 'the nearest service is named'
else not_ok 'the nearest service is named' err; fi
run 2 'could not beats findings' bad nowhere.yaml

# Root reads everything, so it steps down where it can.
cp bad/compose.yaml unreadable.yaml
chmod 0 unreadable.yaml
as=
if [ -r unreadable.yaml ]; then
	mkdir -m 777 anyone # where a coverage build may leave its counts
	as='env GCOV_PREFIX=anyone setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
if $as test ! -r unreadable.yaml 2>/dev/null && $as "$COMPOSE_LINT" --version >/dev/null 2>&1; then
	run 2 'an unreadable file is 2' unreadable.yaml
	one_line 'an unreadable file takes one line'
else
	skip 'an unreadable file is 2' 'this user reads everything'
	skip 'an unreadable file takes one line' 'this user reads everything'
fi
as=

# A report that cannot be written is no clean result.
if [ -w /dev/full ]; then
	"$COMPOSE_LINT" bad >/dev/full 2>err
	if [ $? -eq 2 ]; then ok 'a full disk is 2'; else not_ok 'a full disk is 2' err; fi
else
	skip 'a full disk is 2' 'no /dev/full'
fi
finish
