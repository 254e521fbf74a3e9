/* SPDX-License-Identifier: MIT */
/* The part `sees` of a contract: container paths, each ro or rw. */
#include "config.h"

#include "base/nearest.h"
#include "base/path.h"
#include "fact/contract_part.h"
#include "fact/granted.h"
#include "fact/mount.h"

/* A container has one root: a path that does not begin there is meant to. */
static struct str cleaned(struct lint *lint, struct str path)
{
	return path_clean(&lint->run, path_join(&lint->run, STR("/"), path));
}

/* What an entry is called: the target or, of mounts that are not described here, "container:x". */
static struct str name_of(struct lint *lint, const struct mount *mount)
{
	const struct node *named = mount->inherited ? mount->inherited : mount->item;
	struct str rest = node_text(named), kind, container;

	if (mount->target.n || !str_starts(rest, STR("container:")))
		return mount->target;
	kind = str_cut(&rest, ':');
	container = str_cut(&rest, ':');
	return arena_fmt(&lint->run, "%.*s:%.*s", STR_FMT(kind), STR_FMT(container));
}

/* The part while it is compared.  Paths are found as they are when clean. */
struct seeing {
	struct contract_making *to;
	const struct node *sees;
	struct granted_list granted;
	struct table declared; /* -> const struct pair, the first of the path */
	struct table mounts;   /* -> const struct mount, the last there */
	struct table files;    /* those that are granted; the values say nothing */
	bool unknown;          /* there is a mount of which nobody knows where */
};

static void begin(struct seeing *seeing)
{
	struct lint *lint = seeing->to->lint;
	const struct mount_list *mounts = seeing->to->service->mounts;
	const struct node *sees = seeing->sees;

	seeing->declared.arena = seeing->mounts.arena = seeing->files.arena = &lint->scratch;
	/* backwards, so that the first of a path is the last one added */
	for (size_t i = sees->kind == NODE_MAPPING ? sees->count : 0; i > 0; i--)
		table_add(&seeing->declared, cleaned(lint, sees->in.pairs[i - 1].key->text),
			  (void *)(uintptr_t)&sees->in.pairs[i - 1]);
	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];

		seeing->unknown = seeing->unknown || node_is_unknown(mount->target_node);
		if (!mount->hidden)
			table_add(&seeing->mounts, cleaned(lint, name_of(lint, mount)),
				  (void *)(uintptr_t)mount);
	}
	for (size_t i = 0; i < seeing->granted.count; i++)
		table_add(&seeing->files, seeing->granted.all[i].target, seeing);
}

/* The entry whose path is the target. */
static const struct pair *find(struct seeing *seeing, struct str target)
{
	return table_get(&seeing->declared, cleaned(seeing->to->lint, target));
}

/* Memory, or a volume made for this container: it shows nothing of anybody. */
static bool is_blank(const struct mount *mount)
{
	return (mount->type == MOUNT_TMPFS || mount->type == MOUNT_ANONYMOUS) && !mount->from;
}

/* A copy that lands inside of what may be seen shows no other place of the container. */
static bool is_copy_within(const struct seeing *seeing, const struct mount *mount)
{
	if (mount->origin != MOUNT_FROM_WATCH)
		return false;
	for (size_t i = 0; i < seeing->declared.count; i++)
		if (path_is_within(mount->target, seeing->declared.entries[i].name))
			return true;
	return false;
}

static void compare_mount(struct seeing *seeing, const struct mount *mount)
{
	struct contract_making *to = seeing->to;
	struct str name = name_of(to->lint, mount);
	const struct pair *declared = find(seeing, name);
	struct contract_item item = {
		.kind = CONTRACT_MOUNT,
		.declaration = declared ? declared->value : seeing->sees,
		.at = mount->short_form && declared ? mount->item : mount->place,
		.name = name,
		.mount = mount,
	};

	if (mount->hidden || node_is_unknown(mount->target_node))
		return;
	if (!declared) {
		if (!is_blank(mount) && !is_copy_within(seeing, mount))
			contract_add(&to->beyond, item);
		return;
	}
	item.kind = CONTRACT_MODE;
	if (str_eq(declared->value->text, STR("ro")) && !mount->read_only &&
	    !mount->mode_is_unknown)
		contract_add(&to->beyond, item);
}

