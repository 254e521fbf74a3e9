# SPDX-License-Identifier: MIT
# Writes the completions of one shell from the program's own tables:
#
#     awk -f generate.awk -v shell=bash|zsh|fish \
#         options.c options.list formats.list rule.c rules.list
#
# options.c says which commands a set such as ON_MODEL stands for, options.list
# has commands, options and their values, formats.list the formats of reports,
# rule.c the groups, rules.list the rules.
# Made by "make"; nothing of it is kept beside the tables.

# A row's fields, without quotes, to field[1..n].
function split_row(text, n, i, c, quoted) {
	n = 1
	field[1] = ""
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == "\"")
			quoted = !quoted
		else if (c == "\\" && quoted)
			field[n] = field[n] substr(text, ++i, 1)
		else if (c == "," && !quoted)
			field[++n] = ""
		else if (c != " " || quoted)
			field[n] = field[n] c
	}
	return n
}

# "ON_LINT | ON_BOUNDARY" to " lint boundary".
function commands_of(set, names, n, i, all) {
	n = split(set, names, /[ |]+/)
	for (i = 1; i <= n; i++)
		all = all (names[i] in on ? on[names[i]] : " " tolower(substr(names[i], 4)))
	return all
}

function add_word(list, word) {
	return list == "" ? word : list " " word
}

/^\tON_[A-Z]+ = [0-9]+,/ { next }
/^\tON_[A-Z]+ = / {
	name = $1
	sub(/^[^=]*= /, "")
	sub(/,.*/, "")
	on[name] = commands_of($0)
}

/^(COMMAND|OPTION|VALUES)\(/ {
	kind = substr($0, 1, index($0, "(") - 1)
	row = substr($0, index($0, "(") + 1)
	sub(/\)$/, "", row)
	split_row(row)
}
kind == "COMMAND" {
	word[++ncommands] = field[2]
	operand[field[2]] = field[4]
	about[field[2]] = field[5]
	kind = ""
}
kind == "OPTION" {
	option = ++noptions
	letter[option] = field[2] == "0" ? "" : substr(field[2], 2, 1)
	long[option] = field[3] == "NULL" ? "" : field[3]
	argument[option] = field[4] == "NULL" ? "" : field[4]
	takes[option] = commands_of(field[5])
	help[option] = field[6]
	kind = ""
}
kind == "VALUES" {
	n = split(commands_of(field[2]), set, " ")
	for (i = 1; i <= n; i++)
		values[option, set[i]] = field[3]
	kind = ""
}

