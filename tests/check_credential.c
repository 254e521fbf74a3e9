/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>

#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

enum { HELD_BY_AGENT, HELD, SHIPPED };

static const struct {
	const char *name, *recipe; /* NULL: unknown */
	int where;
	enum credential_reason reason;
} judge_rows[] = {
	{ "GITHUB_TOKEN", NULL, HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "GITHUB_TOKEN", "none", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "true", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "GITHUB_TOKEN", "true", HELD, CREDENTIAL_NOT },
	{ "MAX_TOKEN", "5", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "AWS_SECRET_ACCESS_KEY", NULL, HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "AWS_ACCESS_KEY_ID", "none", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "AWS_ACCESS_KEY_ID", "changeme", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DB_PW", "${DB_PW}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DB_PASSWORD_FILE", "/run/secrets/pg", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "DATABASE_AUTH", "/run/secrets/db-password", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "TOKEN_TTL", "900s", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "AUTH_MODE_COOKIE", "900s", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "SSH_AUTH_SOCK", "/ssh-agent", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "WEB_SESSION_KEY", NULL, HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "WEB_SESSION_KEY", "{H32}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "WEB_SESSION_KEY", "user-session", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "HARMLESS", "ghp_{A36}", HELD_BY_AGENT, CREDENTIAL_BY_VALUE },
	{ "TOKEN_URL", "https://u:{A9}@h/", HELD_BY_AGENT, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:hunter22@db/app", HELD, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:changeme@db/app", HELD, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:none@db/app", HELD, CREDENTIAL_NOT },
	{ "HARMLESS", "hello", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "hunter22", SHIPPED, CREDENTIAL_BY_NAME },
	{ "POSTGRES_PASSWORD", "changeme", SHIPPED, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "${PG:?set it}", SHIPPED, CREDENTIAL_NOT },
	{ "POSTGRES_PASSWORD", "", SHIPPED, CREDENTIAL_NOT },
	{ "USE_PASSWORD_AUTH", "true", SHIPPED, CREDENTIAL_NOT },
	{ "auth", "basic", SHIPPED, CREDENTIAL_NOT },
	{ "SMTP_AUTH", "\"LOGIN\"", HELD_BY_AGENT, CREDENTIAL_NOT },
	{ "SMTP_AUTH", "{A12}", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "SMTP_TOKEN", "basic", HELD_BY_AGENT, CREDENTIAL_BY_NAME },
	{ "DATABASE_PASSWORD", "/run/secrets/db-password", SHIPPED, CREDENTIAL_NOT },
	{ "DATABASE_PASSWORD", "{H8}-{H4}-{H4}-{H4}-{H12}", SHIPPED, CREDENTIAL_NOT },
	{ "DATABASE_URL", "postgres://app:hunter22@db/app", SHIPPED, CREDENTIAL_BY_VALUE },
	{ "DATABASE_URL", "postgres://app:${PG_PASSWORD:?}@db/app", SHIPPED, CREDENTIAL_NOT },
	{ "", "redis-server --requirepass {A12}", SHIPPED, CREDENTIAL_BY_VALUE }
};

START_TEST(name_and_value_decide_together)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	const char *recipe = judge_rows[_i].recipe;
	struct credential_question question = { .name = str_from(judge_rows[_i].name),
						.value = token_made(&arena, recipe ? recipe : ""),
						.known = recipe && recipe[0] != '$',
						.agent = judge_rows[_i].where == HELD_BY_AGENT,
						.view = judge_rows[_i].where == SHIPPED
								? CREDENTIAL_SHIPPED
								: CREDENTIAL_HELD };
	struct credential_verdict got = credential_judge(c, &question);

	ck_assert_msg(got.reason == judge_rows[_i].reason, "%s=%s (%d): wanted %d, got %d",
		      judge_rows[_i].name, recipe ? recipe : "(unknown)", judge_rows[_i].where,
		      (int)judge_rows[_i].reason, (int)got.reason);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(a_name_and_a_value_tell_the_type_too)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_question question = { .name = STR("GITHUB_TOKEN"),
						.value = token_made(&arena, "ghp_{A36}"),
						.known = true,
						.agent = true,
						.view = CREDENTIAL_HELD };
	struct credential_verdict got = credential_judge(c, &question);

	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("github-token")));
	question.name = STR("ADMIN_PASSWORD");
	question.value = token_made(&arena, "$2y$05${A53}");
	question.view = CREDENTIAL_SHIPPED;
	got = credential_judge(c, &question);
	ck_assert_int_eq(got.reason, CREDENTIAL_BY_NAME);
	ck_assert(str_eq(got.match.type, STR("password-hash")));
	/* one without a prefix is known by the name, which has to speak of a password */
	question.name = STR("APP_ROOT_PASSWORD_SHA2");
	question.value = token_made(
		&arena, "deadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef");
	ck_assert(str_eq(credential_judge(c, &question).match.type, STR("password-hash")));
	question.name = STR("APP_ROOT_PASSWORD");
	ck_assert(!credential_judge(c, &question).match.type.n);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- what looks public is public ---- */

