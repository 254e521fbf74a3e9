#!/bin/sh
# SPDX-License-Identifier: MIT
# What is left out of a report: suppressions in every format, baselines, and the options about them.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
SOURCE_DATE_EPOCH=1796040000 # 2026-11-30
export SOURCE_DATE_EPOCH

# has NAME FILE TEXT...: each text is in the file; hides NAME FILE TEXT...: none is.
has() {
	name=$1 file=$2
	shift 2
	: >why
	for text; do
		grep -qF -- "$text" "$file" || echo "no '$text' in $file" >>why
	done
	[ ! -s why ] || cat "$file" >>why
	if [ -s why ]; then not_ok "$name" why; else ok "$name"; fi
}
hides() {
	name=$1 file=$2
	shift 2
	: >why
	for text; do
		grep -nF -- "$text" "$file" >>why
	done
	wants_empty "$name" why
}

# ---------------------------------------------------------------------------- suppressions

cat >compose.yaml <<'YAML'
services:
  agent:
    image: agent:1
    # compose-lint: ignore[socket-mount] OK #42 ::error:: ##[error] &<>]]> until 2026-11-30
    volumes:
      - /var/run/docker.sock:/s
    privileged: true
YAML
run 1 'a suppressed finding is not reported' --select mounts,privileged compose.yaml
hides 'in no form' out '[socket-mount]' '42'
has 'but counted' out '1 suppressed'
run 0 'nor does it make the run fail' --select socket-mount --fail-on info compose.yaml
run 0 'nor when it is shown' --select socket-mount --show-suppressed --fail-on info compose.yaml
has 'it is shown with its reason' out '[socket-mount]' 'OK #42' '0 errors, 0 warnings' '1 suppressed'
for format in gcc json sarif github gitlab junit; do
	run 0 "--show-suppressed as $format" --select socket-mount --show-suppressed --format $format compose.yaml
	if [ $format != github ] && grep -qE '^[[:blank:]]*::|##\[error' out; then cp out "steered.$format"; fi
	case $format in
	gitlab) hides "$format has no place for it" out socket-mount ;;
	*) has "$format has the reason" out socket-mount '42' ;;
	esac
done
: >why
ls steered.* 2>/dev/null >>why
wants_empty 'a reason steers nobody' why
run 1 'nothing in the files counts with --no-inline-ignores' --no-inline-ignores --select socket-mount compose.yaml
has 'and the finding is back' out '[socket-mount]'
SOURCE_DATE_EPOCH=1796083200 run 1 'the day after, the suppression has ended' --select socket-mount --format gcc compose.yaml
has 'which is told' out 'invalid-suppression' 'it ended with 2026-11-30' '[socket-mount]'
SOURCE_DATE_EPOCH=yesterday run 2 'a moment that is none is 2' compose.yaml
has 'and says so' err 'SOURCE_DATE_EPOCH is a number'
SOURCE_DATE_EPOCH=99999999999999 run 2 'nor is one beyond all days' compose.yaml

# ---------------------------------------------------------------------------- what nobody looked at

