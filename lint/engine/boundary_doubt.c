/* SPDX-License-Identifier: MIT */
/* What only the facts say: why a check cannot be told from these files. */
#include "config.h"

#include "base/path.h"
#include "engine/boundary_part.h"
#include "fact/gateway.h"
#include "fact/mount.h"
#include "fact/network.h"
#include "fact/user.h"
#include "model/environment.h"

/* The first value in it that hangs on a variable which nothing sets; NULL: none. */
static const struct node *find_unknown(const struct node *node)
{
	const struct node *found = NULL;

	if (!node || node_is_scalar(node))
		return node_is_unknown(node) ? node : NULL;
	for (size_t i = 0; i < node->count && !found; i++)
		found = find_unknown(node->kind == NODE_SEQUENCE ? node->in.items[i]
								 : node->in.pairs[i].value);
	return found;
}

/* A volume that is more than an empty directory of the engine: a disk, a share, an overlay. */
static bool is_special(const struct node *definition)
{
	const struct node *driver = node_get(definition, STR("driver"));
	const struct node *options = node_get(definition, STR("driver_opts"));
	struct str type = node_text(node_get(options, STR("type")));

	if (driver && !str_eq(node_text(driver), STR("local")))
		return true;
	return node_get(options, STR("device")) && !str_eq(type, STR("tmpfs"));
}

/* The mount shows the files on a disk of the host, whatever these are. */
static bool is_disk(const struct mount *mount)
{
	struct str path = mount->path.path;

	return mount->type == MOUNT_BIND && mount->origin == MOUNT_FROM_VOLUMES &&
	       mount->resource && path_is_within(path, STR("/dev")) && !str_eq(path, STR("/dev"));
}

/* Does the path of a mount hang on something that these files do not say? */
struct str boundary_mount_doubt(struct sink *sink, const struct mount *mount)
{
	struct str target = sink_show(sink, mount->target), unset;

	if (mount->hidden)
		return STR("");
	if (mount->type == MOUNT_BIND && (mount->path.has_unknown || !mount->path.path.n)) {
		unset = sink_unset(sink, mount->source);
		return unset.n ? sink_fmt(sink, "what is mounted at %.*s is not known: %.*s",
					  STR_FMT(target), STR_FMT(unset))
			       : sink_fmt(sink, "what is mounted at %.*s is not known",
					  STR_FMT(target));
	}
	if (mount->type == MOUNT_VOLUME && mount->resource && mount->resource->external)
		return sink_fmt(sink,
				"volume \"%.*s\" is made elsewhere, and what it holds cannot be "
				"seen in these files",
				STR_FMT(sink_show(sink, mount->resource->name)));
	if (is_disk(mount) ||
	    (mount->type == MOUNT_VOLUME && mount->resource && is_special(mount->resource->node)))
		return sink_fmt(
			sink,
			"the driver of volume \"%.*s\" or its options decide what it holds, "
			"which cannot be seen in these files",
			STR_FMT(sink_show(sink, mount->resource->name)));
	if (mount->type == MOUNT_OTHER && mount->origin == MOUNT_FROM_SERVICE)
		return STR("the container whose volumes it takes over is not described in these "
			   "files");
	return STR("");
}

static void doubt_mounts(const struct drawing *drawing)
{
	const struct mount_list *mounts = drawing->service->mounts;

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *mount = &mounts->all[i];
		struct str why = boundary_mount_doubt(drawing->sink, mount);

		if (!why.n)
			continue;
		boundary_doubt(drawing, BOUNDARY_HOME, why, mount->place->span);
		boundary_doubt(drawing, BOUNDARY_SOCKET, why, mount->place->span);
		boundary_doubt(drawing, BOUNDARY_SECRET, why, mount->place->span);
	}
}

