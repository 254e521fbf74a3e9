/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/recipe_part.h"
#include "model/command.h"
#include "model/environment.h"

enum ecosystem { PYTHON, NODE, CARGO, GO };

/* Packages that are coding agents, for agent-cli-unpinned. */
static const struct package {
	enum ecosystem ecosystem;
	struct str name;
} packages[] = {
	{ PYTHON, STR_INIT("aider-chat") },
	{ PYTHON, STR_INIT("aider-install") },
	{ PYTHON, STR_INIT("open-interpreter") },
	{ PYTHON, STR_INIT("openhands-ai") },
	{ PYTHON, STR_INIT("openhands") },
	{ PYTHON, STR_INIT("goose-ai") },
	{ PYTHON, STR_INIT("swe-agent") },
	{ PYTHON, STR_INIT("sweagent") },
	{ PYTHON, STR_INIT("mini-swe-agent") },
	{ PYTHON, STR_INIT("gpt-engineer") },
	{ PYTHON, STR_INIT("llm") },
	{ NODE, STR_INIT("@anthropic-ai/claude-code") },
	{ NODE, STR_INIT("@openai/codex") },
	{ NODE, STR_INIT("opencode-ai") },
	{ NODE, STR_INIT("@google/gemini-cli") },
	{ NODE, STR_INIT("@qwen-code/qwen-code") },
	{ NODE, STR_INIT("cline") },
	{ NODE, STR_INIT("@sourcegraph/amp") },
	{ NODE, STR_INIT("@github/copilot") },
	{ NODE, STR_INIT("@continuedev/cli") },
	{ NODE, STR_INIT("@charmland/crush") },
	{ CARGO, STR_INIT("codex-cli") },
	{ CARGO, STR_INIT("goose-cli") },
	{ GO, STR_INIT("github.com/opencode-ai/opencode") },
	{ GO, STR_INIT("github.com/sst/opencode") },
	{ GO, STR_INIT("github.com/charmbracelet/crush") },
	{ GO, STR_INIT("opencode") }, /* of anybody */
};

/* Programs that install or start packages; `runs`: the package is an operand of its own. */
static const struct installer {
	struct str program;
	enum ecosystem ecosystem;
	bool runs;
} installers[] = {
	{ STR_INIT("pip"), PYTHON, false },  { STR_INIT("pip3"), PYTHON, false },
	{ STR_INIT("uv"), PYTHON, false },   { STR_INIT("uvx"), PYTHON, true },
	{ STR_INIT("pipx"), PYTHON, false }, { STR_INIT("npm"), NODE, false },
	{ STR_INIT("pnpm"), NODE, false },   { STR_INIT("yarn"), NODE, false },
	{ STR_INIT("bun"), NODE, false },    { STR_INIT("npx"), NODE, true },
	{ STR_INIT("bunx"), NODE, true },    { STR_INIT("pnpx"), NODE, true },
	{ STR_INIT("cargo"), CARGO, false }, { STR_INIT("go"), GO, false },
};

/* Environment variables that name the version of an agent, without their "_VERSION". */
static const struct str products[] = {
	STR_INIT("CLAUDE"),      STR_INIT("CLAUDE_CODE"), STR_INIT("CODEX"),
	STR_INIT("OPENCODE"),    STR_INIT("GEMINI_CLI"),  STR_INIT("QWEN_CODE"),
	STR_INIT("CLINE"),       STR_INIT("AMP"),         STR_INIT("COPILOT"),
	STR_INIT("COPILOT_CLI"), STR_INIT("CRUSH"),       STR_INIT("AIDER"),
	STR_INIT("AIDER_CHAT"),  STR_INIT("OPENHANDS"),   STR_INIT("GOOSE"),
	STR_INIT("SWE_AGENT"),   STR_INIT("CODEX_CLI"),   STR_INIT("OPEN_INTERPRETER"),
};

