/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/shape_item.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/path.h"
#include "model/port.h"
#include "model/volume.h"
#include "read/yaml.h"

/* A piece of a short form that cannot be read. */
static void say_unreadable(struct shape *shape, const struct trail *trail, const struct node *item,
			   const char *what, const char *message, size_t from, size_t to)
{
	struct finding *finding;
	struct span span = item->span;

	*shape->refused = true;
	if (shape->quiet)
		return;
	if (from < to)
		span = yaml_subspan(&shape->lint->sources, item, from, to);
	finding = trail_refuse(shape->lint, trail, span, STR("short"), "this %s cannot be read: %s",
			       what, message);
	finding->extent = item->span;
	trail_origins(shape->lint, finding, item, from, to);
}

/* ---------------------------------------------------------------- volumes */

/* A one-letter name is read as a drive: "w:/work" is one path, "r:/run:ro" mounts at "ro". */
static void check_drive(struct shape *shape, const struct trail *trail, const struct node *item,
			const struct volume *volume)
{
	struct str target = str_slice(item->text, volume->target.from, volume->target.to);
	struct finding *finding;

	if (shape->quiet)
		return;
	if (volume->source.from == volume->source.to) {
		if (!volume->drive_target || target.n < 3 || target.p[target.n > 2 ? 2 : 0] != '/')
			return;
		finding = trail_ignore(
			shape->lint, trail, item->span, STR("drive"),
			"\"%c:\" is read as a drive letter, so this is an anonymous volume at "
			"\"%.*s\" and no volume \"%c\"; use a name of two letters or the long form",
			target.p[0], STR_FMT(target), target.p[0]);
	} else {
		struct str source = str_slice(item->text, volume->source.from, volume->source.to);

		if (!volume->drive_source || volume->drive_target ||
		    (target.n && (target.p[0] == '/' || target.p[0] == '\\')) ||
		    volume->options.from != volume->options.to || node_is_unknown(item))
			return;
		finding = trail_ignore(
			shape->lint, trail, item->span, STR("drive"),
			"\"%c:\" is read as a drive letter, so this mounts the host path \"%.*s\" "
			"at "
			"\"%.*s\" and no volume \"%c\"; use a name of two letters or the long form",
			source.p[0], STR_FMT(source), STR_FMT(target), source.p[0]);
	}
	finding->extent = item->span;
	trail_origins(shape->lint, finding, item, 0, item->text.n);
}

/* Others are Podman's, or for a file system that needs them: without effect, but no wall either. */
static bool is_meant_read_only(struct str option)
{
	return str_eq_nocase(option, STR("ro")) || str_eq_nocase(option, STR("r")) ||
	       str_eq_nocase(option, STR("readonly")) || str_eq_nocase(option, STR("read-only")) ||
	       str_eq_nocase(option, STR("read_only"));
}

/* Compose leaves out an option that it does not know, and the mount stays writable. */
static void check_options(struct shape *shape, const struct trail *trail, const struct node *item,
			  const struct volume *volume)
{
	struct str rest = str_slice(item->text, volume->options.from, volume->options.to);

	while (rest.p && !volume->read_only && !shape->quiet) {
		struct str option = str_cut(&rest, ',');
		size_t from = (size_t)(option.p - item->text.p);
		struct finding *finding;

		if (!is_meant_read_only(str_trim(option)))
			continue;
		finding = trail_ignore(
			shape->lint, trail,
			yaml_subspan(&shape->lint->sources, item, from, from + option.n),
			STR("mode"),
			"\"%.*s\" is no option of a mount, so it stays writable; write \"ro\"",
			STR_FMT(option));
		finding->extent = item->span;
		trail_origins(shape->lint, finding, item, from, from + option.n);
	}
}

static const struct node *piece(struct shape *shape, const struct node *item,
				struct volume_slice slice)
{
	return cut_piece(shape->lint, item, slice.from, slice.to);
}

static const struct node *clean_target(struct shape *shape, const struct node *item,
				       struct volume_slice slice)
{
	struct node *target = cut_piece(shape->lint, item, slice.from, slice.to);
	struct str clean;

	if (node_has_part(target, PART_UNKNOWN) || node_has_part(target, PART_HOST))
		return target;
	clean = path_clean(&shape->lint->run, target->text);
	return str_eq(clean, target->text)
		       ? target
		       : node_formed(&shape->lint->run, target, NODE_STRING, clean);
}

/* type, source, target, read_only, and bind or volume; mode, host_ip, target, published, protocol */
enum { MOST_PAIRS = 5 };

