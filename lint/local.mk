# SPDX-License-Identifier: MIT
# Sources in the order of the work; a room needs itself and the rooms before it.

compose_lint_SOURCES = %D%/main.c
compose_lint_LDADD = $(house) $(PROGRAM_LIBS)
compose_lint_LDFLAGS = $(AM_LDFLAGS) $(PROGRAM_LDFLAGS)

liblint_a_SOURCES = \
	%D%/options.c %D%/options.h %D%/options.list \
	%D%/choice.c %D%/choice.h \
	%D%/command.c %D%/command.h \
	%D%/command_boundary.c \
	%D%/command_config.c \
	%D%/output.c %D%/output.h \
	%D%/overwrite.c %D%/overwrite.h \
	%D%/discover.c %D%/discover.h \
	%D%/discovery.c %D%/discovery.h \
	%D%/finder.c %D%/finder.h \
	%D%/discover_name.c \
	%D%/discover_entry.c \
	%D%/discover_variable.c \
	%D%/discover_folder.c \
	%D%/discover_member.c \
	%D%/processors.c %D%/processors.h \
	%D%/workers.c %D%/workers.h \
	%D%/gather.c %D%/gather.h \
	%D%/settle.c %D%/settle.h \
	%D%/run.c %D%/run.h

liblint_a_SOURCES += \
	%D%/base/limits.h \
	%D%/base/arena.c %D%/base/arena.h \
	%D%/base/lock.h \
	%D%/base/format.c %D%/base/format.h \
	%D%/base/str.c %D%/base/str.h \
	%D%/base/calendar.c %D%/base/calendar.h \
	%D%/base/nearest.c %D%/base/nearest.h \
	%D%/base/utf8.c %D%/base/utf8.h \
	%D%/base/path.c %D%/base/path.h \
	%D%/base/source.c %D%/base/source.h \
	%D%/base/node.c %D%/base/node.h \
	%D%/base/table.c %D%/base/table.h \
	%D%/base/regex.c %D%/base/regex.h \
	%D%/base/diag.c %D%/base/diag.h

liblint_a_SOURCES += \
	%D%/read/file.c %D%/read/file.h \
	%D%/read/file_once.c %D%/read/file_once.h \
	%D%/read/replace.c %D%/read/replace.h \
	%D%/read/yaml.c %D%/read/yaml.h \
	%D%/read/yaml_reader.h \
	%D%/read/yaml_error.c \
	%D%/read/yaml_place.c \
	%D%/read/yaml_tags.c \
	%D%/read/yaml_scalar.c \
	%D%/read/yaml_anchor.c \
	%D%/read/yaml_mapping.c \
	%D%/read/yaml_mend.c \
	%D%/read/yaml_piece.c \
	%D%/read/scalar.c %D%/read/scalar.h \
	%D%/read/problem.c %D%/read/problem.h \
	%D%/read/written.c %D%/read/written.h \
	%D%/read/template.c %D%/read/template.h \
	%D%/read/letter.c %D%/read/letter.h \
	%D%/read/dotenv.c %D%/read/dotenv.h \
	%D%/read/dockerfile.c %D%/read/dockerfile.h \
	%D%/read/dockerfile_text.c %D%/read/dockerfile_text.h \
	%D%/read/instruction.c %D%/read/instruction.h \
	%D%/read/instruction_check.c %D%/read/instruction_check.h \
	%D%/read/execform.c %D%/read/execform.h \
	%D%/read/git_index.c %D%/read/git_index.h \
	%D%/read/heredoc.c %D%/read/heredoc.h \
	%D%/read/flag_fields.c %D%/read/flag_fields.h \
	%D%/read/frontend.c %D%/read/frontend.h \
	%D%/read/pattern.c %D%/read/pattern.h \
	%D%/read/comment.c %D%/read/comment.h \
	%D%/read/whitespace.c %D%/read/whitespace.h

liblint_a_SOURCES += \
	%D%/image/scope.c %D%/image/scope.h \
	%D%/image/expand.c %D%/image/expand.h \
	%D%/image/glob.c %D%/image/glob.h \
	%D%/image/stage.c %D%/image/stage.h \
	%D%/image/evaluate.c \
	%D%/image/stage_build.h \
	%D%/image/stage_step.c \
	%D%/image/stage_base.c \
	%D%/image/stage_copy.c \
	%D%/image/stage_run.c \
	%D%/image/stage_mount.c \
	%D%/image/stage_use.c \
	%D%/image/image.c %D%/image/image.h \
	%D%/image/shell.c %D%/image/shell.h \
	%D%/image/account.c %D%/image/account.h \
	%D%/image/wrapper.c %D%/image/wrapper.h \
	%D%/image/context.c %D%/image/context.h

