/* SPDX-License-Identifier: MIT */
/* Flags of instructions: what BuildKit takes and what it refuses. */
#include "config.h"

#include <check.h>

#include "evaluated.h"
#include "image/stage.h"
#include "read/flag_fields.h"
#include "tests/suite.h"

struct row {
	const char *text;
	const char *fault; /* NULL: nothing is refused */
};

/* Each stands behind "FROM scratch" and "WORKDIR /w". */
static const struct row rows[] = {
	/* RUN --mount: the fields */
	{ "RUN --mount=type=cache,target=/c x", NULL },
	{ "RUN --mount=TYPE=Cache,Target=/c x", NULL },
	{ "RUN --mount=target=/c x", NULL },
	{ "RUN --mount=target=. x", NULL },
	{ "RUN --mount=type=bind x", NULL },
	{ "RUN --mount=type=bind,source=a,dst=/b,rw x", NULL },
	{ "RUN --mount=type=bind,src=a,destination=/b,readonly=false,ro=T x", NULL },
	{ "RUN --mount=type=bind,\\\"source=a,b\\\",target=/b x", NULL },
	{ "RUN --mount x", "flag-needs-value" },
	{ "RUN --mount= x", "bad-value" },
	{ "RUN --mount=type=bind,sou\\\"rce=a,target=/b x", "bad-value" },
	{ "RUN --mount=type=bind,\\\"source=a\\\"b,target=/b x", "bad-value" },
	{ "RUN --mount=type=bind,\\\"source=a,target=/b x", "bad-value" },
	{ "RUN --mount=type=volume,target=/c x", "bad-value" },
	{ "RUN --mount=type=,target=/c x", "bad-value" },
	{ "RUN --mount=typ=cache,target=/c x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c, x", "bad-value" },
	{ "RUN --mount=type=cache,target x", "bad-value" },
	{ "RUN --mount='type=cache, target=/c' x", "bad-value" },
	{ "RUN --mount=type=bind,target=/c,ro=yes x", "bad-value" },
	/* and what belongs together */
	{ "RUN --mount=type=tmpfs,target=/t,size=64m x", NULL },
	{ "RUN --mount=type=tmpfs,target=/t,size=1.5GiB x", NULL },
	{ "RUN --mount=type=tmpfs,target=/t,size=lots x", "bad-value" },
	{ "RUN --mount=type=cache,target=/t,size=64m x", "bad-value" },
	{ "RUN --mount=size=64m,type=tmpfs,target=/t x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,sharing=LOCKED x", NULL },
	{ "RUN --mount=type=cache,target=/c,sharing=mine x", "bad-value" },
	{ "RUN --mount=type=bind,target=/c,sharing=shared x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,uid=1,gid=2,mode=0700 x", NULL },
	{ "RUN --mount=type=cache,target=/c,uid=-1 x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,uid=app x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,mode=0800 x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,mode= x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,uid=4294967296 x", "bad-value" },
	{ "RUN --mount=type=bind,target=/c,uid=1 x", "bad-value" },
	{ "RUN --mount=type=tmpfs,target=/c,mode=0700 x", "bad-value" },
	{ "RUN --mount=type=cache,target=/ x", "bad-value" },
	{ "RUN --mount=type=cache,target=/a/.. x", "bad-value" },
	{ "RUN --mount=type=bind,target=.. x", "bad-value" },
	{ "RUN --mount=type=secret,id=npm,env=NPM_TOKEN x", NULL },
	{ "RUN --mount=type=secret,target=/ x", NULL },
	{ "RUN --mount=type=secret,id=npm,required,mode=0400,uid=5 x", NULL },
	{ "RUN --mount=type=secret,id=npm,required=false x", NULL },
	{ "RUN --mount=type=secret x", "bad-value" },
	{ "RUN --mount=type=secret,env=X x", "bad-value" },
	{ "RUN --mount=type=secret,id=a,src=b x", "bad-value" },
	{ "RUN --mount=type=secret,id=a,from=b x", "bad-value" },
	{ "RUN --mount=type=secret,id=a,sharing=shared x", "bad-value" },
	{ "RUN --mount=type=secret,id=a,required=perhaps x", "bad-value" },
	{ "RUN --mount=required,type=secret,id=a x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,required x", "bad-value" },
	{ "RUN --mount=type=ssh x", NULL },
	{ "RUN --mount=type=ssh,id=default,required,mode=0600 x", NULL },
	/* with variables */
	{ "ARG T=cache\nRUN --mount=type=$T,target=/c,id=${T:-x} x", NULL },
	{ "ARG T=volume\nRUN --mount=type=$T,target=/c x", "bad-value" },
	{ "RUN --mount=type=$NOBODY,target=/c x", "bad-value" },
	{ "ARG R=/\nRUN --mount=type=cache,target=$R x", "bad-value" },
	{ "RUN --mount=type=cache,target=/c,id=${X x", "expansion-error" },
	{ "RUN --mount=type=bind,from=$X,target=/c x", "from-flag-variable" },
	{ "RUN --mount=type=bind,FROM=a${X},target=/c x", "from-flag-variable" },
	{ "RUN --mount=type=bind,from=,target=/c x", NULL },
	/* RUN, the other flags */
	{ "RUN --network=none --security=sandbox x", NULL },
	{ "RUN --network=host --security=insecure x", NULL },
	{ "RUN --network=bridge x", "bad-value" },
	{ "RUN --network=None x", "bad-value" },
	{ "RUN --network= x", "bad-value" },
	{ "RUN --network x", "flag-needs-value" },
	{ "RUN --network=none --network=none x", "unknown-flag" },
	{ "ARG N=none\nRUN --network=$N x", "bad-value" },
	{ "RUN --security=none x", "bad-value" },
	{ "RUN --device=vendor.example/class=name,required x", NULL },
	{ "RUN --device=name=vendor.example/class,required=0 --device=x/y x", NULL },
	{ "RUN --device=a/b,c/d x", "bad-value" },
	{ "RUN --device=a/b,required=perhaps x", "bad-value" },
	{ "RUN --Network=none x", "unknown-flag" },
	{ "RUN -- --network=none", NULL },
	/* COPY and ADD */
	{ "COPY --link --parents --exclude=*.md --exclude=a a b /c", NULL },
	{ "COPY --link=TRUE --parents=False a /c", NULL },
	{ "COPY --link= a /c", "flag-needs-value" },
	{ "COPY --link=1 a /c", "flag-needs-value" },
	{ "COPY --exclude a /c", "flag-needs-value" },
	{ "COPY --checksum=sha256:0 a /c", "unknown-flag" },
	{ "COPY --keep-git-dir a /c", "unknown-flag" },
	{ "ADD --parents a /c", "unknown-flag" },
	{ "ADD --from=x a /c", "unknown-flag" },
	{ "COPY --chown=app:app --chmod=0755 a /c", NULL },
	{ "COPY --chmod=7777 a /c", NULL },
	{ "COPY --chmod= a /c", NULL },
	{ "COPY --chmod=10000 a /c", "bad-value" },
	{ "COPY --chmod=0o755 a /c", "bad-value" },
	{ "COPY --chmod=789 a /c", "bad-value" },
	{ "COPY --chmod=u=rwX,go=rX a /c", NULL },
	{ "COPY --chmod=+x a /c", NULL },
	{ "COPY --chmod=rwx a /c", "bad-value" },
	{ "COPY --chmod=u=rw;go=r a /c", "bad-value" },
	{ "ARG M=u+s\nCOPY --chmod=$M a /c", NULL },
	{ "ADD --checksum=sha256:"
	  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 "
	  "https://x.example/a /c",
	  NULL },
	{ "ADD --checksum=sha256:e3b0 https://x.example/a /c", "bad-value" },
	{ "ADD --checksum=md5:d41d8cd98f00b204e9800998ecf8427e https://x.example/a /c",
	  "bad-value" },
	{ "ADD --checksum=24d7f1b2 https://x.example/a.git /c", NULL },
	{ "ADD --checksum=24d7f1b2 https://x.example/a.git#v1:sub /c", NULL },
	{ "ADD --checksum=24d7f1b2 git@x.example:a/b /c", NULL },
	{ "ADD --checksum=sha256:"
	  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 a /c",
	  "bad-value" },
	{ "ADD --checksum=24d7f1b2 https://x.example/a.git https://x.example/b.git /c",
	  "bad-value" },
	{ "ADD --checksum= a /c", NULL },
	{ "ADD --unpack --keep-git-dir=true --link a.tar /c", NULL },
	{ "ADD deploy@x.example:a/b.git /c", NULL },
	{ "COPY deploy@x.example:a/b.git /c", "url-in-copy" },
	{ "COPY git@x.example:a/b /c", "url-in-copy" },
	{ "COPY a@b /c", NULL },
	{ "COPY @a:b /c", NULL },
	/* FROM */
	{ "FROM --platform=linux/arm64 a", NULL },
	{ "FROM --platform=$BUILDPLATFORM a", NULL },
	{ "FROM --platform=linux a", NULL },
	{ "FROM --platform=arm64 a", NULL },
	{ "FROM --platform=linux/arm/v7 a", NULL },
	{ "FROM --platform=windows(10.0.17763)/amd64 a", NULL },
	{ "FROM --platform=plan99 a", "bad-value" },
	{ "FROM --platform=linux/arm/v7/x a", "bad-value" },
	{ "FROM --platform=linux//v7 a", "bad-value" },
	{ "FROM --platform=$NOBODY a", "bad-value" },
	{ "FROM --platform a", "flag-needs-value" },
	{ "FROM --pull a", "unknown-flag" },
	/* HEALTHCHECK */
	{ "HEALTHCHECK --interval=1m30s --timeout=.5s --retries=3 CMD x", NULL },
	{ "HEALTHCHECK --start-period=0 --start-interval=1h1ms CMD x", NULL },
	{ "HEALTHCHECK --interval= CMD x", NULL },
	{ "HEALTHCHECK --interval=30 CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=1d CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=-1s CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=100us CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=0.5ms CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=1s1 CMD x", "bad-value" },
	{ "HEALTHCHECK --interval=1..5s CMD x", "bad-value" },
	{ "HEALTHCHECK --retries=-1 CMD x", "bad-value" },
	{ "HEALTHCHECK --retries=1.5 CMD x", "bad-value" },
	{ "HEALTHCHECK --retries=2147483648 CMD x", "bad-value" },
	{ "HEALTHCHECK --period=1s CMD x", "unknown-flag" },
	{ "HEALTHCHECK --interval=1s NONE", NULL },
	{ "HEALTHCHECK --what=ever NONE", NULL },
	{ "HEALTHCHECK NONE x", "bad-value" },
	{ "HEALTHCHECK CMD", "missing-argument" },
	{ "HEALTHCHECK CMD []", "missing-argument" },
	{ "HEALTHCHECK curl x", "bad-value" },
	/* the others take none, or do not look */
	{ "ENV --a=b c=d", "unknown-flag" },
	{ "LABEL --a b=c", "unknown-flag" },
	{ "WORKDIR --a /b", "unknown-flag" },
	{ "VOLUME --a /b", "unknown-flag" },
	{ "EXPOSE --a 1", "unknown-flag" },
	{ "SHELL --a [\"x\"]", "unknown-flag" },
	{ "ENTRYPOINT --a x", "unknown-flag" },
	{ "ONBUILD --a USER x", "unknown-flag" },
	{ "ARG --a X=1", NULL },
	{ "STOPSIGNAL --a SIGTERM", NULL },
};

