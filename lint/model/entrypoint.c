/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "model/entrypoint.h"

#include "model/command.h"

struct entrypoint entrypoint_of(struct arena *arena, const struct service *service,
				const struct stage *stage)
{
	struct command own = command_of(arena, service_field(service, STR("entrypoint")));
	const struct stage_command *of_image = &stage->entrypoint;
	struct entrypoint entrypoint = { .count = 0 };
	struct str rest = STR_NONE;

	for (size_t i = 0; own.is_set && i < own.count && entrypoint.count < ENTRYPOINT_WORDS; i++)
		entrypoint.words[entrypoint.count++] = own.words[i].text;
	if (own.is_set || of_image->form < STAGE_FORM_EXEC)
		return entrypoint;
	if (of_image->form == STAGE_FORM_SHELL && of_image->argc > 0)
		rest = of_image->argv[of_image->argc - 1];
	for (size_t i = 0; of_image->form == STAGE_FORM_EXEC && i < of_image->argc; i++)
		if (entrypoint.count < ENTRYPOINT_WORDS)
			entrypoint.words[entrypoint.count++] = of_image->argv[i];
	while (rest.p != NULL && entrypoint.count < ENTRYPOINT_WORDS)
		entrypoint.words[entrypoint.count++] = str_cut(&rest, ' ');
	return entrypoint;
}
