/* SPDX-License-Identifier: MIT */
/*
 * The floor for "make bench": what any program pays that parses these files
 * with libyaml. Runs the event parser over each file and does nothing else.
 */

#include <config.h>

#include <stdbool.h>
#include <stdio.h>
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

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");
		bool done = file && parse(file);

		if (file)
			fclose(file);
		if (!done) {
			fprintf(stderr, "bench-parse: %s: cannot parse\n", argv[i]);
			return 2;
		}
	}
	return 0;
}
