# SPDX-License-Identifier: MIT
# CL_STATIC_PROGRAM: sets PROGRAM_LIBS and PROGRAM_LDFLAGS, with which compose-lint is linked.
# Needs YAML, PCRE2 and JANSSON of PKG_CHECK_MODULES, and MODE_CFLAGS.
#
# To find and bind four shared libraries takes a third of the time of a run on one project. So the
# program is linked statically where that works here, as a position-independent one: it reads
# what others wrote, and shall stand at another address each time. Sanitizers, fuzzers and coverage
# bring libraries of their own.
AC_DEFUN([CL_STATIC_PROGRAM],
[AC_ARG_ENABLE([static-program],
  [AS_HELP_STRING([--enable-static-program],
    [link compose-lint statically (where that works)])],
  [], [AS_IF([test -n "$MODE_CFLAGS"], [enable_static_program=no], [enable_static_program=maybe])])
AC_SUBST([PROGRAM_LIBS])
AC_SUBST([PROGRAM_LDFLAGS])
AS_IF([test "$enable_static_program" != no],
  [PKG_CHECK_MODULES_STATIC([PROGRAM], [yaml-0.1 libpcre2-8 jansson], [], [PROGRAM_LIBS=])
   PROGRAM_LDFLAGS=-static-pie
   AC_MSG_CHECKING([whether compose-lint can be linked with $PROGRAM_LDFLAGS])
   cl_save_CFLAGS=$CFLAGS; cl_save_LIBS=$LIBS
   CFLAGS="$CFLAGS $PROGRAM_CFLAGS $PROGRAM_LDFLAGS"; LIBS="$PROGRAM_LIBS $LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#define PCRE2_CODE_UNIT_WIDTH 8
#include <jansson.h>
#include <pcre2.h>
#include <pthread.h>
#include <yaml.h>
static const char *const names[] = {"a", "b"};
]], [[
pthread_t thread = pthread_self();
pthread_detach(thread);
return !names[!yaml_get_version_string()] || pcre2_config(PCRE2_CONFIG_JIT, 0) || !json_null();
]])],
     [enable_static_program=yes; AC_MSG_RESULT([yes])],
     [AC_MSG_RESULT([no])
      AS_IF([test "$enable_static_program" = yes],
        [AC_MSG_ERROR([--enable-static-program takes static libraries of C, libyaml, pcre2 and jansson])])
      enable_static_program=no])
   CFLAGS=$cl_save_CFLAGS; LIBS=$cl_save_LIBS])
AS_IF([test "$enable_static_program" = no],
  [PROGRAM_LIBS="$YAML_LIBS $PCRE2_LIBS $JANSSON_LIBS"; PROGRAM_LDFLAGS=])
])
