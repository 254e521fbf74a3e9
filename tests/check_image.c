/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "image/image.h"

#include <check.h>

#include "tests/suite.h"

struct reference_row {
	struct str text;
	bool valid;
	struct str host, repository, tag, digest, name, base;
};

#define SHA    "sha256:24454f830cdb571e2c4ad15481119c43b3cafd48dd869a9b2945d1036d1dc68d"
#define HEX32  "0123456789abcdef0123456789abcdef"
#define SHA384 "sha384:" HEX32 HEX32 HEX32
#define SHA512 "sha512:" HEX32 HEX32 HEX32 HEX32
#define ROW(text, host, repository, tag, digest, name, base)                               \
	{                                                                                  \
		STR_INIT(text), true, STR_INIT(host), STR_INIT(repository), STR_INIT(tag), \
			STR_INIT(digest), STR_INIT(name), STR_INIT(base)                   \
	}
#define REFUSED(text)                                                                      \
	{                                                                                  \
		STR_INIT(text), false, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, \
			{ NULL, 0 },                                                       \
		{                                                                          \
			NULL, 0                                                            \
		}                                                                          \
	}

static const struct reference_row reference_rows[] = {
	ROW("postgres", "", "postgres", "", "", "postgres", "postgres"),
	ROW("postgres:17.2", "", "postgres", "17.2", "", "postgres", "postgres"),
	ROW("docker.io/library/alpine:3", "docker.io", "library/alpine", "3", "", "alpine",
	    "alpine"),
	ROW("index.docker.io/a/b", "index.docker.io", "a/b", "", "", "a/b", "b"),
	ROW("library/alpine", "", "library/alpine", "", "", "alpine", "alpine"),
	ROW("localhost:5000/a/b:c", "localhost:5000", "a/b", "c", "", "localhost:5000/a/b", "b"),
	ROW("localhost/a", "localhost", "a", "", "", "localhost/a", "a"),
	ROW("gcr.io/distroless/static@" SHA, "gcr.io", "distroless/static", "", SHA,
	    "gcr.io/distroless/static", "static"),
	ROW("a@" SHA384, "", "a", "", SHA384, "a", "a"),
	ROW("a@" SHA512, "", "a", "", SHA512, "a", "a"),
	ROW("[2001:DB8::1]:5000/a:1", "[2001:DB8::1]:5000", "a", "1", "", "[2001:DB8::1]:5000/a",
	    "a"),
	ROW("[::1]/a", "[::1]", "a", "", "", "[::1]/a", "a"),
	ROW("a/b__c-d.e:T_1@" SHA, "", "a/b__c-d.e", "T_1", SHA, "a/b__c-d.e", "b__c-d.e"),
	ROW("[::1]:5000/a", "[::1]:5000", "a", "", "", "[::1]:5000/a", "a"),
	ROW("REG/a", "REG", "a", "", "", "REG/a", "a"),
	REFUSED(""),
	REFUSED("Builder"),
	REFUSED("debian:"),
	REFUSED("a/"),
	REFUSED("a//b"),
	REFUSED("a..b"),
	REFUSED("a___b"),
	REFUSED("-a"),
	REFUSED("a@sha256:12"),
	REFUSED("a@sha256"),
	REFUSED("a@" SHA "0"),
	REFUSED("a@sha256:0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef"),
	REFUSED("a@sha512:" HEX32 HEX32),
	REFUSED("a@md5:" HEX32),
	REFUSED("a@sha256+x:" HEX32 HEX32),
	REFUSED("[::1/a"),
	REFUSED("[::1]5000/a"),
	REFUSED("[::1]:/a"),
	REFUSED("[::g]:5000/a"),
	REFUSED("a:b c"),
	REFUSED("https://x.example/a"),
	REFUSED("24454f830cdb571e2c4ad15481119c43b3cafd48dd869a9b2945d1036d1dc68d"),
};

START_TEST(references_are_cut_and_normalised)
{
	const struct reference_row *row = &reference_rows[_i];
	struct arena arena = { 0 };
	struct image_reference got = image_parse(row->text);

	ck_assert_msg(got.valid == row->valid, "%.*s", STR_FMT(row->text));
	if (row->valid)
		ck_assert_msg(
			str_eq(got.host, row->host) && str_eq(got.repository, row->repository) &&
				str_eq(got.tag, row->tag) && str_eq(got.digest, row->digest) &&
				str_eq(got.name, row->name) && str_eq(got.base, row->base),
			"%.*s: host \"%.*s\" name \"%.*s\"", STR_FMT(row->text), STR_FMT(got.host),
			STR_FMT(got.name));
	arena_free(&arena);
}
END_TEST