/* Switches that let an agent replace itself, by the value that does. */
static const struct update_switch {
	struct str name;
	bool when_on;
} switches[] = {
	{ STR_INIT("DISABLE_AUTOUPDATER"), false },
	{ STR_INIT("OPENCODE_DISABLE_AUTOUPDATE"), false },
	{ STR_INIT("AIDER_CHECK_UPDATE"), true },
	{ STR_INIT("FORCE_AUTOUPDATE_PLUGINS"), true },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ------------------------------------------------------------ one package */

struct wanted {
	const struct package *package;
	struct str version;
	bool has_version; /* an exact one, or a tag */
};

static bool is_python_name_byte(char c)
{
	return byte_is_alnum(c) || c == '-' || c == '_' || c == '.';
}

static bool same_python_name(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		char c = a.p[i] == '_' || a.p[i] == '.' ? '-' : a.p[i];

		if (!str_eq_nocase((struct str){ &c, 1 }, str_slice(b, i, i + 1)))
			return false;
	}
	return true;
}

/* "aider-chat[browser]==0.86.0", "aider-chat@0.86", "aider-chat>=0.8". */
static bool cut_python(struct str word, const struct package *package, struct wanted *wanted)
{
	size_t end = 0;
	struct str rest;

	while (end < word.n && is_python_name_byte(word.p[end]))
		end++;
	if (!same_python_name(str_slice(word, 0, end), package->name))
		return false;
	rest = str_trim(str_slice(word, end, word.n));
	if (str_starts(rest, STR("["))) {
		size_t bracket = str_find_byte(rest, ']', 0);

		rest = bracket == STR_NPOS ? STR("")
					   : str_trim(str_slice(rest, bracket + 1, rest.n));
	}
	wanted->has_version = str_starts(rest, STR("==")) || str_starts(rest, STR("@"));
	while (rest.n && (rest.p[0] == '=' || rest.p[0] == '@'))
		rest = str_slice(rest, 1, rest.n);
	wanted->version = str_trim(rest);
	return true;
}

/* The module, or what lies below it; a name without a slash is that of a directory on the way. */
static bool is_of_module(struct str path, struct str name)
{
	if (str_find_byte(name, '/', 0) != STR_NPOS)
		return str_starts(path, name);
	do {
		if (str_eq(str_cut(&path, '/'), name))
			return true;
	} while (path.p);
	return false;
}

/* "@scope/name@1.2.3", "github.com/x/y@latest", "name". */
static bool cut_other(struct str word, const struct package *package, struct wanted *wanted)
{
	size_t at = str_find_byte(word, '@', 1);
	struct str name = str_slice(word, 0, at);

	if (package->ecosystem == GO ? !is_of_module(name, package->name)
				     : !str_eq(name, package->name))
		return false;
	wanted->has_version = at != STR_NPOS;
	wanted->version = at == STR_NPOS ? STR("") : str_slice(word, at + 1, word.n);
	return true;
}

static bool cut_package(struct str word, enum ecosystem ecosystem, struct wanted *wanted)
{
	for (size_t i = 0; i < COUNT(packages); i++) {
		const struct package *package = &packages[i];

		if (package->ecosystem != ecosystem)
			continue;
		*wanted = (struct wanted){ .package = package };
		if (ecosystem == PYTHON ? cut_python(word, package, wanted)
					: cut_other(word, package, wanted))
			return true;
	}
	return false;
}

static const struct installer *installer_of(const struct shell_command *command, size_t at)
{
	struct str name = shell_program_name(command->words[at].text);

	if (str_starts(name, STR("python")) && at + 2 < command->nwords &&
	    str_eq(command->words[at + 1].text, STR("-m")))
		name = command->words[at + 2].text;
	if (str_starts(name, STR("pip3.")))
		name = STR("pip3");
	for (size_t i = 0; i < COUNT(installers); i++)
		if (str_eq(installers[i].program, name))
			return &installers[i];
	return NULL;
}

