/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/group.h"

#include "fact/recipe_part.h"
#include "image/account.h"

/* Whether a name says something on the host, in an image, or in both. */
enum where { HOST = 1, IMAGE = 2, BOTH = 3 };

static const struct power {
	struct str name;
	enum where where;
	const char *power;
} powers[] = {
	{ STR_INIT("docker"), BOTH, "the group is root-equivalent" },
	{ STR_INIT("podman"), IMAGE, "the group is root-equivalent" },
	{ STR_INIT("lxd"), BOTH, "the group is root-equivalent" },
	{ STR_INIT("incus"), HOST, "the group is root-equivalent" },
	{ STR_INIT("libvirt"), BOTH, "the group is root-equivalent" },
	{ STR_INIT("root"), BOTH, "files of root that the group may write are open to it" },
	{ STR_INIT("sudo"), BOTH, "its members may become root" },
	{ STR_INIT("wheel"), BOTH, "its members may become root" },
	{ STR_INIT("admin"), IMAGE, "its members may become root" },
	{ STR_INIT("disk"), BOTH, "raw block devices are open to it" },
	{ STR_INIT("kmem"), IMAGE, "the memory of the kernel is open to it" },
	{ STR_INIT("kvm"), HOST, "the host's virtual machines are open to it" },
	{ STR_INIT("shadow"), BOTH, "the hashes of passwords are open to it" },
	{ STR_INIT("adm"), HOST, "the host's logs are open to it" },
	{ STR_INIT("systemd-journal"), HOST, "the host's logs are open to it" },
	{ STR_INIT("video"), HOST, "the host's screens and cameras are open to it" },
	{ STR_INIT("render"), HOST, "the host's graphics devices are open to it" },
	{ STR_INIT("input"), HOST, "keyboards and mice of the host are open to it" },
};

static const struct power *power_of(struct str name, enum where where)
{
	for (size_t i = 0; i < sizeof(powers) / sizeof(*powers); i++)
		if ((powers[i].where & where) && str_eq(name, powers[i].name))
			return &powers[i];
	return NULL;
}

/* The name of group 0, however the number is written; other groups as they are. */
static struct str name_of_group(struct str group)
{
	int64_t number;

	return str_to_int(group, &number) && number == 0 ? STR("root") : group;
}

const char *group_power_in_image(struct str name)
{
	const struct power *power = power_of(name, IMAGE);

	return power ? power->power : NULL;
}

/* ------------------------------------------------------------ of the service */

/* DOCKER_GID, HOST_VIDEO_GROUP_ID, GID_RENDER: a group's name, and that it is one. */
static const struct power *power_of_variable(struct str variable)
{
	const struct power *power = NULL;
	bool is_group = false;

	while (variable.p) {
		struct str word = str_cut(&variable, '_');

		if (str_eq_nocase(word, STR("GID")) || str_eq_nocase(word, STR("GROUP")))
			is_group = true;
		for (size_t i = 0; i < sizeof(powers) / sizeof(*powers); i++)
			if ((powers[i].where & HOST) && str_eq_nocase(word, powers[i].name))
				power = &powers[i];
	}
	return is_group ? power : NULL;
}

static void take(struct group *group, const struct power *power)
{
	group->name = power->name;
	group->power = power->power;
}

/* Bytes from `from` on are the group; of `user` a third part is not looked at. */
static bool is_power(const struct node *node, size_t from, struct group *group)
{
	struct str rest = str_slice(node->text, from, node->text.n);
	struct str text = group->is_user ? str_cut(&rest, ':') : rest;
	const struct power *power;
	int64_t number;
	bool is_known = true;

	for (size_t i = 0; i < node->nparts; i++)
		is_known = is_known &&
			   (node->parts[i].to <= from || node->parts[i].kind == PART_LITERAL ||
			    node->parts[i].kind == PART_VALUE);
	power = is_known ? power_of(name_of_group(text), HOST) : NULL;
	group->variable = STR("");
	group->place = node;
	if (power) {
		take(group, power);
		return true;
	}
	for (size_t i = 0; (!is_known || str_to_int(text, &number)) && i < node->nparts; i++) {
		const struct part *part = &node->parts[i];

		power = part->kind == PART_LITERAL || part->from < from
				? NULL
				: power_of_variable(part->name);
		if (!power)
			continue;
		take(group, power);
		group->variable = part->name;
		return true;
	}
	return false;
}

/* Where the group begins in `user`; STR_NPOS: it names none. */
static size_t group_part(const struct node *user)
{
	size_t at = 0;

	while ((at = str_find_byte(user->text, ':', at)) != STR_NPOS) {
		bool inside = false;

		/* the reference to a variable that nothing sets stays in the text */
		for (size_t i = 0; i < user->nparts; i++)
			inside = inside || (user->parts[i].kind == PART_UNKNOWN &&
					    user->parts[i].from <= at && at < user->parts[i].to);
		if (!inside)
			return at + 1;
		at++;
	}
	return STR_NPOS;
}

bool group_next(const struct service *service, struct group *group)
{
	const struct node *list = service_field(service, STR("group_add"));
	const struct node *user = service_field(service, STR("user"));
	size_t count = list && list->kind == NODE_SEQUENCE ? list->count : 0, from;

	group->is_user = false;
	while (group->next < count)
		if (is_power(list->in.items[group->next++], 0, group))
			return true;
	group->is_user = true;
	if (group->next++ > count || !node_text(user).n)
		return false;
	from = group_part(user);
	return from != STR_NPOS && is_power(user, from, group);
}

/* ------------------------------------------------------------ of the image */

static void add_groups(struct recipe_making *to, struct str account, struct str groups,
		       struct span span)
{
	while (groups.p) {
		struct str name = name_of_group(str_cut(&groups, ','));

		if (group_power_in_image(name))
			recipe_add(to, (struct recipe_item){ .kind = RECIPE_GROUP,
							     .what = account,
							     .text = name,
							     .span = span });
	}
}

static void look_at_command(struct recipe_making *to, const struct shell_command *command,
			    struct span span)
{
	struct account_joining joining = account_joining_of_command(command);

	for (size_t i = 0; joining.account.n && i < 2; i++)
		add_groups(to, joining.account, joining.groups[i], span);
}

static void look_at_run(struct recipe_making *to, const struct stage *stage,
			const struct stage_run *run)
{
	if (!stage->in_chain)
		return;
	for (size_t i = 0; i < run->ntexts; i++) {
		struct shell_commands commands = run->commands[i];

		for (size_t k = 0; k < commands.count; k++) {
			const struct shell_command *command = &commands.items[k];

			look_at_command(
				to, command,
				recipe_span(run, run->texts[i], command->from, command->to));
		}
	}
	if (!run->ntexts && run->instr->json) {
		struct shell_command command = recipe_argv(to, run);

		look_at_command(to, &command, run->instr->head);
	}
}

/* USER 1000:0; of root the group does not matter, and what Compose says comes before it. */
static void look_at_user(struct recipe_making *to, const struct stage *stage)
{
	struct str rest = stage->user.text, account = str_cut(&rest, ':');
	struct str group = str_cut(&rest, ':');

	if (!group.n || stage->user.nunset || stage->verdict.root == STAGE_ROOT_YES ||
	    !stage->user_instr || !recipe_is_own(to, stage->user_instr) ||
	    node_text(service_field(to->service, STR("user"))).n)
		return;
	add_groups(to, account, group, stage->user.span);
}

void recipe_add_groups(struct recipe_making *to)
{
	recipe_each_run(to, look_at_run);
	if (to->image && to->image->target)
		look_at_user(to, to->image->target);
}