# unseen PROJECT: it cannot be read whole, and nothing hides that.
unseen() {
	project=$1
	for way in comment service list level configuration ignored selected baseline; do
		rm -rf tried
		cp -RP "$project" tried
		set --
		case $way in
		comment)
			for file in tried/compose.yaml tried/other.yaml tried/Dockerfile tried/.env tried/.dockerignore; do
				[ -f "$file" ] || continue
				{ echo '# compose-lint: file-ignore[model-invalid, incomplete-project] why'; cat "$file"; } >with
				mv with "$file"
			done
			;;
		service)
			printf '    x-compose-lint: {ignore: [%s, %s]}\n' '{rule: model-invalid, reason: why}' \
				'{rule: incomplete-project, reason: why}' >>tried/compose.yaml
			;;
		list)
			printf 'rules:\n' >tried/.compose-lint.yaml
			printf '  %s: {ignore-services: [agent]}\n' model-invalid incomplete-project >>tried/.compose-lint.yaml
			;;
		level) set -- --level model-invalid=off --level incomplete-project=off ;;
		configuration)
			printf 'rules:\n  model-invalid: "off"\n  incomplete-project: "off"\n' >tried/.compose-lint.yaml
			;;
		ignored) set -- --preset baseline --ignore model-invalid,incomplete-project ;;
		selected) set -- --select privileged ;;
		baseline)
			"$COMPOSE_LINT" --write-baseline known.json tried >/dev/null 2>&1
			set -- --baseline known.json
			;;
		esac
		run 1 "what could not be looked at fails the run: $project, $way" --format gcc "$@" tried
		grep -qE '(error|warning): .*\[(model-invalid|incomplete-project)\]' out && continue
		cat out err >why
		not_ok "and is said: $project, $way" why
	done
}
with() { # NAME LINE...: a project with an agent
	name=$1
	shift
	mkdir "$name"
	printf '%s\n' "$@" >"$name/compose.yaml"
}
agent='services: {agent: {image: agent:1}}'
with included 'include: [gone.yaml]' services: '  agent:' '    image: agent:1'
with extended services: '  agent:' '    image: agent:1' '    extends: {file: gone.yaml, service: b}'
with environment services: '  agent:' '    image: agent:1' '    env_file: gone.env'
with labels services: '  agent:' '    image: agent:1' '    label_file: gone.env'
with built services: '  agent:' '    build: .'
with nowhere services: '  agent:' '    build: gone'
with profile services: '  agent:' '    image: agent:1' "    security_opt: ['seccomp:gone.json']"
with context services: '  agent:' '    build: {context: ., additional_contexts: {base: gone}}'
printf 'FROM base\n' >context/Dockerfile
with loop 'include: [other.yaml]' services: '  agent:' '    image: agent:1'
ln -s other.yaml loop/other.yaml
with list 'include: [other.yaml]' services: '  agent:' '    image: agent:1'
echo '- a' >list/other.yaml
with broken services: '  agent:' '    image: agent:1'
printf 'A="\n' >broken/.env
with inner 'include: [sub/other.yaml]' services: '  agent:' '    image: agent:1'
mkdir inner/sub
echo "$agent" | sed 's/agent/other/' >inner/sub/other.yaml
ln -s .env inner/sub/.env
with patterns services: '  agent:' '    build: .'
printf 'FROM agent:1\nCOPY . .\n' >patterns/Dockerfile
echo '[' >patterns/.dockerignore
for project in included extended environment labels built nowhere profile context loop list broken inner \
	patterns; do
	unseen $project
done
run 1 'a suppression that does not help is named' included --level model-invalid=off --min-level error
has 'with the finding' out 'gone.yaml cannot be read' '[model-invalid]'
sed 's/^include.*/& # compose-lint: ignore[model-invalid] why/' included/compose.yaml >with
mv with included/compose.yaml
run 1 'a comment that does not help' included
has 'is told so' out 'this does not hide it: what could not be looked at is always said'
run 1 'a folder that FROM would use is missing' context
has 'and the message says so' out 'the additional context "base", context/gone, cannot be used: it does not exist'
with remote '# compose-lint: file-ignore[incomplete-project] reviewed there' \
	'include: ["https://git.example/team.git"]' services: '  agent:' '    image: agent:1'
run 0 'what no run can look at can be accepted by a person' --select privileged remote
has 'and is counted as well' out '1 suppressed'
with known '# compose-lint: file-ignore[model-invalid] why' services: '  agent:' '    image: agent:1' '    readonly: true'
run 0 'what was looked at and is wrong can be left out' --select privileged known
has 'and is counted' out '1 suppressed'

# Bytes that only files other than YAML can hold.
mkdir bytes
printf 'services: {agent: {build: .}}\n' >bytes/compose.yaml
printf 'FROM a\n# compose-lint: ignore[pipe-to-shell] a\033[31m\007b\233\nRUN curl https://a.example/i | sh\n' \
	>bytes/Dockerfile
for format in text gcc json sarif junit; do
	run 0 "control bytes in a reason as $format" --select pipe-to-shell --show-suppressed \
		--format $format --fail-on never bytes
	has 'the reason is there' out '31m'
	tr -d '\n\t -~' <out | LC_ALL=C tr -d '\200-\377' >why
	wants_empty 'without control bytes' why
