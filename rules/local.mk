# SPDX-License-Identifier: MIT
# One line for each rule, sorted, as in rules.list; tests/t-registry.sh compares.

librules_a_SOURCES = %D%/registry.c %D%/registry.h %D%/rules.list
EXTRA_DIST += %D%/retired.list

librules_a_SOURCES += %D%/agent_cli_unpinned.c
librules_a_SOURCES += %D%/agent_port.c
librules_a_SOURCES += %D%/agent_secret.c
librules_a_SOURCES += %D%/build_privileged.c
librules_a_SOURCES += %D%/build_pull_confusion.c
librules_a_SOURCES += %D%/build_secret.c
librules_a_SOURCES += %D%/cap_drop_missing.c
librules_a_SOURCES += %D%/context_secret.c
librules_a_SOURCES += %D%/credential_env.c
librules_a_SOURCES += %D%/credential_literal.c
librules_a_SOURCES += %D%/dockerfile_syntax.c
librules_a_SOURCES += %D%/egress_relay.c
librules_a_SOURCES += %D%/engine_endpoint.c
librules_a_SOURCES += %D%/external_network.c
librules_a_SOURCES += %D%/gateway_key.c
librules_a_SOURCES += %D%/gateway_unknown_host.c
librules_a_SOURCES += %D%/gateway_unreachable.c
librules_a_SOURCES += %D%/home_mount.c
librules_a_SOURCES += %D%/host_address.c
librules_a_SOURCES += %D%/host_namespace.c
librules_a_SOURCES += %D%/image_no_digest.c
librules_a_SOURCES += %D%/image_unpinned.c
librules_a_SOURCES += %D%/implicit_env.c
librules_a_SOURCES += %D%/incomplete_project.c
librules_a_SOURCES += %D%/internal_leak.c
librules_a_SOURCES += %D%/loopback_gateway_url.c
librules_a_SOURCES += %D%/model_invalid.c
librules_a_SOURCES += %D%/mount_not_readonly.c
librules_a_SOURCES += %D%/network_not_internal.c
librules_a_SOURCES += %D%/new_privileges.c
librules_a_SOURCES += %D%/no_resource_limits.c
librules_a_SOURCES += %D%/pipe_to_shell.c
librules_a_SOURCES += %D%/privileged.c
librules_a_SOURCES += %D%/privileged_neighbour.c
librules_a_SOURCES += %D%/root_user.c
librules_a_SOURCES += %D%/rootfs_writable.c
librules_a_SOURCES += %D%/socket_mount.c
librules_a_SOURCES += %D%/unset_variable.c
librules_a_SOURCES += %D%/yaml_syntax.c
