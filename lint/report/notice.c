/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "report/notice.h"

#include "fact/credential.h"
#include "report/line.h"

void notices_write(struct lint *lint, struct credentials *credentials, bool remarks, FILE *stream)
{
	const struct notices *notices = &lint->notices;

	for (size_t i = 0; i < notices->count; i++) {
		const struct notice *notice = &notices->all[i];
		struct builder b = { .arena = &lint->run };

		if (notice->kind == NOTICE_REMARK && !remarks)
			continue;
		builder_add(&b, STR("compose-lint: "));
		if (!span_is_none(notice->span)) {
			line_add_place(&b, &lint->sources, notice->span);
			builder_add(&b, STR(": "));
		}
		line_add(&b, credential_mask_text(credentials, &lint->run, notice->message));
		line_put(stream, &b);
	}
	if (notices->beyond_limit)
		fprintf(stream, "compose-lint: %zu more notices are not shown\n",
			notices->beyond_limit);
}

size_t notices_count_mistakes(const struct lint *lint)
{
	size_t count = lint->notices.beyond_limit;

	for (size_t i = 0; i < lint->notices.count; i++)
		count += lint->notices.all[i].kind == NOTICE_MISTAKE;
	return count;
}
