/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/limits.h"
#include "engine/sink.h"
#include "fact/mount.h"
#include "tests/suite.h"
#include "tests/support.h"

/* ---- rules that do one thing each ---- */

static void at_hostname(const struct service *service, struct sink *out)
{
	const struct node *value = service_field(service, STR("hostname"));

	if (value)
		report(out, value, "hostname is \"%.*s\"", STR_FMT(sink_show(out, value->text)));
}

static void without_init(const struct service *service, struct sink *out)
{
	if (!service_field(service, STR("init")))
		report_absent(out, service, STR("init"), "init is not set");
}

static void at_dns(const struct service *service, struct sink *out)
{
	const struct node *list = service_field(service, STR("dns"));

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++)
		report(out, list->in.items[i], "an item");
}

static void at_mounts(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < service->mounts->count; i++) {
		const struct mount *mount = &service->mounts->all[i];

		report(out, mount->place, "\"%.*s\"", STR_FMT(sink_source(out, mount->source)));
	}
}

static void replaces(const struct service *service, struct sink *out)
{
	const struct node *value = service_field(service, STR("hostname"));

	report(out, value, "text");
	suggest_replace(out, true, value, STR("new"), "replace it");
}

static void deletes_item(const struct service *service, struct sink *out)
{
	const struct node *item = service_field(service, STR("dns"))->in.items[0];

	report(out, item, "text");
	suggest_delete_item(out, true, item, "delete it");
}

static void deletes_key(const struct service *service, struct sink *out)
{
	report(out, service_field(service, STR("hostname")), "text");
	suggest_delete_key(out, true, service, STR("hostname"), "delete it");
}

static void inserts(const struct service *service, struct sink *out)
{
	report_absent(out, service, STR("init"), "text");
	suggest_insert_key(out, true, service, STR("init"), STR("true"), "insert it");
}

static void appends(const struct service *service, struct sink *out)
{
	report(out, service->key, "text");
	suggest_append_item(out, true, service, STR("dns"), STR("9.9.9.9"), "append it");
}

static void appends_lines(const struct service *service, struct sink *out)
{
	report(out, service->key, "m");
	suggest_append_lines(out, true, service->key->span.source, STR("x-a: 1\nx-b: 1\n"), "t");
}

static void inserts_two(const struct service *service, struct sink *out)
{
	report(out, service->key, "text");
	suggest_insert_key(out, true, service, STR("init"), STR("true"), "insert both");
	suggest_insert_key(out, false, service, STR("tty"), STR("true"), "insert both");
}

static void lint_with(struct test_run *run, void (*hook)(const struct service *, struct sink *),
		      const char *text)
{
	struct rule rule = { .name = STR("rule"), .severity = LEVEL_WARNING, .service = hook };
	const struct rule *const all[] = { &rule };
	struct test_options options = { .rules = { all, 1 }, TEST_SANDBOX };

	test_lint(run, str_from(text), &options);
}

static const struct finding *only(struct test_run *run)
{
	const struct finding *found = NULL;

	for (size_t i = 0; i < run->lint.diag.count; i++) {
		if (!str_eq(run->lint.diag.findings[i]->rule, STR("rule")))
			continue;
		ck_assert_msg(!found, "more than one finding");
		found = run->lint.diag.findings[i];
	}
	ck_assert_msg(found, "no finding");
	return found;
}

/* ---- history ---- */

