/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/secret_file.h"

#include "base/limits.h"
#include "base/path.h"
#include "fact/hostpath.h"
#include "fact/recipe_part.h"
#include "model/environment.h"

/* .env, .env.local; not what shows others how theirs is to look. */
static bool is_env_file(struct str base)
{
	static const struct str examples[] = { STR_INIT(".example"), STR_INIT(".sample"),
					       STR_INIT(".template"), STR_INIT(".dist"),
					       STR_INIT(".defaults") };

	if (!str_starts(base, STR(".env")))
		return false;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++)
		if (str_ends(base, examples[i]))
			return false;
	return true;
}

static enum hostpath_content content_of(struct str head, struct str base)
{
	struct str rest = head;

	if (!head.p)
		return HOSTPATH_CONTENT_UNKNOWN;
	if (str_eq(base, STR(".npmrc")))
		return str_has(head, STR("_auth")) ? HOSTPATH_CONTENT_SECRET
						   : HOSTPATH_CONTENT_PLAIN;
	while (rest.p) {
		struct str line = str_cut(&rest, '\n');

		if (str_starts(line, STR("-----BEGIN ")))
			return str_has(line, STR("PRIVATE KEY")) ? HOSTPATH_CONTENT_SECRET
								 : HOSTPATH_CONTENT_PLAIN;
	}
	return HOSTPATH_CONTENT_PLAIN;
}

/* Credentials lie in a context as they lie in a home: .ssh/id_rsa, .aws/credentials. */
static bool is_credential_at(struct arena *arena, struct str tail, const struct hostpath_use *use,
			     struct hostpath_fact *fact)
{
	struct hostpath path = { .kind = HOSTPATH_HOME,
				 .path = arena_fmt(arena, "HOME/%.*s", STR_FMT(tail)) };

	return hostpath_is(&path, use, HOSTPATH_IS_CREDENTIAL_FILE, fact);
}

static bool is_certificate_name(struct str base)
{
	return base.n > 4 && str_eq_nocase(str_slice(base, base.n - 4, base.n), STR(".pem"));
}

/* *kind: "ssh key", "environment file" ...; false: nothing is known against it. */
static bool is_known(struct arena *arena, const struct context_file *file, struct str *kind)
{
	struct str base = path_base(file->path), rest = file->path;
	struct hostpath_use use = { .is_file = true, .content = content_of(file->head, base) };
	struct hostpath_fact fact = { .what = STR("") };
	struct hostpath path = { .kind = HOSTPATH_ROOTED };

	if (file->is_directory) {
		*kind = STR("git repository");
		return str_eq(base, STR(".git"));
	}
	if (is_env_file(base)) {
		*kind = STR("environment file");
		return true;
	}
	/* what was read beats the name */
	if (is_certificate_name(base) && use.content == HOSTPATH_CONTENT_PLAIN &&
	    str_has(file->head, STR("-----BEGIN ")))
		return false;
	path.path = arena_fmt(arena, "/context/%.*s", STR_FMT(file->path));
	if (hostpath_is(&path, &use, HOSTPATH_IS_CREDENTIAL_FILE, &fact)) {
		*kind = fact.what;
		return true;
	}
	while (rest.p && !str_eq(base, STR(".npmrc"))) {
		if (rest.n && rest.p[0] == '.' && is_credential_at(arena, rest, &use, &fact)) {
			*kind = fact.what;
			return true;
		}
		str_cut(&rest, '/');
	}
	return false;
}

enum hostpath_content secret_file_content(struct arena *arena, const struct files *files,
					  struct str path)
{
	struct str base = path_base(path), bytes;

	if ((!is_certificate_name(base) && !str_eq(base, STR(".npmrc"))) ||
	    files->read(files->self, arena, path, LIMIT_CONTEXT_FILE_BYTES, &bytes) != FILE_OK)
		return HOSTPATH_CONTENT_UNKNOWN;
	return content_of(bytes.p ? bytes : STR(""), base);
}

/* ------------------------------------------------------------ the project's own secrets */

/* A file that the project itself treats as secret: a secret's source. */
static bool is_own_secret(const struct recipe_making *to, struct str absolute)
{
	struct resources secrets = to->project->secrets;

	for (size_t i = 0; i < secrets.count; i++) {
		const struct node *file = node_get(secrets.all[i].node, STR("file"));

		if (node_text(file).n && !node_is_unknown(file) && path_is_absolute(file->text) &&
		    path_is_within(absolute, path_clean(to->arena, file->text)))
			return true;
	}
	return false;
}

static bool is_secret(const struct recipe_making *to, const struct context_file *file)
{
	struct str kind;

	return is_known(to->arena, file, &kind) ||
	       (!file->is_directory &&
		is_own_secret(to, path_join(to->arena, to->service->build->context, file->path)));
}

enum { IGNORED = 100 };

/* What COPY names itself must not be missing, so only what a directory brings can be ignored. */
static struct str lines_to_ignore(struct arena *arena, const struct context_file *const *files,
				  size_t count)
{
	struct builder lines = { .arena = arena };

	for (size_t i = 0; i < count; i++) {
		struct str line = pattern_line(arena, files[i]->path);

		if (count > IGNORED || !files[i]->in_directory || !line.p)
			return STR("");
		builder_add(&lines, line);
		builder_byte(&lines, '\n');
	}
	return builder_str(&lines);
}

static void look_at_copy(struct recipe_making *to, const struct context_copy *copy)
{
	const struct context_file **files = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < copy->nfiles; i++) {
		const struct context_file *file = &copy->files[i];

		if (!is_secret(to, file) ||
		    !context_reaches_target(to->arena, to->image, copy, file))
			continue;
		files = arena_grow(to->arena, files, count, &capacity, sizeof(*files));
		files[count++] = file;
	}
	if (!count)
		return;
	recipe_add(to, (struct recipe_item){
			       .kind = RECIPE_FILES,
			       .span = copy->copy->instr->head,
			       .what = dockerfile_kind_name(copy->copy->instr->kind),
			       .text = copy->copy->nsources == 1 ? copy->copy->sources[0] : STR(""),
			       .files = files,
			       .nfiles = count,
			       .ignoring = lines_to_ignore(to->arena, files, count) });
}

void recipe_add_files(struct recipe_making *to)
{
	const struct context *contents = to->image ? to->service->build->contents : NULL;

	for (size_t i = 0; contents && i < contents->ncopies; i++)
		look_at_copy(to, &contents->copies[i]);
}
