/* SPDX-License-Identifier: MIT */
/* The formats for other programs. */
#include "config.h"

#include "report/report.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "made.h"
#include "report/line.h"
#include "report/xml.h"
#include "tests/suite.h"

static json_t *document; /* the last one; until the next or the end */

static void begin(void)
{
	made_begin();
	document = NULL;
}

static void end(void)
{
	json_decref(document);
	made_end();
}

static json_t *load(struct str text)
{
	json_error_t error;

	json_decref(document);
	document = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(document != NULL, "%s in\n%.*s", error.text, STR_FMT(text));
	return document;
}

static json_t *sarif_run(void)
{
	json_t *runs = json_object_get(load(made_write(REPORT_SARIF)), "runs");

	ck_assert_uint_eq(json_array_size(runs), 1);
	return json_array_get(runs, 0);
}

static json_t *sarif_result(size_t position)
{
	return json_array_get(json_object_get(sarif_run(), "results"), position);
}

/* A member of a member ..., each a key or the number of an item. */
static json_t *member(json_t *json, const char *path)
{
	struct str rest = str_from(path);

	while (rest.p) {
		struct str word = str_cut(&rest, '.');
		int64_t number;

		json = str_to_int(word, &number)
			       ? json_array_get(json, (size_t)number)
			       : json_object_get(json, arena_cstr(&made_lint.run, word));
	}
	return json;
}

static void is_text(json_t *json, const char *path, const char *wanted)
{
	json_t *found = member(json, path);

	ck_assert_msg(json_is_string(found), "%s is no text", path);
	ck_assert_str_eq(json_string_value(found), wanted);
}

static void is_number(json_t *json, const char *path, int wanted)
{
	ck_assert_msg(json_is_integer(member(json, path)), "%s is no number", path);
	ck_assert_int_eq(json_integer_value(member(json, path)), wanted);
}

static struct finding *one_of(const struct rule *rule, const char *message)
{
	const struct source *source =
		made_add(STR("compose.yaml"), STR("services:\n  a: {}\n"), ROLE_BASE);

	return made_find(rule, made_at(source, STR("a: {}")), str_from(message));
}

/* ---- links ---- */

START_TEST(a_rule_links_to_its_page_where_there_is_one)
{
	one_of(&made_mount, "m");
	made.links = true;
	has_not(made_write(REPORT_TEXT), "\033");
	made.url = STR("https://lint.example/");
	has(made_write(REPORT_TEXT),
	    "m "
	    "[\033]8;;https://lint.example/rules/socket-mount\033\\socket-mount\033]8;;\033\\]\n");
	made.width = 80;
	has(made_write(REPORT_TEXT),
	    "m "
	    "[\033]8;;https://lint.example/rules/socket-mount\033\\socket-mount\033]8;;\033\\]\n");
	has_not(made_write(REPORT_GCC), "\033");
	made.links = false;
	has_not(made_write(REPORT_TEXT), "https:");
	made.spells_url = true;
	has(made_write(REPORT_TEXT), "   see: https://lint.example/rules/socket-mount\n");
	has(made_write(REPORT_JSON), "\"url\": \"https://lint.example/rules/socket-mount\"");
	is_text(sarif_run(), "tool.driver.rules.0.helpUri",
		"https://lint.example/rules/socket-mount");
}
END_TEST

/* ---- suppressed findings ---- */

