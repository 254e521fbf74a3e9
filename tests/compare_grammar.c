/* SPDX-License-Identifier: MIT */
#include "compare_grammar.h"

#include <stdio.h>
#include <string.h>

/* The last one needs no other one. */
const char *const service_names[] = { "web", "db", "app", "job", "base" };
const size_t service_count = sizeof(service_names) / sizeof(*service_names);

/* clang-format off */
static const struct {
	char letter;
	const char *alternatives;
} rules[] = {
	/* words, and scalars that are read in surprising ways */
	{ 'W', "a|b1|foo|bar_x|x.y|w-1|UP|a|b1|foo" },
	{ 'O', "null|~|true|yes|NO|off|@0|@0|@1|\"\"|''|\"5\"|'true'|[]|{}|[a]|{a: "
	       "b}|2024-01-31|2001-12-14t21:59:43.10-05:00|"
	       "!!str 5|!!int \"7\"|!!float 3|!!bool yes|!!null ''|!!binary aGk=|@$|@$|$$x|\"a "
	       "b\"|\"a\\nb\"|\"é\"|12:30|=|\" x \"|"
	       "[null]|[1, 2]|{x-a: "
	       "1}|\"${A.B}\"|\"${:-x}\"|\"${UNSET?no}\"|\"${EMPTY:?no}\"|{}|[[a]]|{a: {b: "
	       "c}}|\"\\u00e9\\x41\\0\"|"
	       "!mine x|!!set {a, b}|!!omap [a: b]|? a|&z|*z|- a|\"unclosed" },
	/* what may stand anywhere below an x- key */
	{ 'x', "null|~|@0|@1|''|\"5\"|[]|{}|[a]|{a: b}|2024-01-31|2001-12-14t21:59:43.10-05:00|!!str 5|!!int \"7\"|!!float 3|!!null ''|"
	       "!!binary aGk=|@$|\"a b\"|\"a\\nb\"|\"é\"|12:30|=|\" x \"|[null]|[1, 2]|{x-a: 1}|[[a], []]|{a: {b: c}}|\"\\u00e9\\x41\"|"
	       "!mine x|!!set {a, b}|!!omap [a: b]|{a: [], b: {}, c: }|2024-1-1|2024-01-31 10:00:00|!!timestamp 2024-01-31|!!bool true|"
	       "99999999999999999999|!!seq [a]|!!map {a: b}||@O" },
	/* interpolation with every modifier, nested, and what is none */
	{ '$', "\"${SET}\"|$SET|\"${UNSET:-d}\"|\"${EMPTY:-e}\"|\"${EMPTY-f}\"|\"${SET:+g}\"|\"${"
	       "SET+h}\"|\"${UNSET+i}\"|"
	       "\"${EMPTY:+j}\"|\"${EMPTY+k}\"|\"${SET:?no}\"|\"${SET?no}\"|'${SET}${UNSET}'|\"$$"
	       "$$\"|\"$$@W\"|\"$${SET}\"|"
	       "\"${SET:-${UNSET:-n}}\"|\"${UNSET:-${SET}}\"|\"${UNSET:-${UNSET-${EMPTY:-deep}}}\"|"
	       "\"${UNSET:-a}b}\"|\"${UNSET-{}}\"|"
	       "\"${UNSET:-$$}\"|\"${UNSET:-x y}z\"|\"$SET$SET-$1\"|\"a$\"|\"$ "
	       "{SET}\"|\"${UNSET:-a:b,c}\"|'${UNSET:-\"q\"}'|"
	       "\"${SET:+${NUM}}\"|\"${UNSET}x\"|\"@W${SET}\"|\"${SET-x}${SET:-y}\"|\"${UNSET:-{a}"
	       "x}\"||\"${\"|\"${SET\"|\"${1}\"|"
	       "\"${SET:=x}\"|\"${SET#x}\"|\"${UNSET:?}\"|\"${UNSET?m "
	       "m}\"|\"${EMPTY:?m}\"|\"${}\"|\"${ SET}\"|\"${SET:-${UNSET:?e}}\"" },
	/* numbers in odd bases and notations */
	{ '0', "0|5|-1|010|0x1F|0o17|0b11|1_000|0_7|+3|08|1.5|2.0|1e3|1.|.5|-0|0.1|100000.0|"
	       "1000000.0|0.00001|1.50|1e6|-2E+05|"
	       "0x|0b2|0o8|_1|9223372036854775807|18446744073709551615|99999999999999999999|-"
	       "9223372036854775808|1e400|0x_1|0b|00|-010|"
	       "1_0.5|0777|1e-7|123456789.0|1__0|3.14159265358979||.inf|-.INF|.nan" },
	/* booleans of YAML 1.1 and 1.2 */
	{ '1', "true|false|True|FALSE|yes|no|on|off|y|n|YES|Off|tRue|\"true\"|'no'|null|~|Null|"
	       "nULL|\"\"|" },
	{ 'V',
	  "@W|@W|@W|@$|@$|@0|@1|'@W @W'|\"@W @W\"|12:30|\"é ü\"|'it''s'|\"tab\\tx\"|@W @W||@O" },
	{ 'D', "0|1|2|3|10|\"4\"|\"${NUM}\"|\"${UNSET:-6}\"|0x5|0b11|1_0|+2|'7'|007||@0|\"0x5\"|"
	       "\"\"|\"1_0\"|-1|\" 5\"|2.0|1e1" },
	{ 'd', "1|2|3|10|80|0o17|1_1" },
	{ 'B', "true|false|true|false|\"true\"|\"false\"|\"${BOOL}\"|yes|\"no\"|\"ON\"|off|\"${"
	       "UNSET:-true}\"|True|y|\"N\"||@1|1|0|\"1\"" },
	/* no cast: what the schema wants a boolean for */
	{ 'b', "true|false|True|FALSE||\"true\"|yes|\"${BOOL}\"|1" },
	{ 'F', "0.5|1|\"0.25\"|1.50|0.123456789|\"${NUM}\"|2e0|\"1e-1\"|0|0x2|3.0||.inf|\"\"|@0|\"."
	       "5.\"|\"0x2\"|\"1_0\"" },
	{ 'I', "10s|1m30s|1h|500ms|\"0\"|0s|1.5s|1d|100us|2w3h|\"${UNSET:-5s}\"|1h0m0.5s|.5s|1.s|+"
	       "5s|0.000001s|1µs|\"1h1h\"||\"-1s\"|5|1D|\"1 s\"|\"\"|1e3s" },
	{ 'Z', "64m|1g|1024|\"2gb\"|1.5k|\"512 "
	       "MiB\"|0|\"1_000\"|\"${UNSET:-5m}\"|1kib|\"0\"|\"1e3\"|2TB|\"0.5g\"||\"1  "
	       "g\"|\"-1\"|x|\"\"|1.5|1e3|1_000k|\"0x5\"" },
	/* paths; the first are binds in a short volume too */
	{ 'P', "./p|/abs/p|../up|~/h|.|./a/../b|/abs/../c|./sp|..|/|./a//b/|~u/x|./x.y" },
	{ 'A', "@P|@P|p|sub/x|\"~\"|\"./sp ace\"|\"${SET}/q\"|\"${UNSET:-./d}\"||\"\"|null" },
	{ 'T', "/t1|/t2|/t3|/t4|/t5||/t1/|/t5/../t6|t8|/t9/.|/m1" },
	{ 'N', "default|front|back|ext" },
	{ 'G', "data|cache|vext" },
	{ 'E', "s1|s2|s3" },
	{ 'C', "c1|c2|c3" },
	{ 'R', "dev|prod|x|dev||\"\"" },
	/* shapes: names with values in both notations */
	{ 'L', "{A: @V, B: @V}|{A: @V}|[A=@W, B=@W]|[A=1]|{C: , D: 5}|[C, D=]|{E: true, F: "
	       "1.5}|{}|[]|[A=1, A=2]|[\"K=${SET}\"]|"
	       "{H: @0, I: @1}|{SET: , UNSET: }|[SET, UNSET, NUM]|{\"a$$b\": \"c$$d\"}|[\"A=b=c\", "
	       "D=]|{J: \"\", K: ''}|[A=1, B]|"
	       "{L: 0x10, M: 1_0}|{<<: *env, Z: @V}|{A: @V, <<: [*env, *env2]}|{<<: "
	       "*env2}|[\"P=${UNSET:-a b}\", 'Q=''q''']|{\"A\": @V, 'B': @V}|"
	       "{no: a, yes: b, on: c}|[\"A=$$x\", \"B=${SET:-y}\"]|[B= x, \"C= y \"]||{1: a}|{A: "
	       "[a]}|{A: {b: c}}|[\"A =1\"]|{x-a: b, G: c}|"
	       "[x-a=b]|{A: 2024-01-31}|{true: a}|{null: b}|[5]|[null]|{\"\": a}|{A: 1, A: 2}|{<<: "
	       "x}|{<<: [*env, y]}|A=1|[A: b]" },
	/* the same where Compose does not drop what is repeated */
	{ 'a',
	  "{A: @V, B: @V}|[A=@W, B@#=@W]|{C: @0}|{}|[\"K@#=${SET}\"]|[D@#]|{E: }||[A=1, A=1]" },
	{ 'K', "@W|[@W, @$]|\"echo hi\"|\"a 'b c' d\"|\"\"|[]|null|'x \"y z\" \\$q'|sleep 5|\"a; "
	       "b\"|\"a \\| b\"|'a && b'|[\"a b\", \"$$c\"]|"
	       "\"a $$(b c) d\"|\"a \\\\n b\"|sh -c \"x y\"|'`a b` c'|\"a > b\"|\"a 2> b\"|@$|\"a  "
	       "b\"|\"a\\tb\\nc\"|'a \"\" b'|[\"\", \" \"]|"
	       "'a\"b\"''c'''|\"# no\"|\"a\\\\ b\"||\"'unterminated\"|'a (b'|[1]|[null]|5|{a: "
	       "b}|\"a \\\\\"|')'" },
	{ 'H', "[\"a:1.1.1.1\", \"b=2.2.2.2\"]|{a: 1.1.1.1, b: "
	       "\"::1\"}|[\"a=::1\"]|[\"a=[::1]\"]|{a: [1.1.1.1, 2.2.2.2]}|[\"h:host-gateway\"]|"
	       "[]|[\"a=1.1.1.1,2.2.2.2\"]|[\"a:1.1.1.1\", \"a:2.2.2.2\"]|{b: \"[::2]\"}|{c: "
	       "\"1,2\"}|[\"d=\", \"e:\"]|{f: []}|{g: \"\"}||[bad]|"
	       "{a: x, x-h: y}|[\"=1\"]|{a: 5}|[\"a=1\", \"a=1\"]|{\"a:b\": c}|{a: [5]}|{\"\": "
	       "x}|a=1.1.1.1" },
	{ 'U', "{nofile: 5, nproc: {soft: 1, hard: 2}}|{nofile: 0}|{core: -1}|{nofile: "
	       "\"7\"}|{nofile: {soft: \"1\", hard: 2}}|{a1: 5}|"
	       "{memlock: {soft: -1, hard: -1}}|{}|{cpu: 0x10, data: @d}|{core: {soft: 0, hard: "
	       "0}}|{rss: {soft: 0, hard: 5}}||{nofile: {soft: 1}}|"
	       "{x-u: 3}|{nofile: 1.0}|{nofile: null}|{nofile: {soft: 1.0, hard: 2}}|{nofile: "
	       "x}|{A: {soft: 1}}|{nofile: []}|[nofile=5]" },
	/* the ones of build, which nothing casts */
	{ '5', "{nofile: 5, nproc: {soft: 1, hard: 2}}|{nofile: 0}|{core: -1}|{memlock: {soft: -1, "
	       "hard: -1}}|{}||{nofile: \"7\"}|{nofile: {soft: \"1\", hard: 2}}" },
	{ 'S', "@W|[@W, b@#]|[a]|[]|\"${SET}\"||[a, a]|\"\"|5|[5]|{a: b}" },
	{ 'Q', "[@W, x@#]|[a, b]|[a]|[A=1, A=2]|[]|[\"${SET}\"]|[yes, \"1\"]||[a, "
	       "a]|[5]|[null]|a|{a: b}|[[a]]" },
	{ 'u', "[w@#]|[w@#, \"x@#\"]|[]||[a, a]|[5]|[1.5]|w" },
	{ 'Y', "{driver: nvidia, capabilities: [gpu]}|{capabilities: [gpu], count: "
	       "1}|{capabilities: [gpu], count: all}|"
	       "{capabilities: [gpu], device_ids: [\"0\"]}|{capabilities: [gpu], count: \"2\", "
	       "options: @a}|{capabilities: []}|"
	       "{capabilities: [tpu, \"x\"], driver: \"${SET}\", count: ALL}||{capabilities: [a], "
	       "count: 1, device_ids: [b]}|{driver: d}|"
	       "{capabilities: [a, a]}|{capabilities: [a], count: x}|{capabilities: [a], count: "
	       "1.0}|{capabilities: [a], x: y}|{capabilities: a}" },
	/* hooks and deploy's parts */
	{ 'X', "{command: @K}|{command: [a], user: root, privileged: @B}|{command: a, environment: "
	       "@a, working_dir: /w}|{command: null}|"
	       "{command: @K, x-k: @x, user: \"${SET}\"}||{user: x}|{command: a, bogus: "
	       "1}|{command: a, environment: {A: [b]}}|{}|null" },
	{ 'J',
	  "{parallelism: @D, delay: @I}|{order: start-first, max_failure_ratio: "
	  "@F}|{failure_action: pause, monitor: @I}|{}|"
	  "{order: stop-first, parallelism: 0}||{order: bad}|{parallelism: -1}|{delay: 5}|null" },
	/* ports */
	{ 'p',
	  "80|\"80\"|\"127.0.0.1:8081:81\"|\"90-92\"|\"3000-3002:4000-4002\"|\"5000-5010:5000\"|"
	  "\"53:53/udp\"|\"[::1]:6000:6000\"|"
	  "{target: 80}|{target: @d, published: 8080}|{target: 443, published: \"443\", protocol: "
	  "udp, mode: host}|"
	  "{target: 1, host_ip: 127.0.0.1}|\"0.0.0.0::70\"|\":71\"|{target: 80, name: n, "
	  "app_protocol: http}|\"8080:80/TCP\"|"
	  "{target: 70, published: "
	  "\"1-5\"}|\"8080:80\"|\"9-11:9-11/sctp\"|\"${NUM}1:80\"|\"80/"
	  "\"|0x50|0o17|1_0|8080:80|22:22|{target: \"81\"}|"
	  "{target: \"${UNSET:-82}\", published: \"${UNSET}\"}|{target: 83, host_ip: "
	  "\"::\"}|\"00080:080\"|\"1:2/udp/x\"|\"::84\"|"
	  "{target: 99999, protocol: any, mode: any, x-p: 1}||\"a:b\"|\"99999\"|{published: "
	  "5}|080|\"127.0.0.1:80\"|"
	  "{target: 81, host_ip: bad}|\"0\"|\"3:2:1\"|\"10-8\"|\"8080:80\"|8e1|80.5|\"80 "
	  "\"|\"80/icmp\"|{target: 0}|{target: -1}|"
	  "{target: 80, host_ip: \"\"}|{target: 5.0}|\"1-2:3\"|\"::1:80:80\"|\"\"|null|{target: "
	  "80, bogus: 1}|\"-1\"|\"+80\"|\"1-2-3\"|[80]" },
	/* volumes */
	{ 'v',
	  "@P:@T|@G:@T|@T|@P:@T:ro|@G:@T:nocopy|@P:@T:rw,z|@P:@T:rshared|\"@P:@T:RO\"|{type: bind, "
	  "source: @A, target: @T}|"
	  "{type: volume, source: @G, target: @T}|{type: tmpfs, target: @T, tmpfs: {size: @Z, "
	  "mode: 0755}}|"
	  "{type: bind, source: @P, target: @T, read_only: @B, bind: {create_host_path: "
	  "@B}}|{type: volume, target: @T}|"
	  "{type: volume, source: @G, target: @T, volume: {nocopy: @B, subpath: a, labels: @a}}|"
	  "{type: image, source: i, target: @T, image: {subpath: "
	  "s}}|@G:@T:ro|\"C:\\\\a:@T\"|{type: npipe, source: a, target: @T}|"
	  "{type: bind, source: @P, target: @T, bind: {propagation: shared, selinux: z, recursive: "
	  "enabled}}|"
	  "{type: tmpfs, target: @T}|{type: volume, source: @G, target: @T, consistency: "
	  "cached}|@G:@T:z|@P:@T:cached,ro|"
	  "\"@P:@T:Z,rprivate,nocopy\"|{type: cluster, source: @G, target: "
	  "@T}|\"@P:@T:\\u0020ro\"|\"${UNSET:-./u}:@T\"|\"x:@T\"|"
	  "{type: tmpfs, target: @T, tmpfs: {size: \"10m\"}, x-v: @x}|\"@G:@T:ro,rw\"||{type: "
	  "bind, target: @T}|{type: bad, target: @T}|"
	  "{source: a, target: @T}|undefined:@T|\"a::b\"|{type: bind, source: \"\", target: "
	  "@T}|@P:rel/t|\"a:b:c:d\"|\"\"|/t1:ro|"
	  "{type: volume, source: @G}|{type: tmpfs, target: @T, tmpfs: {mode: \"1777\"}}|{type: "
	  "tmpfs, target: @T, tmpfs: {size: -1}}|"
	  "{type: tmpfs, target: @T, tmpfs: {size: 1.5}}|{type: volume, source: nope, target: "
	  "@T}|{type: bind, source: a, target: b, bind: null}|5|null" },
	/* references */
	{ 'e', "@E|{source: @E}|{source: @E, target: /s@#}|{source: @E, target: rel@#, mode: "
	       "0440}|{source: @E, mode: 0o440, x-e: 1}|"
	       "{source: @E, mode: \"0400\", uid: \"1\", gid: \"2\"}|{source: @E, mode: "
	       "440}||{source: nope}|{source: @E, mode: 0x1F}|nope|"
	       "{source: @E, mode: \"0x9\"}|{source: @E, mode: 1.5}|{source: @E, uid: 1}|{target: "
	       "x}|{source: @E, target: 5}|{}|5|{source: @E, mode: -1}" },
	{ 'c', "@C|{source: @C}|{source: @C, target: /c@#}|{source: @C, target: /c@#, mode: "
	       "0o444}|{source: @C, uid: \"0\"}||{source: nope, target: /x}|"
	       "{source: @C, target: null}|{source: @C, bogus: 1}|nope|[c1]" },
	{ 'n', "[@N]|[back, front]|{@N: }|{front: {aliases: [a, b@#]}, back: }|{@N: {ipv4_address: "
	       "10.0.0.2, priority: @d}}|"
	       "{front: {}, back: {driver_opts: {a: 1}, gw_priority: 2.7}}|[]|{}|"
	       "{@N: {mac_address: \"02:00:00:00:00:01\", interface_name: e0, link_local_ips: "
	       "[169.254.1.1]}}|"
	       "{@N: {ipv6_address: \"2001:db8::2\", driver_opts: {a: @W, b: @d}}}|{@N: {x-n: "
	       "@x}}||[nope]|[front, front]|[5]|{@N: 5}|"
	       "{@N: {priority: \"5\"}}|{\"a b\": }|front|{@N: {aliases: [a, a]}}|{@N: {bogus: "
	       "1}}|[null]|{x-net: }" },
	{ 'm', "[@M]|{@M: {condition: service_started}}|{@M: {condition: service_healthy, restart: "
	       "@B, required: false}}|{}|[]|"
	       "{@M: {condition: service_completed_successfully, required: true, x-d: 1}}|{base: "
	       "{condition: service_started, required: @b}}||"
	       "{@M: {condition: bad}}|[nope]|{@M: {required: true}}|[@M, @M]|{@M: }|@M|{@M: "
	       "{condition: service_started, required: \"true\"}}|[5]|"
	       "{nope: {condition: service_started, required: false}}" },
	{ 'h', "{test: @K}|{test: [CMD, a, b], interval: @I, timeout: @I, retries: @D}|{disable: "
	       "@B}|{test: [NONE]}|"
	       "{test: \"curl x\", start_period: @I, start_interval: @I}|{}|{interval: @I}|{test: "
	       "[CMD-SHELL, \"a \\| b\"]}|{test: []}|"
	       "{retries: 1.5, x-h: @x}||{test: [BAD]}|{test: null}|{retries: -1}|{interval: "
	       "5}|{bogus: 1}|null|{test: [CMD, 5]}" },
	{ 'l', "{driver: json-file, options: {max-size: 10m, n: 1}}|{driver: syslog}|{options: {a: "
	       "b, c: }}|{}|{driver: none, options: {x-o: 1}}|"
	       "{driver: \"${SET}\", options: {a: @0, b: \"@W\"}}||{options: {a: true}}|{options: "
	       "[a]}|null|{driver: 5}|{bogus: 1}|x" },
	/* build, everything */
	{ '2', ".|./ctx|{context: .}|{context: @P, dockerfile: D, args: @L}|{context: ., target: "
	       "t, labels: @L, cache_from: @Q, cache_to: [c]}|"
	       "{dockerfile_inline: \"FROM x\"}|{context: \"https://h/r.git#m\"}|{context: ., "
	       "additional_contexts: {a: ./x, b: \"docker-image://i\"}}|"
	       "{context: ., ssh: [default]}|{context: ., ssh: {default: }}|{context: ., secrets: "
	       "[@e, s1]}|{context: ., shm_size: @Z, ulimits: @5, network: host}|"
	       "{context: ., no_cache: @B, pull: @B, privileged: @B}|{context: ., tags: @Q, "
	       "platforms: [linux/amd64]}|"
	       "{context: ., extra_hosts: @H, isolation: i}|{context: ., provenance: @b, sbom: @W, "
	       "entitlements: [a]}|{}|"
	       "{context: ., additional_contexts: [\"a=./x\"]}|{context: \"\"}|{context: ., args: "
	       "[A, SET, \"B=${SET}\"]}|{context: git@h:r.git}|"
	       "{context: @A, dockerfile: ../D, x-b: @x, args: {A: , SET: , UNSET: }}|{provenance: "
	       "\"mode=max\", sbom: @b}|"
	       "{context: ., additional_contexts: {a: \"oci-layout://x\", b: ../y, c: "
	       "~/z}}||{context: ., dockerfile: a, dockerfile_inline: b}|"
	       "{context: ., bogus: 1}|{context: ., additional_contexts: {a: }}|{context: ., "
	       "additional_contexts: [a]}|{context: ., ssh: x}|"
	       "{context: ., ssh: [\"k=./key\"]}|{context: 5}|null|[a]|{context: ., "
	       "additional_contexts: {a: \"service:@M\"}}|{context: ., tags: [a, a]}|"
	       "{context: ., shm_size: 1.5}|{context: ., no_cache: x}|{context: ., platforms: x}|{context: ., no_cache_filter: [a]}" },
	{ 'y',
	  "{replicas: @D}|{mode: replicated, labels: @L}|{update_config: @J}|{rollback_config: @J}|"
	  "{resources: {limits: {cpus: @F, memory: 64M, pids: @D}}}|{resources: {reservations: "
	  "{devices: [@Y], cpus: \"0.1\"}}}|"
	  "{restart_policy: {condition: any, delay: @I, max_attempts: @D, window: @I}}|"
	  "{placement: {constraints: [a==b], preferences: [{spread: z}], max_replicas_per_node: "
	  "@D}}|{}|null|{endpoint_mode: vip}|"
	  "{resources: {reservations: {generic_resources: [{discrete_resource_spec: {kind: g, "
	  "value: @D}}]}}}|{x-d: @x}|"
	  "{resources: {limits: {memory: \"1g\"}, reservations: {memory: 5m}}}|{resources: "
	  "{limits: {}}}|{labels: @L, placement: {}}||"
	  "{resources: {limits: {memory: @Z}}}|{replicas: -1}|{bogus: 1}|{resources: "
	  "null}|{restart_policy: {max_attempts: -1}}|"
	  "{resources: {reservations: {devices: [{driver: d}]}}}|{placement: {constraints: "
	  "x}}|{replicas: 1.5}" },
	{ 'w',
	  "[{path: @A, action: rebuild}]|[{path: @P, action: sync, target: /t, ignore: @S}]|"
	  "[{path: @P, action: sync+exec, target: /t, exec: {command: @K}}]|[]|[{path: @P, action: "
	  "restart, initial_sync: @b, include: @S}]|"
	  "[{path: @P, action: sync+restart, target: /t, x-w: @x}, {path: b, action: rebuild}]|"
	  "[{path: ., action: sync+exec, target: /t, exec: {command: [a], user: u, privileged: @B, "
	  "working_dir: /w, environment: @a}}]||"
	  "[{path: @P, action: sync}]|[{path: @P, action: bad}]|[{path: \"\", action: "
	  "rebuild}]|[{action: rebuild}]|[{path: a, action: rebuild, bogus: 1}]|"
	  "[{path: a, action: sync, target: /t, exec: {user: u}}]|[{path: a, action: rebuild, "
	  "initial_sync: \"true\"}]|[null]" },
	{ 'k', "{weight: 5}|{weight: @d}|{weight_device: [{path: /dev/a, weight: 5}]}|"
	       "{device_read_bps: [{path: /dev/a, rate: @Z}], device_write_iops: [{path: /d, rate: "
	       "5}]}|{weight: 70000}|{}|"
	       "{device_read_iops: [{path: a, rate: 1}], device_write_bps: [{path: b, rate: "
	       "1k}]}|{weight_device: [{path: a}, {weight: 3}]}||"
	       "{weight: \"5\"}|{weight: -1}|{x-k: 1}|{bogus: 1}|{weight_device: [{x-a: "
	       "1}]}|{device_read_bps: [{rate: 1.5}]}|{weight: 1.0}|null" },
	{ 'f', "e1.env|[e1.env]|[e1.env, e2.env]|[{path: e2.env, required: false}]|[{path: "
	       "none.env, required: false}]|[{path: e1.env}]|"
	       "[{path: r.env, format: raw}]|[e2.env, {path: e1.env, required: @B}]|[]|[e1.env, "
	       "e1.env]|[./e1.env, e2.env]|"
	       "[{path: \"${UNSET:-e2.env}\", required: @b}]||{path: e1.env}|[none.env]|[{path: "
	       "e1.env, format: raw}]|[{path: e1.env, format: bad}]|"
	       "[{path: e1.env, x-f: 1}]|[{path: null}]|[5]|\"\"|[{required: false}]|[sub]" },
	{ 'g', "[{capabilities: [gpu]}]|[@Y]|[{driver: d}]|[]|[{count: 1}, {device_ids: "
	       "[a]}]|[{count: all, x-g: 1}]||bad|[{x: y}]|all|[{count: 1, device_ids: [a]}]|"
	       "[null]|[all]|{count: 1}|[{count: x}]|[{options: @a, bogus: @x}]" },
	/* top-level resources */
	{ 'i', "{}|null|{driver: d, driver_opts: {a: b, c: 1}}|{labels: @L}|{name: my_@W}|{name: "
	       "\"${SET}\"}|{external: false}|{x-i: @x}|"
	       "{external: \"${UNSET:-no}\", driver: \"${SET}\"}|{labels: @a, driver_opts: {a: @W, "
	       "b: @d}}||{external: {name: o}}|{external: true, name: n}|"
	       "{driver_opts: {a: true}}|{driver_opts: {a: }}|{bogus: 1}|[]|{labels: {A: "
	       "[]}}|{external: {name: o}, name: p}|{external: x}|{driver: 5}" },
	{ 'j', "{internal: @B}|{ipam: {driver: d, config: [{subnet: 10.1.0.0/16, gateway: "
	       "10.1.0.1}]}}|{enable_ipv6: @B, enable_ipv4: @B}|"
	       "{attachable: @B, driver: bridge}|{ipam: {config: [{subnet: 10.1.0.0/16, ip_range: "
	       "10.1.1.0/24, aux_addresses: {h: 10.1.0.5}}, "
	       "{subnet: 10.2.0.0/16}]}}|{ipam: {options: {a: b}}}|{ipam: {}}|{ipam: {config: "
	       "[]}}|{ipam: {config: [{}], x-p: @x}}|@i|@i|@i||"
	       "{ipam: null}|{ipam: {config: [{aux_addresses: {x-a: b}}]}}|{ipam: {options: {a: "
	       "1}}}|{ipam: {config: null}}" },
	{ 'o', "{driver: local, driver_opts: {o: bind, type: none, device: @P}}|{driver_opts: {o: "
	       "bind, device: @P}}|@i|@i|@i" },
	{ '3', "{external: true}|{external: true, name: n}|{external: \"true\", x-e: "
	       "@x}|{external: yes, name: \"${SET}\"}||{external: {name: o}}|"
	       "{external: true, driver: d}|{external: true, labels: @a}|@i" },
	{ '6', "{file: @P}|{file: ./s, labels: {A: @V}}|{file: x, name: n@#, template_driver: "
	       "t}|{file: \"${SET}\", x-s: @x}||{file: a, environment: b}|{}|"
	       "{file: }|{file: a, external: true}|{driver: d}|{file: a, driver: d, driver_opts: "
	       "{a: 1}}|null|{file: 5}" },
	{ '7', "{environment: SET}|{environment: SET, name: e@#}|{environment: "
	       "\"${UNSET:-NUM}\"}||{environment: UNSET}|{environment: \"\"}|{environment: 5}" },
	{ '8', "{content: \"a $$b ${SET}\"}|{content: x}|{content: \"line\\nline 2\\n\"}|{content: "
	       "@$}|{content: \"@W @W\", labels: {A: @V}}||{content: \"\"}|{content: x, file: "
	       "y}|{content: 5}|{content: }" },
	{ 'z',
	  "{model: a/b}|{model: a/b, context_size: @d, runtime_flags: [x, \"${SET}\"]}|{model: a, "
	  "name: n}|{model: \"${SET}\", x-m: @x}||{}|{model: a, context_size: \"5\"}|"
	  "{model: a, context_size: 1.0}|{model: 5}|{model: a, runtime_flags: x}|{name: "
	  "n}|null|{model: a, bogus: 1}" },
	{ 'r', "@W|@$|@0|@1|[@W, 1, true]|[]|[1.5, \"a b\"]|\"\"||null|{a: b}|[[a]]|[null]" },
};

