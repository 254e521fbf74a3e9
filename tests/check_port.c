/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "base/arena.h"
#include "model/port.h"
#include "tests/suite.h"

static const struct {
	const char *name, *text, *ip, *host, *container, *protocol;
	unsigned low, high;
} accepted[] = {
	{ "container only", "80", "", "", "80", "", 80, 80 },
	{ "host and container", "8080:80", "", "8080", "80", "", 80, 80 },
	{ "address", "127.0.0.1:8080:80", "127.0.0.1", "8080", "80", "", 80, 80 },
	{ "address, random host port", "127.0.0.1::80", "127.0.0.1", "", "80", "", 80, 80 },
	{ "empty host", ":80", "", "", "80", "", 80, 80 },
	{ "empty address and host", "::80", "", "", "80", "", 80, 80 },
	{ "empty address", ":8080:80", "", "8080", "80", "", 80, 80 },
	{ "IPv6 in brackets", "[::1]:8080:80", "::1", "8080", "80", "", 80, 80 },
	{ "IPv4 in brackets", "[127.0.0.1]:1:2", "127.0.0.1", "1", "2", "", 2, 2 },
	{ "ranges", "8000-8002:80-82", "", "8000-8002", "80-82", "", 80, 82 },
	{ "host range, one container port", "8000-8002:80", "", "8000-8002", "80", "", 80, 80 },
	{ "a third part of a range is dropped", "80-81-82", "", "", "80-81-82", "", 80, 81 },
	{ "protocol in any case", "53:53/UDP", "", "53", "53", "UDP", 53, 53 },
	{ "empty protocol", "53/", "", "", "53", "", 53, 53 },
	{ "a second slash is dropped", "53/udp/x", "", "", "53", "udp", 53, 53 },
	{ "leading zeros", "0080", "", "", "0080", "", 80, 80 },
	{ "unknown host port", "\1\1:80", "", "\1\1", "80", "", 80, 80 },
	{ "unknown all", "\1\1\1", "", "", "\1\1\1", "", 0, 0 },
};

static struct str slice(const char *text, struct port_slice s)
{
	return str_slice(str_from(text), s.from, s.to);
}

START_TEST(a_port_is_cut_into_its_parts)
{
	const char *text = accepted[_i].text;
	struct port port;
	struct port_error error = port_parse(str_from(text), &port);

	ck_assert_msg(!error.message, "%s: %s", accepted[_i].name, error.message);
	ck_assert_msg(str_eq(slice(text, port.ip), str_from(accepted[_i].ip)), "%s: address",
		      accepted[_i].name);
	ck_assert_msg(str_eq(slice(text, port.host.slice), str_from(accepted[_i].host)), "%s: host",
		      accepted[_i].name);
	ck_assert_msg(str_eq(slice(text, port.container.slice), str_from(accepted[_i].container)),
		      "%s: container", accepted[_i].name);
	ck_assert_msg(str_eq(slice(text, port.protocol), str_from(accepted[_i].protocol)),
		      "%s: protocol", accepted[_i].name);
	ck_assert_msg(
		port.container.low == accepted[_i].low && port.container.high == accepted[_i].high,
		"%s: numbers %u-%u", accepted[_i].name, port.container.low, port.container.high);
}
END_TEST

static const struct {
	const char *name, *text, *wrong; /* the bytes that are blamed */
} refused[] = {
	{ "empty", "", "" },
	{ "no container port", "8080:", "8080:" },
	{ "no number", "http:80", "http" },
	{ "sign", "+80", "+80" },
	{ "blank", " 80", " 80" },
	{ "too large", "80:65536", "65536" },
	{ "container port 0", "0", "0" },
	{ "falling range", "82-80", "82-80" },
	{ "open range", "80-", "80-" },
	{ "ranges of two lengths", "8000-8001:80-82", "8000-8001:80-82" },
	{ "container range behind one host port", "8000:80-82", "8000:80-82" },
	{ "bare IPv6", "::1:80:80", "::1" },
	{ "a name for an address", "localhost:80:80", "localhost" },
	{ "an address for a host port", "127.0.0.1:80", "127.0.0.1" },
	{ "zone", "[fe80::1%eth0]:80:80", "fe80::1%eth0" },
	{ "unknown protocol", "80/http", "http" },
};

START_TEST(a_malformed_port_blames_its_bytes)
{
	struct port port;
	struct port_error error = port_parse(str_from(refused[_i].text), &port);
	struct str blamed = str_slice(str_from(refused[_i].text), error.from, error.to);

	ck_assert_msg(error.message, "%s: accepted", refused[_i].name);
	ck_assert_msg(str_eq(blamed, str_from(refused[_i].wrong)), "%s: blames \"%.*s\"",
		      refused[_i].name, STR_FMT(blamed));
}
END_TEST

START_TEST(an_address_is_numeric_and_has_no_zone)
{
	ck_assert(port_is_address(STR("127.0.0.1")));
	ck_assert(port_is_address(STR("::")));
	ck_assert(!port_is_address(STR("")));
	ck_assert(!port_is_address(STR("[::1]")));
	ck_assert(port_is_address(STR("0.0.0.0")));
	ck_assert(port_is_address(STR("255.10.255.255")));
	ck_assert(!port_is_address(STR("127.1")));
	ck_assert(!port_is_address(STR("256.0.0.1")));
	ck_assert(!port_is_address(STR("1.2.3.4.5")));
	ck_assert(!port_is_address(STR("1.2.3.04")));
	ck_assert(!port_is_address(STR("1.2.3.")));
	ck_assert(!port_is_address(STR("1..2.3")));
	ck_assert(!port_is_address(STR(".1.2.3")));
	ck_assert(!port_is_address(STR("0001.2.3.4")));
	ck_assert(!port_is_address(STR("fe80::1%eth0")));
	ck_assert(!port_is_address(STR("127.0.0.1\0")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("port");
	TCase *cases = tcase_create("port specifications");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_port_is_cut_into_its_parts, 0,
			    sizeof(accepted) / sizeof(*accepted));
	tcase_add_loop_test(cases, a_malformed_port_blames_its_bytes, 0,
			    sizeof(refused) / sizeof(*refused));
	tcase_add_test(cases, an_address_is_numeric_and_has_no_zone);
	return run_suite(suite);
}
