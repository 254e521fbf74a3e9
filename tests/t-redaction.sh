#!/bin/sh
# SPDX-License-Identifier: MIT
# No secret leaves the program: one is planted at every place of redaction.places, every output
# is made of each, and no byte of them may hold it, or its base64, hexadecimal or percent-encoded
# form, or a hash of it. With another secret of the same form every output is the same, which
# proves it for encodings and hashes that nobody thought of, and for fingerprints.
#
#     tests/t-redaction.sh [PATTERN]
#
# PATTERN is a shell pattern for the name of a place, for example '*Dockerfile*'. With KEEP set
# the outputs that hold a secret are left below the current directory.
. "${0%/*}/tap.sh"

: "${COMPOSE_LINT:=$PWD/compose-lint}"
places=$srcdir/tests/redaction.places
pattern=${1:-*}

# ---- what is printed of a place: a new format is one more line ----
#
# What a run writes into files named made.* belongs to its output.

outputs() {
	cat <<'EOF'
--format text
--format text --preset strict
--format gcc
--format gcc --preset baseline
--format json
--format json --preset strict
--format sarif --preset strict
--format github
--format gitlab
--format junit --preset strict
-q
--write-baseline made.baseline
--baseline made.baseline --show-suppressed --format gcc=made.gcc --format json=made.json --format sarif=made.sarif --format github=made.github --format junit=made.junit --format text
--baseline made.baseline --prune-baseline
boundary
boundary --format json
boundary --write-contract
config
config --format json
config --format tree
config --provenance
config --provenance --format json
config services
config services.agent
-v --resolve-links --git --jobs 2 --no-inline-ignores
--list-files
explain credential-env
--help
EOF
}

# ---- secrets, which no file may hold, and their forms ----

# Neither it nor the other one made of it has a vowel or a "p": no half of it can be a name like
# "dbPw", which a rule reports of one and not of the other.
random() { # COUNT
	dd if=/dev/urandom bs=1024 count=8 2>/dev/null | tr -dc 'BCFGJ-MQRSV-Ybcfgj-mqrsv-y0-9' | cut -c "1-$1"
}

# The forms of a text, one a line: as it is and its halves; the groups of base64 in each of three
# positions; hexadecimal; percent-encoded; escaped as JSON may be, and as we show bytes.
encoded() {
	printf '%s' "$1" | od -An -v -tu1 | awk -v text="$1" '
	function base64(from,    i, out, n) {
		for (i = from; i + 2 <= count; i += 3) {
			n = byte[i] * 65536 + byte[i + 1] * 256 + byte[i + 2]
			out = out substr(set, int(n / 262144) + 1, 1) \
				substr(set, int(n / 4096) % 64 + 1, 1) \
				substr(set, int(n / 64) % 64 + 1, 1) substr(set, n % 64 + 1, 1)
		}
		return out
	}
	BEGIN { set = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" }
	{ for (i = 1; i <= NF; i++) byte[++count] = $i }
	END {
		print text
		print substr(text, 1, count / 2)
		print substr(text, count / 2 + 1)
		for (i = 1; i <= 3; i++) print base64(i)
		for (i = 1; i <= count; i++) {
			hex = hex sprintf("%02x", byte[i])
			percent = percent sprintf("%%%02x", byte[i])
			escaped = escaped sprintf("\\u%04x", byte[i])
			shown = shown sprintf("\\x%02x", byte[i])
		}
		print hex
		print percent
		print escaped
		print shown
	}'
}

hashed() {
	for tool in md5sum sha1sum sha256sum sha512sum cksum; do
		command -v "$tool" >/dev/null && printf '%s' "$1" | "$tool" | cut -d ' ' -f 1
	done
}

# The public part of a token, its prefix, may be said.
forms() { # RANDOM-PART WHOLE
	encoded "$1"
	hashed "$1"
	hashed "$2"
}

# ---- a place: its files in the current directory ----

plant() { # NAME TOKEN PLAIN
	awk -v name="$1" -v token="$2" -v plain="$3" '
	/^=== / { here = substr($0, 5) == name; next }
	here && /^--- / {
		file = substr($0, 5)
		gsub(/@TOKEN@/, token, file)
		folder = file
		if (sub(/\/[^\/]*$/, "", folder))
			system("mkdir -p " folder)
		next
	}
	here && file != "" {
		gsub(/@TOKEN@/, token)
		gsub(/@HEAD@/, substr(token, 1, 22))
		gsub(/@TAIL@/, substr(token, 23))
		gsub(/@NUL@/, "\001")
		gsub(/@PLAIN@/, plain)
		print >file
	}' "$places"
	[ ! -f environ ] || { tr '\001' '\000' <environ >nul && mv nul environ; }
}

# All outputs of a place, one folder each for the two secrets.
look() { # NAME FOLDER TOKEN PLAIN
	rm -rf "$scratch/work"
	mkdir -p "$scratch/work/project" "$2"
	cd "$scratch/work/project" || exit 1
	plant "$1" "$3" "$4"
	number=0
	outputs | while read -r words; do
		number=$((number + 1))
		# more of each than there is, so that something can be pruned
		case $words in
		*--prune-baseline*)
			[ ! -f made.baseline ] || {
				sed 's/"count": 1/"count": 2/' made.baseline >raised && mv raised made.baseline
			}
			;;
		esac
		# shellcheck disable=SC2086 # words, on purpose
		"$COMPOSE_LINT" $words >"$2/$number" 2>&1 </dev/null
		echo "exit: $?" >>"$2/$number"
		case $words in
		*made.*) cat made.* >>"$2/$number" 2>/dev/null ;;
		esac
	done
	grep -q -e "$3" -e "${3#??????????????????????}" -e "$4" -r . || echo 'nothing is planted' >"$2/empty"
	cd "$scratch" || exit 1
}

