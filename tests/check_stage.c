/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "golden.h"

static struct golden cases;

struct run {
	struct lint lint;
	const struct source *source;
	struct dockerfile file;
	struct stage_request request;
	const struct stage_result *result;
};

static void run_begin(struct run *run, struct str text)
{
	*run = (struct run){ .source = NULL };
	lint_init(&run->lint);
	run->source = source_add(&run->lint.sources, STR("Dockerfile"), STR("/Dockerfile"), text);
	run->file = dockerfile_parse(&run->lint, run->source,
				     (struct span){ run->source->number, 0, (uint32_t)text.n });
	run->request.file = &run->file;
}

static void run_evaluate(struct run *run)
{
	run->result = stage_evaluate(&run->lint, &run->request);
}

static void run_text(struct run *run, struct str text)
{
	run_begin(run, text);
	run_evaluate(run);
}

static void run_end(struct run *run)
{
	lint_free(&run->lint);
}

static uint32_t line_of(struct run *run, struct span span)
{
	return source_place(&run->lint.sources, span.source, span.start).line;
}

static struct str span_text(const struct run *run, struct span span)
{
	return source_text(&run->lint.sources, span);
}

/* ------------------------------------------------------------ golden cases */

static void take_args(struct run *run, const json_t *args)
{
	json_t *object = json_object_get(args, "build_args");
	struct build_arg *given =
		ARENA_ARRAY(&run->lint.run, json_object_size(object), struct build_arg);
	struct build_context *contexts;
	const char *key;
	json_t *value;

	run->request.args = given;
	json_object_foreach(object, key, value) given[run->request.nargs++] =
		(struct build_arg){ .name = str_from(key), .value = golden_text(value) };
	object = json_object_get(args, "additional_contexts");
	contexts = ARENA_ARRAY(&run->lint.run, json_object_size(object), struct build_context);
	run->request.contexts = contexts;
	json_object_foreach(object, key, value) contexts[run->request.ncontexts++] =
		(struct build_context){ .name = str_from(key), .value = golden_text(value) };
	run->request.target = golden_text(json_object_get(args, "target"));
	run->request.platform = golden_text(json_object_get(args, "platform"));
}

static const struct dockerfile_error *first_error(const struct run *run)
{
	if (run->file.nerrors > 0)
		return run->file.errors[0];
	return run->result->nerrors > 0 ? run->result->errors[0] : NULL;
}

static void compare_error(struct run *run, const json_t *wanted, struct str name)
{
	const struct dockerfile_error *error = first_error(run);
	const json_t *line = json_object_get(wanted, "line");
	struct str kind = golden_text(json_object_get(wanted, "kind"));

	if (str_eq(kind, STR("target-not-found"))) {
		ck_assert_int_eq(run->result->status, STAGE_TARGET_NOT_FOUND);
		return;
	}
	ck_assert_msg(error != NULL, "%.*s: no error", STR_FMT(name));
	ck_assert_msg(str_eq(dockerfile_fault_name(error->fault), kind), "%.*s: %.*s: %.*s",
		      STR_FMT(name), STR_FMT(dockerfile_fault_name(error->fault)),
		      STR_FMT(error->message));
	if (json_is_integer(line))
		ck_assert_msg(line_of(run, error->span) == json_integer_value(line),
			      "%.*s: line %u", STR_FMT(name), line_of(run, error->span));
	ck_assert_uint_ge(run->lint.diag.count, 1);
}

static bool user_is(const json_t *wanted, const struct stage_value *user)
{
	if (json_is_null(wanted))
		return user->known == STAGE_INHERITED;
	return user->known != STAGE_INHERITED && golden_text_is(wanted, user->text);
}

