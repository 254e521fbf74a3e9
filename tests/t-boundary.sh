#!/bin/sh
# SPDX-License-Identifier: MIT
# The boundary sheet: what passes, what fails, and what these files cannot tell.
. "${0%/*}/tap.sh"
. "${0%/*}/validate.sh"
cd "$scratch" || exit 1

# sheet STATUS NAME ARGUMENT...: runs boundary, leaves out and err.
sheet() {
	status=$1 name=$2
	shift 2
	run "$status" "$name" boundary "$@"
}

# comes_to CHECK VERDICT NAME: of the sheet in out.
comes_to() {
	if grep -q "^  $2 *$1\$" out; then ok "$3"; else not_ok "$3" out; fi
}

# says NAME TEXT: the sheet, its lines joined, has this text.
says() {
	tr -s ' \n' '  ' <out >joined
	if grep -q -F -e "$2" joined; then ok "$1"; else not_ok "$1" out; fi
}

# agent LINES...: a good agent with a gateway, and these lines in its service.
agent() {
	cat <<'YAML'
name: box
services:
  gateway:
    image: ghcr.io/berriai/litellm:v1.80.0
    networks: [sandbox, egress]
  agent:
    image: registry.example/agent:1.4.2
    read_only: true
    user: "10001:10001"
    networks: [sandbox]
    environment:
      OPENAI_API_BASE: http://gateway:4000/v1
      OPENAI_API_KEY: ${AGENT_GATEWAY_KEY:-}
YAML
	printf '%s\n' "$@"
	cat <<'YAML'
networks:
  sandbox: {internal: true}
  egress: {}
YAML
}

work='    volumes: ["/srv/project:/work"]'
agent "$work" >compose.yaml
sheet 0 'a key that nothing sets fails nothing' .
comes_to environment-is-clean 'CANNOT TELL' 'but whose key it is cannot be told'
echo 'AGENT_GATEWAY_KEY=made-by-the-gateway' >.env
sheet 0 'a sealed agent fails no check' .
if [ "$(grep -c '^  PASS' out)" -eq 9 ]; then ok 'it passes all nine'; else not_ok 'it passes all nine' out; fi
says 'the sheet counts its verdicts' '9 pass, 0 fail, 0 cannot tell'
says 'the workspace is named' '/work, read-write: bind /srv/project, the workspace'
says 'neighbours are named' 'services: gateway'
says 'only the running container knows whether the gateway answers' \
	'only the running container can tell'
says 'other services come without checks' 'gateway: gateway'

agent "$work" '    privileged: true' '    pid: host' >compose.yaml
sheet 1 'a privileged agent fails' .
comes_to root-filesystem-read-only FAIL 'what privileges undo has failed'
comes_to planted-secret-unreadable FAIL 'the processes of the host can be read in its namespace'

agent "$work" '    cap_add: [SYS_ADMIN]' >compose.yaml
sheet 0 'an error that belongs to none of the nine fails none' .
says 'it is told beside them' '[cap-add]'
says 'and its number behind the verdicts' '0 cannot tell; compose-lint reports 1 error besides'

agent "$work" >compose.yaml
cat >.compose-lint.yaml <<'YAML'
services:
  agent:
    sees: {/work: ro, /task: ro}
    reaches: {gateway: 4000}
YAML
sheet 0 'a contract fails no check' .
says 'what is declared and there is present' 'reaches gateway, port 4000: present (.compose-lint.yaml:4:15)'
says 'what is declared and not there is not met' 'sees /task, read-only: NOT MET, missing (.compose-lint.yaml:3:23)'
says 'what can be written is said' 'sees /work, read-only: but writable'
says 'what goes beyond it has its place' 'BEYOND: can write /work (compose.yaml:14:15)'
says 'a part that is not declared is not judged' 'holds: not declared, so not judged'
says 'the configuration is named' 'configuration: .compose-lint.yaml'
says 'and the declaration relied on' 'relied on: agent.contract (.compose-lint.yaml:3:11)'
"$COMPOSE_LINT" --no-config . >out 2>&1 </dev/null
if grep -q '^relied on\|^configuration' out; then not_ok 'what is not read is not relied on' out; else ok 'what is not read is not relied on'; fi
"$COMPOSE_LINT" boundary --format json . >sheet.json 2>/dev/null </dev/null
# fits NAME: sheet.json is what the schema says.
fits() { by_schema "$1" "$srcdir/fixtures/formats/boundary-1.schema.json" sheet.json; }
fits 'the JSON form is as its schema says'
rm .compose-lint.yaml

agent "$work" '    secrets: [token, {source: far, target: /far}]' '    configs: [text]' >compose.yaml
cat >>compose.yaml <<'YAML'
secrets: {token: {environment: HOST_TOKEN}, far: {external: true}}
configs: {text: {content: "some text"}}
YAML
sheet 1 'a secret fails a check' .
says 'one from a variable is seen' '/run/secrets/token, read-only: secret variable HOST_TOKEN (compose.yaml:15:15)'
says 'one made elsewhere too' '/far, read-only: secret far, made elsewhere'
says 'and a config that is text' '/text, read-only: config text of the Compose file'
"$COMPOSE_LINT" boundary --format json . >sheet.json 2>/dev/null </dev/null
fits 'and all of them in JSON'
if grep -q '"target": "/run/secrets/token"' sheet.json; then ok 'with their targets'; else not_ok 'with their targets' sheet.json; fi

