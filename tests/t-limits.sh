#!/bin/sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC3045 # where there is no such limit the run is only not stopped
#
# Each limit of the sources: what is just below is taken, what is just above ends in one finding or
# one line, and the run ends soon. Limits that only cut what is printed or compared are held to that.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# limit NAME...: what follows is about them.
limit() {
	cd "$scratch" || exit 1
	for name; do echo "$name" >>rows; done
	title=$1
	rm -rf p
	mkdir p
	cd p || exit 1
}

# reports FORMAT ARGUMENT...: within seconds of the processor, which a busy machine does not stretch.
reports() {
	(
		ulimit -t 120
		[ -n "${SANITIZERS:-}" ] || ulimit -v 2000000
		exec "$COMPOSE_LINT" --format "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	)
	status=$?
}

# runs ARGUMENT...: a line for each finding, and no more
runs() {
	reports gcc -q "$@"
}

# below PATTERN [ARGUMENT...]: the run says nothing of the kind
below() {
	pattern=$1
	shift
	runs "${@:-.}"
	if [ "$status" -le 1 ] && ! grep -qE "$pattern" "$scratch/out" "$scratch/err"; then
		ok "$title: below it nothing is said"
	else
		complain "$title: below it nothing is said"
	fi
}

# above PATTERN [ARGUMENT...]: it is said once
above() {
	pattern=$1
	shift
	runs "${@:-.}"
	said=$(cat "$scratch/out" "$scratch/err" | grep -cE "$pattern")
	if [ "$status" -ge 1 ] && [ "$status" -le 2 ] && [ "$said" -eq 1 ]; then
		ok "$title: above it that is said, once"
	else
		complain "$title: above it that is said, once"
	fi
}

complain() {
	{
		echo "status $status, $pattern"
		head -n 3 "$scratch/out" "$scratch/err" | cut -c 1-200
	} >"$scratch/why"
	not_ok "$1" "$scratch/why"
}

# says NAME COMMAND...
says() {
	name=$1
	shift
	if "$@"; then ok "$title: $name"; else complain "$title: $name"; fi
}

helps_with_limit() {
	"$COMPOSE_LINT" --select incomplete-project . 2>/dev/null | grep -q 'help: Lint the parts of so large a project'
}

# many COUNT TEXT: the text once for each number from 1, which stands for @.
many() {
	awk -v count="$1" -v text="$2" 'BEGIN {
		# mawk keeps each replacement that gsub() is given, and looks through all of them
		n = split(text, part, "@")
		for (i = 1; i <= count; i++) {
			line = part[1]
			for (j = 2; j <= n; j++)
				line = line i part[j]
			print line
		}
	}'
}

# run_of COUNT TEXT: the text so often, in one line.
run_of() {
	awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", text }'
}

# filled FILE BYTES: the file gets comments until it has so many bytes.
filled() {
	awk -v left=$(($2 - $(wc -c <"$1"))) 'BEGIN {
		line = "#"
		while (length(line) < 1023) line = line "x"
		for (; left > 1024; left -= 1024) print line
		printf "#"
		for (left--; left > 0; left--) printf "x"
	}' >>"$1" </dev/null
}

one='services: {a: {image: a}}'

# ---- bytes and files ----

limit LIMIT_FILE_BYTES
echo "$one" >compose.yaml
filled compose.yaml 16777216
below 'too large'
printf x >>compose.yaml
above 'compose.yaml: is too large'

limit LIMIT_DOCKERFILE_BYTES
echo 'services: {a: {build: .}}' >compose.yaml
echo 'FROM scratch' >Dockerfile
filled Dockerfile 4194304
below 'too large'
printf x >>Dockerfile
above 'the Dockerfile .* is too large'

