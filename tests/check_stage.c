/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "evaluated.h"
#include "tests/suite.h"

/* ------------------------------------------------------------ small files */

struct user_row {
	const char *name;
	struct str text;
	struct str user; /* p NULL: inherited */
	enum stage_root root;
	int64_t uid;
	struct str fault; /* empty: none */
};

#define ROW(title, lines, user, root, uid)                                      \
	{                                                                       \
		title, STR_INIT(lines), STR_INIT(user), root, uid, STR_INIT("") \
	}
#define ROW_INHERITED(title, lines)                                                       \
	{                                                                                 \
		title, STR_INIT(lines), { NULL, 0 }, STAGE_ROOT_UNKNOWN, -1, STR_INIT("") \
	}
#define ROW_ERROR(title, lines, fault)                                                       \
	{                                                                                    \
		title, STR_INIT(lines), { NULL, 0 }, STAGE_ROOT_UNKNOWN, -1, STR_INIT(fault) \
	}

static const struct user_row user_rows[] = {
	ROW("backtick escape",
	    "# escape=`\nFROM w\nRUN dir c:\\\nRUN a `\n  b\nUSER ContainerUser\n", "ContainerUser",
	    STAGE_ROOT_NO, -1),
	ROW("directive in any spelling", "  #  EsCaPe =  `  \nFROM a\nRUN a `\nUSER x\nUSER y\n",
	    "y", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("three backslashes do not continue", "FROM a\nRUN x \\\\\\\nUSER app\n", "app",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW("file ends in a continuation", "FROM a\nUSER app \\\n", "app", STAGE_ROOT_PRESUMED_NO,
	    -1),
	ROW("heredoc hides an instruction", "FROM a\nUSER 5\nRUN <<EOF\nUSER root\nEOF\n", "5",
	    STAGE_ROOT_NO, 5),
	ROW("terminator with a blank", "FROM a\nRUN <<EOF\nEOF \nEOF\nUSER app\n", "app",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW("here-string and shift", "FROM a\nRUN cat <<<x; echo \"a << b\" $((1<<3))\nUSER app\n",
	    "app", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("heredoc behind onbuild", "FROM a\nONBUILD RUN <<EOF\nUSER root\nEOF\nUSER app\n",
	    "app", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("same instruction sees the state before", "FROM a\nENV U=x\nENV U=0 V=$U\nUSER $V\n",
	    "x", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("arg behind env wins", "FROM scratch\nENV U=app\nARG U=root\nUSER $U\n", "root",
	    STAGE_ROOT_YES, 0),
	ROW("arg of an unrelated stage", "FROM a AS x\nARG U=app\nFROM b\nUSER $U\n", "",
	    STAGE_ROOT_UNKNOWN, -1),
	ROW("from an assembled name",
	    "FROM a AS run-amd64\nUSER 1000\nFROM b AS run-arm64\nFROM run-$TARGETARCH\n", "1000",
	    STAGE_ROOT_NO, 1000),
	ROW("default in from without arg", "FROM a AS one\nUSER 1000\nFROM ${BASE:-one}\n", "1000",
	    STAGE_ROOT_NO, 1000),
	ROW("the latest stage of a name", "FROM a AS x\nUSER 1\nFROM a AS x\nUSER 2\nFROM x\n", "2",
	    STAGE_ROOT_NO, 2),
	ROW("copy brings no user", "FROM a AS x\nUSER 1\nFROM scratch\nCOPY --from=x / /\n", "",
	    STAGE_ROOT_YES, 0),
	ROW("the last user wins", "FROM a\nUSER app\nUSER 0:0\n", "0:0", STAGE_ROOT_YES, 0),
	ROW("quoted user", "FROM a\nUSER \"root\"\n", "root", STAGE_ROOT_YES, 0),
	ROW("alias of root", "FROM a\nRUN useradd -o -u 0 agent\nUSER agent\n", "agent",
	    STAGE_ROOT_YES, 0),
	ROW("shortened option", "FROM a\nRUN useradd --non-u --ui 0 agent\nUSER agent\n", "agent",
	    STAGE_ROOT_YES, 0),
	ROW("clustered options", "FROM a\nRUN useradd -mou0 agent\nUSER agent\n", "agent",
	    STAGE_ROOT_YES, 0),
	ROW("debian adduser",
	    "FROM a\nRUN adduser --disabled-password --gecos '' --uid 1234 coder && adduser coder "
	    "sudo\n"
	    "USER coder\n",
	    "coder", STAGE_ROOT_NO, 1234),
	ROW("adduser to a group makes nobody", "FROM a\nRUN adduser coder sudo\nUSER coder\n",
	    "coder", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("account behind sudo and assignment",
	    "FROM a\nRUN X=1 sudo -E useradd -u 12 app > /dev/null 2>&1 || true\nUSER app\n", "app",
	    STAGE_ROOT_NO, 12),
	ROW("account in a heredoc", "FROM a\nRUN <<EOF\nset -e\nuseradd -u 12 app\nEOF\nUSER app\n",
	    "app", STAGE_ROOT_NO, 12),
	ROW("env of the parent decides", "FROM a AS x\nENV U=root\nFROM x\nUSER $U\n", "root",
	    STAGE_ROOT_YES, 0),
	ROW("required in a stage nobody needs", "FROM a AS x\nUSER ${U:?}\nFROM b\nUSER 1000\n",
	    "1000", STAGE_ROOT_NO, 1000),
	ROW("no-break space does not separate words", "FROM a\nUSER\tapp\xC2\xA0x\n",
	    "app\xC2\xA0x", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("quote in a modifier", "FROM scratch\nUSER ${X:-\"a b\"}\n", "a b",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW("nested modifiers", "FROM scratch\nARG Y=7\nUSER ${X:-${Y:+${Y}8}}\n", "78",
	    STAGE_ROOT_NO, 78),
	ROW("prefix and suffix",
	    "FROM scratch\nENV V=aXbXc\nUSER ${V#*X}-${V##*X}-${V%X*}-${V%%X*}\n", "bXc-c-aXb-a",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW("replace", "FROM scratch\nENV V=aXbXc\nUSER ${V/X/1}-${V//X/2}-${V//*/3}-${V//\\//4}\n",
	    "a1bXc-a2b2c-3-aXbXc", STAGE_ROOT_PRESUMED_NO, -1),
	ROW("empty pattern", "FROM scratch\nENV V=ab\nUSER ${V///-}\n", "-a-b-",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW("escaped dollar", "FROM scratch\nUSER \\$X'$Y'\"\\$Z\"\n", "$X$Y$Z",
	    STAGE_ROOT_PRESUMED_NO, -1),
	ROW_INHERITED("user swallowed by a continuation", "FROM a\nRUN x \\\n\n# c\nUSER app\n"),
	ROW_ERROR("no instructions", "# only\n\n", "no-instructions"),
	ROW_ERROR("url in copy", "FROM a\nCOPY https://x.example/a /a\n", "url-in-copy"),
	ROW_ERROR("unbalanced quote", "FROM a\nENV A it's\n", "expansion-error"),
	ROW_ERROR("variable in from flag", "FROM a\nCOPY --from=$X a b\n", "from-flag-variable"),
	ROW_ERROR("stage name", "FROM a AS 1st\n", "bad-stage-name"),
	ROW_ERROR("chained onbuild", "FROM a\nONBUILD ONBUILD USER x\n", "onbuild-forbidden"),
	ROW_ERROR("trigger fails at the child", "FROM a AS x\nONBUILD USER\nFROM x\n",
		  "missing-argument"),
	ROW_ERROR("copy from below", "FROM a AS x\nCOPY --from=y a b\nFROM b AS y\nFROM x\n",
		  "self-copy"),
	ROW_ERROR("copy from an index that is none", "FROM a\nCOPY --from=4 a b\n", "self-copy"),
	ROW_ERROR("signal", "FROM a\nSTOPSIGNAL SIGNONE\n", "bad-value"),
	ROW_ERROR("port", "FROM a\nEXPOSE 99999\n", "bad-value"),
	ROW_ERROR("reference", "FROM UPPER\n", "bad-reference"),
};

START_TEST(users_of_small_files)
{
	const struct user_row *row = &user_rows[_i];
	const struct dockerfile_error *error;
	const struct stage *target;
	struct run run;

	run_text(&run, row->text);
	error = first_error(&run);
	ck_assert_msg(error == NULL ? row->fault.n == 0
				    : str_eq(fault_name(error->fault), row->fault),
		      "%s: %.*s", row->name, STR_FMT(error != NULL ? error->message : STR("")));
	target = run.result->target;
	if (error == NULL) {
		ck_assert_msg(row->user.p == NULL ? target->user.known == STAGE_INHERITED
						  : str_eq(target->user.text, row->user),
			      "%s: user \"%.*s\"", row->name, STR_FMT(target->user.text));
		ck_assert_msg(target->verdict.root == row->root && target->verdict.uid == row->uid,
			      "%s: root %.*s, uid %ld", row->name,
			      STR_FMT(root_name(target->verdict.root)), (long)target->verdict.uid);
	}
	run_end(&run);
}
END_TEST

struct switch_row {
	const char *name;
	struct str text;
	struct str tool;
	struct str user;
};

static const struct switch_row switch_rows[] = {
	{ "gosu", STR_INIT("FROM a\nENTRYPOINT [\"gosu\", \"app\"]\nCMD [\"x\"]\n"),
	  STR_INIT("gosu"), STR_INIT("app") },
	{ "su with a command", STR_INIT("FROM a\nCMD [\"su\", \"-c\", \"run\", \"app\"]\n"),
	  STR_INIT("su"), STR_INIT("app") },
	{ "su alone", STR_INIT("FROM a\nCMD su -\n"), STR_INIT("su"), STR_INIT("root") },
	{ "runuser", STR_INIT("FROM a\nCMD [\"/sbin/runuser\", \"-u\", \"app\", \"--\", \"x\"]\n"),
	  STR_INIT("runuser"), STR_INIT("app") },
	{ "behind env and exec", STR_INIT("FROM a\nENTRYPOINT exec env A=1 sudo -u bob x\n"),
	  STR_INIT("sudo"), STR_INIT("bob") },
	{ "shell in a shell", STR_INIT("FROM a\nCMD [\"sh\", \"-c\", \"exec doas x\"]\n"),
	  STR_INIT("doas"), STR_INIT("root") },
	{ "setpriv without reuid",
	  STR_INIT("FROM a\nCMD [\"setpriv\", \"--no-new-privs\", \"x\"]\n"), STR_INIT(""),
	  STR_INIT("") },
	{ "sudo with a long option",
	  STR_INIT("FROM a\nCMD [\"sudo\", \"-E\", \"--user=app\", \"x\"]\n"), STR_INIT("sudo"),
	  STR_INIT("app") },
	{ "sudo, option and name in one", STR_INIT("FROM a\nCMD [\"sudo\", \"-uapp\", \"x\"]\n"),
	  STR_INIT("sudo"), STR_INIT("app") },
	{ "sudo with a group alone",
	  STR_INIT("FROM a\nCMD [\"sudo\", \"-g\", \"staff\", \"--\", \"x\"]\n"), STR_INIT("sudo"),
	  STR_INIT("root") },
	{ "doas behind options with values",
	  STR_INIT("FROM a\nCMD [\"doas\", \"-C\", \"/etc/doas.conf\", \"-u\", \"app\", \"x\"]\n"),
	  STR_INIT("doas"), STR_INIT("app") },
	{ "runuser as su", STR_INIT("FROM a\nCMD [\"runuser\", \"-c\", \"x\", \"app\"]\n"),
	  STR_INIT("runuser"), STR_INIT("app") },
	{ "setpriv, the number in its own word",
	  STR_INIT("FROM a\nCMD [\"setpriv\", \"--reuid\", \"1000\", \"x\"]\n"),
	  STR_INIT("setpriv"), STR_INIT("1000") },
	{ "chpst behind options with values",
	  STR_INIT("FROM a\nCMD [\"chpst\", \"-e\", \"/env\", \"-m\", \"9\", \"-u\", \"app\", "
		   "\"x\"]\n"),
	  STR_INIT("chpst"), STR_INIT("app") },
	{ "chpst behind options without",
	  STR_INIT("FROM a\nCMD [\"chpst\", \"-P\", \"-v\", \"-u\", \"app\", \"x\"]\n"),
	  STR_INIT("chpst"), STR_INIT("app") },
	{ "chpst for the environment alone",
	  STR_INIT("FROM a\nCMD [\"chpst\", \"-e\", \"/env\", \"x\"]\n"), STR_INIT("chpst"),
	  STR_INIT("") },
	{ "an init that is told to end its options",
	  STR_INIT("FROM a\nENTRYPOINT [\"tini\", \"-g\", \"-e\", \"143\", \"--\", \"gosu\", "
		   "\"app\"]\n"),
	  STR_INIT("gosu"), STR_INIT("app") },
	{ "an init that is not",
	  STR_INIT("FROM a\nENTRYPOINT [\"dumb-init\", \"--rewrite\", \"15:3\", \"su-exec\", "
		   "\"app\"]\n"),
	  STR_INIT("su-exec"), STR_INIT("app") },
	{ "behind nice with a number",
	  STR_INIT("FROM a\nCMD [\"nice\", \"-n\", \"5\", \"gosu\", \"app\"]\n"), STR_INIT("gosu"),
	  STR_INIT("app") },
	{ "a shell with a long option",
	  STR_INIT("FROM a\nCMD [\"bash\", \"--login\", \"-c\", \"exec gosu app x\"]\n"),
	  STR_INIT("gosu"), STR_INIT("app") },
	{ "a tool whose user nobody sees", STR_INIT("FROM a\nCMD [\"chroot\", \"/r\", \"x\"]\n"),
	  STR_INIT("chroot"), STR_INIT("") },
	{ "gosu without a user", STR_INIT("FROM a\nCMD [\"gosu\"]\n"), STR_INIT("gosu"),
	  STR_INIT("") },
	{ "not at the start", STR_INIT("FROM a\nCMD [\"run\", \"gosu\", \"app\"]\n"), STR_INIT(""),
	  STR_INIT("") },
	{ "shell entrypoint ignores cmd",
	  STR_INIT("FROM a\nENTRYPOINT x\nCMD [\"gosu\", \"app\"]\n"), STR_INIT(""), STR_INIT("") },
};

START_TEST(wrappers_of_small_files)
{
	const struct switch_row *row = &switch_rows[_i];
	struct run run;

	run_text(&run, row->text);
	ck_assert_msg(str_eq(run.result->target->privilege.tool, row->tool) &&
			      str_eq(run.result->target->privilege.user, row->user),
		      "%s: %.*s to %.*s", row->name, STR_FMT(run.result->target->privilege.tool),
		      STR_FMT(run.result->target->privilege.user));
	run_end(&run);
}
END_TEST

START_TEST(shell_and_arguments_of_small_files)
{
	const struct stage *target;
	struct run run;

	run_text(&run, STR("FROM a AS x\nSHELL [\"/bin/bash\", \"-ec\"]\nFROM x\nCMD run\n"));
	target = run.result->target;
	ck_assert_uint_eq(target->nshell, 2);
	ck_assert(str_eq(target->cmd.argv[1], STR("-ec")) &&
		  str_eq(target->cmd.argv[2], STR("run")));
	run_end(&run);
	run_text(&run, STR("FROM scratch\nARG http_proxy\nENV P=[$http_proxy$HTTP_PROXY]\n"
			   "ENV A='x y' B=c\\ d C=\"$A\"$B\n"));
	target = run.result->target;
	ck_assert(str_eq(env_of(target, STR("P"))->value.text, STR("[]")));
	ck_assert(str_eq(env_of(target, STR("B"))->value.text, STR("c d")));
	ck_assert(str_eq(env_of(target, STR("C"))->value.text, STR("")));
	run_end(&run);
}
END_TEST

/* ------------------------------------------------------------ what rules ask for */

START_TEST(a_user_knows_the_arguments_that_fed_it)
{
	struct build_arg arg = { .name = STR("UID"), .value = STR("0"), .span = { 7, 1, 4 } };
	const struct stage_value *user;
	struct run run;

	run_begin(&run, STR("ARG UID=1000\nFROM debian:12\nARG UID\nUSER $UID\n"));
	run.request.args = &arg;
	run.request.nargs = 1;
	run_evaluate(&run);
	user = &run.result->target->user;
	ck_assert(str_eq(user->text, STR("0")));
	ck_assert(str_eq(span_text(&run, user->span), STR("$UID")));
	ck_assert_int_eq(run.result->target->verdict.root, STAGE_ROOT_YES);
	ck_assert_uint_eq(user->norigins, 2);
	ck_assert_int_eq(user->origins[0].kind, SCOPE_ARG);
	ck_assert_uint_eq(line_of(&run, user->origins[0].span), 3);
	ck_assert_int_eq(user->origins[1].kind, SCOPE_BUILD_ARG);
	ck_assert(span_eq(user->origins[1].span, arg.span));
	ck_assert(!run.result->args_unused[0]);
	run_end(&run);
}
END_TEST

START_TEST(a_global_default_is_an_origin_too)
{
	const struct stage_value *user;
	struct run run;

	run_text(&run, STR("ARG U=app\nFROM debian:12\nARG U\nENV V=$U\nUSER $V\n"));
	user = &run.result->target->user;
	ck_assert(str_eq(user->text, STR("app")));
	ck_assert_uint_eq(user->norigins, 3);
	ck_assert_int_eq(user->origins[0].kind, SCOPE_ENV);
	ck_assert_uint_eq(line_of(&run, user->origins[1].span), 3);
	ck_assert_uint_eq(line_of(&run, user->origins[2].span), 1);
	run_end(&run);
}
END_TEST

START_TEST(an_argument_that_nobody_declares_is_unused)
{
	struct build_arg args[] = { { .name = STR("TYPO"), .value = STR("1") },
				    { .name = STR("http_proxy"), .value = STR("x") } };
	struct run run;

	run_begin(&run, STR("FROM debian:12\nARG OTHER\n"));
	run.request.args = args;
	run.request.nargs = 2;
	run_evaluate(&run);
	ck_assert(run.result->args_unused[0]);
	ck_assert(!run.result->args_unused[1]);
	run_end(&run);
}
END_TEST

START_TEST(an_unknown_argument_makes_the_user_uncertain)
{
	struct build_arg arg = { .name = STR("U"), .value = STR(""), .unknown = true };
	struct run run;

	run_begin(&run, STR("FROM scratch\nARG U\nUSER $U\n"));
	run.request.args = &arg;
	run.request.nargs = 1;
	run_evaluate(&run);
	ck_assert_int_eq(run.result->target->user.known, STAGE_UNCERTAIN);
	ck_assert_int_eq(run.result->target->verdict.root, STAGE_ROOT_UNKNOWN);
	run_end(&run);
}
END_TEST

/* The argument is given, but what it will be is not known here. */
static const struct str undecided[] = {
	STR_INIT("ARG U\nFROM $U\n"),
	STR_INIT("ARG U\nFROM postgres:$U\n"),
	STR_INIT("ARG U\nFROM docker:${U:?which}-dind\n"),
	STR_INIT("FROM scratch\nARG U\nEXPOSE $U/udp\n"),
	STR_INIT("FROM scratch\nARG U\nVOLUME $U\n"),
	STR_INIT("FROM scratch\nARG U\nSTOPSIGNAL $U\n"),
};

START_TEST(an_unknown_argument_is_no_error)
{
	static const struct str values[] = { STR_INIT(""), STR_INIT("${U}") };
	struct build_arg arg = { .name = STR("U"), .value = values[_i % 2], .unknown = true };
	struct run run;

	run_begin(&run, undecided[_i / 2]);
	run.request.args = &arg;
	run.request.nargs = 1;
	run_evaluate(&run);
	ck_assert_ptr_null(run.result->target->error);
	ck_assert_uint_eq(run.result->nerrors, 0);
	run_end(&run);
	/* a value that is known to be empty is one */
	arg = (struct build_arg){ .name = STR("U"), .value = STR("") };
	run_begin(&run, undecided[_i / 2]);
	run.request.args = &arg;
	run.request.nargs = 1;
	run_evaluate(&run);
	ck_assert_uint_eq(run.result->nerrors, 1);
	run_end(&run);
}
END_TEST

START_TEST(what_the_base_image_may_set_is_no_error)
{
	struct run run;

	run_text(&run, STR("FROM debian:12\nEXPOSE ${PORT}/udp\nVOLUME $DATA\nSTOPSIGNAL $SIG\n"));
	ck_assert_uint_eq(run.result->nerrors, 0);
	run_end(&run);
}
END_TEST

START_TEST(an_account_knows_its_command)
{
	struct stage_verdict verdict;
	struct run run;

	run_text(&run,
		 STR("FROM debian:12\nRUN apt-get update && \\\n    useradd -u 1007 -m agent\n"));
	verdict = stage_user_verdict(run.result->target, STR("agent:staff"));
	ck_assert_int_eq(verdict.root, STAGE_ROOT_NO);
	ck_assert_int_eq(verdict.uid, 1007);
	ck_assert(str_eq(span_text(&run, verdict.span), STR("useradd -u 1007 -m agent")));
	ck_assert_int_eq(stage_user_verdict(run.result->target, STR(":5")).root, STAGE_ROOT_YES);
	ck_assert_int_eq(stage_user_verdict(NULL, STR("who")).root, STAGE_ROOT_PRESUMED_NO);
	run_end(&run);
}
END_TEST

START_TEST(a_trigger_of_the_parent_has_its_place)
{
	struct run run;

	run_text(&run, STR("FROM debian:12 AS base\nONBUILD USER root\nFROM base\n"));
	ck_assert_uint_eq(line_of(&run, run.result->target->user.span), 2);
	ck_assert(str_eq(span_text(&run, run.result->target->user.span), STR("root")));
	run_end(&run);
}
END_TEST

START_TEST(only_needed_stages_make_findings)
{
	struct run run;

	run_text(&run, STR("FROM debian:12 AS unused\nUSER ${X:?no}\nFROM debian:12\nUSER 1\n"));
	ck_assert_uint_eq(run.result->nerrors, 0);
	ck_assert_uint_eq(run.lint.diag.count, 0);
	ck_assert_ptr_nonnull(run.result->stages[0].error);
	run_end(&run);
	run_text(&run, STR("FROM debian:12 AS used\nUSER ${X:?no}\nFROM debian:12\n"
			   "COPY --from=used /a /b\n"));
	ck_assert_uint_eq(run.result->nerrors, 1);
	ck_assert_uint_eq(run.lint.diag.count, 1);
	run_end(&run);
}
END_TEST

START_TEST(uses_name_stages_and_images)
{
	const struct stage *target;
	struct run run;

	run_text(&run, STR("FROM a AS one\nFROM b\nCOPY --from=ONE /x /y\nCOPY --from=nginx:1 / /\n"
			   "RUN --mount=type=bind,from=busybox,target=/m true\n"));
	target = run.result->target;
	ck_assert_uint_eq(target->nuses, 3);
	ck_assert_int_eq(target->uses[0].kind, STAGE_BASE_STAGE);
	ck_assert_uint_eq(target->uses[0].stage, 0);
	ck_assert(str_eq(target->uses[1].image, STR("nginx:1")));
	ck_assert(str_eq(target->uses[2].image, STR("busybox")));
	ck_assert(run.result->stages[0].needed && !run.result->stages[0].in_chain);
	run_end(&run);
}
END_TEST

START_TEST(a_run_keeps_its_scope_and_user)
{
	const struct stage_run *runs;
	struct run run;

	run_text(&run, STR("FROM a\nARG V=latest\nRUN npm i x@$V\nARG V=2\nUSER 5\nRUN <<EOF\n"
			   "curl x | sh\nEOF\n"));
	ck_assert_uint_eq(run.result->target->nruns, 2);
	runs = run.result->target->runs;
	ck_assert(str_eq(scope_find(runs[0].scope, STR("V"))->text, STR("latest")));
	ck_assert(str_eq(scope_find(runs[1].scope, STR("V"))->text, STR("2")));
	ck_assert_int_eq(runs[0].verdict.root, STAGE_ROOT_UNKNOWN);
	ck_assert_int_eq(runs[1].verdict.root, STAGE_ROOT_NO);
	ck_assert_uint_eq(runs[1].ntexts, 1);
	ck_assert(str_eq(runs[1].texts[0], STR("curl x | sh\n")));
	ck_assert_uint_eq(line_of(&run, dockerfile_slice_span(runs[1].instr, runs[1].texts[0])), 7);
	run_end(&run);
}
END_TEST

START_TEST(data_of_a_heredoc_is_no_code)
{
	struct run run;

	run_text(&run, STR("FROM a\nRUN cat <<EOF >/x\nuseradd -u 0 evil\nEOF\n"
			   "RUN bash <<EOF\nuseradd -u 7 good\nEOF\n"));
	ck_assert_ptr_null(stage_account(run.result->target, STR("evil")));
	ck_assert_ptr_nonnull(stage_account(run.result->target, STR("good")));
	run_end(&run);
}
END_TEST

/* ------------------------------------------------------------ other builds */

struct other {
	struct stage_source source;
	bool known;
};

static bool find_other(void *self, struct str name, struct stage_source *found)
{
	const struct other *other = self;

	(void)name;
	*found = other->source;
	return other->known;
}

START_TEST(a_service_context_goes_on_in_its_target)
{
	struct build_context context = { .name = STR("base"), .value = STR("service:api") };
	struct run first, second;
	struct other other = { { NULL, STR("") }, true };

	run_text(&first, STR("FROM debian:12\nRUN useradd -u 0 x\nENV E=1\nARG A=2\nUSER x\n"));
	other.source.result = first.result;
	run_begin(&second, STR("FROM base\nENV F=$E$A\n"));
	second.request.contexts = &context;
	second.request.ncontexts = 1;
	second.request.self = &other;
	second.request.service = find_other;
	run_evaluate(&second);
	ck_assert_int_eq(second.result->target->kind, STAGE_BASE_SERVICE);
	ck_assert_int_eq(second.result->target->verdict.root, STAGE_ROOT_YES);
	ck_assert(str_eq(second.result->target->image, STR("debian:12")));
	ck_assert(str_eq(env_of(second.result->target, STR("F"))->value.text, STR("1")));
	run_end(&second);
	run_end(&first);
}
END_TEST

START_TEST(an_image_that_is_built_here_goes_on_in_its_target)
{
	struct run first, second;
	struct other other = { { NULL, STR("") }, true };

	run_text(&first, STR("FROM debian:12\nUSER 1234\n"));
	other.source.result = first.result;
	run_begin(&second, STR("FROM me/agent:dev\n"));
	second.request.self = &other;
	second.request.image = find_other;
	run_evaluate(&second);
	ck_assert_int_eq(second.result->target->verdict.uid, 1234);
	run_end(&second);
	run_end(&first);
}
END_TEST

START_TEST(an_unknown_context_is_no_empty_one)
{
	struct build_context context = { .name = STR("base"), .value = STR("oci-layout:///x") };
	struct run run;

	run_begin(&run, STR("FROM base\n"));
	run.request.contexts = &context;
	run.request.ncontexts = 1;
	run_evaluate(&run);
	ck_assert_int_eq(run.result->target->kind, STAGE_BASE_UNKNOWN);
	ck_assert_int_eq(run.result->target->verdict.root, STAGE_ROOT_UNKNOWN);
	run_end(&run);
}
END_TEST

/* ------------------------------------------------------------ hostile files */

START_TEST(doubling_a_variable_ends_in_an_error)
{
	struct builder text = { 0 };
	struct arena arena = { 0 };
	struct run run;

	text.arena = &arena;
	builder_add(&text, STR("FROM a\nENV A=0123456789\n"));
	for (int i = 0; i < 900; i++)
		builder_add(&text, STR("ENV A=$A$A B=${A//?/xx}\n"));
	run_text(&run, builder_str(&text));
	ck_assert_uint_ge(run.result->nerrors, 1);
	ck_assert_uint_le(run.result->nerrors, 8);
	ck_assert_int_eq(run.result->errors[0]->fault, DOCKERFILE_EXPANSION_ERROR);
	run_end(&run);
	arena_free(&arena);
}
END_TEST

START_TEST(deep_references_end_in_an_error)
{
	struct builder text = { 0 };
	struct arena arena = { 0 };
	struct run run;

	text.arena = &arena;
	builder_add(&text, STR("FROM a\nUSER "));
	for (int i = 0; i < 5000; i++)
		builder_add(&text, STR("${x:-"));
	run_text(&run, builder_str(&text));
	ck_assert_uint_eq(run.result->nerrors, 1);
	run_end(&run);
	arena_free(&arena);
}
END_TEST

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static const struct str scraps[] = {
	STR_INIT("FROM a AS b\n"),
	STR_INIT("FROM b\n"),
	STR_INIT("FROM $X AS c\n"),
	STR_INIT("ARG X=b Y\n"),
	STR_INIT("ENV X=$Y Y=${X#a} Z=${X//b/$Y}\n"),
	STR_INIT("USER $X:$Y\n"),
	STR_INIT("USER"),
	STR_INIT(" 0\n"),
	STR_INIT("WORKDIR a/../..\n"),
	STR_INIT("RUN useradd -u $X 'a b' | (x; y)\n"),
	STR_INIT("RUN <<EOF\nadduser $X\nEOF\n"),
	STR_INIT("COPY --from=b a b\n"),
	STR_INIT("COPY --from=9 a b\n"),
	STR_INIT("ONBUILD USER $X\n"),
	STR_INIT("ONBUILD COPY --from=c a b\n"),
	STR_INIT("ENTRYPOINT exec gosu $X\n"),
	STR_INIT("CMD [\"su\", \"-c\"]\n"),
	STR_INIT("EXPOSE $X 1-2/udp\n"),
	STR_INIT("VOLUME $X /d\n"),
	STR_INIT("LABEL a=$X\n"),
	STR_INIT("SHELL [\"/bin/bash\", \"-c\"]\n"),
	STR_INIT("HEALTHCHECK CMD x\n"),
	STR_INIT("STOPSIGNAL $X\n"),
	STR_INIT("RUN [\"useradd\", \"x\"]\n"),
	STR_INIT("# c\n"),
	STR_INIT("ENV \"\\"),
	STR_INIT("${"),
	STR_INIT("'"),
	STR_INIT("$(("),
	STR_INIT("\n"),
};

START_TEST(any_file_can_be_evaluated)
{
	for (int seed = _i * 300; seed < (_i + 1) * 300; seed++) {
		uint32_t state = (uint32_t)seed;
		struct arena arena = { 0 };
		struct builder text = { .arena = &arena };
		struct run run;

		builder_add(&text, STR("FROM a AS b\n"));
		for (uint32_t n = next_random(&state) % 20; n > 0; n--)
			builder_add(
				&text,
				scraps[next_random(&state) % (sizeof(scraps) / sizeof(*scraps))]);
		run_text(&run, builder_str(&text));
		ck_assert_int_eq(run.result->status, STAGE_OK);
		for (size_t i = 0; i < run.lint.diag.count; i++)
			ck_assert_uint_le(run.lint.diag.findings[i]->span.end, run.source->bytes.n);
		run_end(&run);
		arena_free(&arena);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("stage");
	TCase *facts = tcase_create("facts");
	TCase *small = tcase_create("small"), *others = tcase_create("others"),
	      *hostile = tcase_create("hostile");

	tcase_add_loop_test(small, users_of_small_files, 0,
			    (int)(sizeof(user_rows) / sizeof(*user_rows)));
	tcase_add_loop_test(small, wrappers_of_small_files, 0,
			    (int)(sizeof(switch_rows) / sizeof(*switch_rows)));
	tcase_add_test(small, shell_and_arguments_of_small_files);
	tcase_add_test(facts, a_user_knows_the_arguments_that_fed_it);
	tcase_add_test(facts, a_global_default_is_an_origin_too);
	tcase_add_test(facts, an_argument_that_nobody_declares_is_unused);
	tcase_add_test(facts, an_unknown_argument_makes_the_user_uncertain);
	tcase_add_loop_test(facts, an_unknown_argument_is_no_error, 0,
			    2 * sizeof(undecided) / sizeof(*undecided));
	tcase_add_test(facts, what_the_base_image_may_set_is_no_error);
	tcase_add_test(facts, an_account_knows_its_command);
	tcase_add_test(facts, a_trigger_of_the_parent_has_its_place);
	tcase_add_test(facts, only_needed_stages_make_findings);
	tcase_add_test(facts, uses_name_stages_and_images);
	tcase_add_test(facts, a_run_keeps_its_scope_and_user);
	tcase_add_test(facts, data_of_a_heredoc_is_no_code);
	tcase_add_test(others, a_service_context_goes_on_in_its_target);
	tcase_add_test(others, an_image_that_is_built_here_goes_on_in_its_target);
	tcase_add_test(others, an_unknown_context_is_no_empty_one);
	tcase_add_test(hostile, doubling_a_variable_ends_in_an_error);
	tcase_add_test(hostile, deep_references_end_in_an_error);
	tcase_add_loop_test(hostile, any_file_can_be_evaluated, 0, 20);
	suite_add_tcase(s, small);
	suite_add_tcase(s, facts);
	suite_add_tcase(s, others);
	suite_add_tcase(s, hostile);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
