# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # scratch and the roots are tap.sh's
# What every report has to obey, for test scripts: behind tap.sh.
#
# Each function takes the name of a test and a file and prints a verdict. A
# validator that is not installed is a test that is skipped, with its reason:
#
#   json-equal      of this package, always there: well-formed JSON
#   node, ajv       JSON Schemas; NODE_PATH says where ajv and ajv-formats are
#   sarif-multitool the rules of SARIF and of code scanning, and the schema of
#                   SARIF; @microsoft/sarif-multitool-linux in NODE_PATH
#   xmllint         well-formed XML, RELAX NG

multitool=
# NODE_PATH may be a list
for folder in $(echo "${NODE_PATH-}" | tr ':' ' '); do
	[ ! -e "$folder/@microsoft/sarif-multitool-linux/Sarif.Multitool" ] ||
		multitool=$folder/@microsoft/sarif-multitool-linux
done

have_ajv() {
	command -v node >/dev/null && node -e 'require("ajv/dist/2020"); require("ajv-formats")' 2>/dev/null
}

# verdict NAME COMMAND...: what the command prints says why.
verdict() {
	verdict_name=$1
	shift
	if "$@" >"$scratch/validate.why" 2>&1; then ok "$verdict_name"
	else not_ok "$verdict_name" "$scratch/validate.why"; fi
}

valid_json() {
	verdict "$1" "$top_builddir/tests/json-equal" "$2" "$2"
}

# by_schema NAME SCHEMA FILE
by_schema() {
	if have_ajv; then
		# shellcheck disable=SC2016
		verdict "$1" node -e '
			const fs = require("fs");
			const [schema, file] = process.argv.slice(1).map(f => JSON.parse(fs.readFileSync(f, "utf8")));
			const Ajv = require(/2020/.test(schema.$schema) ? "ajv/dist/2020" : "ajv");
			const ajv = new (Ajv.default || Ajv)({ strict: false, allErrors: true });
			require("ajv-formats")(ajv);
			const valid = ajv.compile(schema);
			if (!valid(file)) {
				console.log(JSON.stringify(valid.errors.slice(0, 10), null, 1));
				process.exit(1);
			}' "$2" "$3"
	else
		skip "$1" 'node with ajv and ajv-formats not found; NODE_PATH says where they are'
	fi
}

valid_report() {
	by_schema "$1" "$srcdir/fixtures/formats/report-1.schema.json" "$2"
}

# The tool ends with 0 whatever it finds: the file it writes tells.
sarif_errors() {
	DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$multitool/Sarif.Multitool" validate "$1" \
		--rule-kind 'Sarif;Ghas' --level 'Error;Warning;Note' \
		--output "$scratch/validate.sarif" --log ForceOverwrite >"$scratch/validate.log" 2>&1
	if ! grep -q '"results"' "$scratch/validate.sarif"; then
		cat "$scratch/validate.log"
		return 1
	fi
	! grep -B 3 -A 12 '"level": *"error"' "$scratch/validate.sarif"
}

valid_sarif() {
	if [ -n "$multitool" ] && [ -x "$multitool/Sarif.Multitool" ]; then
		by_schema "$1: the schema of SARIF" "$multitool/sarif-2.1.0.json" "$2"
		verdict "$1: the rules of code scanning" sarif_errors "$2"
	else
		skip "$1: the schema of SARIF" 'sarif-multitool not found; NODE_PATH says where it is'
		skip "$1: the rules of code scanning" 'sarif-multitool not found'
	fi
}

# GitLab drops a report without a word when one of these is missing.
valid_gitlab() {
	if ! command -v node >/dev/null; then
		skip "$1" 'node not found'
		return
	fi
	verdict "$1" node -e '
		const issues = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
		const seen = new Set(), wrong = [];
		if (!Array.isArray(issues)) wrong.push("no array");
		for (const issue of issues) {
			const text = key => typeof issue[key] === "string" && issue[key].length > 0;
			const path = issue.location && issue.location.path;
			if (!["description", "check_name", "fingerprint"].every(text) ||
			    !["info", "minor", "major", "critical", "blocker"].includes(issue.severity) ||
			    !path || /^(\.?\/|\.\.\/)/.test(path) || !(issue.location.lines.begin >= 1))
				wrong.push(JSON.stringify(issue));
			if (seen.has(issue.fingerprint)) wrong.push("twice: " + issue.fingerprint);
			seen.add(issue.fingerprint);
		}
		if (wrong.length) {
			console.log(wrong.slice(0, 5).join("\n"));
			process.exit(1);
		}' "$2"
}

valid_junit() {
	if command -v xmllint >/dev/null; then
		verdict "$1" xmllint --noout --relaxng "$srcdir/fixtures/formats/junit.rng" "$2"
	else
		skip "$1" 'xmllint not found'
	fi
}

# No line is a command of a CI runner, but for those that the github format writes.
steers_nothing() {
	if grep -n -a -F '##[' "$2" >"$scratch/validate.why"; then
		not_ok "$1" "$scratch/validate.why"
	elif grep -n -a '^[[:space:]]*::' "$2" |
		grep -v -a '^[0-9]*:::\(error\|warning\|notice\) file=[^:]*,title=compose-lint [a-z-]*::' >"$scratch/validate.why"; then
		not_ok "$1" "$scratch/validate.why"
	elif tr -d '\t\n -~\200-\377' <"$2" | grep -q -a .; then
		tr -d '\t\n -~\200-\377' <"$2" | od -c >"$scratch/validate.why"
		not_ok "$1: control bytes" "$scratch/validate.why"
	else
		ok "$1"
	fi
}