limit LIMIT_PROJECT_FILES
echo A=1 >e
many 4094 'e@' | while read -r name; do ln -s e "$name"; done
{
	printf 'services:\n  a:\n    image: a\n    env_file:\n'
	many 4094 '      - e@'
} >compose.yaml
# with compose.yaml itself and the .env that is not there
below 'beyond what'
ln -s e e4095
ln -s e e4096
printf '      - e4095\n      - e4096\n' >>compose.yaml
runs .
says 'above it each that is left out is said' [ "$(grep -c 'beyond what one run reads' "$scratch/out")" -ge 1 ]

limit LIMIT_RUN_BYTES
echo '#' >e
filled e 16777216
many 17 'e@' | while read -r name; do cp e "$name"; done
{
	printf 'services:\n  a:\n    image: a\n    env_file:\n'
	many 15 '      - e@'
} >compose.yaml
below 'beyond what'
printf '      - e16\n      - e17\n' >>compose.yaml
runs .
says 'above it each that is left out is said' [ "$(grep -c 'e1[67] cannot be read: is beyond what one run reads' "$scratch/out")" -ge 1 ]

# ---- values ----

limit LIMIT_DEPTH
# the document and the extension are two
{ echo "$one"; printf 'x-a: %s1%s\n' "$(run_of 255 '[')" "$(run_of 255 ']')"; } >compose.yaml
below 'nested deeper'
{ echo "$one"; printf 'x-a: %s1%s\n' "$(run_of 256 '[')" "$(run_of 256 ']')"; } >compose.yaml
above 'values are nested deeper than 256 levels'

limit LIMIT_NODES
{ echo "$one"; echo 'x-a:'; many 999991 '- a'; } >compose.yaml
below 'holds more than'
echo '- a' >>compose.yaml
above 'this file holds more than 1000000 values'

limit LIMIT_RUN_NODES
{ echo 'x-a:'; many 990000 '- a'; } >part
for i in 1 2 3; do cp part "i$i.yaml"; done
{ echo "$one"; echo 'include: [i1.yaml, i2.yaml, i3.yaml]'; } >compose.yaml
above 'the files of this run hold more than 2000000 values'

limit LIMIT_ALIAS_NODES LIMIT_ALIAS_BYTES
{ echo "$one"; echo 'x-a: &a'; many 24999 '- a'; echo 'x-b:'; many 19 '- *a'; } >compose.yaml
below 'aliases multiply'
many 2 '- *a' >>compose.yaml
above 'aliases multiply this file beyond 500000 values'
{ echo "$one"; printf 'x-a: &a %s\nx-b:\n' "$(run_of 32000 k)"; many 61 '- *a'; } >compose.yaml
below 'aliases multiply'
many 10 '- *a' >>compose.yaml
above 'aliases multiply this file beyond 500000 values'
# keys that are equal, but not written alike
{ echo "$one"; echo 'x-a:'; many 50000 '- &k@ a'; echo 'x-b:'; many 50000 '  *k@ : b'; } >compose.yaml
below 'yaml-syntax'

limit LIMIT_RUN_ALIAS_NODES
aliased() { # DIRECTORY
	mkdir -p "$1"
	{ echo "$one"; echo 'x-a: &a'; many 4999 '- a'; echo 'x-b:'; many 66 '- *a'; } >"$1/compose.yaml"
}
for i in 1 2 3; do aliased p$i; done
below 'aliases multiply'
aliased p4
above 'aliases multiply the files of this run beyond 1000000 values'

limit LIMIT_ALIAS_PATHS
{ echo "$one"; echo 'x-a: &a 1'; printf '? x-%s\n: [' "$(run_of 20000 k)"; run_of 2000 '*a,'; echo ']'; } >compose.yaml
below 'yaml-syntax'

limit LIMIT_MENDS LIMIT_SCANNED_BYTES
{ echo "$one"; many 60 'x-@: {a: b:}'; } >compose.yaml
below 'yaml-syntax'
{ echo "$one"; many 70 'x-@: {a: b:}'; } >compose.yaml
above 'yaml-syntax'

