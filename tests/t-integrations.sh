#!/bin/sh
# SPDX-License-Identifier: MIT
# What other tools get from here: GitHub's problem matcher against real output,
# the step of the action, the job for GitLab.
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"
matcher=$srcdir/.github/compose-lint-matcher.json

# snippet WORDS: the literal block of compose-lint(1) behind the line that has these words.
snippet() {
	awk -v words="$1" '
	index($0, words) == 1 { behind = 1 }
	behind && /^\.Ed/ { exit }
	inside { gsub(/\\e/, "\\"); print }
	behind && /^\.Bd/ { inside = 1 }
	' "$srcdir/man/compose-lint.1"
}

# program: "compose-lint" in $scratch/bin is this one.
program() {
	mkdir -p "$scratch/bin"
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$COMPOSE_LINT" >"$scratch/bin/compose-lint"
	chmod +x "$scratch/bin/compose-lint"
}

# --- Problem matcher ----------------------------------------------------------

# A project with a finding of each level, a blank in its path, and its related places.
mkdir -p "$scratch/my dir"
cp "$srcdir/fixtures/projects/agent-sandbox/compose-sandbox.yaml" \
	"$srcdir/fixtures/projects/agent-sandbox/agent-sandbox.Dockerfile" "$scratch/my dir/"
chmod u+w "$scratch/my dir/"*
cat >"$scratch/my dir/compose.yaml" <<'YAML'
services:
  agent:
    image: "python:3.12-slim"
    privileged: true
    volumes:
      - "/var/run/docker.sock:/run/docker.sock"
YAML
(
	cd "$scratch" || exit 1
	"$COMPOSE_LINT" --format gcc 'my dir/compose.yaml' 'my dir/compose-sandbox.yaml'
) >"$scratch/gcc" 2>/dev/null

# The same by counting blanks and colons, without the matcher's patterns.
grep -v ': note: ' "$scratch/gcc" | awk '
{
	n = split($0, part, ":")
	level = part[4]
	sub(/^ /, "", level)
	rule = $NF
	gsub(/[][]/, "", rule)
	print part[1] "|" part[2] "|" part[3] "|" level "|" rule
}' >"$scratch/wanted"

# As the runner does: the first pattern that matches a line is its annotation.
cat >"$scratch/match.pl" <<'PERL'
use strict;
use warnings;
use JSON::PP;
my ($matcher, $output) = @ARGV;
local $/;
open(my $file, '<', $matcher) or die;
my $configured = decode_json(<$file>);
my @owners = $configured->{tasks} ? map { $_->{problemMatcher} } @{$configured->{tasks}}
	: @{$configured->{problemMatcher}};
open(my $lines, '<', $output) or die;
LINE: for my $line (split /\n/, <$lines>) {
	for my $owner (@owners) {
		my $pattern = $owner->{pattern};
		$pattern = $pattern->[0] if ref $pattern eq 'ARRAY';
		my @group = ($line, $line =~ /$pattern->{regexp}/);
		next if @group == 1;
		my $severity = $pattern->{severity} ? $group[$pattern->{severity}] : $owner->{severity};
		$severity = 'info' if $severity eq 'notice';
		print join('|', (map { $group[$pattern->{$_}] } qw(file line column)),
			$severity, $group[$pattern->{code}]), "\n";
		die "an empty message: $line" unless $group[$pattern->{message}] =~ /\S/;
		next LINE;
	}
}
PERL
for level in error warning info; do
	grep -q ": $level: " "$scratch/gcc" || echo "$level"
done >"$scratch/missing"
grep -q ': note: ' "$scratch/gcc" || echo note >>"$scratch/missing"
wants_empty 'the output has lines of all levels, and notes' "$scratch/missing"
if command -v perl >/dev/null && perl -MJSON::PP -e 1 2>/dev/null; then
	perl "$scratch/match.pl" "$matcher" "$scratch/gcc" >"$scratch/got" 2>&1
	wants_equal 'the matcher reads every finding of the gcc format, and no note' "$scratch/wanted" "$scratch/got"
	(
		cd "$scratch" || exit 1
		"$COMPOSE_LINT" 'my dir/compose.yaml' 'my dir/compose-sandbox.yaml'
	) >"$scratch/text" 2>/dev/null
	perl "$scratch/match.pl" "$matcher" "$scratch/text" >"$scratch/got" 2>&1
	wants_equal 'the matcher reads every finding of the text format, and nothing else' "$scratch/wanted" "$scratch/got"
	snippet 'Visual Studio Code' >"$scratch/tasks.json"
	perl "$scratch/match.pl" "$scratch/tasks.json" "$scratch/gcc" >"$scratch/got" 2>&1
	wants_equal "the manual's matcher for Visual Studio Code reads every finding, and no note" \
		"$scratch/wanted" "$scratch/got"
