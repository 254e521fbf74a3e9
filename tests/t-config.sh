#!/bin/sh
# SPDX-License-Identifier: MIT
# compose-lint config against docker compose: the folders of fixtures/compose, whose README says
# how a case is run; then what config says of itself.
#
#     tests/t-config.sh [PATTERN]
. "${srcdir:-.}/tests/tap.sh"

: "${COMPOSE_LINT:=$PWD/compose-lint}"
compare=$(cd "$top_builddir" && pwd)/tests/json-equal
cases=$srcdir/fixtures/compose
pattern=${1:-*}

[ -x "$compare" ] || skip_all 'json-equal was not built'

# Options and arguments of docker compose that compose-lint does not offer.
is_outside() {
	case $1 in
	043-*) echo '--no-interpolate' ;;
	044-*) echo '--no-normalize' ;;
	049-*) echo '--variables' ;;
	050-*) echo '--environment' ;;
	191-*) echo 'names of services' ;;
	*) return 1 ;;
	esac
}

# Where docker compose is not followed; fixtures/compose/README says why.
differs_on_purpose() {
	case $1 in
	179-* | 241-*) return 0 ;;
	*) return 1 ;;
	esac
}

# The environment is emptied by a script of its own, since words and pairs cannot share a list.
write_runner() {
	{
		echo '#!/bin/sh'
		printf 'exec env -i'
		for pair; do
			printf " '"
			printf '%s' "$pair" | sed "s/'/'\\\\''/g"
			printf "'"
		done
		printf " '%s' \"\$@\"\n" "$COMPOSE_LINT"
	} >"$scratch/run"
	chmod +x "$scratch/run"
}

