#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports in their places: several of one run, files whole or not at all, paths as they are wanted.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset GITHUB_WORKSPACE CI_PROJECT_DIR

# says NAME FILE TEXT: the file has this text.
says() {
	if grep -q -F -e "$3" "$2"; then ok "$1"; else not_ok "$1" "$2"; fi
}

# true_that NAME COMMAND...
true_that() {
	name=$1
	shift
	if "$@"; then ok "$name"; else not_ok "$name"; fi
}

# shellcheck disable=SC2317 # by true_that
no_temporary() {
	[ -z "$(find . -name '.compose-lint-*.tmp')" ]
}

mkdir -p repo/.git repo/app outside
cat >repo/app/compose.yaml <<'YAML'
name: app
services:
  web:
    image: registry.example/web:1.2.3
    privileged: true
YAML
only='--select privileged'
cd repo || exit 1

# ---- several reports ----
# shellcheck disable=SC2086
run 1 'several reports of one run' $only --format gcc --format sarif=a.sarif --format json=a.json \
	--format gitlab=a.gitlab --format junit=a.xml --format github=a.github --format text=a.txt app
true_that 'each is in its file' [ -s a.sarif -a -s a.json -a -s a.gitlab -a -s a.xml -a -s a.github -a -s a.txt ]
says 'and the one without a file on the standard output' out 'app/compose.yaml:5:17: error: '
# shellcheck disable=SC2086
run 1 'with all reports in files' $only --format json=b.json app
true_that 'nothing is on the standard output' [ ! -s out ]
true_that 'the same run gives the same bytes' cmp -s a.json b.json
# shellcheck disable=SC2086
run 1 '-o is for the one report' $only --format sarif -o c.sarif app
true_that 'which is the same as with --format NAME=PATH' cmp -s a.sarif c.sarif
# shellcheck disable=SC2086
run 1 '-o alone takes the text' $only -o c.txt app
true_that 'without colour, whatever the terminal wants' cmp -s a.txt c.txt
# shellcheck disable=SC2086
run 0 'a report without findings is one, too' --ignore privileged --select privileged --format gitlab=n.gitlab app
true_that 'of GitLab, an empty array' [ "$(cat n.gitlab)" = '[]' ]
# shellcheck disable=SC2086
run 1 '- as a file is the standard output' $only --format sarif -o - app
true_that 'where the report is' cmp -s a.sarif out
# shellcheck disable=SC2086
run 1 'behind the name of a format, too' $only --format sarif=- --format json=b.json app
true_that 'is the report' cmp -s a.sarif out
run 1 'and of a sheet' boundary -o - --agent web app
true_that 'no file has that name' [ ! -e ./- -a -s out ]

run 2 'two reports on the standard output are a mistake, however it is named' --format gcc --format json=- app
run 2 'two reports on the standard output are a mistake' --format gcc --format json app
run 2 'two reports in one file are a mistake' --format gcc=x --format json=./x app
run 2 '-o with a file of --format is a mistake' -o x --format json=y app
run 2 '-o with two formats is a mistake' -o x --format json --format gcc=y app
run 2 'an unknown format is a mistake' --format xml=x app
says 'and the formats are named' err 'sarif, github, gitlab or junit'
run 2 'a format without its file is a mistake' --format json= app
true_that 'a mistake writes nothing' [ ! -e x -a ! -e y ]

# ---- the other commands ----
run 1 'a sheet' boundary --agent web app
cp out sheet.txt
run 1 'a sheet in a file' boundary --agent web -o b.txt app
true_that 'is the same' cmp -s sheet.txt b.txt
true_that 'and the standard output is empty' [ ! -s out ]
run 0 'a model' config app
cp out model.yaml
run 0 'a model in a file' config -o m.yaml app
true_that 'is the same too' cmp -s model.yaml m.yaml
run 2 'no file that was read is written over' config -o app/compose.yaml app
true_that 'nothing is left of it' [ -s app/compose.yaml ]

