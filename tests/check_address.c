/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/address.h"

#include <check.h>

#include "base/arena.h"
#include "base/regex.h"
#include "tests/suite.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

static const struct {
	const char *text, *scheme, *host, *port, *path;
	bool userinfo, query;
} parse_rows[] = { { "http://gateway:4000/v1", "http", "gateway", "4000", "/v1", false, false },
		   { "http://gateway", "http", "gateway", "", "", false, false },
		   { "gateway:4000", "", "gateway", "4000", "", false, false },
		   { "gateway", "", "gateway", "", "", false, false },
		   { "http://[::1]:4000", "http", "::1", "4000", "", false, false },
		   { "[::1]", "", "::1", "", "", false, false },
		   { "::1", "", "::1", "", "", false, false },
		   { "http://u:p@h:1/x?y#z", "http", "h", "1", "/x", true, true },
		   { "http://u:p@q@h/x", "http", "h", "", "/x", true, false },
		   { "http://u@h?y", "http", "h", "", "", true, true },
		   { " tcp://10.0.0.5:2375 ", "tcp", "10.0.0.5", "2375", "", false, false },
		   { "http://${HOST:-a/b}:${PORT}/v1", "http", "${HOST:-a/b}", "${PORT}", "/v1",
		     false, false },
		   { "HTTP+unix://h/", "HTTP+unix", "h", "", "/", false, false } };

START_TEST(an_address_is_cut_into_its_parts)
{
	struct address got;
	bool parsed = address_parse(str_from(parse_rows[_i].text), &got);

	ck_assert_msg(parsed && str_eq(got.scheme, str_from(parse_rows[_i].scheme)) &&
			      str_eq(got.host, str_from(parse_rows[_i].host)) &&
			      str_eq(got.port, str_from(parse_rows[_i].port)) &&
			      str_eq(got.path, str_from(parse_rows[_i].path)) &&
			      got.has_userinfo == parse_rows[_i].userinfo &&
			      got.has_query == parse_rows[_i].query,
		      "%s: got %d: scheme \"%.*s\" host \"%.*s\" port \"%.*s\" path \"%.*s\" %d %d",
		      parse_rows[_i].text, parsed, STR_FMT(got.scheme), STR_FMT(got.host),
		      STR_FMT(got.port), STR_FMT(got.path), got.has_userinfo, got.has_query);
}
END_TEST

START_TEST(a_text_without_a_host_is_no_address)
{
	static const char *const rows[] = {
		"",          "http://",   "/x",        "unix:///run/x", "http://[::1",
		"http://u@", "http://[]", "two words", "http://[::1]80"
	};
	struct address got;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(!address_parse(str_from(rows[i]), &got), "\"%s\"", rows[i]);
}
END_TEST