static struct lint lint;

static const struct stage_result *evaluate(struct str text)
{
	struct source *source = source_add(&lint.sources, STR("Dockerfile"), STR("/d"), text);
	struct dockerfile *file = ARENA_NEW(&lint.run, struct dockerfile);
	struct stage_request request = { .file = file };

	*file = dockerfile_parse(&lint, source,
				 (struct span){ source->number, 0, (uint32_t)source->bytes.n });
	return stage_evaluate(&lint, &request);
}

static const struct dockerfile_error *refused(const struct stage_result *result)
{
	if (result->file->nerrors)
		return result->file->errors[0];
	return result->nerrors ? result->errors[0] : NULL;
}

START_TEST(a_flag_is_taken_or_refused_as_buildkit_does)
{
	const struct row *row = &rows[_i];
	const struct dockerfile_error *error;
	struct str got = STR("nothing");

	lint_init(&lint);
	error = refused(
		evaluate(arena_fmt(&lint.run, "FROM scratch\nWORKDIR /w\n%s\n", row->text)));
	if (error)
		got = fault_name(error->fault);
	ck_assert_msg(str_eq(got, row->fault ? str_from(row->fault) : STR("nothing")),
		      "%s: wanted %s, got %.*s: %.*s", row->text,
		      row->fault ? row->fault : "nothing", STR_FMT(got),
		      STR_FMT(error ? error->message : STR("")));
	lint_free(&lint);
}
END_TEST

