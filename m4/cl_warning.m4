# SPDX-License-Identifier: MIT
# CL_WARNING([FLAG]...): add each FLAG the compiler takes to WARN_CFLAGS.
# With -Werror, since clang only warns of a warning that it does not know.
AC_DEFUN([CL_WARNING], [m4_foreach_w([cl_flag], [$1],
  [AC_MSG_CHECKING([whether $CC takes cl_flag])
   cl_save_CFLAGS=$CFLAGS; CFLAGS="$CFLAGS -Werror cl_flag"
   AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
     [WARN_CFLAGS="$WARN_CFLAGS cl_flag"; AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])])
   CFLAGS=$cl_save_CFLAGS
])])
