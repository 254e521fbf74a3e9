#!/bin/sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2129 # each command adds its complaint
#
# Whatever stands where a file is expected: the run ends soon, opens no device and no FIFO, and says
# which file it could not read. What it writes is whole or is what was there before.
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME COMPOSE_DISABLE_ENV_FILE

# Standard input has no end, so that whoever reads it is found out; /dev/null would be an empty file.
input=/dev/zero
[ -c "$input" ] || input=/dev/null

# as: a prefix of commands, for runs without the powers of root.
as=

# put NAME KIND: makes what is no file. False: this system or user makes none.
put() {
	case $2 in
	fifo) mkfifo "$1" ;;
	device) [ -c /dev/zero ] && ln -s /dev/zero "$1" ;;
	terminal) [ -c /dev/tty ] && ln -s /dev/tty "$1" ;;
	input) [ -e /dev/stdin ] && ln -s /dev/stdin "$1" ;;
	socket)
		perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) && bind(S, sockaddr_un($ARGV[0])) or exit 1' "$1" 2>/dev/null
		;;
	directory) mkdir "$1" ;;
	loop) ln -s "${1##*/}" "$1" ;;
	huge) dd if=/dev/null of="$1" bs=1 seek=1099511627776 2>/dev/null ;;
	secret) echo 'services: {}' >"$1" && chmod 000 "$1" ;;
	esac
}

image='image: "a:1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"'

# project DOOR: a project in the current folder whose door leads to the file x; prints its arguments.
project() {
	first='' key=''
	case $1 in
	PATH) echo x.yaml ;;
	-f) echo -f x.yaml ;;
	--env-file) echo --env-file x.yaml . ;;
	--config) echo --config x.yaml . ;;
	--baseline) echo --baseline x.yaml . ;;
	*) echo . ;;
	esac
	case $1 in
	include) first='include: [x.yaml]' ;;
	env_file | label_file) key=", $1: [x.yaml]" ;;
	'optional env_file') key=', env_file: [{path: x.yaml, required: false}]' ;;
	extends.file) key=', extends: {file: x.yaml, service: b}' ;;
	seccomp) key=", security_opt: ['seccomp=x.yaml']" ;;
	Dockerfile) key=', build: {context: ., dockerfile: x.yaml}' ;;
	ignore) key=', build: .' && printf 'FROM scratch\nCOPY . /\n' >Dockerfile ;;
	'baseline of the configuration') echo 'baseline: x.yaml' >.compose-lint.yaml ;;
	esac
	printf '%s\nservices: {a: {%s%s}}\n' "$first" "$image" "$key" >compose.yaml
}

# door DOOR: the name of the file behind it
door() {
	case $1 in
	ignore) echo .dockerignore ;;
	.env) echo .env ;;
	override) echo compose.override.yaml ;;
	configuration) echo .compose-lint.yaml ;;
	*) echo x.yaml ;;
	esac
}

