/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/withheld.h"

#include "base/nearest.h"
#include "image/image.h"
#include "model/project.h"

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

/* Small letters in its path would make it a reference. */
static bool has_only_capitals_amiss(struct lint *lint, struct str text)
{
	struct str path = image_parse(text).repository;
	size_t at = (size_t)(path.p - text.p);

	text = arena_fmt(&lint->scratch, "%.*s%.*s%.*s", STR_FMT(str_slice(text, 0, at)),
			 STR_FMT(str_lower(&lint->scratch, path)),
			 STR_FMT(str_slice(text, at + path.n, text.n)));
	return image_parse(text).valid;
}

/* Compose passes any text on; the engine also knows an image by its digest or number.  The text is
   not quoted in small letters: a token in it would be known as none. */
static void check_image(struct lint *lint, const struct trail *trail, const struct node *image)
{
	struct str text = node_text(image);
	struct finding *finding;

	if (!text.n || node_is_unknown(image) || image_parse(text).valid ||
	    image_is_identifier(text))
		return;
	finding = trail_report(
		lint, trail, image->span, STR("reference"),
		"%s: the engine will refuse to create the container",
		has_only_capitals_amiss(lint, text)
			? "an image has no capitals in its path; write it in small letters"
		: str_find_byte(text, '@', 0) != STR_NPOS
			? "this names no image; behind @ stands a digest, \"sha256:\" and 64 "
			  "hexadecimal digits"
			: "this names no image; write NAME, NAME:TAG or NAME@DIGEST");
	finding->extent = image->span;
	trail_origins(lint, finding, image, 0, text.n);
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

/* "services:vpn": neither a mode nor the name that a network can have. */
static void check_mode(struct lint *lint, const struct trail *trail, const struct node *mode)
{
	struct str rest = node_text(mode), kind = str_cut(&rest, ':');
	struct nearest nearest = { .wanted = kind };
	struct finding *finding;

	if (!rest.p || node_is_unknown(mode) || str_eq(kind, STR("service")) ||
	    str_eq(kind, STR("container")))
		return;
	nearest_offer(&nearest, STR("service"));
	nearest_offer(&nearest, STR("container"));
	finding = trail_report(lint, trail, mode->span, STR("mode"),
			       "\"%.*s\" names a service as \"service:NAME\" and a container as "
			       "\"container:NAME\"%s%.*s%s: the engine will refuse to create the "
			       "container",
			       STR_FMT(trail_key(trail)), nearest.name.n ? "; write \"" : "",
			       STR_FMT(nearest.name),
			       nearest.name.n ? ":...\" if that is meant" : "");
	finding->extent = mode->span;
	trail_origins(lint, finding, mode, 0, mode->text.n);
}

/* The network is the other container's, and with it all that is said of it. */
static void check_shared_network(struct lint *lint, const struct trail *trail,
				 const struct node *service)
{
	static const struct str keys[] = { STR_INIT("ports"), STR_INIT("expose"), STR_INIT("dns"),
					   STR_INIT("extra_hosts"), STR_INIT("hostname") };
	const struct node *mode = node_get(service, STR("network_mode"));
	bool of_service = str_starts(node_text(mode), STR("service:"));

	if (!of_service && !str_starts(node_text(mode), STR("container:")))
		return;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const struct pair *pair = node_pair(service, keys[i]);
		struct finding *finding;

		if (!pair || pair->key->style == STYLE_MADE ||
		    !(pair->value->count || node_text(pair->value).n))
			continue;
		finding = trail_report(
			lint, TRAIL_KEY(trail, keys[i]), pair->key->span, STR("exclusive"),
			"\"network_mode: %s\" excludes \"%.*s\"; write it in the %s whose network "
			"this is: the engine will refuse to create the container",
			of_service ? "service:..." : "container:...", STR_FMT(keys[i]),
			of_service ? "service" : "file");
		finding->extent = pair->key->span;
		diag_related(&lint->diag, finding, RELATED_OTHER, mode->span,
			     "the network is shared here");
	}
}

void withheld_check(struct lint *lint, const struct trail *trail, const struct node *service)
{
	static const struct str modes[] = { STR_INIT("network_mode"), STR_INIT("ipc"),
					    STR_INIT("pid"), STR_INIT("uts"), STR_INIT("cgroup") };
	const uint64_t any_mode = node_key_bit(STR("network_mode")) | node_key_bit(STR("ipc")) |
				  node_key_bit(STR("pid")) | node_key_bit(STR("uts")) |
				  node_key_bit(STR("cgroup"));
	const struct node *options = node_get(service, STR("security_opt"));
	struct trail here = { trail, STR_INIT("security_opt"), 0, false };

	check_container_name(lint, TRAIL_KEY(trail, STR("container_name")),
			     node_get(service, STR("container_name")));
	if (!node_get(service, STR("provider")))
		check_image(lint, TRAIL_KEY(trail, STR("image")), node_get(service, STR("image")));
	check_capabilities(lint, TRAIL_KEY(trail, STR("cap_add")),
			   node_get(service, STR("cap_add")));
	check_capabilities(lint, TRAIL_KEY(trail, STR("cap_drop")),
			   node_get(service, STR("cap_drop")));
	for (size_t i = 0; service_keys(service) & any_mode && i < sizeof(modes) / sizeof(modes[0]);
	     i++)
		check_mode(lint, TRAIL_KEY(trail, modes[i]), node_get(service, modes[i]));
	check_shared_network(lint, trail, service);
	for (size_t i = 0; options && options->kind == NODE_SEQUENCE && i < options->count; i++) {
		const struct node *item = options->in.items[i];

		if (item->kind == NODE_STRING && !node_is_unknown(item))
			check_option(lint, TRAIL_ITEM(&here, i), item);
	}
}
