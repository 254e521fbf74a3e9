/* SPDX-License-Identifier: MIT */
/* The golden cases of Dockerfiles, evaluated. */
#include "config.h"

#include <check.h>

#include "evaluated.h"
#include "golden.h"
#include "tests/suite.h"

static struct golden cases;

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
	ck_assert_msg(str_eq(fault_name(error->fault), kind), "%.*s: %.*s: %.*s", STR_FMT(name),
		      STR_FMT(fault_name(error->fault)), STR_FMT(error->message));
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

int main(void)
{
	Suite *suite = suite_create("evaluation");
	TCase *golden = tcase_create("golden");
	int failed;

	golden_list(&cases, "dockerfile");
	tcase_add_test(golden, golden_cases_are_there);
	tcase_add_loop_test(golden, stages_are_evaluated_as_buildkit_evaluates_them, 0,
			    (int)cases.count);
	suite_add_tcase(suite, golden);
	failed = run_suite(suite);
	arena_free(&cases.arena);
	return failed;
}
