#!/bin/sh
# SPDX-License-Identifier: MIT
# Seeds of the fuzz targets, made of the fixtures: fuzz-seeds.sh FOLDER [EVERY]
#
# One folder for each target below FOLDER. With EVERY, only each such fixture is taken. What a
# fuzzer found is kept in fixtures/fuzz/TARGET and is a seed in any case.
set -eu
LC_ALL=C
export LC_ALL
: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"
out=$1
every=${2:-1}
fixtures=$srcdir/fixtures

for target in yaml structure dotenv template dockerfile dockerignore config report suppress baseline project; do
	mkdir -p "$out/$target"
	[ -d "$fixtures/fuzz/$target" ] || continue
	cp "$fixtures/fuzz/$target"/* "$out/$target/"
done

# some: each EVERY-th of the sorted names on standard input.
some() { sort | awk -v every="$every" 'NR % every == 1 || every == 1'; }

# copy TARGET...: the named files on standard input become seeds.
copy() {
	while read -r file; do
		name=$(printf '%s' "${file#"$fixtures"/}" | tr '/' '_')
		for target; do cp "$file" "$out/$target/$name"; done
	done
}

find "$fixtures" -type f \( -name '*.yaml' -o -name '*.yml' \) -size -64k | some | copy yaml structure
find "$fixtures" -type f \( -name '.env' -o -name '*.env' \) -size -64k | some | copy dotenv
find "$fixtures" -type f -name '*Dockerfile*' ! -name '*.dockerignore' -size -64k | some | copy dockerfile
find "$fixtures" -type f -name '*dockerignore' -size -64k | some | while read -r file; do
	name=$(printf '%s' "${file#"$fixtures"/}" | tr '/' '_')
	{
		echo src/main.c
		cat "$file"
	} >"$out/dockerignore/$name"
done
find "$fixtures" -type f -name '.compose-lint.yaml' -size -64k | some | copy config

find "$fixtures" -type f -name '*.y*ml' -size -16k -exec grep -l 'compose-lint: ' {} + | some | copy suppress

# Each reference of a Compose file is a template.
find "$fixtures" -type f -name 'compose*.yaml' -size -64k | some | tr '\n' '\0' | xargs -0 grep -ho '\${[^"]*}' | sort -u |
	awk -v out="$out/template" '{ printf "%s", $0 > (out "/" NR); close(out "/" NR) }'

# A project is its Compose file and the files beside and below it.
find "$fixtures" -type f -name 'compose.yaml' -size -64k | some | while read -r file; do
	folder=${file%/*}
	name=$(printf '%s' "${folder#"$fixtures"/}" | tr '/' '_')
	{
		cat "$file"
		find "$folder" -type f ! -path "$file" ! -name 'expected*' ! -name 'about' ! -name 'cmd' \
			-size -16k | sort | head -n 12 | while read -r other; do
			printf '\n--- %s\n' "${other#"$folder"/}"
			cat "$other"
		done
	} >"$out/project/$name"
done
