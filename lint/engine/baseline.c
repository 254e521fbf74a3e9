/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "engine/baseline.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "read/yaml.h"

struct baseline *baseline_new(struct lint *lint, struct str path)
{
	struct baseline *baseline = ARENA_NEW(&lint->run, struct baseline);

	*baseline =
		(struct baseline){ .lint = lint, .path = path, .directory = path_directory(path) };
	return baseline;
}

/* ---- what is in it ---- */

static void append(struct baseline *baseline, const struct baseline_entry *entry)
{
	baseline->entries = arena_grow(&baseline->lint->run, baseline->entries, baseline->count,
				       &baseline->capacity, sizeof(*baseline->entries));
	baseline->entries[baseline->count++] = *entry;
}

void baseline_add(struct baseline *baseline, const struct identity *identity)
{
	const struct baseline_entry entry = { .identity = *identity, .count = 1, .taken = 1 };

	append(baseline, &entry);
}

static int compare(const void *left, const void *right)
{
	const struct baseline_entry *a = left, *b = right;
	int order = identity_cmp(&a->identity, &b->identity);

	return order ? order : span_cmp(a->span, b->span);
}

/* A run has no more findings than that, and no file may say more. */
static size_t limited_sum(size_t a, size_t b)
{
	return a + b < LIMIT_FINDINGS ? a + b : LIMIT_FINDINGS;
}

void baseline_sort(struct baseline *baseline)
{
	struct baseline_entry *all = baseline->entries;
	size_t kept = 0;

	if (baseline->count)
		qsort(all, baseline->count, sizeof(*all), compare);
	for (size_t i = 0; i < baseline->count; i++) {
		if (kept && !identity_cmp(&all[kept - 1].identity, &all[i].identity)) {
			all[kept - 1].count = limited_sum(all[kept - 1].count, all[i].count);
			all[kept - 1].taken = limited_sum(all[kept - 1].taken, all[i].taken);
		} else {
			all[kept++] = all[i];
		}
	}
	baseline->count = kept;
}