/* What a key may hold.  Some keys stand twice, so that they come up more often. */
const struct service_key service_keys[] = {
	{ "annotations", "@L", ANY },
	{ "attach", "@B", ANY },
	{ "blkio_config", "@k", ANY },
	{ "build", "@2", ANY },
	{ "build", "@2", ANY },
	{ "cap_add", "@Q", ANY },
	{ "cap_drop", "[ALL]|@Q", ANY },
	{ "cgroup", "host|private||bad", ANY },
	{ "cgroup_parent", "@W", ANY },
	{ "command", "@K", ANY },
	{ "command", "@K", ANY },
	{ "configs", "[@c]|[@c, @c]|[@C]|[]", ANY },
	{ "container_name", "c@#|my-${SET:+s}-@#||x|@W|5|\"-a\"", NAMED },
	{ "cpu_count", "@D||-1", ANY },
	{ "cpu_percent", "50|\"20\"|@d||101|5.5|@D", ANY },
	{ "cpu_period", "@D", ANY },
	{ "cpu_quota", "@D|1.5", ANY },
	{ "cpu_rt_period", "@D||\"10ms\"", ANY },
	{ "cpu_rt_runtime", "@D", ANY },
	{ "cpu_shares", "@D|1.5", ANY },
	{ "cpus", "@F", WITHOUT_DEPLOY },
	{ "cpuset", "\"0,1\"|0-3||5", ANY },
	{ "credential_spec",
	  "{file: ./c.json}|{config: c}|{registry: r}|{}|{file: a, x-c: @x}||{file: 5}|{bogus: "
	  "1}|x|null",
	  ANY },
	{ "depends_on", "@m", ANY },
	{ "depends_on", "@m", ANY },
	{ "deploy", "@y", WITH_DEPLOY },
	{ "deploy", "@y", WITH_DEPLOY },
	{ "deploy", "@y", WITH_DEPLOY },
	{ "develop", "{watch: @w}|null|{}|{x-d: @x}||{bogus: 1}|{watch: null}|{watch: {}}", ANY },
	{ "develop", "{watch: @w}", ANY },
	{ "device_cgroup_rules", "[\"c @#:3 mr\"]|[]||[a, a]|[5]", ANY },
	{ "devices",
	  "[/dev/a]|[\"/dev/a:/dev/b\", \"/dev/c:/dev/d:r\"]|[{source: /dev/a, target: "
	  "/dev/b}]|[\"/dev/a::r\"]|[\"vendor.com/class=name\"]|"
	  "[{source: a, target: b, permissions: rw}]|[\"${UNSET:-/dev/x}\"]|[{source: a, target: "
	  "b, x-d: @x}]||[{source: a}]|[\"a:b:c:d\"]|[5]|[\"\"]|x|[{target: a}]|[\"a:\"]",
	  ANY },
	{ "dns", "@S|8.8.8.8|[1.1.1.1, \"\"]|[\"\"]||[null]|[a, a, \"\"]|null", ANY },
	{ "dns_opt", "@Q", ANY },
	{ "dns_search", "@S", ANY },
	{ "domainname", "@W", ANY },
	{ "entrypoint", "@K", ANY },
	{ "env_file", "@f", ANY },
	{ "env_file", "@f", ANY },
	{ "environment", "@L", ANY },
	{ "environment", "@L", ANY },
	{ "environment", "@L", ANY },
	{ "expose",
	  "[80, \"81\"]|[\"1-5\"]|[\"80/udp\"]|[0x50]|[]||[1.5]|[80, 80]|[80, "
	  "\"80\"]|[true]|80|[\"\"]",
	  ANY },
	{ "external_links", "@u", ANY },
	{ "extra_hosts", "@H", ANY },
	{ "gpus", "@g", ANY },
	{ "group_add", "[@#, g@#]|[\"@#\"]|[]||[a, a]|[1.5]|[true]|[null]", ANY },
	{ "healthcheck", "@h", ANY },
	{ "healthcheck", "@h", ANY },
	{ "hostname", "@W|\"${SET}\"||5|12:30", ANY },
	{ "image", "i:@W|${SET}|x/y:1|\"a@sha256:0\"||\"\"|5|null|[a]", ANY },
	{ "init", "@B", ANY },
	{ "ipc", "host|\"service:@M\"|shareable||service:nope", ANY },
	{ "isolation", "@W", ANY },
	{ "label_file",
	  "l1.labels|[l1.labels]|[l1.labels, l2.labels]|[]||[none.labels]|{a: b}|[5]|\"\"", ANY },
	{ "labels", "@L", ANY },
	{ "labels", "@L", ANY },
	{ "links", "[@M]|[\"@M:alias\"]|[]||[\"@M:a:b\"]|[nope]|[5]|@M", ANY },
	{ "logging", "@l", ANY },
	{ "mac_address", "\"02:00:00:00:00:01\"|02:00:00:00:00:02||5", ANY },
	{ "mem_limit", "@Z||1.5", WITHOUT_DEPLOY },
	{ "mem_reservation", "@Z", WITHOUT_DEPLOY },
	{ "mem_swappiness", "@D|5k", ANY },
	{ "memswap_limit", "@Z|-1||\"-1\"", ANY },
	{ "models",
	  "[mo]|{mo: {endpoint_var: A, model_var: B}}|{mo: }|{mo: {}}|[]|{mo: {x-m: "
	  "@x}}||[nope]|{mo: 5}|{\"a b\": x}|[mo, mo]|{mo: {bogus: 1}}|{x-mo: }|mo",
	  ANY },
	{ "network_mode", "host|none|\"service:@M\"|@W|\"\"||service:nope|5", WITH_NETWORK_MODE },
	{ "networks", "@n", WITH_NETWORKS },
	{ "networks", "@n", WITH_NETWORKS },
	{ "networks", "@n", WITH_NETWORKS },
	{ "oom_kill_disable", "@B", ANY },
	{ "oom_score_adj", "@D|-500||2000|1.5", ANY },
	{ "pid", "host|\"service:@M\"||null|5|service:nope", ANY },
	{ "pids_limit", "@D|-1", WITHOUT_DEPLOY },
	{ "platform", "linux/amd64|@W", ANY },
	{ "ports", "[@p]|[@p, @p]|[@p, @p, @p]||80|{target: 80}", ANY },
	{ "ports", "[@p]|[@p, @p]", ANY },
	{ "post_start", "[@X]|[@X, @X]|[]", ANY },
	{ "pre_start", "[@X]|[{command: a, image: i, per_replica: true}]", NEVER },
	{ "pre_stop", "[@X]||{command: a}", ANY },
	{ "privileged", "@B", ANY },
	{ "profiles", "[@R]|[@R, p@#]|[]||[a, a]|dev|[5]|[\"\"]", FIRST_ONLY },
	{ "provider",
	  "{type: t, options: {a: @r, b: @r}}|{type: t}|{type: t, options: {x-p: @r, x-q: @r, c: "
	  "@r}}|{type: t, options: {}}|{type: \"${SET}\", x-p: @x}||"
	  "{}|{type: t, options: {a: }}|{type: t, options: []}|{type: 5}|{type: t, bogus: "
	  "1}|{type: t, options: {x-a: @x}}|x",
	  ANY },
	{ "pull_policy",
	  "always|never|if_not_present|missing|build|daily|every_12h|weekly|refresh|every_1w2d||"
	  "bad|every_5|every_1.5h|\"\"|xalways",
	  ANY },
	{ "pull_refresh_after", "24h", ANY },
	{ "read_only", "@B", ANY },
	{ "restart", "always|no|\"no\"|on-failure:3|unless-stopped|@W||5|false", ANY },
	{ "runtime", "@W", ANY },
	{ "scale", "@D||-1", WITHOUT_DEPLOY },
	{ "secrets", "[@e]|[@e, @e]|[@E]|[]||x", ANY },
	{ "secrets", "[@e]", ANY },
	{ "security_opt", "[\"w@#=x\"]|@u", ANY },
	{ "shm_size", "@Z||1.5", ANY },
	{ "stdin_open", "@B", ANY },
	{ "stop_grace_period", "@I", ANY },
	{ "stop_signal", "@W||9", ANY },
	{ "storage_opt",
	  "{size: 1G, n: 1, z: }|{}|{a: @W, b: \"${SET}\"}||{a: true}|{a: 1.5}|{x-s: 1}|{a: "
	  "[b]}|[a=b]|null",
	  ANY },
	{ "sysctls", "@L", ANY },
	{ "tmpfs", "/m@#|[/m@#, \"/n@#:size=1\"]|[]||/t1|[/a, \"/a:size=1\"]|5|[5]|\"\"", ANY },
	{ "tty", "@B", ANY },
	{ "ulimits", "@U", ANY },
	{ "use_api_socket", "@b", ANY },
	{ "user", "@W|\"1000\"|22:22|\"${NUM}:${NUM}\"||1000|null|1.5", ANY },
	{ "userns_mode", "host|@W", ANY },
	{ "uts", "host|\"service:@M\"", ANY },
	{ "volumes", "[@v]|[@v, @v]|[@v, @v, @v]||{a: b}|x", ANY },
	{ "volumes", "[@v]|[@v, @v]", ANY },
	{ "volumes_from", "[@M]|[\"@M:ro\"]|[\"container:x\"]||[nope]|[@M, @M]|[\"@M:ro:x\"]|[5]",
	  BASE_ONLY },
	{ "working_dir", "/w|@W|\"${SET}\"", ANY },
	{ "x-any", "@x|{a: [1, 2.5, \"$$\"]}|@0|@1|@$|2024-01-31|{a: @0, b: {c: @1}}|[[], {}, @0]",
	  ANY },
};
/* clang-format on */

