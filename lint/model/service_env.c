/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/service_env.h"

#include "base/limits.h"
#include "model/cut.h"

/* An env_file item, short or long. */
struct wanted {
	const struct node *path;   /* the scalar that names the file */
	const struct node *format; /* NULL: none is given */
	bool required, raw, known_format;
};

static bool read_item(const struct node *item, struct wanted *wanted)
{
	const struct node *required = node_get(item, STR("required"));
	const struct node *given = node_get(item, STR("format"));
	struct str format = node_text(given);

	*wanted = (struct wanted){
		.path = item->kind == NODE_MAPPING ? node_get(item, STR("path")) : item,
		.format = given,
		.required = !required || node_is_true(required) || !node_is_scalar(required),
		.raw = str_eq(format, STR("raw")),
		.known_format = !format.n || str_eq(format, STR("raw")),
	};
	return wanted->path && wanted->path->kind == NODE_STRING;
}

/* What the lines of a service's files see besides the project. */
struct own {
	struct env *environment; /* of the service */
	struct env *lines;       /* of its files so far */
};

/* What the service sets itself, for the references in its files. */
static struct env *own_scope(struct loader *l, const struct node *environment)
{
	struct env *scope = env_new(&l->lint->run, NULL);

	if (environment && environment->kind == NODE_MAPPING)
		for (size_t i = 0; i < environment->count; i++) {
			const struct pair *pair = &environment->in.pairs[i];

			if (node_is_scalar(pair->value) && pair->value->kind != NODE_NULL)
				env_set(scope, pair->key->text, VARIABLE_ENV_FILE, pair->value);
		}
	return scope;
}

static bool can_follow(struct loader *l, const struct service *service, const struct node *path)
{
	if (!node_is_unknown(path) && !node_has_part(path, PART_HOST))
		return true;
	if (service->enabled)
		loader_can_follow(l, path, "the env file");
	return false;
}

/* Many services may share one file. */
static struct dotenv parse_once(struct loader *l, const struct source *source, bool raw)
{
	struct str key = arena_fmt(&l->lint->run, "%d%.*s", raw, STR_FMT(source->path));
	struct dotenv *parsed = table_get(&l->dotenvs, key);

	if (!parsed) {
		parsed = ARENA_NEW(&l->lint->run, struct dotenv);
		*parsed = dotenv_parse(l->lint, source, raw ? DOTENV_RAW : DOTENV_DEFAULT);
		table_add(&l->dotenvs, key, parsed);
	}
	return *parsed;
}

static void read_one(struct loader *l, struct env *env, const struct own *own,
		     const struct service *service, const struct wanted *wanted,
		     struct environment_file *file)
{
	const struct node *path = wanted->path;
	const struct source *source = NULL;
	enum file_status status;
	struct str absolute;
	struct dotenv parsed;

	file->item = path;
	if (!can_follow(l, service, path))
		return;
	absolute = loader_absolute(l, l->directory, path->text);
	status = loader_read(l, ROLE_ENV_FILE, absolute, loader_shown(l, absolute),
			     LIMIT_FILE_BYTES, &source);
	file->absent = status == FILE_ABSENT;
	if (status == FILE_ABSENT && !wanted->required)
		return;
	/* it is asked for when the file is opened, but a file that is not there is worse */
	if (status != FILE_ABSENT && !wanted->known_format) {
		if (service->enabled)
			loader_refuse(l, wanted->format->span, STR("format"),
				      STR("the format of an env file must be `raw`, or be left "
					  "out"));
		return;
	}
	if (status != FILE_OK) {
		if (service->enabled)
			loader_has(l, status, path, "the env file", CAUSE_ENV_FILE);
		return;
	}
	file->source = source->number;
	parsed = parse_once(l, source, wanted->raw);
	if (parsed.count > LIMIT_ENV_LINES - l->env_lines) {
		if (l->env_lines < LIMIT_ENV_LINES) /* once is enough */
			loader_incomplete(
				l, path->span, STR("limit"),
				STR("the env files of this project have more lines than the "
				    "limit allows; the rest is not judged"))
				->cause = CAUSE_LIMIT;
		l->env_lines = LIMIT_ENV_LINES;
		return;
	}
	l->env_lines += parsed.count;
	file->lines = env_resolve_file(l->lint, env, own->environment, own->lines, &parsed,
				       l->unset, &l->refused);
}

