#!/bin/sh
# SPDX-License-Identifier: MIT
# The hooks of .pre-commit-hooks.yaml: which files they take, and that the parts
# of a project that a commit happens to touch give what the whole project gives.
#
# pre-commit clones the manifest from a repository made here, so no network is
# needed, and puts what it keeps into the scratch folder.
#
# Dollars in single quotes are Compose's:
# shellcheck disable=SC2016
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
manifest=$srcdir/.pre-commit-hooks.yaml

# Neither the user's git nor the hook that may be running this test takes part.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_PREFIX GIT_CEILING_DIRECTORIES
unset SKIP PRE_COMMIT_COLOR COMPOSE_FILE COMPOSE_PROFILES
HOME=$scratch/home
XDG_CONFIG_HOME=$HOME
GIT_CONFIG_NOSYSTEM=1
GIT_AUTHOR_NAME=nobody GIT_AUTHOR_EMAIL=nobody@example.invalid
GIT_COMMITTER_NAME=nobody GIT_COMMITTER_EMAIL=nobody@example.invalid
PRE_COMMIT_HOME=$scratch/kept
export HOME XDG_CONFIG_HOME GIT_CONFIG_NOSYSTEM PRE_COMMIT_HOME
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
mkdir "$HOME"

# --- The pattern, by itself ---------------------------------------------------

# Names that take part in a project, and names that only look like it.
cat >"$scratch/takes" <<'NAMES'
compose.yaml
compose.yml
compose-sandbox.yaml
compose.override.yaml
docker-compose.yml
deploy/docker-compose.prod.yml
.env
.env.local
prod.env
Dockerfile
Dockerfile.dev
agent-sandbox.Dockerfile
x.dockerfile
Containerfile
.dockerignore
.compose-lint.yaml
my dir/compose.yaml
--config=x/compose.yml
NAMES
cat >"$scratch/leaves" <<'NAMES'
composer.yaml
environment.yml
.envrc
compose-lint.yaml
sub/compose-lint.yml
mycompose.yaml
compose.yaml.orig
Dockerfiles/README
env
compose.json
NAMES
sort -o "$scratch/takes" "$scratch/takes"

sed -n "s/^  files: '\(.*\)'\$/\1/p" "$manifest" | sort -u >"$scratch/files"
sed -n "s/^  exclude: '\(.*\)'\$/\1/p" "$manifest" | sort -u >"$scratch/exclude"
if [ "$(wc -l <"$scratch/files")" -eq 1 ] && [ "$(wc -l <"$scratch/exclude")" -eq 1 ]; then
	ok 'both hooks have one pattern'
else
	not_ok 'both hooks have one pattern' "$scratch/files"
fi
# The pattern's syntax means the same to pre-commit (Python) and to grep -E.
sort "$scratch/takes" "$scratch/leaves" | grep -E -f "$scratch/files" |
	grep -Ev -f "$scratch/exclude" >"$scratch/taken"
wants_equal 'the pattern takes the files of projects and no others' "$scratch/takes" "$scratch/taken"

# --- pre-commit itself --------------------------------------------------------

for tool in git pre-commit; do
	if ! command -v $tool >/dev/null; then
		skip 'the hooks under pre-commit' "$tool not found"
		finish
	fi
done

# entry: compose-lint is this one. Each call leaves a line, each argument in <>.
mkdir "$scratch/bin"
cat >"$scratch/bin/compose-lint" <<SCRIPT
#!/bin/sh
{
	for word in "\$@"; do printf '<%s>' "\$word"; done
	echo
} >>'$scratch/calls'
exec '$COMPOSE_LINT' "\$@"
SCRIPT
chmod +x "$scratch/bin/compose-lint"
PATH=$scratch/bin:$PATH

# The manifest in a repository of its own, as a user's configuration names it.
hooks=$scratch/hooks
git init -q "$hooks" && cp "$manifest" "$hooks/" && chmod u+w "$hooks/.pre-commit-hooks.yaml" &&
	git -C "$hooks" add . && git -C "$hooks" commit -qm hooks && git -C "$hooks" tag v1.0.0 || exit 1

if pre-commit validate-manifest "$hooks/.pre-commit-hooks.yaml" >"$scratch/out" 2>&1; then
	ok 'pre-commit finds the manifest valid'
else
	not_ok 'pre-commit finds the manifest valid' "$scratch/out"
fi