bool baseline_take(struct baseline *baseline, const struct identity *identity)
{
	size_t low = 0, high = baseline->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct baseline_entry *entry = &baseline->entries[middle];
		int order = identity_cmp(&entry->identity, identity);

		if (!order)
			return entry->taken < entry->count && ++entry->taken;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

struct str baseline_file_name(const struct baseline *baseline, const struct source *source)
{
	struct arena *arena = &baseline->lint->run;
	struct str name = source ? source->name : STR("");

	if (source && path_is_absolute(source->path))
		name = path_relative(arena, source->path, baseline->directory);
	return utf8_repair(arena, name);
}

struct identity baseline_identity(const struct baseline *baseline, struct credentials *credentials,
				  const struct source *source, const struct finding *finding)
{
	struct arena *arena = &baseline->lint->run;
	struct identity identity =
		identity_of(arena, credentials, baseline_file_name(baseline, source), finding);

	/* the file holds text */
	identity.service = utf8_repair(arena, identity.service);
	identity.path = utf8_repair(arena, identity.path);
	identity.evidence = utf8_repair(arena, identity.evidence);
	return identity;
}

/* ---- reading: JSON is YAML, and our reader has places ---- */

static struct failure not_one(const struct baseline *baseline, const struct source *source,
			      struct span span, struct str why)
{
	struct arena *arena = &baseline->lint->run;
	struct place place = source_place(&baseline->lint->sources, span.source, span.start);
	struct builder b = { .arena = arena };

	utf8_add_visible(&b, source->name, LIMIT_QUOTE_COLUMNS);
	return failure_fmt(arena, "%.*s:%u:%u: this is no baseline: %.*s", STR_FMT(builder_str(&b)),
			   place.line ? place.line : 1, place.column ? place.column : 1,
			   STR_FMT(why));
}

/* A member that is text; absent is as good as empty. */
static bool read_text(const struct node *object, struct str key, struct str *text)
{
	const struct node *value = node_get(object, key);

	*text = value ? value->text : STR("");
	return !value || value->kind == NODE_STRING;
}

static struct failure read_entry(struct baseline *baseline, const struct source *source,
				 const struct node *item)
{
	const struct node *count = node_get(item, STR("count"));
	struct baseline_entry entry = { .count = 1, .span = item->span };
	struct identity *identity = &entry.identity;

	if (item->kind != NODE_MAPPING)
		return not_one(baseline, source, item->span, STR("an item is an object"));
	if (!read_text(item, STR("rule"), &identity->rule) ||
	    !read_text(item, STR("file"), &identity->file) ||
	    !read_text(item, STR("service"), &identity->service) ||
	    !read_text(item, STR("path"), &identity->path) ||
	    !read_text(item, STR("evidence"), &identity->evidence))
		return not_one(baseline, source, item->span,
			       STR("rule, file, service, path and evidence are texts"));
	if (!identity->rule.n || !identity->file.n)
		return not_one(baseline, source, item->span,
			       STR("an object names a rule and a file"));
	if (count && (count->kind != NODE_INT || count->is_unsigned || count->value.integer < 1 ||
		      count->value.integer > LIMIT_FINDINGS))
		return not_one(baseline, source, count->span,
			       arena_fmt(&baseline->lint->run, "a count is from 1 to %d",
					 (int)LIMIT_FINDINGS));
	if (count)
		entry.count = (size_t)count->value.integer;
	append(baseline, &entry);
	return FAILURE_NONE;
}

struct failure baseline_read(struct baseline *baseline, const struct source *source)
{
	struct diag *diag = &baseline->lint->diag;
	size_t first = diag->count, beyond = diag->beyond_limit;
	struct yaml_file file = yaml_parse(baseline->lint, source);
	struct failure failure = FAILURE_NONE;
	const struct node *root = file.count ? file.documents[0] : NULL;

	/* what the reader found is no finding of the project */
	if (diag->count > first)
		failure = not_one(baseline, source, diag->findings[first]->span,
				  diag->findings[first]->message);
	else if (file.broken || file.count != 1 || root->kind != NODE_SEQUENCE)
		failure =
			not_one(baseline, source, (struct span){ source->number, 0, 0 },
				STR("a baseline is one JSON array, as --write-baseline makes it"));
	diag->count = first;
	diag->beyond_limit = beyond;
	baseline->source = source->number;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): without a root it has failed */
	for (size_t i = 0; !failure.failed && i < root->count; i++)
		failure = read_entry(baseline, source, root->in.items[i]);
	baseline_sort(baseline);
	return failure;
}

/* ---- writing ---- */

/* In a double-quoted text of YAML these would be refused, folded, or not seen. */
static bool is_escaped(uint32_t code)
{
	return code < 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0xAD ||
	       (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
	       (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0xFFFE ||
	       code == 0xFFFF;
}

static void add_text(struct builder *b, struct str text)
{
	builder_byte(b, '"');
	while (text.n) {
		struct utf8 u = utf8_decode(text);

		if (u.code == '"' || u.code == '\\')
			builder_byte(b, '\\');
		if (is_escaped(u.code))
			builder_fmt(b, "\\u%04x", (unsigned)u.code);
		else
			builder_add(b, str_slice(text, 0, u.bytes));
		text = str_slice(text, u.bytes, text.n);
	}
	builder_byte(b, '"');
}

static void add_entry(struct builder *b, const struct baseline_entry *entry)
{
	const struct {
		const char *key;
		struct str text;
	} members[] = {
		{ "{\"rule\": ", entry->identity.rule },
		{ ", \"file\": ", entry->identity.file },
		{ ", \"service\": ", entry->identity.service },
		{ ", \"path\": ", entry->identity.path },
		{ ", \"evidence\": ", entry->identity.evidence },
	};

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		builder_add(b, str_from(members[i].key));
		add_text(b, members[i].text);
	}
	builder_fmt(b, ", \"count\": %zu}", entry->count);
}

struct str baseline_text(const struct baseline *baseline)
{
	struct builder b = { .arena = &baseline->lint->run };

	builder_add(&b, STR("[\n"));
	for (size_t i = 0; i < baseline->count; i++) {
		add_entry(&b, &baseline->entries[i]);
		builder_add(&b, i + 1 < baseline->count ? STR(",\n") : STR("\n"));
	}
	builder_add(&b, STR("]\n"));
	return builder_str(&b);
}
