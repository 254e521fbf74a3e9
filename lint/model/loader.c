/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/loader.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "model/paths.h"
#include "model/trail.h"

/* ------------------------------------------------------------------ words */

struct finding *loader_refuse(struct loader *l, struct span span, struct str evidence,
			      struct str message)
{
	l->refused = true;
	return trail_refuse(l->lint, NULL, span, evidence, "%.*s", STR_FMT(message));
}

struct finding *loader_refuse_unseen(struct loader *l, struct span span, struct str evidence,
				     struct str message)
{
	struct finding *finding = loader_refuse(l, span, evidence, message);

	finding->unseen = true;
	return finding;
}

struct finding *loader_incomplete(struct loader *l, struct span span, struct str evidence,
				  struct str what)
{
	struct finding *finding;

	l->incomplete = true;
	finding = diag_add(&l->lint->diag, STR("incomplete-project"), span, "%.*s", STR_FMT(what));
	finding->evidence = evidence;
	finding->unseen = true;
	return finding;
}

struct finding *loader_out_of_reach(struct loader *l, struct span span, struct str evidence,
				    struct str what)
{
	struct finding *finding = loader_incomplete(l, span, evidence, what);

	finding->unseen = false;
	return finding;
}

/*
 * A URL that stands where a path belongs was cleaned like one, "https:/user:password@host": with
 * its second slash it is known as a URL again, and the password in it is not printed.
 */
static struct str with_slashes(struct arena *arena, struct str path)
{
	size_t at = str_find(path, STR(":/"), 0), start = at;

	if (at == STR_NPOS)
		return path;
	while (start && byte_is_alnum(path.p[start - 1]))
		start--;
	if (at - start < 2 || (start && path.p[start - 1] != '/'))
		return path;
	return arena_fmt(arena, "%.*s/%.*s", STR_FMT(str_slice(path, 0, at + 1)),
			 STR_FMT(str_slice(path, at + 1, path.n)));
}

/* The path as it is reported. */
struct str loader_shown(const struct loader *l, struct str path)
{
	struct arena *arena = &l->lint->run;

	return with_slashes(
		arena,
		source_naming(&l->lint->sources, path,
			      l->names_absolute ? path : path_relative(arena, path, l->current)));
}

struct str loader_absolute(const struct loader *l, struct str directory, struct str path)
{
	return path_clean(&l->lint->run, path_join(&l->lint->run, directory, path));
}

/* ------------------------------------------------------------------ files */

static void list_file(struct loader *l, enum file_role role, struct str path, struct str name,
		      const struct source *source, enum file_status status)
{
	if (table_get(&l->listed, path))
		return;
	l->listing = arena_grow(&l->lint->run, l->listing, l->nlisting, &l->listing_capacity,
				sizeof(*l->listing));
	l->listing[l->nlisting++] = (struct project_file){
		.role = role,
		.name = name,
		.path = path,
		.source = source ? source->number : 0,
		.absent = status == FILE_ABSENT,
		.folder = status == FILE_DIRECTORY,
	};
	table_add(&l->listed, path, l);
}

/* As long as neither the project nor the run has read enough. */
static enum file_status read_new(struct loader *l, struct str path, size_t limit, struct str *bytes)
{
	struct sources *sources = &l->lint->sources;
	size_t nbytes = sources_bytes(sources), left;
	enum file_status status;

	if (l->nlisting >= LIMIT_PROJECT_FILES)
		return FILE_TOO_MANY;
	left = nbytes < LIMIT_RUN_BYTES ? LIMIT_RUN_BYTES - nbytes : 0;
	status = !left ? FILE_TOO_MANY
		       : l->files->read(l->files->self, &l->lint->run, path,
					limit < left ? limit : left, bytes);
	if (status == FILE_TOO_LARGE && left < limit)
		status = FILE_TOO_MANY;
	/* what was read before is what other threads have read */
	sources->depends = sources->depends || status == FILE_TOO_MANY ||
			   (status == FILE_OK && bytes->n > left);
	return status;
}

/* The bytes of a file, once for the whole run. */
enum file_status loader_read(struct loader *l, enum file_role role, struct str path,
			     struct str name, size_t limit, const struct source **source)
{
	enum file_status status = FILE_OK;
	struct str bytes = STR_NONE;

