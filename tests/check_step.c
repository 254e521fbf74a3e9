/* SPDX-License-Identifier: MIT */
/* What one instruction leaves in its stage, and which ones BuildKit refuses there. */
#include "config.h"

#include <check.h>
#include <stdio.h>

#include "evaluated.h"
#include "tests/suite.h"

struct row {
	const char *text, *wanted;
};

static void evaluate(struct run *run, const char *text, const char *platform)
{
	run_begin(run, str_from(text));
	run->request.platform = str_from(platform);
	run_evaluate(run);
}

/* ---- WORKDIR ---- */

static void compare_workdirs(const struct row *rows, size_t count, const char *platform)
{
	struct run run;

	for (size_t i = 0; i < count; i++) {
		evaluate(&run, rows[i].text, platform);
		ck_assert_msg(first_error(&run) == NULL, "%s", rows[i].text);
		ck_assert_msg(str_eq(run.result->target->workdir.text, str_from(rows[i].wanted)),
			      "%s: %.*s", rows[i].text, STR_FMT(run.result->target->workdir.text));
		run_end(&run);
	}
}

START_TEST(a_relative_workdir_goes_on_from_the_one_before)
{
	static const struct row rows[] = {
		{ "FROM scratch\n", "/" },
		{ "FROM scratch\nWORKDIR a\nWORKDIR b/./c\n", "/a/b/c" },
		{ "FROM scratch\nWORKDIR /x//y/\n", "/x//y/" },
		{ "FROM scratch\nWORKDIR /x//y/\nWORKDIR ../z\n", "/x/z" },
		{ "FROM scratch\nWORKDIR ../..\n", "/" },
		{ "FROM scratch\nWORKDIR /a\nWORKDIR $U\n", "/a" },
		{ "FROM scratch\nENV D=/d\nWORKDIR $D/e f\n", "/d/e f" },
		/* of an image that is not visible the start is not known */
		{ "FROM a\n", "<base>" },
		{ "FROM a\nWORKDIR x\n", "<base>/x" },
		{ "FROM a\nWORKDIR x\nWORKDIR ../../y\n", "<base>/../y" },
		{ "FROM a\nWORKDIR x\nWORKDIR ..\n", "<base>" },
		{ "FROM a\nWORKDIR .\n", "<base>" },
		{ "FROM a\nWORKDIR x\nWORKDIR /y\nWORKDIR z\n", "/y/z" },
		{ "FROM a AS b\nWORKDIR /y\nFROM b\nWORKDIR z\n", "/y/z" },
	};

	compare_workdirs(rows, sizeof(rows) / sizeof(*rows), "");
}
END_TEST

START_TEST(a_workdir_of_windows_has_no_drive_but_backslashes)
{
	static const struct row rows[] = {
		{ "# escape=`\nFROM scratch\nWORKDIR C:\\app\n", "\\app" },
		{ "# escape=`\nFROM scratch\nWORKDIR c:/app\nWORKDIR sub\\x\n", "\\app\\sub\\x" },
		{ "# escape=`\nFROM scratch\nWORKDIR \\app\nWORKDIR ..\\b\n", "\\b" },
		{ "# escape=`\nFROM a\nWORKDIR x/y\n", "<base>\\x\\y" },
		{ "# escape=`\nFROM a\nWORKDIR x/y\nWORKDIR ..\n", "<base>\\x" },
		{ "# escape=`\nFROM --platform=linux/amd64 scratch\nWORKDIR a\\b\n", "/a\\b" },
	};
	static const struct row flags[] = {
		{ "FROM --platform=windows/amd64 scratch\nWORKDIR C:/app\n", "\\app" },
		{ "FROM --platform=windows(10.0.17763)/amd64 scratch\nWORKDIR C:/app\n", "\\app" },
	};

	compare_workdirs(rows, sizeof(rows) / sizeof(*rows), "windows/amd64");
	compare_workdirs(flags, sizeof(flags) / sizeof(*flags), "");
}
END_TEST

/* ---- what is refused ---- */

