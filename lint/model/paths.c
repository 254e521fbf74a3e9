/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/paths.h"

#include "base/path.h"
#include "model/trail.h"

struct paths {
	struct lint *lint;
	struct env *env;
	const struct files *files;
	struct str directory;
	bool *refused;
};

typedef const struct node *rewrite(struct paths *p, const struct node *value);

/* ------------------------------------------------------------------ trees */

static const struct node *at_key(struct paths *p, const struct node *mapping, struct str key,
				 rewrite *change)
{
	const struct pair *there = node_pair(mapping, key);
	const struct node *value;
	struct node *copy;
	struct pair *pairs;

	if (!there)
		return mapping;
	value = change(p, there->value);
	if (value == there->value)
		return mapping;
	copy = node_copy(&p->lint->run, mapping);
	pairs = ARENA_ARRAY(&p->lint->run, mapping->count, struct pair);
	for (size_t i = 0; i < mapping->count; i++)
		pairs[i] = mapping->in.pairs[i];
	pairs[there - mapping->in.pairs].value = value;
	copy->in.pairs = pairs;
	return copy;
}

/* Each value of a mapping, each item of a list; a scalar is one itself. */
static const struct node *each(struct paths *p, const struct node *node, rewrite *change)
{
	struct arena *arena = &p->lint->run;
	const struct node **items = NULL;
	struct pair *pairs = NULL;
	struct node *copy;

	if (node_is_scalar(node))
		return change(p, node);
	for (size_t i = 0; i < node->count; i++) {
		bool mapping = node->kind == NODE_MAPPING;
		const struct node *old = mapping ? node->in.pairs[i].value : node->in.items[i];
		const struct node *new = change(p, old);

		if (new != old && !pairs && !items) {
			if (mapping)
				pairs = ARENA_ARRAY(arena, node->count, struct pair);
			else
				items = ARENA_ARRAY(arena, node->count, const struct node *);
			for (size_t j = 0; j < node->count; j++) {
				if (mapping)
					pairs[j] = node->in.pairs[j];
				else
					items[j] = node->in.items[j];
			}
		}
		if (pairs)
			pairs[i].value = new;
		if (items)
			items[i] = new;
	}
	if (!pairs && !items)
		return node;
	copy = node_copy(arena, node);
	if (pairs)
		copy->in.pairs = pairs;
	else
		copy->in.items = items;
	return copy;
}

/* ------------------------------------------------------------------ texts */

/* The node with `prefix` instead of its first `cut` bytes; its pieces move along. */
static const struct node *with_prefix(struct paths *p, const struct node *node, struct str prefix,
				      size_t cut, bool symbolic)
{
	struct arena *arena = &p->lint->run;
	struct node *copy;
	struct part *parts = ARENA_ARRAY(arena, node->nparts + 1, struct part);
	size_t count = 0;

	if (symbolic)
		parts[count++] = (struct part){
			.kind = PART_HOST,
			/* the slash behind the reference is text */
			.to = (uint32_t)(sizeof("${HOME}") - 1),
			.template_to = (uint32_t)cut,
			.name = STR("HOME"),
		};
	for (size_t i = 0; i < node->nparts; i++) {
		struct part part = node->parts[i];

		/* a value that is all cut off ("." from an env file) has its origin all the same */
		if (part.to < cut && part.kind != PART_VALUE)
			continue;
		part.from = (uint32_t)(prefix.n + (part.from < cut ? 0 : part.from - cut));
		part.to = (uint32_t)(prefix.n + (part.to < cut ? 0 : part.to - cut));
		parts[count++] = part;
	}
	copy = node_formed(arena, node, NODE_STRING,
			   arena_join(arena, prefix, str_slice(node->text, cut, node->text.n)));
	copy->parts = count ? parts : NULL;
	copy->nparts = (uint32_t)count;
	copy->written = node_written(node);
	return copy;
}

static size_t first_unknown(const struct node *node)
{
	for (size_t i = 0; i < node->nparts; i++)
		if (node->parts[i].kind == PART_UNKNOWN || node->parts[i].kind == PART_HOST)
			return node->parts[i].from;
	return node->text.n;
}