static const struct node *make_volume(struct shape *shape, const struct node *item,
				      const struct volume *volume)
{
	struct cut all = cut_pairs(shape->lint, MOST_PAIRS), bind = { .lint = shape->lint },
		   named = { .lint = shape->lint };
	struct node *read_only;

	cut_add_long(&all, LONG_TYPE,
		     cut_text(shape->lint, volume->is_bind ? STR("bind") : STR("volume"), item));
	if (volume->source.from != volume->source.to)
		cut_add_long(&all, LONG_SOURCE, piece(shape, item, volume->source));
	cut_add_long(&all, LONG_TARGET, clean_target(shape, item, volume->target));
	if (volume->read_only) {
		read_only = cut_piece(shape->lint, item, volume->mode.from, volume->mode.to);
		read_only->kind = NODE_BOOL;
		read_only->value.boolean = true;
		cut_add_long(&all, LONG_READ_ONLY, read_only);
	}
	if (volume->is_bind) {
		/* mostly it stays the only one */
		bind = cut_pairs(shape->lint, 1);
		cut_add_long(&bind, LONG_CREATE_HOST_PATH, cut_true(shape->lint, item));
	}
	if (volume->propagation.from != volume->propagation.to)
		cut_add_long(&bind, LONG_PROPAGATION, piece(shape, item, volume->propagation));
	if (volume->selinux.from != volume->selinux.to)
		cut_add_long(&bind, LONG_SELINUX, piece(shape, item, volume->selinux));
	if (bind.count)
		cut_add_long(&all, LONG_BIND, cut_mapping(&bind, item));
	if (volume->nocopy.from != volume->nocopy.to) {
		struct node *nocopy =
			cut_piece(shape->lint, item, volume->nocopy.from, volume->nocopy.to);

		nocopy->kind = NODE_BOOL;
		nocopy->value.boolean = true;
		cut_add_long(&named, LONG_NOCOPY, nocopy);
	}
	if (named.count || (!volume->is_bind && item->text.n > 2))
		cut_add_long(&all, LONG_VOLUME, cut_mapping(&named, item));
	return cut_mapping(&all, item);
}

const struct node *shape_item_volume(struct shape *shape, const struct trail *trail,
				     const struct node *item)
{
	struct volume volume;
	struct volume_error error;

	if (item->kind != NODE_STRING)
		return item;
	error = volume_parse(cut_opaque(&shape->lint->run, item), &volume);
	if (error.message) {
		say_unreadable(shape, trail, item, "volume", error.message, error.from, error.to);
		return NULL;
	}
	check_drive(shape, trail, item, &volume);
	check_options(shape, trail, item, &volume);
	return make_volume(shape, item, &volume);
}

/* ---------------------------------------------------------------- devices */

const struct node *shape_item_device(struct shape *shape, const struct trail *trail,
				     const struct node *item)
{
	struct cut all = { .lint = shape->lint };
	struct str rest;
	size_t from[3] = { 0 }, to[3] = { 0 }, count = 0, at = 0;

	if (item->kind != NODE_STRING)
		return item;
	rest = cut_opaque(&shape->lint->run, item);
	while (rest.p) {
		struct str part = str_cut(&rest, ':');

		if (count == 3) {
			say_unreadable(
				shape, trail, item, "device",
				"there are too many colons; write HOST:CONTAINER:PERMISSIONS",
				at - 1, item->text.n);
			return NULL;
		}
		from[count] = at;
		to[count++] = at + part.n;
		at += part.n + 1;
	}
	cut_add_long(&all, LONG_SOURCE, cut_piece(shape->lint, item, from[0], to[0]));
	if (count > 1 && from[1] != to[1])
		cut_add_long(&all, LONG_TARGET, cut_piece(shape->lint, item, from[1], to[1]));
	else
		cut_add_long(&all, LONG_TARGET, cut_piece(shape->lint, item, from[0], to[0]));
	if (count > 2)
		cut_add_long(&all, LONG_PERMISSIONS, cut_piece(shape->lint, item, from[2], to[2]));
	else
		cut_add_long(&all, LONG_PERMISSIONS, cut_text(shape->lint, STR("rwm"), item));
	return cut_mapping(&all, item);
}

/* ------------------------------------------------------------------ ports */

/* Offsets 0 to last in the order of the text of low + offset: 10 stands before 8. */
static int compare_as_text(const void *left, const void *right)
{
	const unsigned *a = left, *b = right;
	char digits[2][12];
	size_t n[2];
	unsigned numbers[2] = { *a, *b };

	for (size_t i = 0; i < 2; i++) {
		n[i] = 0;
		for (unsigned value = numbers[i], scale = 10000; scale; scale /= 10)
			if (n[i] || value / scale % 10 || scale == 1)
				digits[i][n[i]++] = (char)('0' + value / scale % 10);
		digits[i][n[i]++] = '/'; /* what follows a port in the text: before any digit */
	}
	return str_cmp((struct str){ digits[0], n[0] }, (struct str){ digits[1], n[1] });
}

struct port_nodes {
	const struct node *ip, *published, *protocol; /* published: of all, or NULL */
	const struct node *mode;
};

/* "8080" for 8080: no range, no zero in front. */
static bool is_written_plainly(struct str text, unsigned number)
{
	unsigned value = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (!byte_is_digit(text.p[i]) || (!value && i))
			return false;
		value = value * 10 + (unsigned)(text.p[i] - '0');
	}
	return text.n && value == number;
}

