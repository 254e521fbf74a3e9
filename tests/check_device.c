/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <check.h>

#include "fact/device.h"
#include "tests/suite.h"
#include "tests/support.h"

static const struct test_options loaded = { TEST_SANDBOX };

static const struct device_list *devices_of(struct test_run *run, const char *lines)
{
	struct arena arena = { 0 };
	struct str text = arena_fmt(&arena, "services:\n  a:\n    image: b:1\n%s\n", lines);

	test_lint(run, text, &loaded);
	arena_free(&arena);
	return test_service(run, "a")->devices;
}

static const struct path_row {
	const char *path, *class; /* NULL: of no class */
} path_rows[] = {
	{ "/dev/sda", "a disk" },
	{ "/dev/sdb2", "a disk" },
	{ "/dev//./sda/", "a disk" },
	{ "/dev/../dev/sda", "a disk" },
	{ "/dev/hda1", "a disk" },
	{ "/dev/hdmi_cec", NULL },
	{ "/dev/vda", "a disk" },
	{ "/dev/xvdf", "a disk" },
	{ "/dev/nvme0n1p1", "a disk" },
	{ "/dev/mmcblk0", "a disk" },
	{ "/dev/md0", "a disk" },
	{ "/dev/md/root", "a disk" },
	{ "/dev/dm-0", "a disk" },
	{ "/dev/mapper/vg-root", "a disk" },
	{ "/dev/mapper", "a disk" },
	{ "/dev/disk/by-id/x", "a disk" },
	{ "/dev/loop0", "a disk" },
	{ "/dev/loop-control", "a disk" },
	{ "/dev/zd16", "a disk" },
	{ "/dev/zfs", "a disk" },
	{ "/dev/rbd0", "a disk" },
	{ "/dev/nbd0", "a disk" },
	{ "/dev/bsg/0", "a disk" },
	{ "/dev/sg0", "a disk" },
	{ "/dev/sgx_enclave", NULL },
	{ "/dev/sgx/enclave", NULL },
	{ "/dev/mem", "memory" },
	{ "/dev/memory_bandwidth", NULL },
	{ "/dev/port", "memory" },
	{ "/proc/kcore", "memory" },
	{ "/dev/kmsg", "the kernel's log" },
	{ "/dev/vfio/12", "hardware without a driver" },
	{ "/dev/uio0", "hardware without a driver" },
	{ "/dev/mei0", "the security chip" },
	{ "/dev/tpm0", "the security chip" },
	{ "/dev/tpmrm0", "the security chip" },
	{ "/dev/input/event3", "keyboards and mice" },
	{ "/dev/hidraw0", "keyboards and mice" },
	{ "/dev/uinput", "keyboards and mice" },
	{ "/dev/bus/usb/001/002", "the USB bus" },
	{ "/dev/bus/usb", "the USB bus" },
	{ "/dev/ttyS0", "a console of the host" },
	{ "/dev/ttyS1", NULL },
	{ "/dev/console", "a console of the host" },
	{ "/dev", "all devices" },
	{ "/dev/", "all devices" },
	{ "/proc/1/root/dev/sda", "a disk" },
	{ "/run/host/dev/mem", "memory" },
	{ "/dev/kvm", NULL },
	{ "/dev/fuse", NULL },
	{ "/dev/net/tun", NULL },
	{ "/dev/dri", NULL },
	{ "/dev/ttyUSB0", NULL },
	{ "/dev/video0", NULL },
	{ "nvidia.com/gpu=all", NULL },
	{ "/srv/dev/sda", NULL },
};

START_TEST(a_path_below_dev_has_a_class)
{
	const struct path_row *row = &path_rows[_i];
	struct arena arena = { 0 };
	struct test_run run;
	const struct device_list *list = devices_of(
		&run,
		arena_cstr(&arena, arena_fmt(&arena, "    devices: [\"%s:/dev/x:r\"]", row->path)));

	ck_assert_msg(list->count == 1 && list->all[0].way == DEVICE_LISTED, "%s", row->path);
	ck_assert_msg((list->all[0].class != NULL) == (row->class != NULL), "%s", row->path);
	if (row->class)
		ck_assert_str_eq(list->all[0].class->name, row->class);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

static const struct rule_row {
	const char *rule;
	bool opens;
} rule_rows[] = {
	{ "a *:* rwm", true }, { "a", true },          { "a 7:* r", true },
	{ "b *:* r", true },   { "c *:1 rwm", true },  { "c  *:* m", true },
	{ "c 1:3 mr", false }, { "b 8:* rwm", false }, { "c 188:* rmw", false },
};

START_TEST(a_rule_for_every_major_number_opens_a_kind_of_devices)
{
	const struct rule_row *row = &rule_rows[_i];
	struct arena arena = { 0 };
	struct test_run run;
	const struct device_list *list = devices_of(
		&run, arena_cstr(&arena, arena_fmt(&arena, "    device_cgroup_rules: [\"%s\"]",
						   row->rule)));

	ck_assert_msg(list->count == 1 && list->all[0].way == DEVICE_ALLOWED, "%s", row->rule);
	ck_assert_msg((list->all[0].class != NULL) == row->opens, "%s", row->rule);
	test_end(&run);
	arena_free(&arena);
}
END_TEST

static const struct way_row {
	const char *name, *lines;
	int way; /* -1: none */
} way_rows[] = {
	{ "all GPUs", "    gpus: all", DEVICE_GPUS },
	{ "a list of GPUs", "    gpus: [{driver: nvidia, count: 1}]", DEVICE_GPUS },
	{ "no GPUs", "    gpus: []", -1 },
	{ "reserved", "    deploy: {resources: {reservations: {devices: [{capabilities: [gpu]}]}}}",
	  DEVICE_RESERVED },
	{ "the runtime", "    runtime: nvidia", DEVICE_RUNTIME },
	{ "another runtime", "    runtime: runsc", -1 },
	{ "the variable", "    environment: [NVIDIA_VISIBLE_DEVICES=0]", DEVICE_VARIABLE },
	{ "nothing asked for", "    environment: [NVIDIA_VISIBLE_DEVICES=]", -1 },
	{ "none asked for", "    environment: [NVIDIA_VISIBLE_DEVICES=none]", -1 },
	{ "what nobody knows", "    environment: [\"NVIDIA_VISIBLE_DEVICES=${X}\"]", -1 },
	{ "a bare name", "    environment: [NVIDIA_VISIBLE_DEVICES]", -1 },
	{ "a device nobody knows", "    devices: [\"${X}:/dev/x\"]", -1 },
};

START_TEST(there_are_other_ways_to_a_device)
{
	const struct way_row *row = &way_rows[_i];
	struct test_run run;
	const struct device_list *list = devices_of(&run, row->lines);

	ck_assert_msg(list->count == (row->way >= 0), "%s", row->name);
	if (list->count)
		ck_assert_msg((int)list->all[0].way == row->way && !list->all[0].class, "%s",
			      row->name);
	test_end(&run);
}
END_TEST

#define ROWS(rows) ((int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("device");
	TCase *cases = tcase_create("devices");

	suite_add_tcase(suite, cases);
	tcase_add_loop_test(cases, a_path_below_dev_has_a_class, 0, ROWS(path_rows));
	tcase_add_loop_test(cases, a_rule_for_every_major_number_opens_a_kind_of_devices, 0,
			    ROWS(rule_rows));
	tcase_add_loop_test(cases, there_are_other_ways_to_a_device, 0, ROWS(way_rows));
	return run_suite(suite);
}
