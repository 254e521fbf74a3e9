/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/recipe.h"

#include <stdlib.h>

#include "fact/credential.h"
#include "fact/hostpath.h"
#include "fact/recipe_part.h"
#include "model/build.h"

struct recipe_item *recipe_add(struct recipe_making *to, struct recipe_item item)
{
	to->all = arena_grow(to->arena, to->all, to->count, &to->capacity, sizeof(item));
	to->all[to->count] = item;
	return &to->all[to->count++];
}

bool recipe_is_own(const struct recipe_making *to, const struct dockerfile_instr *instr)
{
	return instr->input == to->image->file->input;
}

struct span recipe_span(const struct stage_run *run, struct str text, size_t from, size_t to)
{
	/* the strings of the exec form are decoded, so they stand in no line */
	if (run->instr->json)
		return run->instr->head;
	return dockerfile_slice_span(run->instr, str_slice(text, from, to));
}

struct shell_command recipe_argv(const struct recipe_making *to, const struct stage_run *run)
{
	struct str *argv = ARENA_ARRAY(to->arena, run->instr->nwords + 1, struct str);

	for (size_t i = 0; i < run->instr->nwords; i++)
		argv[i] = run->instr->words[i].text;
	return shell_argv(to->arena, argv, run->instr->nwords);
}

/* The runs of a stage begin with those of its parent, which is looked at for itself. */
static size_t inherited_runs(const struct stage_result *image, const struct stage *stage)
{
	return stage->parent == STAGE_NO_PARENT || stage->replaced
		       ? 0
		       : image->stages[stage->parent].nruns;
}

void recipe_each_run(struct recipe_making *to,
		     void (*found)(struct recipe_making *to, const struct stage *stage,
				   const struct stage_run *run))
{
	for (size_t i = 0; to->image && i < to->image->nstages; i++) {
		const struct stage *stage = &to->image->stages[i];

		for (size_t k = inherited_runs(to->image, stage); stage->needed && k < stage->nruns;
		     k++)
			if (recipe_is_own(to, stage->runs[k].instr))
				found(to, stage, &stage->runs[k]);
	}
}

/* ------------------------------------------------------------ credentials by name */

static bool is_secret(const struct recipe_making *to, struct str name, struct str value, bool known)
{
	struct credential_question question = {
		.name = name, .value = value, .known = known, .view = CREDENTIAL_HELD
	};

	return to->project->credentials &&
	       credential_judge(to->project->credentials, &question).reason == CREDENTIAL_BY_NAME;
}

static bool pair_is_secret(const struct recipe_making *to, const struct dockerfile_instr *instr,
			   const struct dockerfile_pair *pair)
{
	struct str value = pair->has_value ? str_unquoted(pair->value.text) : STR("");
	/* an ARG is there to be given a value; an ENV that is empty stays so */
	bool known = str_find_byte(value, '$', 0) == STR_NPOS &&
		     (value.n || instr->kind == DOCKERFILE_ENV);

	return str_find_byte(pair->name.text, '$', 0) == STR_NPOS &&
	       is_secret(to, pair->name.text, value, known);
}

/* The build argument of that name. */
static struct recipe_item *given(struct recipe_making *to, struct str name)
{
	for (size_t i = 0; i < to->count; i++)
		if (to->all[i].kind == RECIPE_SECRET && to->all[i].node &&
		    str_eq(to->all[i].text, name))
			return &to->all[i];
	return NULL;
}

static void add_pairs(struct recipe_making *to, const struct dockerfile_instr *instr)
{
	for (size_t i = 0; i < instr->npairs; i++) {
		const struct dockerfile_pair *pair = &instr->pairs[i];
		struct recipe_item *argument = NULL;

		if (!pair_is_secret(to, instr, pair))
			continue;
		if (instr->kind == DOCKERFILE_ARG)
			argument = given(to, pair->name.text);
		if (argument && span_is_none(argument->other))
			argument->other = pair->span;
		recipe_add(to,
			   (struct recipe_item){ .kind = RECIPE_SECRET,
						 .span = pair->span,
						 .what = dockerfile_kind_name(instr->kind),
						 .text = pair->name.text,
						 .other = argument ? argument->span : SPAN_NONE });
	}
}