static const struct row {
	const char *name;
	void (*hook)(const struct service *, struct sink *);
	const char *text, *wanted;
} rows[] = {
	{ "a scalar", at_hostname, "services:\n  a:\n    image: b:1\n    hostname: \"h\"\n",
	  "compose.yaml:4:15: hostname is \"h\"\n" },
	{ "a variable", at_hostname,
	  "services:\n  a:\n    image: b:1\n    hostname: ${H}\n--- .env\nX=1\nH=h\n",
	  "compose.yaml:4:15: hostname is \"h\"\n"
	  "  .env:2:3: the value of H comes from here\n" },
	{ "an inline default", at_hostname,
	  "services:\n  a:\n    image: b:1\n    hostname: ${H:-h}\n",
	  "compose.yaml:4:15: hostname is \"h\"\n" },
	{ "an override", at_hostname,
	  "services:\n  a:\n    image: b:1\n    hostname: h\n--- compose.override.yaml\n"
	  "services:\n  a:\n    hostname: i\n",
	  "compose.override.yaml:3:15: hostname is \"i\"\n"
	  "  compose.yaml:4:15: it replaces what was set here\n" },
	{ "an override that adds", at_hostname,
	  "services:\n  a:\n    image: b:1\n--- compose.override.yaml\n"
	  "services:\n  a:\n    hostname: i\n",
	  "compose.override.yaml:3:15: hostname is \"i\"\n" },
	{ "an alias", at_hostname,
	  "x-h: &h name\nservices:\n  a:\n    image: b:1\n    hostname: *h\n",
	  "compose.yaml:1:9: hostname is \"name\"\n"
	  "  compose.yaml:5:15: this alias brings it here\n" },
	{ "a merge key", at_hostname,
	  "x-h: &h\n  hostname: name\nservices:\n  a:\n    image: b:1\n    <<: *h\n",
	  "compose.yaml:2:13: hostname is \"name\"\n"
	  "  compose.yaml:6:9: this merge key brings it here\n" },
	{ "an alias to the whole service", at_hostname,
	  "x-a: &a\n  image: b:1\n  hostname: name\nservices:\n  a: *a\n",
	  "compose.yaml:3:13: hostname is \"name\"\n"
	  "  compose.yaml:5:6: this alias brings it here\n" },
	{ "extends", at_hostname,
	  "services:\n  a:\n    extends: {file: c.yaml, service: c}\n--- c.yaml\n"
	  "services:\n  c:\n    image: b:1\n    hostname: name\n",
	  "c.yaml:4:15: hostname is \"name\"\n"
	  "  compose.yaml:3:14: it is inherited through this \"extends\"\n" },
	{ "include", at_hostname,
	  "include: [c.yaml]\n--- c.yaml\nservices:\n  c:\n    image: b:1\n    hostname: name\n",
	  "c.yaml:4:15: hostname is \"name\"\n"
	  "  compose.yaml:1:11: it comes through this \"include\"\n" },
	{ "a key that is nowhere", without_init, "services:\n  a:\n    image: b:1\n",
	  "compose.yaml:2:3: init is not set\n" },
	{ "where it could stand too", without_init,
	  "services:\n  a:\n    image: b:1\n--- compose.override.yaml\n"
	  "services:\n  a:\n    tty: true\n",
	  "compose.yaml:2:3: init is not set\n"
	  "  compose.override.yaml:2:3: it could be set here too\n" },
	{ "a key that was taken away", without_init,
	  "services:\n  a:\n    image: b:1\n    init: true\n--- compose.override.yaml\n"
	  "services:\n  a:\n    init: !reset null\n",
	  "compose.override.yaml:3:11: init is not set\n"
	  "  compose.yaml:4:11: \"!reset\" takes away what was set here\n" },
	{ "items of two layers", at_dns,
	  "services:\n  a:\n    image: b:1\n    dns: [9.9.9.9]\n--- compose.override.yaml\n"
	  "services:\n  a:\n    dns: [1.1.1.1]\n",
	  "compose.yaml:4:11: an item\ncompose.override.yaml:3:11: an item\n" },
	{ "a profile that is not active", at_hostname,
	  "services:\n  a:\n    image: b:1\n    profiles: [p]\n    hostname: h\n",
	  "compose.yaml:5:15: hostname is \"h\" (profile \"p\" is not active)\n" },
	{ "paths of the short form", at_mounts,
	  "services:\n  a:\n    image: b:1\n    volumes:\n      - ./x:/a:ro\n"
	  "      - ../y:/b\n      - ~/.z:/c\n      - /v/../w/:/d\n      - C:\\u:/e\n",
	  "compose.yaml:5:9: \"./x\"\ncompose.yaml:6:9: \"../y\"\n"
	  "compose.yaml:7:9: \"~/.z\"\ncompose.yaml:8:9: \"/v/../w/\"\n"
	  "compose.yaml:9:9: \"C:\\u\"\n" },
	{ "paths of the long form", at_mounts,
	  "services:\n  a:\n    image: b:1\n    volumes:\n"
	  "      - {type: bind, source: x, target: /a}\n      - {type: bind, source: ., target: "
	  "/b}\n",
	  "compose.yaml:5:30: \"x\"\ncompose.yaml:6:30: \".\"\n" },
	{ "paths with variables", at_mounts,
	  "services:\n  a:\n    image: b:1\n    volumes:\n      - ${W:-.}:/a\n"
	  "      - ${X:-./x}/y:/b\n      - ${Y:-/srv}/y:/c\n      - ./${Z}:/d\n",
	  "compose.yaml:5:9: \".\"\ncompose.yaml:6:9: \"./x/y\"\n"
	  "compose.yaml:7:9: \"/srv/y\"\ncompose.yaml:8:9: \"./${Z}\"\n" },
	{ "what cannot be seen", at_hostname,
	  "services:\n  a:\n    image: b:1\n    hostname: \"a\\e[31m\\u202eb\"\n",
	  "compose.yaml:4:15: hostname is \"a\\x1B[31m\\u{202E}b\"\n" },
};

