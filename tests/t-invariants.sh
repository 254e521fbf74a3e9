#!/bin/sh
# SPDX-License-Identifier: MIT
# What holds of secrets in every output, one promise a test: which place it is said at, that no
# length is told, that a rotated key is no new finding, that no fix holds the old value. That no
# output holds a secret in any form is the business of t-redaction.sh.
#
#     tests/t-invariants.sh
. "${0%/*}/tap.sh"

: "${COMPOSE_LINT:=$PWD/compose-lint}"

# project FOLDER SECRET OTHER: the secret in a variable, OTHER in .env and at the ends of lines
# It is a repository of its own, else paths begin at the one that the tests are run in.
project() {
	mkdir -p "$scratch/$1/.git"
	cat >"$scratch/$1/compose.yaml" <<EOF
services:
  agent:
    image: registry.example/agent:1.4.2
    network_mode: none
    environment:
      SERVICE_TOKEN: \${FROM_ENV_TOKEN}
      GITHUB_TOKEN: $2
EOF
	echo "FROM_ENV_TOKEN=$3" >"$scratch/$1/.env"
}

# run FOLDER WORDS...: the output in $scratch/out
run() {
	(cd "$scratch/$1" && shift && "$COMPOSE_LINT" --select credentials "$@") >"$scratch/out" 2>&1
}

short=k3str4xyz
long=k3str4xyz9k3str4xyz9k3str4xyz9k3str4xyz9
project short/p "$short" "$short"
project long/p "$long" "$long"

# ---- 2: the variable, the type and the place are named, and no length is told ----

run short/p --format gcc
: >"$scratch/wrong"
for words in 'compose.yaml:7:7: error: ' 'gets GITHUB_TOKEN in its environment (literal)'; do
	grep -F -q -e "$words" "$scratch/out" || echo "not said: $words" >>"$scratch/wrong"
done
wants_empty 'a message names the variable, how it comes and its place' "$scratch/wrong"

for format in text gcc json sarif github gitlab junit; do
	run short/p --format "$format"
	mv "$scratch/out" "$scratch/wanted"
	run long/p --format "$format"
	wants_equal "$format does not tell how long a secret is" "$scratch/wanted" "$scratch/out"
done

# ---- 5: a line of an env file is shown as NAME=*** ----

echo 'DB_PASSWORD: [' >"$scratch/short/p/broken.env"
sed 's/^    environment:/    env_file: [.env, broken.env]\n&/' "$scratch/short/p/compose.yaml" \
	>"$scratch/with-file.yaml"
cp "$scratch/with-file.yaml" "$scratch/short/p/with-file.yaml"
echo "FROM_ENV_TOKEN=$short \${UNSET_NAME}" >"$scratch/short/p/broken.env"
(cd "$scratch/short/p" && "$COMPOSE_LINT" -f with-file.yaml) >"$scratch/out" 2>&1
grep -F 'FROM_ENV_TOKEN=' "$scratch/out" | grep -v -F 'FROM_ENV_TOKEN=***' >"$scratch/wrong"
grep -F -q 'FROM_ENV_TOKEN=***' "$scratch/out" || echo 'no line is shown' >>"$scratch/wrong"
wants_empty 'a line of an env file is shown with stars in place of its value' "$scratch/wrong"

# ---- 6: a rotated key is known to the baseline, which holds nothing of it ----

project rotated "$short" "$short"
run rotated --write-baseline known.json
: >"$scratch/wrong"
grep -F -e "$short" -e "$(printf %s "$short" | cksum | cut -d ' ' -f 1)" \
	"$scratch/rotated/known.json" >>"$scratch/wrong"
grep -q GITHUB_TOKEN "$scratch/rotated/known.json" || echo 'nothing is known' >>"$scratch/wrong"
wants_empty 'a baseline holds the name of the variable and nothing of its value' "$scratch/wrong"
project rotated "$long" 'an0ther-k3y'
run rotated --baseline known.json -q
wants_empty 'a rotated key is no new finding' "$scratch/out"

# ---- 7: no fix holds the old value ----

sed "s/GITHUB_TOKEN: .*/PLAIN: \"http:\/\/app:$short@host.docker.internal\"/" \
	"$scratch/short/p/compose.yaml" >"$scratch/fixed.yaml"
cp "$scratch/fixed.yaml" "$scratch/short/p/fixed.yaml"
(cd "$scratch/short/p" && "$COMPOSE_LINT" --format json -f fixed.yaml) >"$scratch/out" 2>&1
: >"$scratch/wrong"
grep -F -q '"edits": [' "$scratch/out" || echo 'there is no fix' >>"$scratch/wrong"
grep -F -e "$short" "$scratch/out" >>"$scratch/wrong"
wants_empty 'no fix holds the value that it takes away' "$scratch/wrong"

# ---- keys that are secrets stay apart ----

random=aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA

cat >"$scratch/keys.yaml" <<EOF
services:
  web:
    image: nginx:1.27
    labels:
      ghp_${random}5: a
      ghp_${random}9: b
EOF
"$COMPOSE_LINT" config -f "$scratch/keys.yaml" >"$scratch/out" 2>&1
grep -e ': a$' -e ': b$' "$scratch/out" | tr -d ' "' >"$scratch/got"
printf '***:a\n***(2):b\n' >"$scratch/wanted"
wants_equal 'two keys that are masked stay two keys' "$scratch/wanted" "$scratch/got"

finish
