#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Golden folders: fixtures/rules/<rule>/<behaviour>/ holds a small project and the report it
# has to give. They are found by listing; to add one, add a folder and run with --update.
#
#     tests/t-fixtures.sh [--update] [PATTERN]
#
# PATTERN is a shell pattern for <rule>/<behaviour>, for example 'socket-mount/*'.
# --update writes the report that was got into the source tree, to be read before it is
# committed.
#
# In a folder:
#     args        the arguments, on one line and quoted as for xargs (an empty line: none);
#                 without this file: compose.yaml
#     dot.env     becomes .env for the run, since many tools leave out a file of that name
#     dotgit      becomes .git, in any folder
#     expected    the report of `--format gcc`, then a line "exit: STATUS"
#
# Most of these agents have no gateway, which is not what their folders are about: outside its
# own folders, and where stronger rules are looked at, gateway-unreachable is off.
#
# Environment: COMPOSE_LINT, the program; srcdir, the top of the source tree; both absolute.
# FIXTURES may name another folder in place of fixtures/. Everything is written below the
# current directory, unless --update is given.

LC_ALL=C
export LC_ALL
unset CDPATH COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME
unset COMPOSE_PATH_SEPARATOR COMPOSE_DISABLE_ENV_FILE

: "${COMPOSE_LINT:?is not set}"
root=${FIXTURES:-${srcdir:?is not set}/fixtures}/rules
top=$PWD/t-fixtures.tmp.$$

update=no
if [ "${1-}" = --update ]; then
	update=yes
	shift
fi
pattern=${1:-*}

bail()
{
	echo "Bail out! $*"
	exit 1
}

mkdir "$top" || bail "cannot make $top"
trap 'cd / && rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM

# lint FOLDER: copy the folder, run the program in the copy, leave the report in $top/got
lint()
{
	rm -rf "$top/work"
	cp -R "$1" "$top/work" || bail "cannot copy $1"
	chmod -R u+w "$top/work"
	cd "$top/work" || bail "cannot enter $top/work"
	rm -f expected args
	[ ! -e dot.env ] || mv dot.env .env
	find . -depth -name dotgit | while read -r file; do
		mv "$file" "${file%dotgit}.git"
	done
	if [ -e "$1/args" ]; then
		cp "$1/args" "$top/args"
	else
		echo compose.yaml >"$top/args"
	fi
	case $1 in
	*/gateway-unreachable/* | */stronger-rules-*) without= ;;
	*) without=--ignore=gateway-unreachable ;;
	esac
	if grep -q '[^[:space:]]' "$top/args"; then
		# Through xargs, because it undoes quotes without an eval; the status through a
		# file, because xargs has exit statuses of its own.
		# shellcheck disable=SC2016
		WITHOUT=$without xargs sh -c '"$COMPOSE_LINT" --format gcc $WITHOUT "$@" </dev/null
			echo "exit: $?" >"$0"' \
			"$top/status" <"$top/args" >"$top/got" 2>"$top/err"
	else
		# shellcheck disable=SC2086
		"$COMPOSE_LINT" --format gcc $without </dev/null >"$top/got" 2>"$top/err"
		echo "exit: $?" >"$top/status"
	fi
	cat "$top/status" >>"$top/got"
	cd "$top" || bail "cannot go back to $top"
}

count=0
for folder in "$root"/*/*/; do
	folder=${folder%/}
	name=${folder#"$root"/}
	[ -d "$folder" ] || continue
	# shellcheck disable=SC2254 # it is a pattern
	case $name in
	$pattern) ;;
	*) continue ;;
	esac
	count=$((count + 1))

	echo "exit: none" >"$top/status"
	lint "$folder"

	if [ $update = yes ]; then
		if cmp -s "$folder/expected" "$top/got"; then
			echo "ok $count - $name"
		elif cp "$top/got" "$folder/expected"; then
			echo "ok $count - $name: updated"
		else
			echo "not ok $count - $name: cannot be updated"
		fi
		continue
	fi

	if [ ! -e "$folder/expected" ]; then
		echo "not ok $count - $name"
		echo "# there is no file called expected; --update would write this one:"
		sed 's/^/# /' "$top/got"
	elif diff -u "$folder/expected" "$top/got" >"$top/diff"; then
		echo "ok $count - $name"
	else
		echo "not ok $count - $name"
		sed 's/^/# /' "$top/diff" "$top/err"
	fi
done

# A listing that finds nothing would pass for ever.
if [ $count -eq 0 ]; then
	count=1
	echo "not ok 1 - there are folders that match '$pattern' below $root"
fi
echo "1..$count"