static const struct row faults[] = {
	/* of an ARG before the first FROM, of an ARG, ENV and LABEL of a stage */
	{ "ARG A=${B?gone}\nFROM scratch\n", "expansion-error" },
	{ "ARG A=1 B=${A#\\x}\nFROM scratch\n", "expansion-error" },
	{ "FROM scratch\nARG A=${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nARG A=1 B=${A?gone} C=${B:?gone}\n", "" },
	{ "FROM scratch\nENV A=1 B=${A?gone}\n", "expansion-error" },
	{ "FROM scratch\nENV ${A?gone}=1\n", "expansion-error" },
	{ "FROM scratch\nLABEL a=${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nLABEL ${B?gone}=a\n", "expansion-error" },
	{ "FROM scratch\nLABEL ${B-c}=${B-d}\n", "" },
	{ "FROM scratch\nWORKDIR ${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nUSER ${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nVOLUME ${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nEXPOSE ${B?gone}\n", "expansion-error" },
	{ "FROM scratch\nCOPY --chown=${B?gone} a /\n", "expansion-error" },
	{ "FROM scratch\nCOPY ${B?gone} /\n", "expansion-error" },
	{ "FROM scratch\nCOPY <<A /\n${B?gone}\nA\n", "expansion-error" },
	{ "FROM scratch\nCOPY <<'A' /\n${B?gone}\nA\n", "" },
	{ "FROM scratch\nCOPY <<\\A /\n${B?gone}\nA\n", "expansion-error" },
	/* nothing is expanded there */
	{ "FROM scratch\nRUN ${B?gone}\nCMD ${B?gone}\nENTRYPOINT ${B?gone}\n", "" },
	/* platforms */
	{ "FROM --platform=${B?gone} scratch\n", "expansion-error" },
	{ "FROM --platform=$BUILDPLATFORM scratch\n", "" },
	{ "FROM --platform=linux scratch\n", "" },
	{ "FROM --platform=arm64 scratch\n", "" },
	{ "FROM --platform=linux/arm/v7 scratch\n", "" },
	{ "FROM --platform=lin!ux/arm scratch\n", "bad-value" },
	{ "FROM --platform=linux/ scratch\n", "bad-value" },
	{ "FROM --platform=linux/a/b/c scratch\n", "bad-value" },
	{ "FROM --platform=nosuch scratch\n", "bad-value" },
	/* bases */
	{ "FROM $B\n", "blank-base" },
	{ "FROM ${B?gone}\n", "expansion-error" },
	{ "FROM a@md5:0123456789abcdef0123456789abcdef\n", "bad-reference" },
	{ "FROM a AS b!c\n", "bad-stage-name" },
	{ "FROM a AS b.c-d_e\n", "" },
	{ "FROM a\nMAINTAINER\n", "missing-argument" },
	{ "FROM a\nMAINTAINER some body\n", "" },
	/* signals */
	{ "FROM scratch\nSTOPSIGNAL 9\n", "" },
	{ "FROM scratch\nSTOPSIGNAL 0\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL SIGTERM\n", "" },
	{ "FROM scratch\nSTOPSIGNAL term\n", "" },
	{ "FROM scratch\nSTOPSIGNAL SIG\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL SIGSIGTERM\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+3\n", "" },
	{ "FROM scratch\nSTOPSIGNAL sigrtmin+15\n", "" },
	{ "FROM scratch\nSTOPSIGNAL SIGRTMAX-14\n", "" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+16\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMAX-15\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+0\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+03\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+x\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN-1\n", "bad-value" },
	{ "FROM scratch\nSTOPSIGNAL RTMIN+\n", "bad-value" },
	{ "FROM scratch\nENV S=SIGHUP\nSTOPSIGNAL $S\n", "" },
	{ "FROM scratch\nSTOPSIGNAL $S\n", "bad-value" },
	/* whatever the base may have set is no fault of these lines */
	{ "FROM a\nSTOPSIGNAL $S\n", "" },
};

START_TEST(an_instruction_is_taken_or_refused_as_buildkit_does)
{
	const struct dockerfile_error *error;
	struct run run;

	evaluate(&run, faults[_i].text, "");
	error = first_error(&run);
	ck_assert_msg(str_eq(error != NULL ? fault_name(error->fault) : STR(""),
			     str_from(faults[_i].wanted)),
		      "%s: %.*s", faults[_i].text,
		      STR_FMT(error != NULL ? error->message : STR("no error")));
	run_end(&run);
}
END_TEST

/* ---- what a base is ---- */

struct base_row {
	const char *from, *context, *value;
	enum stage_base kind;
	const char *image; /* that of the base */
};

#define SUM "@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct base_row bases[] = {
	{ "alpine", "alpine", "docker-image://debian:12", STAGE_BASE_IMAGE, "debian:12" },
	{ "docker.io/library/alpine:latest", "ALPINE", "docker-image://debian", STAGE_BASE_IMAGE,
	  "debian" },
	{ "alpine:3", "alpine", "docker-image://debian", STAGE_BASE_IMAGE, "alpine:3" },
	{ "alpine:3", "alpine:3", "docker-image://debian", STAGE_BASE_IMAGE, "debian" },
	{ "alpine" SUM, "alpine" SUM, "docker-image://debian", STAGE_BASE_IMAGE, "debian" },
	{ "alpine" SUM, "alpine", "docker-image://debian", STAGE_BASE_IMAGE, "alpine" SUM },
	{ "alpine", "alpine" SUM, "docker-image://debian", STAGE_BASE_IMAGE, "alpine" },
	{ "base", "base", "./folder", STAGE_BASE_DIRECTORY, "" },
	{ "base", "base", "https://example.org/a.git", STAGE_BASE_DIRECTORY, "" },
	{ "base", "base", "oci-layout://x", STAGE_BASE_UNKNOWN, "" },
	{ "scratch", "scratch", "docker-image://debian", STAGE_BASE_SCRATCH, "" },
	{ "context", "context", "docker-image://debian", STAGE_BASE_IMAGE, "context" },
};