/^FORMAT\(/ {
	split($0, part, "\"")
	formats = add_word(formats, part[2])
}
/\[GROUP_[A-Z]+\] = STR_INIT\("/ {
	split($0, part, "\"")
	groups = add_word(groups, part[2])
}
/^RULE\(/ {
	name = substr($1, 6)
	sub(/\).*/, "", name)
	gsub(/_/, "-", name)
	rules = add_word(rules, name)
}

END {
	word[0] = "lint"
	operand["lint"] = "PATH"
	for (option = 1; option <= noptions; option++)
		if (long[option] == "format")
			values[option, "lint"] = formats
	if (!noptions || !ncommands || formats == "" || rules == "" || groups == "") {
		print "generate.awk: a table is empty" >"/dev/stderr"
		exit 1
	}
	if (shell == "bash")
		bash()
	else if (shell == "zsh")
		zsh()
	else if (shell == "fish")
		fish()
	else
		exit 2
}

function in_command(i, command) {
	return index(takes[i] " ", " " command " ") > 0
}

function spelling(i, between) {
	return (letter[i] == "" ? "" : "-" letter[i]) \
		(letter[i] != "" && long[i] != "" ? between : "") \
		(long[i] == "" ? "" : "--" long[i])
}

function subcommands(between, i, all) {
	for (i = 1; i <= ncommands; i++)
		all = all (i > 1 ? between : "") word[i]
	return all
}

# ------------------------------------------------------------------------ bash

function bash(i, k, command, all) {
	print "# bash completion for compose-lint: generated, see generate.awk in its sources"
	print ""
	print "_compose_lint()"
	print "{"
	print "\tlocal line=${COMP_LINE:0:COMP_POINT} word before='' command=lint words='' space=' '"
	print "\tlocal rules='" rules "'"
	print "\tlocal groups='" groups "'"
	print ""
	print "\tCOMPREPLY=()"
	print "\tword=${line##*[[:space:]]}"
	print "\tif ((COMP_CWORD > 1)); then"
	print "\t\tcase ${COMP_WORDS[1]} in"
	print "\t\t" subcommands(" | ") ") command=${COMP_WORDS[1]} ;;"
	print "\t\tesac"
	print "\tfi"
	print "\t# What a value belongs to; \"prefix\" is what of the word stands before it."
	print "\tlocal value=$word prefix=''"
	print "\tcase $word in"
	print "\t--*=*)"
	print "\t\tbefore=${word%%=*}"
	print "\t\tvalue=${word#*=}"
	print "\t\tprefix=$before="
	print "\t\t;;"
	print "\t*)"
	print "\t\tline=${line%\"$word\"}"
	print "\t\tline=${line%\"${line##*[![:space:]]}\"}"
	print "\t\tbefore=${line##*[[:space:]]}"
	print "\t\t;;"
	print "\tesac"
	print "\tcase $command:$before in"
	for (k = 0; k <= ncommands; k++) {
		command = word[k]
		for (i = 1; i <= noptions; i++) {
			if (argument[i] == "" || !in_command(i, command))
				continue
			printf "\t%s:%s)", command, spelling(i, " | " command ":")
			if (argument[i] ~ /^RULE,/) {
				print ""
				print "\t\tprefix+=${value%\"${value##*,}\"}"
				print "\t\tvalue=${value##*,}"
				print "\t\twords=\"$rules $groups\""
				print "\t\tspace=''"
				print "\t\t;;"
			} else if (argument[i] ~ /^RULE=/) {
				print ""
				print "\t\tcase $value in"
				print "\t\t*=*)"
				print "\t\t\tprefix+=${value%%=*}="
				print "\t\t\tvalue=${value#*=}"
				print "\t\t\twords='" values[i, command] "'"
				print "\t\t\t;;"
				print "\t\t*)"
				print "\t\t\twords=\"${rules// /= }= ${groups// /= }=\""
				print "\t\t\tspace=''"
				print "\t\t\t;;"
				print "\t\tesac"
				print "\t\t;;"
			} else if ((i, command) in values)
				print " words='" values[i, command] "' ;;"
			else
				print " return ;;"
		}
	}
	print "\t*)"
	print "\t\tcase $command:$word in"
	for (k = 0; k <= ncommands; k++) {
		all = ""
		for (i = 1; i <= noptions; i++)
			if (in_command(i, word[k]))
				all = add_word(all, spelling(i, " "))
		print "\t\t" word[k] ":-*) words='" all "' ;;"
	}
	for (k = 1; k <= ncommands; k++)
		if (operand[word[k]] == "RULE")
			print "\t\t" word[k] ":*) words=$rules ;;"
	print "\t\tlint:*) ((COMP_CWORD > 1)) || words='" subcommands(" ") "' ;;"
	print "\t\tesac"
	print "\t\t;;"
	print "\tesac"
	print "\t# shellcheck disable=SC2207 # words, none with a blank"
	print "\tCOMPREPLY=($(compgen -W \"$words\" -P \"$prefix\" -- \"$value\"))"
	print "\t[ -n \"$space\" ] || compopt -o nospace 2>/dev/null"
	print "\t# Where = divides words, only what follows the last one is replaced."
	print "\tcase $COMP_WORDBREAKS:$prefix in"
	print "\t*=*:*=*) COMPREPLY=(\"${COMPREPLY[@]#\"${prefix%=*}=\"}\") ;;"
	print "\tesac"
	print "}"
	print "complete -o bashdefault -o default -F _compose_lint compose-lint"
}

# ------------------------------------------------------------------------- zsh

function zsh_text(text) {
	gsub(/\[|\]|:|\\/, "\\\\&", text)
	gsub(/'/, "'\\''", text)
	return text
}

function zsh_action(i, command) {
	if (argument[i] ~ /^RULE,/)
		return "_sequence _compose_lint_chosen"
	if (argument[i] ~ /^RULE=/)
		return "_compose_lint_level"
	if ((i, command) in values)
		return "(" values[i, command] ")"
	if (argument[i] ~ /DIR/)
		return "_files -/"
	return argument[i] ~ /FILE|PATH/ ? "_files" : " "
}

function zsh_option(i, command, many, tail) {
	many = help[i] ~ /repeatable|merge order/ || argument[i] ~ /RULE/ ? "*" : ""
	tail = "[" zsh_text(help[i]) "]"
	if (argument[i] != "")
		tail = tail ":" zsh_text(argument[i]) ":" zsh_action(i, command)
	tail = tail "'"
	if (letter[i] == "")
		return "'" many "--" long[i] (argument[i] == "" ? "" : "=") tail
	if (long[i] == "")
		return "'" many "-" letter[i] (argument[i] == "" ? "" : "+") tail
	return (many ? "'*'" : "'(-" letter[i] " --" long[i] ")'") "{-" letter[i] (argument[i] == "" ? "" : "+") \
		",--" long[i] (argument[i] == "" ? "" : "=") "}'" tail
}

function zsh(i, k) {
	print "#compdef compose-lint"
	print "# zsh completion for compose-lint: generated, see generate.awk in its sources"
	print ""
	print "_compose_lint_rules() {"
	print "\tcompadd \"$@\" -- " rules
	print "}"
	print ""
	print "_compose_lint_chosen() {"
	print "\tcompadd \"$@\" -- " rules " " groups
	print "}"
	print ""
	for (i = 1; i <= noptions; i++)
		if (argument[i] ~ /^RULE=/)
			k = values[i, "lint"]
	print "_compose_lint_level() {"
	print "\tif compset -P '*='; then"
	print "\t\tcompadd \"$@\" -- " k
	print "\telse"
	print "\t\t_compose_lint_chosen -S = -q \"$@\""
	print "\tfi"
	print "}"
	print ""
	print "_compose_lint_first() {"
	print "\tlocal -a commands=("
	for (k = 1; k <= ncommands; k++)
		print "\t\t'" word[k] ":" zsh_text(about[word[k]]) "'"
	print "\t)"
	print "\t((CURRENT > 2)) || _describe -t commands command commands"
	print "\t_files"
	print "}"
	print ""
	print "_compose_lint() {"
	print "\tlocal command=lint"
	print "\tif ((CURRENT > 2)); then"
	print "\t\tcase $words[2] in"
	print "\t\t(" subcommands("|") ")"
	print "\t\t\tcommand=$words[2]"
	print "\t\t\tshift words"
	print "\t\t\t((CURRENT--))"
	print "\t\t\t;;"
	print "\t\tesac"
	print "\tfi"
	print "\tcase $command in"
	for (k = 0; k <= ncommands; k++) {
		print "\t(" word[k] ")"
		print "\t\t_arguments -s -S \\"
		for (i = 1; i <= noptions; i++)
			if (in_command(i, word[k]))
				print "\t\t\t" zsh_option(i, word[k]) " \\"
		if (word[k] == "lint")
			print "\t\t\t'*:path:_compose_lint_first'"
		else if (operand[word[k]] == "RULE")
			print "\t\t\t'1:rule:_compose_lint_rules'"
		else if (operand[word[k]] == "PATH")
			print "\t\t\t'*:path:_files'"
		else
			print "\t\t\t"
		print "\t\t;;"
	}
	print "\tesac"
	print "}"
	print ""
	print "_compose_lint \"$@\""
}

# ------------------------------------------------------------------------ fish

function fish_text(text) {
	gsub(/\\|'/, "\\\\&", text)
	return "'" text "'"
}

# The commands that give this option the same words, as one condition each.
function fish_option(i, k, line, given, seen, n, command, words) {
	line = "complete -c compose-lint" (letter[i] == "" ? "" : " -s " letter[i]) \
		(long[i] == "" ? "" : " -l " long[i]) " -d " fish_text(help[i])
	if (argument[i] == "") {
		print line " -n '__compose_lint_on" takes[i] "'"
		return
	}
	for (k = 0; k <= ncommands; k++) {
		command = word[k]
		if (!in_command(i, command))
			continue
		if (argument[i] ~ /^RULE,/)
			words = " -x -a '(__fish_complete_list , __compose_lint_chosen)'"
		else if (argument[i] ~ /^RULE=/)
			words = " -x -a '(__compose_lint_level " values[i, command] ")'"
		else if ((i, command) in values)
			words = " -x -a " fish_text(values[i, command])
		else if (argument[i] ~ /DIR/)
			words = " -x -a '(__fish_complete_directories)'"
		else
			words = argument[i] ~ /FILE|PATH/ ? " -r -F" : " -x"
		if (!(words in given))
			seen[++n] = words
		given[words] = given[words] " " command
	}
	for (k = 1; k <= n; k++)
		print line " -n '__compose_lint_on" given[seen[k]] "'" seen[k]
}

function fish(i, k) {
	print "# fish completion for compose-lint: generated, see generate.awk in its sources"
	print ""
	print "function __compose_lint_first"
	print "\ttest (count (commandline -opc)) -eq 1"
	print "end"
	print ""
	print "function __compose_lint_on"
	print "\tset -l words (commandline -opc)"
	print "\tset -l command lint"
	print "\tif contains -- \"$words[2]\" " subcommands(" ")
	print "\t\tset command $words[2]"
	print "\tend"
	print "\tcontains -- $command $argv"
	print "end"
	print ""
	print "function __compose_lint_rules"
	print "\tprintf '%s\\n' " rules
	print "end"
	print ""
	print "function __compose_lint_chosen"
	print "\t__compose_lint_rules"
	print "\tprintf '%s\\n' " groups
	print "end"
	print ""
	print "# RULE=LEVEL, for these levels; an option's name and = may stand before it."
	print "function __compose_lint_level"
	print "\tset -l rule (string match -r '^(?:--[^=]*=)?([a-z-]+)=' -- (commandline -ct))[2]"
	print "\tif test -n \"$rule\"; and contains -- $rule (__compose_lint_chosen)"
	print "\t\tprintf '%s\\n' $rule=$argv"
	print "\telse"
	print "\t\tprintf '%s=\\n' (__compose_lint_chosen)"
	print "\tend"
	print "end"
	print ""
	for (k = 1; k <= ncommands; k++)
		print "complete -c compose-lint -n __compose_lint_first -a " word[k] " -d " fish_text(about[word[k]])
	for (k = 1; k <= ncommands; k++) {
		if (operand[word[k]] == "RULE")
			print "complete -c compose-lint -n '__compose_lint_on " word[k] "' -f -a '(__compose_lint_rules)'"
		else if (operand[word[k]] == "NULL")
			print "complete -c compose-lint -n '__compose_lint_on " word[k] "' -f"
	}
	for (i = 1; i <= noptions; i++)
		fish_option(i)
}
