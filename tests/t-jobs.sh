#!/bin/sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC3045 # where there is no such limit the run is only not stopped
# However many threads load and judge the projects of a run: its reports, what it says on the
# standard error and its exit status are those of one thread, to the byte.
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME GITHUB_WORKSPACE CI_PROJECT_DIR
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
many='2 3 8'
formats='text gcc json sarif github gitlab junit'

# run JOBS ARGUMENT...: what comes of it, into one file
run() {
	jobs=$1
	shift
	"$COMPOSE_LINT" --jobs "$jobs" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
	{
		cat "$scratch/out"
		echo '--- standard error'
		cat "$scratch/err"
		echo "--- status $status"
	} >"$scratch/run-$jobs"
}

# same NAME ARGUMENT...: one job and many say the same
same() {
	name=$1
	shift
	run 1 "$@"
	for count in $many; do
		run "$count" "$@"
		cmp -s "$scratch/run-1" "$scratch/run-$count" || {
			diff "$scratch/run-1" "$scratch/run-$count" | head -n 20 >"$scratch/why"
			not_ok "$name: $count jobs say what one says" "$scratch/why"
			return
		}
	done
	ok "$name"
}

# says NAME STATUS PATTERN ARGUMENT...: one line, and nothing else
says() {
	name=$1 wanted=$2 pattern=$3
	shift 3
	"$COMPOSE_LINT" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
	if [ "$status" -eq "$wanted" ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] &&
		grep -q -e "$pattern" "$scratch/err"; then
		ok "$name"
	else
		{
			echo "status $status"
			cat "$scratch/err"
		} >"$scratch/why"
		not_ok "$name" "$scratch/why"
	fi
}

# ---- the number ----

mkdir "$scratch/one"
cd "$scratch/one" || exit 1
echo 'services: {a: {image: a}}' >compose.yaml
for value in 0 65 -1 +2 02 2x 1.5 ' 2' all 99999999999999999999; do
	says "'$value' is no number of jobs" 2 'whole number from 1 to 64' "--jobs=$value" .
done
says 'an empty number of jobs is none' 2 'empty value' --jobs= .
says 'two numbers of jobs are one too many' 2 'more than one option' --jobs 1 --jobs 2 .
says 'config loads one project, and has no jobs' 2 'takes no option' config --jobs 2
same 'one project has more jobs than it needs' .
"$COMPOSE_LINT" . >"$scratch/out" 2>/dev/null
run 1 .
sed '/^--- standard error/,$d' "$scratch/run-1" >"$scratch/wanted"
wants_equal 'without --jobs the report is the same' "$scratch/wanted" "$scratch/out"

# ---- the fixtures, as several PATHs and as a tree ----