else
	skip 'the matchers read every finding of the gcc format, and no note' 'perl with JSON::PP not found'
fi

# --- Vim ----------------------------------------------------------------------

# The manual's lines, then ":make" with this program: what the list of places holds.
if command -v vim >/dev/null && vim --version | grep -q '+quickfix'; then
	snippet 'Vim and Neovim' >"$scratch/yaml.vim"
	cat >"$scratch/places.vim" <<-'VIM'
		set nomore shellpipe=>%s\ 2>/dev/null
		edit my\ dir/compose.yaml
		source yaml.vim
		silent make!
		let places = []
		for at in getqflist()
		  if at.valid && at.type !=# 'n'
		    let rule = matchstr(at.text, '\v\[\zs[a-z0-9-]+\ze\]$')
		    call add(places, join([bufname(at.bufnr), at.lnum, at.col, at.type, rule], '|'))
		  endif
		endfor
		call writefile(places, 'places')
		qall!
	VIM
	program
	(
		cd "$scratch" || exit 1
		PATH=$scratch/bin:$PATH vim -N -u NONE -i NONE -n -es -S places.vim </dev/null >vim.out 2>&1
	)
	sed -n 's/^\(my dir\/compose.yaml|[0-9|]*\)|\([ewi]\)[a-z]*|/\1|\2|/p' "$scratch/wanted" >"$scratch/wanted.vim"
	touch "$scratch/places"
	[ -s "$scratch/wanted.vim" ] || echo nothing >"$scratch/wanted.vim"
	wants_equal "the manual's lines for Vim place every finding" "$scratch/wanted.vim" "$scratch/places"
else
	skip "the manual's lines for Vim place every finding" 'vim not found'
fi

# --- The action ---------------------------------------------------------------

