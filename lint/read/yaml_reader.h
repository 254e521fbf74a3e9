/* SPDX-License-Identifier: MIT */
/*
 * One YAML file while it is read, and what the parts of the reader share.
 * Serves read/yaml.c and read/yaml_*.c alone.
 *
 * yaml_error.c says what is wrong with the file, yaml_place.c turns libyaml's
 * positions into bytes, yaml_anchor.c keeps what aliases may name, yaml_tags.c
 * where tags stand, yaml_scalar.c makes nodes of scalars, yaml_mapping.c mappings
 * of their pairs, yaml_mend.c writes for libyaml what it would refuse and Compose
 * takes.  All that does not go into a node lives in `work`, until the file has been
 * read.  What is wrong with the file is a finding, made by reader_syntax_error() or
 * reader_refuse().
 */
#ifndef READ_YAML_READER_H
#define READ_YAML_READER_H

#include "base/diag.h"
#include "base/node.h"

struct yaml_parser_s;

/* A node that an alias may name.  The anchors of a file form an AA tree by name. */
struct anchor {
	struct str name;
	struct span span;        /* "&name" */
	const struct node *node; /* NULL while it is being read */
	size_t size;             /* nodes below and including it, aliases followed */
	unsigned height;         /* nested collections, aliases followed */
	struct tags *tags;       /* below and including it */
	bool keeps_reset;        /* a node tagged !reset is in it still: see tags_drop_resets() */
	unsigned definition;     /* number of the definition of this name that counts */
	unsigned level;          /* in the tree */
	struct anchor *left, *right;
};

/* A node that was read, with what only its parent asks for.  A list may hold as many of them as a
   file has nodes, so they are small. */
struct made {
	const struct node *node;
	struct tags *tags;    /* below and including it; NULL: none */
	uint32_t end;         /* where its text ends: for an alias the alias */
	uint32_t alias;       /* of an alias, which `is_alias` tells: where its text begins */
	uint32_t size;        /* what an alias of it adds to LIMIT_ALIAS_NODES */
	unsigned height : 16; /* at most LIMIT_DEPTH */
	bool is_alias : 1;
	bool is_merge_key : 1; /* the plain scalar "<<" */
	bool is_merged : 1;    /* the value behind one */
	bool gone : 1;         /* tagged !reset: its parent goes without it */
};

/* Where its text stands. */
static inline struct span made_place(const struct made *made)
{
	struct span span = made->node->span;

	return made->is_alias ? (struct span){ span.source, made->alias, made->end } : span;
}

/* An item or pair of a collection that is being read. */
struct entry {
	const struct node *key;
	struct made value;
};

struct alias;        /* read/yaml_anchor */
struct tags;         /* read/yaml_tags */
struct yaml_outline; /* read/yaml.h */

struct reader {
	struct lint *lint;
	const struct source *source;
	struct yaml_parser_s *parser; /* libyaml's; only read/yaml knows it */
	struct str given;             /* what it reads: the bytes of the source, mended */
	struct arena work;            /* until the file has been read */
	struct arena sorting;         /* reset after each mapping */
	uint32_t *checkpoints; /* byte offset of every 64th code point; NULL: they are bytes */
	size_t ncheckpoints;
	uint32_t bom;    /* bytes in front of what libyaml counts */
	size_t next_bom; /* the next one that is not the file's; STR_NPOS: none */
	struct anchor *anchors;
	struct arena stack;    /* for `entries` alone */
	struct entry *entries; /* of the open collections, innermost last */
	size_t nentries, entry_capacity;
	size_t nodes, alias_nodes;
	unsigned depth;          /* open collections */
	unsigned flow_depth;     /* those of them in brackets or braces */
	unsigned reset_depth;    /* open nodes tagged !reset: Compose never looks at them */
	unsigned override_depth; /* open nodes tagged !override: below them no tag counts */
	unsigned hidden;         /* open keys and tagged nodes: Compose compares no aliases there */
	bool has_anchors;        /* perhaps; without one nobody asks for the path */
	struct builder path;     /* to the node that is being read */
	struct alias *aliases;   /* of the document */
	size_t naliases, aliases_capacity, alias_path_bytes;
	const struct node **documents, **tagged; /* as in struct yaml_file */
	size_t ndocuments, document_capacity, tagged_capacity;
	struct yaml_outline *outline; /* NULL: nobody asks */
	bool broken, refused;
};