limit LIMIT_TAG_DIRECTIVES
{ many 64 '%TAG !t@! tag:a,2000:'; echo '---'; echo "$one"; } >compose.yaml
below 'yaml-syntax'
{ many 65 '%TAG !t@! tag:a,2000:'; echo '---'; echo "$one"; } >compose.yaml
above 'too many %TAG directives'

# ---- include and extends ----

limit LIMIT_INCLUDE_DEPTH
chain() {
	many "$1" '@' | while read -r i; do echo "include: [i$((i + 1)).yaml]" >"i$i.yaml"; done
	echo "$one" >"i$(($1 + 1)).yaml"
}
echo 'include: [i1.yaml]' >compose.yaml
chain 63
below 'deeper than the limit'
chain 64
above 'files are included deeper than the limit'

limit LIMIT_INCLUDES
echo "$one" >i.yaml
{ echo 'include:'; many 4096 '- i.yaml'; } >compose.yaml
below 'more than the limit'
echo '- i.yaml' >>compose.yaml
above 'the includes of this project bring more than the limit allows'

limit LIMIT_BROUGHT_NODES
{ echo 'x-a:'; many 990000 '- a'; } >i.yaml
{ echo "$one"; echo 'include: [i.yaml, i.yaml, i.yaml, i.yaml]'; } >compose.yaml
below 'more than the limit'
{ echo "$one"; echo 'include: [i.yaml, i.yaml, i.yaml, i.yaml, i.yaml]'; } >compose.yaml
above 'the includes of this project bring more than the limit allows'

limit LIMIT_EXTENDS_DEPTH
extending() {
	echo 'services:'
	many "$1" '  s@: {extends: s#}' | awk '{ sub(/#/, NR + 1); print }'
	echo "  s$(($1 + 1)): {image: a}"
}
extending 255 >compose.yaml
below 'longer than the limit'
extending 257 >compose.yaml
runs .
says 'above it that is said' grep -q 'this chain of extends is longer than the limit' "$scratch/out"

limit LIMIT_INHERITED_NODES
inheriting() {
	printf 'services:\n  base:\n    image: a\n    x-a:\n'
	many 9990 '      - a'
	many "$1" '  s@: {extends: base}'
}
inheriting 29 >compose.yaml
below 'more than the limit'
inheriting 31 >compose.yaml
above 'the services of this run inherit more than the limit allows'

limit LIMIT_PORTS
ports='services: {a: {image: a, ports: ["1-65535", "1-65535/udp", "1-65535/sctp", '
echo "$ports\"127.0.0.1:1-3395:1-3395\"]}}" >compose.yaml
below 'names more than'
echo "$ports\"127.0.0.1:1-3396:1-3396\"]}}" >compose.yaml
above 'names more than 200000 ports'

# A list that each document makes longer by one is copied by each.
laid() { # DOCUMENTS
	many "$1" '---
services: {a: {image: a, expose: ["@"]}}' >compose.yaml
}
limit LIMIT_LAID_ENTRIES
laid 1900
below 'lay more over each other'
laid 2100
above 'the documents of this project lay more over each other than the limit allows'
many 30000 '---
services: {a: {image: a, environment: {A@: x}}}' >compose.yaml
above 'the documents of this project lay more over each other than the limit allows'

# Each mount of the folder holds each of its env files.
seen() { # MOUNTS
	{
		echo 'services: {a: {image: a, env_file: ['
		many 1000 '  {path: e@, required: false},'
		echo '], volumes: ['
		many "$1" '  ".:/x@",'
		echo ']}}'
	} >compose.yaml
}
limit LIMIT_POOLS
pools() { # POOLS
	for key in a b; do
		echo '---'
		echo 'services: {a: {image: a}}'
		echo 'networks: {n: {ipam: {config: ['
		many "$1" "{subnet: $key@},"
		echo ']}}}'
	done >compose.yaml
}
pools 128
below 'these pools'
pools 129
above 'these pools are more than the limit allows to merge'