START_TEST(a_finding_tells_where_its_node_came_from)
{
	const struct row *row = &rows[_i];
	struct test_run run;
	struct str got;

	lint_with(&run, row->hook, row->text);
	got = test_findings(&run, STR("rule"));
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted\n%s\ngot\n%.*s\nall\n%.*s",
		      row->name, row->wanted, STR_FMT(got), STR_FMT(test_findings(&run, STR(""))));
	ck_assert(!test_stray_span(&run).n);
	test_end(&run);
}
END_TEST

static const struct path_row {
	const char *name;
	void (*hook)(const struct service *, struct sink *);
	const char *text, *wanted;
} path_rows[] = {
	{ "a key", at_hostname, "services:\n  a:\n    image: b:1\n    hostname: h\n",
	  "services.a.hostname" },
	{ "an absent key", without_init, "services:\n  a:\n    image: b:1\n", "services.a.init" },
	{ "an item", at_dns, "services:\n  a:\n    image: b:1\n    dns: [9.9.9.9]\n",
	  "services.a.dns[0]" },
	{ "the service", appends, "services:\n  a:\n    image: b:1\n", "services.a" },
};

START_TEST(a_finding_has_the_path_of_its_node)
{
	const struct path_row *row = &path_rows[_i];
	struct test_run run;
	const struct finding *finding;

	lint_with(&run, row->hook, row->text);
	finding = only(&run);
	ck_assert_msg(str_eq(finding->path, str_from(row->wanted)), "%s: got \"%.*s\"", row->name,
		      STR_FMT(finding->path));
	ck_assert(str_eq(finding->owner, STR("a")));
	ck_assert_int_eq(finding->level, LEVEL_WARNING);
	test_end(&run);
}
END_TEST

START_TEST(a_secret_in_a_text_is_not_shown)
{
	struct test_run run;

	lint_with(&run, at_hostname,
		  "services:\n  a:\n    image: b:1\n"
		  "    hostname: ghp_16C7e42F292c6912E7710c838347Ae178B4a\n");
	ck_assert(!str_has(only(&run)->message, STR("16C7e42F")));
	test_end(&run);
}
END_TEST

/* ---- fixes ---- */

