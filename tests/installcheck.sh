#!/bin/sh
# SPDX-License-Identifier: MIT
# What "make install" put in place, tried: run by "make installcheck", which names
# the folders. A completion that was left out by configure ("no") is not wanted.
: "${srcdir:?}" "${version:?}" "${bindir:?}" "${mandir:?}" "${docdir:?}"
: "${bash_completion:?}" "${zsh_completion:?}" "${fish_completion:?}"
wrong=0
complain() {
	echo "installcheck: $*" >&2
	wrong=1
}

program=$bindir/compose-lint
case $("$program" --version) in
"compose-lint $version
"*) ;;
*) complain "$program --version does not say $version" ;;
esac

# The sandbox without its .env: seven warnings, so 1; from any folder.
sandbox=$srcdir/fixtures/projects/agent-sandbox
found=$(cd / && "$program" -q "$sandbox/compose-sandbox.yaml" | grep -c '\[unset-variable\]$')
[ "$found" -eq 7 ] || complain "the sandbox without .env has $found unset variables, not 7"
"$program" -q "$sandbox/compose-sandbox.yaml" >/dev/null
[ $? -eq 1 ] || complain 'the sandbox without .env is not exit status 1'
"$program" explain socket-mount | grep -q '^socket-mount' || complain 'explain does not explain'

for page in man1/compose-lint.1 man5/compose-lint-config.5 man7/compose-lint-rules.7; do
	if [ ! -s "$mandir/$page" ]; then
		complain "no $mandir/$page"
	elif command -v mandoc >/dev/null; then
		mandoc -T lint -W error "$mandir/$page" || complain "$page cannot be read"
	fi
done
for file in README NEWS AUTHORS COPYING; do
	[ -s "$docdir/$file" ] || complain "no $docdir/$file"
done

# completion SHELL FOLDER FILE
completion() {
	[ "$2" = no ] && return
	case $2 in */no) return ;; esac
	if [ ! -s "$2/$3" ]; then
		complain "no $2/$3"
	elif command -v "$1" >/dev/null; then
		"$1" -n "$2/$3" || complain "$2/$3 is no $1"
	fi
}
completion bash "$bash_completion" compose-lint
completion zsh "$zsh_completion" _compose-lint
completion fish "$fish_completion" compose-lint.fish

[ "$wrong" -eq 0 ] && echo "installcheck: $program, its pages and completions are in place"
exit "$wrong"