limit LIMIT_MOUNTS
bind() { # SERVICES
	{
		echo 'x-all: &all ['
		many 500 '  "/srv/@:/x@",'
		echo ']'
		echo 'services:'
		many "$1" '  s@: {image: a, volumes: *all}'
	} >compose.yaml
}
bind 100
below 'have more mounts than the limit'
bind 101
above 'have more mounts than the limit allows'

limit LIMIT_NETWORKS
joining() { # SERVICES
	echo 'services:'
	echo '  a:'
	echo '    image: a'
	echo '    networks:'
	many 1000 '    - n@'
	many "$1" '  s@: {image: a, network_mode: "service:a"}'
	echo 'networks:'
	many 1000 '  n@:'
}
joining 190 >compose.yaml
below 'on more networks than'
joining 200 >compose.yaml
above 'the services of this project are on more networks than the limit allows'
says 'the help is that of a limit' helps_with_limit

limit LIMIT_PAIRS
crowd() { # AGENTS, and as many others
	echo 'services:'
	many "$1" '  a@: {image: a, command: claude}'
	many "$1" '  o@: {image: b, command: b}'
}
crowd 2300 >compose.yaml
below 'more neighbours than the limit'
crowd 2400 >compose.yaml
above 'the agents of this project have more neighbours than the limit allows'
says 'the help is that of a limit' helps_with_limit

contracted() { # SERVICES
	echo 'services:'
	many "$1" '  s@: {image: a, x-compose-lint: {role: agent, reaches: [x]}}'
}
contracted 610 >compose.yaml
below 'the contracts of this project'
contracted 630 >compose.yaml
above 'the contracts of this project have more neighbours than the limit allows'
says 'the help is that of a limit' helps_with_limit

limit LIMIT_OWN_SIGHTS
seen 450
below 'hold more of what it reads itself'
seen 550
above 'hold more of what it reads itself than the limit allows'

limit LIMIT_BROUGHT_MOUNTS
brought() {
	printf 'services:\n  a:\n    image: a\n    volumes:\n'
	many 1000 '      - /srv/@:/x@'
	many "$1" '  s@: {image: a, volumes_from: [a]}'
}
brought 100 >compose.yaml
below 'beyond the limit'
brought 101 >compose.yaml
above 'mounts taken over by volumes_from beyond the limit are not judged'

limit LIMIT_BROUGHT_DEPTH
taking() {
	echo 'services:'
	many "$1" '  s@: {image: a, volumes_from: [s#]}' | awk '{ sub(/#/, NR + 1); print }'
	echo "  s$(($1 + 1)): {image: a, volumes: [/srv:/srv]}"
}
taking 255 >compose.yaml
below 'beyond the limit'
taking 300 >compose.yaml
above 'mounts taken over by volumes_from beyond the limit are not judged'

# ---- variables ----

limit LIMIT_ENV_LINES
many 400000 'A=' >e
echo 'services: {a: {image: a, env_file: [e]}}' >compose.yaml
below 'more lines than'
echo 'A=' >>e
above 'the env files of this project have more lines than the limit'

limit LIMIT_LOOKED_NAMES
{
	printf 'services:\n  a:\n    image: a\n    x-compose-lint:\n      role: agent\n      holds:\n'
	many 20000 '        - WANTED@'
	printf '    environment:\n'
	many 20000 '      HELD@: a'
} >compose.yaml
below 'did you mean'

limit LIMIT_TEMPLATE_DEPTH
# shellcheck disable=SC2016 # nothing is to be expanded
nested() { printf 'services: {a: {image: "%sa%s"}}\n' "$(run_of "$1" '${A:-')" "$(run_of "$1" '}')"; }
nested 64 >compose.yaml
below 'model-invalid|incomplete-project|nested'
nested 65 >compose.yaml
above 'model-invalid|incomplete-project'