/* Labels of one file over those before it, which are all that its references can see. */
static void add_labels(struct loader *l, const struct dotenv *file, const struct node *path,
		       struct env *labels, struct cut *all)
{
	struct env *none = env_new(&l->lint->run, NULL);
	struct env_lines lines = env_resolve_file(
		l->lint, labels, none, env_new(&l->lint->run, NULL), file, l->unset, &l->refused);

	for (size_t i = 0; i < lines.count; i++) {
		const struct env_line *line = &lines.lines[i];

		if (!line->value)
			continue;
		env_set(labels, line->name, VARIABLE_ENV_FILE, line->value);
		cut_add(all, cut_text(l->lint, line->name, line->value),
			node_with_step(&l->lint->run, line->value,
				       (struct step){ .kind = STEP_ENV_FILE, .span = path->span }));
	}
}

const struct node *service_labels_load(struct loader *l, const struct service *service)
{
	const struct node *list = service_field(service, STR("label_file"));
	const struct node *written = service_field(service, STR("labels"));
	size_t count = !list ? 0 : list->kind == NODE_SEQUENCE ? list->count : 1;
	struct cut all = { .lint = l->lint };
	struct env *labels;

	if (!count)
		return written;
	labels = env_new(&l->lint->run, NULL);
	labels->unset_is_empty = l->unset_is_empty;
	for (size_t i = 0; i < count && service->enabled; i++) {
		const struct node *path = list->kind == NODE_SEQUENCE ? list->in.items[i] : list;
		const struct source *source;
		struct str absolute;
		struct dotenv file;

		if (path->kind != NODE_STRING || !loader_can_follow(l, path, "the label file"))
			continue;
		absolute = loader_absolute(l, l->directory, path->text);
		if (!loader_has(l,
				loader_read(l, ROLE_OTHER, absolute, loader_shown(l, absolute),
					    LIMIT_FILE_BYTES, &source),
				path, "the label file", CAUSE_FILE))
			continue;
		file = parse_once(l, source, false);
		l->refused = l->refused || file.broken;
		add_labels(l, &file, path, labels, &all);
	}
	if (!all.count)
		return written;
	for (size_t i = 0; written && written->kind == NODE_MAPPING && i < written->count; i++)
		cut_add(&all, written->in.pairs[i].key, written->in.pairs[i].value);
	cut_drop_repeated(&all, true);
	return written && written->kind == NODE_MAPPING ? cut_refill_mapping(&all, written)
							: cut_mapping(&all, service->key);
}

const struct environment *service_env_load(struct loader *l, struct env *env,
					   const struct service *service)
{
	const struct node *list = service_field(service, STR("env_file"));
	size_t most = !list ? 0 : list->kind == NODE_SEQUENCE ? list->count : 1, count = 0;
	struct environment_file *files = ARENA_ARRAY(&l->lint->run, most, struct environment_file);
	struct own own = { NULL, NULL };

	if (most)
		own = (struct own){ own_scope(l, service_field(service, STR("environment"))),
				    env_new(&l->lint->run, NULL) };
	/* Compose does not read the files of a service that no profile enables; rules may ask */
	if (!service->enabled && l->unset_is_empty)
		most = 0;
	for (size_t i = 0; i < most; i++) {
		const struct node *item = list->kind == NODE_SEQUENCE ? list->in.items[i] : list;
		struct wanted wanted;

		if (read_item(item, &wanted))
			read_one(l, env, &own, service, &wanted, &files[count++]);
	}
	return environment_resolve(l->lint, service, files, count);
}