/* Ends the reading of the file. */
struct finding *reader_syntax_error(struct reader *r, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Compose refuses the file, but it can be read on; NULL where Compose never looks. */
struct finding *reader_refuse(struct reader *r, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What libyaml complains of; places in bytes. */
struct complaint {
	struct str problem; /* its words */
	size_t at;
	size_t context; /* where it began to look, if `has_context`: before `at` */
	bool has_context;
};

/* A byte that no YAML may have, and what is not as YAML has it: each ends the reading. */
void reader_report_byte(struct reader *r, struct str problem, size_t at);
void reader_report_text(struct reader *r, const struct complaint *complaint);

/* ---- places ---- */

/* UTF-16 becomes UTF-8: from then on the source holds these bytes.  False: it is not valid, or
   other threads read it too. */
bool reader_decode_utf16(struct reader *r, bool big_endian);
/* Comes before the questions below.  libyaml counts code points; in ASCII text they are bytes. */
void reader_map_offsets(struct reader *r);
static inline struct span reader_span(const struct reader *r, size_t start, size_t end)
{
	return (struct span){ r->source->number, (uint32_t)start, (uint32_t)end };
}
/* reader_offset() for text that is not ASCII alone. */
size_t reader_mapped_offset(const struct reader *r, size_t index);
/* The byte at libyaml's index. */
static inline size_t reader_offset(const struct reader *r, size_t index)
{
	size_t at = r->bom + index;

	if (r->checkpoints)
		return reader_mapped_offset(r, index);
	return at < r->source->bytes.n ? at : r->source->bytes.n;
}
/* The character at byte `at`; behind the end of the file the last one that is not white space. */
struct span reader_character(const struct reader *r, size_t at);

/* ---- what libyaml is given ---- */

/*
 * The file's bytes, as many as they are, but for those that libyaml would read otherwise than
 * Compose; in `work`.  Comes after reader_map_offsets().  The file is broken if Compose refuses
 * what libyaml would take.
 */
struct str reader_mended(struct reader *r);
/* The comma before `at`, in its line, that Compose takes for a part of a tag; STR_NPOS: none. */
size_t reader_comma_of_tag(const struct reader *r, size_t at);

/* A tag that libyaml scans, or the error at which it ends. */
struct scanned {
	size_t start, end;  /* bytes; of an error, `end` is where it is seen */
	struct str problem; /* libyaml's words; empty: a tag */
	struct str context;
};

/* True: the scan ends. */
typedef bool reader_stop(struct reader *r, const struct scanned *scanned, void *self);

/* Scans the bytes and makes nothing of them; gives how many characters were read. */
size_t reader_scan(struct reader *r, struct str bytes, reader_stop *stop, void *self);

/* ---- anchors and aliases ---- */

struct anchor *anchor_find(const struct reader *r, struct str name);
/* An anchor is known from its beginning on, and takes the place of an older one of its name.
   NULL: an empty name, there is none. */
struct anchor *anchor_begin(struct reader *r, struct str name, size_t at);
/* Its node has been read; ignored if the name was given away again below the node. */
void anchor_end(const struct reader *r, struct anchor *anchor, unsigned definition,
		const struct made *made);
void anchor_note_alias(struct reader *r, const struct anchor *anchor, struct span span);
/* At the end of a document: refuses what Compose takes for a cycle. */
void anchor_check_paths(struct reader *r);

/* ---- scalars ---- */

/* What libyaml tells of a scalar. */
struct found_scalar {
	struct str value, tag, anchor;
	enum node_style style;
	size_t start, content, end; /* bytes; `content`: behind anchor and tag, if it has them */
};

/* Its node: the place, the text, the kind.  False: Compose refuses the file. */
bool reader_finish_scalar(struct reader *r, const struct found_scalar *found,
			  struct span when_empty, struct made *made);

/* ---- !reset and !override ---- */

enum node_tag tags_kind(struct str tag);
/* A node with one of the two begins there; an anchor may stand before it. */
size_t tags_start(const struct reader *r, size_t start);
/* Compose takes the node out of its document before it looks at it. */
static inline bool tags_is_reset(const struct reader *r, const struct node *node)
{
	return node->tag == TAG_RESET && !r->override_depth;
}
/* The paths of the tags below a node, from it on.  Those of a tagged node are its own alone. */
struct tags *tags_of(struct reader *r, const struct node *tagged);
/* NULL: there are none below it. */
struct tags *tags_below(struct reader *r, const struct node *collection,
			const struct entry *entries, size_t count);
/* What compose-go finds when it comes once more, through an alias. */
struct tags *tags_again(struct reader *r, const struct tags *tags);
/* A collection that was kept as it is, below an !override, is met again through an alias, outside:
   what is tagged !reset in it goes, here and there, for it is one node to compose-go. */
void tags_drop_resets(struct reader *r, const struct node *collection, const struct tags *tags);
/* As struct yaml_file has them. */
const struct node *tags_tree(struct reader *r, const struct tags *tags);

/* ---- mappings ---- */

/* Compose wants text as keys.  False: the pair cannot be kept. */
bool reader_check_key(struct reader *r, const struct made *key);
/* Fills the node: merge keys followed, duplicate keys refused. */
void reader_finish_mapping(struct reader *r, struct node *node, const struct entry *entries,
			   size_t count);

#endif