#define DIGEST "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static bool same(struct arena *arena, struct str a, struct str b)
{
	struct str key = image_key(arena, a);

	return key.n && str_eq(key, image_key(arena, b));
}

START_TEST(one_image_has_many_spellings)
{
	struct arena arena = { 0 };

	ck_assert(same(&arena, STR("alpine"), STR("docker.io/library/alpine:latest")));
	ck_assert(!same(&arena, STR("alpine:3"), STR("alpine")));
	ck_assert(!same(&arena, STR("a/b"), STR("b")));
	ck_assert(!image_key(&arena, STR("A")).n);
	ck_assert(same(&arena, STR("a:1" DIGEST), STR("a" DIGEST)));
	ck_assert(!same(&arena, STR("a:1" DIGEST), STR("a:1")));
	arena_free(&arena);
}
END_TEST

struct known_row {
	struct str text;
	enum image_root root;
	int64_t uid;
};

static const struct known_row known_rows[] = {
	{ STR_INIT("python:3.12-slim"), IMAGE_ROOT_YES, -1 },
	{ STR_INIT("docker.io/library/node:22"), IMAGE_ROOT_YES, -1 },
	{ STR_INIT("nginxinc/nginx-unprivileged:1.27"), IMAGE_ROOT_NO, 101 },
	{ STR_INIT("ghcr.io/x/app-unprivileged"), IMAGE_ROOT_NO, -1 },
	{ STR_INIT("bitnami/redis"), IMAGE_ROOT_NO, 1001 },
	{ STR_INIT("gcr.io/distroless/static"), IMAGE_ROOT_YES, -1 },
	{ STR_INIT("gcr.io/distroless/static:nonroot"), IMAGE_ROOT_NO, 65532 },
	{ STR_INIT("gcr.io/distroless/static:debug-nonroot"), IMAGE_ROOT_NO, 65532 },
	{ STR_INIT("x.example/app:nonroot"), IMAGE_ROOT_NO, -1 },
	{ STR_INIT("mcr.microsoft.com/dotnet/aspnet:8.0"), IMAGE_ROOT_YES, -1 },
	{ STR_INIT("mcr.microsoft.com/dotnet/runtime:8.0-jammy-chiseled"), IMAGE_ROOT_NO, 1654 },
	{ STR_INIT("cgr.dev/chainguard/wolfi-base"), IMAGE_ROOT_YES, -1 },
	{ STR_INIT("cgr.dev/chainguard/python"), IMAGE_ROOT_NO, 65532 },
	{ STR_INIT("haproxy:3.0"), IMAGE_ROOT_NO, 99 },
	{ STR_INIT("haproxy:2.2-alpine"), IMAGE_ROOT_UNKNOWN, -1 },
	{ STR_INIT("me/agent:dev"), IMAGE_ROOT_UNKNOWN, -1 },
	{ STR_INIT("x.example/python"), IMAGE_ROOT_UNKNOWN, -1 },
};

START_TEST(known_images_start_as_a_known_user)
{
	const struct known_row *row = &known_rows[_i];
	struct arena arena = { 0 };
	struct image_reference reference = image_parse(row->text);
	const struct image_known *known = image_known(&reference);

	ck_assert_msg((known != NULL ? known->root : IMAGE_ROOT_UNKNOWN) == row->root, "%.*s",
		      STR_FMT(row->text));
	if (known != NULL)
		ck_assert_msg(known->user.uid == row->uid, "%.*s: uid", STR_FMT(row->text));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("image");
	TCase *reference = tcase_create("reference"), *known = tcase_create("known");

	tcase_add_loop_test(reference, references_are_cut_and_normalised, 0,
			    (int)(sizeof(reference_rows) / sizeof(*reference_rows)));
	tcase_add_test(reference, one_image_has_many_spellings);
	tcase_add_loop_test(known, known_images_start_as_a_known_user, 0,
			    (int)(sizeof(known_rows) / sizeof(*known_rows)));
	suite_add_tcase(s, reference);
	suite_add_tcase(s, known);
	return run_suite(s);
}
