/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/reference.h"

#include "fact/recipe_part.h"

/* Code names of releases, which stay what they are; sid, rolling and testing do not. */
static const struct release {
	struct str image, name;
} releases[] = {
	{ STR_INIT("debian"), STR_INIT("jessie") },
	{ STR_INIT("debian"), STR_INIT("stretch") },
	{ STR_INIT("debian"), STR_INIT("buster") },
	{ STR_INIT("debian"), STR_INIT("bullseye") },
	{ STR_INIT("debian"), STR_INIT("bookworm") },
	{ STR_INIT("debian"), STR_INIT("trixie") },
	{ STR_INIT("debian"), STR_INIT("forky") },
	{ STR_INIT("ubuntu"), STR_INIT("trusty") },
	{ STR_INIT("ubuntu"), STR_INIT("xenial") },
	{ STR_INIT("ubuntu"), STR_INIT("bionic") },
	{ STR_INIT("ubuntu"), STR_INIT("focal") },
	{ STR_INIT("ubuntu"), STR_INIT("jammy") },
	{ STR_INIT("ubuntu"), STR_INIT("lunar") },
	{ STR_INIT("ubuntu"), STR_INIT("mantic") },
	{ STR_INIT("ubuntu"), STR_INIT("noble") },
	{ STR_INIT("ubuntu"), STR_INIT("oracular") },
	{ STR_INIT("ubuntu"), STR_INIT("plucky") },
	{ STR_INIT("ubuntu"), STR_INIT("questing") },
	{ STR_INIT("devuan/devuan"), STR_INIT("beowulf") },
	{ STR_INIT("devuan/devuan"), STR_INIT("chimaera") },
	{ STR_INIT("devuan/devuan"), STR_INIT("daedalus") },
	{ STR_INIT("devuan/devuan"), STR_INIT("excalibur") },
};

/* "bookworm" and "bookworm-slim" of debian. */
static bool is_release(const struct image_reference *reference)
{
	struct str rest = reference->tag, name = str_cut(&rest, '-');

	for (size_t i = 0; i < sizeof(releases) / sizeof(*releases); i++)
		if (str_eq(releases[i].image, reference->name) && str_eq(releases[i].name, name))
			return true;
	return false;
}

static enum recipe_pin pin_of(const struct image_reference *reference)
{
	if (reference->digest.n)
		return RECIPE_PINNED;
	if (!reference->tag.n)
		return RECIPE_UNPINNED;
	for (size_t i = 0; i < reference->tag.n; i++)
		if (byte_is_digit(reference->tag.p[i]))
			return RECIPE_VERSION;
	return is_release(reference) ? RECIPE_VERSION : RECIPE_FLOATING;
}

bool reference_is_of_docker_hub(struct str text)
{
	struct str host = str_cut(&text, '/');

	return !text.p || str_eq(host, STR("docker.io")) || str_eq(host, STR("index.docker.io")) ||
	       (str_find_byte(host, '.', 0) == STR_NPOS &&
		str_find_byte(host, ':', 0) == STR_NPOS && !str_eq(host, STR("localhost")));
}

/* Made here and not pulled. */
static bool is_local(struct str text)
{
	return str_starts(text, STR("localhost/"));
}

static void add(struct recipe_making *to, struct recipe_item item)
{
	struct image_reference reference = image_parse(item.text);

	if (!reference.valid || is_local(item.text))
		return;
	item.kind = RECIPE_IMAGE;
	item.pin = pin_of(&reference);
	if (item.pin != RECIPE_PINNED)
		recipe_add(to, item);
}

/* ------------------------------------------------------------ in the Compose file */

static bool is_built_here(const struct recipe_making *to, struct str image)
{
	struct str key;

	if (!to->built->count)
		return false;
	key = image_key(to->arena, image);
	return key.n && table_get(to->built, key);
}

static void add_node(struct recipe_making *to, const struct node *node, struct str what)
{
	if (!node_text(node).n || node_is_unknown(node) || is_built_here(to, node->text))
		return;
	add(to, (struct recipe_item){
			.node = node, .span = node->span, .what = what, .text = node->text });
}

static void add_from_items(struct recipe_making *to, struct str key, struct str field,
			   struct str type, struct str what)
{
	const struct node *list = service_field(to->service, key);

	for (size_t i = 0; list && list->kind == NODE_SEQUENCE && i < list->count; i++) {
		const struct node *item = list->in.items[i];

		if (type.n && !str_eq(node_text(node_get(item, STR("type"))), type))
			continue;
		add_node(to, node_get(item, field), what);
	}
}

/* ------------------------------------------------------------ in the Dockerfile */

static void add_uses(struct recipe_making *to, const struct stage *stage)
{
	for (size_t i = 0; i < stage->nuses; i++) {
		const struct stage_use *use = &stage->uses[i];

		if (use->kind == STAGE_BASE_IMAGE && recipe_is_own(to, use->instr))
			add(to, (struct recipe_item){ .span = use->span,
						      .what = use->instr->kind == DOCKERFILE_RUN
								      ? STR("RUN --mount")
								      : STR("COPY --from"),
						      .text = use->image });
	}
}

static void add_base(struct recipe_making *to, const struct stage *stage)
{
	const struct stage_value *base = &stage->base;

	/* an argument whose value is not known here took part */
	if (stage->kind != STAGE_BASE_IMAGE || stage->error || base->known == STAGE_UNCERTAIN)
		return;
	add(to, (struct recipe_item){ .span = stage->image_span,
				      .what = span_eq(stage->image_span, stage->from_span)
						      ? STR("FROM")
						      : STR("additional context"),
				      .text = stage->image,
				      .origins = base->origins,
				      .norigins = base->norigins });
}

void recipe_add_images(struct recipe_making *to)
{
	const struct service *service = to->service;

	/* of a service with a build it is the name of the result; what is never pulled stays */
	if (!service_field(service, STR("build")) && !service->built_by &&
	    !str_eq(node_text(service_field(service, STR("pull_policy"))), STR("never")))
		add_node(to, service_field(service, STR("image")), STR("image"));
	add_from_items(to, STR("pre_start"), STR("image"), STR(""), STR("pre_start image"));
	add_from_items(to, STR("volumes"), STR("source"), STR("image"), STR("image volume"));
	for (size_t i = 0; to->image && i < to->image->nstages; i++) {
		if (!to->image->stages[i].needed)
			continue;
		add_base(to, &to->image->stages[i]);
		add_uses(to, &to->image->stages[i]);
	}
}
