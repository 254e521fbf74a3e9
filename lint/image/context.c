/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/context.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/table.h"

/* One COPY while its files are collected. */
struct listing {
	struct arena *arena;
	struct arena *scratch; /* reset for each entry */
	const struct context_request *request;
	size_t *left; /* entries that may still be looked at */
	struct context_budget *budget;
	struct context *context; /* told when not all of it was seen */

	const struct pattern *without; /* --exclude */
	size_t nwithout;
	bool keeps_parents;

	struct context_file *files;
	size_t count, capacity;
	struct table known; /* their paths, where several sources may name one file */
};

static bool is_ignored(struct listing *to, struct str path)
{
	/* of what could not be compared any more nobody knows whether it is there */
	return pattern_excludes(to->scratch, &to->request->ignored, path, &to->budget->steps) ||
	       !to->budget->steps;
}

/* By --exclude, which sees paths as they are below the copied directory. */
static bool is_left_out(struct listing *to, struct str below)
{
	for (size_t i = 0; i < to->nwithout; i++)
		if (pattern_matches(to->scratch, &to->without[i], below, &to->budget->steps))
			return true;
	return false;
}

static bool is_among(struct str name, const struct str *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(names[i], name))
			return true;
	return false;
}

static void peek(struct listing *to, struct context_file *file)
{
	const struct context_request *request = to->request;
	struct str path = path_join(to->arena, request->root, file->path);

	for (size_t i = 0; i < request->npeeked; i++) {
		struct pattern pattern = pattern_of_source(to->scratch, request->peeked[i]);

		if (!pattern_matches_whole(to->scratch, &pattern, path_base(file->path),
					   &to->budget->steps))
			continue;
		if (to->budget->peeked_bytes < LIMIT_CONTEXT_FILE_BYTES) {
			to->context->cut = true;
			return;
		}
		if (request->files->read(request->files->self, to->arena, path,
					 LIMIT_CONTEXT_FILE_BYTES, &file->head) != FILE_OK)
			file->head = STR_NONE;
		to->budget->peeked_bytes -= file->head.n;
		return;
	}
}

static void add(struct listing *to, struct context_file file)
{
	if (to->known.arena && table_get(&to->known, file.path))
		return;
	if (!file.is_directory && !file.is_absent)
		peek(to, &file);
	to->files = arena_grow(to->arena, to->files, to->count, &to->capacity, sizeof(file));
	to->files[to->count++] = file;
	if (to->known.arena)
		table_add(&to->known, file.path, to);
}

static struct str joined(struct arena *arena, struct str directory, struct str name)
{
	return directory.n ? arena_fmt(arena, "%.*s/%.*s", STR_FMT(directory), STR_FMT(name))
			   : name;
}

/* What stands at the path itself, or behind it when it is a link. */
static enum file_status look(struct listing *to, struct str path, bool follow)
{
	const struct files *files = to->request->files;
	struct str absolute = path_join(to->scratch, to->request->root, path);

	if (follow || !files->look_itself)
		return files->look(files->self, to->scratch, absolute);
	return files->look_itself(files->self, to->scratch, absolute);
}

/* Called for each entry of a directory; true: it is a directory to go into. */
struct visitor {
	bool (*visit)(struct listing *to, const struct visitor *visitor, struct str path,
		      bool is_directory);
	struct str top;                /* of what is copied; the paths below it are kept */
	const struct pattern *pattern; /* of a source with wildcards */
};

static bool take_from_limit(struct listing *to)
{
	if (!*to->left || !to->budget->entries || !to->budget->steps) {
		to->context->cut = true;
		return false;
	}
	--*to->left;
	--to->budget->entries;
	return true;
}

static void walk(struct listing *to, const struct visitor *visitor, struct str directory,
		 size_t depth)
{
	const struct files *files = to->request->files;
	struct str *names = NULL;
	size_t count = 0;

	if (depth > LIMIT_CONTEXT_DEPTH || !*to->left || !to->budget->entries) {
		to->context->cut = true;
		return;
	}
	if (files->list(files->self, to->arena, path_join(to->arena, to->request->root, directory),
			&names, &count) != FILE_OK) {
		to->context->unreadable = true;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct str path = joined(to->arena, directory, names[i]);
		enum file_status status;

		arena_reset(to->scratch);
		if (!take_from_limit(to))
			return;
		status = look(to, path, false);
		to->context->unreadable |= status == FILE_UNREADABLE;
		/* a link brings itself, not what it points at */
		if (status != FILE_OK && status != FILE_DIRECTORY)
			continue;
		if (visitor->visit(to, visitor, path, status == FILE_DIRECTORY))
			walk(to, visitor, path, depth + 1);
	}
}

