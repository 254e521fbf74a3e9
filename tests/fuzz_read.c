/* SPDX-License-Identifier: MIT */
/* The readers, one file of one language each. */
#include "config.h"

#include "tests/fuzz.h"

#include <string.h>
#include <yaml.h>

#include "base/limits.h"
#include "base/path.h"
#include "engine/configuration.h"
#include "image/stage.h"
#include "read/dockerfile.h"
#include "read/dotenv.h"
#include "read/git_index.h"
#include "read/pattern.h"
#include "read/template.h"
#include "read/yaml.h"
#include "rules/registry.h"
#include "tests/held.h"

/* What aliases repeat is not walked again and again. */
enum { WALKED_NODES = 20000 };

static void walk(const struct lint *lint, const struct node *node, size_t *left)
{
	const struct source *source = source_get(&lint->sources, node->span.source);

	if (!*left)
		return;
	--*left;
	fuzz_promise(source && node->span.start <= node->span.end &&
			     node->span.end <= source->bytes.n,
		     "a node lies inside its file");
	if (node->kind == NODE_SEQUENCE)
		for (size_t i = 0; i < node->count; i++)
			walk(lint, node->in.items[i], left);
	if (node->kind != NODE_MAPPING)
		return;
	for (size_t i = 0; i < node->count; i++) {
		walk(lint, node->in.pairs[i].key, left);
		walk(lint, node->in.pairs[i].value, left);
	}
}

void fuzz_yaml(struct str bytes)
{
	struct lint lint;
	struct yaml_file file;
	size_t left = WALKED_NODES;

	lint_init(&lint);
	file = yaml_parse(&lint, fuzz_source(&lint, "compose.yaml", bytes));
	for (size_t i = 0; i < file.count; i++)
		walk(&lint, file.documents[i], &left);
	fuzz_promise(!file.broken || lint.diag.count, "what is wrong with a file is reported");
	fuzz_check_places(&lint);
	lint_free(&lint);
}

/* ---- our tree, and the one that libyaml's own loader makes ---- */

static bool same_tree(yaml_document_t *theirs, int number, const struct node *ours, size_t *left);

/* Of keys that are equal, but not written alike since one is an alias, the later one counts. */
static bool stands_again(yaml_document_t *theirs, const yaml_node_t *mapping,
			 const yaml_node_pair_t *pair)
{
	const yaml_node_t *key = yaml_document_get_node(theirs, pair->key);

	for (const yaml_node_pair_t *later = pair + 1; later < mapping->data.mapping.pairs.top;
	     later++) {
		const yaml_node_t *other = yaml_document_get_node(theirs, later->key);

		if (key->type == YAML_SCALAR_NODE && other->type == YAML_SCALAR_NODE &&
		    key->data.scalar.length == other->data.scalar.length &&
		    memcmp(key->data.scalar.value, other->data.scalar.value,
			   key->data.scalar.length) == 0)
			return true;
	}
	return false;
}

static bool same_mapping(yaml_document_t *theirs, const yaml_node_t *mapping,
			 const struct node *ours, size_t *left)
{
	size_t i = 0;

	for (const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
	     pair < mapping->data.mapping.pairs.top; pair++) {
		if (stands_again(theirs, mapping, pair))
			continue;
		if (i == ours->count ||
		    !same_tree(theirs, pair->key, ours->in.pairs[i].key, left) ||
		    !same_tree(theirs, pair->value, ours->in.pairs[i].value, left))
			return false;
		i++;
	}
	return i == ours->count;
}

