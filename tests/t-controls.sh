#!/bin/sh
# SPDX-License-Identifier: MIT
# Each doorman is shown a fault that it must find, in a copy: a test that
# cannot fail proves nothing.
. "${0%/*}/tap.sh"
here=$(cd "${0%/*}" && pwd)
source=$srcdir
program=${COMPOSE_LINT-}
root=$scratch/root

# A fresh copy of what the doormen look at.
fresh() {
	rm -rf "$root"
	mkdir -p "$root/tests"
	(cd "$source" && tar cf - lint rules README man .ci Makefile.am tests/local.mk fixtures/projects/agent-sandbox) |
		(cd "$root" && tar xf -)
	chmod -R u+w "$root"
	find "$root" -name '*.o' -exec rm -f {} +
}

doorman() {
	srcdir=$root top_builddir=${build:-$top_builddir} sh "$here/$1" >"$scratch/verdict" 2>&1
}

# quiet SCRIPT: passes on the copy as it is, so what follows is the fault's doing.
quiet() {
	doorman "$1"
	if grep -q '^1\.\.[1-9]' "$scratch/verdict" && ! grep -q '^not ok' "$scratch/verdict"; then
		ok "$1 has nothing against the tree as it is"
	else
		not_ok "$1 has nothing against the tree as it is" "$scratch/verdict"
	fi
}

# catches SCRIPT NAME WORD: fails, and its complaint has WORD in it.
catches() {
	doorman "$1"
	if grep -q '^not ok' "$scratch/verdict" && grep -q "^#.*$3" "$scratch/verdict"; then
		ok "$1 catches $2"
	else
		not_ok "$1 catches $2" "$scratch/verdict"
	fi
}

planted='/* SPDX-License-Identifier: MIT */
/* Planted. */
'

fresh
quiet t-layers.sh
echo '#include "report/report.h"' >>"$root/lint/base/str.c"
catches t-layers.sh 'an include of a later room' 'lint/base/str\.c.*report/report\.h'
fresh
printf '#include <config.h>\n#include "read/yaml.h"\n' >"$root/rules/planted.c"
catches t-layers.sh 'a rule that includes a reader' 'rules/planted\.c.*read/yaml\.h'
printf '#include <config.h>\n#include <stdio.h>\n' >"$root/rules/planted.c"
catches t-layers.sh 'a rule that prints' 'rules/planted\.c.*stdio\.h'
fresh
echo '#include <jansson.h>' >>"$root/lint/model/merge.c"
catches t-layers.sh 'a library in the wrong place' 'lint/model/merge\.c.*jansson\.h'
fresh
echo 'enum { KIND_SERVICE, /* a service */ };' >>"$root/lint/base/str.h"
catches t-layers.sh 'a word of Compose in base/' 'lint/base/str\.h.*service'
fresh
echo 'int planted(void) { return atoi("1"); } /* strlen */' >>"$root/lint/read/yaml.c"
catches t-layers.sh 'a banned word' 'lint/read/yaml\.c.*atoi'
if grep -q strlen "$scratch/verdict"; then not_ok 't-layers.sh allows the word in a comment'
else ok 't-layers.sh allows the word in a comment'; fi
fresh
printf '#include "base/str.h"\n' >"$root/lint/base/planted.c"
catches t-layers.sh 'a source without config.h' 'lint/base/planted\.c.*config\.h'

fresh
quiet t-cycles.sh
echo '#include "base/planted_b.h"' >"$root/lint/base/planted_a.h"
echo '#include "base/planted_a.h"' >"$root/lint/base/planted_b.c"
catches t-cycles.sh 'two modules that need each other' 'base/planted_a'

# The real headers are t-headers.sh's own work; here one good and two bad ones.
rm -rf "$root"
mkdir -p "$root/lint/base"
printf '%sint planted(void);\n' "$planted" >"$root/lint/base/planted.h"
quiet t-headers.sh
printf '%sstruct planted_b { struct planted_a a; };\n' "$planted" >"$root/lint/base/planted.h"
catches t-headers.sh 'a header that needs another' 'lint/base/planted\.h'
printf 'int planted(void);\n' >"$root/lint/base/planted.h"
catches t-headers.sh 'a header without a contract' 'lint/base/planted\.h'