static void compare_stages(struct run *run, const json_t *wanted, struct str name)
{
	ck_assert_msg(json_array_size(wanted) == run->result->nstages, "%.*s: %zu stages",
		      STR_FMT(name), run->result->nstages);
	for (size_t i = 0; i < run->result->nstages; i++) {
		const struct stage *stage = &run->result->stages[i];
		const json_t *want = json_array_get(wanted, i), *parent;

		ck_assert_msg(golden_text_is(json_object_get(want, "name"), stage->name),
			      "%.*s: stage %zu is %.*s", STR_FMT(name), i, STR_FMT(stage->name));
		ck_assert_msg(golden_text_is(json_object_get(want, "from"), stage->base.text),
			      "%.*s: stage %zu from %.*s", STR_FMT(name), i,
			      STR_FMT(stage->base.text));
		ck_assert_msg(json_integer_value(json_object_get(want, "line")) ==
				      line_of(run, stage->from->span),
			      "%.*s: stage %zu line", STR_FMT(name), i);
		parent = json_object_get(want, "parent");
		ck_assert_msg(json_is_null(parent)
				      ? stage->parent == STAGE_NO_PARENT
				      : stage->parent == (size_t)json_integer_value(parent),
			      "%.*s: stage %zu parent", STR_FMT(name), i);
		if (json_object_get(want, "error") != NULL)
			ck_assert_msg(stage->error != NULL, "%.*s: stage %zu has no error",
				      STR_FMT(name), i);
		else
			ck_assert_msg(user_is(json_object_get(want, "user"), &stage->user),
				      "%.*s: stage %zu user %.*s", STR_FMT(name), i,
				      STR_FMT(stage->user.text));
	}
}

static struct str root_name(enum stage_root root)
{
	static const struct str names[] = {
		[STAGE_ROOT_UNKNOWN] = STR_INIT("unknown"),
		[STAGE_ROOT_YES] = STR_INIT("yes"),
		[STAGE_ROOT_NO] = STR_INIT("no"),
		[STAGE_ROOT_PRESUMED_NO] = STR_INIT("presumed-no"),
	};

	return names[root];
}

static bool number_is(const json_t *wanted, int64_t got)
{
	return json_is_integer(wanted) ? json_integer_value(wanted) == got : got == -1;
}

static void compare_user(struct run *run, const json_t *final, struct str name)
{
	const struct stage *target = run->result->target;
	const json_t *line = json_object_get(final, "user_line");
	const json_t *unset = json_object_get(final, "user_unresolved");

	ck_assert_msg(user_is(json_object_get(final, "user"), &target->user), "%.*s: user %.*s",
		      STR_FMT(name), STR_FMT(target->user.text));
	if (json_is_integer(line))
		ck_assert_msg(target->user_instr != NULL &&
				      json_integer_value(line) ==
					      line_of(run, target->user_instr->span),
			      "%.*s: line of the user", STR_FMT(name));
	else
		ck_assert_msg(target->user_instr == NULL, "%.*s: a USER", STR_FMT(name));
	ck_assert_msg(str_eq(golden_text(json_object_get(final, "root")),
			     root_name(target->verdict.root)),
		      "%.*s: root %.*s", STR_FMT(name), STR_FMT(root_name(target->verdict.root)));
	ck_assert_msg(number_is(json_object_get(final, "uid"), target->verdict.uid),
		      "%.*s: uid %ld", STR_FMT(name), (long)target->verdict.uid);
	if (target->user.text.n > 0)
		return;
	ck_assert_msg(json_array_size(unset) == target->user.nunset, "%.*s: %zu names unset",
		      STR_FMT(name), target->user.nunset);
	for (size_t i = 0; i < target->user.nunset; i++)
		ck_assert(golden_text_is(json_array_get(unset, i), target->user.unset[i]));
}

static void compare_variables(const json_t *wanted, const struct stage_variable *got, size_t count,
			      struct str name, const char *what)
{
	ck_assert_msg(json_object_size(wanted) == count, "%.*s: %zu %s", STR_FMT(name), count,
		      what);
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(golden_text_is(json_object_getn(wanted, got[i].name.p, got[i].name.n),
					     got[i].value.text),
			      "%.*s: %s %.*s=%.*s", STR_FMT(name), what, STR_FMT(got[i].name),
			      STR_FMT(got[i].value.text));
}

static void compare_argv(const json_t *wanted, const struct str *argv, size_t argc, struct str name,
			 const char *what)
{
	ck_assert_msg(json_array_size(wanted) == argc, "%.*s: %s has %zu words", STR_FMT(name),
		      what, argc);
	for (size_t i = 0; i < argc; i++)
		ck_assert_msg(golden_text_is(json_array_get(wanted, i), argv[i]), "%.*s: %s %.*s",
			      STR_FMT(name), what, STR_FMT(argv[i]));
}

