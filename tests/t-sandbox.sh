#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The main job, end to end: the sandbox of fixtures/projects/agent-sandbox, whole, and then
# broken in every way it is usually broken. Each break has to give exactly the findings its
# row names, at the text to change, and with the places its value came through.
#
# How to read a row:
#
#     sandbox                                     a fresh copy, .env filled in
#     replace base '- /tmp' '- /run'              edits: replace, drop, after, setenv, …
#     want socket-mount base '|/run'              a finding, where it has to stand …
#     near .env 'TASK_DIR='                       … and a place that has to be told with it
#     beyond base '|/run'                         what goes beyond a contract, see below
#     check 'a sentence'                          run, compare, one line of TAP
#
# A place is a file and a text to be found on exactly one of its lines (comments aside). The
# column is where the bar stands in that text, or its beginning. "base" and "over" stand for
# the project's file and its override, whatever they are called in that run. Findings of
# level info are not looked at: correct files may have them.
#
# Each row is run a second time with a contract, written for the whole sandbox: what may be
# seen, reached and held. Then a break that adds a mount, a way out or a variable has to give
# beyond-contract too, at its line. That is said once, by the rule of the row's finding (see
# `adds`); `beyond` says it where the rule does not tell, `contracted` where the contract has it.
#
# Environment: COMPOSE_LINT, the program; srcdir, the top of the source tree; both absolute.
# Everything is written below the current directory.
#
# Dollars in single quotes are Compose's:
# shellcheck disable=SC2016

LC_ALL=C
export LC_ALL
unset CDPATH COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME
unset COMPOSE_PATH_SEPARATOR COMPOSE_DISABLE_ENV_FILE

: "${COMPOSE_LINT:?is not set}" "${srcdir:?is not set}"
origin=$srcdir/fixtures/projects/agent-sandbox
top=$PWD/t-sandbox.tmp
count=0

exec 3>&1

bail()
{
	echo "Bail out! $*" >&3
	exit 1
}

rm -rf "$top"
mkdir "$top" || bail "cannot make $top"
trap 'cd / && rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM

# --- The sandbox and its edits ------------------------------------------------------------

# What the gateway made for this sandbox. No report may ever show it.
gateway_key=made-by-the-gateway-for-this-test

# The contract of the sandbox, outside of it.
cat >"$top/contract.yaml" <<'END'
services:
  agent:
    sees: {/work: rw, /task: ro}
    reaches: []
    holds: [OPENAI_API_BASE, OPENAI_API_KEY, AIDER_MODEL]
END