const size_t service_key_count = sizeof(service_keys) / sizeof(*service_keys);

enum { RULES = sizeof(rules) / sizeof(*rules) };

/* ------------------------------------------------------------------ chance */

uint64_t number(struct maker *m, uint64_t below)
{
	uint64_t z = (m->state += 0x9e3779b97f4a7c15U);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return (z ^ (z >> 31)) % below;
}

bool chance(struct maker *m, unsigned percent)
{
	return number(m, 100) < percent;
}

bool errs(struct maker *m, unsigned percent)
{
	if (!m->mistakes || !chance(m, percent))
		return false;
	m->mistakes--;
	return true;
}

/* ------------------------------------------------------------------ text */

void put(struct text *text, const char *bytes, size_t n)
{
	if (n > sizeof(text->bytes) - 1 - text->n)
		n = sizeof(text->bytes) - 1 - text->n;
	memcpy(text->bytes + text->n, bytes, n);
	text->n += n;
	text->bytes[text->n] = '\0';
}

static bool is_bar(const char *alternatives, const char *at)
{
	return *at == '|' && (at == alternatives || at[-1] != '\\');
}

/* Where the mistakes begin, or the end. */
static const char *mistakes_of(const char *alternatives)
{
	const char *at = alternatives;

	while (*at && !(is_bar(alternatives, at) && at[1] == '|'))
		at++;
	return at;
}