done

# Where comments are, and where only text is that looks like one.
mkdir where
# where STATUS NAME: of the file; its findings of two rules are left in out.
where() { run "$1" "$2" --select privileged,pipe-to-shell --format gcc where/compose.yaml; }
printf 'services:\r\n  agent:\r\n    image: a:1\r\n    # compose-lint: ignore[privileged] why\r\n    privileged: true\r\n' \
	>where/compose.yaml
where 0 'a comment between CRLF'
printf '\357\273\277# compose-lint: file-ignore[privileged] why\nservices:\n  agent:\n    image: a:1\n    privileged: true\n' \
	>where/compose.yaml
where 0 'a comment behind a BOM'
cat >where/compose.yaml <<'YAML'
services: {
  a: {image: a, privileged: true}, # compose-lint: ignore[privileged] covers the pair of its line
  b: {image: b,
    # compose-lint: ignore[privileged] covers the next
    privileged: true},
  c: {image: c, privileged: true}}
YAML
where 1 'comments in a flow'
grep -v ':6:.*\[privileged\]$' out >why
wants_empty 'cover what they are at, and no more' why
cat >where/compose.yaml <<'YAML'
services:
  agent:
    image: a
    command: |
      # compose-lint: ignore[privileged] is text
      run
      # compose-lint: file-ignore[privileged] is text
    labels: {note: "# compose-lint: ignore[privileged] is text"}
    privileged: true
YAML
where 1 'text that looks like comments'
has 'suppresses nothing' out ':9:17: error:' '[privileged]'
hides 'and is no mistake' out suppression
cat >where/compose.yaml <<'YAML'
services:
  agent:
    build: {context: ., dockerfile: ./Dockerfile}
YAML
cat >where/Dockerfile <<'END'
FROM debian:12.8
RUN <<EOF
# compose-lint: ignore[pipe-to-shell] is text
curl https://a.example/i | sh
EOF
END
where 1 'text of a heredoc'
has 'suppresses nothing' out 'Dockerfile:' '[pipe-to-shell]'
sed 's|^RUN|# compose-lint: ignore[pipe-to-shell] why\n&|' where/Dockerfile >where/other && mv where/other where/Dockerfile
where 0 'the line before it covers all of it'
printf 'FROM debian:12.8\nRUN curl https://a.example/i | sh # compose-lint: ignore[pipe-to-shell] is of the shell\n' \
	>where/Dockerfile
where 1 'a comment of the shell is none of the Dockerfile'

mkdir lists
cat >lists/compose.yaml <<'YAML'
services:
  agent:
    image: a
    privileged: true
YAML
cat >lists/.compose-lint.yaml <<'YAML'
services:
  agent:
    ignore:
      - {rule: privilegd, reason: why}
      - {rule: nosuch, reason: why}
YAML
run 1 'a list in the configuration that names no rule' --select privileged lists
has 'is told with its place' err '.compose-lint.yaml:4:16: ' "did you mean 'privileged'?" '.compose-lint.yaml:5:16: ' \
	"'compose-lint rules' lists them"
run 2 'which is a mistake' --strict-config --select privileged lists

mkdir secret
token=ghp_$(printf '%036d' 7 | tr 0 Z)
cat >secret/compose.yaml <<YAML
services:
  agent:
    image: a
    privileged: true # compose-lint: ignore[privileged] see $token
YAML
for format in text gcc json sarif junit; do
	"$COMPOSE_LINT" --show-suppressed --format $format secret >>secrets 2>&1
done
has 'the reason is printed' secrets '[privileged]' 'see'
hides 'but no secret that is in it' secrets "$token"

mkdir shared
printf 'include: [common.yaml]\n' | tee shared/compose.yaml >shared/compose-b.yaml
printf 'services: {agent: {privileged: false}}\n' >shared/off.yaml
cat >shared/common.yaml <<'YAML'
services:
  agent:
    image: a
    # compose-lint: ignore[privileged] why
    privileged: true
