/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/suppress.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "engine/suppress_comment.h"
#include "engine/suppress_index.h"
#include "fact/declared.h"
#include "read/comment.h"

/* A file with comments that speak to us. */
struct marked_file {
	struct suppress_mark *marks;
	size_t count;
	struct suppress_index index;
	uint32_t source;
	uint32_t project;       /* the first one that it belongs to */
	struct grading grading; /* of that project */
	bool *judged;           /* by rule: it judged all of each project the file belongs to */
};

/* The entry of a list in a Compose file, which several services may share. */
struct entry {
	struct suppress_mark mark;
	uint32_t project;
	struct grading grading;
	bool judged;
};

struct suppressions {
	struct suppress_request request;
	struct arena *arena;
	struct marked_file **files; /* by source; NULL: not looked at, or nothing in it */
	bool *looked_at;            /* by source */
	size_t nsources;
	struct table entries; /* "SOURCE:START" -> struct entry */
};

struct suppress_view {
	struct suppressions *all;
	struct suppress_project project;
	struct grading grading;
	uint32_t number;              /* of the project */
	struct marked_file **current; /* those of the project */
	size_t ncurrent;
	struct table services; /* name -> entries by rule */
	size_t nentries;       /* of it and of the projects before */
};

struct suppressions *suppressions_new(const struct suppress_request *request)
{
	struct arena *arena = &request->lint->run;
	struct suppressions *s = ARENA_NEW(arena, struct suppressions);

	*s = (struct suppressions){ .request = *request, .arena = arena };
	s->entries.arena = arena;
	return s;
}

/* ---- comments ---- */

/* The day has passed. */
static struct str find_lapse(const struct suppressions *s,
			     const struct suppress_directive *directive)
{
	int until = directive->until;

	if (directive->problem.n || !until || s->request.today <= until)
		return directive->problem;
	return arena_fmt(s->arena, "it ended with %04d-%02d-%02d; renew it, or mend what it covers",
			 until / 10000, until / 100 % 100, until % 100);
}

static void read_comment(struct suppressions *s, struct marked_file *file,
			 const struct comment *comment)
{
	const struct source *source = source_get(&s->request.lint->sources, file->source);
	struct suppress_mark *mark = &file->marks[file->count];
	struct suppress_directive directive;

	if (!suppress_parse(s->arena, s->request.rules, comment->text, &directive))
		return;
	*mark = (struct suppress_mark){
		.given = { SUPPRESSED_IN_SOURCE, directive.reason, comment->span },
		.about = comment->about,
		.whole_file = directive.whole_file,
		.own_line = comment->own_line,
		.rules = directive.rules,
		.nrules = directive.nrules,
		.used = ARENA_ARRAY(s->arena, directive.nrules + 1, bool),
		.names = directive.names,
		.has_reason = directive.has_reason,
		.problem = find_lapse(s, &directive),
	};
	if (comment->behind && !mark->problem.n)
		mark->problem =
			STR("in a Dockerfile or an env file it needs a line of its own, above "
			    "what it is about");
	if (mark->whole_file) {
		mark->about = (struct span){ file->source, 0, (uint32_t)source->bytes.n };
		if (!mark->problem.n && !comment->leads)
			mark->problem = STR("file-ignore belongs above everything else in the "
					    "file");
	}
	file->count++;
}

/* Looking for them costs a second reading, so files without any are told by their bytes. */
static bool may_speak(struct str bytes)
{
	for (size_t at = 0; (at = str_find_byte(bytes, '#', at)) != STR_NPOS; at++) {
		struct str text = str_slice(bytes, at + 1, bytes.n);

		while (text.n && byte_is_blank(text.p[0]))
			text = str_slice(text, 1, text.n);
		if (suppress_is_addressed(text))
			return true;
	}
	return false;
}

static bool language_of(enum file_role role, enum comment_language *language)
{
	switch (role) {
	case ROLE_BASE:
	case ROLE_OVERRIDE:
	case ROLE_INCLUDE:
	case ROLE_EXTENDS:
		*language = COMMENT_YAML;
		return true;
	case ROLE_ENV:
	case ROLE_ENV_FILE:
		*language = COMMENT_ENV;
		return true;
	case ROLE_DOCKERFILE:
		*language = COMMENT_DOCKERFILE;
		return true;
	case ROLE_OTHER:
		break;
	}
	return false;
}

static void read_comments(const struct suppress_view *view, const struct source *source,
			  enum comment_language language)
{
	struct suppressions *s = view->all;
	struct marked_file *file;
	const struct comment *comments;
	size_t count;

