#!/bin/sh
# SPDX-License-Identifier: MIT
# Each call of the system fails once: the run ends in status 2 with one line that says so, or its
# output is what it would have been, or it says that something was not judged. It never ends by a
# signal, and what was there before is still whole.
. "${srcdir:-.}/tests/tap.sh"

: "${DYNAMIC_LINT:=$PWD/tests/compose-lint-dynamic}"
: "${CC:=cc}"
[ "$(uname -s)" = Linux ] || skip_all 'the faults are made as on Linux'
[ -z "${SANITIZERS:-}" ] || skip_all 'a sanitizer has calls of its own'
# shellcheck disable=SC2086 # words
$CC -O1 -shared -fPIC -o "$scratch/faults.so" "$srcdir/tests/faults.c" -ldl 2>"$scratch/cc" ||
	skip_all 'the compiler makes no shared library of this kind'
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# A project in which every kind of file is read. It is a checkout: the names by which findings are
# known begin at its top, wherever this test runs.
mkdir -p "$scratch/p/sub" "$scratch/p/src" "$scratch/p/.git"
cd "$scratch/p" || exit 1
cat >compose.yaml <<'END'
include: [sub/more.yaml]
services:
  agent:
    build: {context: ., dockerfile: agent.Dockerfile}
    env_file: [agent.env]
    extends: {file: base.yaml, service: base}
    security_opt: ["seccomp=profile.json"]
    volumes: ["${PROJECT_DIR}:/work"]
    networks: [inner]
networks: {inner: {internal: true}}
END
cat >compose.override.yaml <<'END'
services:
  agent:
    privileged: true
END
echo 'PROJECT_DIR=/srv/project' >.env
# a pattern is compiled where a text may hold a secret
echo 'A=app --client-secret=of-the-app' >agent.env
printf 'FROM debian:12\nCOPY . /src\nUSER 1000\n' >agent.Dockerfile
printf 'services:\n  base:\n    read_only: true\n' >base.yaml
printf 'services:\n  gateway:\n    image: litellm\n    networks: [inner]\n' >sub/more.yaml
printf 'networks: {inner: {internal: true}}\n' >>sub/more.yaml
printf 'rules:\n  user-implicit: {level: off}\n' >.compose-lint.yaml
printf '{"defaultAction": "SCMP_ACT_ERRNO"}\n' >profile.json
echo 'secret' >.dockerignore
echo 'x' >src/id_rsa

# judge: why the run that left out, err and status is a bad one; nothing: it is a good one
judge() {
	if [ "$status" -gt 2 ]; then
		echo "status $status"
	elif [ "$status" -eq 2 ]; then
		[ "$(wc -l <../err)" -eq 1 ] || echo "status 2 with $(wc -l <../err) lines"
	elif ! cmp -s ../out ../whole && ! grep -q 'incomplete-project' ../out ../err; then
		echo "status $status, and the output is another one"
	fi
}

# fails CALL NAME COMMAND...: each of its calls fails, one in each run
fails() {
	call=$1 name=$2 number=0 bad=0
	shift 2
	case $call,${MODE_CFLAGS:-} in
	malloc,*--coverage*)
		skip "$name: every malloc that fails is noticed" 'coverage allocates when the run ends, and complains'
		return
		;;
	esac
	"$DYNAMIC_LINT" "$@" >../whole 2>../err
	: >../why
	while [ "$bad" -lt 3 ]; do
		number=$((number + 1))
		rm -f ../mark
		status=0
		LD_PRELOAD=../faults.so FAULT_CALL=$call FAULT_NUMBER=$number FAULT_MARK=../mark \
			"$DYNAMIC_LINT" "$@" >../out 2>../err || status=$?
		[ -f ../mark ] || break
		why=$(judge)
		if [ -n "$why" ]; then
			bad=$((bad + 1))
			{
				echo "$call $number: $why"
				head -n 3 ../err
				diff ../whole ../out | head -n 12
			} >>../why
		fi
	done
	[ "$number" -gt 1 ] || echo "there is no call of $call" >>../why
	wants_empty "$name: every $call that fails, $((number - 1)) of them, is noticed" ../why
}

for call in malloc open read fstat stat opendir readdir getcwd close fflush; do
	fails "$call" lint --format gcc .
done
for call in malloc open read stat fflush; do
	fails "$call" config config --provenance .
	fails "$call" boundary boundary .
	fails "$call" 'lint as JSON' --format json .
done

# so large that its memory comes from the system block by block
mkdir "$scratch/p/large"
awk 'BEGIN { print "services:"; for (i = 0; i < 1000; i++) print "  s" i ": {image: app}" }' \
	>large/compose.yaml
fails mmap 'a large project' --format gcc large
finish
