#!/bin/sh
# SPDX-License-Identifier: MIT
# A written contract is one that its project keeps: put where it belongs, it gives no
# beyond-contract and no contract-unmet, whatever the project is. Every service of every
# fixture is taken for an agent.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# lay_out FOLDER: a fresh copy in work/, with the names of files that fixtures cannot have.
lay_out() {
	rm -rf work
	cp -R "$1" work && chmod -R u+w work || exit 1
	find work -depth \( -name dotgit -o -name dot.env \) | while read -r file; do
		case $file in
		*dotgit) mv "$file" "${file%dotgit}.git" ;;
		*) mv "$file" "${file%dot.env}.env" ;;
		esac
	done
}

# names: "--agent NAME" for every service of the project in work/, on separate lines.
names() {
	"$COMPOSE_LINT" boundary --format json . 2>/dev/null </dev/null |
		sed -n 's/^        "\([A-Za-z0-9_.-]*\)": {$/\1/p'
}

# run ARGUMENT...: the program in work/, with every service an agent.
run() {
	(
		cd work || exit 1
		command=$1
		shift
		while read -r name; do set -- --agent "$name" "$@"; done <../services
		[ "$command" = lint ] || set -- "$command" "$@"
		exec "$COMPOSE_LINT" "$@" </dev/null
	)
}

# written: the contract of the project in work/ becomes its configuration, behind what stands there.
written() {
	run boundary --write-contract . >contract 2>err || return 1
	cat contract >>work/.compose-lint.yaml
}

# kept NAME: what was written is kept, and nothing of it is a mistake.
kept() {
	run lint --strict-config --format gcc --fail-on info --select beyond-contract,contract-unmet . >got 2>&1
	got=$?
	if [ $got -eq 2 ] || ! grep -q '^services:' contract || grep -E '\[(beyond-contract|contract-unmet)\]$' got >/dev/null; then
		cat contract >>got
		not_ok "$1" got
	else
		ok "$1"
	fi
}

count=0
for folder in "$srcdir"/fixtures/projects/* "$srcdir"/fixtures/rules/*/* "$srcdir"/fixtures/cases/*; do
	[ -d "$folder" ] || continue
	lay_out "$folder"
	: >services
	(cd work && names) >services
	[ -s services ] || continue
	# of services that stand there already a second mapping would be a mistake
	if grep -q '^services:' work/.compose-lint.yaml 2>/dev/null; then rm work/.compose-lint.yaml; fi
	written || continue
	# a name that holds a secret is in no contract, so it stays beyond it
	if grep -q '# one entry is left out' contract; then continue; fi
	count=$((count + 1))
	kept "${folder#"$srcdir"/fixtures/}"
done
if [ "$count" -ge 200 ]; then ok 'most fixtures have a contract'; else
	echo "$count of them" >why
	not_ok 'most fixtures have a contract' why
fi

# ---- names that mean something to YAML, a terminal or a runner ----

mkdir hostile
# shellcheck disable=SC2016
cat >hostile/compose.yaml <<'YAML'
services:
  agent:
    image: registry.example/agent:1.4.2
    environment:
      "A: b #c": 1
      "line\nend\u202e\e\x85": 1
      "##[set-output]::x": 1
      "yes": 1
      "1": 1
      "~": 1
      "- x": 1
      "$HOME}{": 1
      "é\U0001F433": 1
    volumes:
      - "/srv/project:/work"
      - "/srv/a:/a b #c"
      - "/srv/b:/it's {x}, [y] & *z"
      - "/srv/c:/new\nline\u200b"
      - {type: bind, source: /srv/d, target: "/d: e", read_only: true}
YAML
printf '      - "/srv/e:/%s"\n' "$(printf '%01200d' 0)" >>hostile/compose.yaml
lay_out hostile
echo agent >services
if written; then ok 'hostile names are written'; else not_ok 'hostile names are written' err; fi
kept 'and read again for what they are'
LC_ALL=C grep -n '[^[:print:][:space:]]' contract | grep -v 'é' >odd
wants_empty 'no control byte is in it' odd

# ---- what it says, and what it keeps for itself ----

mkdir plain
cat >plain/compose.yaml <<'YAML'
services:
  gateway:
    image: ghcr.io/berriai/litellm:v1.80.0
    expose: ["4000"]
    networks: [sandbox, egress]
  agent:
    image: registry.example/agent:1.4.2
    user: "10001:10001"
    networks: [sandbox, egress]
    environment:
      OPENAI_API_BASE: http://gateway:4000/v1
      OPENAI_API_KEY: value-of-the-key
      GITHUB_TOKEN: value-of-the-token
    volumes:
      - /srv/project:/work
      - /var/run/docker.sock:/var/run/docker.sock
networks:
  sandbox: {internal: true}
  egress: {}
YAML
lay_out plain
: >services
written
cat >wanted <<'YAML'
services:
  agent:
    sees:
      /var/run/docker.sock: rw  # REVIEW: socket-mount
      /work: rw
    reaches:
      egress:  # REVIEW: network-not-internal
      gateway: 4000
    holds:
      - GITHUB_TOKEN  # REVIEW: credential-env
      - OPENAI_API_BASE
      - OPENAI_API_KEY  # REVIEW: credential-literal
YAML
sed '/^#/d' contract >got
wants_equal 'agents alone, sorted, with the rules that report a line' wanted got
grep value-of contract err >leaked
wants_empty 'no value of a variable is in it' leaked
sed 's/^  egress: {}/&\n  more: {}/; s/networks: \[sandbox, egress\]/networks: [sandbox, egress, more]/' \
	work/compose.yaml >changed && mv changed work/compose.yaml
run lint --format gcc --select contract . >got 2>&1
if grep -q 'beyond-contract' got; then ok 'what comes later goes beyond it'; else not_ok 'what comes later goes beyond it' got; fi

lay_out plain
cat >>work/compose.yaml <<'YAML'
secrets: {key: {environment: KEY}}
YAML
sed 's/^    image: reg.*/&\n    build: .\n    secrets: [key]\n    tmpfs: [\/tmp]\n    develop: {watch: [{path: .\/a, action: sync, target: \/work\/a}, {path: .\/b, action: sync, target: \/etc\/b}, {path: .\/c, action: sync, target: \/tmp\/c}]}/' \
	work/compose.yaml >changed && mv changed work/compose.yaml
printf 'FROM scratch\n' >work/Dockerfile
: >services
written
sed -n '/sees:/,/reaches:/s/^ *\([^ ]*\):.*/\1/p' contract >got
printf '%s\n' sees /etc/b /run/secrets/key /tmp/c /var/run/docker.sock /work reaches >wanted
wants_equal 'a copy of a watch has a line where no mount around it has one, and so has a secret' wanted got

# fails STATUS NAME ARGUMENT...: boundary ends so and prints nothing.
fails() {
	wanted=$1 name=$2
	shift 2
	run boundary --write-contract "$@" >got 2>err
	got=$?
	if [ $got -eq "$wanted" ] && [ ! -s got ] && [ -s err ]; then ok "$name"; else cat err >>got; not_ok "$name" got; fi
}
lay_out plain
fails 2 'a contract has one form' --format json .
sed 's/^    image: reg.*/&\n    no_such_key: 1/' plain/compose.yaml >work/compose.yaml
fails 1 'what Compose refuses gets no contract' .
mkdir work/other && cp plain/compose.yaml work/other/
fails 2 'a contract is that of one project' . other
printf 'services:\n  db: {image: "postgres:17"}\n' >work/compose.yaml
fails 2 'without an agent there is no contract' .
finish
