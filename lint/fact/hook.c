/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/hook.h"

#include "base/path.h"
#include "fact/mount.h"
#include "image/stage.h"

static const struct node *list_of(const struct service *service, enum hook_kind kind)
{
	switch (kind) {
	case HOOK_PRE_START:
		return service_field(service, STR("pre_start"));
	case HOOK_POST_START:
		return service_field(service, STR("post_start"));
	case HOOK_PRE_STOP:
		return service_field(service, STR("pre_stop"));
	case HOOK_WATCH:
		return node_get(service_field(service, STR("develop")), STR("watch"));
	}
	return NULL;
}

/* Whoever runs in the container can change what stands at this path. */
static bool is_in_writable_mount(const struct service *service, struct str path)
{
	const struct mount_list *mounts = service->mounts;

	for (size_t i = 0; mounts && i < mounts->count; i++)
		if (!mounts->all[i].read_only && !mounts->all[i].mode_is_unknown &&
		    mounts->all[i].target.n && path_is_within(path, mounts->all[i].target))
			return true;
	return false;
}

/* A relative path with a "/" in it is taken for one in the working directory. */
static bool is_writable(const struct service *service, const struct node *directory,
			struct str word)
{
	if (path_is_absolute(word))
		return is_in_writable_mount(service, word);
	if (str_find_byte(word, '/', 0) == STR_NPOS || str_has(word, STR("..")) ||
	    str_find_byte(word, ' ', 0) != STR_NPOS)
		return false;
	if (!directory)
		directory = service_field(service, STR("working_dir"));
	return node_text(directory).n && is_in_writable_mount(service, directory->text);
}

static const struct node *script_of(const struct service *service, const struct node *command,
				    const struct node *directory)
{
	for (size_t i = 0; command && command->kind == NODE_SEQUENCE && i < command->count; i++) {
		const struct node *word = command->in.items[i];

		if (!node_is_unknown(word) && is_writable(service, directory, node_text(word)))
			return word;
	}
	return NULL;
}

static bool is_root(const struct service *service, const struct node *user)
{
	const struct stage *stage = service->image ? service->image->target : NULL;

	return node_text(user).n && !node_is_unknown(user) &&
	       stage_user_verdict(stage, user->text).root == STAGE_ROOT_YES;
}

static bool read_hook(const struct service *service, struct hook *hook, const struct node *item)
{
	const struct node *node = hook->kind == HOOK_WATCH ? node_get(item, STR("exec")) : item;
	const struct node *user = node_get(node, STR("user"));
	const struct node *privileged = node_get(node, STR("privileged"));

	if (!node || node->kind != NODE_MAPPING ||
	    (hook->kind == HOOK_PRE_START && node_text(node_get(node, STR("image"))).n))
		return false;
	hook->command = node_get(node, STR("command"));
	hook->environment = node_get(node, STR("environment"));
	hook->user = is_root(service, user) ? user : NULL;
	hook->privileged = node_is_true(privileged) ? privileged : NULL;
	hook->script = script_of(service, hook->command, node_get(node, STR("working_dir")));
	return true;
}

bool hook_next(const struct service *service, struct hook *hook)
{
	for (;; hook->kind++, hook->next = 0) {
		const struct node *list = list_of(service, hook->kind);

		while (list && list->kind == NODE_SEQUENCE && hook->next < list->count)
			if (read_hook(service, hook, list->in.items[hook->next++]))
				return true;
		if (hook->kind == HOOK_WATCH)
			return false;
	}
}

const char *hook_name(enum hook_kind kind)
{
	switch (kind) {
	case HOOK_PRE_START:
		return "pre_start";
	case HOOK_POST_START:
		return "post_start";
	case HOOK_PRE_STOP:
		return "pre_stop";
	case HOOK_WATCH:
		return "develop.watch exec";
	}
	return "";
}
