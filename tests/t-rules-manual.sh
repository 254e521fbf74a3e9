#!/bin/sh
# SPDX-License-Identifier: MIT
# The committed page of rules is what the program writes: else "make update-manual".
. "${0%/*}/tap.sh"

"$COMPOSE_LINT" rules --format mdoc >"$scratch/got" 2>&1
wants_equal 'compose-lint-rules(7) is fresh' "$srcdir/man/compose-lint-rules.7" "$scratch/got"
finish
