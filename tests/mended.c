/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "mended.h"

/* The edits of one file; those of one place are made in their order. */
static struct str edited(struct test_run *run, const struct held_file *file, const struct fix *fix)
{
	struct arena *arena = &run->lint.run;
	struct str text = file->bytes;
	size_t shift = 0;

	for (size_t i = 0; i < fix->nedits; i++) {
		const struct edit *edit = &fix->edits[i];
		const struct source *source = source_get(&run->lint.sources, edit->span.source);

		if (edit->creates.n || !source || !str_eq(source->path, file->path))
			continue;
		text = arena_fmt(arena, "%.*s%.*s%.*s",
				 STR_FMT(str_slice(text, 0, edit->span.start + shift)),
				 STR_FMT(edit->text),
				 STR_FMT(str_slice(text, edit->span.end + shift, text.n)));
		shift += edit->text.n - (edit->span.end - edit->span.start);
	}
	return text;
}

struct str test_mended(struct test_run *run, const struct fix *fix)
{
	struct builder b = { .arena = &run->lint.run };
	const struct str folder = STR("/project/");

	for (size_t i = 0; i < run->files.count; i++) {
		const struct held_file *file = &run->files.all[i];

		if (i > 0)
			builder_fmt(&b, "--- %.*s\n",
				    STR_FMT(str_slice(file->path, folder.n, file->path.n)));
		builder_add(&b, edited(run, file, fix));
	}
	for (size_t i = 0; i < fix->nedits; i++)
		if (fix->edits[i].creates.n)
			builder_fmt(&b, "--- %.*s\n%.*s", STR_FMT(fix->edits[i].creates),
				    STR_FMT(fix->edits[i].text));
	return builder_str(&b);
}