# An expression in the text of a script is run by the shell: inputs go through env only.
awk '
/^ *run: / { run = 1; match($0, /^ */); depth = RLENGTH }
run && !/^ *run: / { match($0, /^ */); if (RLENGTH <= depth) run = 0 }
run && /\$\{\{/ { print FNR ": " $0 }
' "$srcdir/action.yml" >"$scratch/unsafe"
wants_empty 'no input of the action is in the text of a script' "$scratch/unsafe"
grep -n 'uses: ' "$srcdir/action.yml" | grep -Ev '@[0-9a-f]{40} # v[0-9.]+$' >"$scratch/unpinned"
wants_empty 'actions are named by commit' "$scratch/unpinned"

# What README's workflow hands over is an input, each of them.
awk '/^```$/ { inside = 0 } inside; /^```yaml github / { inside = 1 }' "$srcdir/README" |
	sed -n '/ with:$/,$p' | sed -n 's/^ *\([a-z-]*\): .*/\1/p' >"$scratch/given"
[ -s "$scratch/given" ] || echo 'README gives no input' >"$scratch/unknown"
while read -r input; do
	sed -n '/^inputs:/,/^outputs:/s/^  \([a-z-]*\):$/\1/p' "$srcdir/action.yml" | grep -qx -e "$input" || echo "$input"
done <"$scratch/given" >>"$scratch/unknown"
wants_empty "README's workflow gives inputs that the action has" "$scratch/unknown"

# step PATHS ARGS FAIL-ON SARIF-FILE ANNOTATIONS: in $scratch, output to "out", outputs to "outputs".
step() {
	(
		cd "$scratch" || exit 1
		: >outputs
		INPUT_PATHS=$1 INPUT_ARGS=$2 INPUT_FAIL_ON=$3 INPUT_SARIF_FILE=$4 INPUT_ANNOTATIONS=$5 \
			GITHUB_ACTION_PATH=$srcdir GITHUB_OUTPUT=$scratch/outputs GITHUB_WORKSPACE=$scratch \
			bash "$srcdir/.github/lint.sh"
	) >"$scratch/out" 2>&1
	status=$?
}
# wants_step NAME STATUS PATTERN: the status, and the pattern in what was printed or put out.
wants_step() {
	if [ "$status" -eq "$2" ] && cat "$scratch/out" "$scratch/outputs" | grep -Eq -e "$3"; then
		ok "$1"
	else
		echo "status $status" >>"$scratch/out"
		cat "$scratch/outputs" >>"$scratch/out"
		not_ok "$1" "$scratch/out"
	fi
}
if ! command -v bash >/dev/null; then
	skip 'the step of the action' 'bash not found'
	finish
fi
step 'my dir/compose.yaml' '' warning '' matcher
wants_step 'the step fails as the program does' 1 '^status=1$'
wants_step 'the step names the matcher' 1 "^::add-matcher::$srcdir/.github/compose-lint-matcher.json\$"
wants_step 'the step takes its matcher away again' 1 '^::remove-matcher owner=compose-lint::$'
wants_step 'a path with a blank is one path' 1 '^my dir/compose.yaml:6:.*\[socket-mount\]$'
step 'my dir/compose.yaml' '' never '' none
wants_step 'fail-on reaches the program' 0 '^status=0$'
step 'my dir/compose.yaml
 
my dir/compose-sandbox.yaml' '--select
unset-variable' warning '' matcher
wants_step 'paths and words of args are lines' 1 '^my dir/compose-sandbox.yaml:.*\[unset-variable\]$'
if grep -q 'socket-mount' "$scratch/out"; then not_ok 'args reach the program' "$scratch/out"
else ok 'args reach the program'; fi
step '' '' warning '' matcher
wants_step 'no path is a mistake' 2 'paths is empty'
# Dollars and backquotes are the attacker's, and must stay text:
# shellcheck disable=SC2016
step '--version
$(touch ran)`touch ran`; touch ran' '' warning '' matcher
wants_step 'a path is neither an option nor a command' 2 'compose-lint: '
if [ -e "$scratch/ran" ] || grep -q '^Copyright' "$scratch/out"; then not_ok 'nothing of a path is run' "$scratch/out"
else ok 'nothing of a path is run'; fi
step . '' warning 'x.sarif
status=0' matcher
wants_step 'an input cannot forge an output' 2 'more than one line'
if [ -s "$scratch/outputs" ]; then not_ok 'a refused input gives no output' "$scratch/outputs"
else ok 'a refused input gives no output'; fi
step . '' warning '' shout
wants_step 'an unknown kind of annotation is a mistake' 2 'annotations is'

# --- Several reports in one run -----------------------------------------------

step 'my dir/compose.yaml' '' warning 'report.sarif' matcher
wants_step 'the step writes the SARIF report' 1 '^sarif=report\.sarif$'
if grep -q '"version": *"2\.1\.0"' "$scratch/report.sarif"; then ok 'it is SARIF 2.1.0'
else not_ok 'it is SARIF 2.1.0'; fi
step 'my dir/compose.yaml' '' warning '' commands
wants_step 'the step prints workflow commands' 1 '^::error file=my dir/compose.yaml,line=6,'

# The job's one command, with the program and the inputs' defaults.
sed -n 's/^    - \(compose-lint .*\)$/\1/p' "$srcdir/.ci/compose-lint.gitlab-ci.yml" >"$scratch/job"
program
(
	cd "$scratch/my dir" || exit 1
	PATH=$scratch/bin:$PATH COMPOSE_LINT_PATHS='compose.yaml compose-sandbox.yaml' COMPOSE_LINT_FAIL_ON=warning \
		sh "$scratch/job"
) >"$scratch/out" 2>&1
status=$?
if [ "$(wc -l <"$scratch/job")" -eq 1 ] && [ "$status" -eq 1 ] && grep -q '\[socket-mount\]$' "$scratch/out"; then
	ok "GitLab's job fails as the program does, and prints the findings"
else
	not_ok "GitLab's job fails as the program does, and prints the findings" "$scratch/out"
fi
(
	cd "$scratch/my dir" || exit 1
	PATH=$scratch/bin:$PATH COMPOSE_LINT_PATHS=compose.yaml COMPOSE_LINT_FAIL_ON=warning \
		COMPOSE_LINT_ARGS='--preset baseline --select obsolete-version' sh "$scratch/job"
) >"$scratch/out" 2>&1
status=$?
if [ "$status" -eq 0 ] && grep -q ' args:$' "$srcdir/.ci/compose-lint.gitlab-ci.yml"; then
	ok "GitLab's job takes more options"
else
	not_ok "GitLab's job takes more options" "$scratch/out"
fi
for report in gl-code-quality-report.json compose-lint.sarif; do
	if [ -s "$scratch/my dir/$report" ] && grep -q "$report" "$srcdir/.ci/compose-lint.gitlab-ci.yml"; then
		ok "GitLab's job writes $report"
	else
		not_ok "GitLab's job writes $report"
	fi
done
finish