static const struct node *joined(struct paths *p, const struct node *node)
{
	struct arena *arena = &p->lint->run;
	size_t known = first_unknown(node), cut;
	struct str clean, prefix;

	if (known == node->text.n) {
		clean = path_join(arena, p->directory, node->text);
		/* the end of the text as it was, where cleaning left one */
		for (cut = 0; cut < node->text.n; cut++)
			if ((!cut || node->text.p[cut - 1] == '/') &&
			    str_ends(clean, str_slice(node->text, cut, node->text.n)))
				break;
		prefix = str_slice(clean, 0, clean.n - (node->text.n - cut));
		return with_prefix(p, node, prefix, cut, false);
	}
	/* only whole segments before the unknown piece can be cleaned */
	cut = known;
	while (cut && node->text.p[cut - 1] != '/')
		cut--;
	prefix = path_join(arena, p->directory, str_slice(node->text, 0, cut));
	if (!str_ends(prefix, STR("/")))
		prefix = arena_fmt(arena, "%.*s/", STR_FMT(prefix));
	return with_prefix(p, node, prefix, cut, false);
}

/* "~" and whatever follows it: Compose joins it all to HOME. */
static const struct node *expand_home(struct paths *p, const struct node *node)
{
	struct arena *arena = &p->lint->run;
	const struct variable *home;
	struct str rest;
	size_t cut = 1;

	if (!str_starts(node->text, STR("~")) || first_unknown(node) == 0)
		return node;
	while (cut < node->text.n && node->text.p[cut] == '/')
		cut++;
	rest = str_slice(node->text, cut, node->text.n);
	if (env_is_symbolic(p->env, STR("HOME")))
		return with_prefix(p, node, rest.n ? STR("${HOME}/") : STR("${HOME}"), cut, true);
	home = env_get(p->env, STR("HOME"));
	if (!home || !home->value->text.n)
		return node;
	if (first_unknown(node) != node->text.n)
		return with_prefix(p, node, arena_fmt(arena, "%.*s/", STR_FMT(home->value->text)),
				   cut, false);
	rest = path_clean(arena,
			  arena_fmt(arena, "%.*s/%.*s", STR_FMT(home->value->text), STR_FMT(rest)));
	return with_prefix(p, node, rest, node->text.n, false);
}

static bool begins_unknown(const struct node *node)
{
	return node->nparts && first_unknown(node) == 0 && node->text.n;
}

static bool is_windows_absolute(struct str text)
{
	return str_starts(text, STR("\\\\")) ||
	       (text.n >= 3 && byte_is_alpha(text.p[0]) && text.p[1] == ':' &&
		(text.p[2] == '\\' || text.p[2] == '/'));
}

/* "" stays "". */
static const struct node *plain_path(struct paths *p, const struct node *node)
{
	if (node->kind != NODE_STRING || !node->text.n || begins_unknown(node))
		return node;
	node = expand_home(p, node);
	if (begins_unknown(node) || path_is_absolute(node->text))
		return node;
	return joined(p, node);
}

/* "" is the directory. */
static const struct node *bind_source(struct paths *p, const struct node *node)
{
	if (node->kind != NODE_STRING || is_windows_absolute(node->text))
		return node;
	if (!node->text.n)
		return node_is_unknown(node) ? node : with_prefix(p, node, p->directory, 0, false);
	return plain_path(p, node);
}

bool paths_is_remote(struct str text)
{
	static const struct str prefixes[] = {
		STR_INIT("https:"), STR_INIT("http://"),     STR_INIT("git://"),
		STR_INIT("ssh://"), STR_INIT("github.com/"), STR_INIT("git@"),
		STR_INIT("oci://"),
	};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (str_starts(text, prefixes[i]))
			return true;
	return false;
}

static const struct node *context(struct paths *p, const struct node *node)
{
	if (node->kind != NODE_STRING || str_has(node->text, STR("://")) ||
	    str_starts(node->text, STR("service:")) || paths_is_remote(node->text))
		return node;
	return plain_path(p, node);
}

/* ------------------------------------------------------------------ places */

static const struct node *contexts(struct paths *p, const struct node *node)
{
	return each(p, node, context);
}

static const struct node *sources(struct paths *p, const struct node *node)
{
	return each(p, node, bind_source);
}

static const struct node *build(struct paths *p, const struct node *node)
{
	node = at_key(p, node, STR("context"), context);
	node = at_key(p, node, STR("additional_contexts"), contexts);
	return at_key(p, node, STR("ssh"), sources);
}

static const struct node *volume_item(struct paths *p, const struct node *node)
{
	if (!str_eq(node_text(node_get(node, STR("type"))), STR("bind")))
		return node;
	return at_key(p, node, STR("source"), bind_source);
}

static const struct node *volumes(struct paths *p, const struct node *node)
{
	return node->kind == NODE_SEQUENCE ? each(p, node, volume_item) : node;
}

static const struct node *file_item(struct paths *p, const struct node *node)
{
	if (node->kind == NODE_MAPPING)
		return at_key(p, node, STR("path"), plain_path);
	return plain_path(p, node);
}