liblint_a_SOURCES += \
	%D%/model/load_request.h \
	%D%/model/load.c %D%/model/load.h \
	%D%/model/load_env.c %D%/model/load_env.h \
	%D%/model/load_example.c %D%/model/load_example.h \
	%D%/model/load_include.c %D%/model/load_include.h \
	%D%/model/load_name.c %D%/model/load_name.h \
	%D%/model/loader.c %D%/model/loader.h \
	%D%/model/env.c %D%/model/env.h \
	%D%/model/env_file.c %D%/model/env_file.h \
	%D%/model/cast.c %D%/model/cast.h \
	%D%/model/interp.c %D%/model/interp.h \
	%D%/model/extended.c %D%/model/extended.h \
	%D%/model/extends.c %D%/model/extends.h \
	%D%/model/include.c %D%/model/include.h \
	%D%/model/trail.c %D%/model/trail.h \
	%D%/model/go_text.c %D%/model/go_text.h \
	%D%/model/notation.c %D%/model/notation.h \
	%D%/model/merge.c %D%/model/merge.h \
	%D%/model/layers.c %D%/model/layers.h \
	%D%/model/handed.c %D%/model/handed.h \
	%D%/model/tags.c \
	%D%/model/unique.c \
	%D%/model/schema.c %D%/model/schema.h %D%/model/keys.list \
	%D%/model/validate.c \
	%D%/model/shape.c %D%/model/shape.h \
	%D%/model/shape_item.c %D%/model/shape_item.h \
	%D%/model/cut.c %D%/model/cut.h \
	%D%/model/port.c %D%/model/port.h \
	%D%/model/volume.c %D%/model/volume.h \
	%D%/model/command.c %D%/model/command.h \
	%D%/model/defaults.c %D%/model/defaults.h \
	%D%/model/paths.c %D%/model/paths.h \
	%D%/model/name.c %D%/model/name.h \
	%D%/model/typed.c %D%/model/typed.h \
	%D%/model/consistency.c %D%/model/consistency.h \
	%D%/model/service_check.c %D%/model/service_check.h \
	%D%/model/dependency.c %D%/model/dependency.h \
	%D%/model/withheld.c %D%/model/withheld.h \
	%D%/model/seccomp.c %D%/model/seccomp.h \
	%D%/model/entrypoint.c %D%/model/entrypoint.h \
	%D%/model/build.c %D%/model/build.h \
	%D%/model/build_context.c %D%/model/build_context.h \
	%D%/model/assemble.c %D%/model/assemble.h \
	%D%/model/project.c %D%/model/project.h \
	%D%/model/normal.c %D%/model/normal.h \
	%D%/model/shown.c %D%/model/shown.h \
	%D%/model/service_env.c %D%/model/service_env.h \
	%D%/model/settled.c %D%/model/settled.h \
	%D%/model/distinct.c %D%/model/distinct.h \
	%D%/model/advice.c %D%/model/advice.h \
	%D%/model/environment.c %D%/model/environment.h

liblint_a_SOURCES += \
	%D%/fact/facts.c %D%/fact/facts.h \
	%D%/fact/setting.c %D%/fact/setting.h %D%/fact/setting.list \
	%D%/fact/sidecar.c %D%/fact/sidecar.h \
	%D%/fact/declared.c %D%/fact/declared.h \
	%D%/fact/address.c %D%/fact/address.h \
	%D%/fact/hostpath.c %D%/fact/hostpath.h \
	%D%/fact/hostclass.c \
	%D%/fact/mount.c %D%/fact/mount.h \
	%D%/fact/mount_link.c %D%/fact/mount_link.h \
	%D%/fact/workspace.c %D%/fact/workspace.h \
	%D%/fact/cover.c %D%/fact/cover.h \
	%D%/fact/own_path.c %D%/fact/own_path.h \
	%D%/fact/host_tree.c %D%/fact/host_tree.h %D%/fact/host_exec.list \
	%D%/fact/own_secret.c %D%/fact/own_secret.h \
	%D%/fact/own_view.c %D%/fact/own_view.h \
	%D%/fact/network.c %D%/fact/network.h \
	%D%/fact/device.c %D%/fact/device.h \
	%D%/fact/hook.c %D%/fact/hook.h \
	%D%/fact/published_port.c %D%/fact/published_port.h \
	%D%/fact/extra_host.c %D%/fact/extra_host.h \
	%D%/fact/adjacency.c %D%/fact/adjacency.h \
	%D%/fact/tracked.c %D%/fact/tracked.h \
	%D%/fact/net_name.c %D%/fact/net_name.h \
	%D%/fact/twin.c %D%/fact/twin.h \
	%D%/fact/engine_proxy.c %D%/fact/engine_proxy.h \
	%D%/fact/user.c %D%/fact/user.h \
	%D%/fact/volume_source.c %D%/fact/volume_source.h \
	%D%/fact/security.c %D%/fact/security.h \
	%D%/fact/override.c %D%/fact/override.h %D%/fact/protection.list \
	%D%/fact/host_power.c %D%/fact/host_power.h \
	%D%/fact/recipe.h %D%/fact/recipe_part.h %D%/fact/recipe_text.c \
	%D%/fact/recipe_resolve.c \
	%D%/fact/reference.c %D%/fact/reference.h \
	%D%/fact/download.c \
	%D%/fact/install.c \
	%D%/fact/group.c %D%/fact/group.h \
	%D%/fact/secret_file.c %D%/fact/secret_file.h \
	%D%/fact/agent_cli.c %D%/fact/agent_cli.h %D%/fact/agent_cli.list \
	%D%/fact/granted.c %D%/fact/granted.h \
	%D%/fact/contract.h %D%/fact/contract_part.h \
	%D%/fact/contract_resolve.c \
	%D%/fact/contract_sees.c \
	%D%/fact/contract_reaches.c \
	%D%/fact/contract_holds.c \
	%D%/fact/contract_draft.c \
	%D%/fact/credential.h %D%/fact/credential_part.h %D%/fact/credential_judge.c \
	%D%/fact/credential_name.c \
	%D%/fact/credential_sign.c \
	%D%/fact/credential_value.c %D%/fact/credential.list \
	%D%/fact/credential_placeholder.c \
	%D%/fact/credential_entropy.c \
	%D%/fact/credential_announced.c \
	%D%/fact/credential_broken.c \
	%D%/fact/credential_given.c \
	%D%/fact/credential_known.c \
	%D%/fact/credential_mask.c \
	%D%/fact/literal.c %D%/fact/literal.h \
	%D%/fact/gateway.c %D%/fact/gateway.h \
	%D%/fact/gateway_address.c