static void compare_command(const json_t *wanted, const struct stage_command *got, struct str name,
			    const char *what)
{
	static const struct str forms[] = {
		[STAGE_FORM_INHERITED] = STR_INIT("inherited"),
		[STAGE_FORM_NONE] = STR_INIT("none"),
		[STAGE_FORM_EXEC] = STR_INIT("exec"),
		[STAGE_FORM_SHELL] = STR_INIT("shell"),
	};

	ck_assert_msg(golden_text_is(json_object_get(wanted, "form"), forms[got->form]),
		      "%.*s: %s is %.*s", STR_FMT(name), what, STR_FMT(forms[got->form]));
	compare_argv(json_object_get(wanted, "argv"), got->argv, got->argc, name, what);
}

static void compare_accounts(const json_t *wanted, const struct stage *target, struct str name)
{
	const json_t *value;
	const char *key;

	for (size_t i = 0; i < target->naccounts; i++) {
		struct str account = target->accounts[i].name;

		ck_assert_msg(json_object_getn(wanted, account.p, account.n) != NULL,
			      "%.*s: account %.*s", STR_FMT(name), STR_FMT(account));
	}
	for (void *at = json_object_iter((json_t *)(uintptr_t)wanted); at != NULL;
	     at = json_object_iter_next((json_t *)(uintptr_t)wanted, at)) {
		const struct stage_account *account;

		key = json_object_iter_key(at);
		value = json_object_iter_value(at);
		account = stage_account(target, str_from(key));
		ck_assert_msg(account != NULL && number_is(value, account->uid), "%.*s: account %s",
			      STR_FMT(name), key);
	}
}

static bool array_has(const json_t *array, struct str text)
{
	for (size_t i = 0; i < json_array_size(array); i++)
		if (golden_text_is(json_array_get(array, i), text))
			return true;
	return false;
}

static void compare_volumes(const json_t *wanted, const struct stage *target, struct str name)
{
	ck_assert_msg(json_array_size(wanted) == target->nvolumes, "%.*s: volumes", STR_FMT(name));
	for (size_t i = 0; i < target->nvolumes; i++)
		ck_assert_msg(array_has(wanted, target->volumes[i].text), "%.*s: volume %.*s",
			      STR_FMT(name), STR_FMT(target->volumes[i].text));
}

static void compare_ports(struct run *run, const json_t *wanted, struct str name)
{
	const struct stage *target = run->result->target;
	size_t count = 0;

	for (size_t i = 0; i < target->nports; i++)
		for (uint32_t port = target->ports[i].first; port <= target->ports[i].last;
		     port++) {
			struct str text = arena_fmt(&run->lint.run, "%u/%.*s", port,
						    STR_FMT(target->ports[i].protocol));

			count++;
			ck_assert_msg(array_has(wanted, text), "%.*s: port %.*s", STR_FMT(name),
				      STR_FMT(text));
		}
	ck_assert_msg(count >= json_array_size(wanted), "%.*s: %zu ports", STR_FMT(name), count);
}

static void compare_switch(const json_t *wanted, const struct stage *target, struct str name)
{
	ck_assert_msg(golden_text_is(json_object_get(wanted, "tool"), target->privilege.tool),
		      "%.*s: switch %.*s", STR_FMT(name), STR_FMT(target->privilege.tool));
	ck_assert_msg(golden_text_is(json_object_get(wanted, "user"), target->privilege.user),
		      "%.*s: switch to %.*s", STR_FMT(name), STR_FMT(target->privilege.user));
}