START_TEST(what_is_suppressed_is_marked_and_not_counted)
{
	static struct suppression suppression = { .kind = SUPPRESSED_IN_SOURCE,
						  .reason = STR_INIT("see {12}\033") };
	struct finding *finding = one_of(&made_mount, "m");

	made_find(&made_token, finding->span, STR("n"));
	finding->suppression = &suppression;
	suppression.place = finding->span;
	made.shows_suppressed = true;
	has(made_write(REPORT_TEXT),
	    "compose.yaml:2:3: note: m [socket-mount] (suppressed: see {12}\\x1B)\n");
	has(made_write(REPORT_TEXT), "\n0 errors, 1 warning in 1 project");
	has(made_write(REPORT_GCC),
	    "compose.yaml:2:3: note: m [socket-mount] (suppressed: see {12}\\x1B)\n");
	load(made_write(REPORT_JSON));
	is_text(document, "findings.0.suppressed.kind", "source");
	is_text(document, "findings.0.suppressed.reason", "see {12}\033");
	is_number(document, "findings.0.suppressed.location.line", 2);
	ck_assert(json_is_null(member(document, "findings.1.suppressed")));
	is_number(document, "summary.error", 0);
	is_text(sarif_result(0), "suppressions.0.kind", "inSource");
	is_text(sarif_result(0), "suppressions.0.justification", "see (12)\\x1B");
	ck_assert_uint_eq(json_array_size(member(sarif_result(1), "suppressions")), 0);
	ck_assert(json_is_array(member(sarif_result(1), "suppressions")));
	has_not(made_write(REPORT_GITHUB), "::error");
	has(made_write(REPORT_GITHUB), "::warning file=compose.yaml,");
	ck_assert_uint_eq(json_array_size(load(made_write(REPORT_GITLAB))), 1);
	has(made_write(REPORT_JUNIT), "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\"");
	has(made_write(REPORT_JUNIT), "<skipped message=\"suppressed: see {12}\\x1B\"/>");
	suppression.kind = SUPPRESSED_BY_BASELINE;
	is_text(sarif_result(0), "suppressions.0.kind", "external");
	/* where nobody asked, there is no word of it in any result */
	made.shows_suppressed = false;
	finding->suppression = NULL;
	has_not(made_write(REPORT_SARIF), "suppressions");
}
END_TEST

/* ---- sarif ---- */

START_TEST(sarif_says_what_code_scanning_asks_for)
{
	static struct edit edit = { .text = STR_INIT("{no-socket}") };
	const struct source *base = made_socket_mount();
	struct finding *finding = made_lint.diag.findings[0];
	json_t *run, *result;

	edit.span = made_at(base, STR("${SOCKET}"));
	finding->fix = (struct fix){ STR("put {another}"), false, &edit, 1 };
	finding->message = STR("mounts ${SOCKET} and `x` of {y}, [z](https://example.invalid)");
	made.exit_status = 1;
	run = sarif_run();
	is_text(document, "version", "2.1.0");
	is_text(run, "tool.driver.name", "compose-lint");
	is_text(run, "tool.driver.rules.0.id", "socket-mount");
	is_text(run, "tool.driver.rules.0.name", "SocketMount");
	is_text(run, "tool.driver.rules.0.shortDescription.text",
		"A container is given the engine's socket.");
	is_text(run, "tool.driver.rules.0.fullDescription.text",
		"Whoever can write to it is root on the host. So it has no place there.");
	has(str_from(json_string_value(member(run, "tool.driver.rules.0.help.text"))),
	    "\n\nRemove the mount; give");
	has(str_from(json_string_value(member(run, "tool.driver.rules.0.help.markdown"))),
	    "\n\n## References\n\n"
	    "- [Protect the Docker daemon socket](<https://docs.docker.com/protect/>)\n");
	is_text(run, "tool.driver.rules.0.defaultConfiguration.level", "error");
	is_text(run, "tool.driver.rules.0.properties.security-severity", "9.3");
	is_text(run, "tool.driver.rules.0.properties.tags.0", "security");
	ck_assert_uint_eq(json_array_size(member(run, "tool.driver.rules")), 1);
	ck_assert(json_is_true(member(run, "invocations.0.executionSuccessful")));
	is_number(run, "invocations.0.exitCode", 1);
	is_text(run, "columnKind", "utf16CodeUnits");
	is_text(run, "automationDetails.id", "compose-lint/");
	result = member(run, "results.0");
	is_text(result, "ruleId", "socket-mount");
	is_number(result, "ruleIndex", 0);
	is_text(result, "level", "error");
	is_text(result, "message.text",
		"mounts $SOCKET and 'x' of (y), [z] (https://example.invalid). "
		"See [value comes from here](1).");
	ck_assert_uint_eq(json_array_size(member(result, "locations")), 1);
	is_text(result, "locations.0.physicalLocation.artifactLocation.uri", "compose.yaml");
	is_number(result, "locations.0.physicalLocation.region.startLine", 5);
	is_number(result, "locations.0.physicalLocation.region.startColumn", 10);
	is_number(result, "locations.0.physicalLocation.region.endLine", 5);
	is_number(result, "locations.0.physicalLocation.region.endColumn", 19);
	is_text(result, "locations.0.logicalLocations.0.fullyQualifiedName",
		"services.agent.volumes[0]");
	/* what has no place cannot be led to */
	ck_assert_uint_eq(json_array_size(member(result, "relatedLocations")), 1);
	is_number(result, "relatedLocations.0.id", 1);
	is_text(result, "relatedLocations.0.physicalLocation.artifactLocation.uri", ".env");
	is_text(result, "partialFingerprints.composeLint/v1", "59c77e5a53d22cffa79b124ede8910e8");
	is_text(result, "fixes.0.description.text", "put (another)");
	is_text(result, "fixes.0.artifactChanges.0.replacements.0.insertedContent.text",
		"{no-socket}");
	is_number(result, "fixes.0.artifactChanges.0.replacements.0.deletedRegion.startColumn", 10);
}
END_TEST