/* Names and values of ordinary projects: no file discloses anything with them. */
static const char *const public_rows[][2] = {
	{ "THEME", "dark" },
	{ "UI_THEME", "solarized-light" },
	{ "FEATURE_FLAGS", "new_ui,beta" },
	{ "FEATURE_TOKEN_LIMITS", "100" },
	{ "TOKEN_LIMIT", "4096" },
	{ "MAX_TOKENS", "8192" },
	{ "MAX_OUTPUT_TOKENS", "16k" },
	{ "TOTAL_TOKENS", "1000000" },
	{ "CONTEXT_TOKENS", "128000" },
	{ "MIN_TOKENS", "1" },
	{ "NUM_TOKENS", "12" },
	{ "TOKEN_BUDGET", "1000" },
	{ "TOKEN_TTL", "900s" },
	{ "TOKEN_EXPIRY", "24h" },
	{ "TOKEN_EXPIRES_IN", "3600" },
	{ "ACCESS_TOKEN_EXPIRE_MINUTES", "30" },
	{ "ACCESS_TOKEN_LIFETIME", "15m" },
	{ "REFRESH_TOKEN_TTL", "7d" },
	{ "TOKEN_URL", "https://login.example/oauth/token" },
	{ "TOKEN_ENDPOINT", "https://login.example/token" },
	{ "TOKEN_TYPE", "bearer" },
	{ "TOKEN_HEADER", "X-Auth-Token" },
	{ "TOKEN_ISSUER", "https://login.example/" },
	{ "TOKEN_AUDIENCE", "api://default" },
	{ "TOKEN_ALGORITHM", "RS256" },
	{ "JWT_ALGORITHM", "HS256" },
	{ "JWT_ISSUER", "my-app" },
	{ "JWT_AUDIENCE", "my-app-users" },
	{ "JWT_EXPIRES_IN", "7d" },
	{ "JWT_EXPIRATION", "86400" },
	{ "JWT_EXPIRATION_MS", "86400000" },
	{ "JWT_COOKIE", "true" },
	{ "JWT_HEADER", "Authorization" },
	{ "JWT_PUBLIC_KEY_FILE", "/keys/jwt.pub" },
	{ "TOKENIZER", "cl100k_base" },
	{ "TOKENIZERS_PARALLELISM", "false" },
	{ "TOKENS_PER_MINUTE", "10000" },
	{ "PASSWORD_LENGTH", "12" },
	{ "PASSWORD_MIN_LENGTH", "8" },
	{ "PASSWORD_POLICY", "strict" },
	{ "PASSWORD_RESET_URL", "https://app.example/reset" },
	{ "PASSWORD_RESET_TIMEOUT", "3600" },
	{ "PASSWORD_HASH_ALGORITHM", "argon2id" },
	{ "PASSWORD_FILE", "/run/secrets/db" },
	{ "POSTGRES_PASSWORD_FILE", "/run/secrets/pg" },
	{ "MYSQL_ROOT_PASSWORD_FILE", "/run/secrets/root" },
	{ "MYSQL_ALLOW_EMPTY_PASSWORD", "yes" },
	{ "ALLOW_EMPTY_PASSWORD", "yes" },
	{ "MYSQL_RANDOM_ROOT_PASSWORD", "yes" },
	{ "MARIADB_RANDOM_ROOT_PASSWORD", "1" },
	{ "DISABLE_PASSWORD_AUTH", "true" },
	{ "ENABLE_PASSWORD_LOGIN", "false" },
	{ "USE_PASSWORD", "off" },
	{ "PASSWORD_LOGIN", "1" },
	{ "PASSWORD_AUTH", "no" },
	{ "ALLOW_PASSWORD_CHANGE", "true" },
	{ "SMTP_PASSWORD", "" },
	{ "SMTP_AUTH", "plain" },
	{ "SMTP_AUTH", "login" },
	{ "MAIL_AUTH", "none" },
	{ "AUTH", "basic" },
	{ "auth", "oauth2" },
	{ "AUTH_TYPE", "jwt" },
	{ "AUTH_METHOD", "saml" },
	{ "AUTH_MODE", "token" },
	{ "AUTH_PROVIDER", "ldap" },
	{ "AUTH_BACKEND", "django.contrib.auth.backends.ModelBackend" },
	{ "AUTH_URL", "https://auth.example/" },
	{ "AUTH_HOST", "auth.example" },
	{ "AUTH_PORT", "9000" },
	{ "AUTH_ENABLED", "true" },
	{ "AUTH_REQUIRED", "true" },
	{ "AUTH_DOMAIN", "auth.example" },
	{ "AUTH_COOKIE_SECURE", "true" },
	{ "COOKIE_SECURE", "true" },
	{ "COOKIE_SAMESITE", "lax" },
	{ "COOKIE_DOMAIN", ".example" },
	{ "COOKIE_NAME", "session" },
	{ "SESSION_COOKIE_NAME", "sid" },
	{ "SESSION_COOKIE_SECURE", "true" },
	{ "SECRET_NAME", "app/prod/db" },
	{ "SECRET_PATH", "/vault/app" },
	{ "SECRETS_DIR", "/run/secrets" },
	{ "SECRET_PROVIDER", "vault" },
	{ "SECRET_BACKEND", "aws" },
	{ "SECRET_TYPE", "opaque" },
	{ "CREDENTIALS_FILE", "/run/secrets/gcp.json" },
	{ "GOOGLE_APPLICATION_CREDENTIALS", "/run/secrets/gcp.json" },
	{ "AWS_SHARED_CREDENTIALS_FILE", "/aws/credentials" },
	{ "AWS_WEB_IDENTITY_TOKEN_FILE", "/var/run/token" },
	{ "AWS_REGION", "eu-central-1" },
	{ "AWS_DEFAULT_REGION", "us-east-1" },
	{ "KEYCLOAK_URL", "https://sso.example/auth" },
	{ "KEYCLOAK_REALM", "master" },
	{ "KEYCLOAK_ADMIN", "admin" },
	{ "KEYCLOAK_CLIENT_ID", "app" },
	{ "KEYCLOAK_HOSTNAME", "sso.example" },
	{ "KC_PROXY", "edge" },
	{ "KC_HTTPS_KEY_STORE_FILE", "/conf/keystore" },
	{ "KEY_ID", "2026-01" },
	{ "KEY_PATH", "/etc/ssl/private/x.key" },
	{ "KEYFILE", "/etc/ssl/private/x.key" },
	{ "SSL_KEY", "/etc/ssl/private/x.key" },
	{ "TLS_KEY", "/certs/key.pem" },
	{ "TLS_CERT", "/certs/cert.pem" },
	{ "SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt" },
	{ "CERT_RESOLVER", "letsencrypt" },
	{ "CA_CERT", "/certs/ca.pem" },
	{ "API_KEY_HEADER", "X-API-Key" },
	{ "API_KEY_NAME", "key" },
	{ "API_KEY_REQUIRED", "true" },
	{ "API_KEY_ENABLED", "false" },
	{ "PUBLIC_KEY", "{H64}" },
	{ "SSH_PUBLIC_KEY", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{443} me@host" },
	{ "AUTHORIZED_KEYS", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB{4300} me@host" },
	{ "VAPID_PUBLIC_KEY", "B{B86}" },
	{ "STRIPE_PUBLISHABLE_KEY", "pk_live_{A24}" },
	{ "NEXT_PUBLIC_SENTRY_DSN", "" },
	{ "PRIMARY_KEY", "id" },
	{ "PARTITION_KEY", "tenant_id" },
	{ "SORT_KEY", "created_at" },
	{ "CACHE_KEY", "v2" },
	{ "IDEMPOTENCY_KEY", "order-id" },
	{ "CACHE_KEY_PREFIX", "app:" },
	{ "KEY_PREFIX", "app" },
	{ "SSH_KEY_PATH", "/root/.ssh/id" },
	{ "SSH_AUTH_SOCK", "/ssh-agent" },
	{ "GPG_KEY", "{H40}" },
	{ "PYTHON_SHA256", "{H64}" },
	{ "NODE_SHA", "sha256:{H64}" },
	{ "IMAGE", "ghcr.io/acme/app:1.2@sha256:{H64}" },
	{ "GIT_SHA", "{H40}" },
	{ "GIT_COMMIT", "{H40}" },
	{ "COMMIT_HASH", "abc1234" },
	{ "BUILD_HASH", "{H7}" },
	{ "CONTENT_HASH", "sha384-{464}" },
	{ "SRI", "sha512-{486}==" },
	{ "UUID", "{H8}-{H4}-{H4}-{H4}-{H12}" },
	{ "CLIENT_ID", "{H8}-{H4}-{H4}-{H4}-{H12}" },
	{ "TENANT_ID", "{H8}-{H4}-{H4}-{H4}-{H12}" },
	{ "SECRET_ID", "{H8}-{H4}-{H4}-{H4}-{H12}" },
	{ "SITE_KEY", "6Lxxxxxxxxxxxxxxxx" },
	{ "RECAPTCHA_SITE_KEY", "6L{A38}" },
	{ "ETCD_INITIAL_CLUSTER_TOKEN", "etcd-cluster-1" },
	{ "PASSWORD_RESET_PATH_URL", "/reset/password" },
	{ "TOKEN_REFRESH_INTERVAL_LIMIT", "fast-lane" },
	{ "ICON", "data:image/png;base64,iVBORw0KGgo{4400}" },
	{ "FAVICON", "data:image/svg+xml;base64,PHN2Zy{4200}" },
	{ "LOGO_BASE64", "iVBORw0KGgo{4400}" },
	{ "CERTIFICATE", "-----BEGIN CERTIFICATE-----\n{464}\n-----END CERTIFICATE-----" },
	{ "JWKS_URL", "https://login.example/.well-known/jwks.json" },
	{ "JWKS_URI", "https://login.example/jwks" },
	{ "OIDC_DISCOVERY", "https://login.example/.well-known/openid-configuration" },
	{ "WEBHOOK_URL", "https://app.example/hook" },
	{ "WEBHOOK", "https://app.example/hook" },
	{ "SALT_ROUNDS", "10" },
	{ "HASH_ROUNDS", "12" },
	{ "BCRYPT_SALT", "10" },
	{ "HASH", "sha256" },
	{ "SEED", "42" },
	{ "RANDOM_SEED", "1337" },
	{ "SECRET_KEY_BASE", "changeme" },
	{ "SECRET_KEY", "change-me-in-production" },
	{ "DB_PASSWORD", "changeme" },
	{ "DB_PASSWORD", "your-password" },
	{ "DB_PASSWORD", "<password>" },
	{ "DB_PASSWORD", "xxxxxxxx" },
	{ "DB_PASSWORD", "********" },
	{ "DB_PASSWORD", "example" },
	{ "DB_PASSWORD", "${DB_PASSWORD}" },
	{ "DB_PASSWORD", "${DB_PASSWORD:?}" },
	{ "DB_PASSWORD", "${DB_PASSWORD:?set it in .env}" },
	{ "DB_PASSWORD", "$DB_PASSWORD" },
	{ "DB_PASSWORD", "{{ db_password }}" },
	{ "DB_PASSWORD", "%DB_PASSWORD%" },
	{ "DB_PASSWORD", "__DB_PASSWORD__" },
	{ "DB_PASSWORD", "/run/secrets/db" },
	{ "DB_PASSWORD", "none" },
	{ "API_KEY", "dummy" },
	{ "API_KEY", "not-needed" },
	{ "API_KEY", "no-key-required" },
	{ "API_KEY", "sk-xxxx" },
	{ "API_KEY", "ollama" },
	{ "API_KEY", "lm-studio" },
	{ "API_KEY", "placeholder-for-tests" },
	{ "OPENAI_API_KEY", "sk-dummy" },
	{ "AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE" },
	{ "AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
	{ "DATABASE_URL", "postgres://db/app" },
	{ "DATABASE_URL", "postgres://app@db/app" },
	{ "DATABASE_URL", "postgres://app:${PG_PASSWORD}@db/app" },
	{ "DATABASE_URL", "postgres://app:changeme@db/app" },
	{ "DATABASE_URL", "sqlite:///data/app.db" },
	{ "REDIS_URL", "redis://redis:6379/0" },
	{ "BROKER_URL", "amqp://rabbit:5672//" },
	{ "HTTP_PROXY", "http://proxy:3128" },
	{ "NO_PROXY", "localhost,127.0.0.1,.example" },
	{ "OPENAI_API_BASE", "http://gateway:4000/v1" },
	{ "PWD", "/work" },
	{ "OLDPWD", "/" },
	{ "WORK_PWD", "/work" },
	{ "PATH", "/usr/local/bin:/usr/bin" },
	{ "PATTERN", "^[a-z]+$" },
	{ "PATCH_LEVEL", "3" },
	{ "AUTHOR", "me@example.org" },
	{ "AUTHORITY", "https://login.example/" },
	{ "COMPASS", "north" },
	{ "PASSENGER_APP_ENV", "production" },
	{ "BYPASS", "localhost" },
	{ "PASSIVE_PORTS", "30000-30009" },
	{ "SECRETARY", "anne" },
	{ "CREDIT_LIMIT", "100" },
	{ "COOKIES_ACCEPTED", "true" },
	{ "KEYBOARD", "de" },
	{ "KEYS", "a,b" },
	{ "MONKEY_PATCH", "1" },
	{ "TOKENIZE", "true" },
	{ "ACCESS_LOG", "/dev/stdout" },
	{ "ACCESS_KEY_ENABLED", "false" },
	{ "", "curl -f http://localhost:8080/health?token=$TOKEN" },
	{ "", "redis-cli --pass \"$REDIS_PASSWORD\" ping" },
	{ "", "mysqladmin ping -p$MYSQL_PASSWORD" },
	{ "", "pg_isready -U app -d app" },
	{ "", "--requirepass ${REDIS_PASSWORD}" },
	{ "", "adduser --disabled-password app" },
	{ "", "docker login --password-stdin" },
	{ "", "traefik --providers.docker=true --api.insecure=true" },
	{ "", "Host(`app.example`) && PathPrefix(`/token`)" },
	{ "", "admin:$apr1${A8}${A22}" },
	{ "", "admin:$2y$05${A53}" },
	{ "", "me:{SHA}{427}=" },
	{ "basicauth.users", "me:$apr1${A8}${A22}" },
	{ "ADMIN_PASSWORD_HASH", "$2b$12${A53}" },
	{ "", "Authorization: Bearer ${TOKEN}" },
	{ "", "https://user:${TOKEN}@git.example/x.git" },
	{ "", "git@github.com:acme/app.git" },
	{ "", "ssh://git@github.com:22/acme/app.git" },
	{ "", "http://localhost:4000@x" }
};

START_TEST(what_looks_public_is_no_credential)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_question question = { .name = str_from(public_rows[_i][0]),
						.value = token_made(&arena, public_rows[_i][1]),
						.known = true,
						.view = CREDENTIAL_SHIPPED };
	struct credential_verdict got = credential_judge(c, &question);
	/* a hash is none, except for a preset that asks for it */
	bool hash = str_eq(got.match.type, STR("password-hash"));

	ck_assert_msg(got.reason == CREDENTIAL_NOT || hash, "%s=%.*s: got %d (%.*s)",
		      public_rows[_i][0], STR_FMT(question.value), (int)got.reason,
		      STR_FMT(got.match.type));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- what an attacker would like to find ---- */

static const char *const secret_rows[][2] = {
	{ "POSTGRES_PASSWORD", "hunter22" },
	{ "POSTGRES_PASSWORD", "postgres" },
	{ "DB_PASS", "s3cr3t!" },
	{ "dbPassword", "horse-battery" },
	{ "REDIS_PASSWORD", "\"quoted-secret\"" },
	{ "SECRET_KEY", "{A50}" },
	{ "SECRET_KEY_BASE", "{H128}" },
	{ "DJANGO_SECRET_KEY", "django-insecure-{A40}" },
	{ "JWT_SECRET", "keyboard-cat" },
	{ "SESSION_SECRET", "keyboard cat" },
	{ "COOKIE_SECRET", "{A32}" },
	{ "APP_KEY", "{444}" },
	{ "ENCRYPTION_KEY", "{H64}" },
	{ "API_TOKEN", "{A12}" },
	{ "PASSWORD_RESET_TOKEN", "{A12}" },
	{ "SMTP_AUTH", "{A12}" },
	{ "SENTRY_DSN", "https://{H32}@sentry.example/1" },
	{ "TOKEN_URL", "https://user:{A12}@login.example/" },
	{ "PASSWORD_RESET_URL", "https://user:{A12}@app.example/" },
	{ "PASSWORD_RESET_URL", "https://app.example/?key={A24}" },
	{ "TOKEN_REFRESH_MODE", "{A24}" },
	{ "HARMLESS", "ghp_{A36}" },
	{ "AWS_ACCESS_KEY_ID", "AKIA{U16}" },
	{ "ICON", "-----BEGIN PRIVATE KEY-----\n{464}" },
	{ "", "curl -u admin:{A12} http://h/" },
	{ "", "app --db-password {A12}" },
	{ "", "https://files.example/x?token={A12}" },
	{ "", "Server=db;User=sa;Password={A12};" }
};

START_TEST(what_is_secret_is_a_credential)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct credential_question question = { .name = str_from(secret_rows[_i][0]),
						.value = token_made(&arena, secret_rows[_i][1]),
						.known = true,
						.view = CREDENTIAL_SHIPPED };

	ck_assert_msg(credential_judge(c, &question).reason != CREDENTIAL_NOT, "%s=%.*s",
		      secret_rows[_i][0], STR_FMT(question.value));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential");
	TCase *c = tcase_create("credential");

	tcase_add_loop_test(c, name_and_value_decide_together, 0, ROWS(judge_rows));
	tcase_add_loop_test(c, what_looks_public_is_no_credential, 0, ROWS(public_rows));
	tcase_add_loop_test(c, what_is_secret_is_a_credential, 0, ROWS(secret_rows));
	tcase_add_test(c, a_name_and_a_value_tell_the_type_too);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