agent '    volumes: ["/srv/project:/work", "/var/run/docker.sock:/var/run/docker.sock"]' >compose.yaml
sheet 1 'a socket fails a check' .
if grep -q 'mount-not-readonly' out; then not_ok 'one mount is told of once, by the rule that knows it' out; else ok 'one mount is told of once, by the rule that knows it'; fi
agent '    volumes: ["/srv/project:/work", "/srv/notes:/notes"]' >compose.yaml
sheet 0 'a further mount fails nothing' .
says 'what no other rule tells of the mount is noted' '[mount-not-readonly]'

agent '    volumes: ["/srv/project:/work", "${WHERE}:/x:ro"]' >compose.yaml
sheet 0 'a mount from an unset variable fails nothing' .
comes_to host-home-not-mounted 'CANNOT TELL' 'and is no pass'
says 'the variable is named' 'WHERE is not set'

agent '    volumes: ["/srv/project:/work", "store:/x"]' >compose.yaml
printf 'volumes:\n  store: {external: true}\n' >>compose.yaml
sheet 0 'a volume made elsewhere fails nothing' .
comes_to planted-secret-unreadable 'CANNOT TELL' 'what it holds cannot be seen'

agent '    volumes: ["/srv/project:/work", "disk:/x"]' >compose.yaml
printf 'volumes:\n  disk: {driver_opts: {type: ext4, device: /dev/sdb1}}\n' >>compose.yaml
sheet 0 'a disk behind a volume fails nothing' .
comes_to host-home-not-mounted 'CANNOT TELL' 'what is on it cannot be seen'

# unknown CHECK LINE: a value that only the shell may know leaves the check open.
unknown() {
	agent "$work" "$2" >compose.yaml
	sheet 0 "$2: fails nothing" .
	comes_to "$1" 'CANNOT TELL' "$2: is no pass"
}
# shellcheck disable=SC2016
{
	unknown root-filesystem-read-only '    privileged: "${UNSET}"'
	unknown planted-secret-unreadable '    pid: "${UNSET}"'
	unknown runs-as-non-root '    group_add: ["${UNSET}"]'
	unknown container-socket-absent '    use_api_socket: "${UNSET}"'
	unknown planted-secret-unreadable '    volumes_from: ["${UNSET}"]'
}

agent "$work" >compose.yaml
sed 's/{internal: true}/{external: true}/' compose.yaml >other && mv other compose.yaml
sheet 0 'a network made elsewhere fails nothing' .
comes_to internet-unreachable 'CANNOT TELL' 'whether it leads out cannot be seen'

agent "$work" '    build: .' >compose.yaml
sed '/user:/d' compose.yaml >other && mv other compose.yaml
sheet 0 'an image that cannot be seen fails nothing' .
comes_to runs-as-non-root 'CANNOT TELL' 'who it runs as is not known then'

agent "$work" '    build: {context: ., args: {WHO: "${NOBODY_SETS_THIS}"}}' | sed '/user:/d' >compose.yaml
# doubtful SENTENCE LINE...: the Dockerfile's lines leave open who it runs as.
doubtful() {
	name=$1
	shift
	{ echo 'FROM debian:12'; printf '%s\n' "$@"; } >Dockerfile
	sheet 0 "$name: fails nothing" .
	comes_to runs-as-non-root 'CANNOT TELL' "$name: is no pass"
}
# shellcheck disable=SC2016
{
	doubtful 'a user from an argument that nothing sets' 'ARG WHO=app' 'USER ${WHO}'
	doubtful 'an account with a number from such an argument' 'ARG WHO' \
		'RUN useradd -o -u ${WHO} app' 'USER app'
}
doubtful 'a number that no account can have' 'USER 2147483648'
rm Dockerfile

agent "$work" '    no_such_key: 1' >compose.yaml
sheet 0 'what Compose refuses fails nothing' .
if grep -q '^  PASS' out; then not_ok 'and passes nothing' out; else ok 'and passes nothing'; fi

agent "$work" | sed 's/^  gateway:/&\n    env_file: [absent.env]/' >compose.yaml
echo 'AGENT_GATEWAY_KEY=made-by-the-gateway' >.env
sheet 0 'an env file of the gateway that is not there fails nothing' .
comes_to gateway-reachable 'CANNOT TELL' 'but the gateway is not started'
says 'nothing else hangs on it' '8 pass, 0 fail, 1 cannot tell'
agent "$work" '    env_file: [absent.env]' >compose.yaml
sheet 0 'nor does one of the agent' .
comes_to environment-is-clean 'CANNOT TELL' 'but what it would set is not known'
comes_to host-home-not-mounted PASS 'and mounts are not in it'
rm .env