# An output that was not made is no proof.
complain() { # NAME FOLDER FORMS
	[ ! -f "$2/empty" ] || echo 'the place holds no secret'
	number=0
	outputs | while read -r words; do
		number=$((number + 1))
		[ -s "$2/$number" ] || echo "$words: nothing was printed"
		grep -q '^exit: [012]$' "$2/$number" || echo "$words: the program was killed"
		if grep -Fi -f "$3" "$2/$number" >"$scratch/hits"; then
			echo "$words:"
			sed 's/^/    /' "$scratch/hits"
			[ -z "${KEEP-}" ] || cp "$2/$number" "$OLDPWD/leak.$number"
		fi
	done
}

# The other secret has a digit where the first has one, so that no rule sees another form.
other() {
	printf '%s' "$1" | tr 'A-Za-z0-9' 'B-ZAb-za1-90'
}

first=$(random 36) first_plain=Pq$(random 17)z
second=$(other "$first") second_plain=$(other "$first_plain")
first_token=ghp_$first second_token=ghp_$second
{
	forms "$first" "$first_token"
	forms "$first_plain" "$first_plain"
} >"$scratch/forms"

# ---- the test can fail ----

look 'a variable' "$scratch/control" "$first_token" "$first_plain"
cd "$scratch/work/project" || exit 1
"$COMPOSE_LINT" config --show-secrets >"$scratch/shown" 2>&1
cd "$scratch" || exit 1
if grep -Fq "$first_token" "$scratch/shown" && grep -Fq "$first_plain" "$scratch/shown"; then
	ok 'config --show-secrets, asked for by name, shows them'
else
	not_ok 'config --show-secrets, asked for by name, shows them' "$scratch/shown"
fi
if command -v base64 >/dev/null; then
	for pad in '' a ab; do
		printf '%s%s and more' "$pad" "$first" | base64 -w 0
		echo
	done >"$scratch/encoded"
	if [ "$(grep -Fc -f "$scratch/forms" "$scratch/encoded")" -eq 3 ]; then
		ok 'a secret inside of base64 is recognised'
	else
		not_ok 'a secret inside of base64 is recognised' "$scratch/encoded"
	fi
else
	skip 'a secret inside of base64 is recognised' 'no base64 here'
fi

# ---- places by outputs ----

sed -n 's/^=== //p' "$places" >"$scratch/names"
while read -r name; do
	# shellcheck disable=SC2254 # a pattern, on purpose
	case $name in
	$pattern) ;;
	*) continue ;;
	esac
	rm -rf "$scratch/one" "$scratch/two"
	look "$name" "$scratch/one" "$first_token" "$first_plain"
	complain "$name" "$scratch/one" "$scratch/forms" >"$scratch/complaints"
	wants_empty "a secret in $name is in no output" "$scratch/complaints"
	look "$name" "$scratch/two" "$second_token" "$second_plain"
	diff -r "$scratch/one" "$scratch/two" >"$scratch/complaints" 2>&1
	wants_empty "another secret in $name changes no output" "$scratch/complaints"
done <"$scratch/names"
finish
