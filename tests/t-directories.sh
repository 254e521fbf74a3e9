#!/bin/sh
# SPDX-License-Identifier: MIT
# Which files make which projects, from the command line to the exit status: folders and what lies
# below them, files that others include, standard input, what cannot be read, what is read twice.
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
: "${CC:=cc}"
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME GITHUB_WORKSPACE CI_PROJECT_DIR

# place NAME: a new, empty folder, which is a checkout of its own
place() {
	mkdir -p "$scratch/$1/.git"
	cd "$scratch/$1" || exit 1
}

# project FILE [LINE...]: a Compose file with one finding of the rule privileged
project() {
	mkdir -p "$(dirname "./$1")"
	{
		echo 'services:'
		echo '  web:'
		echo '    image: nginx'
		echo '    privileged: true'
	} >"./$1"
	file=$1
	shift
	for line; do
		echo "$line" >>"./$file"
	done
}

# run STATUS NAME ARGUMENT...: what is printed is left in out and err
run() {
	wanted=$1 name=$2
	shift 2
	"$COMPOSE_LINT" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	got=$?
	if [ "$got" -eq "$wanted" ]; then
		ok "$name: status $wanted"
	else
		{ echo "status $got"; cat "$scratch/out" "$scratch/err"; } >"$scratch/why"
		not_ok "$name: status $wanted" "$scratch/why"
	fi
}

# lists STATUS NAME 'FILE ...' ARGUMENT...: exactly these files are read
lists() {
	wanted=$1 name=$2 files=$3
	shift 3
	run "$wanted" "$name" --list-files "$@"
	for file in $files; do
		echo "$file"
	done >"$scratch/wanted"
	wants_equal "$name: these files" "$scratch/wanted" "$scratch/out"
}

# says NAME TEXT: the standard error has it
says() {
	if grep -F -e "$2" "$scratch/err" >/dev/null; then ok "$1"; else not_ok "$1" "$scratch/err"; fi
}

# ---- a file upon the default one ----
place layers
cat >compose.yaml <<END
services:
  proxy: {image: "ubuntu/squid:6.6", networks: [inside, out]}
networks: {inside: {internal: true}, out: }
END
cat >compose-agent.yaml <<END
services:
  coder: {image: "x:1", privileged: true, depends_on: [proxy], networks: [inside]}
END
run 1 'what stands in the default file is not missing' -q --select model-invalid,privileged,egress-relay .
grep -c . "$scratch/out" >"$scratch/count"
echo 2 >"$scratch/wanted"
wants_equal 'a file upon the default one is judged with it' "$scratch/wanted" "$scratch/count"
run 1 'the file by itself is what was named' -q --select model-invalid -f compose-agent.yaml
echo 'services: {coder: {extends: {file: compose-agent.yaml, service: coder}}}' >compose-more.yaml
lists 0 'what another file extends is judged there alone' \
	'compose.yaml compose-more.yaml compose-agent.yaml' .
echo 'services: {proxy: {privileged: true}}' >compose-agent.yaml
rm compose-more.yaml
run 1 'what has nothing to run is judged upon the default file too' -q --select privileged .
grep -c 'compose-agent.yaml:1:' "$scratch/out" >"$scratch/count"
echo 1 >"$scratch/wanted"
wants_equal 'and reported where it stands' "$scratch/wanted" "$scratch/count"
cat >compose-agent.yaml <<END
services:
  coder: {image: "x:1", depends_on: [proxy], networks: [nowhere]}
END
run 1 'what stands in no file is missing' -q --select model-invalid .
grep -c 'not defined' "$scratch/out" >"$scratch/count"
echo 2 >"$scratch/wanted"
wants_equal 'a file that is refused upon the default one too is judged alone' "$scratch/wanted" "$scratch/count"

# ---- folders ----
place folders
project a/compose.yaml
project b/c/compose-sandbox.yaml
project b/docker-compose.yml
project node_modules/compose.yaml
project vendor/compose.yaml
project .venv/compose.yaml
project .git/compose.yaml
lists 0 'a folder, where Compose files lie only below' \
	'a/compose.yaml b/c/compose-sandbox.yaml b/docker-compose.yml' .