static const struct {
	const char *host;
	enum address_kind kind;
} kind_rows[] = { { "localhost", ADDRESS_LOOPBACK },
		  { "LocalHost.", ADDRESS_LOOPBACK },
		  { "app.localhost", ADDRESS_LOOPBACK },
		  { "localhost.localdomain", ADDRESS_LOOPBACK },
		  { "ip6-loopback", ADDRESS_LOOPBACK },
		  { "127.0.0.1", ADDRESS_LOOPBACK },
		  { "127.1", ADDRESS_LOOPBACK },
		  { "127", ADDRESS_LOOPBACK },
		  { "127.255.3.4", ADDRESS_LOOPBACK },
		  { "0", ADDRESS_LOOPBACK },
		  { "0.0.0.0", ADDRESS_LOOPBACK },
		  { "0x7f000001", ADDRESS_LOOPBACK },
		  { "0x7F.0.0.1", ADDRESS_LOOPBACK },
		  { "2130706433", ADDRESS_LOOPBACK },
		  { "017700000001", ADDRESS_LOOPBACK },
		  { "0177.0.0.1", ADDRESS_LOOPBACK },
		  { "::1", ADDRESS_LOOPBACK },
		  { "[::1]", ADDRESS_LOOPBACK },
		  { "::", ADDRESS_LOOPBACK },
		  { "0:0:0:0:0:0:0:1", ADDRESS_LOOPBACK },
		  { "0000:0000::0001", ADDRESS_LOOPBACK },
		  { "::ffff:127.0.0.1", ADDRESS_LOOPBACK },
		  { "[::ffff:0.0.0.0]", ADDRESS_LOOPBACK },
		  { "::ffff:7f00:1", ADDRESS_LOOPBACK },
		  { "gateway", ADDRESS_LABEL },
		  { "localhost2", ADDRESS_LABEL },
		  { "notlocalhost", ADDRESS_LABEL },
		  { "api.openai.com", ADDRESS_NAME },
		  { "127.0.0.1.nip.io", ADDRESS_NAME },
		  { "10.0.0.1", ADDRESS_PRIVATE },
		  { "172.16.0.1", ADDRESS_PRIVATE },
		  { "172.32.0.1", ADDRESS_PUBLIC },
		  { "192.168.1.1", ADDRESS_PRIVATE },
		  { "100.64.0.1", ADDRESS_PRIVATE },
		  { "fd12::1", ADDRESS_PRIVATE },
		  { "fe80::1%eth0", ADDRESS_LINK_LOCAL },
		  { "169.254.1.1", ADDRESS_LINK_LOCAL },
		  { "169.254.169.254", ADDRESS_METADATA },
		  { "fd00:ec2::254", ADDRESS_METADATA },
		  { "metadata.google.internal", ADDRESS_METADATA },
		  { "host.docker.internal", ADDRESS_ENGINE },
		  { "docker.for.mac.localhost", ADDRESS_ENGINE },
		  { "8.8.8.8", ADDRESS_PUBLIC },
		  { "2001:db8::1", ADDRESS_PUBLIC },
		  { "::2", ADDRESS_PUBLIC },
		  { "1.2.3.4.5", ADDRESS_NAME },
		  { "256.1.1.1", ADDRESS_NAME },
		  { "10.0.65536", ADDRESS_NAME },
		  { "10..1", ADDRESS_NAME },
		  { "::FFFF:7F00:1", ADDRESS_LOOPBACK },
		  { "[::ffff:10.0.0.1]", ADDRESS_PRIVATE },
		  { "1:2:3:4:5:6:7:127.0.0.1", ADDRESS_NAME },
		  { "1:2:3:4:5:6:7:", ADDRESS_LABEL },
		  { "1:2:3:4:5:6::7:8:9", ADDRESS_LABEL },
		  { "::1:2:3:4:5:6:7:8", ADDRESS_LABEL },
		  { "1::2::3", ADDRESS_LABEL },
		  { "${HOST}", ADDRESS_LABEL } };

START_TEST(a_host_is_of_a_kind)
{
	enum address_kind got = address_kind(str_from(kind_rows[_i].host));

	ck_assert_msg(got == kind_rows[_i].kind, "%s: wanted %d, got %d", kind_rows[_i].host,
		      (int)kind_rows[_i].kind, (int)got);
}
END_TEST

/* An expression for them; we may know more spellings, but none less. */
static const char loopback[] =
	"(?i)^(?:localhost(?:\\.localdomain)?\\.?|(?:[a-z0-9-]+\\.)*localhost\\.?|"
	"ip6-(?:localhost|loopback)|127(?:\\.[0-9]{1,3}){0,3}|0(?:\\.0){0,3}|0x7f[0-9a-f]{6}|"
	"213070643[3-9]|017700000001|\\[?(?:0{0,4}:){2,7}0{0,3}[01]\\]?|\\[?::\\]?|"
	"\\[?::ffff:(?:127\\.[0-9.]+|0\\.0\\.0\\.0)\\]?)$";

START_TEST(every_loopback_spelling_of_the_expression_is_known)
{
	static const char *const scraps[] = { "localhost",  ".",       "127",      "0",
					      "1",          "255",     "::",       ":",
					      "[",          "]",       "0x7f",     "000001",
					      "a",          "ip6-",    "loopback", "ffff",
					      "2130706433", "::ffff:", "0000" };
	struct arena arena = { 0 };
	struct regex_set *set = regex_set_new(&arena, 1);
	uint32_t state = 1;
	size_t matched = 0;

	for (uint32_t n = 0; n < 40000; n++) {
		struct builder b = { .arena = &arena };
		struct str host;

		for (uint32_t k = 1 + n % 6; k > 0; k--) {
			state = state * 1664525 + 1013904223;
			builder_add(&b, str_from(scraps[(state >> 16) %
							(sizeof(scraps) / sizeof(*scraps))]));
		}
		host = builder_str(&b);
		if (!regex_search(set, 0, loopback, host, 0, NULL))
			continue;
		matched++;
		ck_assert_msg(address_is_loopback(host), "%.*s", STR_FMT(host));
	}
	ck_assert_uint_gt(matched, 100);
	regex_set_free(set);
	arena_free(&arena);
}
END_TEST

