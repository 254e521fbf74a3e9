#!/bin/sh
# SPDX-License-Identifier: MIT
# Who may include whom, and which words and headers stay outside.
. "${0%/*}/tap.sh"
cd "$srcdir" || exit 1

# Prints "TEST FILE:LINE: complaint", TEST being the word a verdict below asks for.
find lint rules -name '*.[ch]' | sort >"$scratch/files"
[ -s "$scratch/files" ] || skip_all 'no sources'
# shellcheck disable=SC2046 # names in the tree have no blanks
awk '
BEGIN {
	rank["base"] = 1; rank["read"] = 2; rank["image"] = 3; rank["model"] = 4; rank["fact"] = 5
	rank["engine"] = 6; rank["report"] = 7
	owner["yaml.h"] = "^lint/read/yaml\\.c$"
	owner["pcre2.h"] = "^lint/base/regex\\.c$"
	owner["jansson.h"] = "^lint/report/"
	n = split("strlen strcpy strcat strtok atoi sprintf", list, " ")
	for (i = 1; i <= n; i++) banned[list[i]] = 1
	# where C strings come in
	allowed["strlen"] = "^lint/base/(str|format)\\.c$"
	n = split("stdio.h unistd.h yaml.h jansson.h pcre2.h", list, " ")
	for (i = 1; i <= n; i++) impure[list[i]] = 1
	for (i = 1; i < ARGC; i++) here[ARGV[i]] = 1
}
function complain(test, text) { print test, FILENAME ":" FNR ": " text }

# The line without comments, strings and character constants.
function code(line,   out, c) {
	out = ""
	while (line != "") {
		if (incomment) {
			c = index(line, "*/")
			if (!c) return out
			line = substr(line, c + 2); incomment = 0
		} else if (substr(line, 1, 2) == "/*") {
			incomment = 1; line = substr(line, 3)
		} else if (substr(line, 1, 2) == "//") {
			return out
		} else if (match(line, /^"([^"\\]|\\.)*"/) || match(line, /^\047([^\047\\]|\\.)*\047/)) {
			out = out "\"\""; line = substr(line, RLENGTH + 1)
		} else {
			out = out substr(line, 1, 1); line = substr(line, 2)
		}
	}
	return out
}

FNR == 1 {
	incomment = 0; includes = 0
	split(FILENAME, part, "/")
	room = part[1] == "rules" ? "rules" : (part[2] in rank ? part[2] : "top")
}

room == "base" && /service/ { complain("compose", "a word of Compose in base/: " $0) }

/^[ \t]*#[ \t]*include/ {
	name = $0
	sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
	quoted = substr(name, 1, 1) == "\""
	name = substr(name, 2)
	sub(/[">].*/, "", name)

	if (++includes == 1 && FILENAME ~ /\.c$/ && name != "config.h")
		complain("config", "config.h comes first")
	if (name == "config.h") {
		# A quoted name is first looked for beside the file.
		if (quoted && (part[1] "/" part[2] "/config.h") in here)
			complain("config", "write <config.h>: there is another one beside this file")
		next
	}
	if (name in owner && FILENAME !~ owner[name])
		complain("library", "<" name "> does not belong here")
	if (room == "rules" && name in impure)
		complain("pure", "<" name "> in a rule")
	if (!quoted) next

	split(name, to, "/")
	if (room == "rules") {
		if (name !~ /^engine\/rule\.h$|^(fact|model|image|base)\/[a-z0-9_]+\.h$/ &&
		    !(FILENAME ~ /^rules\/registry\./ && name ~ /^(rules|engine)\//))
			complain("rule", "a rule may not include \"" name "\"")
	} else if (to[1] == "rules") {
		if (FILENAME != "lint/main.c")
			complain("room", "only main.c knows the rules")
	} else if (to[1] in rank) {
		if (room != "top" && rank[to[1]] > rank[room])
			complain("room", room "/ may not include \"" name "\"")
	} else if (room != "top") {
		complain("room", "\"" name "\" names no room before this one")
	}
	next
}

{
	words = code($0)
	gsub(/[^A-Za-z0-9_]+/, " ", words)
	n = split(words, list, " ")
	for (i = 1; i <= n; i++)
		if (list[i] in banned && !(list[i] in allowed && FILENAME ~ allowed[list[i]]))
			complain("banned", list[i])
}
' $(cat "$scratch/files") >"$scratch/all" || exit 1

verdict() {
	sed -n "s/^$1 //p" "$scratch/all" >"$scratch/some"
	wants_empty "$2" "$scratch/some"
}
verdict room 'a room includes only itself and the rooms before it'
verdict rule 'a rule includes only engine/rule.h, facts, the model, images and base/'
verdict pure 'a rule knows no files, streams or libraries'
verdict library 'a library is known in one place'
verdict compose 'base/ knows no word of Compose'
verdict banned 'words of C strings are banned'
verdict config 'every source includes config.h first'
finish