static struct str below(const struct visitor *visitor, struct str path)
{
	return visitor->top.n ? str_slice(path, visitor->top.n + 1, path.n) : path;
}

static bool take(struct listing *to, const struct visitor *visitor, struct str path,
		 bool is_directory)
{
	const struct context_request *request = to->request;
	struct str kept = below(visitor, path);
	bool ignored = is_ignored(to, path);

	if (is_left_out(to, kept))
		return false;
	if (is_directory && is_among(path_base(path), request->closed, request->nclosed)) {
		if (!ignored)
			add(to, (struct context_file){ .path = path,
						       .below = kept,
						       .in_directory = true,
						       .is_directory = true });
		return false;
	}
	/* below what is ignored there may be exceptions */
	if (is_directory)
		return !ignored || request->ignored.has_exceptions;
	if (!ignored)
		add(to, (struct context_file){ .path = path, .below = kept, .in_directory = true });
	return false;
}

static void take_tree(struct listing *to, struct str directory)
{
	struct visitor visitor = { .visit = take, .top = directory };

	walk(to, &visitor, directory, 1);
}

/* Entries below the fixed part of a source with wildcards. */
static bool take_match(struct listing *to, const struct visitor *visitor, struct str path,
		       bool is_directory)
{
	if (!pattern_matches_whole(to->scratch, visitor->pattern, path, &to->budget->steps))
		return is_directory;
	if (is_directory && !is_among(path_base(path), to->request->closed, to->request->nclosed))
		take_tree(to, path);
	else if (!is_ignored(to, path))
		add(to, (struct context_file){ .path = path,
					       .below = path_base(path),
					       .is_directory = is_directory });
	return false;
}

static void take_wild(struct listing *to, struct str source)
{
	struct pattern pattern = to->keeps_parents ? pattern_of(to->arena, source)
						   : pattern_of_source(to->arena, source);
	struct visitor visitor = { .visit = take_match, .pattern = &pattern };
	struct str fixed = source;

	while (pattern_is_wild(fixed))
		fixed = str_find_byte(fixed, '/', 0) == STR_NPOS ? STR("") : path_directory(fixed);
	if (!pattern.malformed)
		walk(to, &visitor, fixed, 1);
}

/* The source as a path below the root; the root itself is empty. */
static struct str relative(struct arena *arena, struct str source)
{
	struct str path = path_clean(arena, arena_fmt(arena, "/%.*s", STR_FMT(source)));

	return str_slice(path, 1, path.n);
}

static void take_source(struct listing *to, struct str source)
{
	struct str path = relative(to->arena, source);
	enum file_status status;

	arena_reset(to->scratch);
	if (pattern_is_wild(path)) {
		take_wild(to, path);
		return;
	}
	status = look(to, path.n ? path : STR("."), true);
	to->context->unreadable |= status == FILE_UNREADABLE || status == FILE_LINK_LOOP;
	if (status == FILE_DIRECTORY &&
	    is_among(path_base(path), to->request->closed, to->request->nclosed)) {
		if (!is_ignored(to, path))
			add(to, (struct context_file){
					.path = path, .below = STR(""), .is_directory = true });
	} else if (status == FILE_DIRECTORY) {
		take_tree(to, path);
	} else if (path.n && !is_ignored(to, path)) {
		add(to, (struct context_file){ .path = path,
					       .below = path_base(path),
					       .is_absent = status != FILE_OK });
	}
}

static bool keeps_parents(const struct dockerfile_instr *instr)
{
	bool keeps = false;

	for (size_t i = 0; i < instr->nflags; i++) {
		struct str value, name = dockerfile_flag_name(instr->flags[i].text, &value);

		if (str_eq(name, STR("parents")))
			keeps = !str_eq_nocase(value, STR("false"));
	}
	return keeps;
}