START_TEST(sarif_counts_columns_as_viewers_do)
{
	const struct source *base = made_add(
		STR("compose.yaml"), STR("a:\n# \xC3\xA9\xF0\x9F\x90\xB3\xFF HERE\n"), ROLE_BASE);

	made_find(&made_mount, made_at(base, STR("HERE")), STR("m"));
	is_number(sarif_result(0), "locations.0.physicalLocation.region.startColumn", 8);
	is_number(sarif_result(0), "locations.0.physicalLocation.region.endColumn", 12);
	has(made_write(REPORT_GCC), "compose.yaml:2:7: error");
}
END_TEST

static const struct {
	const char *name, *uri;
} uris[] = {
	{ "my dir/compose.yaml", "my%20dir/compose.yaml" },
	{ "a:b.yaml", "a%3Ab.yaml" },
	{ "100%?#.yaml", "100%25%3F%23.yaml" },
	{ "\xC3\xA9.yaml", "%C3%A9.yaml" },
	{ "a\xFF.yaml", "a%EF%BF%BD.yaml" },
	{ "a\n.yaml", "a%0A.yaml" },
	{ "[x](y).yaml", "%5Bx%5D%28y%29.yaml" },
};

START_TEST(a_path_is_a_uri_in_sarif)
{
	const struct source *source = made_add(str_from(uris[_i].name), STR("a: b\n"), ROLE_BASE);

	made_find(&made_mount, (struct span){ source->number, 0, 1 }, STR("m"));
	is_text(sarif_result(0), "locations.0.physicalLocation.artifactLocation.uri", uris[_i].uri);
}
END_TEST

START_TEST(sarif_gives_every_result_a_region)
{
	made_add(STR("compose.yaml"), STR("a: b\n"), ROLE_BASE);
	made_find(&made_token, SPAN_NONE, STR("nowhere"));
	is_number(sarif_result(0), "locations.0.physicalLocation.region.startLine", 1);
	is_number(sarif_result(0), "locations.0.physicalLocation.region.startColumn", 1);
	is_number(sarif_result(0), "locations.0.physicalLocation.region.endLine", 1);
	is_number(sarif_result(0), "locations.0.physicalLocation.region.endColumn", 2);
}
END_TEST

START_TEST(sarif_keeps_the_worst_of_too_many)
{
	struct finding *last;
	json_t *run;

	last = one_of(&made_token, "m");
	for (int i = 0; i < 5001; i++)
		made_find(&made_token, last->span, STR("m"));
	made_find(&made_mount, last->span, STR("the worst"));
	run = sarif_run();
	ck_assert_uint_eq(json_array_size(json_object_get(run, "results")), 5000);
	is_text(run, "results.4999.message.text", "the worst.");
	is_text(run, "invocations.0.toolExecutionNotifications.0.message.text",
		"3 more findings are not shown");
}
END_TEST