lists 0 'two folders, one in the other' 'b/c/compose-sandbox.yaml b/docker-compose.yml' b/c b
lists 0 'what is skipped may be named' 'vendor/compose.yaml' vendor
run 1 'projects below count' -q .
cp "$scratch/out" "$scratch/one"
run 1 'the order of PATHs' -q b/docker-compose.yml a b/c/compose-sandbox.yaml
wants_equal 'the order of PATHs means nothing' "$scratch/one" "$scratch/out"
run 2 'nothing named, and only folders have projects'
says 'it says how to look below' 'such as . for all below'
run 0 'nothing named may be right' --allow-no-input
echo 'services: {cache: {environment: {A: b}}}' >b/compose.prod.yaml
echo 'services: {web: {environment: {A: b}}}' >compose.override.yaml
lists 0 'a part of a project is none' 'a/compose.yaml b/c/compose-sandbox.yaml b/docker-compose.yml' .
says 'it is told' 'compose.override.yaml and b/compose.prod.yaml;'
run 1 'but not with -q' -q .
wants_empty 'nothing is on stderr then' "$scratch/err"
mkdir e
cp compose.override.yaml e/compose-part.yaml
run 2 'a folder with a part of a project' e
says 'the message names the part' 'e/compose-part.yaml lies there'
run 2 'a folder without any' --format json .git/.. vendor/../e .git e/..
run 0 'which may be right' --allow-no-input e
says 'and is told all the same' 'e: no Compose project'
run 1 'beside a project it is no mistake then' --allow-no-input -q e a
run 2 'a missing file is one all the same' --allow-no-input nowhere

# ---- the configuration ----
place governed
project compose.yaml
project stacks/one.yaml
project below/compose-x.yaml
project other/compose.yaml
echo 'projects: {one: {files: stacks/one.yaml}}' >.compose-lint.yaml
echo '{}' >other/.compose-lint.yaml
lists 0 'the configuration stands for what it governs' \
	'.compose-lint.yaml below/compose-x.yaml compose.yaml stacks/one.yaml' .compose-lint.yaml
lists 0 'a folder has the projects that the configuration lists' \
	'.compose-lint.yaml stacks/one.yaml' stacks
echo 'exclude: [below, "**/other"]' >.compose-lint.yaml
lists 0 'what is excluded is not looked for' '.compose-lint.yaml compose.yaml' .
mkdir -p none/.git
echo '{}' >none/.compose-lint.yaml
run 0 'a configuration that governs nothing' none/.compose-lint.yaml
says 'is told' 'none/.compose-lint.yaml: no project uses this file'
run 0 'but not with -q' -q none/.compose-lint.yaml
wants_empty 'nothing at all is then' "$scratch/err"

# ---- files that others read ----
place reached
project parts/web.yaml
cat >compose.yaml <<'END'
include: [parts/web.yaml]
services:
  cache: {extends: {file: compose-base.yaml, service: cache}, image: redis}
END
echo 'services: {cache: {privileged: true}}' >compose-base.yaml
run 1 'a file that is included' -q compose.yaml
cp "$scratch/out" "$scratch/one"
run 1 'a file that is included, named before who includes it' -q parts/web.yaml compose.yaml
wants_equal 'it is reported there, and once' "$scratch/one" "$scratch/out"
run 1 'alone it is a project' -q parts/web.yaml
run 1 'a file that is only extended' -q compose-base.yaml
wants_equal 'stands for the project that extends it' "$scratch/one" "$scratch/out"
run 1 'so it does in the folder' -q .
wants_equal 'where it is no project' "$scratch/one" "$scratch/out"
echo 'services: {lone: {privileged: true}}' >compose-lone.yaml
run 1 'a part that nobody reads' -q compose-lone.yaml
if grep '\[incomplete-project\]$' "$scratch/out" >/dev/null; then ok 'is judged by itself, and says so'
else not_ok 'is judged by itself, and says so' "$scratch/out"; fi
place circle
echo 'services: {a: {image: nginx, extends: {file: compose-b.yaml, service: c}}, d: {image: nginx}}' >compose-a.yaml
echo 'services: {b: {image: nginx, extends: {file: compose-a.yaml, service: d}}, c: {image: nginx}}' >compose-b.yaml
lists 0 'files that extend each other are judged once' 'compose-a.yaml compose-b.yaml' .

# ---- what projects share ----
place shared
printf 'services:\n  base:\n    privileged: true\n' >base.yaml
for one in a b; do
	mkdir $one
	echo 'services: {web: {image: nginx, extends: {file: ../base.yaml, service: base}}}' >$one/compose.yaml
done
run 1 'two projects with one finding' -q --select privileged .
if [ "$(grep -c '\[privileged\]$' "$scratch/out")" -eq 1 ]; then ok 'what they share is reported once'
else not_ok 'what they share is reported once' "$scratch/out"; fi
printf 'fail-on: never\n' >a/.compose-lint.yaml
run 1 'the one that makes the run fail counts' -q --select privileged .

# ---- files that are not read ----
place many
for name in a b c d e f g; do
	mkdir $name
	project $name/compose.yaml