static const struct fix_row {
	const char *name;
	void (*hook)(const struct service *, struct sink *);
	const char *text;
	const char *wanted; /* the file with the fix; empty: none is offered */
} fix_rows[] = {
	{ "a plain scalar", replaces, "services:\n  a:\n    image: b:1\n    hostname: old # x\n",
	  "services:\n  a:\n    image: b:1\n    hostname: new # x\n" },
	{ "a quoted one keeps its quotes", replaces,
	  "services:\n  a:\n    image: b:1\n    hostname: \"old\"\n",
	  "services:\n  a:\n    image: b:1\n    hostname: \"new\"\n" },
	{ "not what a variable made", replaces,
	  "services:\n  a:\n    image: b:1\n    hostname: \"${H:-old}\"\n", "" },
	{ "not what an alias brings", replaces,
	  "x-h: &h old\nservices:\n  a:\n    image: b:1\n    hostname: *h\n", "" },
	{ "an item goes with its line", deletes_item,
	  "services:\n  a:\n    image: b:1\n    dns:\n      - 1.1.1.1 # x\n      - 9.9.9.9\n",
	  "services:\n  a:\n    image: b:1\n    dns:\n      - 9.9.9.9\n" },
	{ "an only item goes with its key", deletes_item,
	  "services:\n  a:\n    dns:\n      - 1.1.1.1\n    image: b:1\n",
	  "services:\n  a:\n    image: b:1\n" },
	{ "one that is alone in its file goes with the key there", deletes_item,
	  "services:\n  a:\n    image: b:1\n    dns:\n      - 1.1.1.1\n"
	  "--- compose.override.yaml\nservices:\n  a:\n    dns:\n      - 9.9.9.9\n",
	  "services:\n  a:\n    image: b:1\n" },
	{ "not with a comment in between", deletes_item,
	  "services:\n  a:\n    image: b:1\n    dns:\n      # x\n      - 1.1.1.1\n", "" },
	{ "an item of a flow list goes with its comma", deletes_item,
	  "services:\n  a:\n    image: b:1\n    dns: [1.1.1.1, 9.9.9.9]\n",
	  "services:\n  a:\n    image: b:1\n    dns: [9.9.9.9]\n" },
	{ "a key goes with its line", deletes_key,
	  "services:\n  a:\n    hostname: h # x\n    image: b:1\n",
	  "services:\n  a:\n    image: b:1\n" },
	{ "a key of a flow mapping goes with its comma", deletes_key,
	  "services:\n  a: {hostname: h, image: b:1}\n", "services:\n  a: {image: b:1}\n" },
	{ "an only key is left", deletes_key,
	  "services:\n  a:\n    image: b:1\n--- compose.override.yaml\n"
	  "services:\n  a:\n    hostname: h\n",
	  "" },
	{ "a key is inserted behind the last one", inserts,
	  "services:\n  a:\n      image: b:1\n      tty: true\n  b: {image: b:1, init: true}\n",
	  "services:\n  a:\n      image: b:1\n      tty: true\n      init: true\n"
	  "  b: {image: b:1, init: true}\n" },
	{ "behind a whole list", inserts,
	  "services:\n  a:\n    image: b:1\n    dns:\n      - 1.1.1.1\nx-end: 1\n",
	  "services:\n  a:\n    image: b:1\n    dns:\n      - 1.1.1.1\n    init: true\nx-end: "
	  "1\n" },
	{ "into a flow mapping before its brace", inserts, "services:\n  a: {image: b:1}\n",
	  "services:\n  a: {image: b:1, init: true}\n" },
	{ "not below what takes it away", inserts,
	  "services:\n  a:\n    image: b:1\n    init: true\n--- compose.override.yaml\n"
	  "services:\n  a:\n    init: !reset null\n",
	  "" },
	{ "not without a line end", inserts, "services:\n  a:\n    image: b:1", "" },
	{ "an item is appended like its neighbours", appends,
	  "services:\n  a:\n    image: b:1\n    dns:\n    -  1.1.1.1 # x\n    tty: true\n",
	  "services:\n  a:\n    image: b:1\n    dns:\n    -  1.1.1.1 # x\n    -  9.9.9.9\n"
	  "    tty: true\n" },
	{ "or makes the list", appends, "services:\n  a:\n    image: b:1\n",
	  "services:\n  a:\n    image: b:1\n    dns: [9.9.9.9]\n" },
	{ "lines at the end of a file", appends_lines, "services:\n  a:\n    image: b:1",
	  "services:\n  a:\n    image: b:1\nx-a: 1\nx-b: 1\n" },
	{ "with its line ends", appends_lines, "services:\r\n  a:\r\n    image: b:1\r\n",
	  "services:\r\n  a:\r\n    image: b:1\r\nx-a: 1\r\nx-b: 1\r\n" },
	{ "two edits are one fix", inserts_two, "services:\n  a:\n    image: b:1\n",
	  "services:\n  a:\n    image: b:1\n    init: true\n    tty: true\n" },
};

/* Edits of one place are made in their order. */
static struct str with_fix(struct test_run *run, const struct fix *fix)
{
	struct arena *arena = &run->lint.run;
	struct str text = run->files.all[0].bytes;
	size_t shift = 0;

	for (size_t i = 0; i < fix->nedits; i++) {
		const struct edit *edit = &fix->edits[i];
		struct builder b = { .arena = arena };

		builder_add(&b, str_slice(text, 0, edit->span.start + shift));
		builder_add(&b, edit->text);
		builder_add(&b, str_slice(text, edit->span.end + shift, text.n));
		shift += edit->text.n - (edit->span.end - edit->span.start);
		text = builder_str(&b);
	}
	return text;
}

static const struct finding *first(struct test_run *run)
{
	for (size_t i = 0; i < run->lint.diag.count; i++)
		if (str_eq(run->lint.diag.findings[i]->rule, STR("rule")))
			return run->lint.diag.findings[i];
	ck_abort_msg("no finding");
	return NULL;
}

START_TEST(a_fix_edits_what_is_the_services_own)
{
	const struct fix_row *row = &fix_rows[_i];
	struct test_run run;
	const struct fix *fix;
	struct str got;

	lint_with(&run, row->hook, row->text);
	fix = &first(&run)->fix;
	got = fix->nedits ? with_fix(&run, fix) : STR("");
	ck_assert_msg(str_eq(got, str_from(row->wanted)), "%s: wanted\n%s\ngot\n%.*s", row->name,
		      row->wanted, STR_FMT(got));
	ck_assert_msg((fix->title.n > 0) == (fix->nedits > 0), "%s", row->name);
	test_end(&run);
}
END_TEST

