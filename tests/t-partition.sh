#!/bin/sh
# SPDX-License-Identifier: MIT
# A hook gets the files of a commit in parts, in any order. Whatever the parts, what they report
# together is what one run over all of them reports.
#
#     tests/t-partition.sh [SEED]
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME GITHUB_WORKSPACE CI_PROJECT_DIR
seed=${1:-1}
rounds=4

# shape NAME: a new tree
shape() {
	shape=$1
	mkdir -p "$scratch/$1/.git"
	cd "$scratch/$1" || exit 1
}

# put FILE: from standard input
put() {
	mkdir -p "$(dirname "$1")"
	cat >"$1"
}

# findings FILE ARGUMENT...: sorted into FILE; a run that could not do its job says so in there
findings() {
	to=$1
	shift
	"$COMPOSE_LINT" --format gcc -q --config "$scratch/config" -- "$@" >"$scratch/raw" 2>"$scratch/err" </dev/null
	status=$?
	[ "$status" -le 1 ] || { echo "status $status"; cat "$scratch/err"; } >>"$scratch/raw"
	# what makes a finding one: its place and its rule
	sed 's/^\(.*:[0-9]*:[0-9]*: [a-z]*\): .*\(\[[a-z-]*\]\)$/\1 \2/' "$scratch/raw" | sort -u >"$to"
}

# splits [more]: the files of the tree that take part in a project, in random halves; "more": these
# may also report what a file is by itself.
splits() {
	find . -name .git -prune -o \( -name README -o -name '*.txt' \) -o -type f -print |
		sed 's|^\./||' | sort >"$scratch/files"
	halves=${1:-}
	set --
	while IFS= read -r file; do
		set -- "$@" "$file"
	done <"$scratch/files"
	findings "$scratch/whole" "$@"
	if [ -s "$scratch/whole" ] && ! grep '^status' "$scratch/whole" >/dev/null; then
		ok "$shape: there are findings"
	else
		not_ok "$shape: there are findings" "$scratch/whole"
	fi
	round=0
	while [ $round -lt $rounds ]; do
		round=$((round + 1))
		: >"$scratch/half0"
		: >"$scratch/half1"
		awk -v seed="$((seed * 1000 + round))" -v half="$scratch/half" '
		BEGIN { srand(seed) }
		{ order[NR] = rand(); name[NR] = $0 }
		END {
			for (n = 0; n < NR; n++) {
				best = 0
				for (i = 1; i <= NR; i++)
					if (!(i in used) && (!best || order[i] < order[best]))
						best = i
				used[best]
				print name[best] >>(half n % 2)
			}
		}' "$scratch/files"
		for half in 0 1; do
			set --
			while IFS= read -r file; do
				set -- "$@" "$file"
			done <"$scratch/half$half"
			: >"$scratch/found$half"
			if [ $# -gt 0 ]; then findings "$scratch/found$half" "$@"; fi
		done
		sort -u "$scratch/found0" "$scratch/found1" >"$scratch/union"
		what="$shape: two halves are the whole ($round, seed $seed)"
		if [ "$halves" = more ]; then
			comm -23 "$scratch/whole" "$scratch/union" >"$scratch/diff"
		else
			diff "$scratch/whole" "$scratch/union" >"$scratch/diff"
		fi
		if [ -s "$scratch/diff" ]; then
			sed 's/^/half: /' "$scratch/half0" >>"$scratch/diff"
		fi
		wants_empty "$what" "$scratch/diff"
		rm -f "$scratch"/half?
	done
}

# folder: the folder alone gives the same as all of its files
folder() {
	findings "$scratch/folder" .
	wants_equal "$shape: the folder is all of its files" "$scratch/whole" "$scratch/folder"
}

echo '{}' >"$scratch/config"

shape defaults
put compose.yaml <<'END'
services:
  agent: {image: "aider:1", volumes: ["${WORK}:/work"], env_file: [agent.env]}
END
put compose.override.yaml <<'END'
services:
  agent: {privileged: true}
END
echo 'WORK=/srv/work' | put .env
echo 'OPENAI_API_KEY=abc' | put agent.env
splits
folder

shape builds
put compose.yaml <<'END'
services:
  agent: {build: {context: agent, dockerfile: ../agent.Dockerfile}}
END
printf 'FROM debian\nCOPY . /src\n' | put agent.Dockerfile
echo 'x' | put agent/.dockerignore
echo 'A=b' | put agent/lone.env
splits
folder

shape several
for one in a b c/d; do
	printf 'services:\n  web: {image: nginx, privileged: true}\n' | put $one/compose.yaml
	printf 'services:\n  web: {network_mode: host}\n' | put $one/docker-compose.override.yml
	printf 'services:\n  box: {build: .}\n' | put $one/compose-box.yml
	echo 'FROM debian' | put $one/Dockerfile
done
splits
folder

shape compose-file
echo 'COMPOSE_FILE=a.yaml:b.yaml' | put .env
echo 'services: {a: {image: nginx, privileged: true}}' | put a.yaml
echo 'services: {a: {network_mode: host}}' | put b.yaml
echo 'services: {c: {image: redis}}' | put compose.yaml
splits
folder

shape extends
cat <<'END' | put compose.yaml
services:
  web: {image: nginx, extends: {file: compose.common.yaml, service: base}}
END
echo 'services: {base: {privileged: true, env_file: base.env}}' | put compose.common.yaml
echo 'A=b' | put base.env
splits
folder

# Who uses a part is looked for in its folder and above, not below.
shape shares
echo 'services: {base: {privileged: true}}' | put base.yaml
for one in a b; do
	echo 'services: {web: {image: nginx, extends: {file: ../base.yaml, service: base}}}' | put $one/compose.yaml
done
splits more
folder

shape twice
echo 'services: {web: {image: nginx}}' | put compose.yaml
echo 'services: {web: {image: redis, privileged: true}}' | put docker-compose.yml
echo 'services: {web: {cap_add: [ALL]}}' | put compose.override.yaml
splits
folder

shape broken
echo 'services: {web: {image: nginx, privileged: true}}' | put a/compose.yaml
echo 'services: {web: [' | put b/compose.yaml
echo 'services: {web: {image: nginx, nosuch: 1}}' | put c/compose.yaml
splits
folder

# What is included is a project by itself as well where nobody who includes it is named.
shape includes
echo 'include: [part/compose.yaml]' | put compose.yaml
echo 'services: {web: {image: nginx, privileged: true}}' | put part/compose.yaml
splits more

for one in "$srcdir"/fixtures/projects/*/; do
	shape "$(basename "$one")"
	cp -R "$one/." .
	# one that is without a fault as what it declares has some as an agent
	sed '/x-compose-lint: {role: service}/d' compose*.yaml >"$scratch/judged" && mv "$scratch/judged" compose*.yaml
	splits
	folder
done
finish
