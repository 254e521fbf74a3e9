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
finish