/* One port of a range; formatted only where it is not the text that stands there. */
static struct node *one_port(struct lint *lint, const struct node *item, struct port_slice slice,
			     unsigned number)
{
	if (is_written_plainly(str_slice(item->text, slice.from, slice.to), number))
		return cut_piece(lint, item, slice.from, slice.to);
	return cut_as(lint, item, slice.from, slice.to, arena_fmt(&lint->run, "%u", number));
}

static void add_port(struct shape *shape, const struct node *item, const struct port *port,
		     const struct port_nodes *nodes, unsigned number, struct cut *ports)
{
	struct lint *lint = shape->lint;
	struct cut all = cut_pairs(lint, MOST_PAIRS);
	const struct port_slice *slice = &port->container.slice;
	const struct node *published = nodes->published;
	struct node *target;

	if (port->container.unknown) {
		target = cut_piece(lint, item, slice->from, slice->to);
	} else {
		target = one_port(lint, item, *slice, number);
		target->kind = NODE_INT;
		target->value.integer = number;
	}
	cut_add_long(&all, LONG_MODE, nodes->mode);
	if (nodes->ip)
		cut_add_long(&all, LONG_HOST_IP, nodes->ip);
	cut_add_long(&all, LONG_TARGET, target);
	if (!published && port->host.slice.from != port->host.slice.to)
		published = one_port(lint, item, port->host.slice,
				     port->host.low + (number - port->container.low));
	if (published)
		cut_add_long(&all, LONG_PUBLISHED, published);
	cut_add_long(&all, LONG_PROTOCOL, nodes->protocol);
	cut_add_item(ports, cut_mapping(&all, item));
}

/* "a-b" over one container port stays text; so does what is unknown. */
static const struct node *published_of_all(struct shape *shape, const struct node *item,
					   const struct port *port)
{
	const struct port_slice *slice = &port->host.slice;
	bool one_container = port->container.low == port->container.high;

	if (slice->from == slice->to)
		return NULL;
	if (port->host.unknown || port->container.unknown)
		return cut_piece(shape->lint, item, slice->from, slice->to);
	if (one_container && port->host.low != port->host.high)
		return cut_as(
			shape->lint, item, slice->from, slice->to,
			arena_fmt(&shape->lint->run, "%u-%u", port->host.low, port->host.high));
	return NULL;
}

static const struct node *protocol_of(struct shape *shape, const struct node *item,
				      const struct port *port)
{
	const struct port_slice *slice = &port->protocol;
	struct str text = str_slice(item->text, slice->from, slice->to);

	if (!text.n)
		return cut_text(shape->lint, STR("tcp"), item);
	if (str_find_byte(cut_opaque(&shape->lint->scratch, item), CUT_OPAQUE, slice->from) !=
	    STR_NPOS)
		return cut_piece(shape->lint, item, slice->from, slice->to);
	return cut_as(shape->lint, item, slice->from, slice->to,
		      str_lower(&shape->lint->run, text));
}

static bool too_many(struct shape *shape, const struct trail *trail, const struct node *item,
		     size_t count)
{
	struct finding *finding;

	if (count <= LIMIT_PORTS)
		return false;
	finding = diag_add(&shape->lint->diag, STR("incomplete-project"), item->span,
			   "\"ports\" names more than %d ports; this item is not judged",
			   LIMIT_PORTS);
	finding->path = trail_text(&shape->lint->run, trail);
	finding->cause = CAUSE_LIMIT;
	finding->unseen = true;
	return true;
}

void shape_item_port(struct shape *shape, const struct trail *trail, const struct node *item,
		     struct cut *ports)
{
	struct lint *lint = shape->lint;
	struct port_nodes nodes = { 0 };
	struct port_error error;
	struct port port;
	unsigned *numbers;
	size_t count;

	if (item->kind == NODE_INT)
		item = node_formed(&lint->run, item, NODE_STRING,
				   arena_fmt(&lint->run, "%lld", (long long)item->value.integer));
	if (item->kind != NODE_STRING) {
		if (item->kind == NODE_FLOAT)
			say_unreadable(
				shape, trail, item, "port",
				"it is a number with a fraction or exponent; write it in quotes", 0,
				0);
		else
			cut_add_item(ports, item);
		return;
	}
	error = port_parse(cut_opaque(&lint->run, item), &port);
	if (error.message) {
		say_unreadable(shape, trail, item, "port", error.message, error.from, error.to);
		return;
	}
	count = port_count(&port);
	if (too_many(shape, trail, item, ports->count + count))
		return;
	nodes.mode = cut_text(lint, STR("ingress"), item);
	if (port.ip.from != port.ip.to)
		nodes.ip = cut_piece(lint, item, port.ip.from, port.ip.to);
	nodes.published = published_of_all(shape, item, &port);
	nodes.protocol = protocol_of(shape, item, &port);
	numbers = ARENA_ARRAY(&lint->scratch, count, unsigned);
	for (size_t i = 0; i < count; i++)
		numbers[i] = port.container.low + (unsigned)i;
	if (count > 1)
		qsort(numbers, count, sizeof(*numbers), compare_as_text);
	for (size_t i = 0; i < count; i++)
		add_port(shape, item, &port, &nodes, numbers[i], ports);
}