# configure ID [LINE]...: the user's configuration, with one hook.
configure() {
	{
		printf 'repos:\n  - repo: %s\n    rev: v1.0.0\n    hooks:\n      - id: %s\n' "$hooks" "$1"
		shift
		[ $# -eq 0 ] || printf '        %s\n' "$@"
	} >.pre-commit-config.yaml
	git add .pre-commit-config.yaml
}

# Two projects; the second has a path with a blank. Each has something to say
# that comes from its base, its override, its Dockerfile and its .env.
project() {
	mkdir -p "$1"
	cat >"$1/compose.yaml" <<-YAML
		services:
		  agent:
		    build: .
		    environment:
		      OPENAI_API_KEY: "\${MODEL_KEY}"
		    volumes:
		      - "\${WORK}:/work"
	YAML
	cat >"$1/compose.override.yaml" <<-YAML
		services:
		  agent:
		    privileged: true
	YAML
	printf 'FROM python:3.12-slim\nUSER root\n' >"$1/Dockerfile"
	printf 'WORK=/var/run/docker.sock\n' >"$1/.env"
}
work=$scratch/work
git init -q "$work" && cd "$work" || exit 1
project a
project 'b c'
for extra in compose-x.yaml compose-y.yaml; do
	printf 'services:\n  web:\n    image: "nginx:1.27"\n    network_mode: host\n' >"$extra"
done
configure compose-lint
git add . && git commit -qm base || exit 1

# findings FILE: the first lines of findings, sorted; once each, as two processes may tell one.
findings() {
	grep -E '^[^ ].*:[0-9]+:[0-9]+: (error|warning|info): .*\[[a-z0-9-]+\]$' "$1" | sort -u
}

# hook [OPTION]...: runs it; its output in $scratch/out, its calls in $scratch/calls.
hook() {
	: >"$scratch/calls"
	pre-commit run --color never "$@" >"$scratch/out" 2>&1
	echo "status $?" >>"$scratch/out"
}

# What the program says of everything at once.
"$COMPOSE_LINT" a 'b c' compose-x.yaml compose-y.yaml >"$scratch/whole.out" 2>&1
findings "$scratch/whole.out" >"$scratch/whole"
grep '^a/' "$scratch/whole" >"$scratch/whole.a"
for rule in privileged socket-mount root-user unset-variable; do
	grep -q "^a/.*\[$rule\]\$" "$scratch/whole" || echo "a/: no $rule"
	grep -q "^b c/.*\[$rule\]\$" "$scratch/whole" || echo "b c/: no $rule"
done >"$scratch/missing"
wants_empty 'each project has a finding in its base, its override, its Dockerfile and its .env' \
	"$scratch/missing"

# processes NUMBER NAME: so many times has the program been called.
processes() {
	if [ "$(wc -l <"$scratch/calls")" -eq "$1" ]; then ok "$2"; else not_ok "$2" "$scratch/calls"; fi
}

# README's configuration, with this repository of hooks in place of the address it asks for.
awk '/^```$/ { inside = 0 } inside; /^```yaml pre-commit / { inside = 1 }' "$srcdir/README" |
	sed "s|ADDRESS-OF-THIS-REPOSITORY|$hooks|; s|rev: v.*|rev: v1.0.0|" >.pre-commit-config.yaml
git add .
hook --all-files
findings "$scratch/out" >"$scratch/got"
wants_equal "README's configuration gives what one whole run gives" "$scratch/whole" "$scratch/got"
configure compose-lint
hook --all-files
findings "$scratch/out" >"$scratch/got"
wants_equal 'all files in one process give what one whole run gives' "$scratch/whole" "$scratch/got"
processes 1 'the hook is one process'
if grep -q '<b c/compose.override.yaml>' "$scratch/calls" && grep -q '^<--><' "$scratch/calls"; then
	ok 'names follow -- and keep their blanks'
else
	not_ok 'names follow -- and keep their blanks' "$scratch/calls"
fi

# Against the advice, so that it is seen that the split is harmless. How many
# processes there are is a matter of the processors; the halves below are not.
configure compose-lint 'require_serial: false'
hook --all-files
findings "$scratch/out" >"$scratch/got"
wants_equal 'files shuffled over several processes give what one whole run gives' \
	"$scratch/whole" "$scratch/got"
configure compose-lint
git commit -qm configuration --allow-empty --no-verify

# The halves, cut through both projects: base and .env here, the rest there.
"$COMPOSE_LINT" -- a/compose.override.yaml a/Dockerfile 'b c/.env' 'b c/compose.yaml' compose-y.yaml \
	>"$scratch/out" 2>&1
"$COMPOSE_LINT" -- a/.env a/compose.yaml 'b c/compose.override.yaml' 'b c/Dockerfile' compose-x.yaml \
	>>"$scratch/out" 2>&1
findings "$scratch/out" >"$scratch/got"
wants_equal 'two halves of the names give what one whole run gives' "$scratch/whole" "$scratch/got"

# again: the work tree as it was committed.
again() {
	git reset -q --hard
	git clean -qfd
}

# only NAME FILE [CONTENT]: a commit that touches this file alone gives its whole project.
only() {
	if [ $# -gt 2 ]; then printf '%s' "$3" >>"$2"; else echo '# touched' >>"$2"; fi
	git add "$2"
	hook
	findings "$scratch/out" >"$scratch/got"
	wants_equal "a commit of $1 alone gives the findings of its project" "$scratch/whole.a" "$scratch/got"
	again
}
only 'the base' a/compose.yaml
only 'an override' a/compose.override.yaml
only 'a Dockerfile' a/Dockerfile
only 'a .env' a/.env
echo '*.log' >a/.dockerignore
git add a/.dockerignore && git commit -qm ignore --no-verify
only 'a .dockerignore' a/.dockerignore

sed 's/^a/b c/' "$scratch/whole.a" >"$scratch/wanted"
echo '# touched' >>'b c/compose.override.yaml'
git add .
hook
findings "$scratch/out" | sed 's/^a/b c/' >"$scratch/got"
grep '^b c/' "$scratch/whole" >"$scratch/wanted"
wants_equal 'a path with a blank is one path' "$scratch/wanted" "$scratch/got"
again

# The override goes, the base is touched: what the override said is no longer found.
git rm -q a/compose.override.yaml
echo '# touched' >>a/compose.yaml
git add a/compose.yaml
hook
if grep -q '^a/.*\[socket-mount\]' "$scratch/out" && ! grep -q '\[privileged\]' "$scratch/out" &&
	! grep -q '<a/compose.override.yaml>' "$scratch/calls"; then
	ok 'a deleted override is not named, and no longer judged'
else
	not_ok 'a deleted override is not named, and no longer judged' "$scratch/out"
fi
again

# pre-commit shows a deletion to no hook; the manifest says so, and what helps.
git rm -q a/compose.override.yaml
hook
processes 0 'a commit that only deletes runs no hook'
again
configure compose-lint-project 'always_run: true' 'args: [a]'
git commit -qm configuration --no-verify
git rm -q a/compose.override.yaml
hook
if grep -q '^a/.*\[socket-mount\]' "$scratch/out" && ! grep -q '\[privileged\]' "$scratch/out"; then
	ok 'with always_run the project hook judges what is left'
else
	not_ok 'with always_run the project hook judges what is left' "$scratch/out"
fi
again

# A file of no project, and a file of none of the patterns.
printf 'FROM scratch\n' >x.dockerfile
git add x.dockerfile
configure compose-lint
git commit -qm configuration --no-verify -- .pre-commit-config.yaml
hook
if grep -q '^status 0$' "$scratch/out" && grep -q '<x.dockerfile>' "$scratch/calls"; then
	ok 'a Dockerfile of no project passes'
else
	not_ok 'a Dockerfile of no project passes' "$scratch/out"
fi
again
echo 'name: x' >environment.yml
git add environment.yml
hook
processes 0 'a commit without such files runs no hook'
again

# What pre-commit's own matching takes, types included.
mkdir names && cd names && git init -q . || exit 1
while read -r name; do
	mkdir -p "./$(dirname -- "$name")"
	echo '# text' >"./$name"
done <<-NAMES
	$(cat "$scratch/takes" "$scratch/leaves")
NAMES
configure compose-lint 'verbose: true' "entry: printf '[%s]\\n'"
git add . && hook
sed -n 's/^\[\(.*\)\]$/\1/p' "$scratch/out" | grep -v '^--$' | sort >"$scratch/taken"
wants_equal 'pre-commit takes the files of projects and no others' "$scratch/takes" "$scratch/taken"
cd ..
rm -rf names

configure compose-lint-project 'args: [a, "b c", compose-x.yaml, compose-y.yaml]'
git commit -qm configuration --no-verify
echo '# touched' >>'b c/Dockerfile'
git add .
hook
findings "$scratch/out" >"$scratch/got"
wants_equal 'the project hook judges all projects, whatever file was touched' "$scratch/whole" "$scratch/got"
processes 1 'the project hook is one process'
if grep -q 'Dockerfile>' "$scratch/calls"; then
	not_ok 'the project hook gets no names of files' "$scratch/calls"
else
	ok 'the project hook gets no names of files'
fi
cd ..
finish
