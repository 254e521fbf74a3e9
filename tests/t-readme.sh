#!/bin/sh
# SPDX-License-Identifier: MIT
# What README shows is what the program does, and what it tells to type can be typed.
#   t-readme.sh --update    renews what its commands print, in the source tree
#
# A block is fenced, and its fence says what becomes of it:
#
#   sh build                    commands for a checkout: they are what .ci/run runs
#   console demo                "make demo" in the source tree
#   console FOLDER              typed in that folder: "$ " and a command, then what it
#                               prints; the shell is one for all blocks of a folder
#   console use                 each is run among files of the names it has; prints nothing here
#   yaml FOLDER NAME            the file NAME in that folder
#   yaml pre-commit, github     compared by t-pre-commit.sh and t-integrations.sh
#
# shellcheck disable=SC1091,SC2030,SC2031
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
readme=$srcdir/README
unset COLUMNS NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE FORCE_HYPERLINK CI GITHUB_ACTIONS
unset COMPOSE_FILE COMPOSE_PROFILES

mkdir "$scratch/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$COMPOSE_LINT" >"$scratch/bin/compose-lint"
chmod +x "$scratch/bin/compose-lint"
PATH=$scratch/bin:$PATH

# Blocks to block.1, block.2 ...; their fences to "fences". What is indented or
# between fences without a word would be run by nobody.
awk -v out="$scratch/block." -v fences="$scratch/fences" '
/^```/ && !inside { inside = 1; print substr($0, 4) >fences; file = out (++n); printf "" >file; next }
/^```$/ { inside = 0; close(file); next }
inside { print >file; next }
/^    / { print FNR ": a command or an output outside of a fence: " $0 }
' "$readme" >"$scratch/outside"
wants_empty 'what is to be typed stands between fences' "$scratch/outside"
grep -vnE '^(sh build|console (demo|use|[a-z]+)|yaml [a-z-]+ [A-Za-z./-]+)$' "$scratch/fences" >"$scratch/untagged"
wants_empty 'every fence says what becomes of its block' "$scratch/untagged"

# What it tells to make can be made, and every target that is nobody's but a person's is told.
grep -oE '^\| make [a-z-]+' "$readme" | sed 's/.* //' | sort >"$scratch/told"
cat "$srcdir/Makefile.am" "$srcdir/tests/local.mk" | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' |
	grep -vE '^(demo|fuzz-.*)$' | sort >"$scratch/targets"
wants_equal 'README tells the targets that look harder than "make check"' "$scratch/targets" "$scratch/told"

# A terminal's dialogue: each command, then what it prints, both streams as they come.
# An exit status of 2 is no way for an example to end.
cat >"$scratch/dialogue.sh" <<'SH'
status=0
while IFS= read -r line <&3; do
	case $line in
	'$ '*) ;;
	*) continue ;;
	esac
	printf '%s\n' "$line"
	eval "${line#??}" 2>&1
	status=$?
	[ "$status" -le 1 ] || echo "exit status $status: ${line#??}" >>"$complaints"
done 3<"$dialogue"
SH

block=0
: >"$scratch/complaints"
: >"$scratch/renewed"
while read -r kind folder name; do
	block=$((block + 1))
	text=$scratch/block.$block
	cp "$text" "$scratch/new.$block"
	case $kind:$folder in
	sh:build)
		while read -r command; do
			if grep -qF -e "${command%% && make demo}" "$srcdir/.ci/run"; then
				ok "continuous integration runs: $command"
			else
				not_ok "continuous integration runs: $command"
			fi
		done <"$text"
		continue
		;;
	yaml:*)
		case $folder in
		pre-commit) grep -q "README" "${0%/*}/t-pre-commit.sh" || echo "$name" ;;
		github) grep -q "README" "${0%/*}/t-integrations.sh" || echo "$name" ;;
		esac >>"$scratch/complaints"
		mkdir -p "$scratch/$folder/$(dirname "$name")"
		cp "$text" "$scratch/$folder/$name"
		continue
		;;
	console:demo)
		{
			# The same words as "make demo", which is not made again here.
			echo '$ make demo'
			(cd "$srcdir" && compose-lint ./fixtures/projects/agent-sandbox/compose-sandbox.yaml) 2>&1
		} >"$scratch/new.$block"
		;;
	console:use)
		mkdir -p "$scratch/use/service-a" "$scratch/use/service-b"
		for file in compose.yaml prod.yaml compose-sandbox.yaml service-a/compose.yaml service-b/compose.yaml; do
			printf 'services:\n  agent:\n    image: "python:3.12-slim"\n' >"$scratch/use/$file"
		done
		(
			cd "$scratch/use" || exit 1
			export dialogue="$text" complaints="$scratch/complaints"
			. "$scratch/dialogue.sh"
		) >/dev/null
		continue
		;;
	console:*)
		mkdir -p "$scratch/$folder"
		(
			cd "$scratch/$folder" || exit 1
			export dialogue="$text" complaints="$scratch/complaints"
			. "$scratch/dialogue.sh"
		) >"$scratch/new.$block"
		;;
	esac
	if [ "$1" = --update ]; then
		echo "$block" >>"$scratch/renewed"
	else
		wants_equal "README shows what is printed: $(sed -n '1s/^\$ //p' "$text" | tr -d '#')" \
			"$text" "$scratch/new.$block"
	fi
done <"$scratch/fences"
wants_empty 'no command of README ends as one that could not do its job' "$scratch/complaints"

if [ "$1" = --update ]; then
	awk -v new="$scratch/new." '
	/^```/ && !inside { inside = 1; print; file = new (++n); while ((getline line <file) > 0) print line; next }
	/^```$/ { inside = 0 }
	!inside
	' "$readme" >"$scratch/README" && cat "$scratch/README" >"$readme"
fi
finish
