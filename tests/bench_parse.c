/* SPDX-License-Identifier: MIT */
/*
 * The floor for "make bench": what any program pays that parses these files
 * with libyaml. Runs the event parser over each file and does nothing else;
 * of what is not YAML by its name it reads the bytes.
 */

#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

static bool parse(FILE *file)
{
	yaml_parser_t parser;
	yaml_event_t event;
	yaml_event_type_t type;

	if (!yaml_parser_initialize(&parser))
		return false;
	yaml_parser_set_input_file(&parser, file);
	do {
		if (!yaml_parser_parse(&parser, &event)) {
			yaml_parser_delete(&parser);
			return false;
		}
		type = event.type;
		yaml_event_delete(&event);
	} while (type != YAML_STREAM_END_EVENT);
	yaml_parser_delete(&parser);
	return true;
}

static bool is_yaml(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

static bool read_bytes(FILE *file)
{
	static char buffer[65536];

	while (fread(buffer, 1, sizeof(buffer), file))
		;
	return !ferror(file);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");
		bool done = file && (is_yaml(argv[i]) ? parse(file) : read_bytes(file));

		if (file)
			fclose(file);
		if (!done) {
			fprintf(stderr, "bench-parse: %s: cannot read it\n", argv[i]);
			return 2;
		}
	}
	return 0;
}