START_TEST(no_fix_is_made_where_nobody_will_see_it)
{
	struct rule rule = { .name = STR("rule"), .severity = LEVEL_WARNING, .service = inserts };
	const struct rule *const all[] = { &rule };
	struct test_run run;

	test_lint(
		&run, STR("services:\n  a:\n    image: b:1\n"),
		&(struct test_options){ .rules = { all, 1 }, TEST_SANDBOX, .without_fixes = true });
	ck_assert_uint_eq(only(&run)->fix.title.n, 0);
	ck_assert_uint_eq(only(&run)->fix.nedits, 0);
	test_end(&run);
}
END_TEST

START_TEST(one_unsafe_edit_makes_the_fix_unsafe)
{
	struct test_run run;

	lint_with(&run, inserts_two, "services:\n  a:\n    image: b:1\n");
	ck_assert(!only(&run)->fix.safe);
	ck_assert_uint_eq(only(&run)->fix.nedits, 2);
	test_end(&run);
}
END_TEST

/* ---- a hook of the project ---- */

static void whole(const struct project *project, struct sink *out)
{
	report(out, project->services[0].key, "first of %zu", project->nservices);
	evidence(out, STR("e\033f"));
	extent(out, project->model->span);
	related(out, RELATED_OTHER, SPAN_NONE, "place %.*s",
		STR_FMT(sink_place(out, project->services[0].key->span)));
}

static void fills(const struct service *service, struct sink *out)
{
	for (size_t i = 0; i < LIMIT_FINDINGS; i++)
		report_span(out, service->key->span, "text");
}

static void is_counted(const struct service *service, struct sink *out)
{
	ck_assert_uint_gt(sink_show(out, service->name).n, 0);
	ck_assert_uint_gt(sink_place(out, service->key->span).n, 0);
	ck_assert_uint_gt(sink_fmt(out, "%s", "text").n, 0);
	ck_assert_uint_eq(sink_show(out, STR("")).n, 0);
	without_init(service, out);
	evidence(out, service->name);
	suggest_insert_key(out, true, service, STR("init"), STR("true"), "insert it");
}

START_TEST(what_there_is_no_room_for_is_counted)
{
	struct rule first = { .name = STR("a"), .severity = LEVEL_WARNING, .service = fills };
	struct rule second = { .name = STR("b"), .severity = LEVEL_WARNING, .service = is_counted };
	const struct rule *const all[] = { &first, &second };
	struct test_run run;

	test_lint(&run, STR("services:\n  a:\n    image: b:1\n"),
		  &(struct test_options){ .rules = { all, 2 }, TEST_SANDBOX });
	ck_assert_uint_eq(run.lint.diag.beyond_limit, 1);
	ck_assert_uint_eq(test_lines(&run, STR("b")).n, 0);
	test_end(&run);
}
END_TEST

START_TEST(a_project_hook_speaks_about_nobody)
{
	static const struct rule rule = { .name = STR_INIT("rule"),
					  .severity = LEVEL_INFO,
					  .project = whole };
	static const struct rule *const all[] = { &rule };
	struct test_options options = { .rules = { all, 1 }, TEST_SANDBOX };
	struct test_run run;
	const struct finding *finding;

	test_lint(&run, STR("services:\n  a:\n    image: b:1\n"), &options);
	finding = only(&run);
	ck_assert_uint_eq(finding->owner.n, 0);
	ck_assert(str_eq(finding->path, STR("services.a")));
	ck_assert(str_eq(finding->message, STR("first of 1")));
	ck_assert(str_eq(finding->evidence, STR("e\\x1Bf")));
	ck_assert(str_ends(finding->related->message, STR("compose.yaml:2")));
	ck_assert_uint_gt(finding->extent.end, finding->span.end);
	test_end(&run);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof(*(table)))

int main(void)
{
	Suite *suite = suite_create("sink");
	TCase *cases = tcase_create("findings");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_finding_tells_where_its_node_came_from, 0, ROWS(rows));
	tcase_add_loop_test(cases, a_finding_has_the_path_of_its_node, 0, ROWS(path_rows));
	tcase_add_test(cases, a_secret_in_a_text_is_not_shown);
	tcase_add_loop_test(cases, a_fix_edits_what_is_the_services_own, 0, ROWS(fix_rows));
	tcase_add_test(cases, one_unsafe_edit_makes_the_fix_unsafe);
	tcase_add_test(cases, no_fix_is_made_where_nobody_will_see_it);
	tcase_add_test(cases, what_there_is_no_room_for_is_counted);
	tcase_add_test(cases, a_project_hook_speaks_about_nobody);
	return run_suite(suite);
}