YAML
run 1 'a file of two projects' --format gcc shared/compose.yaml shared/compose-b.yaml
hides 'is suppressed in both, and nothing is unused' out '[privileged]' unused-suppression
run 1 'used in one project and not in another' --format gcc shared/compose.yaml -- shared/compose-b.yaml
hides 'is used' out unused-suppression

printf 'services: {agent: {image: a, privileged: false}} # compose-lint: ignore[privileged] why\n' >unused.yaml
run 1 'what is unused' --format gcc unused.yaml
has 'is told' out unused-suppression
for option in '--select files' '--select privileged' '--ignore privileged' '--level privileged=off' \
	'--min-level info' '--ignore unused-suppression' '--no-inline-ignores'; do
	# shellcheck disable=SC2086 # it is two words
	"$COMPOSE_LINT" --format gcc $option unused.yaml >out 2>err
	hides "but not with $option" out unused-suppression
done
run 1 'as the level that it is given' --fail-on error --level unused-suppression=error --preset baseline unused.yaml

# ---------------------------------------------------------------------------- baselines

mkdir -p base/sub
cat >base/compose.yaml <<'YAML'
services:
  agent:
    image: agent:1
    volumes:
      - /var/run/docker.sock:/s
      - /var/run/docker.sock:/t
    environment:
      TOKEN: hunter2hunter2
YAML
cp base/compose.yaml base/before.yaml
cd base || exit 1
run 0 'what is written is known at once' --write-baseline known.json
has 'and the summary says how many' out 'in the baseline'
: >why
[ "$(head -n 1 known.json)" = '[' ] || echo 'no array' >>why
LC_ALL=C sort -c known.json 2>/dev/null || sed '1d;$d' known.json | sed 's/,$//' | LC_ALL=C sort -c 2>>why
grep -n '"line"\|:5\|hunter' known.json >>why
wants_empty 'the file is sorted and holds neither lines nor values' why
run 0 'it is known the next time' --baseline known.json
cp known.json again.json
run 0 'and written again it is the same' --write-baseline again.json
wants_equal 'byte for byte' known.json again.json
{ echo '# one line more'; cat before.yaml; } >compose.yaml
run 0 'moved lines change nothing' --baseline known.json
hides 'and nothing is stale' err 'not found any more'
sed 's/hunter2hunter2/correct-horse-battery/' before.yaml >compose.yaml
run 0 'nor does a value' --baseline known.json
(cd sub && "$COMPOSE_LINT" --baseline ../known.json ../compose.yaml >../out 2>../err)
[ $? -eq 0 ] && ok 'nor where the program is started' || not_ok 'nor where the program is started' out
sed 's|      - /var/run/docker.sock:/t|&\n      - /run/podman/podman.sock:/u|' before.yaml >compose.yaml
run 1 'a new finding is one' --baseline known.json --format gcc
has 'and only it is reported' out ':7:' '[socket-mount]'
[ "$(grep -c error: out)" -eq 1 ] && ok 'one' || not_ok 'one' out

# Two findings of one identity: as many are known as were counted.
mkdir twice
printf 'services: {agent: {build: .}}\n' >twice/compose.yaml
printf 'FROM a\nRUN curl https://a.example/i | sh\n' >twice/Dockerfile
"$COMPOSE_LINT" --write-baseline twice.json --select pipe-to-shell twice >out 2>err
has 'one is counted once' twice.json '"count": 1'
echo 'RUN curl https://a.example/i | sh' >>twice/Dockerfile
run 1 'of two equal findings one is known' --baseline twice.json --select pipe-to-shell --format gcc twice
grep '\[pipe-to-shell\]' out >lines
[ "$(grep -c '' lines)" -eq 1 ] && ok 'and one is reported' || not_ok 'and one is reported' out
"$COMPOSE_LINT" --write-baseline twice.json --select pipe-to-shell twice >out 2>err
has 'two are counted' twice.json '"count": 2'
run 0 'and known' --baseline twice.json --select pipe-to-shell twice

