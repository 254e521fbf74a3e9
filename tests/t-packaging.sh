#!/bin/sh
# SPDX-License-Identifier: MIT
# What is packaged: one version everywhere, an image that holds what the program
# asks of others, and a program that can be linked statically.
: "${COMPOSE_LINT:?is not set}"
. "${0%/*}/tap.sh"

# --- Version and libraries ----------------------------------------------------

version=$(sed -n 's/^AC_INIT(\[compose-lint\], \[\([^]]*\)\].*/\1/p' "$srcdir/configure.ac")
# says FILE PATTERN: what the first hit of the pattern has in its group.
says() {
	said=$(sed -n "s/$2.*/\\1/p" "$srcdir/$1" | head -n 1)
	[ "$said" = "$version" ] || echo "$1 says '$said', configure.ac '$version'"
}
{
	says NEWS '^\([0-9][0-9.]*\) '
	says debian/changelog '^compose-lint (\([0-9.]*\)-[0-9]*)'
	says Dockerfile '.*image\.version="\([^"]*\)"'
	says .ci/compose-lint.gitlab-ci.yml '.*ref: v\([0-9.]*\)'
} >"$scratch/versions"
wants_empty 'NEWS, the Debian package, the image and the GitLab job have the version of configure.ac' \
	"$scratch/versions"

sed -n 's/^\tapt:[a-z0-9]*) echo \(lib.*-dev\) ;;/\1/p' "$srcdir/bootstrap" | sort >"$scratch/libraries"
for file in debian/control Dockerfile; do
	grep -Eo 'lib(yaml|pcre2|jansson)[a-z0-9-]*' "$srcdir/$file" | sort -u >"$scratch/named"
	wants_equal "$file names the libraries that bootstrap installs" "$scratch/libraries" "$scratch/named"
done

# --- The image ----------------------------------------------------------------

grep -E '^FROM ' "$srcdir/Dockerfile" | grep -Ev '@sha256:[0-9a-f]{64} |^FROM scratch$' >"$scratch/unpinned"
wants_empty 'every base of the image is pinned' "$scratch/unpinned"

# As it lies in the tree, in each preset: nothing above info.
example=fixtures/projects/lint-container
for preset in sandbox baseline strict; do
	(cd "$srcdir" && "$COMPOSE_LINT" --preset $preset --format gcc $example) >"$scratch/out" 2>&1
	status=$?
	grep -Ev ': (info|note): ' "$scratch/out" >"$scratch/above"
	[ $status -eq 0 ] || echo "exit status $status" >>"$scratch/above"
	wants_empty "the image and its compose file have nothing to report in preset $preset" "$scratch/above"
done

# Held to what an agent is held to, it fails only what it is no agent for.
(cd "$srcdir" && "$COMPOSE_LINT" boundary --agent lint $example) >"$scratch/sheet" 2>&1
sed -n 's/^ *FAIL *//p; s/^ *CANNOT TELL *//p' "$scratch/sheet" >"$scratch/got"
printf '%s\n' project-is-writable gateway-reachable >"$scratch/wanted"
wants_equal 'as an agent it would lack a place to work and a gateway, and nothing else' \
	"$scratch/wanted" "$scratch/got"

# The silence above is worth something: what is taken away is missed.
mkdir -p "$scratch/tree/$example"
cp "$srcdir/Dockerfile" "$srcdir/.dockerignore" "$scratch/tree/"
for line in 'user:' 'read_only:' 'no-new-privileges' 'mem_limit:'; do
	grep -v "$line" "$srcdir/$example/compose.yaml" >"$scratch/tree/$example/compose.yaml"
	[ "$line" != user: ] || sed '/^USER/d' "$srcdir/Dockerfile" >"$scratch/tree/Dockerfile"
	(cd "$scratch/tree" && "$COMPOSE_LINT" --preset strict $example) >/dev/null 2>&1 && echo "$line"
	cp "$srcdir/Dockerfile" "$scratch/tree/Dockerfile"
done >"$scratch/unseen"
wants_empty 'without one of its protections it has something to report' "$scratch/unseen"

# --- A static program ---------------------------------------------------------

# Linked from the objects of this build: what the archives of libraries define
# must not be defined here too.
# static OUTPUT FILE...: by this build's compiler; lists of words are meant.
# shellcheck disable=SC2086
static() {
	program=$1
	shift
	${CC:-cc} -static -o "$program" "$@" $libraries
}
name='the program links statically, and runs'
libraries=$(pkg-config --static --libs yaml-0.1 libpcre2-8 jansson 2>/dev/null)
echo 'int main(void) { return 0; }' >"$scratch/empty.c"
if nm "$top_builddir/lint/main.o" 2>/dev/null | grep -q '__asan\|__gcov\|__ubsan'; then
	skip "$name" 'instrumented'
elif [ -z "$libraries" ] || ! static "$scratch/empty" "$scratch/empty.c" 2>/dev/null; then
	skip "$name" 'no static libraries'
elif static "$scratch/compose-lint" "$top_builddir/lint/main.o" "$top_builddir/librules.a" \
	"$top_builddir/liblint.a" >"$scratch/out" 2>&1 &&
	"$scratch/compose-lint" explain socket-mount >>"$scratch/out" 2>&1; then
	ok "$name"
else
	not_ok "$name" "$scratch/out"
fi

# What configure has found is what was linked: nothing to load, and at no fixed address.
name='where configure says so, the program is one piece, and may stand at any address'
if ! grep -q '^PROGRAM_LDFLAGS = -static-pie' "$top_builddir/Makefile"; then
	skip "$name" 'linked dynamically'
elif ! command -v readelf >/dev/null; then
	skip "$name" 'readelf not found'
else
	readelf -dW "$top_builddir/compose-lint" >"$scratch/dynamic" 2>&1
	{
		grep NEEDED "$scratch/dynamic"
		grep -q 'FLAGS_1.*PIE' "$scratch/dynamic" || echo 'no PIE'
	} >"$scratch/out"
	wants_empty "$name" "$scratch/out"
fi
finish