	s->looked_at[source->number] = true;
	if (!may_speak(source->bytes))
		return;
	count = comments_read(s->arena, source, language, suppress_is_addressed, &comments);
	if (!count)
		return;
	file = ARENA_NEW(s->arena, struct marked_file);
	*file = (struct marked_file){
		.marks = ARENA_ARRAY(s->arena, count, struct suppress_mark),
		.source = source->number,
		.project = view->number,
		.grading = view->grading,
		.judged = ARENA_ARRAY(s->arena, s->request.rules.count + 1, bool),
	};
	for (size_t i = 0; i < s->request.rules.count; i++)
		file->judged[i] = true;
	for (size_t i = 0; i < count; i++)
		read_comment(s, file, &comments[i]);
	file->index = suppress_index_of(s->arena, s->request.rules, file->marks, file->count);
	s->files[source->number] = file;
}

/* Room for all sources that there are by now. */
static void make_room(struct suppressions *s)
{
	size_t count = s->request.lint->sources.count;
	struct marked_file **files;
	bool *looked_at;

	if (count <= s->nsources)
		return;
	count *= 2;
	files = ARENA_ARRAY(s->arena, count, struct marked_file *);
	looked_at = ARENA_ARRAY(s->arena, count, bool);
	for (size_t i = 0; i < s->nsources; i++) {
		files[i] = s->files[i];
		looked_at[i] = s->looked_at[i];
	}
	s->files = files;
	s->looked_at = looked_at;
	s->nsources = count;
}

static void read_files(struct suppress_view *view)
{
	struct suppressions *s = view->all;

	view->current = ARENA_ARRAY(s->arena, view->project.nfiles + 1, struct marked_file *);
	make_room(s);
	for (size_t i = 0; i < view->project.nfiles && !s->request.distrusts_files; i++) {
		const struct project_file *file = &view->project.files[i];
		const struct source *source = source_get(&s->request.lint->sources, file->source);
		enum comment_language language;

		if (!source || !language_of(file->role, &language))
			continue;
		if (!s->looked_at[source->number])
			read_comments(view, source, language);
		if (s->files[source->number])
			view->current[view->ncurrent++] = s->files[source->number];
	}
}

/* ---- lists of services ---- */

static struct entry *read_entry(const struct suppress_view *view, const struct node *item)
{
	const struct suppressions *s = view->all;
	const struct node *rule = node_get(item, STR("rule"));
	struct str reason = str_trim(node_text(node_get(item, STR("reason"))));
	struct suppress_directive directive = { .problem = STR(""), .reason = STR("") };
	struct entry *entry = ARENA_NEW(s->arena, struct entry);
	struct suppress_mark *mark = &entry->mark;

	*entry =
		(struct entry){ .project = view->number, .grading = view->grading, .judged = true };
	mark->given = (struct suppression){ item->span.source == view->project.configuration
						    ? SUPPRESSED_BY_CONFIGURATION
						    : SUPPRESSED_IN_SOURCE,
					    reason, rule ? rule->span : item->span };
	mark->rules = ARENA_ARRAY(s->arena, 1, const struct rule *);
	mark->used = ARENA_ARRAY(s->arena, 1, bool);
	mark->names = node_text(rule);
	suppress_read_reason(s->arena, reason, &directive);
	mark->has_reason = directive.has_reason;
	if (!directive.problem.n)
		directive.problem = suppress_find_rule(s->arena, s->request.rules,
						       str_trim(mark->names), &mark->rules[0]);
	mark->problem = find_lapse(s, &directive);
	mark->nrules = mark->problem.n ? 0 : 1;
	return entry;
}

static void read_list(struct suppress_view *view, const struct service *service)
{
	struct suppressions *s = view->all;
	const struct node *list = service->declared ? service->declared->ignore : NULL;
	struct entry **by_rule;

	if (!list || list->kind != NODE_SEQUENCE || !list->count)
		return;
	by_rule = ARENA_ARRAY(s->arena, s->request.rules.count + 1, struct entry *);
	for (size_t i = 0; i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct str key = arena_fmt(s->arena, "%u:%u", item->span.source, item->span.start);
		struct entry *entry = table_get(&s->entries, key);

		if (!entry) {
			entry = read_entry(view, item);
			table_add(&s->entries, key, entry);
		}
		if (entry->mark.nrules)
			by_rule[rule_position(s->request.rules, entry->mark.rules[0]->name)] =
				entry;
	}
	table_add(&view->services, service->name, by_rule);
}

