/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/user.h"

#include "base/arena.h"
#include "base/path.h"
#include "image/context.h"
#include "model/command.h"
#include "model/entrypoint.h"

/* The part before ":" is made of references that nothing sets, and of nothing else. */
static bool is_only_unset(const struct node *node)
{
	size_t end = node->text.n, covered = 0;

	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->kind == PART_LITERAL) {
			size_t colon = str_find_byte(node->text, ':', part->from);

			if (colon != STR_NPOS && colon < part->to) {
				end = colon;
				break;
			}
		}
	}
	for (size_t i = 0; i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		if (part->from >= end)
			break;
		/* shells do not export UID, so it is as unset as the others */
		if (part->kind != PART_UNKNOWN &&
		    !(part->kind == PART_HOST && str_eq(part->name, STR("UID"))))
			return false;
		covered = part->to;
	}
	return covered == end && end > 0;
}

static struct str user_part(struct str text)
{
	size_t colon = str_find_byte(text, ':', 0);

	return colon == STR_NPOS ? text : str_slice(text, 0, colon);
}

static void from_compose(struct user *user)
{
	struct stage_verdict verdict;

	user->origin = USER_FROM_COMPOSE;
	user->text = user->node->text;
	if (node_is_unknown(user->node) || node_has_part(user->node, PART_HOST)) {
		user->root = STAGE_ROOT_UNKNOWN;
		user->root_when_empty = is_only_unset(user->node);
		return;
	}
	verdict = stage_user_verdict(user->stage, user->text);
	user->root = verdict.root;
	user->uid = verdict.uid;
	user->account = stage_account(user->stage, user_part(user->text));
}

static const struct image_known *well_known(struct str image)
{
	struct image_reference reference = image_parse(image);

	return reference.valid ? image_known(&reference) : NULL;
}

static void from_base(struct user *user, struct str image)
{
	user->image = image;
	user->root = STAGE_ROOT_UNKNOWN;
	user->known = user->base;
	if (!user->known)
		return;
	if (user->known->root == IMAGE_ROOT_YES) {
		user->root = STAGE_ROOT_YES;
		user->uid = 0;
	} else if (user->known->root == IMAGE_ROOT_NO) {
		user->root = STAGE_ROOT_NO;
		user->uid = user->known->user.uid;
	}
}

static void from_stage(struct user *user)
{
	const struct stage *stage = user->stage;

	user->text = stage->user.text;
	if (stage->user.known == STAGE_INHERITED) {
		user->origin = USER_FROM_BASE;
		from_base(user, stage->image);
		return;
	}
	user->origin = span_is_none(stage->user.span) ? USER_FROM_BASE : USER_FROM_DOCKERFILE;
	user->root = stage->verdict.root;
	user->uid = stage->verdict.uid;
	user->account = stage_account(stage, user_part(stage->user.text));
}

/* ---- what else is known ---- */

/* The program that the command line begins with, where it changes the user. */
static struct stage_switch wrapper(struct lint *lint, const struct service *service,
				   const struct stage *stage)
{
	struct command entrypoint =
		command_of(&lint->run, service_field(service, STR("entrypoint")));
	struct command command = command_of(&lint->run, service_field(service, STR("command")));
	struct str *argv;
	size_t argc = 0;

	/* an entrypoint of the image comes first whatever the service's command is */
	if (!entrypoint.is_set &&
	    !(command.is_set && stage && stage->entrypoint.form == STAGE_FORM_NONE))
		return stage ? stage->privilege
			     : (struct stage_switch){ STR(""), STR(""), SPAN_NONE };
	argv = ARENA_ARRAY(&lint->run, entrypoint.count + command.count + 1, struct str);
	for (size_t i = 0; i < entrypoint.count; i++)
		argv[argc++] = entrypoint.words[i].text;
	for (size_t i = 0; i < command.count; i++)
		argv[argc++] = command.words[i].text;
	return stage_switch_of(&lint->run, argv, argc);
}

static bool is_word_byte(char c)
{
	return byte_is_alnum(c) || c == '-' || c == '_' || c == '.';
}

/* One of the programs that step down, as a word of a script or of a RUN; empty: none. */
static struct str stepper_in(struct str text)
{
	static const struct str tools[] = { STR_INIT("gosu"), STR_INIT("su-exec"),
					    STR_INIT("setpriv"), STR_INIT("runuser") };

	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++) {
		size_t at = 0;

		while ((at = str_find(text, tools[i], at)) != STR_NPOS) {
			size_t end = at + tools[i].n;

			if ((at == 0 || !is_word_byte(text.p[at - 1])) &&
			    (end == text.n || !is_word_byte(text.p[end])))
				return tools[i];
			at = end;
		}
	}
	return STR("");
}

/* The script of that name as the context holds it. */
static struct str script_text(const struct build *build, struct str name)
{
	const struct context *contents = build ? build->contents : NULL;

	for (size_t i = 0; contents && i < contents->ncopies; i++)
		for (size_t k = 0; k < contents->copies[i].nfiles; k++) {
			const struct context_file *file = &contents->copies[i].files[k];

			if (file->head.p && str_eq(path_base(file->path), name))
				return file->head;
		}
	return STR("");
}

