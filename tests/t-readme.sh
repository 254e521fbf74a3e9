#!/bin/sh
# SPDX-License-Identifier: MIT
# What README shows is what the program does.
#   t-readme.sh --update    renews the block after "$ make demo" in the source tree
. "${0%/*}/tap.sh"
readme=$srcdir/README

for command in './bootstrap --install && ./configure && make demo' 'make check'; do
	if grep -Eq "^[ \$]*$(echo "$command" | sed 's/\./\\./g')( |\$)" "$readme"; then
		ok "README has the command: $command"
	else
		not_ok "README has the command: $command"
	fi
done

# The block after "$ make demo": to the fence, the next prompt, or, where the
# block is indented, the first line that is not.
awk '
!inside && match($0, /^ *\$ make demo *$/) { inside = 1; indent = index($0, "$") - 1; next }
!inside { next }
/^ *```/ || /^ *\$ / { exit }
indent && $0 != "" && substr($0, 1, indent) !~ /^ *$/ { exit }
$0 == "" { blank = blank "\n"; next }
{ printf "%s%s\n", blank, substr($0, indent + 1); blank = "" }
' "$readme" >"$scratch/wanted"

# As "make demo" in the source tree: the same words, not on a terminal.
(
	cd "$srcdir" || exit 1
	unset COLUMNS NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE FORCE_HYPERLINK CI GITHUB_ACTIONS
	"$COMPOSE_LINT" ./fixtures/projects/agent-sandbox/compose-sandbox.yaml
) >"$scratch/got" 2>&1
status=$?

if [ "$status" -le 1 ]; then ok 'make demo ends well'; else not_ok 'make demo ends well' "$scratch/got"; fi
if [ "$1" = --update ]; then
	awk -v block="$scratch/got" '
	{ if (!inside) print }
	!inside && /^ *\$ make demo *$/ { inside = 1; while ((getline line < block) > 0) print line; next }
	inside && /^ *```/ { inside = 0; print }
	' "$readme" >"$scratch/renewed" && cat "$scratch/renewed" >"$readme"
	cp "$scratch/got" "$scratch/wanted"
fi
if [ -s "$scratch/wanted" ]; then
	wants_equal "README shows what make demo prints" "$scratch/wanted" "$scratch/got"
else
	not_ok "README shows what make demo prints"
fi
finish