liblint_a_SOURCES += \
	%D%/engine/rule.c %D%/engine/rule.h \
	%D%/engine/sink.c %D%/engine/sink.h \
	%D%/engine/way.c %D%/engine/way.h \
	%D%/engine/history.c \
	%D%/engine/fix.c \
	%D%/engine/sharing.c \
	%D%/engine/own.c \
	%D%/engine/role.c %D%/engine/role.h %D%/engine/role.list \
	%D%/engine/role_others.c \
	%D%/engine/role_word.c %D%/engine/role_word.h \
	%D%/engine/preset.c %D%/engine/preset.h %D%/engine/preset.list \
	%D%/engine/grade.c %D%/engine/grade.h \
	%D%/engine/suppress.c %D%/engine/suppress.h \
	%D%/engine/suppress_comment.c %D%/engine/suppress_comment.h \
	%D%/engine/suppress_index.c %D%/engine/suppress_index.h \
	%D%/engine/walk.c %D%/engine/walk.h \
	%D%/engine/configuration.c %D%/engine/configuration.h \
	%D%/engine/configuration_rules.c %D%/engine/configuration_rules.h \
	%D%/engine/yield.c %D%/engine/yield.h \
	%D%/engine/unset.c %D%/engine/unset.h \
	%D%/engine/join.c %D%/engine/join.h \
	%D%/engine/fingerprint.c %D%/engine/fingerprint.h \
	%D%/engine/baseline.c %D%/engine/baseline.h \
	%D%/engine/engine.c %D%/engine/engine.h \
	%D%/engine/reliance.c %D%/engine/reliance.h \
	%D%/engine/boundary_draw.c %D%/engine/boundary.h %D%/engine/boundary.list \
	%D%/engine/boundary_part.h %D%/engine/boundary_doubt.c \
	%D%/engine/boundary_view.c %D%/engine/boundary_contract.c

liblint_a_SOURCES += \
	%D%/report/report.c %D%/report/report.h %D%/report/formats.list \
	%D%/report/line.c %D%/report/line.h \
	%D%/report/listing.c %D%/report/listing.h \
	%D%/report/excerpt.c %D%/report/excerpt.h \
	%D%/report/text.c \
	%D%/report/gcc.c \
	%D%/report/checkout.c %D%/report/checkout.h \
	%D%/report/notice.c %D%/report/notice.h \
	%D%/report/json_text.c %D%/report/json_text.h \
	%D%/report/json.c \
	%D%/report/markdown.c %D%/report/markdown.h \
	%D%/report/sarif_rule.c %D%/report/sarif_rule.h \
	%D%/report/sarif.c \
	%D%/report/github.c \
	%D%/report/gitlab.c \
	%D%/report/xml.c %D%/report/xml.h \
	%D%/report/junit.c \
	%D%/report/mask.c %D%/report/mask.h \
	%D%/report/value.c %D%/report/value.h \
	%D%/report/origin.c %D%/report/origin.h \
	%D%/report/traced.c %D%/report/traced.h \
	%D%/report/spot.c %D%/report/spot.h \
	%D%/report/merged.c %D%/report/merged.h \
	%D%/report/sheet.c %D%/report/sheet.h \
	%D%/report/relied.c %D%/report/relied.h \
	%D%/report/sheet_json.c \
	%D%/report/sheet_contract.c \
	%D%/report/mapping.c %D%/report/mapping.h %D%/report/mapping.list \
	%D%/report/explain.c \
	%D%/report/mdoc.c \
	%D%/report/term.c %D%/report/term.h