START_TEST(what_could_not_be_judged_is_in_the_report)
{
	static const struct str failures[] = { STR_INIT("b.yaml: no such file") };

	one_of(&made_mount, "m");
	made.failures = failures;
	made.nfailures = 1;
	made.exit_status = 2;
	ck_assert(json_is_false(member(sarif_run(), "invocations.0.executionSuccessful")));
	is_text(sarif_run(), "invocations.0.toolExecutionNotifications.0.message.text",
		"b.yaml: no such file");
	is_text(sarif_run(), "invocations.0.toolExecutionNotifications.0.level", "error");
	load(made_write(REPORT_JSON));
	is_text(document, "notices.0.level", "error");
	is_text(document, "notices.0.message", "b.yaml: no such file");
	has(made_write(REPORT_JUNIT), "<error type=\"error\" message=\"b.yaml: no such file\"/>");
}
END_TEST

/* ---- the others ---- */

START_TEST(findings_of_one_identity_have_fingerprints_of_their_own)
{
	struct finding *first = one_of(&made_mount, "m");
	struct finding *second = made_find(&made_mount, first->span, STR("n"));
	const char *print;

	first->evidence = second->evidence = STR("e");
	load(made_write(REPORT_GITLAB));
	print = json_string_value(member(document, "0.fingerprint"));
	is_text(document, "1.fingerprint",
		arena_cstr(&made_lint.run, arena_fmt(&made_lint.run, "%s-2", print)));
}
END_TEST

/* Two services that share a line of the user's; the second is told in the finding of the first. */
static void shared_by_two_services(void)
{
	struct finding *first = one_of(&made_mount, "a");
	struct finding *second = made_find(&made_mount, first->span, STR("b"));

	first->evidence = second->evidence = STR("e");
	first->owner = STR("a");
	second->owner = STR("b");
	first->also = second;
	made_lint.diag.count--;
}

/* Else a service that comes to share the line would be nothing new to a merge request. */
START_TEST(gitlab_gets_an_issue_for_each_service_of_a_finding)
{
	shared_by_two_services();
	load(made_write(REPORT_GITLAB));
	ck_assert_uint_eq(json_array_size(document), 2);
	is_text(document, "0.description", "a [socket-mount]");
	is_text(document, "1.description", "b [socket-mount]");
	is_text(document, "1.severity", json_string_value(member(document, "0.severity")));
	ck_assert_str_ne(json_string_value(member(document, "0.fingerprint")),
			 json_string_value(member(document, "1.fingerprint")));
}
END_TEST

static const char *fingerprint(json_t *result)
{
	return json_string_value(member(result, "partialFingerprints.composeLint/v1"));
}

START_TEST(sarif_has_a_result_for_each_service_of_a_finding)
{
	json_t *results;

	shared_by_two_services();
	load(made_write(REPORT_SARIF));
	results = member(document, "runs.0.results");
	ck_assert_uint_eq(json_array_size(results), 2);
	is_text(results, "0.message.text", "a.");
	is_text(results, "1.message.text", "b.");
	ck_assert_str_ne(fingerprint(json_array_get(results, 0)),
			 fingerprint(json_array_get(results, 1)));
}
END_TEST

START_TEST(gitlab_gets_every_field_it_asks_for)
{
	made_socket_mount();
	equals(made_write(REPORT_GITLAB),
	       "[\n"
	       "  {\n"
	       "    \"description\": \"\\\"agent\\\" mounts the engine's socket [socket-mount]\",\n"
	       "    \"check_name\": \"socket-mount\",\n"
	       "    \"fingerprint\": \"59c77e5a53d22cffa79b124ede8910e8\",\n"
	       "    \"severity\": \"critical\",\n"
	       "    \"location\": {\n"
	       "      \"path\": \"compose.yaml\",\n"
	       "      \"lines\": {\n"
	       "        \"begin\": 5,\n"
	       "        \"end\": 5\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "]\n");
	made_lint.diag.count = 0;
	equals(made_write(REPORT_GITLAB), "[]\n");
}
END_TEST

