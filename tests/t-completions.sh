#!/bin/sh
# SPDX-License-Identifier: MIT
# Each shell completes every command, every option, every rule and every group,
# where the program takes them, and each value that is offered is one it takes.
#
# Called by "ask_$shell", which shellcheck cannot follow; $argv is fish's:
# shellcheck disable=SC2317,SC2016
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
made=$top_builddir/man/completions

# --- What there is to complete, asked from the program ------------------------

"$COMPOSE_LINT" --help | sed -n 's/^       compose-lint \([a-z][a-z]*\) .*/\1/p; s/^       compose-lint \([a-z][a-z]*\)$/\1/p' |
	sort -u >"$scratch/commands"
# "--file FILE" and "--no-env" to a line each, the first with a value to try.
"$COMPOSE_LINT" --help | sed -n 's/^ *\(-.*\)/\1/p' | sed 's/   *.*//' |
	sed -n 's/.*\(--[a-z][a-z-]*\) .*/\1=x/p; s/.*\(--[a-z][a-z-]*\)$/\1/p' | sort -u >"$scratch/options"
sed -n 's/^RULE(\(.*\))$/\1/p' "$srcdir/rules/rules.list" | tr _ - | sort >"$scratch/rules"
"$COMPOSE_LINT" rules --format json | grep -o '"group": *"[a-z]*"' | sed 's/.*: *"//; s/"//' |
	sort -u - "$scratch/rules" >"$scratch/chosen"
for list in commands options rules; do
	if [ "$(wc -l <"$scratch/$list")" -ge 4 ]; then ok "there are $list to complete"
	else not_ok "there are $list to complete" "$scratch/$list"; fi
done
while read -r group; do
	"$COMPOSE_LINT" --select "$group" --version >/dev/null || echo "$group"
done <"$scratch/chosen" >"$scratch/refused"
wants_empty 'each rule and group can be selected' "$scratch/refused"

# --- One question to a shell: the words before the cursor, to a line each -----

# bash has one call; this is what readline would set before it.
cat >"$scratch/ask.bash" <<'BASH'
source "$1"
shift
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
COMP_LINE=$*
COMP_POINT=${#COMP_LINE}
COMP_WORDS=()
for word in "$@"; do
	while [[ $word == *=* ]]; do
		[[ -z ${word%%=*} ]] || COMP_WORDS+=("${word%%=*}")
		COMP_WORDS+=('=')
		word=${word#*=}
		[[ -n $word ]] || break
	done
	[[ -z $word && ${#COMP_WORDS[@]} -gt 0 && ${COMP_WORDS[-1]} == '=' ]] || COMP_WORDS+=("$word")
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_compose_lint
printf '%s\n' "${COMPREPLY[@]}"
BASH
ask_bash() {
	bash --norc "$scratch/ask.bash" "$made/compose-lint" "$@"
}

# fish answers by itself: "word<tab>description".
ask_fish() {
	HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_DATA_HOME=$scratch XDG_CACHE_HOME=$scratch \
		fish --no-config -c 'source $argv[1]; complete -C (string join " " -- $argv[2..])' \
		"$made/compose-lint.fish" "$@" | sed 's/\t.*//'
}

# zsh has to have a terminal (zpty). At its prompt it finds the line typed and the
# key pressed; what it would list is what compadd gets, noted in <>.
cat >"$scratch/ask.zsh" <<'ZSH'
zmodload zsh/zpty || exit 1
here=$1 heard=$2
cat >$heard.rc <<RC
PROMPT= LISTMAX=10000 COLUMNS=200 LINES=500
fpath=(${(qq)here:h} \$fpath)
autoload -U compinit && compinit -D -u
zstyle ':completion:*' verbose no
typed=${(qq)${(j: :)@[3,-1]}} heard=${(qq)heard}
RC
cat >>$heard.rc <<'RC'
compadd() {
	# -O, -A and -D ask only; -S is what would follow
	if ((${@[(I)-[OAD]]} == 0)); then
		local -a hits
		local hit suffix=${@[${@[(I)-S]}+1]}
		((${@[(I)-S]})) || suffix=
		builtin compadd -A hits "$@"
		for hit in $hits; do print -r -- "<$hit$suffix>" >>$heard; done
	fi
	builtin compadd "$@"
}
zle-line-init() {
	BUFFER=$typed CURSOR=$#typed
	zle complete-word
	print -r -- done >>$heard
	exit
}
zle -N zle-line-init
RC
zpty z 'ZDOTDIR=/nonexistent zsh -f -i'
zpty -w z "source ${(q)heard}.rc"
for i in {1..400}; do
	[[ -e $heard ]] && grep -q '^done$' $heard && break
	sleep 0.05
done
zpty -d z
ZSH
ask_zsh() {
	rm -f "$scratch/heard"
	zsh -f "$scratch/ask.zsh" "$made/_compose-lint" "$scratch/heard" "$@" >/dev/null 2>&1
	sed -n 's/^<\(.*\)>$/\1/p' "$scratch/heard" | sed 's/[ ,]*$//'
}

# completes SHELL NAME WANTED WORD...: the answer has all lines of WANTED; more only
# where they are files, which "exactly" does not allow.
completes() {
	shell=$1 name=$2 wanted=$3
	shift 3
	"ask_$shell" "$@" | sort -u >"$scratch/answer"
	comm -23 "$wanted" "$scratch/answer" >"$scratch/missing"
	wants_empty "$shell completes $name" "$scratch/missing"
}
exactly() {
	shell=$1 name=$2 wanted=$3
	shift 3
	"ask_$shell" "$@" | sort -u >"$scratch/answer"
	wants_equal "$shell completes $name and nothing else" "$wanted" "$scratch/answer"
}

# options_of COMMAND: those of all options that the program does not call foreign to it.
options_of() {
	while read -r option; do
		case $("$COMPOSE_LINT" ${1:+"$1"} "$option" 2>&1 </dev/null) in
		*"takes no option"* | *"goes with a command"*) ;;
		*) echo "${option%=x}" ;;
		esac
	done <"$scratch/options"
}
# In an empty folder, so that nothing is linted by the way.
mkdir "$scratch/empty"
cd "$scratch/empty" || exit 1
options_of '' >"$scratch/options.lint"
while read -r command; do
	options_of "$command" >"$scratch/options.$command"
done <"$scratch/commands"

# --- The shells ---------------------------------------------------------------

sed 's/$/=/' "$scratch/chosen" | sort >"$scratch/chosen.equals"
printf '%s\n' error warning info off | sort >"$scratch/levels"
sed 's/^/socket-mount=/' "$scratch/levels" >"$scratch/graded"
grep '^s' "$scratch/chosen" >"$scratch/chosen.s"
sed 's/^/root-user,/' "$scratch/chosen.s" >"$scratch/chosen.second"

for shell in bash zsh fish; do
	case "$shell" in
	bash) file=$made/compose-lint ;;
	zsh) file=$made/_compose-lint ;;
	fish) file=$made/compose-lint.fish ;;
	esac
	if ! command -v "$shell" >/dev/null; then
		skip "completion for $shell" "$shell not found"
		continue
	fi
	$shell -n "$file" >"$scratch/out" 2>&1
	wants_empty "$shell finds no mistake in its completion" "$scratch/out"
	completes "$shell" 'the commands' "$scratch/commands" compose-lint ''
	for command in lint $(cat "$scratch/commands"); do
		word=$command
		[ "$command" != lint ] || word=.
		"ask_$shell" compose-lint "$word" -- | sed 's/=$//' | grep '^--' | sort -u >"$scratch/answer"
		wants_equal "$shell completes the options of $command and nothing else" \
			"$scratch/options.$command" "$scratch/answer"
	done
	exactly "$shell" 'the rules behind explain' "$scratch/rules" compose-lint explain ''
	completes "$shell" 'rules and groups behind --select' "$scratch/chosen" compose-lint --select ''
	completes "$shell" 'a rule to be graded' "$scratch/chosen.equals" compose-lint --level ''
	# An answer is the whole word, or what of it follows the comma or the =.
	second=$scratch/chosen.second levels=$scratch/levels
	[ "$shell" != zsh ] || second=$scratch/chosen.s
	[ "$shell" != fish ] || levels=$scratch/graded
	exactly "$shell" 'the second rule of a list' "$second" compose-lint --ignore root-user,s
	exactly "$shell" 'the levels of a rule' "$levels" compose-lint --level socket-mount=