struct suppress_view *suppressions_begin(struct suppressions *s,
					 const struct suppress_project *project)
{
	struct suppress_view *view = ARENA_NEW(s->arena, struct suppress_view);

	*view = (struct suppress_view){ .all = s,
					.project = *project,
					.grading = *project->grading,
					.number = s->request.lint->diag.project,
					.services = { .arena = s->arena } };
	view->project.grading = &view->grading;
	read_files(view);
	for (size_t i = 0; project->project && i < project->project->nservices; i++)
		read_list(view, &project->project->services[i]);
	view->nentries = s->entries.count;
	/* the index is made now, in this arena: another thread may ask */
	table_sorted(&view->services);
	return view;
}

static bool counts(const struct suppress_view *view, const struct suppress_mark *mark)
{
	return !mark->problem.n && (mark->has_reason || !view->project.requires_reason);
}

/* What the service says of the rule, if it counts. */
static struct entry *find_entry(struct suppress_view *view, size_t rule, struct str service)
{
	struct entry **by_rule = service.n ? table_get(&view->services, service) : NULL;
	struct entry *entry =
		by_rule && rule < view->all->request.rules.count ? by_rule[rule] : NULL;

	return entry && counts(view, &entry->mark) ? entry : NULL;
}

bool suppressions_leave_out(struct suppress_view *view, const struct rule *rule, struct str service)
{
	return view &&
	       find_entry(view, rule_position(view->all->request.rules, rule->name), service);
}

/* ---- marking ---- */

/* Where it counts as standing: what has no place stands at the beginning of its first file. */
static struct span place_of(const struct suppress_view *view, const struct finding *finding)
{
	if (!span_is_none(finding->span))
		return finding->span;
	for (size_t i = 0; i < view->project.nfiles; i++)
		if (view->project.files[i].source)
			return (struct span){ view->project.files[i].source, 0, 0 };
	return finding->span;
}

/* NULL: nothing in it speaks to us. */
static const struct marked_file *file_of(const struct suppressions *s, struct span place)
{
	return place.source < s->nsources ? s->files[place.source] : NULL;
}

bool suppress_finding(struct diag *diag, struct finding *finding,
		      const struct suppression *suppression)
{
	if (finding->unseen)
		diag_related(diag, finding, RELATED_OTHER, suppression->place,
			     "this does not hide it: what could not be looked at is always said");
	else
		finding->suppression = suppression;
	return !finding->unseen;
}

static void use(struct diag *diag, struct finding *finding, const struct suppress_mark *mark,
		bool *used)
{
	*used = suppress_finding(diag, finding, &mark->given) || *used;
}

/* The innermost: a comment, what the service says, what is said of the whole file. */
static void mark_finding(struct suppress_view *view, struct finding *finding)
{
	const struct suppressions *s = view->all;
	struct span place = place_of(view, finding);
	const struct marked_file *file = file_of(s, place);
	struct diag *diag = &s->request.lint->diag;
	const struct suppress_cover *cover = NULL;
	const struct rule *rule;
	struct entry *entry;
	size_t position;

	/* most files say nothing */
	if (finding->level == LEVEL_OFF || (!file && !view->services.count))
		return;
	position = rule_position(s->request.rules, finding->rule);
	rule = position < s->request.rules.count ? s->request.rules.all[position] : NULL;
	if (!rule || rule->stays)
		return;
	if (file)
		cover = suppress_index_find(&file->index, position, place,
					    view->project.requires_reason);
	entry = find_entry(view, position, finding->owner);
	if (cover && !(cover->mark->whole_file && entry))
		use(diag, finding, cover->mark, cover->used);
	else if (entry)
		use(diag, finding, &entry->mark, &entry->mark.used[0]);
}

/* ---- what is wrong ---- */

static struct finding *add_finding(const struct suppressions *s, const struct grading *grading,
				   const struct suppress_mark *mark, struct str rule_name,
				   struct str message)
{
	const struct rule *rule = rule_find(s->request.rules, rule_name);
	struct builder evidence = { .arena = s->arena };
	struct finding *finding = diag_add(&s->request.lint->diag, rule_name, mark->given.place,
					   "%.*s", STR_FMT(message));

	utf8_add_visible(&evidence, str_trim(mark->names), LIMIT_QUOTE_COLUMNS);
	finding->evidence = builder_str(&evidence);
	finding->graded = true;
	if (rule)
		finding->level = grading_level(grading, rule, SERVICE_AGENT);
	return finding;
}