/* One of the alternatives, from its first byte to its end. */
static const char *choose(struct maker *m, const char *alternatives, const char **end)
{
	const char *at, *from = alternatives, *stop = mistakes_of(alternatives);
	size_t count = 1;
	uint64_t which;

	if (*stop && errs(m, 6)) {
		from = stop + 2;
		stop += strlen(stop);
	}
	for (at = from; at < stop; at++)
		count += is_bar(alternatives, at);
	which = number(m, count);
	for (at = from;; at++) {
		if (at < stop && !is_bar(alternatives, at))
			continue;
		if (!which--) {
			*end = at;
			return from;
		}
		from = at + 1;
	}
}

static void expand_letter(struct maker *m, struct text *text, char letter)
{
	size_t from;
	char word[16];

	if (letter == '#') {
		snprintf(word, sizeof(word), "%u", ++m->counter);
		put(text, word, strlen(word));
		return;
	}
	if (letter == 'M') {
		from = errs(m, 4) || m->current + 1 >= service_count ? 0 : m->current + 1;
		from += number(m, service_count - from);
		put(text, service_names[from], strlen(service_names[from]));
		return;
	}
	for (size_t i = 0; i < RULES; i++)
		if (rules[i].letter == letter)
			expand(m, text, rules[i].alternatives);
}

