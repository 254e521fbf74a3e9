#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Situations that people ran into with Compose, Dockerfiles or linters, rebuilt small. Each
# folder of fixtures/cases/ holds one, with a file `expect` that says what has to be reported
# and what must not be; fixtures/cases/README has the format. Unlike the golden folders these
# say nothing about wording, nor about whatever else a complete linter finds there.
#
#     tests/t-cases.sh [PATTERN]
#
# A run is skipped, with the reason, where the program lacks a rule or an option that the run
# names, or where the run belongs to a part that has not been reached.
#
# Environment: COMPOSE_LINT, the program; srcdir, the top of the source tree; both absolute.
# FIXTURES may name another folder in place of fixtures/. Everything is written below the
# current directory.

# How far the program is: runs of later parts wait. To be raised with the program.
reached=${CASES_REACHED:-5}

LC_ALL=C
export LC_ALL
unset CDPATH COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME
unset COMPOSE_PATH_SEPARATOR COMPOSE_DISABLE_ENV_FILE

: "${COMPOSE_LINT:?is not set}"
root=${FIXTURES:-${srcdir:?is not set}/fixtures}/cases
top=$PWD/t-cases.tmp
pattern=${1:-*}
count=0

bail()
{
	echo "Bail out! $*"
	exit 1
}

rm -rf "$top"
mkdir "$top" || bail "cannot make $top"
trap 'cd / && rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM

"$COMPOSE_LINT" rules </dev/null >"$top/rules" 2>/dev/null
"$COMPOSE_LINT" --help </dev/null >"$top/help" 2>/dev/null

# waits RUN: print why a run has to wait; nothing if it need not
waits()
{
	awk -v reached="$reached" '
	FILENAME == ARGV[1] { known[$1]; next }
	FILENAME == ARGV[2] { help = help " " $0; next }
	$1 == "part" { part = $2 }
	$1 == "report" || $1 == "tells" || $1 == "silent" {
		if ($2 == "*" || $2 in known)
			some = 1
		else {
			lack = $2
			if ($1 != "silent")
				must = $2
		}
	}
	$1 == "needs" && !index(help, $2) { why = "there is no " $2 }
	END {
		if (part > reached)
			why = "waits for part " part
		if (why == "" && must != "")
			why = "there is no rule " must
		if (why == "" && lack != "" && !some)
			why = "there is no rule " lack
		if (why != "")
			print why
	}' "$top/rules" "$top/help" "$1"
}

# prepare CASE RUN: a fresh copy of the case in $top/work, changed as the run says
prepare()
{
	chmod -R u+w "$top/work" 2>/dev/null
	rm -rf "$top/work"
	mkdir "$top/work" || bail "cannot make $top/work"
	folder=$(sed -n 's/^folder //p' "$2")
	folder=$top/work/${folder:-case}
	cp -R "$1" "$folder" || bail "cannot copy $1"
	chmod -R u+w "$folder"
	cd "$folder" || bail "cannot enter $folder"
	rm -f about expect
	find . -name dot.env | while read -r file; do
		mv "$file" "${file%dot.env}.env"
	done
	find . -name dotgit | while read -r file; do
		mv "$file" "${file%dotgit}.git"
	done

	echo compose.yaml >"$top/args"
	format=gcc
	within=.
	: >"$top/environment"
	while read -r word rest; do
		case $word in
		args) printf '%s\n' "$rest" >"$top/args" ;;
		format) format=$rest ;;
		cd) within=$rest ;;
		export) printf '%s\n' "$rest" >>"$top/environment" ;;
		write)
			file=${rest%% *}
			mkdir -p "$(dirname "./$file")"
			printf '%s\n' "${rest#* }" >>"./$file"
			;;
		remove) rm -rf "./$rest" ;;
		move)
			# shellcheck disable=SC2016
			printf '%s\n' "$rest" | xargs sh -c \
				'mkdir -p "$(dirname "./$2")" && mv "./$1" "./$2"' move
			;;
		link)
			# shellcheck disable=SC2016
			printf '%s\n' "$rest" | xargs sh -c 'ln -s "$1" "./$2"' link
			;;
		esac
	done <"$2"
	cd "./$within" || bail "cannot enter $within"
}

# lint: run the program as prepared; the report is in $top/out, $top/err and $top/status
lint()
{
	echo none >"$top/status"
	while IFS= read -r pair; do
		printf '"%s" ' "$pair"
	done <"$top/environment" | cat - "$top/args" | tr '\n' ' ' >"$top/words"
	pairs=$(grep -c '' "$top/environment")
	# Quotes are undone by xargs; what it starts turns the first words into variables.
	# shellcheck disable=SC2016
	xargs sh -c '
		file=$0 format=$1 pairs=$2
		shift 2
		while [ "$pairs" -gt 0 ]; do
			export "${1?}"
			shift
			pairs=$((pairs - 1))
		done
		"$COMPOSE_LINT" --format "$format" "$@" </dev/null
		echo "$?" >"$file"' \
		"$top/status" "$format" "$pairs" <"$top/words" >"$top/out" 2>"$top/err"
	cd "$top" || bail "cannot go back to $top"
}