static bool installs(const struct shell_command *command, size_t at)
{
	static const struct str verbs[] = { STR_INIT("install"), STR_INIT("i"),
					    STR_INIT("add"),     STR_INIT("run"),
					    STR_INIT("dlx"),     STR_INIT("x"),
					    STR_INIT("exec"),    STR_INIT("update"),
					    STR_INIT("upgrade") };

	for (size_t i = at + 1; i < command->nwords; i++)
		for (size_t k = 0; k < COUNT(verbs); k++)
			if (str_eq(command->words[i].text, verbs[k]))
				return true;
	return false;
}

/* cargo install NAME --version V */
static bool has_option(const struct shell_command *command, struct str name, struct str *value)
{
	for (size_t i = 0; i < command->nwords; i++) {
		struct str word = command->words[i].text;

		if (str_eq(word, name) && i + 1 < command->nwords) {
			*value = command->words[i + 1].text;
			return true;
		}
		if (str_starts(word, name) && word.n > name.n && word.p[name.n] == '=') {
			*value = str_slice(word, name.n + 1, word.n);
			return true;
		}
	}
	return false;
}

/* A file that says the versions: pip install -c FILE, uv pip install --constraints FILE. */
static bool is_constrained(const struct shell_command *command)
{
	struct str file;

	return has_option(command, STR("-c"), &file) ||
	       has_option(command, STR("--constraint"), &file) ||
	       has_option(command, STR("--constraints"), &file);
}

/* ------------------------------------------------------------ versions */

/* The name in "$NAME" or "${NAME...}", the first of the text. */
static struct str variable_in(struct str text)
{
	size_t at = str_find_byte(text, '$', 0), from;

	if (at == STR_NPOS)
		return STR("");
	from = at + 1 + (at + 1 < text.n && text.p[at + 1] == '{');
	for (at = from; at < text.n && (byte_is_alnum(text.p[at]) || text.p[at] == '_'); at++)
		;
	return str_slice(text, from, at);
}

/* What a shell makes of "${NAME:-default}"; other references stay as they are. */
static struct str with_default(struct str version, const struct scope *scope)
{
	struct str name = variable_in(version);
	const struct scope_value *value = name.n ? scope_find(scope, name) : NULL;
	size_t at = str_find_byte(version, '-', 0);

	if (!str_starts(version, STR("${")) || !str_ends(version, STR("}")) || at == STR_NPOS ||
	    (at != name.n + 2 && at != name.n + 3))
		return version;
	if (value && (value->text.n || version.p[at - 1] != ':'))
		return value->text;
	return str_slice(version, at + 1, version.n - 1);
}

/* False: pinned, or not to be known. */
static bool is_loose(struct wanted *wanted, const struct scope *scope, enum recipe_pin *pin)
{
	if (wanted->has_version)
		wanted->version = with_default(wanted->version, scope);
	*pin = RECIPE_UNPINNED;
	if (!wanted->has_version || !wanted->version.n)
		return true;
	*pin = RECIPE_FLOATING;
	if (str_find_byte(wanted->version, '$', 0) != STR_NPOS)
		return false;
	for (size_t i = 0; i < wanted->version.n; i++)
		if (byte_is_digit(wanted->version.p[i]))
			return false;
	return true;
}

/* ------------------------------------------------------------ commands */

/* Where a command stands: in a RUN, or in a node or instruction as a whole. */
struct standing {
	const struct stage_run *run;
	struct str text; /* of the run */
	const struct scope *scope;
	const struct node *node;         /* of the Compose file */
	const struct node *const *items; /* of an argv: the node of each word; or NULL */
	struct span span;
	struct str what;
};

static void relate_variable(struct recipe_item *item, const struct standing *place, struct str name)
{
	const struct scope_value *value = name.n ? scope_find(place->scope, name) : NULL;

	item->value = NULL;
	if (!value)
		return;
	item->origins = value->origins;
	item->norigins = value->norigins;
}

