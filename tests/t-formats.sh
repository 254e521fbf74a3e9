#!/bin/sh
# SPDX-License-Identifier: MIT
# Every format over the project of fixtures/formats, byte for byte, and by its readers' own rules.
#
#     tests/t-formats.sh [--update]
#
# --update writes the reports that were got into the source tree, to be read before they are
# committed. COMPOSE_LINT and srcdir are wanted, both absolute.
. "${0%/*}/tap.sh"
. "${0%/*}/validate.sh"
unset GITHUB_WORKSPACE CI_PROJECT_DIR
golden=$srcdir/fixtures/formats

cp -R "$golden/project" "$scratch/project"
chmod -R u+w "$scratch/project"
cd "$scratch/project" || exit 1
mv dot.env .env

for format in text gcc json sarif github gitlab junit; do
	# the paths are those of a checkout, wherever the test runs
	"$COMPOSE_LINT" --relative-to . --format "$format" >"$scratch/$format" 2>"$scratch/err" </dev/null
	status=$?
	if [ "$status" -ne 1 ]; then
		not_ok "$format: the exit status is 1, not $status" "$scratch/err"
		continue
	fi
	if [ "${1-}" = --update ]; then
		cp "$scratch/$format" "$golden/expected.$format"
	fi
	wants_equal "$format: the report is the one that is wanted" "$golden/expected.$format" "$scratch/$format"
	"$COMPOSE_LINT" --relative-to . --format "$format=again" >"$scratch/err" 2>&1 </dev/null
	wants_equal "$format: a file has the same bytes" "$scratch/$format" again
	steers_nothing "$format: no line is a command" "$scratch/$format"
	if grep -q -F "$scratch" "$scratch/$format"; then
		not_ok "$format: no path of this machine is in it" "$scratch/$format"
	else
		ok "$format: no path of this machine is in it"
	fi
done
valid_json 'json is well-formed' "$scratch/json"
valid_report 'json follows its schema' "$scratch/json"
valid_json 'sarif is well-formed' "$scratch/sarif"
valid_sarif 'sarif' "$scratch/sarif"
valid_json 'gitlab is well-formed' "$scratch/gitlab"
valid_gitlab 'gitlab has every field' "$scratch/gitlab"
valid_junit 'junit is what Jenkins reads' "$scratch/junit"

# without findings, and with a project that cannot be read
mkdir "$scratch/clean" && cd "$scratch/clean" || exit 1
printf 'name: clean\nservices: {}\n' >compose.yaml
for what in clean broken; do
	names=.
	[ $what = clean ] || names='. absent.yaml'
	# shellcheck disable=SC2086
	"$COMPOSE_LINT" --format json=json --format sarif=sarif --format gitlab=gitlab --format junit=junit \
		$names >"$scratch/err" 2>&1 </dev/null
	valid_report "$what: json follows its schema" json
	valid_sarif "$what: sarif" sarif
	valid_gitlab "$what: gitlab has every field" gitlab
	valid_junit "$what: junit is what Jenkins reads" junit
done
finish