static void doubt_user(const struct drawing *drawing)
{
	const struct user *user = drawing->service->user;
	const struct node *node = user->node ? user->node : drawing->service->key;
	struct str unset = sink_unset(drawing->sink, user->node);

	if (user->root == STAGE_ROOT_UNKNOWN)
		boundary_doubt(drawing, BOUNDARY_USER,
			       unset.n ? unset : STR("who it runs as is not known here"),
			       node->span);
}

static void doubt_rootfs(const struct drawing *drawing)
{
	const struct node *value = service_field(drawing->service, STR("read_only"));

	if (node_is_unknown(value))
		boundary_doubt(drawing, BOUNDARY_ROOTFS, sink_unset(drawing->sink, value),
			       value->span);
}

/* Another project of the run makes it, and shows whether it has a route. */
static bool is_made_here(const struct sink *sink, const struct network *network)
{
	enum network_route route = sink_maker(sink, network).route;

	return route == NETWORK_INTERNAL || route == NETWORK_ROUTED;
}

static void doubt_networks(const struct drawing *drawing)
{
	const struct network_list *networks = drawing->service->networks;

	for (size_t i = 0; i < networks->count; i++) {
		const struct network *network = &networks->all[i];
		struct str name = sink_show(drawing->sink, network->name);

		if (is_made_here(drawing->sink, network))
			continue;
		if (network->route == NETWORK_EXTERNAL || network->kind == NETWORK_CONTAINER)
			boundary_doubt(
				drawing, BOUNDARY_INTERNET,
				sink_fmt(drawing->sink,
					 "\"%.*s\" is made elsewhere, and whether it has a route "
					 "cannot be seen in these files",
					 STR_FMT(name)),
				network->place->span);
		else if (network->definition && find_unknown(network->definition->node))
			boundary_doubt(drawing, BOUNDARY_INTERNET,
				       sink_fmt(drawing->sink,
						"the definition of \"%.*s\" hangs on a variable "
						"that nothing "
						"sets",
						STR_FMT(name)),
				       network->place->span);
		else if (network->route == NETWORK_UNKNOWN)
			boundary_doubt(
				drawing, BOUNDARY_INTERNET,
				sink_fmt(drawing->sink,
					 "whether \"%.*s\" is internal hangs on a variable: %.*s",
					 STR_FMT(name),
					 STR_FMT(sink_unset(drawing->sink, network->internal))),
				network->place->span);
	}
}

/* Keys of a service that a check hangs on, and no fact above has looked at. */
static void doubt_values(const struct drawing *drawing)
{
	static const struct {
		struct str key;
		enum boundary_check_name check;
	} keys[] = {
		{ STR_INIT("group_add"), BOUNDARY_USER },
		{ STR_INIT("network_mode"), BOUNDARY_INTERNET },
		{ STR_INIT("pid"), BOUNDARY_SECRET },
		{ STR_INIT("post_start"), BOUNDARY_USER },
		{ STR_INIT("pre_stop"), BOUNDARY_USER },
		{ STR_INIT("privileged"), BOUNDARY_ROOTFS },
		{ STR_INIT("use_api_socket"), BOUNDARY_SOCKET },
		{ STR_INIT("volumes_from"), BOUNDARY_HOME },
		{ STR_INIT("volumes_from"), BOUNDARY_SECRET },
		{ STR_INIT("volumes_from"), BOUNDARY_SOCKET },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const struct node *unknown =
			find_unknown(service_field(drawing->service, keys[i].key));

		if (unknown)
			boundary_doubt(drawing, keys[i].check,
				       sink_fmt(drawing->sink, "%.*s is not known: %.*s",
						STR_FMT(keys[i].key),
						STR_FMT(sink_unset(drawing->sink, unknown))),
				       unknown->span);
	}
}

void boundary_doubt_facts(const struct drawing *drawing)
{
	doubt_mounts(drawing);
	doubt_user(drawing);
	doubt_rootfs(drawing);
	doubt_networks(drawing);
	doubt_values(drawing);
}

/* ---- what could not be read, and what Compose refuses ---- */

