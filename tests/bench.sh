#!/bin/sh
# SPDX-License-Identifier: MIT
# "make bench": the linter against the bare parser over the agent sandbox, its
# .env filled in, in time and in instructions, and how the latter grow with the
# input. Prints, and fails only if a program does. PAIRS=n for more runs.
: "${srcdir:=$(cd "${0%/*}/.." && pwd)}"

work=$(pwd)/bench.$$.tmp
mkdir "$work" || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cp -R "$srcdir/fixtures/projects/agent-sandbox/." "$work"
chmod -R u+w "$work"
mkdir "$work/project" "$work/task"
compose=$work/compose-sandbox.yaml

# Each variable that the file asks for gets a likely value.
# shellcheck disable=SC2016 # the file's own ${NAME}
grep -v '^ *#' "$compose" | grep -o '\${[A-Z_]*' | sed 's/^..//' | sort -u |
	while read -r name; do
		case $name in
		PROJECT_DIR) value=$work/project ;;
		*_DIR) value=$work/task ;;
		*MEMORY*) value=4g ;;
		*CPU* | *PIDS*) value=2 ;;
		*URL | *BASE) value=http://gateway:4000/v1 ;;
		*PORT) value=4000 ;;
		*) value=example ;;
		esac
		echo "$name=$value"
	done >"$work/.env"

tests/bench-time "${PAIRS:-50}" tests/bench-parse ./compose-lint "$compose"

# ------------------------------------------------------------------ instructions

# Counts do not vary with the load of the machine, so growth shows in them: each
# kind of project at three sizes, and what one more unit costs against the first.
# They take minutes: GROWTH=no leaves them out.
[ "$GROWTH" = no ] && exit 0
if ! command -v valgrind >/dev/null; then
	echo 'instructions: SKIP valgrind not found'
	exit 0
fi

# count PROGRAM ARGUMENT...: instructions of the whole process
count() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
		awk '/Collected/ { print $4 }'
}

# project KIND SIZE: writes the files of one project into the current folder
project() {
	awk -v kind="$1" -v size="$2" '
	function service(i, with) {
		print "  s" i ":\n    image: registry.example/app" i ":1." i % 50 > file
		print with > file
		print "    environment:\n      NAME: service-" i "\n      UPSTREAM: http://s" \
			(i * 7) % size ":8080/v1" > file
		print "    volumes: [\"./data/" i ":/data:ro\", \"v" i % 20 ":/var/lib/app\"]" > file
		print "    ports: [\"127.0.0.1:" 10000 + i ":8080\"]\n    networks: [back]" > file
		print "    deploy: {resources: {limits: {cpus: \"0.5\", memory: 256m}}}" > file
	}
	function resources() {
		print "networks:\n  back:\n    internal: true\nvolumes:" > file
		for (i = 0; i < 20; i++)
			print "  v" i ": {}" > file
	}
	BEGIN {
		file = "compose.yaml"
		if (kind == "includes") {
			print "include:" > file
			for (i = 0; i < size; i++)
				print "  - i" i ".yaml" > file
			for (i = 0; i < size; i++) {
				file = "i" i ".yaml"
				print "services:\n  s" i ":\n    image: app:" i "\n    volumes: [\"w" i \
					":/data\"]\nvolumes:\n  w" i ": {}" > file
				close(file)
			}
		} else if (kind == "documents" || kind == "files") {
			for (i = 0; i < size; i++) {
				if (kind == "files")
					file = "f" i ".yaml"
				print "---\nservices:\n  s" i ":\n    image: app:" i \
					"\n    environment: {A: b" i "}\n    volumes: [\"./d" i ":/data\"]" > file
				if (kind == "files")
					close(file)
			}
		} else if (kind == "variables") {
			print "services:\n  a:\n    image: app:${V7}" > file
			for (i = 0; i < size; i++)
				print "V" i "=some value " i > ".env"
		} else if (kind == "anchors") {
			print "x-base: &base\n  init: true\n  environment:" > file
			for (i = 0; i < 45; i++)
				print "    V" i ": value-" i > file
			print "services:" > file
			for (i = 0; i < size; i++)
				print "  s" i ":\n    <<: *base\n    image: app:" i > file
		} else {
			print "services:" > file
			for (i = 0; i < size; i++)
				service(i, i ? "    depends_on: [s" i - 1 "]" : "    init: true")
			resources()
			close(file)
			file = "compose.override.yaml"
			if (kind == "overrides") {
				print "services:" > file
				for (i = 0; i < size; i++)
					print "  s" i ":\n    environment: [NAME=o" i "]\n    ports: [\"127.0.0.1:" \
						30000 + i ":9090\"]\n    volumes: [\"./over:/data\"]" > file
			}
		}
	}'
}

parse=$(pwd)/tests/bench-parse
lint=$(pwd)/compose-lint

echo
lint_count=$(count "$lint" "$compose")
parse_count=$(count "$parse" "$compose")
echo "$lint_count $parse_count" |
	awk '{ printf "instructions, agent sandbox: %d, bare parser %d, ratio %.2f\n", $1, $2, $1 / $2 }'

# arguments KIND SIZE: what the program is called with in the project's folder
arguments() {
	case $1 in
	files) awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) print "-f f" i ".yaml" }' ;;
	config) echo config ;;
	provenance) echo config --provenance ;;
	*) echo . ;;
	esac
}

# growth KIND SIZE...
growth() {
	kind=$1
	shift
	first=
	for size; do
		mkdir "$work/$kind-$size"
		(cd "$work/$kind-$size" && project "$kind" "$size")
		# shellcheck disable=SC2046 # several words
		each=$(cd "$work/$kind-$size" && count "$lint" $(arguments "$kind" "$size") |
			awk -v n="$size" '{ printf "%d", $1 / n }')
		: "${first:=$each}"
		echo "$kind $size $each $first" |
			awk '{ printf "%-10s %6d: %8d each, %.2f of the first\n", $1, $2, $3, $4 ? $3 / $4 : 0 }'
	done
}

growth services 500 1000 2000
growth config 500 1000 2000
growth provenance 500 1000 2000
growth documents 250 500 1000
growth files 250 500 1000
growth anchors 500 1000 2000
growth overrides 500 1000 2000
growth includes 50 200 800
growth variables 1000 10000 100000
