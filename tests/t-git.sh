#!/bin/sh
# SPDX-License-Identifier: MIT
#
# --git: a secret in an env file is one that is given away where git tracks the file, as the index
# that git itself wrote says.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
if ! command -v git >/dev/null; then
	skip 'env files that git tracks' 'git not found'
	finish
	exit
fi
unset COMPOSE_FILE COMPOSE_ENV_FILES GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_CEILING_DIRECTORIES
GIT_CONFIG_NOSYSTEM=1 HOME=$scratch
export GIT_CONFIG_NOSYSTEM HOME

# says NAME PLACE...: what --git reports stands at these places, and nowhere else
says() {
	name=$1
	shift
	"$COMPOSE_LINT" -q --preset baseline --git --select credential-literal "a b" >out 2>err
	sed -n 's/: error: an env file that git tracks .*\[credential-literal\]$//p' out >got
	for place; do echo "$place"; done >want
	if cmp -s got want && ! grep -q 'hunter22' out err; then ok "$name"; else
		cat err >>out
		not_ok "$name" out
	fi
}

mkdir 'a b'
cat >'a b/compose.yaml' <<'EOF'
services:
  db:
    image: postgres:17.2
    env_file: [db.env]
EOF
printf '# the database\nPOSTGRES_PASSWORD=hunter22x\nPOSTGRES_USER=app\n' >'a b/db.env'
printf 'URL="postgres://app:hunter22y@db/app"\n' >'a b/.env'

says 'without a checkout nothing is tracked'
git init -q . && git add 'a b/compose.yaml'
says 'what was not added is not tracked'
git add 'a b/db.env'
says 'what was added is' 'a b/db.env:2:19'
git add 'a b/.env'
for version in 2 3 4; do
	git update-index --index-version $version
	says "index version $version" 'a b/.env:1:21' 'a b/db.env:2:19'
done
git rm -q --cached 'a b/.env'
says 'what was taken out again is not' 'a b/db.env:2:19'
"$COMPOSE_LINT" -q --preset baseline --select credential-literal 'a b' >out 2>err
if [ -s out ]; then not_ok 'nobody asks unasked' out; else ok 'nobody asks unasked'; fi
if git update-index --split-index 2>/dev/null && git add 'a b/.env' &&
	[ "$(find .git -maxdepth 1 -name 'sharedindex.*' | wc -l)" -gt 0 ]; then
	"$COMPOSE_LINT" -q --preset baseline --git 'a b' >out 2>err
	if grep -q 'does not tell whether a b/.env is tracked.*\[incomplete-project\]$' out; then
		ok 'an index that does not tell is said'
	else
		not_ok 'an index that does not tell is said' out
	fi
else
	skip 'an index that does not tell is said' 'this git does not split its index'
fi
rm -rf .git
if git init -q --object-format=sha256 . 2>/dev/null; then
	git add 'a b/.env'
	says 'with SHA-256 the only file of an index is found' 'a b/.env:1:21'
	git add .
	for version in 2 3 4; do
		git update-index --index-version $version
		says "index version $version with SHA-256" 'a b/.env:1:21' 'a b/db.env:2:19'
	done
else
	skip 'the index of a repository with SHA-256' 'this git has none'
fi
finish
