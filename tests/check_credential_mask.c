/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "fact/credential.h"

#include <check.h>

#include "base/node.h"
#include "base/source.h"

#include "tests/suite.h"
#include "tests/token.h"

#define ROWS(array) (int)(sizeof(array) / sizeof(*(array)))

static const char *const line_rows[][2] = {
	{ "  image: ghcr.io/acme/agent:1.4.2", NULL },
	{ "  - /srv/agent/project:/work", NULL },
	{ "  - ~/.ssh/id_rsa:/k:ro", NULL },
	{ "    secrets: [gh, token]", NULL },
	{ "secrets:", NULL },
	{ "    auth:", NULL },
	{ "  DB_PASSWORD:", NULL },
	{ "  DB_PASSWORD: # set below", NULL },
	{ "  DB_PASSWORD: |-", NULL },
	{ "  MAX_TOKENS: 5", NULL },
	{ "  POSTGRES_PASSWORD_FILE: /run/secrets/pg", NULL },
	{ "  credential_spec: {file: ./c.json}", NULL },
	{ "RUN adduser --disabled-password app; echo 'app ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers",
	  NULL },
	{ "  image: auth:1.2", NULL },
	{ "  url: http://token:8080/v1", NULL },
	{ "  command: [\"sh\", \"-c\", \"echo hello\"]", NULL },
	{ "  DB_PASSWORD: hunter22", "  DB_PASSWORD: ***" },
	{ "  \"DB_PASSWORD\": \"hunter22\"", "  \"DB_PASSWORD\": ***" },
	{ "  - DB_PASSWORD=hunter22 # old", "  - DB_PASSWORD=***" },
	{ "  - \"DB_PASSWORD=hunter22\"", "  - \"DB_PASSWORD=***" },
	{ "DB_PASSWORD = hunter22", "DB_PASSWORD = ***" },
	{ "db: {environment: {POSTGRES_PASSWORD: hunter22}}",
	  "db: {environment: {POSTGRES_PASSWORD: ***" },
	{ "  apiKey: hunter22", "  apiKey: ***" },
	{ "  password:hunter22", "  password:***" },
	{ "  X: ${TOKEN:-hunter22}", "  X: ${TOKEN:***" },
	{ "  X: ${TOKEN:?set it}", NULL },
	{ "  X: ghp_{A36} # y", "  X: *** # y" },
	{ "  URL: postgres://app:{A12}@db/app", "  URL: postgres://app:***@db/app" },
	{ "  URL: postgres://app:${PG}@db/app", NULL },
	{ "  command: redis-server --requirepass {A12} --port 1",
	  "  command: redis-server --requirepass *** --port 1" },
	{ "  two: [ghp_{A36}, glpat-{A20}, plain]", "  two: [***, ***, plain]" },
	{ "  key: \"-----BEGIN RSA PRIVATE KEY-----\\n{460}\\n-----END RSA PRIVATE KEY-----\"",
	  "  key: \"***-----END RSA PRIVATE KEY-----\"" },
	{ "  key: -----BEGIN PRIVATE KEY-----\\n{460}", "  key: ***" },
	{ "      {464}", "      ***" },
	{ "ENV GITHUB_TOKEN=ghp_{A36} PATH=/x", "ENV GITHUB_TOKEN=***" },
	{ "ENV DB_PASSWORD hunter 22", "ENV DB_PASSWORD ***" },
	{ "ENV LANG C.UTF-8 hunter22", NULL },
	{ "label password hunter22", "label password ***" },
	{ "  command: [x, --password, hunter22, --port, \"80\"]",
	  "  command: [x, --password, ***, --port, \"80\"]" },
	{ "CMD [\"x\", \"--api-key\", \"hunter 22\", \"y\"]",
	  "CMD [\"x\", \"--api-key\", \"***\", \"y\"]" },
	{ "  command: [x, --password, --port, \"80\"]", NULL },
	{ "  command: [x, --password, $PW, --token, \"${T}\"]", NULL },
	{ "  command: [x, --password-stdin, registry.example, --no-password, y]", NULL },
	{ "  command: [x, --auth, \"true\", --token-file, /run/secrets/t]", NULL },
	{ "  command: [curl, -u, \"me:hunter22\", http://h/]",
	  "  command: [curl, -u, \"me:***\", http://h/]" },
	{ "RUN useradd -p hunter22 -G docker agent", "RUN useradd -p *** -G docker agent" },
	{ "RUN /usr/sbin/usermod -aG docker --password 'hunter 22' agent",
	  "RUN /usr/sbin/usermod -aG docker --password '***' agent" },
	{ "RUN mkdir -p hunter22 && useradd agent", NULL },
	{ "RUN mysql -uroot -phunter22 app; mysqldump -p app",
	  "RUN mysql -uroot -p*** app; mysqldump -p app" },
	{ "RUN sshpass -p hunter22 ssh h", "RUN sshpass -p *** ssh h" },
	{ "RUN redis-cli -a hunter22 ping", "RUN redis-cli -a *** ping" },
	{ "RUN echo 'root:hunter 22' | chpasswd -c SHA512",
	  "RUN echo 'root:***' | chpasswd -c SHA512" },
	{ "RUN echo \"$U:$PW\" | chpasswd", NULL },
	{ "RUN echo root:hunter22|/usr/sbin/chpasswd", "RUN echo root:***|/usr/sbin/chpasswd" },
	{ "RUN echo hunter22 | docker login -u me --password-stdin",
	  "RUN echo *** | docker login -u me --password-stdin" },
	{ "RUN echo -n 'hunter22' | passwd --stdin root", "RUN echo -n *** | passwd --stdin root" },
	{ "RUN echo \"$T\" | docker login --password-stdin", NULL },
	{ "machine h login me password hunter22", "machine h login me password ***" },
	{ "  password hunter22", "  password ***" },
	{ "# the password is not known", NULL }
};