static bool same_tree(yaml_document_t *theirs, int number, const struct node *ours, size_t *left)
{
	const yaml_node_t *node = yaml_document_get_node(theirs, number);
	const yaml_node_item_t *item;

	if (!*left)
		return true;
	--*left;
	switch (node->type) {
	case YAML_SCALAR_NODE:
		/* what a plain scalar is, and how a null is spelled, is a matter of ours */
		return ours->kind == NODE_NULL ||
		       (node_is_scalar(ours) &&
			str_eq(ours->text, (struct str){ (const char *)node->data.scalar.value,
							 node->data.scalar.length }));
	case YAML_SEQUENCE_NODE:
		item = node->data.sequence.items.start;
		if (ours->kind != NODE_SEQUENCE ||
		    ours->count != (size_t)(node->data.sequence.items.top - item))
			return false;
		for (size_t i = 0; i < ours->count; i++)
			if (!same_tree(theirs, item[i], ours->in.items[i], left))
				return false;
		return true;
	case YAML_MAPPING_NODE:
		return ours->kind == NODE_MAPPING && same_mapping(theirs, node, ours, left);
	case YAML_NO_NODE:
		break;
	}
	return false;
}

/* The next document of the stream, compared; false: there is none. */
static bool compare_document(yaml_parser_t *parser, const struct node *ours)
{
	yaml_document_t document;
	const yaml_node_t *root;
	size_t left = WALKED_NODES;
	bool more;

	if (!yaml_parser_load(parser, &document))
		return false;
	root = yaml_document_get_root_node(&document);
	more = root != NULL;
	if (more && ours)
		fuzz_promise(same_tree(&document, 1, ours, &left),
			     "our tree is the one that libyaml loads");
	fuzz_promise(!more || ours, "no document is lost");
	yaml_document_delete(&document);
	return more;
}

void fuzz_structure(struct str bytes)
{
	struct lint lint;
	struct yaml_file file;
	yaml_parser_t parser;

	/* merge keys and tags are acted on by our reader alone; of UTF-16 it makes UTF-8 first */
	if (str_has(bytes, STR("<<")) || str_find_byte(bytes, '!', 0) != STR_NPOS ||
	    str_starts(bytes, STR("\xff\xfe")) || str_starts(bytes, STR("\xfe\xff")))
		return;
	lint_init(&lint);
	file = yaml_parse(&lint, fuzz_source(&lint, "compose.yaml", bytes));
	if (!file.broken && !file.refused && yaml_parser_initialize(&parser)) {
		size_t i = 0;

		yaml_parser_set_input_string(&parser, (const unsigned char *)bytes.p, bytes.n);
		while (compare_document(&parser, i < file.count ? file.documents[i] : NULL))
			i++;
		yaml_parser_delete(&parser);
	}
	lint_free(&lint);
}

/* ---- the other languages ---- */

static void read_env_file(struct str bytes, enum dotenv_format format)
{
	struct lint lint;
	struct dotenv file;

	lint_init(&lint);
	file = dotenv_parse(&lint, fuzz_source(&lint, ".env", bytes), format);
	for (size_t i = 0; i < file.count; i++) {
		const struct assignment *at = &file.assignments[i];

		fuzz_promise(at->span.end <= bytes.n && at->span.start <= at->span.end &&
				     at->name_span.end <= bytes.n &&
				     at->name_span.start <= at->name_span.end,
			     "an assignment lies inside its file");
	}
	fuzz_promise(!file.broken || lint.diag.count, "what is wrong with a file is reported");
	fuzz_check_places(&lint);
	lint_free(&lint);
}

void fuzz_dotenv(struct str bytes)
{
	read_env_file(bytes, DOTENV_DEFAULT);
	read_env_file(bytes, DOTENV_RAW);
}

static size_t check_parts(const struct template *template, struct str text, size_t from)
{
	for (size_t i = 0; i < template->count; i++) {
		const struct template_part *part = &template->parts[i];

		fuzz_promise(part->from == from && part->to > from && part->to <= text.n,
			     "the parts of a template follow each other without gaps");
		from = part->to;
		if (part->word && part->word->count)
			fuzz_promise(check_parts(part->word, text, part->word->parts[0].from) <
					     part->to,
				     "what stands in a reference lies inside it");
	}
	return from;
}

void fuzz_template(struct str bytes)
{
	struct lint lint;
	struct template template;
	size_t error_at = 0;

	lint_init(&lint);
	if (template_parse(&lint.run, bytes, &template, &error_at))
		fuzz_promise(check_parts(&template, bytes, 0) == bytes.n,
			     "the parts of a template are all of it");
	else
		fuzz_promise(error_at <= bytes.n, "an error stands inside the text");
	lint_free(&lint);
}

