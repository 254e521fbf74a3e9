/* SPDX-License-Identifier: MIT */
/*
 * Does the name of a service, or of its image, say what the service is?  The
 * words are role.list.
 *
 * A program's name counts only where it is the whole of it: "nginx-ui" and
 * "my-postgres-agent" are other programs.  Words found are the list's own text; an
 * empty text: none.  Only role_words_new() allocates, nothing fails.
 */
#ifndef ENGINE_ROLE_WORD_H
#define ENGINE_ROLE_WORD_H

#include "image/image.h"

enum role_word_kind {
	ROLE_WORD_AGENT,
	ROLE_WORD_GATEWAY,
	ROLE_WORD_INFRASTRUCTURE,
	ROLE_WORD_QUALIFIER,
	ROLE_WORD_GATEWAY_QUALIFIER
};

/* The words by how they begin: a project can have thousands of services. */
struct role_words;
const struct role_words *role_words_new(struct arena *arena);

/* Of a gateway or of infrastructure. */
struct str role_word_in_name(const struct role_words *index, enum role_word_kind kind,
			     struct str name);
struct str role_word_in_image(const struct role_words *index, enum role_word_kind kind,
			      const struct image_reference *image);
/* An agent's word anywhere in a name of a service or container. */
struct str role_word_agent(const struct role_words *index, struct str name);
/* The end of a name that says which part of a product it is: "ui" of "agent-ui"; empty: none. */
struct str role_word_part(struct str name);
/* One that names an agent, not merely a place where code runs ("sandbox"). */
bool role_word_means_model(const struct role_words *index, struct str name);
/* The agent's program that an image, or a variable before its "_", is called after. */
struct str role_word_product_in_image(const struct role_words *index,
				      const struct image_reference *image);
struct str role_word_product_of_variable(const struct role_words *index, struct str name);

#endif
