#!/bin/sh
# SPDX-License-Identifier: MIT
# No mutable state at file scope: the objects have nothing in .data and .bss.
. "${0%/*}/tap.sh"

find "$top_builddir/lint" "$top_builddir/rules" -name '*.o' 2>/dev/null | sort >"$scratch/objects"
[ -s "$scratch/objects" ] || skip_all 'no objects'
first=$(head -n 1 "$scratch/objects")
size -A "$first" >/dev/null 2>&1 || skip_all 'no size -A'
xargs nm <"$scratch/objects" 2>/dev/null | grep -Eq '__(asan|ubsan|sanitizer|gcov|llvm_prof)' &&
	skip_all 'a sanitizer or coverage adds data of its own'

xargs size -A <"$scratch/objects" | awk '
/ :$|:$/ { file = $1 }
$1 ~ /^\.t?(data|bss)$|^\.(data|bss)\.[^r]/ && $2 > 0 { print file, $1, $2 " bytes" }
' >"$scratch/globals"
wants_empty 'no object has mutable data' "$scratch/globals"
finish