/* What the base image may set is not known, so it cannot be wrong. */
START_TEST(a_value_that_the_base_image_may_decide_is_not_refused)
{
	static const char *const texts[] = {
		"RUN --mount=type=$T,target=/c x",
		"RUN --mount=type=cache,target=$T,uid=$U x",
		"RUN --mount=type=secret,id=$I x",
		"COPY --chmod=$M a /c",
		"ADD --checksum=$C https://x.example/a /c",
		"RUN --mount=type=cache,target=.. x",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		lint_init(&lint);
		ck_assert_msg(
			!refused(evaluate(arena_fmt(&lint.run, "FROM debian:12\n%s\n", texts[i]))),
			"%s", texts[i]);
		lint_free(&lint);
	}
}
END_TEST

START_TEST(an_unknown_key_is_refused_whatever_its_value)
{
	lint_init(&lint);
	ck_assert(refused(evaluate(STR("FROM debian:12\nRUN --mount=kind=$T x\n"))));
	lint_free(&lint);
}
END_TEST

/* What stands behind a refused instruction is looked at all the same. */
START_TEST(a_refused_instruction_does_not_blind_for_the_others)
{
	static const char *const bad[] = {
		"RUN --mount=type=none x",
		"RUN --network=x y",
		"COPY --chmod=9 a /b",
		"NONSENSE",
		"USER",
		"ENV A",
		"EXPOSE x",
		"STOPSIGNAL x",
		"VOLUME ${X?}",
		"HEALTHCHECK x",
		"SHELL /bin/sh",
		"CMD [1]",
		"COPY --from=later a /b",
		"ONBUILD FROM x",
		"LABEL x",
		"ADD a",
		"ENV A=${A",
		"USER ${U?}",
		"WORKDIR ${W:^}",
		"RUN --mount=a\"b x",
		"COPY https://x.example/a /b",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const struct stage_result *result;

		lint_init(&lint);
		result = evaluate(
			arena_fmt(&lint.run,
				  "FROM scratch AS first\nUSER 5\n%s\nUSER root\n"
				  "RUN useradd -u 7 late\nCOPY .env /\nFROM first AS second\n"
				  "ENTRYPOINT [\"gosu\", \"late\"]\nFROM x AS later\n"
				  "FROM second\n",
				  bad[i]));
		ck_assert_msg(refused(result) != NULL, "%s", bad[i]);
		ck_assert_msg(result->nstages == 4, "%s", bad[i]);
		ck_assert_msg(result->stages[1].verdict.root == STAGE_ROOT_YES, "%s", bad[i]);
		ck_assert_msg(stage_account(&result->stages[1], STR("late")) != NULL, "%s", bad[i]);
		ck_assert_msg(result->stages[1].ncopies >= 1, "%s", bad[i]);
		ck_assert_msg(str_eq(result->stages[1].privilege.user, STR("late")), "%s", bad[i]);
		lint_free(&lint);
	}
}
END_TEST