/* `no_reason`: what to say where one is required. */
static void tell_problem(const struct suppress_view *view, struct suppress_mark *mark,
			 struct str no_reason)
{
	const struct suppressions *s = view->all;
	struct str problem = mark->problem.n ? mark->problem : no_reason;

	if (mark->told || counts(view, mark))
		return;
	mark->told = true;
	if (mark->given.kind == SUPPRESSED_BY_CONFIGURATION)
		notice_add(s->request.lint, NOTICE_MISTAKE, mark->given.place,
			   "this suppresses nothing: %.*s", STR_FMT(problem));
	else
		add_finding(s, &view->grading, mark, STR("invalid-suppression"),
			    arena_fmt(s->arena, "this suppresses nothing: %.*s", STR_FMT(problem)));
}

static void tell_problems(struct suppress_view *view)
{
	for (size_t i = 0; i < view->ncurrent; i++)
		for (size_t k = 0; k < view->current[i]->count; k++)
			tell_problem(view, &view->current[i]->marks[k],
				     STR("a reason is required; write it behind the names"));
	for (size_t i = 0; i < view->nentries; i++) {
		struct entry *entry = view->all->entries.entries[i].value;

		if (entry->project == view->number)
			tell_problem(
				view, &entry->mark,
				STR("a reason is required; give it as 'reason' beside 'rule'"));
	}
}

/* ---- what was judged ---- */

/* Some preset lets the rule judge services of this role. */
static bool may_judge(const struct rule *rule, enum role role)
{
	for (int preset = 0; preset < PRESETS; preset++)
		if (preset_level((enum preset)preset, rule, role) != LEVEL_OFF)
			return true;
	return false;
}

/* The rule judged every service that it ever judges, and at least one. */
static bool judged_all(const struct suppress_view *view, const struct rule *rule,
		       const struct roles *roles)
{
	bool some = false;

	if (!rule->service && !rule->project)
		return grading_level(&view->grading, rule, SERVICE_AGENT) != LEVEL_OFF;
	for (size_t i = 0; i < roles->count; i++) {
		enum role role = roles->entries[i].role;

		if (grading_level(&view->grading, rule, role) != LEVEL_OFF)
			some = true;
		else if (may_judge(rule, role))
			return false;
	}
	return some;
}

/* What is missing of the project may hold what a suppression is meant for. */
static bool is_whole(const struct suppress_view *view, const struct roles *roles)
{
	const struct project *project = view->project.project;

	return roles && project && !project->fragment && !project->incomplete &&
	       !project->refused && !view->all->request.lint->diag.beyond_limit;
}

static void note_judged(struct suppress_view *view, const struct roles *roles)
{
	const struct suppressions *s = view->all;
	bool whole = is_whole(view, roles);

	if (!view->ncurrent && !view->nentries)
		return;
	for (size_t i = 0; i < s->request.rules.count; i++) {
		const struct rule *rule = s->request.rules.all[i];
		bool judged = whole && judged_all(view, rule, roles);

		for (size_t k = 0; !judged && k < view->ncurrent; k++)
			view->current[k]->judged[i] = false;
		for (size_t k = 0; !judged && k < view->nentries; k++) {
			struct entry *entry = s->entries.entries[k].value;

			if (entry->mark.nrules && entry->mark.rules[0] == rule)
				entry->judged = false;
		}
	}
}

void suppressions_apply(struct suppress_view *view, const struct roles *roles, size_t first)
{
	struct diag *diag = &view->all->request.lint->diag;

	tell_problems(view);
	for (size_t i = first; i < diag->count; i++)
		mark_finding(view, diag->findings[i]);
	note_judged(view, roles);
}

/* ---- what is unused ---- */

static bool speaks_of_suppressions(const struct rule *rule)
{
	return str_eq(rule->name, STR("unused-suppression")) ||
	       str_eq(rule->name, STR("invalid-suppression"));
}

static bool is_unused(const struct marked_file *file, const struct suppressions *s,
		      const struct suppress_mark *mark, size_t i)
{
	return !mark->used[i] && !speaks_of_suppressions(mark->rules[i]) &&
	       file->judged[rule_position(s->request.rules, mark->rules[i]->name)];
}

