/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/user.h"

#include "base/arena.h"

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

static void from_known_image(struct lint *lint, struct user *user, struct str image)
{
	struct image_reference reference = image_parse(&lint->run, image);

	user->image = image;
	user->root = STAGE_ROOT_UNKNOWN;
	user->known = reference.valid ? image_known(&reference) : NULL;
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

static void from_stage(struct lint *lint, struct user *user)
{
	const struct stage *stage = user->stage;

	user->text = stage->user.text;
	if (stage->user.known == STAGE_INHERITED) {
		user->origin = USER_FROM_BASE;
		from_known_image(lint, user, stage->image);
		return;
	}
	user->origin = span_is_none(stage->user.span) ? USER_FROM_BASE : USER_FROM_DOCKERFILE;
	user->root = stage->verdict.root;
	user->uid = stage->verdict.uid;
	user->account = stage_account(stage, user_part(stage->user.text));
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
	if (user->stage)
		user->steps_down = user->stage->privilege;
	/* an empty user is as good as none */
	if (node && node->kind != NODE_NULL && node_text(node).n) {
		user->node = node;
		from_compose(user);
	} else if (user->stage) {
		from_stage(lint, user);
	} else if (service->build || !image) {
		user->origin = USER_FROM_NOTHING;
	} else {
		user->origin = USER_FROM_IMAGE;
		from_known_image(lint, user, node_text(image));
	}
	return user;
}