cp -R "$srcdir/fixtures/rules" "$srcdir/fixtures/projects" "$srcdir/fixtures/cases" "$scratch/" 2>/dev/null
chmod -R u+w "$scratch/rules" "$scratch/projects" "$scratch/cases"
cd "$scratch" || exit 1
for format in $formats; do
	same "fixtures of rules, as many PATHs, as $format" --format "$format" rules/*
done
same 'fixtures of rules as a tree' rules
same 'fixtures of rules, whatever is said of presets' --preset strict --show-suppressed rules
same 'fixtures of rules with --verbose' --verbose rules
same 'fixtures of rules with --list-files' --list-files rules
same 'projects and cases as trees' projects cases
same 'every Compose file of the cases by itself' cases/*
same 'sheets of the boundary' boundary projects rules

# ---- a tree in which projects have much in common ----

mkdir -p tree/.git tree/shared
cd tree || exit 1
secret=$(printf 'aB3%s' xK9mQ7pL2vN8s)
token=$(printf 'gh%s_%s' p 16C7e42F292c6912E7710c838347Ae178B4a)
printf 'PROJECT=/srv/project\nAPI_TOKEN=%s\n' "$secret" >shared/common.env
cat >shared/base.yaml <<END
x-env: &env
  SHARED_TOKEN: $token
services:
  base:
    image: registry.example/base
    environment: *env
    privileged: true
    deploy: {resources: {limits: {memory: wrong}}}
END
printf 'services:\n  gateway:\n    image: litellm\n    ports: ["4000:4000"]\n' >shared/gateway.yaml
printf '# compose-lint: file-ignore[pipe-to-shell] known\nFROM debian\nRUN curl https://example.com/x | sh\n# compose-lint: ignore[user-implicit] seen\nCMD ["claude"]\n' >shared/Dockerfile
printf 'rules:\n  image-no-digest: {level: off}\nservices:\n  agent: {role: agent}\n  nobody: {role: agent}\nnonsense: 1\n' >.compose-lint.yaml
i=0
while [ $i -lt 60 ]; do
	i=$((i + 1))
	mkdir "p$i"
	case $((i % 10)) in
	0) printf 'services:\n  a: {image: a\n' >"p$i/compose.yaml" ;;
	1) printf 'include: [../shared/gateway.yaml]\nservices:\n  agent:\n    build: {context: ../shared}\n    env_file: [../shared/common.env]\n    volumes: ["/:/host"]\n' >"p$i/compose.yaml" ;;
	2) printf 'services:\n  agent:\n    extends: {file: ../shared/base.yaml, service: base}\n    environment: {MORE: "%s"}\n' "$secret$i" >"p$i/compose.yaml" ;;
	3) printf 'services:\n  b: {image: b, ports: ["80:80", "80:80"], network_mode: nowhere}\n' >"p$i/compose.yaml" ;;
	4) printf 'services:\n  c:\n    image: c:1 # compose-lint: ignore[image-unpinned] it is ours\n    # compose-lint: ignore[nothing-such] at all\n    # compose-lint: ignore[privileged] nothing is left of it\n    user: root\n' >"p$i/compose.yaml" ;;
	5) printf 'services:\n  d: {image: d}\n' >"p$i/compose.yaml" && printf 'services:\n  d: {privileged: true}\n' >"p$i/compose.override.yaml" ;;
	6) printf 'services:\n  e:\n    command: ["x"]\n' >"p$i/other.yaml" ;;
	7) printf 'services:\n  f: {image: "f:${TAG}", x-compose-lnt: {}}\nx-compose-lint: {}\n' >"p$i/compose.yaml" && echo 'TAG=1' >"p$i/.env" ;;
	8) printf 'preset: baseline\nbaseline: known.json\nservices: {g: {rle: agent}}\n' >"p$i/.compose-lint.yaml" && printf 'services:\n  g: {image: g}\n' >"p$i/compose.yaml" && echo '[' >"p$i/known.json" ;;
	9) printf 'services:\n  h:\n    image: h\n    networks: [made]\nnetworks: {made: {external: true, name: p1_default}}\n' >"p$i/compose.yaml" ;;
	esac
done
ln -s nowhere p5/docker-compose.yml
mkdir p6/inner && printf 'include: [../other.yaml]\nservices:\n  e: {image: e}\n' >p6/inner/compose.yaml
for format in $formats; do
	same "a tree with much in common, as $format" --format "$format" .
done
same 'a tree with much in common, and --strict-config' --strict-config .
same 'a tree and one of its files by another name' . p6/other.yaml shared/common.env shared/Dockerfile
same 'files that are named in two ways' p1/compose.yaml "$PWD/p11/compose.yaml" p21 "$PWD/p31"
same 'a PATH that is not there' . nowhere p1
same 'an agent that no project has' --agent nobody-at-all .
same 'a profile that no project has' --profile none .
same 'what is suppressed is shown' --show-suppressed .
same 'env files that git tracks' --git .

# what is missing or broken keeps a baseline from being written
mkdir "$scratch/known"
i=0
for i in 1 2 5 9; do
	cp -R p$i p1$i p2$i p3$i shared "$scratch/known"
	rm -f "$scratch/known"/*/docker-compose.yml