static void compare_final(struct run *run, const json_t *final, struct str name)
{
	const struct stage *target = run->result->target;

	ck_assert_msg(target != NULL, "%.*s: no target", STR_FMT(name));
	ck_assert_uint_eq(target->index,
			  (size_t)json_integer_value(json_object_get(final, "stage")));
	ck_assert_msg(golden_text_is(json_object_get(final, "base_image"), target->image),
		      "%.*s: base image %.*s", STR_FMT(name), STR_FMT(target->image));
	compare_user(run, final, name);
	compare_accounts(json_object_get(final, "accounts"), target, name);
	compare_variables(json_object_get(final, "env"), target->env, target->nenv, name, "env");
	compare_variables(json_object_get(final, "labels"), target->labels, target->nlabels, name,
			  "labels");
	ck_assert_msg(golden_text_is(json_object_get(final, "workdir"), target->workdir.text),
		      "%.*s: workdir %.*s", STR_FMT(name), STR_FMT(target->workdir.text));
	compare_command(json_object_get(final, "entrypoint"), &target->entrypoint, name,
			"entrypoint");
	compare_command(json_object_get(final, "cmd"), &target->cmd, name, "cmd");
	compare_switch(json_object_get(final, "switch"), target, name);
	compare_argv(json_object_get(final, "shell"), target->shell, target->nshell, name, "shell");
	compare_volumes(json_object_get(final, "volumes"), target, name);
	compare_ports(run, json_object_get(final, "expose"), name);
	compare_argv(json_object_get(final, "healthcheck"), target->healthcheck.argv,
		     target->healthcheck.argc, name, "healthcheck");
	ck_assert_msg(golden_text_is(json_object_get(final, "stopsignal"), target->stopsignal.text),
		      "%.*s: stopsignal", STR_FMT(name));
}

START_TEST(stages_are_evaluated_as_buildkit_evaluates_them)
{
	size_t which = (size_t)_i;
	struct str name = cases.names[which], text;
	json_t *expected = golden_json(&cases, which, "expected.json");
	json_t *args = golden_json(&cases, which, "args.json");
	struct run run;

	ck_assert_ptr_nonnull(expected);
	ck_assert(golden_read(&cases, which, "Dockerfile", &text));
	run_begin(&run, text);
	take_args(&run, args);
	run_evaluate(&run);
	if (json_object_get(expected, "error") != NULL) {
		compare_error(&run, json_object_get(expected, "error"), name);
	} else {
		ck_assert_msg(
			first_error(&run) == NULL, "%.*s: %.*s", STR_FMT(name),
			STR_FMT(first_error(&run) != NULL ? first_error(&run)->message : STR("")));
		compare_stages(&run, json_object_get(expected, "stages"), name);
		compare_final(&run, json_object_get(expected, "final"), name);
	}
	run_end(&run);
	json_decref(expected);
	json_decref(args);
}
END_TEST

START_TEST(golden_cases_are_there)
{
	ck_assert_uint_ge(cases.count, 100);
}
END_TEST

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
	ROW_ERROR("copy from below", "FROM a AS x\nCOPY --from=y a b\nFROM b AS y\n", "self-copy"),
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
				    : str_eq(dockerfile_fault_name(error->fault), row->fault),
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
	ck_assert(str_eq(stage_env(target, STR("P"))->value.text, STR("[]")));
	ck_assert(str_eq(stage_env(target, STR("B"))->value.text, STR("c d")));
	ck_assert(str_eq(stage_env(target, STR("C"))->value.text, STR("")));
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
	ck_assert(str_eq(stage_env(second.result->target, STR("F"))->value.text, STR("1")));
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
	TCase *golden = tcase_create("golden"), *facts = tcase_create("facts");
	TCase *small = tcase_create("small"), *others = tcase_create("others"),
	      *hostile = tcase_create("hostile");

	tcase_add_test(golden, golden_cases_are_there);
	tcase_add_loop_test(golden, stages_are_evaluated_as_buildkit_evaluates_them, 0,
			    (int)cases.count);
	tcase_add_loop_test(small, users_of_small_files, 0,
			    (int)(sizeof(user_rows) / sizeof(*user_rows)));
	tcase_add_loop_test(small, wrappers_of_small_files, 0,
			    (int)(sizeof(switch_rows) / sizeof(*switch_rows)));
	tcase_add_test(small, shell_and_arguments_of_small_files);
	tcase_add_test(facts, a_user_knows_the_arguments_that_fed_it);
	tcase_add_test(facts, a_global_default_is_an_origin_too);
	tcase_add_test(facts, an_argument_that_nobody_declares_is_unused);
	tcase_add_test(facts, an_unknown_argument_makes_the_user_uncertain);
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
	suite_add_tcase(s, golden);
	suite_add_tcase(s, small);
	suite_add_tcase(s, facts);
	suite_add_tcase(s, others);
	suite_add_tcase(s, hostile);
	return s;
}

int main(void)
{
	SRunner *runner;
	int failed;

	golden_list(&cases, "dockerfile");
	runner = srunner_create(suite());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	arena_free(&cases.arena);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