done
run 1 'projects without their .env' .
says_out() {
	if grep -qF -- "$2" "$scratch/out"; then ok "$1"; else not_ok "$1" "$scratch/out"; fi
}
says_out 'of which not all are named' 'e/.env (absent) and 2 more'

# ---- files that belong to projects ----
place members
project compose.yaml '    env_file: settings.txt' '    build: image'
mkdir image
echo 'FROM debian' >image/Dockerfile
echo 'A=b' >settings.txt
echo 'B=c' >lone.env
run 1 'a Dockerfile below' -q image/Dockerfile
run 1 'an env file of any name' -q settings.txt
run 0 'an env file that nobody uses' lone.env
says 'is told' 'compose-lint: lone.env: no project uses this file'
echo 'B=c' >.env.example
run 0 'an example that nobody uses' .env.example
wants_empty 'is no reason to say anything' "$scratch/err"
run 0 'but not with -q' -q lone.env
wants_empty 'nothing is said of it then' "$scratch/err"

# of a project that is known by the configuration alone, which lists it
mkdir stacks
project stacks/one.yaml '    build: image'
mkdir stacks/image
echo 'FROM debian' >stacks/image/Dockerfile
run 0 'a Dockerfile of files that Compose does not find by itself' -q stacks/image/Dockerfile
echo 'projects: {one: {files: stacks/one.yaml}}' >.compose-lint.yaml
run 1 'a Dockerfile of a project that the configuration lists' -q stacks/image/Dockerfile
rm -r stacks .compose-lint.yaml

# ---- standard input ----
place input
project compose.yaml
printf 'services:\n  web:\n    cap_add: [ALL]\n' >compose.override.yaml
"$COMPOSE_LINT" --format gcc . >"$scratch/one" 2>/dev/null </dev/null
"$COMPOSE_LINT" --format gcc - <compose.yaml >"$scratch/out" 2>/dev/null
wants_equal 'standard input is compose.yaml, with what lies beside it' "$scratch/one" "$scratch/out"
mv compose.yaml away
"$COMPOSE_LINT" --format gcc - <away >"$scratch/out" 2>/dev/null
wants_equal 'whether there is one or not' "$scratch/one" "$scratch/out"
cd .. || exit 1
"$COMPOSE_LINT" --format gcc --stdin-filename input/compose.yaml - <input/away 2>/dev/null |
	sed 's|input/||g' >"$scratch/out"
wants_equal 'and of another folder by its name' "$scratch/one" "$scratch/out"
"$COMPOSE_LINT" --format gcc -f - <input/away 2>/dev/null | grep -c 'compose.yaml' >"$scratch/out"
if [ "$(cat "$scratch/out")" -gt 0 ]; then ok '-f - reads it too'; else not_ok '-f - reads it too'; fi
run 2 'a name without standard input' --stdin-filename input/compose.yaml input

# ---- what cannot be read ----
place hostile
project a/compose.yaml
mkdir -p loop/x
ln -s .. loop/x/up
ln -s . loop/self
ln -s loop link
ln -s /etc etc
lists 0 'links to folders are not followed' 'a/compose.yaml' .
project ../outside/real.yaml
mkdir linked
ln -s ../../outside/real.yaml linked/compose.yaml
lists 0 'a link to a file is' 'a/compose.yaml linked/compose.yaml' .
mkdir dangling
ln -s ../nowhere dangling/compose-x.yaml
run 2 'one that leads nowhere is no clean report' --fail-on never .
says 'and is said' 'dangling/compose-x.yaml: is a link that leads nowhere'
rm -r dangling
mkdir circular
ln -s compose.yaml circular/compose.yaml
run 2 'nor is one that leads back to itself' --fail-on never .
says 'which is said too' 'circular/compose.yaml: is a link that leads back to itself'
rm -r circular
ln -s .env a/.env
run 1 'a .env that leads back to itself' a
cat "$scratch/out" >>"$scratch/err"
says 'is said to be one' 'a/.env exists but cannot be read: is a link that leads back to itself;'
rm a/.env
mkdir pipe
mkfifo pipe/compose.yaml
mkdir alone
mkfifo alone/compose-x.yaml
run 2 'a pipe in a folder of its own' alone
if [ "$(wc -l <"$scratch/err")" -eq 1 ]; then ok 'is told with one line'; else not_ok 'is told with one line' "$scratch/err"; fi
rm -r alone
run 2 'a pipe of that name' .
says 'is said to be none' 'pipe/compose.yaml: is not a regular file; a FIFO, a socket or a device is never opened'
rm -r pipe
mkdir -p folder/compose.yaml folder/compose-x.yaml
run 2 'a folder of a default name' -q .
says 'is what Compose would choose' 'folder/compose.yaml: is a directory'
if grep '^a/compose.yaml' "$scratch/out" >/dev/null; then ok 'the others are judged'; else not_ok 'the others are judged'; fi
rm -r folder
if [ "$(id -u)" -eq 0 ]; then
	skip 'a folder that may not be read' 'root may read all'