START_TEST(a_line_shows_no_secret)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str line = token_made(&arena, line_rows[_i][0]);
	struct str want = line_rows[_i][1] ? str_from(line_rows[_i][1]) : line;
	struct credential_masked got = credential_mask_line(c, &arena, line, NULL, 0);

	ck_assert_msg(str_eq(got.text, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(line),
		      STR_FMT(want), STR_FMT(got.text));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(the_span_of_the_finding_is_hidden)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	static const struct credential_range given[] = {
		{ 12, 14 }, { 4, 9 }, { 8, 10 }, { 15, 99 }
	};
	struct str line = STR("abcdEFGHIJklMNoP");
	struct credential_masked got = credential_mask_line(c, &arena, line, given, 4);

	ck_assert_msg(str_eq(got.text, STR("abcd***kl***o***")), "%.*s", STR_FMT(got.text));
	ck_assert_uint_eq(credential_masked_offset(&got, 0), 0);
	ck_assert_uint_eq(credential_masked_offset(&got, 4), 4);
	ck_assert_uint_eq(credential_masked_offset(&got, 7), 4);
	ck_assert_uint_eq(credential_masked_offset(&got, 10), 7);
	ck_assert_uint_eq(credential_masked_offset(&got, 13), 9);
	ck_assert_uint_eq(credential_masked_offset(&got, 14), 12);
	ck_assert_uint_eq(credential_masked_offset(&got, 16), 16);
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- values of the model ---- */

static const char *const model_rows[][2] = {
	{ "fast", NULL },
	{ "one\ntwo\n", NULL },
	{ "a ghp_{A36}\nb ghp_{A36}\n", "a ***\nb ***\n" },
	{ "[db]\nname = app\npassword = hunter22\nport = 1\n",
	  "[db]\nname = app\npassword = ***\nport = 1\n" },
	{ "{\"a\": 1,\n \"password\": \"hunter22\"}\n", "{\"a\": 1,\n \"password\": ***\n" },
	{ "-----BEGIN PRIVATE KEY-----\nabc\ndef\n-----END PRIVATE KEY-----\n",
	  "***-----END PRIVATE KEY-----\n" },
	{ "-----BEGIN PRIVATE KEY-----\nabc\ndef\n", "***" },
	{ "DB_PASSWORD=hunter22 exec app", "DB_PASSWORD=***" },
	{ "a ghp_{A18}\n{A18} b\n", "a *** b\n" },
	{ "ghp_{A9}\r\n  {A9}\n\t{A18}\n", "***\n" },
	{ "ghp_{A18}\n{A18}: b\n", NULL },
	{ "ghp_{A36}\nword\n", "***\nword\n" },
	{ "sk-ant-{S5}{D2}-{B50}\n{B43}AA\n", "***\n" },
	{ "ghp_{A36}\nNAME_OF_IT=b\n", "***\nNAME_OF_IT=b\n" },
	{ "http://a:\nb@c\n", NULL },
	{ "FROM x\nENV DB_PASSWORD hunter22\nRUN useradd -p hunter22 a\n",
	  "FROM x\nENV DB_PASSWORD ***\nRUN useradd -p *** a\n" }
};

START_TEST(a_value_of_the_model_shows_no_secret)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str value = token_made(&arena, model_rows[_i][0]);
	struct str want = model_rows[_i][1] ? str_from(model_rows[_i][1]) : value;
	struct str got = credential_mask_value(c, &arena, value, NULL, 0);

	ck_assert_msg(str_eq(got, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(value),
		      STR_FMT(want), STR_FMT(got));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

/* ---- known secrets ---- */

static const struct {
	const char *line, *secret; /* NULL: none is learnt */
} known_rows[] = { { "DB_PASSWORD=Horse-battery-1", "Horse-battery-1" },
		   { "export API_KEY='Horse battery 1' # x", "Horse battery 1" },
		   { "      - DB_PASSWORD=Horse-battery-1", "Horse-battery-1" },
		   { "      DB_PASSWORD: \"Horse-battery-1\"", "Horse-battery-1" },
		   { "{A: b, DB_PASSWORD: Horse-battery-1, C: d}", "Horse-battery-1" },
		   { "  X: ${DB_PASSWORD:-Horse-battery-1}", "Horse-battery-1" },
		   { "ENV A=b DB_PASSWORD=Horse-battery-1 C=d", "Horse-battery-1" },
		   { "DB_NAME=Horse-battery-1", NULL },
		   { "DB_PASSWORD=horse-battery", NULL }, /* may be a word of a message */
		   { "DB_PASSWORD=Horse1", NULL },        /* short */
		   { "DB_PASSWORD=changeme-123456", NULL },
		   { "DB_PASSWORD=/run/secrets/Horse1", NULL } };

START_TEST(a_secret_of_the_files_is_hidden_wherever_it_stands)
{
	struct arena arena = { 0 };
	struct sources sources = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str line = str_from(known_rows[_i].line);
	struct str secret =
		str_from(known_rows[_i].secret ? known_rows[_i].secret : "Horse-battery-1");
	struct str text = arena_fmt(&arena, "user \"x%.*sy\" is odd", STR_FMT(secret));
	struct str want = known_rows[_i].secret ? STR("user \"x***y\" is odd") : text, got;

	sources_init(&sources, &arena);
	source_add(&sources, STR("a"), STR("/a"), STR("x\n"));
	credentials_learn(c, &sources);
	source_add(&sources, STR("b"), STR("/b"), line);
	credentials_learn(c, &sources);
	got = credential_mask_text(c, &arena, text);
	ck_assert_msg(str_eq(got, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(line),
		      STR_FMT(want), STR_FMT(got));
	ck_assert(str_eq(credential_mask_name(c, &arena, text), want));
	ck_assert(str_eq(credential_mask_line(c, &arena, text, NULL, 0).text, want));
	credentials_free(c);
	sources_free(&sources);
	arena_free(&arena);
}
END_TEST

START_TEST(secrets_that_begin_alike_are_all_hidden)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);

	for (int i = 0; i < 100; i++) {
		struct str secret = arena_fmt(&arena, "Horse-battery-%d", i);
		struct str text = arena_fmt(&arena, "x=%.*s y", STR_FMT(secret));

		credentials_know(c, secret);
		ck_assert(!str_has(credential_mask_text(c, &arena, text), secret));
	}
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_learnt_apart_is_hidden_when_it_is_taken_over)
{
	struct arena arena = { 0 }, other = { 0 };
	struct credentials *c = credentials_new(&arena), *apart = credentials_apart(c, &other);
	struct pair pair = { node_made(&arena, STR("DB_PASSWORD"), SPAN_NONE),
			     node_made(&arena, STR("Horse-battery-9"), SPAN_NONE) };
	struct node *model = node_new(&arena, NODE_MAPPING, SPAN_NONE);
	struct str text = STR("x Horse-battery-9 y");

	model->in.pairs = &pair;
	model->count = 1;
	credentials_take(c, credentials_apart(c, &other));
	credentials_learn_model(apart, model);
	ck_assert(str_eq(credential_mask_text(c, &arena, text), text));
	ck_assert(str_eq(credential_mask_text(apart, &arena, text), STR("x *** y")));
	credentials_take(c, apart);
	ck_assert(str_eq(credential_mask_text(c, &arena, text), STR("x *** y")));
	credentials_free(c);
	arena_free(&arena);
	arena_free(&other);
}
END_TEST

/* ---- messages ---- */

static const char *const text_rows[][2] = {
	{ "service \"agent\" runs as root", NULL },
	{ "mounts /srv/agent/project at /work", NULL },
	{ "GITHUB_TOKEN comes from .env:3", NULL },
	{ "the required variable \"DB_PASSWORD\" is not set: set DB_PASSWORD in .env.local2",
	  NULL },
	{ "the required variable \"T\" is not set: DB_PASSWORD is required, see README.md", NULL },
	{ "the required variable \"T\" is not set: set API_TOKEN (https://a.example/t0kens)",
	  NULL },
	{ "the required variable \"T\" is not set: copy .env.example and fill in AWS_SECRET_KEY_2",
	  NULL },
	{ "the required variable \"T\" is not set: DB_PASSWORD hunter23",
	  "the required variable \"T\" is not set: DB_PASSWORD ***" },
	{ "the required variable \"T\" is not set: the password is hunter23, and DB_PASSWORD too",
	  "the required variable \"T\" is not set: the password is ***, and DB_PASSWORD too" },
	{ "write GITHUB_TOKEN=${GITHUB_TOKEN:?}", NULL },
	{ "http://gateway:4000/v1 points at gateway", NULL },
	{ "X=http://u:{A12}@gateway:4000/v1?key={A12}#z points",
	  "X=http://gateway:4000/v1 points" },
	{ "see https://u@host/x?y, then go", "see https://host/x, then go" },
	{ "(http://u:a/b@host/x)", "(http://host/x)" },
	{ "postgres://app:${PG:?x}@db/app fails", "postgres://db/app fails" },
	{ "value ghp_{A36} is refused", "value *** is refused" },
	{ "DB_PASSWORD=hunter22 is refused", "DB_PASSWORD=*** is refused" },
	{ "DB_PASSWORD=\"hunter 22\" is refused", "DB_PASSWORD=\"***\" is refused" },
	{ "becomes \"DB_PASSWORD=\", so", NULL },
	{ "becomes \"DB_PASSWORD=\"", NULL },
	{ "becomes \"DB_PASSWORD=\"hunter22\"\"", "becomes \"DB_PASSWORD=\"***\"\"" },
	{ "becomes \"DB_PASSWORD=\" hunter22\"", "becomes \"DB_PASSWORD=\"***\"" },
	{ "DB_PASSWORD=\" hunter22", "DB_PASSWORD=\"***" },
	{ "becomes \"DB_PASSWORD=\"hunter22", "becomes \"DB_PASSWORD=\"***" },
	{ "a://b://u:{A12}@c x", "a://c x" }
};

START_TEST(a_message_shows_no_secret)
{
	struct arena arena = { 0 };
	struct credentials *c = credentials_new(&arena);
	struct str text = token_made(&arena, text_rows[_i][0]);
	struct str want = text_rows[_i][1] ? str_from(text_rows[_i][1]) : text;
	struct str got = credential_mask_text(c, &arena, text);

	ck_assert_msg(str_eq(got, want), "%.*s: wanted %.*s, got %.*s", STR_FMT(text),
		      STR_FMT(want), STR_FMT(got));
	ck_assert(str_eq(credential_mask_text(c, &arena, got), got));
	credentials_free(c);
	arena_free(&arena);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("credential_mask");
	TCase *c = tcase_create("credential_mask");

	tcase_add_loop_test(c, a_line_shows_no_secret, 0, ROWS(line_rows));
	tcase_add_loop_test(c, a_value_of_the_model_shows_no_secret, 0, ROWS(model_rows));
	tcase_add_loop_test(c, a_secret_of_the_files_is_hidden_wherever_it_stands, 0,
			    ROWS(known_rows));
	tcase_add_test(c, secrets_that_begin_alike_are_all_hidden);
	tcase_add_test(c, what_is_learnt_apart_is_hidden_when_it_is_taken_over);
	tcase_add_test(c, the_span_of_the_finding_is_hidden);
	tcase_add_loop_test(c, a_message_shows_no_secret, 0, ROWS(text_rows));
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