START_TEST(a_named_context_takes_the_place_of_an_image)
{
	const struct base_row *row = &bases[_i];
	struct build_context context = { .name = str_from(row->context),
					 .value = str_from(row->value) };
	struct arena arena = { 0 };
	struct run run;

	run_begin(&run, arena_fmt(&arena, "FROM %s\n", row->from));
	run.request.contexts = &context;
	run.request.ncontexts = 1;
	run_evaluate(&run);
	ck_assert_msg(run.result->target->kind == row->kind, "%s: %d", row->from,
		      (int)run.result->target->kind);
	ck_assert_msg(str_eq(run.result->target->image, str_from(row->image)), "%s: %.*s",
		      row->from, STR_FMT(run.result->target->image));
	run_end(&run);
	arena_free(&arena);
}
END_TEST

static bool find_service(void *self, struct str name, struct stage_source *source)
{
	*source = (struct stage_source){ NULL, str_from(self) };
	return str_eq(name, STR("api"));
}

START_TEST(a_service_that_is_not_built_is_its_image_or_unknown)
{
	static const struct base_row services[] = {
		{ "", "", "service:api", STAGE_BASE_IMAGE, "debian:12" },
		{ "", "", "service:api", STAGE_BASE_UNKNOWN, "" },
		{ "", "", "service:nobody", STAGE_BASE_UNKNOWN, "" },
	};

	for (size_t i = 0; i < sizeof(services) / sizeof(*services); i++) {
		struct build_context context = { .name = STR("base"),
						 .value = str_from(services[i].value) };
		char image[16];
		struct run run;

		snprintf(image, sizeof(image), "%s", services[i].image);
		run_begin(&run, STR("FROM base\n"));
		run.request.contexts = &context;
		run.request.ncontexts = 1;
		run.request.self = image;
		run.request.service = find_service;
		run_evaluate(&run);
		ck_assert_msg(run.result->target->kind == services[i].kind, "%zu: %d", i,
			      (int)run.result->target->kind);
		ck_assert_msg(str_eq(run.result->target->image, str_from(services[i].image)), "%zu",
			      i);
		run_end(&run);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("step");
	TCase *cases = tcase_create("step");

	tcase_add_test(cases, a_relative_workdir_goes_on_from_the_one_before);
	tcase_add_test(cases, a_workdir_of_windows_has_no_drive_but_backslashes);
	tcase_add_loop_test(cases, an_instruction_is_taken_or_refused_as_buildkit_does, 0,
			    (int)(sizeof(faults) / sizeof(*faults)));
	tcase_add_loop_test(cases, a_named_context_takes_the_place_of_an_image, 0,
			    (int)(sizeof(bases) / sizeof(*bases)));
	tcase_add_test(cases, a_service_that_is_not_built_is_its_image_or_unknown);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
