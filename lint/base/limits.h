/* SPDX-License-Identifier: MIT */
/*
 * The hard limits that more than one module or the user meets, each with its
 * reason; a bound that only one algorithm knows stands in its file.  Hostile
 * input is ordinary input: a limit ends in one finding or one clear error, never
 * in a crash.  Units stand in the name or in the comment.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
	/* bytes of one Compose file, env file or configuration; a real one is below 1 MiB */
	LIMIT_FILE_BYTES = 16 * 1024 * 1024,
	/* bytes of one Dockerfile */
	LIMIT_DOCKERFILE_BYTES = 4 * 1024 * 1024,
	/* nested collections; libyaml is quadratic in flow depth, and our walks recurse */
	LIMIT_DEPTH = 256,
	/* nodes of one file as written, before aliases are followed; of all files of a run: each
	   takes a quarter of a kilobyte */
	LIMIT_NODES = 1000 * 1000,
	LIMIT_RUN_NODES = 2 * 1000 * 1000,
	/* nodes that aliases of one file add when followed, and those of all files of a run; counted
	   without expanding.  So many bytes of text count as one more: all of them are no more than a
	   file may have.  What a stage makes of each takes up to half a kilobyte */
	LIMIT_ALIAS_NODES = 500 * 1000,
	LIMIT_RUN_ALIAS_NODES = 1000 * 1000,
	LIMIT_ALIAS_BYTES = 4,
	/* files of one chain of include or extends */
	LIMIT_INCLUDE_DEPTH = 64,
	LIMIT_EXTENDS_DEPTH = 256,
	/* ports of one list, ranges written out */
	LIMIT_PORTS = 200000,
	/* nodes that extends copies in one run: a chain multiplies what one file says.  What a stage
	   makes of each takes up to 0.7 KB */
	LIMIT_INHERITED_NODES = 300 * 1000,
	/* entries of lists and mappings that documents of one project are laid over: each document
	   copies what grows by it */
	LIMIT_LAID_ENTRIES = 2 * 1000 * 1000,
	/* address pools of one network in two files: each is compared with each, and with all so far */
	LIMIT_POOLS = 256,
	/* nodes that include brings into one project; includes of one project */
	LIMIT_BROUGHT_NODES = 4 * 1000 * 1000,
	LIMIT_INCLUDES = 4096,
	/* mounts of one project that stand in its own files: an anchor multiplies what it says */
	LIMIT_MOUNTS = 50 * 1000,
	/* mounts that are taken over from elsewhere in one project, counted for each that takes them;
	   steps of one chain of taking, which our walk recurses along */
	LIMIT_BROUGHT_MOUNTS = 100 * 1000,
	LIMIT_BROUGHT_DEPTH = 256,
	/* networks that all of one project are on, counted again for each that shares them */
	LIMIT_NETWORKS = 200 * 1000,
	/* pairs of an agent and another one that rules compare, of their networks and of their mounts;
	   two by themselves count for eight, two of their mounts for two.  The same of a contract and
	   all the others: of these two by themselves count for 128 */
	LIMIT_PAIRS = 50 * 1000 * 1000,
	/* paths that a project itself reads, counted for each mount that holds them */
	LIMIT_OWN_SIGHTS = 500 * 1000,
	/* lines of env files, counted again for each owner; each takes up to 0.6 KB */
	LIMIT_ENV_LINES = 400 * 1000,
	/* files of one project; bytes of the files that projects of one run are made of */
	LIMIT_PROJECT_FILES = 4096,
	LIMIT_RUN_BYTES = 256 * 1024 * 1024,
	/* nested ${...} in one reference */
	LIMIT_TEMPLATE_DEPTH = 64,
	/* bytes one scalar may grow to by interpolation */
	LIMIT_VALUE_BYTES = 1024 * 1024,
	/* bytes that interpolation makes in one run */
	LIMIT_EXPANDED_BYTES = 32 * 1024 * 1024,
	/* threads of one run: each has memory of its own.  Limits of a run are asked by each while it
	   loads a project, and added up when it is done: so many times LIMIT_RUN_NODES and
	   LIMIT_RUN_BYTES may be held before all is loaded again by one */
	LIMIT_JOBS = 64,
	/* entries of the boundary sheets of one run: each names every neighbour of whom it is of */
	LIMIT_SHEET_ENTRIES = 1000 * 1000,
	/* findings of one run; the rest is counted and said */
	LIMIT_FINDINGS = 10000,
	/* notices of one run; the rest is counted and said */
	LIMIT_NOTICES = 1000,
	/* bytes of long lines that excerpts of one run may show, and from how many on a line is one:
	   each finding on a line of a megabyte would walk all of it */
	LIMIT_EXCERPT_BYTES = 4 * 1024 * 1024,
	LIMIT_SHORT_LINE_BYTES = 1024,
	/* bytes of lines that go on in each other and are searched for credentials together, for
	   the excerpts of one run: each line of a long list would have all around it searched */
	LIMIT_JOINED_BYTES = 8 * 1024 * 1024,
	/* related places of one kind that a finding names, and variables that one value remembers:
	   nobody reads more */
	LIMIT_RELATED = 100,
	/* instructions and stages of one Dockerfile */
	LIMIT_INSTRUCTIONS = 1000,
	LIMIT_STAGES = 200,
	/* instructions of the Dockerfiles of one project, counted again for each other way to build
	   them */
	LIMIT_EVALUATED = 20 * 1000,
	/* words, pairs and heredocs of one Dockerfile: each stage keeps what its parent set */
	LIMIT_DOCKERFILE_WORDS = 10000,
	/* bytes of one line of a Dockerfile; BuildKit refuses longer ones */
	LIMIT_DOCKERFILE_LINE_BYTES = 65535,
	/* patterns of one ignore file */
	LIMIT_PATTERNS = 10000,
	/* steps of comparing entries of the build contexts of one project with them: a pattern that fails
	   at its first bytes is one, else each place of the path that each of its parts is tried at,
	   counted again for each byte of a class */
	LIMIT_PATTERN_STEPS = 200 * 1000 * 1000,
	/* folders below each other in one that is searched for projects: the way to the innermost
	   one is looked up from the top for each */
	LIMIT_FOLDER_DEPTH = 128,
	/* what is listed of one build context: directories below each other, and entries */
	LIMIT_CONTEXT_DEPTH = 64,
	LIMIT_CONTEXT_ENTRIES = 20000,
	/* entries of the build contexts of one project, counted again for each build */
	LIMIT_PROJECT_ENTRIES = 200 * 1000,
	/* bytes of a file of the context whose beginning tells what it is */
	LIMIT_CONTEXT_FILE_BYTES = 64 * 1024,
	/* bytes of such files that one project keeps */
	LIMIT_CONTEXT_BYTES = 16 * 1024 * 1024,
	/* bytes of one value that are searched for credentials */
	LIMIT_SCAN_BYTES = 64 * 1024,
	/* bytes of one name before it is matched against the credential patterns */
	LIMIT_NAME_BYTES = 256,
	/* steps of one regular-expression match (pcre2_set_match_limit) */
	LIMIT_MATCH_STEPS = 100000,
	/* columns of a value quoted in a message */
	LIMIT_QUOTE_COLUMNS = 200
};

#endif