done

# --- The values ---------------------------------------------------------------

# VALUES(OPTION, commands, "words"): what is offered is taken, each by each command.
cat >compose.yaml <<'YAML'
services:
  agent:
    image: "python:3.12-slim"
YAML
sed -n 's/^VALUES(\([A-Z_]*\), \([A-Z_]*\), "\(.*\)")$/\1 \2 \3/p' "$srcdir/lint/options.list" >"$scratch/values"
while read -r option on words; do
	long=--$(echo "$option" | tr 'A-Z_' 'a-z-')
	case $on in
	ON_CONFIG) set -- config ;;
	ON_RULES) set -- rules ;;
	ON_BOUNDARY) set -- boundary ;;
	*) set -- ;;
	esac
	for word in $words; do
		value=$word
		[ "$option" != LEVEL ] || value=socket-mount=$word
		"$COMPOSE_LINT" "$@" "$long" "$value" >/dev/null 2>"$scratch/out"
		[ $? -le 1 ] || {
			echo "$* $long $value:"
			cat "$scratch/out"
		}
	done
done <"$scratch/values" >"$scratch/refused"
if [ "$(wc -l <"$scratch/values")" -ge 6 ]; then ok 'options.list has values'
else not_ok 'options.list has values' "$scratch/values"; fi
wants_empty 'each value that is completed is one that the program takes' "$scratch/refused"

# The formats of reports are a list of their own.
sed -n 's/^FORMAT([A-Z0-9_]*, *"\([a-z0-9]*\)".*/\1/p' "$srcdir/lint/report/formats.list" | sort >"$scratch/formats"
for shell in bash zsh fish; do
	if command -v $shell >/dev/null; then
		exactly $shell 'every format of reports' "$scratch/formats" compose-lint --format ''
	else
		skip "$shell completes every format of reports" "$shell not found"
	fi
done
while read -r format; do
	"$COMPOSE_LINT" --format "$format" >/dev/null 2>&1
	[ $? -le 1 ] || echo "$format"
done <"$scratch/formats" >"$scratch/refused"
wants_empty 'each format that is completed is one that the program takes' "$scratch/refused"
cd ../..
finish