# judge RUN: print what is wrong with the report; nothing if it is right
judge()
{
	awk -v format="$format" -v status="$(cat "$top/status")" '
	# split "FILE:LINE" or "FILE:LINE:COL", from the end, into the array place
	function parse(text, place)
	{
		place["column"] = ""
		if (match(text, /:[0-9]+:[0-9]+$/)) {
			place["column"] = substr(text, RSTART)
			sub(/^:[0-9]+:/, "", place["column"])
		} else if (!match(text, /:[0-9]+$/)) {
			place["file"] = text
			place["line"] = ""
			return
		}
		place["file"] = substr(text, 1, RSTART - 1)
		place["line"] = substr(text, RSTART + 1) + 0
	}
	function stands(i, text,    place)
	{
		if (text == "")
			return 1
		parse(text, place)
		return file[i] == place["file"] && (place["line"] == "" || line[i] == place["line"]) \
		       && (place["column"] == "" || column[i] == place["column"])
	}
	function related(i, text,    j, place)
	{
		parse(text, place)
		for (j = 1; j <= notes[i]; j++)
			if (notefile[i, j] == place["file"] && noteline[i, j] == place["line"])
				return 1
		return 0
	}
	# the row that is open has all its lines: is there a finding for it?
	function close_row(    i, j, fits)
	{
		if (row == "")
			return
		for (i = 1; i <= n; i++) {
			if (used[i] || rule[i] != row_rule)
				continue
			if (row_word == "report" && !stands(i, row_place))
				continue
			if (row_word == "tells" && !stands(i, row_place) && !related(i, row_place))
				continue
			fits = 1
			for (j = 1; j <= more; j++) {
				if (more_word[j] == "near" && !related(i, more_text[j]))
					fits = 0
				if (more_word[j] == "message" && !index(whole[i], more_text[j]))
					fits = 0
				if (more_word[j] == "without" && index(whole[i], more_text[j]))
					fits = 0
			}
			if (fits) {
				used[i] = 1
				row = ""
				return
			}
		}
		print "missing: " row
		for (j = 1; j <= more; j++)
			print "         " more_word[j] " " more_text[j]
		row = ""
	}
	/[\r\033]/ && FILENAME != ARGV[3] { print "a control byte is in the report" }
	FILENAME == ARGV[1] || FILENAME == ARGV[2] { output = output $0 "\n" }
	FILENAME == ARGV[1] && format == "gcc" {
		if (!match($0, /:[0-9]+:[0-9]+: (error|warning|info|note): /)) {
			print "not a line of a report: " $0
			next
		}
		name = substr($0, 1, RSTART - 1)
		sub(/^\.\//, "", name)
		split(substr($0, RSTART, RLENGTH), part, ":")
		if (part[4] == " note") {
			if (n > 0) {
				notes[n]++
				notefile[n, notes[n]] = name
				noteline[n, notes[n]] = part[2] + 0
				whole[n] = whole[n] "\n" $0
			}
			next
		}
		n++
		file[n] = name
		line[n] = part[2] + 0
		column[n] = part[3]
		rule[n] = $0
		sub(/^.*\[/, "", rule[n])
		sub(/\]$/, "", rule[n])
		whole[n] = $0
		next
	}
	FILENAME != ARGV[3] { next }
	{
		word = $1
		text = $0
		sub(/^[^ ]+ ?/, "", text)
	}
	word == "near" || word == "message" || word == "without" {
		more++
		more_word[more] = word
		more_text[more] = text
		next
	}
	{ close_row() }
	word == "report" || word == "tells" {
		row = $0
		row_word = word
		row_rule = $2
		row_place = text
		sub(/^[^ ]+ ?/, "", row_place)
		more = 0
		reports = 1
	}
	word == "silent" {
		place_text = text
		sub(/^[^ ]+ ?/, "", place_text)
		for (i = 1; i <= n; i++)
			if (($2 == "*" || rule[i] == $2) && stands(i, place_text))
				print "too much (" $0 "): " whole[i]
	}
	word == "output" {
		outputs = 1
		if (!index(output, text))
			print "missing: " $0
	}
	word == "hidden" && index(output, text) { print "too much: " $0 }
	word == "exit" { exit_status = text }
	END {
		close_row()
		if (!reports && !outputs)
			print "nothing is wanted: the silence of this run would prove nothing"
		if (exit_status != "" ? status != exit_status : reports ? status != 1 : status !~ /^[01]$/)
			print "the exit status is " status
	}' "$top/out" "$top/err" "$1"
}

for dir in "$root"/*/; do
	dir=${dir%/}
	name=${dir##*/}
	[ -e "$dir/expect" ] || continue
	# shellcheck disable=SC2254 # it is a pattern
	case $name in
	$pattern) ;;
	*) continue ;;
	esac

	# One file for each run; what stands before the first `run` holds for all of them.
	rm -f "$top"/run.*
	awk -v top="$top" '
	/^#/ || /^$/ { next }
	/^run / {
		runs++
		file = top "/run." runs
		printf "%s", common >file
		print >file
		next
	}
	runs { print >file; next }
	{ common = common $0 "\n" }
	END {
		if (!runs)
			printf "%s", common >(top "/run.1")
	}' "$dir/expect"

	number=1
	while [ -e "$top/run.$number" ]; do
		run=$top/run.$number
		number=$((number + 1))
		count=$((count + 1))
		what=$(sed -n 's/^run /: /p' "$run")
		why=$(waits "$run")
		if [ -n "$why" ]; then
			echo "ok $count - $name$what # SKIP $why"
			continue
		fi
		prepare "$dir" "$run"
		lint
		judge "$run" >"$top/wrong"
		if [ -s "$top/wrong" ]; then
			echo "not ok $count - $name$what"
			sed 's/^/# /' "$top/wrong"
			echo "# got:"
			sed 's/^/#   /' "$top/out" "$top/err"
		else
			echo "ok $count - $name$what"
		fi
	done
done

if [ $count -eq 0 ]; then
	count=1
	echo "not ok 1 - there are cases that match '$pattern' below $root"
fi
echo "1..$count"
