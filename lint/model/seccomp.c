/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/seccomp.h"

#include "model/cut.h"
#include "model/withheld.h"

static const char what[] = "the seccomp profile";

/* The path as Compose reads it; p NULL: it cannot be followed, which is said. */
static struct str path_of(struct loader *l, const struct node *value)
{
	if (!loader_can_follow(l, value, what))
		return STR_NONE;
	if (str_starts(value->text, STR("~"))) {
		loader_incomplete(l, value->span, STR("seccomp"),
				  STR("the seccomp profile lies in the home of whoever starts the "
				      "project; what it says is not judged"));
		return STR_NONE;
	}
	return loader_absolute(l, l->directory, value->text);
}

static bool is_json_number(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (str_find_byte(STR("0123456789+-.eE"), text.p[i], 0) == STR_NPOS)
			return false;
	return text.n && (byte_is_digit(text.p[0]) || text.p[0] == '-');
}

static bool is_json_scalar(const struct node *scalar)
{
	switch (scalar->kind) {
	case NODE_STRING:
		return scalar->style == STYLE_DOUBLE;
	case NODE_NULL:
		return str_eq(scalar->text, STR("null"));
	case NODE_BOOL:
		return str_eq(scalar->text, STR("true")) || str_eq(scalar->text, STR("false"));
	case NODE_INT:
	case NODE_FLOAT:
		return is_json_number(scalar->text);
	case NODE_TIMESTAMP:
	case NODE_SEQUENCE:
	case NODE_MAPPING:
		break;
	}
	return false;
}

/* The first part of it that JSON has no such form of; NULL: none.  A comma or comment too many is not seen. */
static const struct node *find_other_form(const struct node *node)
{
	const struct node *found = NULL;
	bool is_collection = node->kind == NODE_SEQUENCE || node->kind == NODE_MAPPING;

	if (node_step(node, STEP_ALIAS) ||
	    !(is_collection ? node->style == STYLE_FLOW : is_json_scalar(node)))
		return node;
	for (size_t i = 0; node->kind == NODE_SEQUENCE && i < node->count && !found; i++)
		found = find_other_form(node->in.items[i]);
	for (size_t i = 0; node->kind == NODE_MAPPING && i < node->count && !found; i++) {
		const struct pair *pair = &node->in.pairs[i];

		found = pair->key->style == STYLE_DOUBLE ? find_other_form(pair->value) : pair->key;
	}
	return found;
}

static const struct node *read_profile(struct loader *l, const struct node *value)
{
	struct str path = path_of(l, value);
	const struct parsed *parsed;
	const struct node *profile, *other;

	if (!path.p)
		return NULL;
	parsed = loader_parse(l, ROLE_OTHER, path, loader_shown(l, path));
	if (parsed->status == FILE_ABSENT) {
		loader_refuse_unseen(
			l, value->span, STR("seccomp"),
			STR("the seccomp profile does not exist; its path is relative to the "
			    "project directory"));
		return NULL;
	}
	if (!loader_has(l, parsed->status, value, what, CAUSE_FILE) || parsed->yaml.broken)
		return NULL;
	profile = parsed->yaml.count == 1 ? parsed->yaml.documents[0] : NULL;
	if (!profile || profile->kind != NODE_MAPPING || profile->style != STYLE_FLOW) {
		loader_refuse_unseen(
			l, value->span, STR("seccomp"),
			STR("the seccomp profile is no JSON object; it begins with \"{\""));
		return NULL;
	}
	other = find_other_form(profile);
	if (!other)
		return profile;
	loader_refuse_unseen(
		l, other->span, STR("seccomp"),
		STR("a seccomp profile is JSON, which has no such form; names and texts "
		    "stand in double quotes, and what is empty is null"));
	return NULL;
}

/* The last of its name counts, in whatever letters; a merge key is a name like others. */
static const struct node *member(const struct node *profile, struct str name)
{
	const struct node *last = NULL;

	for (size_t i = 0; i < profile->count; i++) {
		const struct pair *pair = &profile->in.pairs[i];
		const struct step *step = pair->value->via;

		if (str_eq_nocase(pair->key->text, name) && !(step && step->kind == STEP_MERGE_KEY))
			last = pair->value;
	}
	return last;
}

static bool has_any(const struct node *list)
{
	return list && list->kind != NODE_NULL && (list->kind != NODE_SEQUENCE || list->count);
}

static const struct node *opening_of(const struct node *profile)
{
	const struct node *action = member(profile, STR("defaultAction"));
	bool empty = !action || action->kind == NODE_NULL ||
		     (action->kind == NODE_STRING && !action->text.n);

	if (empty)
		return has_any(member(profile, STR("syscalls"))) ? NULL : profile;
	/* SCMP_ACT_LOG writes down what it lets pass */
	return str_eq(node_text(action), STR("SCMP_ACT_ALLOW")) ||
			       str_eq(node_text(action), STR("SCMP_ACT_LOG"))
		       ? action
		       : NULL;
}

static const struct seccomp *profile_of(struct loader *l, const struct node *item,
					struct str setting)
{
	struct seccomp *seccomp = ARENA_NEW(&l->lint->run, struct seccomp);
	const struct node *profile;

	if (!setting.n || str_eq(setting, STR("unconfined")) || str_eq(setting, STR("builtin")))
		return NULL;
	profile = read_profile(l, cut_piece(l->lint, item, item->text.n - setting.n, item->text.n));
	if (!profile)
		return NULL;
	*seccomp = (struct seccomp){ item, opening_of(profile) };
	return seccomp;
}

const struct seccomp *seccomp_load(struct loader *l, const struct service *service)
{
	const struct node *list = service_field(service, STR("security_opt"));
	const struct seccomp *last = NULL;

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		struct str key, value;

		const struct node *item = list->in.items[i];

		withheld_option(node_text(item), &key, &value);
		if (str_eq(key, STR("seccomp")) && key.n < item->text.n)
			last = profile_of(l, item, value);
	}
	return last;
}