	*source = source_find(&l->lint->sources, path);
	if (*source && (*source)->bytes.n > limit) {
		*source = NULL;
		status = FILE_TOO_LARGE;
	} else if (!*source) {
		status = read_new(l, path, limit, &bytes);
		if (status == FILE_OK)
			*source = source_add(&l->lint->sources, name, path, bytes);
	}
	list_file(l, role, path, name, *source, status);
	return status;
}

struct parsed *loader_parse(struct loader *l, enum file_role role, struct str path, struct str name)
{
	struct parsed *parsed = table_get(&l->parsed, path);

	if (parsed)
		return parsed;
	parsed = ARENA_NEW(&l->lint->run, struct parsed);
	parsed->role = role;
	parsed->status = loader_read(l, role, path, name, LIMIT_FILE_BYTES, &parsed->source);
	if (parsed->status == FILE_OK) {
		parsed->yaml = yaml_parse(l->lint, parsed->source);
		l->refused = l->refused || parsed->yaml.refused || parsed->yaml.broken;
		l->broken = l->broken || parsed->yaml.broken;
	}
	table_add(&l->parsed, path, parsed);
	return parsed;
}

/* What the file says, where a variable's value may stand in the text. */
struct str loader_written(const struct node *reference)
{
	return node_written(reference)->text;
}

enum cause loader_cause(enum file_status status)
{
	switch (status) {
	case FILE_TOO_LARGE:
		return CAUSE_TOO_LARGE;
	case FILE_SPECIAL:
		return CAUSE_SPECIAL_FILE;
	case FILE_TOO_MANY:
		return CAUSE_LIMIT;
	default:
		return CAUSE_NONE;
	}
}

/* A file that a file refers to; says why it cannot be had. */
bool loader_has(struct loader *l, enum file_status status, const struct node *reference,
		const char *what, enum cause missing)
{
	struct str end = file_status_text(status);
	struct str text = loader_written(reference);

	if (!reference->text.n && status != FILE_OK) {
		loader_refuse_unseen(
			l, reference->span, STR("file"),
			text.n ? arena_fmt(&l->lint->run,
					   "%s has no name, since %.*s is empty; set it, or "
					   "leave the file out",
					   what, STR_FMT(text))
			       : arena_fmt(&l->lint->run,
					   "%s has no name; name a file, or leave it out", what));
		return false;
	}
	switch (status) {
	case FILE_OK:
		return true;
	case FILE_ABSENT:
	case FILE_DIRECTORY:
		loader_refuse_unseen(l, reference->span, STR("file"),
				     arena_fmt(&l->lint->run, "%s %.*s cannot be read: %.*s", what,
					       STR_FMT(text), STR_FMT(end)))
			->cause = missing;
		return false;
	default:
		loader_incomplete(
			l, reference->span, STR("file"),
			arena_fmt(&l->lint->run,
				  "%s %.*s cannot be read: %.*s; what it says is not judged", what,
				  STR_FMT(text), STR_FMT(end)))
			->cause = loader_cause(status);
		return false;
	}
}

/* The reference can be followed from here: its text is known and local. */
bool loader_can_follow(struct loader *l, const struct node *reference, const char *what)
{
	if (node_is_unknown(reference) || node_has_part(reference, PART_HOST)) {
		loader_incomplete(
			l, reference->span, STR("variable"),
			arena_fmt(&l->lint->run,
				  "%s depends on a variable that is not known here; what it says "
				  "is not judged",
				  what))
			->cause = CAUSE_VARIABLE;
		return false;
	}
	if (!paths_is_remote(reference->text))
		return true;
	loader_out_of_reach(l, reference->span, STR("remote"),
			    arena_fmt(&l->lint->run,
				      "%s is remote and is not fetched; what it says is not judged",
				      what))
		->cause = CAUSE_REMOTE;
	return false;
}

struct failure loader_not_had(struct loader *l, struct str name, enum file_status status,
			      struct str advice)
{
	struct builder b = { .arena = &l->lint->run };

	utf8_add_visible(&b, name, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(b.arena, "%.*s: %.*s%.*s", STR_FMT(builder_str(&b)),
			   STR_FMT(file_status_text(status)), STR_FMT(advice));
}