/* Whether a value begins at the end of the text and ends before AFTER. */
static bool is_whole_value(const struct text *text, char after)
{
	char before = text->n ? text->bytes[text->n - 1] : ' ';

	return (before == ' ' || before == '[') &&
	       (!after || after == ',' || after == ']' || after == '}' || after == '|');
}

static bool begins_plainly(const struct text *text, size_t at)
{
	return at < text->n && !strchr("&*!|>?-%@`", text->bytes[at]);
}

static void insert(struct text *text, size_t at, const char *word)
{
	struct text rest = { .n = 0 };

	put(&rest, text->bytes + at, text->n - at);
	text->n = at;
	put(text, word, strlen(word));
	put(text, rest.bytes, rest.n);
}

/* A whole value: sometimes an alias of an earlier one, an anchor, a tag, or something odd. */
static void expand_value(struct maker *m, struct text *text, char letter)
{
	static const char shapes[] = "LKHUSQYXJaehlnmv2ywkfgijop68z",
			  scalars[] = "WVDBFIZPAT01$brx";
	bool shape = strchr(shapes, letter), scalar = strchr(scalars, letter);
	size_t at = text->n;
	char word[24];

	if ((shape || scalar) && errs(m, 3)) {
		expand(m, text, "@O");
		return;
	}
	if (shape && m->nanchors && chance(m, 4)) {
		unsigned which = (unsigned)number(m, m->nanchors);

		if (m->anchors[which] == letter) {
			snprintf(word, sizeof(word), "*a%u", which);
			put(text, word, strlen(word));
			put(text, " ", 1);
			return;
		}
	}
	expand_letter(m, text, letter);
	if (!begins_plainly(text, at))
		return;
	if (shape && m->nanchors < ANCHORS && chance(m, 4)) {
		m->anchors[m->nanchors] = letter;
		snprintf(word, sizeof(word), "&a%u ", m->nanchors++);
		insert(text, at, word);
	} else if (m->over && (shape ? chance(m, 3) : scalar && errs(m, 2))) {
		insert(text, at, chance(m, 50) ? "!override " : "!reset ");
	}
}

void expand(struct maker *m, struct text *text, const char *alternatives)
{
	const char *end, *at = choose(m, alternatives, &end);

	for (; at < end; at++) {
		if (*at == '\\' && at[1] == '|')
			continue;
		if (*at != '@') {
			put(text, at, 1);
			continue;
		}
		at++;
		if (is_whole_value(text, at + 1 < end ? at[1] : '\0'))
			expand_value(m, text, *at);
		else
			expand_letter(m, text, *at);
	}
}