START_TEST(github_commands_are_escaped)
{
	const struct source *source = made_add(STR("a,b:c%.yaml"), STR("a: b\nc: d\n"), ROLE_BASE);

	made_find(&made_mount, (struct span){ source->number, 0, 1 }, STR("100%: a, b"));
	made_find(&made_token, (struct span){ source->number, 0, 7 }, STR("two lines"));
	equals(made_write(REPORT_GITHUB),
	       "::error file=a%2Cb%3Ac%25.yaml,line=1,col=1,endLine=1,endColumn=2,"
	       "title=compose-lint socket-mount::100%25: a, b\n"
	       "::warning file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,"
	       "title=compose-lint token::two lines\n");
}
END_TEST

START_TEST(github_shows_ten_of_a_level_and_the_worst_first)
{
	struct finding *finding = one_of(&made_token, "m");
	struct str text, rest;
	size_t commands = 0, lines = 0;

	for (int i = 0; i < 11; i++)
		made_find(&made_token, finding->span, STR("m"));
	made_find(&made_mount, finding->span, STR("the worst"));
	text = rest = made_write(REPORT_GITHUB);
	ck_assert(str_starts(text, STR("::error ")));
	while (rest.p) {
		struct str line = str_cut(&rest, '\n');

		commands += str_starts(line, STR("::warning "));
		lines += str_starts(line, STR("compose.yaml:2:3: warning: m [token]"));
	}
	ck_assert_uint_eq(commands, 10);
	ck_assert_uint_eq(lines, 2);
}
END_TEST

START_TEST(github_cuts_a_message_where_the_runner_would)
{
	struct builder b = { .arena = &made_lint.run };

	for (int i = 0; i < 2000; i++)
		builder_add(&b, STR("%\xC3\xA9"));
	one_of(&made_mount, arena_cstr(&made_lint.run, builder_str(&b)));
	ck_assert_uint_lt(made_write(REPORT_GITHUB).n, 4096);
}
END_TEST

START_TEST(junit_has_a_case_for_each_finding)
{
	struct finding *finding;

	made_socket_mount();
	finding = made_find(&made_token, made_lint.diag.findings[0]->span, STR("an info"));
	finding->level = LEVEL_INFO;
	made_projects[0].fail_on = LEVEL_WARNING;
	equals(made_write(REPORT_JUNIT),
	       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	       "<testsuites name=\"compose-lint\">\n"
	       "  <testsuite name=\"compose.yaml\" tests=\"2\" failures=\"1\" errors=\"0\" "
	       "skipped=\"0\">\n"
	       "    <testcase classname=\"compose.yaml\" name=\"socket-mount "
	       "services.agent.volumes[0]:5\">\n"
	       "      <failure type=\"error\" message=\"&quot;agent&quot; mounts the engine&#39;s "
	       "socket\">\n"
	       "compose.yaml:5:10: error: &quot;agent&quot; mounts the engine&#39;s socket "
	       "[socket-mount]\n"
	       ".env:1:8: note: value comes from here\n"
	       "note: and from nowhere\n"
	       "help: Remove the mount; give the container a proxy to the engine that allows only "
	       "the calls it needs.\n"
	       "</failure>\n"
	       "    </testcase>\n"
	       "    <testcase classname=\"compose.yaml\" name=\"token:5\">\n"
	       "      <system-out>\n"
	       "compose.yaml:5:10: info: an info [token]\n"
	       "help: Take it out.\n"
	       "</system-out>\n"
	       "    </testcase>\n"
	       "  </testsuite>\n"
	       "</testsuites>\n");
	made_projects[0].fail_on = LEVEL_INFO;
	has(made_write(REPORT_JUNIT), "<failure type=\"info\" message=\"an info\">");
}
END_TEST

START_TEST(junit_without_findings_is_a_case_that_passed)
{
	equals(made_write(REPORT_JUNIT),
	       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	       "<testsuites name=\"compose-lint\">\n"
	       "  <testsuite name=\"compose-lint\" tests=\"1\" failures=\"0\" errors=\"0\" "
	       "skipped=\"0\">\n"
	       "    <testcase classname=\"compose-lint\" name=\"no findings\"/>\n"
	       "  </testsuite>\n"
	       "</testsuites>\n");
}
END_TEST

/* ---- xml ---- */