# ---- whole or not at all ----
echo old >old.json
chmod 640 old.json
run 1 'an old report is replaced' --format json=old.json app
says 'by the new one' old.json '"version": 1'
true_that 'which keeps its mode' [ -n "$(find old.json -perm 640)" ]
echo old >target
ln -s target link
run 2 'a link is refused' --format json=link app
true_that 'and what it leads to stays' [ "$(cat target)" = old ]
ln -s nowhere dangling
run 2 'a link that leads nowhere is refused' --format json=dangling app
true_that 'and nothing is made there' [ ! -e nowhere ]
run 2 'a folder is refused' --format json=app app
mkfifo pipe
run 2 'what is no regular file is refused' --format json=pipe app
run 2 'a folder that is not there is refused' --format json=absent/a.json app
says 'with its reason' err 'cannot write absent/a.json: its folder does not exist'
cp app/compose.yaml before
run 2 'a file that was read is not written over' --format json=app/../app/compose.yaml app
true_that 'and stays' cmp -s before app/compose.yaml
ln -s app way
run 2 'nor by way of a link to its folder' --format json=way/compose.yaml app
run 2 'nor the other way round' --format json=app/compose.yaml way
run 2 'nor with a baseline' --write-baseline way/compose.yaml app
true_that 'it stays all the same' cmp -s before app/compose.yaml
run 2 'two reports are in one file by way of links, too' --format gcc=way/x --format json=app/x app
run 2 'so are a report and a baseline' --format json=way/known.json --write-baseline app/known.json app
run 2 'and those of one name' --format json=known.json --write-baseline ./known.json app
true_that 'of which none is written' [ ! -e app/x -a ! -e app/known.json -a ! -e known.json ]
rm way
# what the run has not read, and others do
mkdir -p kept/other kept/.git
cat >kept/compose.yaml <<'YAML'
services:
  web: {image: "registry.example/web:1.2.3", privileged: true, secrets: [key], configs: [conf]}
secrets: {key: {file: ./key.txt}}
configs: {conf: {file: ./web.conf}}
YAML
for file in key.txt web.conf other/Dockerfile other/.env other/prod.env other/.dockerignore \
	other/compose.yaml other/.compose-lint.yaml .git/index; do
	echo old >kept/$file
	# shellcheck disable=SC2086
	run 2 "$file is not written over" $only --format json=kept/$file kept/compose.yaml
	true_that "$file stays" [ "$(cat kept/$file)" = old ]
done
run 2 'nor with a model' config -o kept/key.txt kept
says 'with its reason' err 'cannot write kept/key.txt: a secret of the project comes from it'
run 2 'nor with a sheet' boundary --agent web -o kept/web.conf kept/compose.yaml
run 0 'a model may take the place of a Compose file' config -o kept/other/compose.yaml kept
for file in other/Dockerfile.sarif other/.env.example.txt new.env; do
	# shellcheck disable=SC2086
	run 1 "$file is written" $only --format json=kept/$file kept/compose.yaml
done
# shellcheck disable=SC2086
run 1 'over a report as well' $only --format json=kept/other/Dockerfile.sarif kept/compose.yaml
run 2 'nor with a baseline' --write-baseline kept/key.txt kept/compose.yaml
true_that 'which stays' [ "$(cat kept/key.txt)" = old ]
rm -r kept
echo old >old.json
run 2 'nothing judged, nothing written' --format json=old.json absent
true_that 'the old report is whole' [ "$(cat old.json)" = old ]
number=0
while [ $number -lt 100 ]; do mkdir .compose-lint-$number.tmp && number=$((number + 1)); done
run 2 'where all names for a new file are taken, none is written' --format json=old.json app
says 'and what is in the way is named' err 'cannot write old.json: its folder has .compose-lint-0.tmp'
rmdir .compose-lint-*.tmp
# one that fails keeps no other from being written
rm -f a.json
run 2 'what fails is said' --format json=link --format gitlab=a.gitlab2 --format gcc app
true_that 'the others are written all the same' [ -s a.gitlab2 -a -s out ]
true_that 'no temporary file is left' no_temporary