/* The comment without these names, or its line without the comment. */
static struct edit edit_without(const struct suppressions *s, const struct marked_file *file,
				const struct suppress_mark *mark, size_t left)
{
	const struct source *source = source_get(&s->request.lint->sources, file->source);
	struct str bytes = source->bytes;
	struct span span = mark->given.place;
	struct builder names = { .arena = s->arena };

	if (left) {
		span.start = (uint32_t)(mark->names.p - bytes.p);
		span.end = span.start + (uint32_t)mark->names.n;
		for (size_t i = 0; i < mark->nrules; i++) {
			if (is_unused(file, s, mark, i))
				continue;
			if (names.n)
				builder_add(&names, STR(", "));
			builder_add(&names, mark->rules[i]->name);
		}
		return (struct edit){ .span = span, .text = builder_str(&names) };
	}
	while (span.start > 0 && byte_is_blank(bytes.p[span.start - 1]))
		span.start--;
	/* a line of its own goes as a whole, but for the sign of an entry on it */
	if (span.start == 0 || bytes.p[span.start - 1] == '\n') {
		span.end = mark->given.place.end;
		while (span.end < bytes.n && bytes.p[span.end] != '\n')
			span.end++;
		if (span.end < bytes.n)
			span.end++;
	}
	return (struct edit){ .span = span, .text = STR("") };
}

enum { NAMED = 3 };

/* "a, b and 2 more", of the names that are unused; *count: how many. */
static struct str unused_names(const struct suppressions *s, const struct marked_file *file,
			       const struct suppress_mark *mark, size_t *count)
{
	struct builder b = { .arena = s->arena };

	*count = 0;
	for (size_t i = 0; i < mark->nrules; i++) {
		if (!is_unused(file, s, mark, i))
			continue;
		if (++*count > NAMED)
			continue;
		if (b.n)
			builder_add(&b, STR(", "));
		builder_add(&b, mark->rules[i]->name);
	}
	if (*count > NAMED)
		builder_fmt(&b, " and %zu more", *count - NAMED);
	return builder_str(&b);
}

/* It says itself, or somebody around it does, that it need not be used. */
static void mark_unused(const struct suppressions *s, const struct marked_file *file,
			const struct suppress_mark *mark, struct finding *finding)
{
	const struct rule *rule = rule_find(s->request.rules, finding->rule);
	const struct suppress_cover *cover;

	if (!rule)
		return;
	for (size_t i = 0; i < mark->nrules; i++)
		if (mark->rules[i] == rule)
			finding->suppression = &mark->given;
	cover = suppress_index_find(&file->index, rule_position(s->request.rules, rule->name),
				    finding->span, false);
	if (cover && !finding->suppression)
		finding->suppression = &cover->mark->given;
}

static void tell_unused(struct suppressions *s, const struct marked_file *file,
			const struct suppress_mark *mark)
{
	size_t count;
	struct str names = unused_names(s, file, mark, &count), message;
	struct finding *finding;
	struct edit *edit;

	if (!count || mark->told || mark->problem.n)
		return;
	message = arena_fmt(s->arena, "nothing is left for this to suppress: %.*s %s nothing %s",
			    STR_FMT(names), count == 1 ? "reports" : "report",
			    mark->whole_file ? "in this file" : "here");
	s->request.lint->diag.project = file->project;
	finding = add_finding(s, &file->grading, mark, STR("unused-suppression"), message);
	edit = ARENA_NEW(s->arena, struct edit);
	*edit = edit_without(s, file, mark, mark->nrules - count);
	finding->fix = (struct fix){ count == mark->nrules ? STR("delete the comment")
							   : STR("take the name out"),
				     true, edit, 1 };
	mark_unused(s, file, mark, finding);
}

static void tell_unused_entry(struct suppressions *s, const struct entry *entry)
{
	const struct suppress_mark *mark = &entry->mark;

	if (!mark->nrules || mark->used[0] || mark->told || !entry->judged ||
	    mark->given.kind == SUPPRESSED_BY_CONFIGURATION ||
	    speaks_of_suppressions(mark->rules[0]))
		return;
	s->request.lint->diag.project = entry->project;
	add_finding(s, &entry->grading, mark, STR("unused-suppression"),
		    arena_fmt(s->arena,
			      "nothing is left for this to suppress: %.*s reports nothing of the "
			      "service",
			      STR_FMT(mark->rules[0]->name)));
}

void suppressions_finish(struct suppressions *s)
{
	if (s->request.partial)
		return;
	for (size_t i = 1; i < s->request.lint->sources.count; i++) {
		const struct source *source = source_at(&s->request.lint->sources, i);
		const struct marked_file *file =
			source && source->number < s->nsources ? s->files[source->number] : NULL;

		for (size_t k = 0; file && k < file->count; k++)
			tell_unused(s, file, &file->marks[k]);
	}
	for (size_t i = 0; i < s->entries.count; i++)
		tell_unused_entry(s, s->entries.entries[i].value);
}