# reads NAME ARGUMENT...: the run comes to an end, with one line or a finding that names the file
reads() {
	name=$1
	shift
	status=0
	# shellcheck disable=SC2086 # words
	$as timeout 30 "$COMPOSE_LINT" --format gcc --preset baseline "$@" >"$scratch/out" \
		2>"$scratch/err" <"$input" || status=$?
	if [ "$status" -eq 2 ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q -F -e "$name" "$scratch/err"; then
		return
	fi
	if [ "$status" -eq 1 ] && grep -E '\[(incomplete-project|model-invalid)\]' "$scratch/out" | grep -q -F -e "$name"; then
		return
	fi
	echo "status $status"
	head -n 3 "$scratch/out" "$scratch/err"
}

doors='PATH
-f
include
env_file
optional env_file
label_file
extends.file
seccomp
Dockerfile
ignore
.env
override
configuration
--env-file
--config
--baseline
baseline of the configuration'

# every DOOR behind which stands such a KIND; `except`: the one door where it is none of ours
kind_is_noticed() {
	: >"$scratch/why"
	missing=
	echo "$doors" >"$scratch/doors"
	while IFS= read -r door; do
		[ "$door" != "${2-}" ] || continue
		rm -rf "$scratch/p"
		mkdir "$scratch/p"
		cd "$scratch/p" || exit 1
		arguments=$(project "$door")
		rm -f "$(door "$door")"
		if ! put "$(door "$door")" "$1"; then
			missing=yes
			break
		fi
		# shellcheck disable=SC2086 # words
		reads "$(door "$door")" $arguments >"$scratch/one"
		if [ -s "$scratch/one" ]; then
			{ echo "behind $door:"; cat "$scratch/one"; } >>"$scratch/why"
		fi
	done <"$scratch/doors"
	cd "$scratch" || exit 1
	if [ -n "$missing" ]; then
		skip "a $1 behind any door is noticed" 'none can be made here'
	else
		wants_empty "a $1 behind any door is noticed" why
	fi
}

for kind in fifo device terminal input socket loop huge; do
	kind_is_noticed $kind
done
# Compose takes a folder of that name for no file at all
kind_is_noticed directory .env

# ---- what the system refuses ----

# root may read anything, so somebody else has to run
if [ "$(id -u)" -ne 0 ]; then
	can_refuse=yes
elif setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
	can_refuse=yes as='setpriv --reuid=65534 --regid=65534 --clear-groups'
	chmod 755 "$scratch"
	# where coverage was built in, its counts go where that user may write; they are not looked at
	mkdir -m 777 "$scratch/counts"
	GCOV_PREFIX=$scratch/counts
	export GCOV_PREFIX
	# the program itself may lie below a folder that others cannot enter; what setpriv starts
	# at once is still found with the powers of root
	$as timeout 30 "$COMPOSE_LINT" --version >/dev/null 2>&1 || can_refuse='' as=''
else
	can_refuse=
fi
if [ -n "$can_refuse" ]; then
	kind_is_noticed secret

	rm -rf p && mkdir -p p/closed && cd p || exit 1
	echo 'services: {}' >closed/x.yaml
	echo 'A=1' >closed/x.env
	printf 'FROM scratch\n' >closed/Dockerfile
	chmod 000 closed
	: >"$scratch/why"
	reads closed closed/x.yaml >>"$scratch/why"
	reads closed -f closed/x.yaml >>"$scratch/why"
	reads closed closed >>"$scratch/why"
	echo "services: {a: {$image, env_file: [closed/x.env]}}" >compose.yaml
	reads closed . >>"$scratch/why"
	echo "include: [closed/x.yaml]" >compose.yaml
	reads closed . >>"$scratch/why"
	echo "services: {a: {build: closed}}" >compose.yaml
	reads closed . >>"$scratch/why"
	wants_empty 'what lies in a folder that nobody may enter is noticed' "$scratch/why"
	chmod 755 closed
	cd "$scratch" || exit 1
	as=
else
	skip 'what the system refuses is noticed' 'this is root, and nobody else can run the program'
fi
unset GCOV_PREFIX

# ---- links and names ----

rm -rf p && mkdir p && cd p || exit 1
echo "services: {a: {$image}}" >compose.yaml
ln -s nowhere .compose-lint.yaml
reads .compose-lint.yaml . >"$scratch/why"
wants_empty 'a configuration that is a link to nowhere is not passed by' "$scratch/why"
rm .compose-lint.yaml
printf 'FROM scratch\nCOPY . /\n' >Dockerfile
echo "services: {a: {$image, build: .}}" >compose.yaml
: >"$scratch/why"
for ignore in .dockerignore Dockerfile.dockerignore; do
	ln -s nowhere $ignore
	reads "$ignore: is a link that leads to no file" . >>"$scratch/why"
	rm $ignore
done
wants_empty 'nor is a list of what stays out of the image' "$scratch/why"
mkdir .env
echo "services: {a: {$image, environment: {A: '\${NAME}'}}}" >compose.yaml
"$COMPOSE_LINT" . >out 2>&1 </dev/null
grep -q 'NAME is not set .*; .env is a folder, which Compose passes over' out && grep -q 'not read: .env (a folder)' out ||
	cat out >>"$scratch/why"
wants_empty 'a folder that is named .env is called one' "$scratch/why"
cd "$scratch" || exit 1

# has FINDING ARGUMENT...: the run ends with that finding
has() {
	finding=$1
	shift
	timeout 30 "$COMPOSE_LINT" --format gcc "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
	[ "$status" -eq 1 ] && grep -q "\[$finding\]" "$scratch/out" && return
	echo "status $status"
	head -n 3 "$scratch/out" "$scratch/err"
}

bad="services: {b: {$image, privileged: true}}"
rm -rf p outside && mkdir p outside && cd p || exit 1
echo "$bad" >../outside/x.yaml
echo 'MODE=true' >../outside/x.env
ln -s ../outside/x.yaml x.yaml
ln -s ../outside folder
: >"$scratch/why"
has privileged x.yaml >>"$scratch/why"
has privileged -f x.yaml >>"$scratch/why"
has privileged folder/x.yaml >>"$scratch/why"
echo 'include: [x.yaml]' >compose.yaml
has privileged . >>"$scratch/why"
echo "services: {a: {$image, extends: {file: folder/x.yaml, service: b}}}" >compose.yaml
has privileged . >>"$scratch/why"
echo "services: {a: {$image, privileged: \"\${MODE}\"}}" >compose.yaml
ln -s ../outside/x.env .env
has privileged . >>"$scratch/why"
wants_empty 'a link that leads out of the project is followed, as Compose does' "$scratch/why"
cd "$scratch" || exit 1

# A name of any byte, as a file and as a folder; 255 bytes are the longest, and 5000 make no path.
long=$(awk 'BEGIN { for (i = 0; i < 250; i++) printf "n" }')
rm -rf p && mkdir p && cd p || exit 1
: >"$scratch/why"
number=0
# shellcheck disable=SC2016,SC1003 # nothing is to be expanded
for name in 'new
line' "$(printf 'e\033[2Js')" "$(printf 'in\377valid')" "$(printf 'c1\302\233x')" "$(printf 'o\001ne')" \
	' blank ' '-dash' '%s%n' "qu'o\"te" '$(id)' '#hash' ':colon' '*' '\' "$long"; do
	{ echo "$bad" >"./$name.yaml" && mkdir "./$name" && echo "$bad" >"./$name/compose.yaml"; } 2>/dev/null || continue
	number=$((number + 1))
	has privileged -- "$name.yaml" >>"$scratch/why"
	has privileged -f "$name.yaml" >>"$scratch/why"
	has privileged -- "$name" >>"$scratch/why"
	if LC_ALL=C grep -q '[[:cntrl:]]' "$scratch/out" "$scratch/err"; then
		{ echo 'a raw byte of:'; echo "$name" | od -c | head -n 2; } >>"$scratch/why"
	fi
done
wants_empty "files and folders of any name are read, and shown safely ($number names)" "$scratch/why"
cd "$scratch" || exit 1
rm -rf p && mkdir p && cd p || exit 1
path=$(awk -v name="$long" 'BEGIN { for (i = 0; i < 20; i++) printf "%s/", name }')x.yaml
: >"$scratch/why"
reads nnnnnnnn "$path" >>"$scratch/why"
reads nnnnnnnn -f "$path" >>"$scratch/why"
reads nnnnnnnn "$long$long.yaml" >>"$scratch/why"
reads nnnnnnnn -f "$long$long.yaml" >>"$scratch/why"
echo "include: ['$long$long.yaml']" >compose.yaml
reads nnnnnnnn . >>"$scratch/why"
echo "services: {a: {$image, env_file: ['$path']}}" >compose.yaml
reads nnnnnnnn . >>"$scratch/why"
wants_empty 'a name that the system does not take is noticed' "$scratch/why"
cd "$scratch" || exit 1

# ---- what changes while it is read ----

# shellcheck disable=SC2086 # words
if [ "$(uname -s)" != Linux ]; then
	without='the changes are made as on Linux'
elif [ -n "${SANITIZERS:-}" ]; then
	without='a sanitizer has calls of its own'
elif ! ${CC:-cc} -O1 -shared -fPIC -o faults.so "$srcdir/tests/faults.c" -ldl 2>cc; then
	without='the compiler makes no shared library of this kind'
else
	without=
fi

# meddled CALL NUMBER ARGUMENT...: leaves out and err
meddled() {
	call=$1 count=$2
	shift 2
	rm -f "$scratch/mark"
	timeout 30 env LD_PRELOAD="$scratch/faults.so" FAULT_CALL="$call" FAULT_NUMBER="$count" FAULT_MARK="$scratch/mark" \
		"$DYNAMIC_LINT" --format gcc --jobs 1 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
}

if [ -n "$without" ]; then
	skip 'what changes while it is read' "$without"
else
	rm -rf p && mkdir p && cd p || exit 1
	: >"$scratch/why"
	printf 'services:\n  b:\n    %s\n' "$image" >compose.yaml
	# what is appended is "    privileged: true"
	meddled grow 1 .
	grep -q '\[privileged\]' "$scratch/out" || cat "$scratch/out" "$scratch/err" >>"$scratch/why"
	printf 'services:\n  b:\n    %s\n    cap_add: [ALL]\n' "$image" >compose.yaml
	meddled shrink 1 .
	[ "$status" -le 1 ] || cat "$scratch/err" >>"$scratch/why"
	! grep -q '\[cap-add\]' "$scratch/out" || cat "$scratch/out" >>"$scratch/why"
	wants_empty 'a file that changes once while it is read is read again' "$scratch/why"

	: >"$scratch/why"
	for how in grow shrink; do
		awk 'BEGIN { print "services: {b: {image: a}}"; for (i = 0; i < 5000; i++) print "# x" }' >compose.yaml
		meddled $how-always 0 .
		if [ "$status" -ne 2 ] || ! grep -qE 'compose.yaml: is (being changed|too large)' "$scratch/err"; then
			cat "$scratch/out" "$scratch/err" >>"$scratch/why"
		fi
	done
	wants_empty 'one that does not stand still is said' "$scratch/why"

	# FAULT_CALL=special makes a mark where anything but a file or folder is opened
	: >"$scratch/why"
	for kind in fifo device terminal input socket; do
		echo "$doors" >"$scratch/doors"
		while IFS= read -r door; do
			rm -rf "$scratch/p"
			mkdir "$scratch/p"
			cd "$scratch/p" || exit 1
			arguments=$(project "$door")
			rm -f "$(door "$door")"
			put "$(door "$door")" $kind || continue
			# shellcheck disable=SC2086 # words
			meddled special 1 $arguments
			[ ! -f "$scratch/mark" ] || echo "a $kind behind $door is opened" >>"$scratch/why"
		done <"$scratch/doors"
	done
	wants_empty 'no device, FIFO or socket is ever opened' "$scratch/why"
	cd "$scratch" || exit 1
fi

# ---- what is written ----

# writes ARGUMENT...: over the file `report`
writes() {
	status=0
	# shellcheck disable=SC2086 # words
	$as timeout 30 "$COMPOSE_LINT" "$@" . >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}

rm -rf p && mkdir p && cd p || exit 1
echo "$bad" >compose.yaml
echo old >report
chmod 604 report
writes --write-baseline report
if [ "$status" -le 1 ] && grep -q '"privileged"' report && [ -n "$(find report -perm 604)" ]; then
	ok 'a baseline is written over the old one and keeps its mode'
else
	not_ok 'a baseline is written over the old one and keeps its mode' "$scratch/err"
fi
for option in '--format gcc=' '--write-baseline '; do
	rm -rf report target
	echo old >target
	ln -s target report
	# shellcheck disable=SC2086 # words
	writes ${option}report
	if [ "$status" -eq 2 ] && [ "$(cat target)" = old ] && [ -L report ]; then
		ok "${option%?} writes through no link"
	else
		not_ok "${option%?} writes through no link" "$scratch/err"
	fi
done

# A small disk that is full: as root, a folder in memory.
mkdir "$scratch/full"
if [ "$(uname -s)" = Linux ] && unshare -m true 2>/dev/null; then
	# a baseline of more than one write
	{
		echo services:
		number=0
		while [ $number -lt 60 ]; do
			echo "  s$number: {image: 'registry.example/a:1', privileged: true}"
			number=$((number + 1))
		done
	} >"$scratch/many.yaml"
	cat >"$scratch/full.sh" <<'END'
mount -t tmpfs -o size=64k none "$1" || exit 77
cd "$1" || exit 77
cp ../p/compose.yaml . && echo old >report && chmod 640 report || exit 77
dd if=/dev/zero of=fill bs=4096 2>/dev/null
status=0
"$COMPOSE_LINT" --format sarif=report . >../out 2>../err || status=$?
[ "$status" -eq 2 ] || echo "a report on a full disk: status $status"
"$COMPOSE_LINT" --write-baseline report . >../out 2>../err || status=$?
[ "$status" -eq 2 ] || echo "a baseline on a full disk: status $status"
grep -q '/report: No space left on device' ../err || cat ../err
"$COMPOSE_LINT" --write-baseline report -f ../many.yaml >../out 2>../err
grep -q '/report: No space left on device' ../err || cat ../err
[ "$(cat report)" = old ] || echo 'the old file is not whole'
find . -name '.compose-lint-*'
END
	unshare -m sh "$scratch/full.sh" "$scratch/full" >"$scratch/why" 2>"$scratch/err2"
	if [ $? -eq 77 ]; then
		skip 'a full disk leaves the old report and the old baseline' 'no file system in memory'
	else
		wants_empty 'a full disk leaves the old report and the old baseline' "$scratch/why"
	fi
else
	skip 'a full disk leaves the old report and the old baseline' 'this user mounts nothing'
fi

if [ -n "$without" ]; then
	skip 'each call that writes and fails leaves the old file' "$without"
else
	for call in open write fsync fchmod fdopen fclose rename; do
		for option in '--format gcc=' '--write-baseline '; do
			number=0
			: >"$scratch/why"
			while :; do
				number=$((number + 1))
				rm -f "$scratch/mark" report
				echo old >report
				status=0
				# shellcheck disable=SC2086 # words
				LD_PRELOAD="$scratch/faults.so" FAULT_CALL=$call FAULT_NUMBER=$number \
					FAULT_MARK="$scratch/mark" "$DYNAMIC_LINT" ${option}report . \
					>"$scratch/out" 2>"$scratch/err" || status=$?
				[ -f "$scratch/mark" ] || break
				{
					case $status in
					2)
						[ -s "$scratch/err" ] || echo 'status 2, and no word'
						# the report on the standard output may be what failed
						[ "$(cat report)" = old ] || ! grep -q 'report:' "$scratch/err" ||
							echo 'status 2, and the old file is another one'
						;;
					0 | 1) [ "$(cat report)" != old ] || echo "status $status, and the old file is still there" ;;
					*) echo "status $status" ;;
					esac
					find . -name '.compose-lint-*' -exec rm {} \; -print
				} >>"$scratch/why"
			done
			wants_empty "${option% }: each $call that fails, $((number - 1)) of them, leaves the old file" "$scratch/why"
		done
	done
fi

# The reader of a pipe went away before the first byte.
mkfifo pipe
tail -f pipe >/dev/null &
reader=$!
exec 9>pipe
kill "$reader"
wait "$reader" 2>/dev/null
: >"$scratch/why"
for format in text gcc json sarif github gitlab junit; do
	status=0
	timeout 30 "$COMPOSE_LINT" --format $format . >&9 2>"$scratch/err" || status=$?
	if [ "$status" -ne 2 ] || [ -s "$scratch/err" ]; then
		{ echo "$format: status $status"; cat "$scratch/err"; } >>"$scratch/why"
	fi
done
exec 9>&-
wants_empty 'a reader that went away is status 2 in every format, and nobody is told' "$scratch/why"
finish