static void add_arguments(struct recipe_making *to, const struct node *args)
{
	for (size_t i = 0; args && args->kind == NODE_MAPPING && i < args->count; i++) {
		const struct node *key = args->in.pairs[i].key, *value = args->in.pairs[i].value;
		bool bare = value->kind == NODE_NULL;

		if ((!bare && !node_is_scalar(value)) ||
		    !is_secret(to, key->text, bare ? STR("") : value->text,
			       !bare && !node_is_unknown(value)))
			continue;
		recipe_add(to, (struct recipe_item){ .kind = RECIPE_SECRET,
						     .node = key,
						     .span = key->span,
						     .value = value,
						     .what = STR("build arg"),
						     .text = key->text });
	}
}

static void add_secrets(struct recipe_making *to)
{
	const struct dockerfile *file = to->image ? to->image->file : NULL;
	size_t stage = STAGE_NO_PARENT;

	if (to->service->build)
		add_arguments(to, node_get(to->service->build->node, STR("args")));
	for (size_t i = 0; file && i < file->ninstrs; i++) {
		const struct dockerfile_instr *instr = &file->instrs[i];

		for (size_t k = 0; instr->kind == DOCKERFILE_FROM && k < to->image->nstages; k++)
			if (to->image->stages[k].from == instr)
				stage = k;
		if (instr->error || stage == STAGE_NO_PARENT || !to->image->stages[stage].needed ||
		    to->image->stages[stage].replaced)
			continue;
		if (instr->kind == DOCKERFILE_ARG || instr->kind == DOCKERFILE_ENV)
			add_pairs(to, instr);
	}
}

/* ------------------------------------------------------------ contexts that are homes */

static void add_home(const struct recipe_making *to, struct recipe *recipe,
		     struct recipe_home *homes, const struct node *context)
{
	struct hostpath path;
	struct str what;

	if (!context || context->kind != NODE_STRING)
		return;
	path = hostpath_of(to->arena, context, to->project->directory);
	if (path.kind == HOSTPATH_HOME && !hostpath_below_home(&path).n)
		what = STR("your home directory");
	else if (hostpath_holds_credentials(&path))
		what = arena_fmt(to->arena, "your ~/%.*s", STR_FMT(hostpath_below_home(&path)));
	else if (path.kind == HOSTPATH_HOMES)
		what = STR("the directory of all homes");
	else if (path.kind == HOSTPATH_ROOTED && str_eq(path.path, STR("/")))
		what = STR("the root of the host");
	else
		return;
	homes[recipe->nhomes++] = (struct recipe_home){ context, what };
	recipe->homes = homes;
}

static void add_homes(const struct recipe_making *to, struct recipe *recipe)
{
	const struct node *build = to->service->build ? to->service->build->node : NULL;
	const struct node *more = node_get(build, STR("additional_contexts"));
	size_t count = more && more->kind == NODE_MAPPING ? more->count : 0;
	struct recipe_home *homes = ARENA_ARRAY(to->arena, count + 1, struct recipe_home);

	add_home(to, recipe, homes, node_get(build, STR("context")));
	for (size_t i = 0; i < count; i++)
		add_home(to, recipe, homes, more->in.pairs[i].value);
}

/* ------------------------------------------------------------ all of it */

struct table recipe_built(struct lint *lint, const struct project *project)
{
	struct table built = { .arena = &lint->run };

	for (size_t i = 0; i < project->nservices; i++) {
		struct str key = build_image_key(&lint->run, project->name, &project->services[i]);

		if (key.n)
			table_add(&built, key, built.arena); /* any value but NULL */
	}
	return built;
}