limit LIMIT_VALUE_BYTES
{ printf V=; run_of 524288 v; } >.env
# shellcheck disable=SC2016 # nothing is to be expanded
echo 'services: {a: {image: a, command: ["$V$V"]}}' >compose.yaml
below 'grows beyond'
# shellcheck disable=SC2016 # nothing is to be expanded
echo 'services: {a: {image: a, command: ["$V${V}v"]}}' >compose.yaml
above 'this value grows beyond 1 MiB, the limit for one value'

limit LIMIT_EXPANDED_BYTES
{ printf V=; run_of 1048576 v; } >.env
# shellcheck disable=SC2016 # nothing is to be expanded
{ printf 'services:\n  a:\n    image: a\n    x-a:\n'; many 30 '    - $V'; } >compose.yaml
below 'more text than'
# shellcheck disable=SC2016 # nothing is to be expanded
many 10 '    - $V' >>compose.yaml
runs .
says 'above it that is said' grep -q 'the variables of this run make more text than the limit' "$scratch/out"

{ printf V=; run_of 600000 v; } >.env
# shellcheck disable=SC2016 # nothing is to be expanded
{ printf 'services:\n  a:\n    image: a\n    x-a:\n'; many 120 '    - $V$V'; } >compose.yaml
runs .
says 'values that are refused count, too' grep -q 'the variables of this run make more text than the limit' "$scratch/out"

# ---- findings and what is said of them ----

limit LIMIT_FINDINGS LIMIT_RESULTS
{ echo 'services:'; many 10100 '  s@: {image: "a:1", privileged: true}'; } >compose.yaml
runs --select privileged .
says 'above it the rest is counted' [ "$(grep -c '\[privileged\]' "$scratch/out")" -le 10000 ]
reports text --select privileged .
says 'and that is said' grep -q '; 100 more findings are not shown' "$scratch/out"
says 'and told to whoever reads no text' grep -q '100 findings are not shown' "$scratch/err"
reports sarif --select privileged .
says 'code scanning gets as many as it shows' [ "$(grep -c '"ruleId"' "$scratch/out")" -eq 5000 ]
runs --select privileged --level privileged=info .
says 'what is not kept fails the run, since it may be an error' [ "$status" -eq 1 ]
runs --select privileged --fail-on never .
says 'unless nothing does' [ "$status" -eq 0 ]
runs --select privileged --write-baseline known.json .
says 'a baseline that would lack some is not written' [ "$status" -eq 2 ]
says 'and there is none' [ ! -e known.json ]
sed 's/privileged: true/&, x-compose-lint: {ignore: [{rule: privileged, reason: known}]}/' compose.yaml >kept
mv kept compose.yaml
reports text --select privileged .
says 'what is left out hides no other' [ "$status" -eq 1 ]
says 'and no report is called clean for that' [ "$(grep -c '^No ' "$scratch/out")" -eq 0 ]

limit LIMIT_NOTICES
echo "$one" >compose.yaml
{ echo 'rules:'; many 1000 '  no-such-rule-@: off'; } >.compose-lint.yaml
runs .
says 'below it each is said' [ "$(grep -c 'no-such-rule' "$scratch/err")" -eq 1000 ]
many 100 '  no-such-rule-x@: off' >>.compose-lint.yaml
runs .
says 'above it the rest is counted' [ "$(wc -l <"$scratch/err")" -eq 1001 ]

limit LIMIT_EXCERPT_BYTES LIMIT_SHORT_LINE_BYTES
{ printf 'services: {a: {image: "a:1", x-a: "'; run_of 600000 xxxxxxxx; printf '", cap_add: ['; run_of 300 'SYS_ADMIN, '; echo 'ALL]}}'; } >compose.yaml
(
	ulimit -t 60
	exec "$COMPOSE_LINT" . >"$scratch/out" 2>"$scratch/err"
)
status=$?
says 'long lines are not shown again and again' [ "$status" -eq 1 -a "$(wc -c <"$scratch/out")" -lt 8388608 ]