sed 's|      - /var/run/docker.sock:/t||' before.yaml >compose.yaml
run 0 'what is mended is stale' --baseline known.json
has 'which is told with its place' err 'known.json:' 'not found any more' '--prune-baseline'
cp known.json kept.json
chmod 640 kept.json
run 0 'a stale entry is taken out' --baseline kept.json --prune-baseline
run 0 'and then nothing is stale' --baseline kept.json
hides 'any more' err 'not found'
# shellcheck disable=SC2012 # its name is known, and stat has no portable options
[ "$(ls -l kept.json | cut -c 1-10)" = -rw-r----- ] && ok 'the mode is kept' || not_ok 'the mode is kept'
run 0 'not where rules were left out' --baseline known.json --ignore mounts
hides 'they are not mended' err 'not found any more'
cp before.yaml other.yaml
"$COMPOSE_LINT" --write-baseline both.json compose.yaml other.yaml >out 2>err
run 0 'a run over one project' --baseline both.json --prune-baseline compose.yaml
grep -q other.yaml both.json && ok 'leaves the entries of the other' || not_ok 'leaves the entries of the other' both.json
rm other.yaml
run 0 'but when its file is gone' --baseline both.json --prune-baseline compose.yaml
hides 'they are stale' both.json other.yaml
"$COMPOSE_LINT" --write-baseline new.json --no-inline-ignores >out 2>err
printf '  second:\n    image: agent:1\n    privileged: true\n' >>compose.yaml
run 1 'a service that is new is not covered' --baseline new.json

cp before.yaml compose.yaml
printf 'baseline: known.json\n' >.compose-lint.yaml
run 0 'the configuration names a baseline' compose.yaml
sed 's|      - /var/run/docker.sock:/t||' before.yaml >compose.yaml
run 0 'what is mended is stale there, too' compose.yaml
has 'and how it is taken out is told' err '--prune-baseline takes them out where --baseline names the file'
cp before.yaml compose.yaml
run 1 '--no-config leaves it out' --no-config .
run 0 'but it is never written for it' --write-baseline mine.json .
rm known.json
run 2 'one that is not there is 2' .
has 'with its name' err 'known.json'
rm .compose-lint.yaml

run 2 'a baseline is not written over what is linted' --write-baseline compose.yaml
wants_equal 'which stays as it is' before.yaml compose.yaml
ln -s mine.json link.json
run 2 'nor through a link' --write-baseline link.json
run 2 'nor into a folder that is not there' --write-baseline no/where.json
has 'which is told' err 'no/where.json: its folder does not exist'
run 2 'none is left out by a baseline that is not there' --baseline nowhere.json
has 'how to make one is told' err 'nowhere.json: no such file; --write-baseline makes one'
run 2 'pruning wants the file on the command line' --prune-baseline
run 2 'a new one wants no old one' --baseline mine.json --write-baseline mine.json
cp mine.json before.json
run 2 'where not all could be judged' --write-baseline mine.json compose.yaml nowhere.yaml
wants_equal 'nothing is written' before.json mine.json
printf 'services: [\n' >broken.yaml
run 1 'what is not well-formed is never known' --write-baseline broken.json broken.yaml
has 'and told' out '[yaml-syntax]'
for text in '' '{' '{}' '[1]' '["a"]' '[{}]' '[{"rule": 1, "file": "a"}]' '[{"rule": "a"}]' \
	'[{"rule": "a", "file": "b", "count": 0}]' '[{"rule": "a", "file": "b", "count": "x"}]' \
	'[{"rule": "a", "rule": "b", "file": "b"}]' '[] []' '[{"rule": "a", "file": "b", "count": 99999999999999999999}]'; do
	printf '%s' "$text" >bad.json
	"$COMPOSE_LINT" --baseline bad.json >out 2>err
	[ $? -eq 2 ] && [ ! -s out ] && grep -q 'bad.json:[0-9]*:[0-9]*: this is no baseline' err &&
		ok "'$text' is no baseline" || not_ok "'$text' is no baseline" err
done

