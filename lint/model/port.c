/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/port.h"

#include <arpa/inet.h>

enum { ADDRESS_BYTES = 64, PORT_MAX = 65535 };

/* Four decimal numbers below 256 without zeroes in front, as nearly every address is. */
static bool is_plain_ipv4(struct str text)
{
	unsigned count = 0, number = 0, digits = 0;

	for (size_t i = 0; i <= text.n; i++) {
		char c = i < text.n ? text.p[i] : '.';

		if (byte_is_digit(c) && digits < 3 && !(digits && !number)) {
			number = number * 10 + (unsigned)(c - '0');
			digits++;
		} else if (c == '.' && digits && number <= 255) {
			count++;
			number = digits = 0;
		} else {
			return false;
		}
	}
	return count == 4;
}

bool port_is_address(struct str text)
{
	unsigned char address[sizeof(struct in6_addr)];
	char copy[ADDRESS_BYTES];

	if (is_plain_ipv4(text))
		return true;
	if (!text.n || text.n >= sizeof(copy) || str_find_byte(text, '\0', 0) != STR_NPOS)
		return false;
	for (size_t i = 0; i < text.n; i++)
		copy[i] = text.p[i];
	copy[text.n] = '\0';
	return inet_pton(AF_INET, copy, address) == 1 || inet_pton(AF_INET6, copy, address) == 1;
}

static bool is_opaque(struct str s)
{
	return str_find_byte(s, '\1', 0) != STR_NPOS;
}

static bool to_port(struct str s, unsigned *value)
{
	unsigned number = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!byte_is_digit(s.p[i]))
			return false;
		number = number * 10 + (unsigned)(s.p[i] - '0');
		if (number > PORT_MAX)
			return false;
	}
	*value = number;
	return s.n > 0;
}

static struct port_error error_at(const char *message, size_t from, size_t to)
{
	return (struct port_error){ message, from, to };
}

static struct port_error parse_range(struct str text, struct port_slice slice,
				     struct port_range *range)
{
	struct str rest = str_slice(text, slice.from, slice.to);
	struct str low = str_cut(&rest, '-');
	struct str high = rest.p ? str_cut(&rest, '-') : low;

	/* a third part is dropped, as Compose does */
	range->slice = slice;
	if (is_opaque(low) || is_opaque(high)) {
		range->unknown = true;
		return (struct port_error){ 0 };
	}
	if (!to_port(low, &range->low) || !to_port(high, &range->high))
		return error_at("a port must be a number from 0 to 65535, or a range such as "
				"\"8000-8010\"",
				slice.from, slice.to);
	if (range->high < range->low)
		return error_at("a range of ports must not fall", slice.from, slice.to);
	return (struct port_error){ 0 };
}

static bool is_protocol(struct str s)
{
	return !s.n || is_opaque(s) || str_eq_nocase(s, STR("tcp")) ||
	       str_eq_nocase(s, STR("udp")) || str_eq_nocase(s, STR("sctp"));
}

static struct port_error parse_address(struct str text, struct port *port)
{
	struct str ip = str_slice(text, port->ip.from, port->ip.to);

	if (!ip.n || is_opaque(ip))
		return (struct port_error){ 0 };
	if (ip.p[0] == '[' && ip.p[ip.n - 1] == ']') {
		port->ip.from++;
		port->ip.to--;
		ip = str_slice(ip, 1, ip.n - 1);
		if (port_is_address(ip))
			return (struct port_error){ 0 };
	} else if (port_is_address(ip) && str_find_byte(ip, ':', 0) == STR_NPOS) {
		return (struct port_error){ 0 };
	}
	return error_at(str_find_byte(ip, ':', 0) != STR_NPOS
				? "the address is none; write IPv6 in brackets: \"[::1]:8080:80\""
				: "the address must be numeric, such as \"127.0.0.1\"",
			port->ip.from, port->ip.to);
}

struct port_error port_parse(struct str opaque, struct port *port)
{
	struct str text = opaque;
	size_t slash = str_find_byte(text, '/', 0), end, last, middle;
	struct port_error error;

	*port = (struct port){ 0 };
	end = slash == STR_NPOS ? text.n : slash;
	if (slash != STR_NPOS) {
		size_t next = str_find_byte(text, '/', slash + 1);

		/* what follows a second "/" is dropped, as Compose does */
		port->protocol = (struct port_slice){ slash + 1, next == STR_NPOS ? text.n : next };
	}
	if (!end)
		return error_at("there is no container port", 0, text.n);
	last = str_rfind_byte(str_slice(text, 0, end), ':');
	error = parse_range(text, (struct port_slice){ last == STR_NPOS ? 0 : last + 1, end },
			    &port->container);
	if (error.message)
		return port->container.slice.from == end
			       ? error_at("there is no container port", 0, text.n)
			       : error;
	if (last != STR_NPOS && last > 0) {
		middle = str_rfind_byte(str_slice(text, 0, last), ':');
		port->host.slice = (struct port_slice){ middle == STR_NPOS ? 0 : middle + 1, last };
		if (middle != STR_NPOS)
			port->ip = (struct port_slice){ 0, middle };
		if (port->host.slice.from != port->host.slice.to) {
			error = parse_range(text, port->host.slice, &port->host);
			if (error.message)
				return error;
		}
	}
	error = parse_address(text, port);
	if (error.message)
		return error;
	if (!is_protocol(str_slice(text, port->protocol.from, port->protocol.to)))
		return error_at("the protocol must be tcp, udp or sctp", port->protocol.from,
				port->protocol.to);
	if (!port->container.unknown && !port->container.low)
		return error_at("0 is no container port", port->container.slice.from,
				port->container.slice.to);
	if (port->host.slice.from != port->host.slice.to && !port->host.unknown &&
	    !port->container.unknown &&
	    port->host.high - port->host.low != port->container.high - port->container.low &&
	    port->container.high != port->container.low)
		return error_at("the ranges of host and container must be of one length",
				port->host.slice.from, port->container.slice.to);
	return (struct port_error){ 0 };
}

size_t port_count(const struct port *port)
{
	return port->container.unknown ? 1 : port->container.high - port->container.low + 1u;
}
