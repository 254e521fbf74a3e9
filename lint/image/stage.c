/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/stage.h"

#include "image/account.h"
#include "image/wrapper.h"

/* The engine starts nothing with a larger number. */
enum { UID_MOST = 2147483647 };

static const struct stage_verdict root_verdict = { STAGE_ROOT_YES, 0, { 0, 0, 0 } };

const struct stage_account *stage_account(const struct stage *stage, struct str name)
{
	if (stage == NULL)
		return NULL;
	for (size_t i = stage->naccounts; i-- > 0;)
		if (str_eq(stage->accounts[i].name, name))
			return &stage->accounts[i];
	return NULL;
}

/* Accounts of Windows images; they have no numbers. */
static bool windows_verdict(struct str name, struct stage_verdict *verdict)
{
	verdict->uid = -1;
	if (str_eq_nocase(name, STR("ContainerAdministrator")) ||
	    str_eq_nocase(name, STR("Administrator")))
		verdict->root = STAGE_ROOT_YES;
	else if (str_eq_nocase(name, STR("ContainerUser")))
		verdict->root = STAGE_ROOT_NO;
	else
		return false;
	return true;
}

static struct stage_verdict verdict_about_name(const struct stage *stage, struct str name)
{
	const struct stage_account *account = stage_account(stage, name);
	struct stage_verdict verdict = { STAGE_ROOT_PRESUMED_NO, -1, SPAN_NONE };

	if (str_eq(name, STR("root")))
		return root_verdict;
	if (account != NULL) {
		verdict.root = account->uid == 0                  ? STAGE_ROOT_YES
			       : account->uid == ACCOUNT_UID_OPEN ? STAGE_ROOT_UNKNOWN
								  : STAGE_ROOT_NO;
		verdict.uid = account->uid < 0 ? -1 : account->uid;
		verdict.span = account->span;
		return verdict;
	}
	windows_verdict(name, &verdict);
	return verdict;
}

struct stage_verdict stage_user_verdict(const struct stage *stage, struct str user)
{
	struct str rest = user, name = str_cut(&rest, ':');
	int64_t uid;

	if (name.n == 0)
		return root_verdict;
	if (!str_to_int(name, &uid))
		return verdict_about_name(stage, name);
	if (uid < 0 || uid > UID_MOST)
		return (struct stage_verdict){ STAGE_ROOT_UNKNOWN, -1, SPAN_NONE };
	return (struct stage_verdict){ uid == 0 ? STAGE_ROOT_YES : STAGE_ROOT_NO, uid, SPAN_NONE };
}

struct stage_verdict stage_verdict_of(const struct stage *stage, const struct stage_value *user)
{
	struct str rest = user->text;
	struct str name = str_cut(&rest, ':');
	/* a reference is what an argument is that nothing sets */
	bool open = name.n == 0 || str_has(name, STR("${"));

	if (user->known == STAGE_INHERITED || (user->known == STAGE_UNCERTAIN && open))
		return (struct stage_verdict){ STAGE_ROOT_UNKNOWN, -1, SPAN_NONE };
	return stage_user_verdict(stage, user->text);
}

struct stage_switch stage_switch_of(struct arena *arena, const struct str *argv, size_t argc)
{
	struct wrapper wrapper = wrapper_find(arena, argv, argc);

	return (struct stage_switch){ wrapper.tool, wrapper.user, SPAN_NONE };
}
