#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What the boundary sheet says of a service in plain words, behind its nine checks: what it sees,
# reaches, runs as, holds and is limited to, and each state of a declared contract.
# shellcheck disable=SC2016 # the dollars are Compose's
. "${0%/*}/tap.sh"
cd "$scratch" || exit 1
unset COMPOSE_FILE COMPOSE_PROFILES COMPOSE_ENV_FILES COMPOSE_PROJECT_NAME

# agent LINE...: a service with these lines, and its sheet in out, its lines joined.
agent() {
	{
		printf 'services:\n  agent:\n    image: registry.example/agent:1.4.2\n'
		[ $# -eq 0 ] || printf '    %s\n' "$@"
		cat others 2>/dev/null
	} >compose.yaml
	"$COMPOSE_LINT" boundary . 2>&1 </dev/null | tr -s ' \n' '  ' >out
}

# says SENTENCE TEXT
says() {
	if grep -q -F -e "$2" out; then ok "$1"; else
		{ echo "wanted: $2"; fold -w 100 out; echo; } >why
		not_ok "$1" why
	fi
}

# ---- limits ----

agent
says 'no limit is said to be none' 'limits memory without limit, CPUs without limit, processes without limit'
agent 'mem_limit: 512m' 'cpus: 1.5' 'pids_limit: 100'
says 'limits are said with their units' 'limits 512 MiB of memory, 1.5 CPUs, 100 processes'
agent 'deploy: {resources: {limits: {memory: 2g, cpus: "0.5", pids: 64}}}'
says 'so are those of deploy' 'limits 2 GiB of memory, 0.5 CPUs, 64 processes'
agent 'mem_limit: 1000' 'cpu_quota: 50000' 'pids_limit: -1'
says 'odd bytes stay bytes, a quota has no number of CPUs, and minus one limits nothing' \
	'limits 1000 bytes of memory, CPUs limited, processes without limit'
agent 'mem_limit: 0' 'cpus: 0' 'pids_limit: 0' 'deploy: {resources: {limits: {memory: 512M, cpus: "0.5", pids: 64}}}'
says 'a zero leaves the limit to deploy' 'limits 512 MiB of memory, 0.5 CPUs, 64 processes'
agent 'mem_limit: ${M}' 'cpus: ${C}' 'pids_limit: ${P}'
says 'what an unset variable leaves open is not known' 'limits memory: not known, CPUs: not known, processes: not known'
agent 'mem_limit: lots'
says 'nor is what is no size' 'limits memory: not known,'

# ---- what it sees ----

agent
says 'without a mount it sees its image' 'sees nothing but its image'
agent 'volumes: ["/srv/a:/a:ro", "/b", "n:/c"]' 'tmpfs: /tmp'
says 'a bind is said with its source' '/a, read-only: bind /srv/a (compose.yaml:4:'
says 'an anonymous volume has none' '/b, read-write: anonymous (compose.yaml:4:'
says 'nor has memory' '/tmp, read-write: tmpfs (compose.yaml:5:'
agent 'volumes: [{type: bind, source: /q, target: /q, read_only: "${RO}"}]'
says 'a mode that a variable decides is not known' '/q, mode not known: bind /q'

# ---- what it reaches ----

agent 'network_mode: none'
says 'none is no network' 'reaches no network'
agent 'network_mode: host'
says 'the network of the host leads out' 'reaches network host (with a route to the outside)'
agent 'network_mode: "container:other"'
says 'that of a container made elsewhere is not known' 'reaches network container:other (whether internal is not known)'
printf '  db: {image: "postgres:17.2", networks: [a]}\n  web: {image: "nginx:1.27.3", networks: [b]}\nnetworks: {a: {internal: true}, b: {}}\n' >others
agent 'networks: [a, b]'
says 'each network is said, and whether it is internal' 'reaches network a (internal), network b (with a route to the outside)'
says 'and who is on them' 'services: db, web'
rm others
agent 'ports: ["80:8080", "127.0.0.1:81:81"]'
says 'published ports are said with their addresses' 'published ports: *:80 -> 8080/tcp, 127.0.0.1:81 -> 81/tcp'

# ---- who it is and what it holds ----

agent
says 'without a user it is the one of the image' "runs as the image's user, whether that is root is not known"
agent 'user: "0"'
says 'zero is root' 'runs as 0, root'
agent 'user: "1000:1000"'
says 'another number is not' 'runs as 1000:1000, not root'
agent 'user: app'
says 'a name is presumed not to be' 'runs as app, presumably not root'
agent 'user: ${WHO}'
says 'a variable leaves it open' 'runs as ${WHO}, whether that is root is not known'
says 'nothing is held where nothing is given' 'holds no credential in its environment'
agent 'environment: {OPENAI_API_KEY: x, GITHUB_TOKEN: y}'
says 'credentials are named, and the one of the gateway is told from the others' \
	"holds OPENAI_API_KEY (the gateway's key), GITHUB_TOKEN"

# ---- a declared contract ----

agent 'x-compose-lint:' '  sees: {/a: ro, /b: rw, /gone: , /kept: ro}' '  reaches: {default: , db: [5432, 5433]}' '  holds: [MODEL, ABSENT]' \
	'environment: [MODEL=1, ONE=1, TWO=2]' 'volumes: ["/srv/a:/a", "/srv/b:/b:ro", "/srv/kept:/kept:ro", "/srv/extra:/extra"]'
says 'what can be written although it is declared read-only' 'sees /a, read-only: but writable (compose.yaml:5:14)'
says 'what cannot be written although that is declared' 'sees /b, read-write: but read-only (compose.yaml:5:22)'
says 'what is not there' 'sees /gone: NOT MET, missing'
says 'what is as declared' 'sees /kept, read-only: present'
says 'ports stand together' 'reaches db, port 5432, 5433: NOT MET, missing'
says 'a variable has no mode' 'holds MODEL: present'
says 'one that is not set' 'holds ABSENT: NOT MET, missing'
says 'a mount that is not declared goes beyond it' 'BEYOND: sees /extra (compose.yaml:9:'
says 'so does writing' 'BEYOND: can write /a (compose.yaml:9:'
says 'so does a variable' 'BEYOND: holds ONE (compose.yaml:8:'

agent 'x-compose-lint: {sees: {}, holds: []}'
says 'an empty part allows nothing' 'sees: nothing is declared, so nothing is allowed'
says 'and a part that is left out is not judged' 'reaches: not declared, so not judged'
agent 'x-compose-lint: {reaches: []}'
says 'an absent key goes beyond it at the service' 'BEYOND: may get out through network default (compose.yaml:2:3)'

printf 'A=1\nB=2\nC=3\nD=4\nE=5\nF=6\nG=7\n' >many.env
agent 'x-compose-lint: {holds: []}' 'env_file: many.env'
says 'what one file brings stands together, and is cut' 'BEYOND: holds A, B, C, D, E and 2 more (compose.yaml:5:'
printf '  db: {image: "postgres:17.2"}\n' >others
agent 'x-compose-lint: {reaches: [default]}' 'networks: [default]'
says 'a neighbour goes beyond it' 'BEYOND: reaches db (compose.yaml:'
printf '  db: {image: "postgres:17.2", expose: ["5432", "9187"]}\n' >others
agent 'x-compose-lint: {reaches: {default: , db: 5432}}'
says 'and so does another port of one that is declared' 'BEYOND: reaches port 9187'
rm others

agent 'x-compose-lint: {sees: {/gone: ro}}' 'no_such_key: 1'
says 'of a project that Compose refuses it is not known' 'sees /gone, read-only: unknown'
printf 'include: ["oci://registry.example/more"]\n' >others
agent 'x-compose-lint: {sees: {/gone: ro}}'
says 'nor of one that was not read whole' 'sees /gone, read-only: unknown'
finish