# one clear line, whatever is wrong with it
unreadable() {
	run 2 "$1" --baseline bad.json
	[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'bad.json' err && ok 'in one line' || not_ok 'in one line' err
}
printf '{"version": 2, "findings": []}' >bad.json
unreadable 'a baseline of another form'
printf '[{"rule": "a", "file": "b"},\n<<<<<<< HEAD\n]' >bad.json
unreadable 'a baseline with the marks of a merge'
printf '[{"rule": "\377", "file": "b"}]' >bad.json
unreadable 'a baseline that is no UTF-8'
dd if=/dev/zero bs=1048576 count=17 2>/dev/null | tr '\0' ' ' >bad.json
unreadable 'a baseline that is too large'
rm bad.json && mkdir bad.json
unreadable 'a folder'
rmdir bad.json
sed '1d;$d; s/,$//; p' mine.json | sed '1s/^/[\n/; $!s/$/,/; $s/$/\n]/' >doubled.json
run 0 'an entry that stands there twice counts twice' --baseline doubled.json
has 'so half of it is stale' err 'doubled.json:' 'not found any more'
ln -s doubled.json linked.json
run 0 'a baseline may be read through a link' --baseline linked.json
cp doubled.json before.json
run 2 'but is not pruned through one' --baseline linked.json --prune-baseline
has 'which is told' err 'it is a link'
hides 'and nothing else' err 'taken out'
wants_equal 'it stays as it is' before.json doubled.json

# Names that must survive being written and read.
mkdir -p "odd/a\"b\\c é"
cat >"odd/a\"b\\c é/compose.yaml" <<'YAML'
services:
  "agent.x-1":
    image: agent:1
    volumes: ["/var/run/docker.sock:/a\"b\\c\u2028\u00e9\u202e#: x"]
YAML
run 0 'odd names are written' --write-baseline odd.json odd/*
run 0 'and read' --baseline odd.json odd/*
run 0 'and are the same seen from elsewhere' --baseline odd.json "$PWD"/odd/*
hides 'to the last one' err 'not found'
cd .. || exit 1

# ---------------------------------------------------------------------------- options

cat >levels.yaml <<'YAML'
services:
  agent:
    image: agent:1
    privileged: true
YAML
run 1 '--min-level hides what is below' --min-level error --format gcc levels.yaml
hides 'warnings and infos' out ': warning:' ': info:'
has 'and no errors' out ': error:'
run 0 'what is hidden does not fail' --min-level error --select no-resource-limits --fail-on info levels.yaml
run 2 'a level that is none' --min-level off levels.yaml
run 0 '--exit-zero lets no finding fail' --exit-zero levels.yaml
has 'and reports all' out '[privileged]'
run 2 'but 2 stays 2' --exit-zero nowhere.yaml
run 2 'with --fail-on it is a contradiction' --exit-zero --fail-on error levels.yaml
run 1 '-q prints first lines alone' -q levels.yaml
hides 'and no summary' out 'errors,'
run 1 '-qq prints nothing' -qq levels.yaml
cat out err >all
wants_empty 'at all' all
run 1 'but writes files' -q -q --format json=report.json levels.yaml
has 'whole' report.json '"privileged"'
run 2 '-q -q -q is a mistake' -qqq levels.yaml
run 1 '-v says what was read and who is judged' -v levels.yaml
has 'on stderr' err 'read levels.yaml (base)' 'looked for .env' 'agent is judged as agent' 'preset sandbox'
run 2 '-q -v is a contradiction' -q -v levels.yaml
mkdir files
cp bytes/compose.yaml bytes/Dockerfile files
echo 'A=1' >files/.env
run 0 '--list-files reports nothing' --list-files files
printf '%s\n' files/compose.yaml files/.env files/Dockerfile | sort >wanted
sort out >sorted
wants_equal 'it names the files' wanted sorted
"$COMPOSE_LINT" --list-files -0 files | tr '\0' '\n' | sort >sorted
wants_equal 'with NUL bytes too' wanted sorted
run 2 '--null alone is a mistake' --null files
run 2 '--list-files of nothing is 2' --list-files nowhere.yaml

"$COMPOSE_LINT" --help >help
awk 'length > 80' help >why
wants_empty '--help fits in 80 columns' why
finish