else
	mkdir closed
	chmod 0 closed
	run 2 'a folder that may not be read' -q .
	says 'is told' 'closed: the system refuses access'
	chmod 700 closed
	rmdir closed
fi
esc=$(printf '\033') invalid=$(printf '\377') newline='
'
for folder in "n${newline}l" "e${esc}[2J" "i${invalid}"; do
	mkdir "$folder" 2>/dev/null || continue
	project "$folder/compose.yaml"
	mkfifo "$folder/compose-pipe.yaml"
	mkdir "$folder/empty"
	run 2 'a hostile name of a folder' "$folder" "$folder/empty" "$folder/compose.yaml" "$folder/nothing"
	cat "$scratch/out" "$scratch/err" | tr -d '\n\040-\176' >"$scratch/raw"
	wants_empty 'no byte of it is raw' "$scratch/raw"
	"$COMPOSE_LINT" --list-files -0 "$folder/compose.yaml" 2>/dev/null >"$scratch/out"
	printf '%s/compose.yaml\0' "$folder" >"$scratch/wanted"
	if cmp -s "$scratch/wanted" "$scratch/out"; then ok 'but where names end by NUL'
	else not_ok 'but where names end by NUL'; fi
done

# ---- links in the sources of mounts ----
place links
mkdir -p plain data
ln -s / root
ln -s nowhere broken
cat >compose.yaml <<'END'
services:
  web:
    image: nginx
    volumes:
      - ./plain:/plain
      - ./root/etc/../etc:/settings
      - ./broken/x:/broken
      - ~/data:/data
END
run 0 'links are not followed' --select system-mount .
run 1 'unless one asks for it' --select system-mount --resolve-links .
if [ "$(grep -c '\[system-mount\]$' "$scratch/out")" -eq 1 ] && grep '^compose.yaml:6:' "$scratch/out" >/dev/null &&
	grep 'on this host root is a link: what is mounted is /etc$' "$scratch/out" >/dev/null; then
	ok 'a note names the link and its end'
else
	not_ok 'a note names the link and its end' "$scratch/out"
fi

# ---- each file is read once ----
place once
cat >.env <<'END'
COMPOSE_FILE=compose.yaml:compose-more.yaml
COMPOSE_PATH_SEPARATOR=:
TAG=1
END
project compose.yaml '    env_file: .env' '    build: .'
project compose-more.yaml
project compose-alone.yaml '    env_file: .env' '    build: .' '    secrets: [s]' 'secrets: {s: {file: ./.npmrc}}'
echo 'FROM debian' >Dockerfile
printf 'COPY . /x\n' >>Dockerfile
echo '//registry.example/:_auth=x' >.npmrc
echo 'FROM debian' >x.Dockerfile
echo '{}' >.compose-lint.yaml
mkdir sub
echo 'services: {web: {image: nginx, extends: {file: ../compose-more.yaml, service: web}}}' >sub/compose.yaml
if [ "$(uname -s)" != Linux ]; then
	skip 'no file is opened twice' 'opening is watched as on Linux'
elif ! $CC -O1 -shared -fPIC -o "$scratch/opens.so" "$srcdir/tests/opens.c" -ldl 2>"$scratch/cc"; then
	skip 'no file is opened twice' 'the compiler makes no shared library of this kind'
else
	for arguments in '' . 'compose.yaml .env Dockerfile' '.compose-lint.yaml x.Dockerfile' \
		'sub compose-alone.yaml compose-more.yaml .env'; do
		# shellcheck disable=SC2086 # words
		ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 OPENS_TO=9 LD_PRELOAD=$scratch/opens.so \
			"$DYNAMIC_LINT" $arguments 9>"$scratch/opened" >/dev/null 2>"$scratch/err" </dev/null
		sed "s|^[^/]|$scratch/once/&|" "$scratch/opened" | grep "^$scratch/once/" | sort >"$scratch/some"
		uniq -d "$scratch/some" >"$scratch/twice"
		if grep '/compose.yaml$' "$scratch/some" >/dev/null; then ok "opening is watched: $arguments"
		else not_ok "opening is watched: $arguments" "$scratch/opened"; fi
		wants_empty "no file is opened twice: $arguments" "$scratch/twice"
	done
fi
finish
