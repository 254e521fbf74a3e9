# SPDX-License-Identifier: MIT
# Sources in the order of the work; a room needs itself and the rooms before it.

compose_lint_SOURCES = %D%/main.c
compose_lint_LDADD = $(library_ldadd)

liblint_a_SOURCES = \
	%D%/options.c %D%/options.h %D%/options.list \
	%D%/discover.c %D%/discover.h

liblint_a_SOURCES += \
	%D%/base/limits.h \
	%D%/base/arena.c %D%/base/arena.h \
	%D%/base/str.c %D%/base/str.h \
	%D%/base/utf8.c %D%/base/utf8.h \
	%D%/base/path.c %D%/base/path.h \
	%D%/base/source.c %D%/base/source.h \
	%D%/base/node.c %D%/base/node.h \
	%D%/base/table.c %D%/base/table.h \
	%D%/base/regex.c %D%/base/regex.h \
	%D%/base/diag.c %D%/base/diag.h

liblint_a_SOURCES += \
	%D%/read/file.c %D%/read/file.h \
	%D%/read/yaml.c %D%/read/yaml.h \
	%D%/read/template.c %D%/read/template.h \
	%D%/read/dotenv.c %D%/read/dotenv.h \
	%D%/read/dockerfile.c %D%/read/dockerfile.h

liblint_a_SOURCES += \
	%D%/model/load.c %D%/model/load.h \
	%D%/model/env.c %D%/model/env.h \
	%D%/model/interp.c %D%/model/interp.h \
	%D%/model/include.c %D%/model/include.h \
	%D%/model/extends.c %D%/model/extends.h \
	%D%/model/merge.c %D%/model/merge.h %D%/model/merge.list \
	%D%/model/trail.c %D%/model/trail.h \
	%D%/model/schema.c %D%/model/schema.h %D%/model/keys.list \
	%D%/model/validate.c \
	%D%/model/cast.c %D%/model/cast.h \
	%D%/model/cut.c %D%/model/cut.h \
	%D%/model/port.c %D%/model/port.h \
	%D%/model/volume.c %D%/model/volume.h \
	%D%/model/shape_item.c %D%/model/shape_item.h \
	%D%/model/shape.c %D%/model/shape.h \
	%D%/model/command.c %D%/model/command.h \
	%D%/model/typed.c %D%/model/typed.h \
	%D%/model/dependency.c %D%/model/dependency.h \
	%D%/model/withheld.c %D%/model/withheld.h \
	%D%/model/service_check.c %D%/model/service_check.h \
	%D%/model/consistency.c %D%/model/consistency.h \
	%D%/model/scope.c %D%/model/scope.h \
	%D%/model/stage.c %D%/model/stage.h \
	%D%/model/project.c %D%/model/project.h \
	%D%/model/address.c %D%/model/address.h \
	%D%/model/image.c %D%/model/image.h \
	%D%/model/mount.c %D%/model/mount.h \
	%D%/model/hostpath.c %D%/model/hostpath.h \
	%D%/model/network.c %D%/model/network.h \
	%D%/model/user.c %D%/model/user.h \
	%D%/model/security.c %D%/model/security.h \
	%D%/model/credential.c %D%/model/credential.h %D%/model/credential.list

liblint_a_SOURCES += \
	%D%/engine/rule.h \
	%D%/engine/sink.c %D%/engine/sink.h \
	%D%/engine/role.c %D%/engine/role.h \
	%D%/engine/preset.c %D%/engine/preset.h %D%/engine/preset.list \
	%D%/engine/walk.c %D%/engine/walk.h \
	%D%/engine/yield.c %D%/engine/yield.h \
	%D%/engine/engine.c %D%/engine/engine.h

liblint_a_SOURCES += \
	%D%/report/report.c %D%/report/report.h %D%/report/formats.list \
	%D%/report/text.c \
	%D%/report/gcc.c \
	%D%/report/json.c \
	%D%/report/json_text.c %D%/report/json_text.h \
	%D%/report/explain.c \
	%D%/report/term.c %D%/report/term.h