void fuzz_dockerfile(struct str bytes)
{
	struct lint lint;
	const struct source *source;
	struct dockerfile file;
	struct stage_request request = { .file = &file };
	const struct stage_result *result;

	lint_init(&lint);
	source = fuzz_source(&lint, "Dockerfile", bytes);
	file = dockerfile_parse(&lint, source,
				(struct span){ source->number, 0, (uint32_t)bytes.n });
	for (size_t i = 0; i < file.ninstrs; i++)
		fuzz_promise(file.instrs[i].span.end <= bytes.n,
			     "an instruction lies inside its file");
	result = stage_evaluate(&lint, &request);
	fuzz_promise(result->status != STAGE_OK || result->target,
		     "a target is there when it is said so");
	fuzz_check_places(&lint);
	lint_free(&lint);
}

/* The first line is the path that is looked for. */
void fuzz_dockerignore(struct str bytes)
{
	struct lint lint;
	struct str rest = bytes, path = str_cut(&rest, '\n');
	const struct source *source;
	struct pattern_list list;
	size_t left = SIZE_MAX;

	lint_init(&lint);
	source = fuzz_source(&lint, ".dockerignore", rest.p ? rest : STR(""));
	list = pattern_read(&lint.run, source);
	for (size_t i = 0; i < list.count; i++) {
		fuzz_promise(list.all[i].span.end <= source->bytes.n,
			     "a pattern lies inside its file");
		pattern_matches_whole(&lint.scratch, &list.all[i], path, &left);
	}
	pattern_excludes(&lint.scratch, &list, path, &left);
	lint_free(&lint);
}

/*
 * The first line is the path that is looked for, below the project; the rest is the index. With
 * "gitdir: FOLDER" before the path, the checkout is one whose index lies elsewhere.
 */
void fuzz_git_index(struct str bytes)
{
	struct lint lint;
	struct str rest = bytes, line = str_cut(&rest, '\n'), index;
	struct held_file held[2];
	struct held_files all = { held, 0 };
	struct files files = held_files(&all);
	struct git_path asked;

	lint_init(&lint);
	index = STR("/project/.git/index");
	if (str_starts(line, STR("gitdir:"))) {
		held[all.count++] = (struct held_file){ STR("/project/.git"), line };
		index = held_path(&lint.run,
				  arena_fmt(&lint.run, "%.*s/index",
					    STR_FMT(str_trim(str_slice(line, 7, line.n)))));
		line = rest.p ? str_cut(&rest, '\n') : STR("");
	}
	asked.path = held_path(&lint.run, line);
	held[all.count++] = (struct held_file){ index, rest.p ? rest : STR("") };
	git_index_look(&files, &lint.scratch, &asked, 1);
	if (asked.tracked == GIT_TRACKED)
		fuzz_promise(path_is_within(asked.path, HELD_FOLDER) &&
				     str_starts(rest, STR("DIRC")),
			     "what is tracked lies in a checkout that has an index");
	/* in version 4 the beginning of the path stands before */
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it begins with DIRC */
	if (asked.tracked == GIT_TRACKED && rest.p[7] != 4)
		fuzz_promise(str_has(rest, str_slice(asked.path, HELD_FOLDER.n + 1, asked.path.n)),
			     "what is tracked stands in the index");
	lint_free(&lint);
}

void fuzz_config(struct str bytes)
{
	struct lint lint;
	struct held_file held = { STR("/project/.compose-lint.yaml"), bytes };
	struct held_files all = { &held, 1 };
	struct files files = held_files(&all);
	const struct config *config;

	lint_init(&lint);
	if (!configs_find(configs_new(&(struct configs_request){
				  .lint = &lint,
				  .files = &files,
				  .rules = rules_all(),
				  .current_directory = HELD_FOLDER,
			  }),
			  HELD_FOLDER, &config)
		     .failed)
		config_excludes(&lint, config, STR("/project/src/main.c"));
	fuzz_check_places(&lint);
	lint_free(&lint);
}