static const struct node *file_items(struct paths *p, const struct node *node)
{
	return node->kind == NODE_MAPPING ? node : each(p, node, file_item);
}

/* The first link on the way to an absolute path, whose end takes its place; NULL: it is broken. */
static const struct node *through_link(struct paths *p, const struct node *node)
{
	struct arena *arena = &p->lint->run;
	struct str rest = node->text, link = STR("/"), target = STR("");
	size_t at;

	while (rest.p && !target.n) {
		struct str segment = str_cut(&rest, '/');

		if (!segment.n)
			continue;
		link = path_join(arena, link, segment);
		if (p->files->follow(p->files->self, arena, link, &target) != FILE_OK)
			return NULL;
	}
	at = target.n ? str_find(node->text, link, 0) : STR_NPOS;
	if (at == STR_NPOS)
		return node;
	target = arena_fmt(arena, "%.*s%.*s", STR_FMT(str_slice(node->text, 0, at)),
			   STR_FMT(target));
	return with_prefix(p, node, target, at + link.n, false);
}

static const struct node *watched_path(struct paths *p, const struct node *node)
{
	const struct node *path = plain_path(p, node), *end;

	if (!p->files->follow || node->kind != NODE_STRING || !path_is_absolute(path->text) ||
	    first_unknown(path) != path->text.n)
		return path;
	end = through_link(p, path);
	if (end)
		return end;
	*p->refused = true;
	trail_refuse(p->lint, TRAIL_KEY(TRAIL_KEY(NULL, STR("watch")), STR("path")), node->span,
		     STR("link"), "a link on the way to this watched path leads nowhere");
	return path;
}

static const struct node *watch_item(struct paths *p, const struct node *node)
{
	return at_key(p, node, STR("path"), watched_path);
}

static const struct node *watch_items(struct paths *p, const struct node *node)
{
	return node->kind == NODE_SEQUENCE ? each(p, node, watch_item) : node;
}

static const struct node *develop(struct paths *p, const struct node *node)
{
	return at_key(p, node, STR("watch"), watch_items);
}

static const struct node *extended_file(struct paths *p, const struct node *node)
{
	return node->kind == NODE_STRING && paths_is_remote(node->text) ? node
									: plain_path(p, node);
}

static const struct node *extends(struct paths *p, const struct node *node)
{
	return at_key(p, node, STR("file"), extended_file);
}

static const struct node *service(struct paths *p, const struct node *node)
{
	if (node->kind != NODE_MAPPING)
		return node;
	node = at_key(p, node, STR("build"), build);
	node = at_key(p, node, STR("env_file"), file_items);
	node = at_key(p, node, STR("extends"), extends);
	node = at_key(p, node, STR("label_file"), file_items);
	node = at_key(p, node, STR("develop"), develop);
	return at_key(p, node, STR("volumes"), volumes);
}

static const struct node *file_resource(struct paths *p, const struct node *node)
{
	return at_key(p, node, STR("file"), bind_source);
}

static const struct node *options(struct paths *p, const struct node *node)
{
	if (!str_eq(node_text(node_get(node, STR("o"))), STR("bind")))
		return node;
	return at_key(p, node, STR("device"), bind_source);
}

static const struct node *volume(struct paths *p, const struct node *node)
{
	if (!str_eq(node_text(node_get(node, STR("driver"))), STR("local")))
		return node;
	return at_key(p, node, STR("driver_opts"), options);
}

static const struct node *services(struct paths *p, const struct node *node)
{
	return node->kind == NODE_MAPPING ? each(p, node, service) : node;
}

static const struct node *file_resources(struct paths *p, const struct node *node)
{
	return node->kind == NODE_MAPPING ? each(p, node, file_resource) : node;
}

static const struct node *named_volumes(struct paths *p, const struct node *node)
{
	return node->kind == NODE_MAPPING ? each(p, node, volume) : node;
}

const struct node *paths_resolve(struct lint *lint, struct env *env, const struct files *files,
				 const struct node *model, struct str directory, bool *refused)
{
	struct paths p = { lint, env, files, directory, refused };

	model = at_key(&p, model, STR("services"), services);
	model = at_key(&p, model, STR("configs"), file_resources);
	model = at_key(&p, model, STR("secrets"), file_resources);
	return at_key(&p, model, STR("volumes"), named_volumes);
}

const struct node *paths_expand_home(struct lint *lint, struct env *env, const struct node *path)
{
	struct paths p = { .lint = lint, .env = env };

	return expand_home(&p, path);
}
