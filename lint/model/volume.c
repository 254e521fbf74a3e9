/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/volume.h"

#include "base/utf8.h"

/* Letters beyond ASCII: what is no sign, mark or digit in the blocks that hold scripts. */
static bool is_letter(struct str s)
{
	struct utf8 first = utf8_decode(s);

	if (!first.bytes || first.bytes != s.n || !first.valid)
		return false;
	if (first.code < 0x80)
		return byte_is_alpha((char)first.code);
	return first.code == 0xaa || first.code == 0xb5 || first.code == 0xba ||
	       (first.code >= 0xc0 && first.code <= 0x2af && first.code != 0xd7 &&
		first.code != 0xf7) ||
	       (first.code >= 0x370 && first.code <= 0x1fff && utf8_width(first.code) == 1) ||
	       (first.code >= 0x3041 && first.code <= 0xd7a3 && utf8_width(first.code) == 2);
}

/* "/", ".", "~", "\\" or a drive at its start; CUT_OPAQUE counts as such. */
static bool is_path(struct str source)
{
	struct utf8 first = utf8_decode(source);

	if (!source.n)
		return false;
	if (source.p[0] == '.' || source.p[0] == '/' || source.p[0] == '~' || source.p[0] == '\1' ||
	    str_starts(source, STR("\\\\")))
		return true;
	return source.n > first.bytes && source.p[first.bytes] == ':' &&
	       is_letter(str_slice(source, 0, first.bytes));
}

static bool is_propagation(struct str option)
{
	return str_eq(option, STR("rprivate")) || str_eq(option, STR("private")) ||
	       str_eq(option, STR("rshared")) || str_eq(option, STR("shared")) ||
	       str_eq(option, STR("rslave")) || str_eq(option, STR("slave"));
}

static void read_options(struct str text, struct volume *volume)
{
	size_t from = volume->options.from;

	for (;;) {
		size_t comma = str_find_byte(text, ',', from);
		size_t to = comma < volume->options.to ? comma : volume->options.to;
		struct str option = str_slice(text, from, to);
		struct volume_slice slice = { from, to };

		if (str_eq(option, STR("ro")) || str_eq(option, STR("rw"))) {
			volume->mode = slice;
			volume->read_only = option.p[1] == 'o';
		} else if (str_eq(option, STR("nocopy"))) {
			volume->nocopy = slice;
		} else if (str_eq(option, STR("z")) || str_eq(option, STR("Z"))) {
			volume->selinux = slice;
		} else if (is_propagation(option)) {
			volume->propagation = slice;
		}
		if (to == volume->options.to)
			break;
		from = to + 1;
	}
}

/* The end of the section that begins at `from`; "${...}" is kept whole. */
static size_t section_end(struct str text, size_t from, bool *is_drive)
{
	size_t depth = 0;

	*is_drive = false;
	for (size_t i = from; i < text.n; i++) {
		char c = text.p[i];

		if (c == '{' && i > 0 && text.p[i - 1] == '$')
			depth++;
		else if (c == '}' && depth)
			depth--;
		if (c != ':' || depth)
			continue;
		if (!*is_drive && is_letter(str_slice(text, from, i))) {
			*is_drive = true;
			continue;
		}
		return i;
	}
	return text.n;
}

struct volume_error volume_parse(struct str opaque, struct volume *volume)
{
	struct volume_slice sections[3];
	bool drives[3];
	size_t count = 0;

	*volume = (struct volume){ 0 };
	if (!opaque.n)
		return (struct volume_error){ "it is empty; write SOURCE:TARGET", 0, 0 };
	if (opaque.n <= 2) {
		volume->target = (struct volume_slice){ 0, opaque.n };
		return (struct volume_error){ 0 };
	}
	for (size_t from = 0;; count++) {
		bool is_drive;
		size_t to = section_end(opaque, from, &is_drive);

		if (to == from)
			return (struct volume_error){
				count == 0   ? "the source before the first \":\" is empty"
				: count == 1 ? "the target behind the \":\" is empty"
					     : "the options behind the last \":\" are empty",
				from ? from - 1 : 0, from ? from : 1
			};
		if (count == 3)
			return (struct volume_error){ "there are too many colons; write "
						      "SOURCE:TARGET:OPTIONS, or the long "
						      "form",
						      from - 1, opaque.n };
		sections[count] = (struct volume_slice){ from, to };
		drives[count] = is_drive;
		if (to == opaque.n)
			break;
		from = to + 1;
	}
	count++;
	if (count == 1) {
		volume->target = sections[0];
		volume->drive_target = drives[0];
		return (struct volume_error){ 0 };
	}
	volume->source = sections[0];
	volume->drive_source = drives[0];
	volume->target = sections[1];
	volume->drive_target = drives[1];
	volume->is_bind = is_path(str_slice(opaque, volume->source.from, volume->source.to));
	if (count == 3) {
		volume->options = sections[2];
		read_options(opaque, volume);
	}
	return (struct volume_error){ 0 };
}