fresh
quiet t-tour.sh
: >"$root/lint/base/planted.c"
catches t-tour.sh 'a module that the tour forgets' 'base/planted'
fresh
rm "$root"/lint/base/arena.[ch]
catches t-tour.sh 'a module that is gone' 'base/arena'

build=$scratch/build
mkdir -p "$build/lint"
compile() {
	# shellcheck disable=SC2086 # a command of several words
	${CC:-cc} -c -o "$build/lint/planted.o" "$scratch/planted.c"
}
echo 'int planted(void); int planted(void) { return 1; }' >"$scratch/planted.c"
if compile && doorman t-no-globals.sh && ! grep -q SKIP "$scratch/verdict"; then
	quiet t-no-globals.sh
	echo 'int planted = 1;' >"$scratch/planted.c"
	compile
	catches t-no-globals.sh 'a mutable global' '\.data'
	echo 'int *planted(void); int *planted(void) { static int n; return &n; }' >"$scratch/planted.c"
	compile
	catches t-no-globals.sh 'a static counter' '\.bss'
else
	skip 't-no-globals.sh catches a mutable global' 'it cannot look here'
fi
build=

fresh
quiet t-registry.sh
: >"$root/rules/planted.c"
catches t-registry.sh 'an unlisted rule' 'planted'
fresh
echo 'RULE(aaa_planted)' >>"$root/rules/rules.list"
catches t-registry.sh 'a listed rule without a file' 'aaa_planted'
fresh
echo 'RETIRED("privileged", "0.0.0: planted")' >>"$root/rules/retired.list"
catches t-registry.sh 'a retired name in use' 'privileged'
fresh
: >"$root/lint/base/planted.h"
catches t-registry.sh 'a header that would not be shipped' 'base/planted\.h'

if [ -n "$program" ]; then
	fresh
	quiet t-readme.sh
	awk '{ print } /^ *\$ make demo *$/ { match($0, /\$/); printf "%*splanted\n", RSTART - 1, "" }' \
		"$source/README" >"$root/README"
	catches t-readme.sh 'an example that is not the output' 'planted'

	if command -v bash >/dev/null; then
		fresh
		build=$scratch/built
		mkdir -p "$build/man"
		cp -R "$top_builddir/man/completions" "$build/man/"
		quiet t-completions.sh
		sed 's/ --preset//' "$top_builddir/man/completions/compose-lint" >"$build/man/completions/compose-lint"
		catches t-completions.sh 'an option that no shell completes' '--preset'
		build=
	fi

	fresh
	quiet t-rules-manual.sh
	echo '.Sh PLANTED' >>"$root/man/compose-lint-rules.7"
	catches t-rules-manual.sh 'a stale page' 'PLANTED'

	fresh
	printf '.It Fl -planted\n' >>"$root/man/compose-lint.1"
	catches t-manual-lint.sh 'an option that does not exist' 'planted'
fi

# The fixture runner: an expectation it wrote itself, then one with a word too many.
if [ -e "$here/t-fixtures.sh" ]; then
	case=$scratch/fixtures/rules/privileged/planted
	mkdir -p "$case"
	printf 'services:\n  web:\n    image: web:1\n    privileged: true\n' >"$case/compose.yaml"
	fixtures() {
		FIXTURES=$scratch/fixtures sh "$here/t-fixtures.sh" "$@" >"$scratch/verdict" 2>&1
	}
	fixtures --update
	if [ -s "$case/expected" ] && fixtures && ! grep -q '^not ok' "$scratch/verdict"; then
		ok 't-fixtures.sh is content with a true expectation'
	else
		not_ok 't-fixtures.sh is content with a true expectation' "$scratch/verdict"
	fi
	echo planted >>"$case/expected"
	fixtures
	if grep -q '^not ok' "$scratch/verdict"; then ok 't-fixtures.sh catches a wrong expectation'
	else not_ok 't-fixtures.sh catches a wrong expectation' "$scratch/verdict"; fi
else
	skip 't-fixtures.sh catches a wrong expectation' 'no t-fixtures.sh'
fi
finish