done
cd "$scratch/known" || exit 1
sed -i.old '/deploy/d' shared/base.yaml
rm -f shared/*.old
for count in 1 8; do
	"$COMPOSE_LINT" --jobs $count --write-baseline "$scratch/baseline-$count" . >/dev/null 2>&1
done
wants_equal 'the baseline that is written is the same' "$scratch/baseline-1" "$scratch/baseline-8"
cp "$scratch/baseline-1" known
rm -r p12 p21
printf '    cap_add: [ALL]\n' >>p9/compose.yaml
echo 'services: {late: {image: late}}' >p5/compose.yaml
same 'a baseline is taken off' --baseline known .
same 'a baseline is taken off in a report for programs' --baseline known --format json .
same 'a baseline is taken off and shown' --baseline known --show-suppressed .
cd "$scratch/tree" || exit 1

# a file that several projects include is the first that one of them reads, and the last that
# another one does: what is told goes by the order of the project
mkdir -p "$scratch/order/.git" "$scratch/order/shared"
cd "$scratch/order" || exit 1
printf 'services:\n  db:\n    image: db:1\n    networks:\n      - data\nnetworks: {data: {internal: true}}\n' >shared/net.yaml
for i in 1 2 3 4 5 6 7 8; do
	mkdir "p$i"
	printf 'include: [../shared/net.yaml]\nservices:\n  agent:\n    image: agent:1\n    networks: [data]\n    x-compose-lint: {role: agent, reaches: []}\n' >"p$i/compose.yaml"
done
for i in 1 2 3 4 5; do
	same "who came to whom is asked of the order of a project's files, time $i" --select beyond-contract --format gcc .
done
"$COMPOSE_LINT" --select beyond-contract --format gcc . 2>&1 </dev/null | grep error: | sed 's/: error.*//' >"$scratch/out"
echo shared/net.yaml:5:9 >"$scratch/wanted"
wants_equal 'what another project has read before came later all the same' "$scratch/wanted" "$scratch/out"

# as_alone NAME RULE: each project says of it what it says without the others
as_alone() {
	for i in 1 2 3 4 5 6 7 8; do
		"$COMPOSE_LINT" --select "$2" --format gcc "p$i" 2>&1 </dev/null
	done >"$scratch/wanted"
	for count in 1 8; do
		"$COMPOSE_LINT" --jobs $count --select "$2" --format gcc . >"$scratch/out" 2>&1 </dev/null
		wants_equal "$1: alone and among others, with $count jobs" "$scratch/wanted" "$scratch/out"
	done
}
printf 'services:\n  x:\n    image: x:1\n    volumes: ["../data/in:/x"]\n' >shared/mounts.yaml
printf 'services:\n  limited:\n    cpus: 0\n    image: x:1\n' >shared/limits.yaml
for i in 1 2 3 4 5 6 7 8; do
	{
		printf 'include: [../shared/mounts.yaml]\nservices:\n  agent:\n    image: agent:1\n'
		printf '    mem_limit: -1\n    x-compose-lint: {role: agent}\n    volumes: ["../data:/d"]\n'
		printf '    extends: {file: ../shared/limits.yaml, service: limited}\n'
		printf '  y: {image: "y:1", volumes: ["../data/in:/y"]}\n  z: {image: "z:1", volumes: ["../data/in:/z"]}\n'
	} >"p$i/compose.yaml"
done
as_alone 'the mounts that a project reads' self-modify-mount
as_alone 'the limit that stands first' no-resource-limits
for i in 1 2 3 4 5; do
	same "what stands first is asked of the order of a project's files, time $i" --format json .
done
for i in 1 2 3 4 5 6 7 8; do
	printf 'gateway: {url-pattern: "^HOUSE%s_.*_URL$"}\n' $((i % 3)) >"p$i/.compose-lint.yaml"
	printf 'services:\n  agent:\n    image: agent:1\n    x-compose-lint: {role: agent}\n    env_file: [.compose-lint.yaml]\n    environment: {HOUSE1_A_URL: "http://127.0.0.1:4000", HOUSE2_A_URL: "http://localhost:1"}\n' >"p$i/compose.yaml"
done
for i in 1 2 3; do
	same "each configuration has a pattern of its own and is read as an env file too, time $i" --format json .
done
cd "$scratch/tree" || exit 1

# a file in another encoding is read by two of them
awk 'BEGIN { text = "services:\n  u: {image: u, privileged: true}\n"; printf "\377\376"
	for (i = 1; i <= length(text); i++) printf "%s%c", substr(text, i, 1), 0 }' >shared/wide.yaml
if [ "$(wc -c <shared/wide.yaml)" -gt 80 ]; then
	for i in 1 2 3 4 5 6; do
		mkdir "w$i"
		printf 'services:\n  w: {extends: {file: ../shared/wide.yaml, service: u}}\n' >"w$i/compose.yaml"
	done
	same 'a file in UTF-16 that projects share' .
else
	skip 'a file in UTF-16 that projects share' 'awk prints no NUL byte'
fi

