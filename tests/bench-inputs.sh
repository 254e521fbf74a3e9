# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The projects that bench.sh and t-instructions.sh measure: made, not stored, always the same.

: "${srcdir:?}"

# sandbox FOLDER: the agent sandbox of the fixtures, with a likely value in .env for each variable
# that the file asks for.
sandbox() {
	cp -R "$srcdir/fixtures/projects/agent-sandbox/." "$1"
	chmod -R u+w "$1"
	mkdir "$1/project" "$1/task"
	# shellcheck disable=SC2016 # the file's own ${NAME}
	grep -v '^ *#' "$1/compose-sandbox.yaml" | grep -o '\${[A-Z_]*' | sed 's/^..//' | sort -u |
		while read -r name; do
			case $name in
			PROJECT_DIR) value=./project ;;
			*_DIR) value=./task ;;
			*MEMORY*) value=4g ;;
			*CPU* | *PIDS*) value=2 ;;
			*URL | *BASE) value=http://gateway:4000/v1 ;;
			*PORT) value=4000 ;;
			*) value=example ;;
			esac
			echo "$name=$value"
		done >"$1/.env"
}

# project KIND SIZE: writes the files of one project, or a tree of projects, into the current folder
project() {
	if [ "$1" = tree ]; then
		awk -v size="$2" 'BEGIN { for (i = 0; i < size; i++) print "p" i }' | xargs mkdir
	fi
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
		} else if (kind == "tree") {
			for (i = 0; i < size; i++) {
				file = "p" i "/compose.yaml"
				print "services:\n  s" i ":\n    image: app:" i "\n    environment: {A: b" i \
					"}\n    volumes: [\"./d" i ":/data\", \"work:/cache\"]\nvolumes: {work: {}}" > file
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
		} else if (kind == "dockerfile") {
			print "services:\n  a:\n    build: ." > file
			file = "Dockerfile"
			print "FROM registry.example/base:1.2" > file
			for (i = 3; i < size; i += 3) {
				print "RUN apt-get install -y package" i " && \\\n    rm -rf /var/lib/part" i > file
				print (i % 2 ? "ENV NAME" i "=value" i : "COPY src/part" i " /app/part" i) > file
			}
			print "USER 1000" > file
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

# arguments KIND SIZE: what the linter is called with in the project's folder
arguments() {
	case $1 in
	files) awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) print "-f f" i ".yaml" }' ;;
	tree) awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) print "p" i }' ;;
	config) echo config ;;
	provenance) echo config --provenance ;;
	*) echo . ;;
	esac
}

# count PROGRAM ARGUMENT...: instructions of the whole process, in an environment of nothing else
count() {
	env -i PATH="$PATH" valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
		awk '/Collected/ { print $4 }'
}