# sandbox: go to a fresh copy of the sandbox with .env filled in, and forget the last row
sandbox()
{
	cd "$top" || bail "cannot enter $top"
	rm -rf work
	mkdir work || bail "cannot make $top/work"
	cd work || bail "cannot enter $top/work"
	cp "$origin/compose-sandbox.yaml" "$origin/agent-sandbox.Dockerfile" \
	   "$origin/env-example.txt" . || bail "cannot copy $origin"
	chmod u+w ./*
	cat >.env <<-END
		PROJECT_DIR=/srv/agent/project
		TASK_DIR=/srv/agent/task
		GATEWAY_URL=http://gateway:4000/v1
		MODEL_ALIAS=local/coder
		AGENT_GATEWAY_KEY=$gateway_key
		AGENT_MEMORY_LIMIT=4g
		AGENT_CPU_LIMIT=2.0
	END
	base=compose-sandbox.yaml
	over=
	secret=$gateway_key
	: >"$top/rows"
}

# named WORD: the file that a word of a row stands for
named()
{
	case $1 in
	base) echo "$base" ;;
	over) echo "$over" ;;
	image) echo agent-sandbox.Dockerfile ;;
	*) echo "$1" ;;
	esac
}

# locate FILE TEXT: print LINE:COLUMN of a text that stands on exactly one line of FILE
locate()
{
	TEXT=$2 awk '
	BEGIN {
		text = ENVIRON["TEXT"]
		bar = index(text, "|")
		if (bar > 0)
			text = substr(text, 1, bar - 1) substr(text, bar + 1)
		else
			bar = 1
	}
	/^[ \t]*#/ { next }
	(at = index($0, text)) > 0 {
		before = substr($0, 1, at + bar - 2)
		gsub(/[\200-\277]/, "", before)  # a column is a code point
		place = NR ":" (length(before) + 1)
		hits++
	}
	END {
		if (hits != 1)
			exit 1
		print place
	}' "$1"
}

# spot FILE TEXT: as locate, into $found; a row that names no such place is a mistake here
spot()
{
	found=$(locate "$1" "$2") || bail "$1: not on exactly one line: $2"
}

# rewrite FILE TEXT HOW [NEW]: change the one line that holds TEXT, or what is around it
rewrite()
{
	file=$(named "$1")
	spot "$file" "$2"
	TEXT=$2 NEW=${4-} awk -v line="${found%%:*}" -v how="$3" '
	NR != line { print; next }
	how == "replace" {
		at = index($0, ENVIRON["TEXT"])
		print substr($0, 1, at - 1) ENVIRON["NEW"] \
		      substr($0, at + length(ENVIRON["TEXT"]))
	}
	how == "after" { print; print ENVIRON["NEW"] }
	how == "before" { print ENVIRON["NEW"]; print }
	' "$file" >"$top/edited" && cat "$top/edited" >"$file"
}

replace() { rewrite "$1" "$2" replace "$3"; }  # TEXT becomes NEW
drop() { rewrite "$1" "$2" drop; }             # the line goes
after() { rewrite "$1" "$2" after "$3"; }      # NEW lines follow the line
before() { rewrite "$1" "$2" before "$3"; }    # NEW lines precede the line

# setenv NAME VALUE: give a variable of .env another value, or add it
setenv()
{
	grep -v "^$1=" .env >"$top/edited"
	cat "$top/edited" >.env
	printf '%s=%s\n' "$1" "$2" >>.env
}

# service LINES: give the agent more keys, in the base
service()
{
	after base 'tty: true' "$1"
}

# mount ITEM: give the agent one more volume, in the base
mount()
{
	before base '- "${TASK_DIR}:/task:ro"' "      - $1"
}

# override: the lines on stdin are the override, under whatever name it gets
override()
{
	cat >"$top/override"
}

# --- What is wanted -------------------------------------------------------------------------

# want RULE FILE TEXT: this finding, there
want()
{
	printf 'want\t%s\t%s\t%s\n' "$1" "$2" "$3" >>"$top/rows"
}

# beyond FILE TEXT: with the contract there is this finding too
beyond()
{
	printf 'beyond\t%s\t%s\n' "$1" "$2" >>"$top/rows"
}

# lacks WORD: with the contract, that word of it is told to be unmet
lacks()
{
	printf 'lacks\t%s\t\n' "$1" >>"$top/rows"
}

# contracted: what the last row adds is in the contract
contracted()
{
	printf 'contracted\t\t\n' >>"$top/rows"
}

# adds RULE: what this rule finds is something more to see, to reach or to hold
adds()
{
	case $1 in
	socket-mount | home-mount | mount-not-readonly) ;;
	network-not-internal | external-network | credential-env) ;;
	*) return 1 ;;
	esac
}

# near FILE TEXT [TEXT]: the last finding tells this place too; of two texts, either will do
near()
{
	printf 'near\t%s\t%s\t%s\n' "$1" "$2" "${3-}" >>"$top/rows"
}

# item NAME: how a report says where a variable of a map or list is set. An item begins with
# its name in both, since `NAME:` without a value has nothing else to point at.
item()
{
	echo "|$1"
}

# wanted [contract]: resolve the rows against the files of this run, into $top/wanted:
#     RULE FILE:LINE:COL
#     RULE FILE:LINE:COL <- FILE:LINE [or FILE:LINE]
wanted()
{
	finding=
	if [ -n "${1-}" ] && ! grep -q '^contracted' "$top/rows"; then contract=yes; else contract=; fi
	while IFS='	' read -r kind one two three; do
		case $kind in
		want)
			file=$(named "$two")
			spot "$file" "$three"
			finding="$one $file:$found"
			echo "$finding"
			if [ -n "$contract" ] && adds "$one"; then
				echo "beyond-contract $file:$found"
			fi
			;;
		lacks)
			spot "$top/contract.yaml" "$one"
			if [ -n "$contract" ]; then
				echo "contract-unmet $top/contract.yaml:$found"
			fi
			;;
		beyond)
			file=$(named "$one")
			spot "$file" "$two"
			if [ -n "$contract" ]; then
				echo "beyond-contract $file:$found"
			fi
			;;
		near)
			file=$(named "$one")
			spot "$file" "$two"
			line="$finding <- $file:${found%%:*}"
			if [ -n "$three" ]; then
				spot "$file" "$three"
				line="$line or $file:${found%%:*}"
			fi
			echo "$line"
			;;
		esac
	done <"$top/rows" >"$top/wanted"
}

# --- Running and comparing ------------------------------------------------------------------

# ok YES SENTENCE: one line of TAP; what is on stdin explains a failure
ok()
{
	count=$((count + 1))
	if [ "$1" = yes ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		sed 's/^/# /'
	fi
}

skip()
{
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# run ARG…: the program; what it says goes to $top/out and $top/err
run()
{
	"$COMPOSE_LINT" "$@" </dev/null >"$top/out" 2>"$top/err"
	status=$?
}

# read the report of `--format gcc` as lines like those of $top/wanted
findings()
{
	awk '
	!/^.+:[0-9]+:[0-9]+: (error|warning|info|note): / {
		print "not a line of a report: " $0
		next
	}
	{
		match($0, /:[0-9]+:[0-9]+: (error|warning|info|note): /)
		file = substr($0, 1, RSTART - 1)
		sub(/^\.\//, "", file)
		rest = substr($0, RSTART, RLENGTH)
		split(rest, part, ":")
		line = part[2]
		column = part[3]
		level = part[4]
		gsub(/ /, "", level)
	}
	level == "note" {
		if (finding != "")
			print finding " <- " file ":" line
		next
	}
	{
		finding = ""
		if (level == "info")
			next
		rule = $0
		if (!sub(/^.*\[/, "", rule) || !sub(/\]$/, "", rule))
			rule = "(no-rule)"
		finding = rule " " file ":" line ":" column
		print finding
	}' "$1"
}

# compare: print what is missing in and what is too much of the report; nothing if it is right
compare()
{
	awk '
	FNR == NR {
		got[$0]++
		if ($0 !~ / <- /)
			order[++n] = $0
		next
	}
	/ <- / {
		finding = substr($0, 1, index($0, " <- ") - 1)
		rest = substr($0, index($0, " <- ") + 4)
		k = split(rest, place, / or /)
		for (i = 1; i <= k; i++)
			if ((finding " <- " place[i]) in got)
				next
		print "missing: " $0
		next
	}
	{
		if (got[$0] > 0)
			got[$0]--
		else
			print "missing: " $0
	}
	END {
		for (i = 1; i <= n; i++)
			if (got[order[i]] > 0) {
				got[order[i]]--
				print "too much: " order[i]
			}
	}' "$top/got" "$top/wanted"
}

# sheet ARG…: print where the boundary sheet does not go with the rows: what a row reports has to
# turn a check to FAIL where the check stands on it, and nothing else may
sheet()
{
	"$COMPOSE_LINT" boundary "$@" </dev/null >"$top/sheet" 2>"$top/sheet-err"
	sheet_status=$?
	if [ -s "$top/sheet-err" ]; then told=1; else told=0; fi
	awk -v status=$sheet_status -v told=$told -F '[(),]' '
	FILENAME == ARGV[1] {
		gsub(/[" ]/, "")
		if ($1 == "CHECK")
			names[$2] = $3
		if ($1 == "BEHIND" && $4 == "FAILS")
			fails[$3] = fails[$3] " " $2
		next
	}
	FILENAME == ARGV[2] {
		split($0, word, " ")
		if (word[2] != "<-" && !/ <- / && fails[word[1]] != "") {
			# of the namespaces of the host, two belong to a check; a literal may be
			# that of another service
			if (word[1] != "host-namespace" && word[1] != "credential-literal")
				wanted[word[1]]
			# what a mount shows, several rules find, and one of them tells it
			if (word[1] ~ /^(socket|home|system|host-socket)-mount$|^credential-file$/)
				mounts = 1
			n = split(fails[word[1]], check, " ")
			for (i = 1; i <= n; i++)
				allowed[names[check[i]]]
		}
		next
	}
	{ lines++ }
	/^  FAIL / {
		split($0, word, " ")
		failed[word[2]]
		count++
	}
	END {
		for (rule in wanted) {
			n = split(fails[rule], check, " ")
			hit = 0
			for (i = 1; i <= n; i++)
				hit += names[check[i]] in failed
			if (!hit)
				print "sheet: " rule " fails no check"
		}
		for (name in failed)
			if (!(name in allowed) && !mounts)
				print "sheet: " name " fails without a finding"
		# a project that cannot be read has no sheet
		if (status != (told ? 2 : count ? 1 : 0) || !(lines || told))
			print "sheet: exit status " status
	}' "$srcdir/lint/engine/boundary.list" "$top/wanted" "$top/sheet"
	grep -F -q -e "$secret" "$top/sheet" && echo "the sheet shows a secret"
}

# judge SENTENCE ARG…: run with these arguments, and with the contract, and compare with the rows
judge()
{
	compare_run '' "$@"
	sentence=$1
	shift
	compare_run contract "$sentence, with a contract" --config "$top/contract.yaml" "$@"
}

# compare_run CONTRACT SENTENCE ARG…: one run; CONTRACT is empty, or it is for a run with one
compare_run()
{
	wanted "$1"
	sentence=$2
	shift 2
	run --format gcc "$@"
	findings "$top/out" >"$top/got"
	compare >"$top/diff"
	if [ -s "$top/wanted" ]; then expect=1; else expect=0; fi
	[ "$status" -eq "$expect" ] ||
		echo "exit status $status instead of $expect" >>"$top/diff"
	cat "$top/out" "$top/err" | grep -F -q -e "$secret" &&
		echo "the report shows a secret" >>"$top/diff"
	sheet "$@" >>"$top/diff"
	if [ -s "$top/diff" ]; then yes=no; else yes=yes; fi
	{
		cat "$top/diff"
		echo "wanted:"
		sed 's/^/  /' "$top/wanted"
		echo "got: compose-lint --format gcc $*"
		sed 's/^/  /' "$top/out" "$top/err"
	} >"$top/why"
	ok "$yes" "$sentence" <"$top/why"
}

# check SENTENCE: the project as its user would name it
check()
{
	judge "$1" "$base"
}

# check_override SENTENCE: the override in its three forms, which must not differ
check_override()
{
	over=break.yaml
	cp "$top/override" $over
	judge "$1: a second -f" -f "$base" -f $over

	echo "COMPOSE_FILE=$base:$over" >>.env
	judge "$1: COMPOSE_FILE in .env"
	sed '$d' .env >"$top/edited"
	cat "$top/edited" >.env

	mv $base compose.yaml
	mv $over compose.override.yaml
	base=compose.yaml
	over=compose.override.yaml
	judge "$1: compose.override.yaml"
}

# refused SENTENCE ARG…: no run at all: exit 2, one line on stderr, nothing on stdout
refused()
{
	sentence=$1
	shift
	run "$@"
	{
		[ "$status" -eq 2 ] || echo "exit status $status instead of 2"
		[ ! -s "$top/out" ] || echo "something on stdout"
		[ "$(wc -l <"$top/err")" -eq 1 ] || echo "not exactly one line on stderr"
		grep -q '^compose-lint: .' "$top/err" || echo "the line does not name the program"
	} >"$top/diff"
	if [ -s "$top/diff" ]; then yes=no; else yes=yes; fi
	cat "$top/diff" "$top/out" "$top/err" >"$top/why"
	ok "$yes" "$sentence" <"$top/why"
}

# says SENTENCE FILE PATTERN…: each extended pattern stands on some line of FILE
says()
{
	sentence=$1
	file=$2
	shift 2
	yes=yes
	: >"$top/why"
	for pattern; do
		grep -E -q -e "$pattern" "$file" && continue
		echo "missing: $pattern" >>"$top/why"
		yes=no
	done
	cat "$file" >>"$top/why"
	ok "$yes" "$sentence" <"$top/why"
}

# json_tells SENTENCE: the json report has each finding and related place of the rows
json_tells()
{
	wanted
	run --format json "$base"
	tr -d ' \t\n' <"$top/out" >"$top/json"
	echo >>"$top/json"
	yes=yes
	: >"$top/why"
	while read -r rule place arrow other; do
		if [ -z "$arrow" ]; then
			file=${place%%:*}
			line=${place#*:}
			column=${line#*:}
			line=${line%%:*}
			pattern="\"location\":{\"file\":\"$file\",\"line\":$line,\"column\":$column,"
			grep -F -q -e "\"rule\":\"$rule\"" "$top/json" || yes=no
		else
			file=${other%%:*}
			line=${other#*:}
			pattern="\"location\":{\"file\":\"$file\",\"line\":$line,"
			# a related place follows the word, before the next finding begins
			sed 's/"rule":/\
&/g' "$top/json" | grep -F -e "\"rule\":\"$rule\"" | sed 's/^.*"related"://' >"$top/related"
			grep -F -q -e "$pattern" "$top/related" || yes=no
		fi
		grep -F -q -e "$pattern" "$top/json" || yes=no
		[ $yes = yes ] || echo "missing: $pattern" >>"$top/why"
	done <"$top/wanted"
	cat "$top/out" "$top/err" >>"$top/why"
	ok "$yes" "$1" <"$top/why"
}

# ============================================================================================
# The table.

# --- Unbroken -------------------------------------------------------------------------------

sandbox
check 'the sandbox with .env filled in is clean'

sandbox
judge 'the sandbox named by -f is clean' -f "$base"

sandbox
run "$base"
says 'the text report of a clean sandbox counts nothing' "$top/out" '0 errors, 0 warnings'

sandbox
run --format gcc "$base"
infos=$(sed -n 's/^.* info: .*\[\(.*\)\]$/\1/p' "$top/out" | sort | tr '\n' ' ')
if [ "$infos" = 'gateway-unknown-host internal-leak ' ]; then yes=yes; else yes=no; fi
ok $yes 'a clean sandbox is told where its gateway has to be, and of the address of the host' <"$top/out"

sandbox
printf 'services:\n  agent:\n    privileged: true\n' >compose.override.yaml
check 'an override beside a file of another name is not read, as Compose would not'

sandbox
rm .env
for name in PROJECT_DIR TASK_DIR AGENT_MEMORY_LIMIT AGENT_CPU_LIMIT GATEWAY_URL \
            AGENT_GATEWAY_KEY MODEL_ALIAS; do
	want unset-variable base "|\${$name}"
done
check 'without .env each of seven variables is named once, and nothing else'
json_tells 'without .env the json report says the same'
says 'without .env the json report lists it as missing' "$top/json" '"missing":\[[^]]*"\.env"'
judge 'without .env the sandbox named by -f gives the same findings' -f "$base"
judge 'without .env --no-env changes nothing' --no-env "$base"
run --format gcc "$base"
awk '/ (error|warning|info): / { n++ } { block[n] = block[n] " " $0 }
	END {
		for (i = 1; i <= n; i++)
			if (block[i] ~ /\[unset-variable\]/)
				print (block[i] ~ /\.env([^a-z]|$)/ && block[i] ~ /absent/ ? "absent" : "-"), \
				      (block[i] ~ /env-example\.txt/ ? "example" : "-")
	}' "$top/out" >"$top/blocks"
if [ "$(grep -c '^absent example$' "$top/blocks")" -eq 7 ]; then yes=yes; else yes=no; fi
ok $yes 'each of the seven says that .env is absent and points to env-example.txt' <"$top/out"
run "$base"
says 'without .env the text report says that it is absent' "$top/out" \
	'not read: .*\.env \(absent\)' 'env-example\.txt' '0 errors, 7 warnings'

sandbox
cp env-example.txt .env
want model-invalid base '"|${PROJECT_DIR}:/work"'
near .env 'PROJECT_DIR='
want model-invalid base '"|${TASK_DIR}:/task:ro"'
near .env 'TASK_DIR='
want gateway-unreachable base '|OPENAI_API_BASE:'
near .env 'GATEWAY_URL='
check 'a mere copy of env-example.txt is refused at the two mounts, and has no gateway'
json_tells 'a mere copy of env-example.txt: the json report says the same'

# --- socket-mount: the engine's socket ------------------------------------------------------

sandbox
mount '/var/run/docker.sock:/var/run/docker.sock'
want socket-mount base '- |/var/run/docker.sock:'
check 'the socket mounted by one short item'
json_tells 'the socket mounted by one short item: json'
says 'the json report gives the roles' "$top/json" '"agent":\{"role":"agent"'

sandbox
mount '"/var/run/docker.sock:/var/run/docker.sock"'
want socket-mount base '- "|/var/run/docker.sock:'
check 'the socket mounted by a short item in quotes'

# Every engine, every spelling: as an override, and with the sources of the row as they are.
while read -r source target; do
	sandbox
	override <<-END
		services:
		  agent:
		    volumes:
		      - '$source:$target'
	END
	want socket-mount over "'|$source:"
	check_override "the socket $source at $target"
done <<'END'
/var/run/docker.sock /var/run/docker.sock
/run/docker.sock /s:ro
//var//run//docker.sock /s
/var/run/../run/docker.sock/ /s
/proc/1/root/var/run/docker.sock /s
/run/podman/podman.sock /s
/run/user/1000/docker.sock /s
/run/user/1000/podman/podman.sock /s:ro
${XDG_RUNTIME_DIR}/docker.sock /s
/run/containerd/containerd.sock /s
/run/k3s/containerd/containerd.sock /s
/run/crio/crio.sock /s
/run/buildkit/buildkitd.sock /s
/var/run/cri-dockerd.sock /s
~/.docker/run/docker.sock /s
~/.colima/default/docker.sock /s
/srv/elsewhere/engine /var/run/docker.sock
/run /host-run:ro
/var/run /host-run
/run/containerd /c
/run/user/1000 /u
/var /host-var:ro
END

sandbox
override <<'END'
services:
  agent:
    volumes:
      - type: bind
        source: /var/run/docker.sock
        target: /var/run/docker.sock
        read_only: true
END
want socket-mount over 'source: |/var/run/docker.sock'
check_override 'the socket mounted by a long item, read-only'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - {type: npipe, source: '\\.\pipe\docker_engine', target: '\\.\pipe\docker_engine'}
END
want socket-mount over "source: |'"
check_override 'the pipe of the engine on Windows'

sandbox
mount '{type: bind, source: "/run/podman/podman.sock", target: /s}'
want socket-mount base 'source: |"/run/podman/podman.sock"'
check 'the socket mounted by a long item in the base'

sandbox
override <<'END'
services:
  agent:
    {labels: {"é": "🐳"}, volumes: [/var/run/docker.sock:/s]}
END
want socket-mount over '|/var/run/docker.sock'
check_override 'a column counts characters, not bytes'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - host-run:/host-run:ro
volumes:
  host-run:
    driver_opts: {type: none, o: bind, device: /run}
END
want socket-mount over '- |host-run:/host-run'
near over 'device: |/run'
check_override 'the directory of the socket through a named volume'

sandbox
mount 'engine:/s'
after base 'internal: true' 'volumes:
  engine:
    driver: local
    driver_opts:
      type: none
      o: rbind
      device: /var/run/docker.sock'
want socket-mount base '- |engine:/s'
near base 'device: |/var/run/docker.sock'
check 'the socket through a named volume of the base'
json_tells 'the socket through a named volume of the base: json'

sandbox
setenv TASK_DIR /var/run/docker.sock
want socket-mount base '"|${TASK_DIR}:/task:ro"'
near .env 'TASK_DIR='
contracted
check 'the socket through .env'
json_tells 'the socket through .env: json'

sandbox
override <<'END'
services:
  agent:
    use_api_socket: true
END
want socket-mount over 'use_api_socket: |true'
check_override 'use_api_socket'

sandbox
service '    use_api_socket: true'
want socket-mount base 'use_api_socket: |true'
check 'use_api_socket in the base'

# --- home-mount: somebody's home ------------------------------------------------------------

sandbox
mount '"~:/host-home:ro"'
want home-mount base '"|~:/host-home'
check 'the home mounted in the base'

while read -r source target; do
	sandbox
	override <<-END
		services:
		  agent:
		    volumes:
		      - '$source:$target'
	END
	want home-mount over "'|$source:"
	check_override "the home $source at $target"
done <<'END'
~ /host-home:ro
~/ /host-home
${HOME} /host-home:ro
$HOME /host-home
${HOME:-/nowhere} /host-home:ro
/home/u /host-home
/home/u/ /host-home:ro
/home/${USER:-u} /host-home
/root /host-home:ro
/Users/u /host-home
/home /homes:ro
~/.. /homes:ro
~/.ssh /keys:ro
../../../../../../../../../../../../../../../../../../../../../home/u /host-home
/srv/../home/u /host-home:ro
C:\Users\u /host-home
/mnt/c/Users/u /host-home
END

sandbox
override <<'END'
services:
  agent:
    volumes:
      - type: bind
        source: "${HOME}"
        target: /host-home
        read_only: true
END
want home-mount over 'source: |"${HOME}"'
check_override 'the home mounted by a long item'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - type: volume
        source: data
        target: /data
volumes:
  data:
    driver_opts:
      type: none
      o: bind
      device: /home/u
END
want home-mount over 'source: |data'
near over 'device: |/home/u'
check_override 'the home through a named volume'

sandbox
setenv PROJECT_DIR /home/u
want home-mount base '"|${PROJECT_DIR}:/work"'
near .env 'PROJECT_DIR='
contracted
check 'the home through .env'
json_tells 'the home through .env: json'

# --- system-mount: what the host runs on ------------------------------------------------------

while read -r source target; do
	sandbox
	override <<-END
		services:
		  agent:
		    volumes:
		      - '$source:$target'
	END
	want system-mount over "'|$source:"
	beyond over "'|$source:"
	check_override "the system path $source at $target"
done <<'END'
/ /host:ro
/etc /host-etc:ro
/etc/ssh /keys
/proc /host-proc
/sys/fs/cgroup /cgroup:ro
/dev /host-dev
/usr/local/bin /tools
/var/lib /host-lib:ro
/var/lib/docker /docker:ro
C:\Windows /windows:ro
END

sandbox
override <<'END'
services:
  agent:
    volumes:
      - host-root:/host:ro
volumes:
  host-root:
    driver_opts: {type: none, o: "ro,bind", device: /}
END
want system-mount over '- |host-root:/host'
beyond over '- |host-root:/host'
near over 'device: |/'
check_override 'the root of the host through a named volume'

sandbox
setenv PROJECT_DIR /
want system-mount base '"|${PROJECT_DIR}:/work"'
near .env 'PROJECT_DIR='
check 'the root of the host through .env'

# --- host-socket-mount: key agents and the desktop --------------------------------------------

while read -r source target; do
	sandbox
	override <<-END
		services:
		  agent:
		    volumes:
		      - '$source:$target'
	END
	want host-socket-mount over "'|$source:"
	beyond over "'|$source:"
	check_override "the host's socket $source at $target"
done <<'END'
${SSH_AUTH_SOCK} /ssh-agent
/run/host-services/ssh-auth.sock /ssh-agent:ro
/run/user/1000/bus /bus
/tmp/.X11-unix /tmp/.X11-unix:ro
${XDG_RUNTIME_DIR}/gnupg /gnupg
/tmp /host-tmp
END

# --- self-modify-mount: the sandbox itself -----------------------------------------------------

for dir in . .. ../..; do
	sandbox
	setenv PROJECT_DIR $dir
	want self-modify-mount base '"|${PROJECT_DIR}:/work"'
	near .env 'PROJECT_DIR='
	check "the directory of the project, or one above it, as the workspace: $dir"
done

sandbox
setenv PROJECT_DIR .
replace base '"${TASK_DIR}:/task:ro"' '"${TASK_DIR}:/task:ro"
      - ./compose-sandbox.yaml:/work/compose-sandbox.yaml:ro
      - ./agent-sandbox.Dockerfile:/work/agent-sandbox.Dockerfile:ro
      - /dev/null:/work/.env:ro'
want self-modify-mount base '"|${PROJECT_DIR}:/work"'
near base 'context: .'
beyond base '- |./compose-sandbox.yaml:/work'
beyond base '- |./agent-sandbox.Dockerfile:/work'
beyond base '- |/dev/null:/work/.env'
check 'covers over all files do not protect a build context'

# --- how mounts relate to each other, and to others ---------------------------------------------

sandbox
override <<'END'
services:
  agent:
    volumes:
      - "${TASK_DIR}:/again"
END
want mount-overlap over '"|${TASK_DIR}:/again"'
near base '"|${TASK_DIR}:/task:ro"'
near .env 'TASK_DIR='
beyond over '"|${TASK_DIR}:/again"'
check_override 'the task a second time, writable'

sandbox
mkdir .git  # or the root of the checkout that the tests run in would be the project's
override <<'END'
services:
  agent:
    volumes:
      - "../..:/above:ro"
END
want parent-mount over '"|../..:/above'
beyond over '"|../..:/above'
check_override 'a parent of the project'

sandbox
replace base '/task:ro' '/task:ro,rslave'
want mount-propagation base '|rslave'
check 'a mount that propagates'

sandbox
replace base '- /tmp' '- /tmp:suid'
want tmpfs-options base '|/tmp:suid'
check 'a tmpfs with setuid files'

sandbox
replace base '${PROJECT_DIR}:/work' '${PROJECT_DIR}:/work:ro'
want no-workspace base '|agent:'
lacks '/work: |rw'
check 'the workspace read-only'

sandbox
override <<'END'
services:
  agent:
    volumes: ["cache:/cache"]
  helper:
    image: redis:7.4@sha256:0000000000000000000000000000000000000000000000000000000000000000
    networks: [sandbox]
    volumes: ["cache:/data"]
volumes:
  cache:
END
want shared-storage over '"|cache:/cache'
near over '"|cache:/data'
beyond over '"|cache:/cache'
beyond over 'networks: [|sandbox'
check_override 'a volume that another service has too'

# --- mount-not-readonly: what the agent need not write --------------------------------------

sandbox
replace base '/task:ro' '/task'
want mount-not-readonly base '- |"${TASK_DIR}:/task"'
near image 'WORKDIR /work'
check 'the task writable in the base'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - "${TASK_DIR}:/task"
END
want mount-not-readonly over '- |"${TASK_DIR}:/task"'
near base '"${TASK_DIR}:/task:ro"'
check_override 'the task made writable by a short item'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - ${TASK_DIR}:/task:rw
END
want mount-not-readonly over '- |${TASK_DIR}:/task'
near base '"${TASK_DIR}:/task:ro"'
check_override 'the task made writable in so many words'

sandbox
override <<'END'
services:
  agent:
    volumes:
      - type: bind
        source: ${TASK_DIR}
        target: /task
END
want mount-not-readonly over 'source: |${TASK_DIR}'
near base '"${TASK_DIR}:/task:ro"'
check_override 'the task made writable by a long item'

# --- root-user: nobody says who runs --------------------------------------------------------

sandbox
drop base 'user: "10001:10001"'
check 'without user the USER of the Dockerfile is enough'

sandbox
drop base 'user: "10001:10001"'
replace image 'USER agent' 'USER root'
want root-user base '|agent:'
near image 'USER root'
check 'no user, and the Dockerfile ends as root'
json_tells 'no user, and the Dockerfile ends as root: json'

sandbox
drop base 'user: "10001:10001"'
after image 'USER agent' 'USER 0:0'
want root-user base '|agent:'
near image 'USER 0:0'
check 'no user, and the last USER of two is uid 0'

sandbox
drop base 'user: "10001:10001"'
drop image 'USER agent'
want root-user base '|agent:'
near image 'FROM python:3.12-slim'
check 'no user, and no USER on a base that runs as root'

sandbox
drop base 'user: "10001:10001"'
replace image 'USER agent' 'ARG RUN_AS=agent
USER ${RUN_AS}'
after base 'dockerfile: agent-sandbox.Dockerfile' '      args:
        RUN_AS: root'
want root-user base '|agent:'
near base 'RUN_AS: root'
near image 'ARG RUN_AS=agent'
near image 'USER ${RUN_AS}'
check 'no user, and a build argument makes it root'
json_tells 'no user, and a build argument makes it root: json'

sandbox
drop base 'user: "10001:10001"'
replace image 'USER agent' 'ARG RUN_AS=agent
USER $RUN_AS'
override <<'END'
services:
  agent:
    build:
      args:
        - RUN_AS=0
END
want root-user base '|agent:'
near over 'RUN_AS=0'
near image 'ARG RUN_AS=agent'
near image 'USER $RUN_AS'
check_override 'no user, and a build argument makes it root'

sandbox
drop base 'user: "10001:10001"'
replace image 'USER agent' 'ARG RUN_AS=root
USER ${RUN_AS}'
want root-user base '|agent:'
near image 'ARG RUN_AS=root'
near image 'USER ${RUN_AS}'
check 'no user, and the default of an ARG is root'

sandbox
drop base 'user: "10001:10001"'
replace image 'FROM python:3.12-slim' 'FROM python:3.12-slim AS toolchain'
before image 'RUN useradd' 'FROM toolchain AS final'
override <<'END'
services:
  agent:
    build:
      target: toolchain
END
want root-user base '|agent:'
near over 'target: toolchain'
near image 'FROM python:3.12-slim AS toolchain'
check_override 'no user, and build.target chooses a stage without USER'

sandbox
drop base 'user: "10001:10001"'
replace image 'FROM python:3.12-slim' 'FROM python:3.12-slim AS toolchain'
before image 'RUN useradd' 'USER root
FROM toolchain AS final'
after base 'dockerfile: agent-sandbox.Dockerfile' '      target: toolchain'
want root-user base '|agent:'
near base 'target: toolchain'
near image 'USER root'
check 'no user, and build.target chooses a stage that ends as root'

sandbox
replace image 'USER agent' 'USER root'
override <<'END'
services:
  agent:
    user: !reset null
END
want root-user over '|!reset null'
near base 'user: "10001:10001"'
near image 'USER root'
check_override 'user taken away by !reset'

sandbox
override <<'END'
services:
  agent:
    user: "0:0"
END
want root-user over '|"0:0"'
check_override 'user set to uid 0'

sandbox
replace base '"10001:10001"' 'root'
want root-user base 'user: |root'
check 'user set to root in the base'

# --- network-not-internal: a way out --------------------------------------------------------

sandbox
drop base 'internal: true'
want network-not-internal base '- |sandbox'
near base '  sandbox:'
check 'internal removed'
json_tells 'internal removed: json'

sandbox
replace base 'internal: true' 'internal: false'
want network-not-internal base 'internal: |false'
check 'internal false in the base'

sandbox
override <<'END'
networks:
  sandbox:
    internal: false
END
want network-not-internal over 'internal: |false'
near base 'internal: true'
check_override 'internal false'

sandbox
override <<'END'
services:
  agent:
    networks:
      - outside
networks:
  outside: {}
END
want network-not-internal over '- |outside'
near over 'outside: {}'
check_override 'a second network with a route'

sandbox
after base '- sandbox' '      - outside'
after base 'internal: true' '  outside:'
want network-not-internal base '- |outside'
near base '  outside:'
check 'a second network with a route in the base'

sandbox
override <<'END'
services:
  agent:
    networks: [default]
END
want network-not-internal over '[|default]'
check_override 'the default network beside the internal one'

sandbox
drop base '- sandbox'
drop base '    networks:'
want network-not-internal base '|agent:'
check 'no networks: the implicit default has a route'

sandbox
override <<'END'
services:
  agent:
    networks: !reset null
END
want network-not-internal over '|!reset null'
check_override 'networks taken away by !reset'

sandbox
drop base '- sandbox'
replace base '    networks:' '    network_mode: bridge'
want network-not-internal base 'network_mode: |bridge'
check 'the default bridge in place of the networks'

# --- A neighbour: nobody's business without a contract --------------------------------------

sandbox
after base '- sandbox' '  tools:
    image: registry.example/tools:1.2.3@sha256:0000000000000000000000000000000000000000000000000000000000000000
    x-compose-lint: {role: service}
    networks:
      - sandbox # of tools'
beyond base '- |sandbox # of tools'
check 'a neighbour in the base'

sandbox
override <<'END'
services:
  tools:
    image: registry.example/tools:1.2.3@sha256:0000000000000000000000000000000000000000000000000000000000000000
    x-compose-lint: {role: service}
    networks:
      - sandbox
END
beyond over '- |sandbox'
check_override 'a neighbour in an override'

sandbox
override <<'END'
services:
  agent:
    networks:
      - data
  db:
    image: postgres:17.2@sha256:0000000000000000000000000000000000000000000000000000000000000000
    networks: {data: }
networks:
  data: {internal: true}
END
beyond over '- |data'
over=break.yaml
cp "$top/override" $over
judge 'a network with a neighbour' -f "$base" -f $over

sandbox
override <<'END'
services:
  agent:
    environment:
      EDITOR: vi
END
beyond over "$(item EDITOR)"
check_override 'a variable that is no secret'

# --- engine-endpoint: the engine by its address ---------------------------------------------

sandbox
override <<'END'
services:
  agent:
    environment:
      DOCKER_HOST: ${DOCKER_HOST}
END
setenv DOCKER_HOST tcp://192.0.2.1:2376
want engine-endpoint over '|DOCKER_HOST: '
near .env 'DOCKER_HOST='
beyond over '|DOCKER_HOST: '
check_override 'the address of an engine'

# --- host-address and agent-port: the host and the agent find each other --------------------

sandbox
after base 'tty: true' '    extra_hosts: ["host.docker.internal:host-gateway"]'
want host-address base '|"host.docker.internal:host-gateway"'
check 'a name for the host'

sandbox
override <<'END'
services:
  agent:
    ports: ["127.0.0.1:8080:8080"]
END
want agent-port over '|"127.0.0.1:8080:8080"'
check_override 'a published port'

# --- gateway-key, agent-secret, implicit-env: what comes with the key -----------------------

sandbox
replace base '"${AGENT_GATEWAY_KEY}"' '"${LITELLM_MASTER_KEY}"'
setenv LITELLM_MASTER_KEY not-for-the-sandbox
secret=not-for-the-sandbox
want gateway-key base "$(item OPENAI_API_KEY:)"
near .env 'LITELLM_MASTER_KEY='
check "the gateway's own key"

sandbox
override <<'END'
services:
  agent:
    secrets: [db]
secrets:
  db: {environment: DB_PASSWORD}
END
want agent-secret over 'secrets: [|db]'
near over '|db: {'
beyond over 'secrets: [|db]'
check_override 'a secret of another service'

sandbox
override <<'END'
services:
  agent:
    environment:
      - EDITOR
END
want implicit-env over '|EDITOR'
beyond over '|EDITOR'
check_override 'a name without a value'

sandbox
override <<'END'
services:
  db:
    image: postgres:17.2@sha256:0000000000000000000000000000000000000000000000000000000000000000
    environment:
      POSTGRES_PASSWORD: not-for-the-sandbox
END
secret=not-for-the-sandbox
want credential-literal over '|not-for-the-sandbox'
check_override 'a password in the file itself'

# --- egress-relay and privileged-neighbour: what the neighbours have -------------------------

sandbox
override <<'END'
services:
  squid:
    image: ubuntu/squid:6.6@sha256:0000000000000000000000000000000000000000000000000000000000000000
    networks: [sandbox, egress]
networks:
  egress: {}
END
want egress-relay base '- |sandbox'
near over 'networks: [|sandbox'
near over ', |egress]'
beyond over 'networks: [|sandbox'
check_override 'a proxy on the network of the agent'

sandbox
override <<'END'
services:
  panel:
    image: portainer/portainer-ce:2.25.0@sha256:0000000000000000000000000000000000000000000000000000000000000000
    networks: [sandbox]
END
want privileged-neighbour base '- |sandbox'
near over 'image: |portainer'
beyond over 'networks: [|sandbox'
check_override 'a panel of the engine on the network of the agent'

# --- external-network: a way that nobody here can see ---------------------------------------

sandbox
override <<'END'
networks:
  sandbox: !override
    external: true
    name: models_private
END
want external-network over 'external: |true'
near base '- |sandbox'
check_override 'a network that another project makes'

# --- loopback-gateway-url: the sandbox talks to itself --------------------------------------

while read -r host; do
	sandbox
	setenv GATEWAY_URL "http://$host:4000/v1"
	want loopback-gateway-url base "$(item OPENAI_API_BASE)"
	near .env 'GATEWAY_URL='
	check "the gateway at $host, in .env"

	sandbox
	replace base '"${GATEWAY_URL}"' "\"http://$host:4000/v1\""
	want loopback-gateway-url base "$(item OPENAI_API_BASE)"
	check "the gateway at $host, in the Compose file"

	sandbox
	override <<-END
		services:
		  agent:
		    environment:
		      - OPENAI_API_BASE=http://$host:4000/v1
	END
	want loopback-gateway-url over "$(item OPENAI_API_BASE)"
	check_override "the gateway at $host"
done <<'END'
127.0.0.1
localhost
[::1]
0.0.0.0
END

sandbox
setenv GATEWAY_URL http://127.0.0.1:4000/v1
want loopback-gateway-url base "$(item OPENAI_API_BASE)"
near .env 'GATEWAY_URL='
json_tells 'the gateway at 127.0.0.1, in .env: json'

sandbox
replace base '"${GATEWAY_URL}"' '"${GATEWAY_URL_INSIDE:-http://localhost:4000/v1}"'
want loopback-gateway-url base "$(item OPENAI_API_BASE)"
check 'the gateway at localhost, by an inline default'

# --- gateway-unreachable: the sandbox has no model ------------------------------------------

sandbox
setenv GATEWAY_URL https://api.openai.com/v1
want gateway-unreachable base "$(item OPENAI_API_BASE)"
near .env 'GATEWAY_URL='
near base '- |sandbox'
check 'the provider itself as gateway, in .env'

sandbox
override <<'END'
services:
  agent:
    environment: !reset null
END
want gateway-unreachable over '|!reset null'
lacks OPENAI_API_BASE
lacks OPENAI_API_KEY
lacks AIDER_MODEL
check_override 'the environment taken away by !reset'

sandbox
override <<'END'
services:
  gateway:
    image: ghcr.io/berriai/litellm:v1.80.0@sha256:0000000000000000000000000000000000000000000000000000000000000000
END
want gateway-unreachable base "$(item OPENAI_API_BASE)"
near over '|gateway:'
check_override 'a gateway that is not on the network'

# --- credential-env: more than the one key --------------------------------------------------

sandbox
after base 'AIDER_MODEL' '      ANTHROPIC_API_KEY: "${ANTHROPIC_API_KEY}"'
setenv ANTHROPIC_API_KEY not-for-the-sandbox
secret=not-for-the-sandbox
want credential-env base "$(item ANTHROPIC_API_KEY:)"
near .env 'ANTHROPIC_API_KEY='
check 'an API key under another name'
json_tells 'an API key under another name: json'

sandbox
after base 'AIDER_MODEL' '      ANTHROPIC_API_KEY: "${AGENT_GATEWAY_KEY}"'
want credential-env base "$(item ANTHROPIC_API_KEY)"
near .env 'AGENT_GATEWAY_KEY='
check 'the key of the gateway under another name'

sandbox
after base 'AIDER_MODEL' '      PROVIDER_API_KEY: not-for-the-sandbox'
secret=not-for-the-sandbox
want credential-env base "$(item PROVIDER_API_KEY)"
check 'an API key written in the Compose file'

sandbox
after base 'AIDER_MODEL' '      STYLE: "${STYLE}"'
secret=$(awk 'BEGIN {
	for (i = 0; i < 64; i++)
		printf "%s", substr("3f9c02e7a1d865b4", i * 7 % 16 + 1, 1)
}')
setenv STYLE "sk-or-v1-$secret"
want credential-env base "$(item STYLE:)"
near .env 'STYLE='
check 'a key that only its value gives away'

sandbox
override <<'END'
services:
  agent:
    environment:
      AWS_ACCESS_KEY_ID: "${AWS_ACCESS_KEY_ID}"
      AWS_SECRET_ACCESS_KEY: "${AWS_SECRET_ACCESS_KEY}"
END
setenv AWS_ACCESS_KEY_ID an-account
setenv AWS_SECRET_ACCESS_KEY not-for-the-sandbox
secret=not-for-the-sandbox
want credential-env over "$(item AWS_ACCESS_KEY_ID:)"
near .env 'AWS_ACCESS_KEY_ID='
want credential-env over "$(item AWS_SECRET_ACCESS_KEY:)"
near .env 'AWS_SECRET_ACCESS_KEY='
check_override 'an AWS key'

sandbox
after base 'AIDER_MODEL' '      AWS_SECRET_ACCESS_KEY: "${AWS_SECRET_ACCESS_KEY}"'
want credential-env base "$(item AWS_SECRET_ACCESS_KEY:)"
check 'an AWS key that only the shell can supply, and no unset variable beside it'

sandbox
override <<'END'
services:
  agent:
    environment:
      GITHUB_TOKEN:
END
want credential-env over "$(item GITHUB_TOKEN)"
check_override 'GITHUB_TOKEN without a value, in a map'

sandbox
override <<'END'
services:
  agent:
    environment:
      - GITHUB_TOKEN
END
want credential-env over "$(item GITHUB_TOKEN)"
check_override 'GITHUB_TOKEN without a value, in a list'

sandbox
after base 'AIDER_MODEL' '      GITHUB_TOKEN:'
want credential-env base "$(item GITHUB_TOKEN)"
check 'GITHUB_TOKEN without a value, in the map of the base'

sandbox
replace base 'OPENAI_API_BASE: "${GATEWAY_URL}"' '- OPENAI_API_BASE=${GATEWAY_URL}'
replace base 'OPENAI_API_KEY: "${AGENT_GATEWAY_KEY}"' '- OPENAI_API_KEY=${AGENT_GATEWAY_KEY}'
replace base 'AIDER_MODEL: "openai/${MODEL_ALIAS}"' '- AIDER_MODEL=openai/${MODEL_ALIAS}
      - GITHUB_TOKEN'
want credential-env base "$(item GITHUB_TOKEN)"
check 'GITHUB_TOKEN without a value, in a base whose block is a list'

sandbox
after base 'AIDER_MODEL' '      GITHUB_TOKEN:'
setenv GITHUB_TOKEN not-for-the-sandbox
secret=not-for-the-sandbox
want credential-env base "$(item GITHUB_TOKEN)"
near .env 'GITHUB_TOKEN='
check 'GITHUB_TOKEN without a value, which .env supplies'

sandbox
after base 'AIDER_MODEL' '      GITHUB_TOKEN: ""'
beyond base "$(item GITHUB_TOKEN)"
check 'GITHUB_TOKEN set to nothing is no credential'

sandbox
cat >agent.env <<'END'
COLOUR=never
DB_PASSWORD=not-for-the-sandbox
END
override <<'END'
services:
  agent:
    env_file:
      - agent.env
END
secret=not-for-the-sandbox
want credential-env over '- |agent.env'
near agent.env 'DB_PASSWORD='
check_override 'an env_file with a password'

sandbox
cat >agent.env <<'END'
DB_PASSWORD=not-for-the-sandbox
END
service '    env_file: agent.env'
secret=not-for-the-sandbox
want credential-env base 'env_file: |agent.env'
near agent.env 'DB_PASSWORD='
check 'an env_file with a password, in the base'
json_tells 'an env_file with a password, in the base: json'

# --- privileged -----------------------------------------------------------------------------

sandbox
service '    privileged: true'
want privileged base 'privileged: |true'
check 'privileged in the base'

sandbox
override <<'END'
services:
  agent:
    privileged: true
END
want privileged over 'privileged: |true'
check_override 'privileged'

sandbox
override <<'END'
services:
  agent:
    privileged: "true"
END
want privileged over 'privileged: |"true"'
check_override 'privileged as a text'

sandbox
before base 'name: agent-sandbox' 'x-debug: &debug
  privileged: true
'
service '    <<: *debug'
want privileged base 'privileged: |true'
near base '<<: *debug'
check 'privileged brought by a merge key'
json_tells 'privileged brought by a merge key: json'

sandbox
override <<'END'
x-debug: &debug
  privileged: true
services:
  agent:
    <<: *debug
END
want privileged over 'privileged: |true'
near over '<<: *debug'
check_override 'privileged brought by a merge key'

sandbox
override <<'END'
x-debug: &debug {privileged: true}
x-quiet: &quiet {init: true}
services:
  agent:
    <<: [*quiet, *debug]
END
want privileged over 'privileged: |true'
near over '<<: [*quiet, *debug]'
check_override 'privileged brought by a merge key with a list'

sandbox
override <<'END'
x-switch: &on true
services:
  agent:
    privileged: *on
END
want privileged over '&on |true'
near over 'privileged: *on'
check_override 'privileged brought by an alias to a scalar'

sandbox
override <<'END'
x-agent: &agent
  privileged: true
services:
  agent: *agent
END
want privileged over 'privileged: |true'
near over 'agent: *agent'
check_override 'privileged brought by an alias to a whole service'

# --- cap-drop-missing -----------------------------------------------------------------------

sandbox
override <<'END'
services:
  agent:
    cap_drop: !reset null
END
want cap-drop-missing over '|!reset null'
near base 'cap_drop:' '- ALL'
check_override 'cap_drop taken away by !reset null'

sandbox
override <<'END'
services:
  agent:
    cap_drop: !reset []
END
want cap-drop-missing over '|!reset []'
near base 'cap_drop:' '- ALL'
check_override 'cap_drop taken away by !reset []'

sandbox
override <<'END'
services:
  agent:
    cap_drop: !override [NET_RAW]
END
want cap-drop-missing over '|!override [NET_RAW]'
near base 'cap_drop:' '- ALL'
check_override 'cap_drop replaced by !override'

# --- host-namespace -------------------------------------------------------------------------

# The host's pid, ipc and the rest, said in the override itself.
while read -r key; do
	sandbox
	override <<-END
		services:
		  agent:
		    $key: host
	END
	want host-namespace over "$key: |host"
	check_override "$key: host"
done <<'END'
pid
ipc
uts
userns_mode
cgroup
END

sandbox
override <<'END'
services:
  agent:
    networks: !reset null
    network_mode: host
END
want host-namespace over 'network_mode: |host'
beyond over 'network_mode: |host'
check_override 'network_mode: host'

# The same through extends: the value stands in the file that nobody named.
while read -r key; do
	sandbox
	cat >common.yaml <<-END
		services:
		  common:
		    $key: host
	END
	case $key in
	network_mode)
		drop base '- sandbox'
		drop base '    networks:'
		;;
	esac
	cp "$base" "$top/before"
	service '    extends: {file: common.yaml, service: common}'
	want host-namespace common.yaml "$key: |host"
	[ "$key" != network_mode ] || beyond common.yaml "$key: |host"
	near base 'extends: {file: common.yaml'
	check "$key: host through extends"

	cp "$top/before" "$base"
	: >"$top/rows"
	override <<-'END'
		services:
		  agent:
		    extends: {file: common.yaml, service: common}
	END
	want host-namespace common.yaml "$key: |host"
	[ "$key" != network_mode ] || beyond common.yaml "$key: |host"
	near over 'extends: {file: common.yaml'
	check_override "$key: host through extends"
done <<'END'
network_mode
pid
ipc
END

# And through include: the included file defines the service, the including one does not.
while read -r key; do
	sandbox
	case $key in
	network_mode)
		drop base '- sandbox'
		drop base '    networks:'
		;;
	esac
	service "    $key: host"
	mv "$base" included.yaml
	cat >"$base" <<-'END'
		name: agent-sandbox
		include:
		  - included.yaml
	END
	want host-namespace included.yaml "$key: |host"
	[ "$key" != network_mode ] || beyond included.yaml "$key: |host"
	near base '- included.yaml'
	check "$key: host through include"
	judge "$key: host through include, named by -f" -f "$base"
	mv "$base" compose.yaml
	base=compose.yaml
	judge "$key: host through include, discovered"
done <<'END'
network_mode
pid
ipc
END

sandbox
service '    pid: host'
mv "$base" included.yaml
cat >"$base" <<'END'
include:
  - path: included.yaml
    env_file: .env
END
want host-namespace included.yaml 'pid: |host'
near base 'path: included.yaml'
check 'pid: host through the long form of include'
json_tells 'pid: host through the long form of include: json'

# --- The other rules of the first part, one break each --------------------------------------

sandbox
drop base 'read_only: true'
want rootfs-writable base '|agent:'
check 'read_only removed'

sandbox
override <<'END'
services:
  agent:
    read_only: false
END
want rootfs-writable over 'read_only: |false'
near base 'read_only: true'
check_override 'read_only false'

sandbox
drop base '- ALL'
drop base 'cap_drop:'
want cap-drop-missing base '|agent:'
check 'cap_drop removed'

sandbox
replace base 'no-new-privileges=true' 'no-new-privileges=false'
want new-privileges base '|"no-new-privileges=false"'
check 'no-new-privileges false'

sandbox
override <<'END'
services:
  agent:
    security_opt:
      - no-new-privileges:false
END
want new-privileges over '|no-new-privileges:false'
near base '"no-new-privileges=true"'
check_override 'no-new-privileges false, which wins because it comes last'

sandbox
drop base 'pids_limit: 512'
want no-resource-limits base '|agent:'
check 'pids_limit removed'

sandbox
replace base 'pids_limit: 512' 'pids_limit: -1'
want no-resource-limits base 'pids_limit: |-1'
check 'pids_limit unlimited'

sandbox
override <<'END'
services:
  agent:
    networks:
      - elsewhere
END
want model-invalid over '- |elsewhere'
check_override 'a network that nobody defines'

sandbox
replace image 'USER agent' 'USERS agent'
want dockerfile-syntax image '|USERS agent'
check 'an instruction that Docker does not know'

sandbox
after base 'name: agent-sandbox' 'include:
  - https://git.example/team/compose.git'
want incomplete-project base '|https://git.example'
check 'an include from elsewhere cannot be looked at'

# --- Two breaks at once ---------------------------------------------------------------------

sandbox
override <<'END'
services:
  agent:
    privileged: true
    volumes:
      - /var/run/docker.sock:/s
END
want socket-mount over '|/var/run/docker.sock'
want privileged over 'privileged: |true'
check_override 'two breaks are two findings'

# --- Input that cannot be used --------------------------------------------------------------

sandbox
refused 'no such file' nowhere.yaml
refused 'no such file after -f' -f "$base" -f nowhere.yaml
refused 'an option that does not exist' --no-such-option "$base"
refused 'an option cut short' --no-overrid "$base"
refused 'a format that does not exist' --format no-such-format "$base"
refused 'an option without its value' -f
refused '-f and a PATH together' -f "$base" "$base"
refused 'an agent that no project has' --agent nobody "$base"
mkdir empty
refused 'a directory without a project' empty
refused 'nothing named, and no file of a default name'
says 'nothing named: the message names the Compose files that lie there' "$top/err" \
	'compose-sandbox\.yaml'

sandbox
chmod 000 "$base"
if [ -r "$base" ]; then
	skip 'a file that cannot be read' 'this user can read every file'
else
	refused 'a file that cannot be read' "$base"
fi
chmod 600 "$base"

sandbox
replace base '    tty: true' '	tty: true'
want yaml-syntax base '|	tty: true'
check 'a tab for indentation is one finding'
json_tells 'a tab for indentation is one finding: json'

sandbox
replace base 'tty: true' 'tty: *nowhere'
want yaml-syntax base '|*nowhere'
check 'an alias to nothing is one finding'

sandbox
override <<'END'
services:
  agent:
    tty: *nowhere
END
want yaml-syntax over '|*nowhere'
check_override 'an override that is no YAML is one finding'

sandbox
mkdir other
cp "$base" env-example.txt agent-sandbox.Dockerfile .env other
replace base 'tty: true' 'tty: *nowhere'
service_of=other/compose-sandbox.yaml
after $service_of 'tty: true' '    privileged: true'
want yaml-syntax base '|*nowhere'
want privileged $service_of 'privileged: |true'
judge 'the other files of the run are still judged' "$base" $service_of

sandbox
run --format gcc "$base" nowhere.yaml
if [ "$status" -eq 2 ]; then yes=yes; else yes=no; fi
ok $yes 'a missing file beside a good one is exit 2' <"$top/err"

echo "1..$count"