# ---- limits of the run ----

# projects FOLDER PROJECTS SERVICES TEXT: so many in a new folder, which is gone to, each with so
# many services of that text
projects() {
	mkdir "$scratch/$1"
	cd "$scratch/$1" || exit 1
	awk -v projects="$2" -v services="$3" -v text="$4" 'BEGIN {
		for (i = 0; i < projects; i++) {
			system("mkdir p" i)
			file = "p" i "/compose.yaml"
			print "services:" > file
			for (k = 0; k < services; k++) print "  a" k ": " text > file
			close(file)
		}
	}'
}

projects large 200 13 '{image: a, privileged: true, pid: host}'
same 'more findings than are kept' --format gcc .
same 'more findings than are kept, and the report says how many' --format json .
"$COMPOSE_LINT" --jobs 4 . 2>&1 </dev/null | grep 'more findings are not shown' >"$scratch/more"
if [ -s "$scratch/more" ]; then ok 'it is said that there are more'; else not_ok 'it is said that there are more'; fi

# services that say what to leave out, so many that their names are looked up by an index, which
# threads share; a build with ThreadSanitizer tells whether it was made before
awk 'BEGIN {
	for (i = 0; i < 24; i++) {
		system("mkdir -p listed/p" i)
		file = "listed/p" i "/compose.yaml"
		print "name: p" i "\nservices:" > file
		for (k = 0; k < 90; k++)
			print "  s" k ":\n    build: ..\n    x-compose-lint: {ignore: [{rule: " \
				(k % 2 ? "image-unpinned" : "root-user") ", reason: known}]}" > file
		close(file)
	}
}'
printf 'FROM debian:12\nRUN curl http://a.example/i | sh\n' >listed/Dockerfile
same 'services that say what to leave out' --preset baseline --format json listed

# an excerpt is counted at a line that is long, or goes on in another one
projects counted 150 2 '{image: a, privileged: true, pid: host, volumes: ["/:/host"]}'
for i in 7 47 87 127; do
	awk 'BEGIN { for (i = 0; i < 2000; i++) printf "x" }' >"$scratch/long"
	printf '  long: {image: a, pid: host, labels: ["%s"]}\n' "$(cat "$scratch/long")" >>p$i/compose.yaml
	# shellcheck disable=SC1003 # backslashes that end lines
	printf '%s\n' '  on:' '    image: a' '    privileged: true' '    environment:' '      AGENT_TOKEN: "a\' \
		"        $secret\\" '        b"' >>p$((i + 10))/compose.yaml
done
for format in text gcc json junit; do
	same "excerpts that are counted, as $format" --format "$format" .
done
same 'excerpts that are counted, and what is suppressed' --preset strict --show-suppressed .

projects notices 60 20 '{image: a, x-compose-lint: {nonsense: 1}}'
same 'more notices than are kept' .

# sparse, so that they take no room: together more than a run may read
mkdir "$scratch/bytes"
cd "$scratch/bytes" || exit 1
i=0
while [ $i -lt 20 ]; do
	i=$((i + 1))
	mkdir "p$i"
	printf 'services: {a: {image: a, env_file: [big.env]}}\n' >"p$i/compose.yaml"
	dd if=/dev/zero of="p$i/big.env" bs=1 count=1 seek=16000000 2>/dev/null
done
many=3
same 'more bytes than are read' --format gcc .
many='2 3 8'

# ---- where there is little ----

# Threads need room for their stacks and heaps: where there is little, fewer of them work, so that
# many jobs end as one does.
cd "$scratch/tree" || exit 1
if [ -z "${SANITIZERS:-}" ] && (ulimit -v 60000) 2>/dev/null &&
	(ulimit -v 60000 && exec "$COMPOSE_LINT" --version) >/dev/null 2>&1; then
	for room in 20000 40000 50000 60000 80000 120000 200000 400000; do
		for count in 1 8; do
			(ulimit -v $room && exec "$COMPOSE_LINT" --jobs $count --no-config --format gcc .) >"$scratch/little-$count" 2>&1 </dev/null
			echo "--- status $?" >>"$scratch/little-$count"
		done
		wants_equal "with $room KiB many jobs end as one does" "$scratch/little-1" "$scratch/little-8"
	done
else
	skip 'a run with little memory' 'the memory of a process cannot be limited'
fi
finish