static const struct {
	struct str given;
	const char *attribute, *text;
} xmls[] = {
	{ STR_INIT("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;",
	  "&lt;a b=&quot;c&quot;&gt;&amp;&#39;" },
	{ STR_INIT("]]>"), "]]&gt;", "]]&gt;" },
	{ STR_INIT("a\nb\tc\rd"), "a&#10;b&#9;c&#13;d", "a\nb\tc&#13;d" },
	{ STR_INIT("\0\1\x1B\x7F"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\x7F",
	  "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\x7F" },
	{ STR_INIT("\xEF\xBF\xBE\xEF\xBF\xBF\xFF\xED\xA0\x80"),
	  "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD",
	  "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ STR_INIT("\xC3\xA9\xF0\x9F\x90\xB3"), "\xC3\xA9\xF0\x9F\x90\xB3",
	  "\xC3\xA9\xF0\x9F\x90\xB3" },
	{ STR_INIT("a ##[stop-commands]"), "a &#35;#[stop-commands]", "a &#35;#[stop-commands]" },
	{ STR_INIT("::a\n  ::b"), "::a&#10;  ::b", "&#58;:a\n  &#58;:b" },
};

START_TEST(xml_is_well_formed_whatever_it_is_given)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&bytes, &size);
	struct xml xml = xml_start(stream);

	xml_begin(&xml, "e");
	xml_attribute(&xml, "a", xmls[_i].given);
	xml_text(&xml, xmls[_i].given);
	xml_end(&xml, "e");
	fclose(stream);
	equals((struct str){ bytes, size },
	       arena_cstr(&made_lint.run, arena_fmt(&made_lint.run,
						    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
						    "<e a=\"%s\">%s</e>\n",
						    xmls[_i].attribute, xmls[_i].text)));
	free(bytes);
}
END_TEST

/* ---- hostile input ---- */

static const char *const hostile[] = {
	"x\n::stop-commands::tok",
	"\n::add-mask::x",
	"::error::x",
	"  ::error::x",
	"##[stop-commands]",
	"###[group]x",
	"\033]52;c;eA==\007\033[2J",
	"\302\23331m", /* C1 in UTF-8; octal ends after three digits */
	"\xE2\x80\xAE txt.exe \xE2\x81\xA6\xEF\xBB\xBF\xE2\x80\x8B",
	"a\xFF\xC0\x80\xED\xA0\x80",
	"\rback",
	"\001\002\177",
	"]]><x a='b'>&amp;",
	"%s%n%0A%25",
	"[x](https://example.invalid) ![y](z) `q` {0} {{1}} ${HOME}",
	"a,b:c=d,line=1::e",
	"\xEF\xBF\xBE\xEF\xBF\xBF\xF4\x90\x80\x80",
	"</failure>-->\"'",
	"../../etc/passwd",
	"//host/share",
};

/* No line is a command of a runner, but for those that are ours. */
static void steers_nothing(struct str text, bool has_commands)
{
	struct str rest = text;

	ck_assert(!str_has(text, STR("##[")));
	ck_assert(utf8_is_valid(text));
	for (size_t i = 0; i < text.n; i++)
		ck_assert((unsigned char)text.p[i] >= 0x20 || text.p[i] == '\n' ||
			  text.p[i] == '\t');
	while (rest.p) {
		struct str line = str_trim(str_cut(&rest, '\n'));

		if (str_starts(line, STR("::")))
			ck_assert_msg(has_commands && (str_starts(line, STR("::error file=")) ||
						       str_starts(line, STR("::warning file="))),
				      "%.*s", STR_FMT(line));
	}
}

