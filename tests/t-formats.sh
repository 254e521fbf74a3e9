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

# reports NAME OPTION...: every format is golden NAME.FORMAT, and in the scratch directory.
reports() {
	name=$1
	shift
	for format in text gcc json sarif github gitlab junit; do
		# the paths are those of a checkout, wherever the test runs
		"$COMPOSE_LINT" --relative-to . "$@" --format "$format" >"$scratch/$format" 2>"$scratch/err" </dev/null
		status=$?
		if [ "$status" -ne 1 ]; then
			not_ok "$name, $format: the exit status is 1, not $status" "$scratch/err"
			continue
		fi
		[ -z "$update" ] || cp "$scratch/$format" "$golden/$name.$format"
		wants_equal "$name, $format: the report is the one that is wanted" "$golden/$name.$format" "$scratch/$format"
		"$COMPOSE_LINT" --relative-to . "$@" --format "$format=again" >"$scratch/err" 2>&1 </dev/null
		wants_equal "$name, $format: a file has the same bytes" "$scratch/$format" again
		steers_nothing "$name, $format: no line is a command" "$scratch/$format"
		if grep -q -F "$scratch" "$scratch/$format"; then
			not_ok "$name, $format: no path of this machine is in it" "$scratch/$format"
		else
			ok "$name, $format: no path of this machine is in it"
		fi
	done
	valid_json "$name: json is well-formed" "$scratch/json"
	valid_report "$name: json follows its schema" "$scratch/json"
	valid_json "$name: sarif is well-formed" "$scratch/sarif"
	valid_sarif "$name: sarif" "$scratch/sarif"
	valid_json "$name: gitlab is well-formed" "$scratch/gitlab"
	valid_gitlab "$name: gitlab has every field" "$scratch/gitlab"
	valid_junit "$name: junit is what Jenkins reads" "$scratch/junit"
}

update=
[ "${1-}" != --update ] || update=1
reports expected
for format in text gcc json sarif github gitlab junit; do
	if grep -q 'VPN' "$scratch/$format"; then
		not_ok "$format: what is suppressed is left out" "$scratch/$format"
	else
		ok "$format: what is suppressed is left out"
	fi
done
reports shown --show-suppressed

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