static void add_word(struct recipe_making *to, const struct standing *place,
		     const struct shell_command *command, size_t at, const struct wanted *wanted,
		     enum recipe_pin pin)
{
	const struct shell_word *word = &command->words[at];
	struct recipe_item item = { .kind = RECIPE_AGENT,
				    .node = place->items ? place->items[at] : place->node,
				    .span = place->span,
				    .what = place->what,
				    .text = wanted->package->name,
				    .version = wanted->version,
				    .pin = pin };

	if (place->run) {
		struct str raw = str_slice(place->text, word->from, word->to);

		item.span = recipe_span(place->run, place->text, word->from, word->to);
		relate_variable(&item, place, variable_in(raw));
	} else if (item.node) {
		item.span = item.node->span;
	}
	recipe_add(to, item);
}

static void look_at_command(struct recipe_making *to, const struct standing *place,
			    const struct shell_command *command)
{
	size_t program = command->program;
	const struct installer *installer =
		program < command->nwords ? installer_of(command, program) : NULL;

	if (!installer || (!installer->runs && !installs(command, program)) ||
	    (installer->ecosystem == PYTHON && is_constrained(command)))
		return;
	for (size_t i = program + 1; i < command->nwords; i++) {
		struct wanted wanted;
		enum recipe_pin pin;

		if (!cut_package(command->words[i].text, installer->ecosystem, &wanted))
			continue;
		if (!wanted.has_version && installer->ecosystem == CARGO)
			wanted.has_version = has_option(command, STR("--version"), &wanted.version);
		if (is_loose(&wanted, place->scope, &pin))
			add_word(to, place, command, i, &wanted, pin);
	}
}

static void look_at_run(struct recipe_making *to, const struct stage *stage,
			const struct stage_run *run)
{
	struct standing place = { .run = run, .scope = run->scope, .what = STR("image") };

	(void)stage;
	for (size_t i = 0; i < run->ntexts; i++) {
		struct shell_commands commands = run->commands[i];

		place.text = run->texts[i];
		for (size_t k = 0; k < commands.count; k++)
			look_at_command(to, &place, &commands.items[k]);
	}
	if (!run->ntexts && run->instr->json) {
		struct shell_command command = recipe_argv(to, run);

		place.run = NULL;
		place.span = run->instr->head;
		look_at_command(to, &place, &command);
	}
}

/* An argv; of `sh -c TEXT` the commands of the text. */
static void look_at_argv(struct recipe_making *to, struct standing *place, const struct str *argv,
			 size_t argc)
{
	struct shell_command command = shell_argv(to->arena, argv, argc);

	look_at_command(to, place, &command);
	for (size_t i = 1; i + 1 < argc && shell_is_shell(argv[0]); i++) {
		struct shell_commands commands;

		if (!shell_takes_text(argv[i]))
			continue;
		commands = shell_cut(to->arena, argv[i + 1], place->scope);
		if (place->items)
			place->node = place->items[i + 1];
		place->items = NULL;
		for (size_t k = 0; k < commands.count; k++)
			look_at_command(to, place, &commands.items[k]);
		return;
	}
}

static void look_at_field(struct recipe_making *to, struct str key)
{
	const struct node *node = service_field(to->service, key);
	struct command command = command_of(to->arena, node);
	struct str *argv = ARENA_ARRAY(to->arena, command.count + 1, struct str);
	struct standing place = { .node = node, .what = STR("start command") };

	if (!node || !command.is_set)
		return;
	if (node->kind == NODE_SEQUENCE && node->count == command.count)
		place.items = node->in.items;
	for (size_t i = 0; i < command.count; i++)
		argv[i] = command.words[i].text;
	look_at_argv(to, &place, argv, command.count);
}

