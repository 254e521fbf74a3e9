/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/withheld.h"

#include "base/nearest.h"

/* capability.h of Linux 6.1, and the engine's ALL. */
static const struct str capabilities[] = {
	STR_INIT("ALL"),
	STR_INIT("AUDIT_CONTROL"),
	STR_INIT("AUDIT_READ"),
	STR_INIT("AUDIT_WRITE"),
	STR_INIT("BLOCK_SUSPEND"),
	STR_INIT("BPF"),
	STR_INIT("CHECKPOINT_RESTORE"),
	STR_INIT("CHOWN"),
	STR_INIT("DAC_OVERRIDE"),
	STR_INIT("DAC_READ_SEARCH"),
	STR_INIT("FOWNER"),
	STR_INIT("FSETID"),
	STR_INIT("IPC_LOCK"),
	STR_INIT("IPC_OWNER"),
	STR_INIT("KILL"),
	STR_INIT("LEASE"),
	STR_INIT("LINUX_IMMUTABLE"),
	STR_INIT("MAC_ADMIN"),
	STR_INIT("MAC_OVERRIDE"),
	STR_INIT("MKNOD"),
	STR_INIT("NET_ADMIN"),
	STR_INIT("NET_BIND_SERVICE"),
	STR_INIT("NET_BROADCAST"),
	STR_INIT("NET_RAW"),
	STR_INIT("PERFMON"),
	STR_INIT("SETFCAP"),
	STR_INIT("SETGID"),
	STR_INIT("SETPCAP"),
	STR_INIT("SETUID"),
	STR_INIT("SYSLOG"),
	STR_INIT("SYS_ADMIN"),
	STR_INIT("SYS_BOOT"),
	STR_INIT("SYS_CHROOT"),
	STR_INIT("SYS_MODULE"),
	STR_INIT("SYS_NICE"),
	STR_INIT("SYS_PACCT"),
	STR_INIT("SYS_PTRACE"),
	STR_INIT("SYS_RAWIO"),
	STR_INIT("SYS_RESOURCE"),
	STR_INIT("SYS_TIME"),
	STR_INIT("SYS_TTY_CONFIG"),
	STR_INIT("WAKE_ALARM"),
};

bool withheld_is_capability(struct str name)
{
	if (name.n > 4 && str_eq_nocase(str_slice(name, 0, 4), STR("CAP_")))
		name = str_slice(name, 4, name.n);
	for (size_t i = 0; i < sizeof(capabilities) / sizeof(capabilities[0]); i++)
		if (str_eq_nocase(name, capabilities[i]))
			return true;
	return false;
}

bool withheld_find_capability(struct str name, struct nearest *nearest)
{
	if (withheld_is_capability(name))
		return true;
	if (str_starts(name, STR("CAP_")))
		nearest->wanted = str_slice(name, 4, name.n);
	for (size_t i = 0; i < sizeof(capabilities) / sizeof(capabilities[0]); i++)
		nearest_offer(nearest, capabilities[i]);
	return false;
}

static void check_capabilities(struct lint *lint, const struct trail *trail,
			       const struct node *list)
{
	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		const struct node *item = list->in.items[i];
		struct finding *finding;

		if (item->kind != NODE_STRING || node_is_unknown(item) ||
		    withheld_is_capability(item->text))
			continue;
		finding = trail_report(
			lint, TRAIL_ITEM(trail, i), item->span, item->text,
			"\"%.*s\" is no capability: the engine will refuse to create the "
			"container",
			STR_FMT(str_beginning(item->text, 40)));
		finding->extent = item->span;
		trail_origins(lint, finding, item, 0, item->text.n);
	}
}

/* The engine wants the whole text to be a name, where Compose looks for one anywhere in it. */
static void check_container_name(struct lint *lint, const struct trail *trail,
				 const struct node *name)
{
	struct str text = node_text(name);
	struct finding *finding;
	size_t i = 0;

	if (str_starts(text, STR("/")))
		text = str_slice(text, 1, text.n);
	while (i < text.n && (byte_is_alnum(text.p[i]) ||
			      (i > 0 && str_find_byte(STR("_.-"), text.p[i], 0) != STR_NPOS)))
		i++;
	if (!text.n || i == text.n || node_is_unknown(name))
		return;
	finding =
		trail_report(lint, trail, name->span, STR("pattern"),
			     "\"container_name\" must be a letter or digit, then letters, digits, "
			     "\"_\", \".\" or \"-\": the engine will refuse to create the "
			     "container");
	finding->extent = name->span;
	trail_origins(lint, finding, name, 0, name->text.n);
}

void withheld_option(struct str text, struct str *key, struct str *value)
{
	size_t at = str_find_byte(text, '=', 0);

	if (at == STR_NPOS)
		at = str_find_byte(text, ':', 0);
	*key = str_slice(text, 0, at == STR_NPOS ? text.n : at);
	*value = at == STR_NPOS ? STR("true") : str_slice(text, at + 1, text.n);
}

static bool is_option(struct str key)
{
	return str_eq(key, STR("apparmor")) || str_eq(key, STR("credentialspec")) ||
	       str_eq(key, STR("label")) || str_eq(key, STR("no-new-privileges")) ||
	       str_eq(key, STR("seccomp")) || str_eq(key, STR("writable-cgroups"));
}

static void check_option(struct lint *lint, const struct trail *trail, const struct node *item)
{
	struct str key, value;

	if (str_eq(item->text, STR("systempaths=unconfined")) ||
	    str_eq(item->text, STR("no-new-privileges")))
		return;
	withheld_option(item->text, &key, &value);
	if (str_eq(key, STR("systempaths")))
		trail_ignore(lint, trail, item->span, key,
			     "Compose knows this option as \"systempaths=unconfined\" only")
			->extent = item->span;
	else if (key.n == item->text.n)
		trail_report(
			lint, trail, item->span, key,
			"\"%.*s\" needs a value, \"%.*s=VALUE\": the engine will refuse to create "
			"the container",
			STR_FMT(str_beginning(key, 40)), STR_FMT(str_beginning(key, 40)))
			->extent = item->span;
	else if (!is_option(key))
		trail_report(lint, trail, item->span, key,
			     "\"%.*s\" is no security option: the engine will refuse to create the "
			     "container",
			     STR_FMT(str_beginning(key, 40)))
			->extent = item->span;
}

void withheld_check(struct lint *lint, const struct trail *trail, const struct node *service)
{
	const struct node *options = node_get(service, STR("security_opt"));
	struct trail here = { trail, STR_INIT("security_opt"), 0, false };

	check_container_name(lint, TRAIL_KEY(trail, STR("container_name")),
			     node_get(service, STR("container_name")));
	check_capabilities(lint, TRAIL_KEY(trail, STR("cap_add")),
			   node_get(service, STR("cap_add")));
	check_capabilities(lint, TRAIL_KEY(trail, STR("cap_drop")),
			   node_get(service, STR("cap_drop")));
	for (size_t i = 0; options && options->kind == NODE_SEQUENCE && i < options->count; i++) {
		const struct node *item = options->in.items[i];

		if (item->kind == NODE_STRING && !node_is_unknown(item))
			check_option(lint, TRAIL_ITEM(&here, i), item);
	}
}