static void compare_granted(struct seeing *seeing)
{
	for (size_t i = 0; i < seeing->granted.count; i++) {
		const struct granted *one = &seeing->granted.all[i];

		if (!one->open && !find(seeing, one->target))
			contract_add(&seeing->to->beyond,
				     (struct contract_item){ .kind = CONTRACT_FILE,
							     .declaration = seeing->sees,
							     .at = one->place,
							     .name = one->target });
	}
}

/* Of what is declared already nobody means the other. */
static void offer(struct seeing *seeing, struct nearest *nearest, struct str target)
{
	struct nearest with = *nearest;

	nearest_offer(&with, target);
	if (str_eq(with.name, nearest->name) || !find(seeing, target))
		*nearest = with;
}

/* What is there, and may be meant. */
static struct str nearest_target(struct seeing *seeing, struct str path)
{
	const struct mount_list *mounts = seeing->to->service->mounts;
	const struct granted_list *granted = &seeing->granted;
	struct nearest nearest = { .wanted = path };

	for (size_t i = 0; i < mounts->count && contract_may_look(seeing->to); i++) {
		if (mounts->all[i].target.n && !mounts->all[i].hidden)
			offer(seeing, &nearest, mounts->all[i].target);
	}
	for (size_t i = 0; i < granted->count && contract_may_look(seeing->to); i++)
		if (!granted->all[i].open)
			offer(seeing, &nearest, granted->all[i].target);
	return nearest.name;
}

static void look_for(struct seeing *seeing, const struct pair *declared)
{
	struct contract_making *to = seeing->to;
	struct str path = cleaned(to->lint, declared->key->text);
	const struct mount *mount = table_get(&seeing->mounts, path);
	struct contract_item item = {
		.kind = CONTRACT_MOUNT,
		.declaration = declared->key,
		.name = path,
		.mount = mount,
	};

	if (!mount && !seeing->unknown && !table_get(&seeing->files, path)) {
		item.nearest = nearest_target(seeing, path);
		contract_add(&to->unmet, item);
	} else if (mount && str_eq(declared->value->text, STR("rw")) && mount->read_only &&
		   !mount->mode_is_unknown) {
		item.kind = CONTRACT_MODE;
		item.declaration = declared->value;
		contract_add(&to->unmet, item);
	}
}

void contract_compare_sees(struct contract_making *to, const struct node *sees)
{
	const struct mount_list *mounts = to->service->mounts;
	struct seeing seeing = { .to = to,
				 .sees = sees,
				 .granted = granted_find(to->lint, to->service) };

	begin(&seeing);
	for (size_t i = 0; i < mounts->count; i++)
		compare_mount(&seeing, &mounts->all[i]);
	compare_granted(&seeing);
	for (size_t i = 0; sees->kind == NODE_MAPPING && i < sees->count; i++)
		look_for(&seeing, &sees->in.pairs[i]);
}

/* ---- what a contract would have to have ---- */

static const struct mount *mount_around(const struct mount_list *mounts, const struct mount *copy)
{
	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];

		if (mount->origin != MOUNT_FROM_WATCH && !mount->hidden && !is_blank(mount) &&
		    mount->target.n && path_is_within(copy->target, mount->target))
			return mount;
	}
	return NULL;
}

static void draft_mount(struct contract_drafting *to, const struct mount *mount)
{
	struct str name = name_of(to->lint, mount);
	struct contract_draft_entry *entry;

	if (mount->hidden || is_blank(mount))
		return;
	if (node_is_unknown(mount->target_node)) {
		contract_leave_open(to, mount->target_node);
		return;
	}
	if (!name.n ||
	    (mount->origin == MOUNT_FROM_WATCH && mount_around(to->service->mounts, mount)))
		return;
	if (mount->target.n)
		name = cleaned(to->lint, name);
	entry = contract_need(to, name, mount->item->span);
	/* of a mode that nobody knows the contract has the lesser one */
	entry->need.writable =
		entry->need.writable || (!mount->read_only && !mount->mode_is_unknown);
}

static void draft_granted(struct contract_drafting *to)
{
	struct granted_list granted = granted_find(to->lint, to->service);

	for (size_t i = 0; i < granted.count; i++)
		if (granted.all[i].open)
			contract_leave_open(to, granted.all[i].item);
		else
			contract_need(to, granted.all[i].target, granted.all[i].item->span);
}

void contract_draft_sees(struct contract_drafting *to)
{
	const struct mount_list *mounts = to->service->mounts;

	for (size_t i = 0; i < mounts->count; i++)
		draft_mount(to, &mounts->all[i]);
	draft_granted(to);
}