START_TEST(hostile_text_is_harmless_in_every_format)
{
	static struct edit edit;
	static struct suppression suppression;
	struct str text = str_from(hostile[_i]);
	const struct source *source = made_add(text, text, ROLE_BASE);
	struct span span = { source->number, 0, (uint32_t)text.n };
	struct finding *finding = made_find(&made_mount, span, text);
	struct finding *other = made_find(&made_token, SPAN_NONE, text);
	struct str failures[] = { line_visible(&made_lint.run, text, 0) };

	finding->owner = finding->path = finding->evidence = text;
	diag_related(&made_lint.diag, finding, RELATED_OTHER, span, "%s", hostile[_i]);
	diag_related(&made_lint.diag, finding, RELATED_ORIGIN, SPAN_NONE, "%s", hostile[_i]);
	edit = (struct edit){ .span = span, .text = text };
	finding->fix = (struct fix){ text, true, &edit, 1 };
	suppression = (struct suppression){ .reason = text, .place = span };
	other->suppression = &suppression;
	made.shows_suppressed = true;
	made.failures = failures;
	made.nfailures = 1;
	made_projects[0].directory = made_projects[0].configuration = text;
	for (unsigned format = 0; format < REPORT_FORMATS; format++)
		steers_nothing(made_write((enum report_format)format), format == REPORT_GITHUB);
	made.width = 40;
	steers_nothing(made_write(REPORT_TEXT), false);
	load(made_write(REPORT_JSON));
	load(made_write(REPORT_GITLAB));
	for (size_t i = 0; i < json_array_size(document); i++)
		is_text(json_array_get(document, i), "check_name", "socket-mount");
	load(made_write(REPORT_SARIF));
	for (size_t i = 0; i < 2; i++) {
		const char *message =
			json_string_value(member(member(document, "runs.0.results"),
						 i ? "1.message.text" : "0.message.text"));

		if (!message)
			continue;
		has_not(str_from(message), "{");
		has_not(str_from(message), "](http");
	}
}
END_TEST

START_TEST(long_lines_are_cut_in_messages_for_forges)
{
	struct builder b = { .arena = &made_lint.run };

	for (int i = 0; i < 100000; i++)
		builder_add(&b, STR("\xE7\x8C\xAB"));
	one_of(&made_mount, arena_cstr(&made_lint.run, builder_str(&b)));
	ck_assert_uint_lt(str_from(json_string_value(member(sarif_result(0), "message.text"))).n,
			  4096);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("formats");
	TCase *links = tcase_create("links"), *formats = tcase_create("formats");
	TCase *sinks = tcase_create("sinks");

	suite_add_tcase(suite, links);
	tcase_add_checked_fixture(links, begin, end);
	tcase_add_test(links, a_rule_links_to_its_page_where_there_is_one);
	suite_add_tcase(suite, formats);
	tcase_add_checked_fixture(formats, begin, end);
	tcase_add_test(formats, what_is_suppressed_is_marked_and_not_counted);
	tcase_add_test(formats, sarif_says_what_code_scanning_asks_for);
	tcase_add_test(formats, sarif_counts_columns_as_viewers_do);
	tcase_add_loop_test(formats, a_path_is_a_uri_in_sarif, 0, sizeof(uris) / sizeof(*uris));
	tcase_add_test(formats, sarif_gives_every_result_a_region);
	tcase_add_test(formats, sarif_keeps_the_worst_of_too_many);
	tcase_add_test(formats, what_could_not_be_judged_is_in_the_report);
	tcase_add_test(formats, findings_of_one_identity_have_fingerprints_of_their_own);
	tcase_add_test(formats, gitlab_gets_an_issue_for_each_service_of_a_finding);
	tcase_add_test(formats, sarif_has_a_result_for_each_service_of_a_finding);
	tcase_add_test(formats, gitlab_gets_every_field_it_asks_for);
	tcase_add_test(formats, github_commands_are_escaped);
	tcase_add_test(formats, github_shows_ten_of_a_level_and_the_worst_first);
	tcase_add_test(formats, github_cuts_a_message_where_the_runner_would);
	tcase_add_test(formats, junit_has_a_case_for_each_finding);
	tcase_add_test(formats, junit_without_findings_is_a_case_that_passed);
	suite_add_tcase(suite, sinks);
	tcase_add_checked_fixture(sinks, begin, end);
	tcase_add_loop_test(sinks, xml_is_well_formed_whatever_it_is_given, 0,
			    sizeof(xmls) / sizeof(*xmls));
	tcase_add_loop_test(sinks, hostile_text_is_harmless_in_every_format, 0,
			    sizeof(hostile) / sizeof(*hostile));
	tcase_add_test(sinks, long_lines_are_cut_in_messages_for_forges);
	return run_suite(suite);
}