/* A script as entrypoint may step down: it says so, or the image has the program for it. */
static struct str script_steps_down(struct lint *lint, const struct user *user,
				    const struct service *service)
{
	const struct service *builder = service->build ? service : service->built_by;
	const struct stage *stage = user->stage;
	struct str tool = STR("");
	struct entrypoint entrypoint;
	bool has_script = false;

	if (!stage)
		return tool;
	entrypoint = entrypoint_of(&lint->run, service, stage);
	for (size_t i = 0; i < entrypoint.count && !tool.n; i++) {
		struct str word = entrypoint.words[i];

		has_script = has_script || str_ends(word, STR(".sh")) ||
			     str_has(word, STR("entrypoint"));
		tool = stepper_in(script_text(builder ? builder->build : NULL, path_base(word)));
	}
	/* setpriv and runuser are everywhere; what is installed is there to be used */
	for (size_t i = 0; has_script && i < stage->nruns && !tool.n; i++)
		for (size_t k = 0; k < stage->runs[i].ntexts && !tool.n; k++)
			tool = stepper_in(stage->runs[i].texts[k]);
	return tool;
}

static void find_step_down(struct lint *lint, struct user *user, const struct service *service)
{
	struct stage_switch found = wrapper(lint, service, user->stage);

	if (found.tool.n &&
	    !(found.user.p && stage_user_verdict(user->stage, found.user).root == STAGE_ROOT_YES))
		user->steps_down = found.tool;
	else if (user->known && user->known->steps_down &&
		 !service_field(service, STR("entrypoint")))
		user->steps_down = STR("a program");
	else if (!found.tool.n)
		user->steps_down = script_steps_down(lint, user, service);
}

static void add_place(struct user *user, enum user_place_kind kind, struct span span,
		      struct str name, const struct node *node)
{
	if (user->nplaces < USER_PLACES && !span_is_none(span))
		user->places[user->nplaces++] = (struct user_place){ kind, span, name, node };
}

static void add_origins(struct user *user, const struct stage_value *value)
{
	for (size_t i = 0; i < value->norigins; i++) {
		const struct scope_origin *origin = &value->origins[i];

		add_place(user,
			  origin->kind == SCOPE_BUILD_ARG ? USER_AT_ARGUMENT : USER_AT_VARIABLE,
			  origin->span, origin->name, NULL);
	}
}

static void add_account(struct user *user)
{
	if (user->account)
		add_place(user, USER_AT_ACCOUNT, user->account->span, user->account->name, NULL);
}

/* The lines of Compose file and Dockerfile that chose the stage and its user. */
static void find_places(struct lint *lint, struct user *user, const struct service *service)
{
	const struct service *builder = service->build ? service : service->built_by;
	const struct node *target;
	struct span base;

	if (!user->stage || !builder || !builder->build)
		return;
	user->places = ARENA_ARRAY(&lint->run, USER_PLACES, struct user_place);
	if (user->origin == USER_FROM_COMPOSE) {
		add_account(user);
		return;
	}
	if (builder != service)
		add_place(user, USER_AT_BUILD, builder->build->node->span, builder->name, NULL);
	target = node_get(builder->build->node, STR("target"));
	if (target)
		add_place(user, USER_AT_TARGET, target->span, STR(""), target);
	add_place(user, USER_AT_CONTEXT, user->stage->context_span, STR(""), NULL);
	if (!span_is_none(user->stage->user.span)) {
		add_place(user, USER_AT_USER, user->stage->user.span, STR(""), NULL);
		if (user->root == STAGE_ROOT_YES)
			add_place(user, USER_AT_BEFORE, user->stage->user_before, STR(""), NULL);
		add_origins(user, &user->stage->user);
		add_account(user);
		return;
	}
	base = span_is_none(user->stage->image_span) ? user->stage->from_span
						     : user->stage->image_span;
	if (!span_eq(base, user->stage->context_span))
		add_place(user, USER_AT_BASE, base, STR(""), NULL);
	add_origins(user, &user->stage->base);
}

/* Whom it could run as: the last account that the image makes, else one that no host has. */
static struct str suggested(struct lint *lint, const struct stage *stage)
{
	for (size_t i = stage ? stage->naccounts : 0; i > 0; i--) {
		long long uid = (long long)stage->accounts[i - 1].uid;

		if (uid > 0)
			return arena_fmt(&lint->run, "%lld:%lld", uid, uid);
	}
	return STR("10001:10001");
}

const struct user *user_resolve(struct lint *lint, const struct project *project,
				const struct service *service)
{
	struct user *user = ARENA_NEW(&lint->run, struct user);
	const struct node *node = service_field(service, STR("user"));
	const struct node *image = service_field(service, STR("image"));

	(void)project;
	user->uid = -1;
	user->text = user->image = STR("");
	user->stage = service->image ? service->image->target : NULL;
	user->steps_down = STR("");
	user->suggested = suggested(lint, user->stage);
	user->base = well_known(user->stage ? user->stage->image : node_text(image));
	/* an empty user is as good as none */
	if (node && !node_text(node).n)
		user->blank = node;
	if (node && node->kind != NODE_NULL && node_text(node).n) {
		user->node = node;
		from_compose(user);
	} else if (user->stage) {
		from_stage(user);
	} else if (service->build || !image) {
		user->origin = USER_FROM_NOTHING;
	} else {
		user->origin = USER_FROM_IMAGE;
		from_base(user, node_text(image));
	}
	find_step_down(lint, user, service);
	find_places(lint, user, service);
	return user;
}