# run_case CASE: the program as the case wants it, in a copy; out, err and status are in $scratch
run_case() {
	work=$scratch/$1
	cp -R "$cases/$1" "$work"
	chmod -R u+w "$work"
	for own in about cmd case.env case.cwd case.stdin case.timeout expected.json expected.out \
		expected.warn expected.err; do
		rm -f "$work/$own"
	done
	if [ -f "$work/lnk" ]; then
		target=$(cat "$work/lnk")
		rm "$work/lnk"
		ln -s "$target" "$work/lnk"
	fi
	within=.
	[ ! -f "$cases/$1/case.cwd" ] || within=$(cat "$cases/$1/case.cwd")
	input=/dev/null
	[ ! -f "$cases/$1/case.stdin" ] || input=$cases/$1/case.stdin
	set -- "$1" "PATH=/usr/bin:/bin" HOME=/home/golden DOCKER_CONFIG=/tmp/golden/.docker-config \
		"ASAN_OPTIONS=${ASAN_OPTIONS-}" "UBSAN_OPTIONS=${UBSAN_OPTIONS-}"
	if [ -f "$cases/$1/case.env" ]; then
		while IFS= read -r pair; do
			[ -z "$pair" ] || set -- "$@" "$pair"
		done <"$cases/$1/case.env"
	fi
	words=$cases/$1/cmd
	shift
	write_runner "$@"
	# xargs undoes the quotes of cmd; the word "config" moves to the front
	(cd "$work/$within" && xargs sh -c '
		program=$0 input=$1 status=$2
		shift 2
		seen=
		for word; do
			shift
			if [ -z "$seen" ] && [ "$word" = config ]; then seen=1; else set -- "$@" "$word"; fi
		done
		"$program" config --use-environment --show-secrets "$@" <"$input"
		echo $? >"$status"' "$scratch/run" "$input" "$scratch/status") \
		<"$words" >"$scratch/out" 2>"$scratch/err"
}

for folder in "$cases"/$pattern/; do
	case=$(basename "$folder")
	if why=$(is_outside "$case"); then
		skip "$case" "compose-lint has no such thing: $why"
		continue
	fi
	run_case "$case"
	status=$(cat "$scratch/status")
	if differs_on_purpose "$case"; then
		if [ "$status" -eq 0 ]; then ok "$case, differs on purpose"; else not_ok "$case" "$scratch/err"; fi
	elif [ -f "$cases/$case/expected.json" ]; then
		if [ "$status" -eq 0 ] &&
			"$compare" "$cases/$case/expected.json" "$scratch/out" @DIR@ "$work" \
				/tmp/golden "$scratch" >"$scratch/why" 2>&1; then
			ok "$case"
		else
			cat "$scratch/err" >>"$scratch/why"
			not_ok "$case" "$scratch/why"
		fi
	elif { [ "$status" -eq 1 ] || [ "$status" -eq 2 ]; } && [ ! -s "$scratch/out" ] &&
		[ -s "$scratch/err" ]; then
		ok "$case, refused"
	else
		echo "exit status $status; docker compose refuses it" >"$scratch/why"
		cat "$cases/$case/expected.err" "$scratch/err" >>"$scratch/why"
		not_ok "$case" "$scratch/why"
	fi
	rm -rf "$work"
done

# ------------------------------------------------------------------ what config says of itself

mkdir "$scratch/own"
cd "$scratch/own" || exit 1
cat >compose.yaml <<'END'
name: own
services:
  agent:
    image: ${IMAGE}
    user: root
    environment: &env
      DB_PASSWORD: correct-horse-battery
      GREETING: hello ${API_TOKEN}
    env_file: e.env
    labels: {odd: "\e[31m ##[error]", yes: "no"}
  other:
    extends: agent
    environment:
      <<: *env
      MORE: "1"
END
cat >compose.override.yaml <<'END'
services:
  agent:
    user: "10001:10001"
END
printf 'IMAGE=demo:1\nAPI_TOKEN=s3cr3t-v4lue-0123\n' >.env
printf 'SESSION_SECRET=qwertzuiopasdfghjkl\n' >e.env

cat >wanted <<'END'
name: own                               # compose.yaml:1
networks:                               # compose.yaml:3  (default)
  default:                              # compose.yaml:3  (default)
    name: own_default                   # compose.yaml:3  (default)
services:
  agent:
    environment:
      DB_PASSWORD: "***"                # compose.yaml:7
      GREETING: "hello ***"             # compose.yaml:8  ${API_TOKEN} from .env:2
      SESSION_SECRET: "***"             # e.env:1 via env file (compose.yaml:9)
    image: demo:1                       # compose.yaml:4  ${IMAGE} from .env:1
    labels:
      odd: "\u001b[31m \u0023#[error]"  # compose.yaml:10
      "yes": "no"                       # compose.yaml:10
    networks:
      default: null                     # compose.yaml:3  (default)
    user: "10001:10001"                 # compose.override.yaml:3  (replaces compose.yaml:5 "root")
  other:                                # compose.yaml:4 via extends (compose.yaml:12)
    environment:                        # compose.yaml:7 via extends (compose.yaml:12)
      DB_PASSWORD: "***"                # compose.yaml:7 via merge key (compose.yaml:14)  (replaces compose.yaml:7 "***")
END
"$COMPOSE_LINT" config --provenance >got 2>err
head -n "$(grep -c '' wanted)" got >beginning
wants_equal 'each value says where it comes from, and masks hide it' wanted beginning

"$COMPOSE_LINT" config --show-secrets >shown 2>err
{
	grep -q 'correct-horse-battery' shown && grep -q 's3cr3t-v4lue-0123' shown
} && ok '--show-secrets prints what is masked' || not_ok '--show-secrets prints what is masked' shown

cat >wanted <<'END'
services.agent.user: "10001:10001"
    compose.override.yaml:3:11  set
    compose.yaml:5:11  replaced "root"
END
"$COMPOSE_LINT" config . services.agent.user >got 2>err
wants_equal 'a model path prints one history' wanted got
# What a variable is made of, and which of its words a reference took.
mkdir made && cd made || exit 1
cat >compose.yaml <<'END'
x-env: &env
  ONE: "1"
services:
  a:
    image: app:${TAG}
    user: ${SET:+word}${EMPTY:+word}${NOBODY+word}${UNSET}
    environment: *env
    volumes: [/a:/b]
END
cat >compose.override.yaml <<'END'
services:
  a:
    volumes: !override [/c:/d]
END
cat >.env <<'END'
MAJOR=1
VERSION=${MAJOR}.${MINOR:-2}
TAG=${VERSION}-slim
SET=1
EMPTY=
END
cat >wanted <<'END'
services.a.image: app:1.2-slim
    compose.yaml:5:12  set
    .env:3:5  ${TAG} is set
    .env:2:9  ${VERSION} is set
    .env:1:7  ${MAJOR} is set
    .env:2:27  ${MINOR} by its default
services.a.user: word
    compose.yaml:6:11  set
    compose.yaml:6:18  ${SET} by its replacement
    .env:5:7  ${EMPTY} is set
    compose.yaml:6:50  ${NOBODY} is not set
    no file  ${UNSET} is not set
services.a.environment:
    compose.yaml:2:3  set
    compose.yaml:7:18  via alias
  ONE: "1"
      compose.yaml:2:8  set
      compose.yaml:7:18  via alias
END
for path in image user environment; do
	"$COMPOSE_LINT" config . "services.a.$path"
done >got 2>err
wants_equal 'the variables of a variable, the word that was taken, and a whole collection have a history' \
	wanted got
"$COMPOSE_LINT" config --provenance >got 2>err
{
	grep -q '^    volumes:  *# compose.override.yaml:3  (!override of compose.yaml:8)$' got &&
		grep -q '# compose.yaml:5  ${TAG} from .env:3, ${VERSION} from .env:2, ${MAJOR} from .env:1, ${MINOR} by its default$' got
} && ok 'so it is behind the values in YAML' || not_ok 'so it is behind the values in YAML' got
"$COMPOSE_LINT" config --provenance --format json >got 2>err
grep -q '"detail": "SET", "from": "replacement"' got && grep -q '"detail": "NOBODY", "from": "unset"' got &&
	ok 'and in JSON' || not_ok 'and in JSON' got
cd .. || exit 1

"$COMPOSE_LINT" config -f compose.yaml services.agent.usr >got 2>err
[ $? -eq 2 ] && [ ! -s got ] && grep -q "no 'services.agent.usr'.* 'services.agent.user'$" err && ok 'a path that leads nowhere is a mistake' ||
	not_ok 'a path that leads nowhere is a mistake' err

"$COMPOSE_LINT" config --provenance --format json >got 2>err &&
	"$compare" got got >why 2>&1 &&
	grep -A1 '"/services/agent/user": \[' got | grep -q '{"file": "compose.override.yaml", "line": 3, "column": 11, "op": "set", "detail": null}' &&
	ok 'provenance has a form in JSON' || not_ok 'provenance has a form in JSON' got

# The comments change nothing: the output reads back as the same model, whatever is in it.
cat >tricky.yaml <<'END'
services:
  agent:
    image: x
    hostname: "${NAME:-a # b}"
    command: ["one\nline", "##[error] x", '# no comment', "\u2028", "a: b", "\uFFFEx\uFFFDy\uFFFF"]
    domainname: say "no"
    labels: &shared {"odd # key": "$$HOME", empty: ""}
    volumes: [data:/data, ./src:/src:ro]
    mem_limit: 1g
  other:
    image: x
    labels: *shared
    cap_add: [NET_ADMIN]
volumes: {data: }
END
printf 'services: {agent: {domainname: "yes"}, other: {cap_add: !reset null, labels: {more: "1"}}}\n' >over.yaml
"$COMPOSE_LINT" config -f tricky.yaml -f over.yaml >wanted 2>err
"$COMPOSE_LINT" config --provenance -f tricky.yaml -f over.yaml >traced 2>>err
"$COMPOSE_LINT" config -f - <traced >got 2>>err
[ -s wanted ] || echo 'nothing was printed' >>wanted
wants_equal 'with provenance the YAML is the same model' wanted got
grep -q '^ *# cap_add: *# over.yaml:1  (!reset of tricky.yaml:13)$' traced &&
	grep -q '^ *more: "1"  *# over.yaml:1$' traced &&
	grep -q '^ *empty: ""  *# tricky.yaml:7 via alias (tricky.yaml:12)$' traced &&
	grep -q '^ *mem_limit: "1073741824"  *# tricky.yaml:9  (written "1g")$' traced &&
	ok 'histories name what took away, brought and changed' ||
	not_ok 'histories name what took away, brought and changed' traced
"$COMPOSE_LINT" config --format tree -f tricky.yaml >got 2>err &&
	grep -A2 '^    mem_limit: "1073741824"$' got | grep -q '^ *tricky.yaml:9:16  written "1g"$' &&
	ok 'the tree has a line for each step' || not_ok 'the tree has a line for each step' got
for format in yaml json tree; do
	"$COMPOSE_LINT" config --provenance --format $format >>secrets 2>>err
done
"$COMPOSE_LINT" config . services >>secrets 2>>err
! grep -q 'correct-horse\|s3cr3t\|qwertz' secrets && ok 'secrets are masked in every form' ||
	not_ok 'secrets are masked in every form' secrets

cat >odd.yaml <<'END'
services:
  a:
    image: x
    labels: {"a/b~c": "1", "\U0001F433": "\U0001F433"}
x-more: {i: .inf, m: -.inf, n: .nan, d: 2001-12-14, f: 1.5}
END
cat >wanted <<'END'
      "\U0001f433": "\U0001f433"
x-more:
  d: 2001-12-14T00:00:00Z
  f: 1.5
  i: .inf
  m: -.inf
  "n": .nan
END
"$COMPOSE_LINT" config -f odd.yaml 2>&1 | grep -A8 U0001f433 | grep -v ' networks:\| default:' >got
wants_equal 'numbers that are infinite or none, dates and characters beyond the first plane have a form in YAML' wanted got
grep -v '^x-more' odd.yaml >plain.yaml
"$COMPOSE_LINT" config --provenance --format json -f plain.yaml >got 2>err
grep -q '^    "/services/a/labels/a~1b~0c": \[$' got && grep -q '^    "/services/a/labels/\\ud83d\\udc33": \[$' got &&
	ok 'a slash and a tilde in a name are escaped in a JSON pointer' ||
	not_ok 'a slash and a tilde in a name are escaped in a JSON pointer' got
printf 'services: {a: {image: x, cpus: .inf}}\n' >inf.yaml
"$COMPOSE_LINT" config -f inf.yaml --format json >got 2>err
[ $? -ne 0 ] && [ ! -s got ] && [ -s err ] && ok 'JSON has no infinite numbers' ||
	not_ok 'JSON has no infinite numbers' got

printf 'services: {a: {image: x, volumes: ["${U}:/work"]}}\n' >refused.yaml
"$COMPOSE_LINT" config -f refused.yaml >got 2>err
[ $? -eq 1 ] && [ ! -s got ] && grep -q '^refused.yaml:1:' err &&
	ok 'what an unset variable makes Compose refuse is refused' ||
	not_ok 'what an unset variable makes Compose refuse is refused' err
printf 'services: {a: {image: "x:${U}1", command: "$V $U"}}\n' >unset.yaml
"$COMPOSE_LINT" config -f unset.yaml >got 2>err
status=$?
cat >wanted <<'END'
compose-lint: unset.yaml:1:26: U is not set and has no default, so it is empty here
compose-lint: unset.yaml:1:44: V is not set and has no default, so it is empty here
END
[ $status -eq 0 ] && [ -s got ] || echo "exit: $status" >>err
wants_equal 'a variable that is not set is told once, beside the model' wanted err
"$COMPOSE_LINT" config -f unset.yaml services.a.image 2>err | grep -q 'U.* is not set' && [ ! -s err ] &&
	ok 'and stands in the history of a value' || not_ok 'and stands in the history of a value' err
cd "$scratch" || exit 1
finish