agent "$work" '    x-compose-lint: {workspace: /elsewhere}' >compose.yaml
sheet 1 'a declared workspace that is not there fails' .
says 'the place that is missed is named' 'mounted for writing at /elsewhere, which is declared to be the workspace'
agent "$work" '    x-compose-lint: {workspace: work}' >compose.yaml
sheet 0 'a workspace that is no path of the container does not count' .
comes_to project-is-writable PASS 'and takes no mount away'

printf 'services:\n  agent: some text\n' >compose.yaml
sheet 0 'a service that is text fails nothing' .
if grep -q '^  PASS' out; then not_ok 'and passes nothing either' out; else ok 'and passes nothing either'; fi

agent "$work" >compose.yaml
echo 'AGENT_GATEWAY_KEY=never-to-be-printed' >.env
sheet 0 'a key in .env is no fault' .
"$COMPOSE_LINT" boundary --format json . >>out 2>&1 </dev/null
if grep -q never-to-be-printed out; then not_ok 'its value is in neither form' out; else ok 'its value is in neither form'; fi
rm .env

cat >.compose-lint.yaml <<'YAML'
rules:
  root-user: {level: off}
YAML
sed 's/10001:10001/0:0/' compose.yaml >other && mv other compose.yaml
sheet 1 'a rule that is off does not make a check pass' .
comes_to runs-as-non-root FAIL 'root stays root'
rm .compose-lint.yaml

cat >compose.yaml <<'YAML'
services:
  db: {image: "postgres:17"}
YAML
sheet 2 'nobody judged is not a clean sheet' .
if grep -q -e '--agent' err && [ ! -s out ]; then ok 'it says how to name an agent'; else not_ok 'it says how to name an agent' err; fi
sheet 1 'an agent can be named' --agent db .
printf 'services:\n  web: [\n' >compose.yaml
sheet 2 'a file that is no YAML has no sheet' .
if grep -q yaml-syntax err && [ ! -s out ]; then ok 'what is wrong with it is on stderr'; else not_ok 'what is wrong with it is on stderr' err; fi
sheet 2 'there is no third format' --format gcc .

# ---- colours ----

agent "$work" >compose.yaml
run 0 'a sheet in colours is drawn' boundary --color always .
escape=$(printf '\033')
if grep -q "^  $escape\\[[0-9;]*mPASS *$escape\\[0m  project-is-writable\$" out; then
	ok 'a verdict has a colour, the name of the check has none'
else
	not_ok 'a verdict has a colour, the name of the check has none' out
fi
sed "s/$escape\\[[0-9;]*m//g" out >plain
run 0 'the same sheet without' boundary --color never .
wants_equal 'without its colours it is the same sheet' out plain

# ---- what variables that nothing sets leave open ----

cat >compose.yaml <<'YAML'
services:
  agent:
    image: registry.example/agent:1.4.2
    x-compose-lint: {role: agent}
    read_only: ${ROOTFS}
    networks: [net]
    volumes:
      - {type: bind, source: /srv/project, target: /work, read_only: "${MODE}"}
      - {type: volume, source: elsewhere, target: /data}
    secrets: [given]
  db:
    image: registry.example/db:1
    networks: [net]
    expose: ["${PORT}", "5432-5440", 80]
volumes:
  elsewhere: {driver: rclone}
networks:
  net: {internal: "${INTERNAL}"}
secrets:
  given: {file: "${GIVEN}"}
YAML
sheet 1 'a sheet is drawn whatever is not set' .
comes_to project-is-writable 'CANNOT TELL' 'a workspace whose mode is not known is not said to be missing'
says 'it is said what the workspace hangs on' 'whether its workspace is writable hangs on a variable that nothing sets'
comes_to root-filesystem-read-only 'CANNOT TELL' 'nor is a root filesystem of which a variable decides said to be writable'
comes_to host-home-not-mounted 'CANNOT TELL' 'another driver decides what a volume holds'
says 'and that is said' 'the driver of volume "elsewhere" or its options decide what it holds'
sed 's/role: agent/role: agent, workspace: \/work/' compose.yaml >other && mv other compose.yaml
sheet 1 'a workspace is declared' .
comes_to project-is-writable 'CANNOT TELL' 'a declared one whose mode is not known is not said to be missing'
run 0 'a contract is drawn whatever is not set' boundary --write-contract .
for place in 14:14 18:19; do
	says "what hangs on a variable at $place is left out, and that is said" "left out, for it hangs on a variable that nothing sets: compose.yaml:$place"
done
says 'what is known of the ports stays' 'db: [5432-5440, 80]'

token=$(printf 'gh%s_%s' p 16C7e42F292c6912E7710c838347Ae178B4a)
printf 'services:\n  %s:\n    image: registry.example/agent:1.4.2\n    x-compose-lint: {role: agent}\n' "$token" >compose.yaml
run 0 'an agent is called like a token' boundary --write-contract .
says 'its contract is left out, and that is said' 'a service is left out, for its name looks like a credential'
if grep -q "$token" out err; then not_ok 'the token is not written' out; else ok 'the token is not written'; fi
finish