const struct recipe *recipe_resolve(struct lint *lint, const struct project *project,
				    const struct service *service, struct table *built)
{
	struct recipe *recipe = ARENA_NEW(&lint->run, struct recipe);
	struct recipe_making to = { .lint = lint,
				    .arena = &lint->run,
				    .project = project,
				    .service = service,
				    .built = built };

	if (service->build && service->build->image && service->build->image->target)
		to.image = service->build->image;
	recipe_add_images(&to);
	recipe_add_scripts(&to);
	recipe_add_agents(&to);
	recipe_add_groups(&to);
	add_secrets(&to);
	recipe_add_files(&to);
	recipe_add_texts(&to, recipe);
	add_homes(&to, recipe);
	recipe->all = to.all;
	recipe->count = to.count;
	return recipe;
}

const struct recipe_item *recipe_shared(const struct service *service,
					const struct recipe_item *item)
{
	const struct recipe *recipe = service->recipe;

	if (item->kind == RECIPE_TEXT)
		return recipe && item->position < recipe->ntexts &&
				       span_eq(recipe->texts[item->position].span, item->span)
			       ? &recipe->texts[item->position]
			       : NULL;
	for (size_t i = 0; recipe && i < recipe->count; i++)
		if (recipe->all[i].kind == item->kind && !recipe->all[i].node &&
		    span_eq(recipe->all[i].span, item->span) &&
		    (item->kind == RECIPE_FILES || str_eq(recipe->all[i].text, item->text)))
			return &recipe->all[i];
	return NULL;
}

/* ------------------------------------------------------------ who has an item */

struct sharer {
	const struct recipe_item *item;
	const struct service *service;
};

/* By the item, so that it is equal where recipe_shared() finds it, then by the service. */
struct recipe_sharers {
	struct sharer *all;
	size_t count, capacity;
};

static int compare_items(const struct recipe_item *a, const struct recipe_item *b)
{
	int order = span_cmp(a->span, b->span);

	if (!order)
		order = (a->kind > b->kind) - (a->kind < b->kind);
	if (order || a->kind == RECIPE_FILES)
		return order;
	if (a->kind == RECIPE_TEXT)
		return (a->position > b->position) - (a->position < b->position);
	return str_cmp(a->text, b->text);
}

static int compare_sharers(const void *left, const void *right)
{
	const struct sharer *a = left, *b = right;
	int order = compare_items(a->item, b->item);

	return order ? order : (a->service > b->service) - (a->service < b->service);
}

/* The lines of one Dockerfile are, unless several services build it. */
static bool is_in_order(const struct recipe_sharers *sharers)
{
	for (size_t i = 1; i < sharers->count; i++)
		if (compare_sharers(&sharers->all[i - 1], &sharers->all[i]) > 0)
			return false;
	return true;
}

const struct recipe_sharers *recipe_sharers_resolve(struct lint *lint,
						    const struct project *project)
{
	struct recipe_sharers *sharers = ARENA_NEW(&lint->run, struct recipe_sharers);

	for (size_t i = 0; i < project->nservices; i++) {
		const struct service *service = &project->services[i];
		const struct recipe *recipe = service->recipe;

		for (size_t k = 0; k < recipe->count + recipe->ntexts; k++) {
			const struct recipe_item *item =
				k < recipe->count ? &recipe->all[k]
						  : &recipe->texts[k - recipe->count];

			if (item->node && item->kind != RECIPE_TEXT)
				continue;
			sharers->all = arena_grow(&lint->run, sharers->all, sharers->count,
						  &sharers->capacity, sizeof(*sharers->all));
			sharers->all[sharers->count++] = (struct sharer){ item, service };
		}
	}
	if (!is_in_order(sharers))
		qsort(sharers->all, sharers->count, sizeof(*sharers->all), compare_sharers);
	return sharers;
}

const struct service *recipe_next(const struct project *project, const struct service *after,
				  const struct recipe_item *item)
{
	const struct recipe_sharers *sharers = project->sharers;
	const struct sharer wanted = { item, after };
	size_t low = 0, high = sharers ? sharers->count : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_sharers(&sharers->all[middle], &wanted) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return sharers && low < sharers->count && compare_items(sharers->all[low].item, item) == 0
		       ? sharers->all[low].service
		       : NULL;
}
