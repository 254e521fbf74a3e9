/* SPDX-License-Identifier: MIT */
/*
 * The project's own files in messages: as seen from the project, and as related
 * places.  The functions are declared in engine/rule.h.
 */
#include "config.h"

#include "base/path.h"
#include "engine/sink.h"
#include "fact/mount.h"
#include "fact/own_view.h"

/* As its file has it: the text of a place, without its quotes. */
static struct str as_named(struct sink *out, struct span place)
{
	struct str text = source_text(&out->lint->sources, place);

	if (text.n >= 2 && (text.p[0] == '"' || text.p[0] == '\'') &&
	    text.p[text.n - 1] == text.p[0])
		text = str_slice(text, 1, text.n - 1);
	return text;
}

struct str sink_own_path(struct sink *out, const struct own_path *path)
{
	struct str directory = out->project->directory;
	struct span file = { path->source, 0, 0 };

	/* where a checkout lies does not matter */
	if (path_is_within(path->path, directory))
		return sink_show(out, path_relative(&out->lint->scratch, path->path, directory));
	if (path->source)
		return sink_show(out, source_name(&out->lint->sources, file));
	return sink_show(out, span_is_none(path->named) ? path->path : as_named(out, path->named));
}

void related_own(struct sink *out, const struct own_exposure *written)
{
	for (size_t i = 0; i < 3 && written->worst[i]; i++) {
		const struct own_path *path = written->worst[i];
		struct span file = { path->source, 0, 0 };

		if (path->kind == OWN_OVERRIDES)
			related(out, RELATED_OTHER, SPAN_NONE,
				"Compose takes an override that lies beside the Compose file");
		else if (!span_is_none(path->named))
			related(out, RELATED_OTHER, path->named, "%.*s is read by this project",
				STR_FMT(sink_own_path(out, path)));
		else if (path->source)
			related(out, RELATED_OTHER, file, "%.*s can be changed",
				STR_FMT(sink_own_path(out, path)));
	}
}

const struct own_exposure *own_in_mount(struct sink *out, const struct service *service,
					const struct mount *mount)
{
	const struct own_exposure *written =
		&service->own->of_mount[mount - service->mounts->all].written;

	return written->count && sink_role(out, service) == SERVICE_AGENT ? written : NULL;
}