static void read_flags(struct listing *to, const struct dockerfile_instr *instr)
{
	struct pattern *without = ARENA_ARRAY(to->arena, instr->nflags + 1, struct pattern);

	for (size_t i = 0; i < instr->nflags; i++) {
		struct str value, name = dockerfile_flag_name(instr->flags[i].text, &value);

		if (str_eq(name, STR("exclude")) && value.n)
			without[to->nwithout++] = pattern_of(to->arena, value);
	}
	to->without = without;
	to->keeps_parents = keeps_parents(instr);
}

static struct context_copy list_copy(struct listing *to, const struct stage_copy *copy)
{
	struct context_copy result = { .copy = copy };

	read_flags(to, copy->instr);
	for (size_t i = 0; i < copy->nsources; i++) {
		if (stage_is_remote_source(copy->sources[i]))
			continue;
		result.is_whole = result.is_whole || !relative(to->arena, copy->sources[i]).n;
		take_source(to, copy->sources[i]);
	}
	result.files = to->files;
	result.nfiles = to->count;
	return result;
}

/* ------------------------------------------------------------ all copies */

static bool is_listed(const struct context_copy *copies, size_t count,
		      const struct stage_copy *copy)
{
	for (size_t i = 0; i < count; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what is counted is there */
		if (copies[i].copy->instr == copy->instr)
			return true;
	return false;
}

const struct context *context_list(struct arena *arena, const struct context_request *request)
{
	struct context *context = ARENA_NEW(arena, struct context);
	struct context_copy *copies = NULL;
	const struct stage_result *image = request->image;
	struct context_budget own = CONTEXT_BUDGET;
	struct context_budget *budget = request->budget ? request->budget : &own;
	size_t capacity = 0, left = LIMIT_CONTEXT_ENTRIES;
	struct arena scratch = { 0 };

	for (size_t i = 0; i < image->nstages; i++) {
		const struct stage *stage = &image->stages[i];

		for (size_t k = 0; stage->needed && k < stage->ncopies; k++) {
			const struct stage_copy *copy = &stage->copies[k];
			struct listing listing = { .arena = arena,
						   .scratch = &scratch,
						   .request = request,
						   .left = &left,
						   .budget = budget,
						   .context = context,
						   .known.arena =
							   copy->nsources > 1 ? arena : NULL };

			/* those of another build have their own context */
			if (!copy->from_context || copy->instr->input != image->file->input ||
			    is_listed(copies, context->ncopies, copy))
				continue;
			copies = arena_grow(arena, copies, context->ncopies, &capacity,
					    sizeof(*copies));
			copies[context->ncopies] = list_copy(&listing, copy);
			copies[context->ncopies++].stage = i;
		}
	}
	context->cut = context->cut || !budget->steps;
	arena_free(&scratch);
	context->copies = copies;
	return context;
}

/* ------------------------------------------------------------ from stage to stage */

enum { FLOW_STEPS = 100 /* of comparing a pattern: what following one COPY takes */ };

static struct str rooted(struct arena *arena, struct str workdir, struct str path)
{
	if (path_is_absolute(path))
		return path_clean(arena, path);
	/* "<base>", the working directory of an image that is not visible */
	if (!path_is_absolute(workdir))
		workdir = arena_fmt(arena, "/%.*s", STR_FMT(workdir));
	return path_join(arena, workdir, path);
}

static bool stands_on(const struct stage_result *image, size_t stage, size_t base)
{
	for (; stage != STAGE_NO_PARENT; stage = image->stages[stage].parent)
		if (stage == base)
			return true;
	return false;
}

/* With --parents: what of a path is kept, all of it or what the source has behind "/./". */
static struct str kept_parents(struct arena *scratch, struct str source, struct str path)
{
	size_t pivot = str_find(source, STR("/./"), 0);
	struct str above = path_clean(
		scratch, arena_fmt(scratch, "/%.*s",
				   STR_FMT(str_slice(source, 0, pivot == STR_NPOS ? 0 : pivot))));

	str_cut(&path, '/');
	for (size_t i = 0; above.n > 1 && i < above.n; i++)
		if (above.p[i] == '/')
			str_cut(&path, '/');
	return path;
}

/* Where a COPY of this source puts the file at `path`; empty: it does not bring it, or the steps are
   spent. */
static struct str carried(struct arena *scratch, const struct stage_copy *copy, size_t which,
			  struct str path, size_t *steps)
{
	struct str source =
		path_clean(scratch, arena_fmt(scratch, "/%.*s", STR_FMT(copy->sources[which])));
	struct str target = rooted(scratch, copy->workdir, copy->destination);
	bool keeps = keeps_parents(copy->instr);
	struct str parents = keeps ? kept_parents(scratch, copy->sources[which], path) : STR("");
	struct pattern pattern;

	if (!pattern_is_wild(source)) {
		if (!path_is_within(path, source))
			return STR("");
		if (keeps)
			return path_join(scratch, target, parents);
		if (str_eq(path, source))
			return str_ends(copy->destination, STR("/")) || copy->nsources > 1
				       ? path_join(scratch, target, path_base(path))
				       : target;
		return path_join(scratch, target,
				 str_slice(path, source.n + (source.n > 1), path.n));
	}
	/* what matches is the file, or a directory around it whose content is copied */
	pattern = keeps ? pattern_of(scratch, str_slice(source, 1, source.n))
			: pattern_of_source(scratch, str_slice(source, 1, source.n));
	for (size_t end = 1; end < path.n;) {
		end = str_find_byte(path, '/', end + 1);
		end = end == STR_NPOS ? path.n : end;
		if (pattern_matches_whole(scratch, &pattern, str_slice(path, 1, end), steps))
			return path_join(scratch, target,
					 keeps          ? parents
					 : end < path.n ? str_slice(path, end + 1, path.n)
							: path_base(path));
	}
	return STR("");
}

static bool flows(struct arena *scratch, const struct stage_result *image, size_t holder,
		  struct str path, size_t *steps);

/* A COPY --from of that stage takes the path on, and from there to the target. */
static bool flows_through(struct arena *scratch, const struct stage_result *image, size_t stage,
			  const struct dockerfile_instr *instr, struct str path, size_t *steps)
{
	for (size_t i = 0; i < image->stages[stage].ncopies; i++) {
		const struct stage_copy *copy = &image->stages[stage].copies[i];

		for (size_t k = 0; copy->instr == instr && k < copy->nsources; k++) {
			struct str next = carried(scratch, copy, k, path, steps);

			if (*steps <= FLOW_STEPS)
				return true;
			*steps -= FLOW_STEPS;
			if (next.n && flows(scratch, image, stage, next, steps))
				return true;
		}
	}
	return false;
}

/* The path in that stage is also one of the target's; when the steps are spent: presumably. */
static bool flows(struct arena *scratch, const struct stage_result *image, size_t holder,
		  struct str path, size_t *steps)
{
	if (image->stages[holder].in_chain)
		return true;
	for (size_t i = holder + 1; i < image->nstages; i++) {
		const struct stage *stage = &image->stages[i];

		for (size_t k = 0; stage->needed && k < stage->nuses; k++)
			if (stage->uses[k].kind == STAGE_BASE_STAGE &&
			    stands_on(image, stage->uses[k].stage, holder) &&
			    flows_through(scratch, image, i, stage->uses[k].instr, path, steps))
				return true;
	}
	return false;
}

bool context_reaches_target(struct arena *scratch, const struct stage_result *image,
			    const struct context_copy *copy, const struct context_file *file)
{
	const struct stage_copy *made = copy->copy;
	struct str target = rooted(scratch, made->workdir, made->destination);
	size_t steps = 1000 * (size_t)FLOW_STEPS;

	if (keeps_parents(made->instr)) {
		struct str path = arena_fmt(scratch, "/%.*s", STR_FMT(file->path));

		for (size_t i = 0; i < made->nsources; i++)
			if (flows(scratch, image, copy->stage,
				  path_join(scratch, target,
					    kept_parents(scratch, made->sources[i], path)),
				  &steps))
				return true;
		return false;
	}
	if (file->in_directory || str_ends(made->destination, STR("/")) || made->nsources > 1 ||
	    copy->nfiles > 1)
		target = path_join(scratch, target, file->below);
	return flows(scratch, image, copy->stage, target, &steps);
}