static void look_at_image_command(struct recipe_making *to, const struct stage_command *command)
{
	struct standing place = { .scope = to->image->target->scope, .what = STR("start command") };

	if (!command->instr || !recipe_is_own(to, command->instr))
		return;
	place.span = command->instr->head;
	look_at_argv(to, &place, command->argv, command->argc);
}

static void look_at_commands(struct recipe_making *to)
{
	bool replaced = service_field(to->service, STR("entrypoint")) != NULL;

	look_at_field(to, STR("entrypoint"));
	look_at_field(to, STR("command"));
	if (!to->image || replaced)
		return;
	look_at_image_command(to, &to->image->target->entrypoint);
	if (!service_field(to->service, STR("command")))
		look_at_image_command(to, &to->image->target->cmd);
}

/* ------------------------------------------------------------ variables */

static bool is_version_variable(struct str name)
{
	static const struct str end = STR_INIT("_VERSION");

	if (!str_ends(name, end))
		return false;
	for (size_t i = 0; i < COUNT(products); i++)
		if (str_eq(str_slice(name, 0, name.n - end.n), products[i]))
			return true;
	return false;
}

/* An install that uses the variable is reported already. */
static bool is_used(const struct recipe_making *to, struct str name)
{
	for (size_t i = 0; i < to->count; i++)
		for (size_t k = 0; to->all[i].kind == RECIPE_AGENT && k < to->all[i].norigins; k++)
			if (str_eq(to->all[i].origins[k].name, name))
				return true;
	return false;
}

static void look_at_variables(struct recipe_making *to, const struct stage *stage, size_t from)
{
	const struct dockerfile *file = to->image->file;

	for (size_t i = from + 1; i < file->ninstrs; i++) {
		const struct dockerfile_instr *instr = &file->instrs[i];

		if (instr->kind == DOCKERFILE_FROM)
			return;
		if (instr->error ||
		    (instr->kind != DOCKERFILE_ARG && instr->kind != DOCKERFILE_ENV))
			continue;
		for (size_t k = 0; k < instr->npairs; k++) {
			struct str name = instr->pairs[k].name.text;
			const struct scope_value *value = scope_find(stage->scope, name);

			if (!value || !str_eq_nocase(value->text, STR("latest")) ||
			    !is_version_variable(name) || is_used(to, name))
				continue;
			recipe_add(to, (struct recipe_item){ .kind = RECIPE_AGENT,
							     .span = instr->pairs[k].span,
							     .what = STR("image"),
							     .text = name,
							     .version = value->text,
							     .pin = RECIPE_FLOATING,
							     .origins = value->origins,
							     .norigins = value->norigins });
		}
	}
}

static bool is_off(struct str value)
{
	return !value.n || str_eq(value, STR("0")) || str_eq_nocase(value, STR("false")) ||
	       str_eq_nocase(value, STR("no")) || str_eq_nocase(value, STR("off"));
}

static void look_at_switches(struct recipe_making *to)
{
	const struct environment *environment = to->service->environment;

	for (size_t i = 0; environment && i < COUNT(switches); i++) {
		const struct environment_entry *entry =
			environment_find(environment, switches[i].name);

		if (!entry || !entry->value || node_is_unknown(entry->value) ||
		    is_off(node_text(entry->value)) == switches[i].when_on)
			continue;
		recipe_add(to, (struct recipe_item){ .kind = RECIPE_AGENT,
						     .node = environment_place(entry),
						     .span = entry->line,
						     .what = STR("environment"),
						     .text = entry->name,
						     .pin = RECIPE_UPDATES });
	}
}

void recipe_add_agents(struct recipe_making *to)
{
	recipe_each_run(to, look_at_run);
	look_at_commands(to);
	for (size_t i = 0; to->image && i < to->image->nstages; i++) {
		const struct stage *stage = &to->image->stages[i];

		if (stage->needed && !stage->replaced && stage->from)
			look_at_variables(to, stage,
					  (size_t)(stage->from - to->image->file->instrs));
	}
	look_at_switches(to);
}
