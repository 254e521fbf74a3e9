/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/gateway.h"

#include "base/limits.h"
#include "fact/credential.h"

static const struct str default_keys[] = { STR_INIT("OPENAI_API_KEY"),
					   STR_INIT("AGENT_GATEWAY_KEY") };
static const struct str default_urls[] = {
	STR_INIT("GATEWAY_URL"),           STR_INIT("OPENAI_API_BASE"),
	STR_INIT("OPENAI_BASE_URL"),       STR_INIT("OPENAI_API_HOST"),
	STR_INIT("OPENAI_HOST"),           STR_INIT("ANTHROPIC_BASE_URL"),
	STR_INIT("ANTHROPIC_API_URL"),     STR_INIT("LITELLM_BASE_URL"),
	STR_INIT("LITELLM_API_BASE"),      STR_INIT("LITELLM_PROXY_URL"),
	STR_INIT("OLLAMA_HOST"),           STR_INIT("OLLAMA_API_BASE"),
	STR_INIT("OLLAMA_BASE_URL"),       STR_INIT("LLM_BASE_URL"),
	STR_INIT("LLM_API_BASE"),          STR_INIT("LM_STUDIO_API_BASE"),
	STR_INIT("AIDER_OPENAI_API_BASE"), STR_INIT("AIDER_ANTHROPIC_API_BASE"),
	STR_INIT("AZURE_OPENAI_ENDPOINT"), STR_INIT("GOOGLE_GEMINI_BASE_URL"),
	STR_INIT("OPENROUTER_BASE_URL")
};

const struct gateway_names gateway_names_default = {
	.urls = default_urls,
	.nurls = sizeof(default_urls) / sizeof(*default_urls),
	.url_pattern = "(?:^|_)(?:OPENAI|ANTHROPIC|OLLAMA|LITELLM|GEMINI|GOOGLE|AZURE|OPENROUTER|"
		       "MISTRAL|GROQ|DEEPSEEK|LM_?STUDIO|LLM|MODEL|GATEWAY|AIDER|CLAUDE|CODEX)"
		       "(?:(?:_[A-Z0-9]+)*_(?:API_BASE|BASE_URL)|(?:_(?:API|OPENAI|PROXY|SERVER))?_"
		       "(?:ENDPOINT|HOST|URL|ADDR(?:ESS)?))$",
	.keys = default_keys,
	.nkeys = sizeof(default_keys) / sizeof(*default_keys),
	.secret = STR_INIT("agent_gateway_key"),
	.exactly_one = true,
};

bool gateway_is_key_name(const struct gateway_names *names, struct str name)
{
	for (size_t i = 0; i < names->nkeys; i++)
		if (str_eq(names->keys[i], name))
			return true;
	return false;
}

size_t gateway_url_rank(const struct gateway_names *names, struct str name)
{
	size_t rank = 0;

	while (rank < names->nurls && !str_eq(names->urls[rank], name))
		rank++;
	return rank;
}

/* The default names, and all that the default pattern matches, end in one of these; the pattern lets
   a line end follow. */
static bool ends_like_default(struct str name)
{
	static const struct str ends[] = { STR_INIT("API_BASE"), STR_INIT("URL"),
					   STR_INIT("ENDPOINT"), STR_INIT("HOST"),
					   STR_INIT("ADDR"),     STR_INIT("ADDRESS") };

	if (name.n && name.p[name.n - 1] == '\n')
		name.n--;
	for (size_t i = 0; name.n && i < sizeof(ends) / sizeof(*ends); i++)
		if (name.p[name.n - 1] == ends[i].p[ends[i].n - 1] && str_ends(name, ends[i]))
			return true;
	return false;
}

bool gateway_is_url_name(struct credentials *credentials, const struct gateway_names *names,
			 struct str name)
{
	struct str cut = str_slice(name, 0, LIMIT_NAME_BYTES);
	bool may_match =
		names->url_pattern != gateway_names_default.url_pattern || ends_like_default(cut);

	/* every variable of every service is asked about */
	if (!may_match && names->urls == gateway_names_default.urls)
		return false;
	if (gateway_url_rank(names, name) < names->nurls)
		return true;
	return names->url_pattern && may_match &&
	       credentials_search(credentials, names->url_pattern, cut);
}

/* OPENAI_HOST is a client's, whatever is in it; a server of models reads OLLAMA_HOST itself. */
static bool is_client_name(const struct gateway_names *names, struct str name)
{
	return gateway_url_rank(names, name) < names->nurls && !str_eq(name, STR("OLLAMA_HOST"));
}

bool gateway_is_listening(const struct gateway_names *names, struct str name, struct str value)
{
	struct address address;

	if (is_client_name(names, name) ||
	    !(str_ends(name, STR("HOST")) || str_ends(name, STR("ADDR")) ||
	      str_ends(name, STR("ADDRESS"))))
		return false;
	/* "::" is no host with a port */
	if (str_eq(str_trim(value), STR("::")))
		return true;
	return address_parse(value, &address) && !address.scheme.n && !address.has_userinfo &&
	       address_is_unspecified(address.host);
}

bool gateway_is_url_option(struct str option)
{
	return str_ends(option, STR("api-base")) || str_ends(option, STR("api-base-url")) ||
	       str_eq(option, STR("base-url"));
}

bool gateway_is_proxy_name(struct str name)
{
	return str_eq_nocase(name, STR("HTTP_PROXY")) || str_eq_nocase(name, STR("HTTPS_PROXY")) ||
	       str_eq_nocase(name, STR("ALL_PROXY"));
}