if [ -c /dev/full ]; then
	"$COMPOSE_LINT" --format json=f.json --format gcc app >/dev/full 2>err
	if [ $? -eq 2 ] && [ -s f.json ]; then ok 'a full disk behind the standard output is 2, and the files are whole'
	else not_ok 'a full disk behind the standard output is 2, and the files are whole' err; fi
	# a limit of one block stands for the full disk behind a file; in a build for coverage it
	# would cut the counters as well, so those of this run go elsewhere
	echo old >small.json
	(
		GCOV_PREFIX=$scratch/counters
		export GCOV_PREFIX
		ulimit -f 1
		"$COMPOSE_LINT" --format sarif=small.json app 2>small.err
	)
	if [ $? -eq 2 ] && [ "$(cat small.json)" = old ]; then ok 'a full disk leaves the old report whole'
	else not_ok 'a full disk leaves the old report whole' small.err; fi
	true_that 'and no temporary file' no_temporary
else
	skip 'a full disk' 'no /dev/full'
fi
# a reader that goes away
{ "$COMPOSE_LINT" --format sarif app; echo $? >status; } 2>err | true
sleep 1
true_that 'a closed pipe is 2, or was emptied in time' grep -qE '^[12]$' status
true_that 'and says nothing' [ ! -s err ]

# ---- paths ----
cd app || exit 1
# shellcheck disable=SC2086
run 1 'paths are those of the checkout for forges' $only --format sarif compose.yaml
says 'whatever folder one stands in' out '"uri": "app/compose.yaml"'
# shellcheck disable=SC2086
run 1 'and as they were named for people' $only --format gcc compose.yaml
says 'and editors' out 'compose.yaml:5:17: error: '
# shellcheck disable=SC2086
run 1 '--relative-to counts for every format' $only --relative-to .. --format gcc --format gitlab=g compose.yaml
says 'for people' out 'app/compose.yaml:5:17: error: '
says 'and for forges' g '"path": "app/compose.yaml"'
# shellcheck disable=SC2086
run 1 '--path-prefix stands before them' $only --path-prefix sub/repo --format gcc --format gitlab=g compose.yaml
says 'for people, too' out 'sub/repo/compose.yaml:5:17: error: '
says 'and before the path in the checkout' g '"path": "sub/repo/app/compose.yaml"'
"$COMPOSE_LINT" --select privileged --format json compose.yaml 2>/dev/null | grep '"fingerprint"' >plain
"$COMPOSE_LINT" --select privileged --path-prefix sub --format json compose.yaml 2>/dev/null | grep '"fingerprint"' >prefixed
true_that 'a prefix does not change what a finding is' cmp -s plain prefixed
run 2 '--relative-to of no folder is a mistake' --relative-to absent compose.yaml
says 'and is said' err '--relative-to absent: no such file'
GITHUB_WORKSPACE=$scratch
export GITHUB_WORKSPACE
# shellcheck disable=SC2086
run 1 'a CI server knows the top of the checkout' $only --format gitlab compose.yaml
says 'so it counts' out '"path": "repo/app/compose.yaml"'
unset GITHUB_WORKSPACE

# ---- outside the checkout ----
cat >../../outside/part.yaml <<'YAML'
services:
  tool:
    image: registry.example/tool:1.2.3
    privileged: true
YAML
cat >include.yaml <<'YAML'
name: app
include:
  - ../../outside/part.yaml
YAML
# shellcheck disable=SC2086
# shellcheck disable=SC2086
run 1 'a finding outside the checkout is reported' $only --format sarif --format github=g include.yaml
if grep -q '"uri": "[^"]*\.\.' out; then not_ok 'no path climbs out of it' out; else ok 'no path climbs out of it'; fi
says 'it stands where the checkout leads to it' out '"uri": "app/include.yaml"'
says 'and its message says where it is' out '../../outside/part.yaml:4:17: '
says 'the same for a runner' g '::error file=app/include.yaml,line='
# shellcheck disable=SC2086
run 1 'where nothing of it lies inside' $only --relative-to ../../repo --format sarif ../../outside/part.yaml
says 'the report says that it lacks a finding' out '1 finding in files outside the checkout is not shown'
# shellcheck disable=SC2086
run 1 'one of GitLab has no room for that' $only --relative-to ../../repo --format gitlab ../../outside/part.yaml
says 'so the run says it' err 'the gitlab report leaves out 1 finding in files outside the checkout'
finish
