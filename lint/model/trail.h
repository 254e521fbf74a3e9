/* SPDX-License-Identifier: MIT */
/*
 * The way from the root of a model to the node that is being walked, and
 * the finding model-invalid that stands at its end.
 *
 * A trail is a chain of steps on the stack of the walk, newest first; it costs
 * nothing until a finding asks for it as text: "services.agent.volumes[1]".
 * The root is NULL.
 *
 * trail_refuse() says that Compose will not load the project, trail_ignore()
 * that it loads it but does not do what the line says; both add that to the
 * message, which is what is wrong and what to write instead.  trail_report()
 * adds nothing: its message says what the engine does later.  A message never
 * quotes a value, only keys, types and option names.  `evidence` tells two
 * mistakes at one node apart; it is no prose and no value.
 */
#ifndef MODEL_TRAIL_H
#define MODEL_TRAIL_H

#include "base/diag.h"
#include "base/node.h"

struct trail {
	const struct trail *up;
	struct str key; /* of a mapping */
	size_t index;   /* of a sequence, when `item` */
	bool item;
};

#define TRAIL_KEY(up, key)    (&(const struct trail){ (up), (key), 0, false })
#define TRAIL_ITEM(up, index) (&(const struct trail){ (up), { NULL, 0 }, (index), true })

struct str trail_text(struct arena *arena, const struct trail *trail);
/* The last key of the trail, items skipped: "volumes" of services.agent.volumes[1]. */
struct str trail_key(const struct trail *trail);

struct finding *trail_refuse(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
struct finding *trail_ignore(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
struct finding *trail_report(struct lint *lint, const struct trail *trail, struct span span,
			     struct str evidence, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* A finding model-invalid stands there already, or there are so many that none is kept. */
bool trail_is_refused(const struct lint *lint, struct span span);
/*
 * Names, as related places, where the text in bytes [from, to] of a scalar comes from:
 * the env file's line or the default of each variable in it.
 */
void trail_origins(struct lint *lint, struct finding *finding, const struct node *scalar,
		   size_t from, size_t to);
/* How the message of a related place speaks of the step; NULL: it brought nothing here. */
const char *trail_words(enum step_kind kind);
/* Names, as related places, the last aliases and the like that brought the node here. */
void trail_bringers(struct lint *lint, struct finding *finding, const struct node *node);

#endif