static const unsigned every_check = (1u << BOUNDARY_CHECKS) - 1;

/* The service whose env file is named at the place; NULL: none. */
static const struct service *owner_of_env_file(const struct project *project, struct span place)
{
	for (size_t i = 0; i < project->nservices; i++) {
		const struct environment *environment = project->services[i].environment;

		for (size_t k = 0; environment && k < environment->nfiles; k++)
			if (span_eq(environment->files[k].item->span, place))
				return &project->services[i];
	}
	return NULL;
}

static bool is_addressed(const struct drawing *drawing, const struct service *other)
{
	const struct gateway *gateway = drawing->service->gateway;

	for (size_t i = 0; gateway && i < gateway->count; i++)
		if (gateway->addresses[i].service == other)
			return true;
	return false;
}

/*
 * The checks that hang on what a finding of the readers or the model is about, as bits.  An env
 * file sets the environment of its service; a container that is not built or started, other than
 * the agent's, answers nobody.
 */
static unsigned checks_behind(const struct drawing *drawing, const struct finding *finding)
{
	const struct project *project = drawing->sink->project;
	const struct service *owner = owner_of_env_file(project, finding->span);
	bool is_env_file = owner != NULL;

	if (!owner && finding->owner.n &&
	    (str_ends(finding->path, STR(".build")) ||
	     str_eq(finding->rule, STR("dockerfile-syntax")) ||
	     str_eq(finding->rule, STR("incomplete-project"))))
		owner = project_service(project, finding->owner);
	if (!owner)
		return every_check;
	if (owner != drawing->service)
		return is_addressed(drawing, owner) ? 1u << BOUNDARY_GATEWAY : 0;
	if (is_env_file)
		return 1u << BOUNDARY_ENVIRONMENT | 1u << BOUNDARY_GATEWAY;
	/* of the service itself its image could not be read */
	if (str_eq(finding->rule, STR("incomplete-project")))
		return 1u << BOUNDARY_SECRET | 1u << BOUNDARY_ENVIRONMENT;
	return every_check;
}

static void doubt_checks(const struct drawing *drawing, unsigned checks,
			 const struct finding *finding, struct str why)
{
	for (unsigned k = 0; k < BOUNDARY_CHECKS; k++)
		if (checks & 1u << k)
			boundary_decide(drawing, (enum boundary_check_name)k, VERDICT_CANNOT_TELL,
					finding->rule, why, finding->span);
}

/* What the readers could not read, as far as the agent's container may hang on it. */
void boundary_doubt_incomplete(const struct drawing *drawing)
{
	const struct diag *diag = &drawing->sink->lint->diag;

	for (size_t i = 0; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];

		if (finding->project == *drawing->sink->project->number &&
		    str_eq(finding->rule, STR("incomplete-project")))
			doubt_checks(drawing, checks_behind(drawing, finding), finding,
				     finding->message);
	}
}

static bool is_refusal(const struct finding *finding)
{
	return str_eq(finding->rule, STR("model-invalid")) ||
	       str_eq(finding->rule, STR("yaml-syntax")) ||
	       str_eq(finding->rule, STR("dockerfile-syntax"));
}

/* What Compose refuses does not run, so that nothing can be said of what would; the first that a
   check hangs on is enough. */
void boundary_doubt_refused(const struct drawing *drawing)
{
	const struct diag *diag = &drawing->sink->lint->diag;
	unsigned told = 0;

	for (size_t i = 0; i < diag->count; i++) {
		const struct finding *finding = diag->findings[i];
		unsigned checks;

		if (finding->project != *drawing->sink->project->number || !is_refusal(finding))
			continue;
		checks = checks_behind(drawing, finding) & ~told;
		told |= checks;
		doubt_checks(drawing, checks, finding,
			     sink_fmt(drawing->sink, "it cannot be built or started as it is: %.*s",
				      STR_FMT(finding->message)));
	}
}
