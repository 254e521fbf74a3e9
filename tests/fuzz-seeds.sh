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

for target in yaml structure dotenv template dockerfile dockerignore git_index config report suppress baseline project; do
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

# An index is what git writes: each version, with either hash, with what else it may have. Entries
# are made without files, so that the seeds are the same in every run.
command -v git >/dev/null || exit 0
checkout=$out/checkout.tmp
GIT_CONFIG_NOSYSTEM=1 HOME=$checkout
export GIT_CONFIG_NOSYSTEM HOME
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY

# enter PATH...: git tracks these.
enter() { for path; do git update-index --add --cacheinfo "100644,$object,$path"; done; }

# seed NAME [PATH]: the index as it is now.
seed() {
	{
		echo "${2:-app/.env}"
		cat .git/index
	} >"../git_index/$1"
}

for hash in sha1 sha256; do
	rm -rf "$checkout"
	mkdir -p "$checkout"
	git init -q --object-format=$hash "$checkout" 2>/dev/null || continue
	(
		cd "$checkout"
		object=$(echo x | git hash-object -w --stdin)
		enter app/.env
		seed $hash-one
		enter .env app/compose.yaml app/deep/.env web/index.html
		for version in 2 4; do
			git update-index --index-version $version
			seed $hash-version-$version
			seed $hash-version-$version-absent app/.env.local
		done
		tree=$(git write-tree)
		seed $hash-tree
		git update-ref HEAD "$(git -c user.name=seeds -c user.email=seeds@example.invalid commit-tree -m all "$tree")"
		git update-index --index-version 2 --skip-worktree app/.env
		seed $hash-version-3
		git sparse-checkout set --cone --sparse-index web 2>/dev/null && enter web/index.html .env &&
			seed $hash-sparse
		git sparse-checkout disable 2>/dev/null || :
		enter .env app/.env app/compose.yaml app/deep/.env web/index.html
		git update-index --split-index 2>/dev/null && enter later && seed $hash-split later
	) || exit 1
done
rm -rf "$checkout"
# Whether git is asked is chosen by the bytes, so there are some.
for value in hunter22a hunter22b hunter22c hunter22d; do
	{
		printf 'services: {a: {image: a, env_file: [app/.env]}}\n'
		printf '\n--- app/.env\nA_PASSWORD=%s\n\n--- .git/index\n' $value
		sed 1d "$out/git_index/sha1-one"
	} >"$out/project/git-$value"
done
printf 'gitdir: elsewhere\n' | cat - "$out/git_index/sha1-tree" >"$out/git_index/worktree"