limit LIMIT_JOINED_BYTES
echo 'services: {a: {build: .}}' >compose.yaml
# shellcheck disable=SC1003 # a continued line
{ printf 'FROM a:1\nRUN '; many 4000 'curl -u a:b%d https://a.example/install.sh | sh; \'; echo true; } >Dockerfile
(
	ulimit -t 60
	exec "$COMPOSE_LINT" . >"$scratch/out" 2>"$scratch/err"
)
says 'lines that go on are no longer shown when many were searched' [ "$(grep -c ' | curl' "$scratch/out")" -lt 3500 ]
says 'lines that go on are shown before' [ "$(grep -c ' | curl' "$scratch/out")" -gt 500 ]
rm Dockerfile

limit LIMIT_RELATED LIMIT_LINKS
{
	printf 'services:\n  a:\n    image: a:1\n    privileged: true\n'
	many 300 '---
services: {a: {privileged: true}}'
} >compose.yaml
(
	ulimit -t 60
	exec "$COMPOSE_LINT" --format gcc --select privileged . >"$scratch/out" 2>"$scratch/err"
)
status=$?
says 'nobody reads more related places' [ "$status" -eq 1 -a "$(wc -l <"$scratch/out")" -le 400 ]

limit LIMIT_QUOTE_COLUMNS LIMIT_SHOWN_COLUMNS
{ printf 'services: {a: {image: a, cap_add: ["'; run_of 3000 X; echo '"]}} # compose-lint: ignore[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx] why'; } >compose.yaml
runs .
says 'values and comments are quoted by their beginnings' [ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' "$scratch/out")" -lt 1500 ]

# What is said of each of many words may not repeat them all: that would be as many times as much.
{
	printf 'services: {a: {image: a, cap_drop: ['
	many 5000 'B@,'
	printf "], tmpfs: ['/x:"
	many 10000 'suid,dev,o@,'
	echo "']}}"
} | tr -d '\n' >compose.yaml
runs --preset strict .
says 'a long list is named by its beginning' [ "$(grep -c 'and 4984 more' "$scratch/out")" -eq 1 ]
says 'an option that is there again and again is one finding' [ "$(grep -c 'tmpfs-options' "$scratch/out")" -eq 2 ]

# ---- Dockerfiles ----

echo 'services: {a: {build: .}}' >"$scratch/build.yaml"

limit LIMIT_INSTRUCTIONS
cp "$scratch/build.yaml" compose.yaml
{ echo 'FROM scratch'; many 999 'RUN a'; } >Dockerfile
below 'more than 1000'
echo 'RUN a' >>Dockerfile
above 'this Dockerfile has more than 1000 instructions'

limit LIMIT_STAGES
cp "$scratch/build.yaml" compose.yaml
many 200 'FROM scratch AS s@' >Dockerfile
below 'too many stages'
many 2 'FROM scratch' >>Dockerfile
above 'this Dockerfile has too many stages'

limit LIMIT_DOCKERFILE_WORDS
cp "$scratch/build.yaml" compose.yaml
{ echo 'FROM scratch'; many 9 "ENV $(run_of 1000 'a=b ')"; } >Dockerfile
below 'more than 10000 words'
{ echo 'FROM scratch'; many 12 "ENV $(run_of 1000 'a=b ')"; } >Dockerfile
above 'this Dockerfile has more than 10000 words'

limit LIMIT_DOCKERFILE_LINE_BYTES
cp "$scratch/build.yaml" compose.yaml
{ echo 'FROM scratch'; printf 'RUN '; run_of 65531 a; echo; } >Dockerfile
below 'longer than 65535'
{ echo 'FROM scratch'; printf 'RUN '; run_of 65532 a; echo; } >Dockerfile
above 'this line is longer than 65535 bytes'

limit LIMIT_PATTERNS
cp "$scratch/build.yaml" compose.yaml
printf 'FROM scratch\nCOPY . /\n' >Dockerfile
many 10000 'p@' >.dockerignore
below 'holds more than'
echo p >>.dockerignore
above 'the build context holds more than is looked at'

limit LIMIT_CONTEXT_ENTRIES
cp "$scratch/build.yaml" compose.yaml
printf 'FROM scratch\nCOPY many /\n' >Dockerfile
mkdir many
(cd many && many 20000 'f@' | xargs touch)
below 'holds more than'
touch many/g many/h
above 'the build context holds more than is looked at'

limit LIMIT_PATTERN_STEPS
cp "$scratch/build.yaml" compose.yaml
printf 'FROM scratch\nCOPY . /\n' >Dockerfile
way=$(run_of 50 a)
mkdir "$way"
(cd "$way" && many 1000 'f@' | xargs touch)
{ echo '*'; many 9000 "!$way/f1@"; } >.dockerignore
below 'holds more than'
many 9000 '**/*a*a*a*faf' >.dockerignore
above 'the build context holds more than is looked at'
# a class counts by its bytes
{ printf '*/*['; run_of 300 b; echo ']*f'; } >.dockerignore
below 'holds more than'
{ printf '*/*['; run_of 600000 b; echo ']*f'; } >.dockerignore
above 'the build context holds more than is looked at'

limit LIMIT_PROJECT_ENTRIES
printf 'FROM scratch\nARG X\nCOPY . /$X\n' >Dockerfile
mkdir many
(cd many && many 10000 'f@' | xargs touch)
builds() { # SERVICES
	{
		echo 'services:'
		many "$1" '  s@: {build: {context: ., args: {X: "@"}}}'
	} >compose.yaml
}
builds 19
below 'holds more than'
builds 20
above 'the build context holds more than is looked at'

limit LIMIT_EVALUATED
{ echo 'FROM scratch'; echo 'ARG X'; many 198 'RUN a'; } >Dockerfile
builds 100
below 'build in more ways than the limit'
builds 102
above 'build in more ways than the limit allows'

limit LIMIT_SHEET_ENTRIES
{ echo 'services:'; many 1100 '  s@: {image: a}'; } >compose.yaml
"$COMPOSE_LINT" boundary >"$scratch/out" 2>"$scratch/err" </dev/null
status=$?
says 'no sheet is drawn, and that is said' [ "$status" -eq 2 -a ! -s "$scratch/out" -a "$(wc -l <"$scratch/err")" -eq 1 ]

{ # of pairs of mounts, which are many before the entries are
	printf 'x-m: &m ['
	many 200 '"/srv/@:/m@",' | tr -d '\n'
	printf ']\nservices:\n'
	many 50 '  s@: {image: a, volumes: *m}'
} >compose.yaml
"$COMPOSE_LINT" boundary >"$scratch/out" 2>"$scratch/err" </dev/null
status=$?
says 'nor where mounts would be compared too often' [ "$status" -eq 2 -a ! -s "$scratch/out" -a "$(wc -l <"$scratch/err")" -eq 1 ]

limit LIMIT_FOLDER_DEPTH
deep=$(awk 'BEGIN { for (i = 0; i < 128; i++) printf "d/" }')
mkdir -p "$deep"
echo "$one" >"${deep}compose.yaml"
below 'deeper'
mkdir "${deep}e"
above 'lies deeper than folders are searched'

limit LIMIT_CONTEXT_BYTES LIMIT_CONTEXT_FILE_BYTES
cp "$scratch/build.yaml" compose.yaml
printf 'FROM scratch\nCOPY many /\n' >Dockerfile
mkdir many
awk 'BEGIN { for (i = 0; i < 65536; i++) printf "x" }' >one
many 256 'many/f@.pem' | while read -r name; do ln one "$name"; done
below 'holds more than'
ln one many/g.pem
ln one many/h.pem
above 'the build context holds more than is looked at'

limit LIMIT_CONTEXT_DEPTH
cp "$scratch/build.yaml" compose.yaml
printf 'FROM scratch\nCOPY . /\n' >Dockerfile
deep=$(run_of 63 d/)
mkdir -p "$deep"
echo x >"${deep}id_rsa"
runs .
says 'a key so deep is still found' grep -q 'id_rsa' "$scratch/out"
mkdir -p "${deep}d"
mv "${deep}id_rsa" "${deep}d/id_rsa"
above 'the build context holds more than is looked at'

# ---- credentials ----

limit LIMIT_SCAN_BYTES
token=$(printf 'gh%s_%s' p 16C7e42F292c6912E7710c838347Ae178B4a)
{ printf 'services: {a: {image: a, command: ["'; run_of 30000 'a '; echo "$token\"]}}"; } >compose.yaml
runs .
says 'a token before the end is found' grep -q 'credential' "$scratch/out"
{ printf 'services: {a: {image: a, command: ["'; run_of 300000 'a '; echo "$token\"]}}"; } >compose.yaml
runs .
says 'one behind it is not printed' [ "$(grep -c "$token" "$scratch/out")" -eq 0 ]

limit LIMIT_NAME_BYTES LIMIT_MATCH_STEPS
{ printf 'services: {a: {image: a, environment: {"'; run_of 100000 A_; echo "TOKEN\": \"$token\"}}}"; } >compose.yaml
runs .
says 'names and values that match slowly end' [ "$status" -eq 1 ]
says 'and their value is not printed' [ "$(grep -c "$token" "$scratch/out")" -eq 0 ]

limit LIMIT_KNOWN LIMIT_NAMES LIMIT_ALIKE
{
	printf 'services:\n  a:\n    image: a\n    environment:\n'
	many 21000 '      A@_TOKEN: "aB3$$@xK9mQ7pL2"'
} >compose.yaml
(
	ulimit -t 120
	exec "$COMPOSE_LINT" . >"$scratch/out" 2>"$scratch/err"
)
status=$?
says 'more secrets than are compared end, unprinted' [ "$status" -eq 1 -a "$(grep -c 'xK9mQ7pL2' "$scratch/out")" -eq 0 ]

limit LIMIT_LOOKS
{
	echo 'V0_TOKEN=aB3xK9mQ7pL2vN8s'
	# shellcheck disable=SC2016 # nothing is to be expanded
	many 12 'V@_TOKEN=${V#_TOKEN}${V#_TOKEN}' | awk '{ gsub(/#/, NR - 1); print }'
} >.env
# shellcheck disable=SC2016 # nothing is to be expanded
echo 'services: {a: {image: a, command: ["$V12_TOKEN"]}}' >compose.yaml
runs config .
says 'a value made of more than is looked into is not shown' [ "$(grep -c aB3xK9 "$scratch/out")" -eq 0 ]

# ---- threads ----

limit LIMIT_JOBS
echo 'services: {a: {image: a}}' >compose.yaml
runs --jobs 64 .
says 'so many jobs are taken' [ "$status" -le 1 ]
runs --jobs 65 .
says 'more are a mistake' [ "$status" -eq 2 -a "$(wc -l <"$scratch/err")" -eq 1 ]

# ---- a row for each ----

cd "$scratch" || exit 1
grep -rhoE '^[^/*]*\<LIMIT_[A-Z_]+ *=' "$srcdir/lint" "$srcdir/rules" --include='*.[ch]' |
	grep -oE 'LIMIT_[A-Z_]+' | sort -u >named
sort -u rows >covered
comm -23 named covered >why
wants_empty 'each limit of the sources is tried here' why
comm -13 named covered >why
wants_empty 'no limit is tried that is not there' why
finish