START_TEST(fields_are_cut_as_a_line_of_csv)
{
	static const struct {
		const char *value, *fields; /* NULL: no CSV */
	} lines[] = {
		{ "a=b", "a=b;" },
		{ "A=B,c", "a=B;c;" },
		{ "a=b=c", "a=b=c;" },
		{ "a,", "a;;" },
		{ ",", ";;" },
		{ "=a", "=a;" },
		{ "\"a=b,c\",d", "a=b,c;d;" },
		{ "\"a=\"\"b\"\"\"", "a=\"b\";" },
		{ "\"\"", ";" },
		{ "", NULL },
		{ "a\"b", NULL },
		{ "\"a\"b", NULL },
		{ "\"a", NULL },
		{ "\"", NULL },
		{ "a,\"", NULL },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		const struct flag_field *fields;
		struct builder text = { 0 };
		size_t count;
		bool valid;

		lint_init(&lint);
		text.arena = &lint.run;
		valid = flag_fields(&lint.run, str_from(lines[i].value), &fields, &count);
		ck_assert_msg(valid == (lines[i].fields != NULL), "%s", lines[i].value);
		for (size_t k = 0; valid && k < count; k++)
			builder_fmt(&text, "%.*s%s%.*s;", STR_FMT(fields[k].key),
				    fields[k].value.p ? "=" : "", STR_FMT(fields[k].value));
		ck_assert_msg(!valid || str_eq(builder_str(&text), str_from(lines[i].fields)),
			      "%s: %.*s", lines[i].value, STR_FMT(builder_str(&text)));
		lint_free(&lint);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("flags");
	TCase *cases = tcase_create("flags");

	tcase_add_loop_test(cases, a_flag_is_taken_or_refused_as_buildkit_does, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(cases, a_value_that_the_base_image_may_decide_is_not_refused);
	tcase_add_test(cases, an_unknown_key_is_refused_whatever_its_value);
	tcase_add_test(cases, a_refused_instruction_does_not_blind_for_the_others);
	tcase_add_test(cases, fields_are_cut_as_a_line_of_csv);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