START_TEST(a_subnet_holds_its_addresses)
{
	ck_assert(address_in_subnet(STR("10.1.2.3"), STR("10.0.0.0/8")));
	ck_assert(!address_in_subnet(STR("11.1.2.3"), STR("10.0.0.0/8")));
	ck_assert(address_in_subnet(STR("1.2.3.4"), STR("0.0.0.0/0")));
	ck_assert(address_in_subnet(STR("1.2.3.4"), STR("1.2.3.4/32")));
	ck_assert(!address_in_subnet(STR("1.2.3.4"), STR("1.2.3.4/33")));
	ck_assert(!address_in_subnet(STR("1.2.3.4"), STR("1.2.3.4")));
	ck_assert(!address_in_subnet(STR("gateway"), STR("10.0.0.0/8")));
}

START_TEST(every_address_has_many_spellings)
{
	static const struct str all[] = { STR_INIT("0.0.0.0"),
					  STR_INIT("::"),
					  STR_INIT("[::]"),
					  STR_INIT("0:0:0:0:0:0:0:0"),
					  STR_INIT("::0"),
					  STR_INIT("0"),
					  STR_INIT("::ffff:0.0.0.0"),
					  STR_INIT("::FFFF:0.0.0.0") };
	static const struct str some[] = { STR_INIT("127.0.0.1"), STR_INIT("::1"),
					   STR_INIT("10.0.0.0"),  STR_INIT("[fe80::]"),
					   STR_INIT("localhost"), STR_INIT("") };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		ck_assert_msg(address_is_unspecified(all[i]), "%.*s", STR_FMT(all[i]));
	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++)
		ck_assert_msg(!address_is_unspecified(some[i]), "%.*s", STR_FMT(some[i]));
}
END_TEST
END_TEST

START_TEST(a_special_host_is_found_as_a_word)
{
	static const struct {
		const char *text, *host;
		enum address_kind kind;
	} rows[] = { { "http://host.docker.internal:1/", "host.docker.internal", ADDRESS_ENGINE },
		     { "a,HOST.docker.internal.", "HOST.docker.internal", ADDRESS_ENGINE },
		     { "169.254.169.254", "169.254.169.254", ADDRESS_METADATA },
		     { "x 169.254.169.254 host.lima.internal", "169.254.169.254",
		       ADDRESS_METADATA },
		     { "host.lima.internal 169.254.169.254", "host.lima.internal", ADDRESS_ENGINE },
		     { "http://[fd00:ec2::254]/", "fd00:ec2::254", ADDRESS_METADATA },
		     { "my-host.docker.internal", NULL, ADDRESS_NAME },
		     { "x.host.docker.internal", NULL, ADDRESS_NAME },
		     { "host.docker.internal.example", NULL, ADDRESS_NAME },
		     { "169.254.169.2540", NULL, ADDRESS_NAME },
		     { "169.254.169.254.7", NULL, ADDRESS_NAME },
		     { "", NULL, ADDRESS_NAME } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		enum address_kind kind;
		struct str host;
		bool found = address_find_special(str_from(rows[i].text), &kind, &host);

		ck_assert_msg(found == (rows[i].host != NULL), "%s", rows[i].text);
		if (found)
			ck_assert_msg(str_eq(host, str_from(rows[i].host)) && kind == rows[i].kind,
				      "%s: %.*s", rows[i].text, STR_FMT(host));
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("address");
	TCase *texts = tcase_create("texts"), *hosts = tcase_create("hosts");

	tcase_add_test(texts, every_address_has_many_spellings);
	tcase_add_loop_test(texts, an_address_is_cut_into_its_parts, 0, ROWS(parse_rows));
	tcase_add_test(texts, a_text_without_a_host_is_no_address);
	tcase_add_loop_test(hosts, a_host_is_of_a_kind, 0, ROWS(kind_rows));
	tcase_add_test(hosts, every_loopback_spelling_of_the_expression_is_known);
	tcase_add_test(hosts, a_subnet_holds_its_addresses);
	tcase_add_test(hosts, a_special_host_is_found_as_a_word);
	suite_add_tcase(s, texts);
	suite_add_tcase(s, hosts);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
