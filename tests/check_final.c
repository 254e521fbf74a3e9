/* SPDX-License-Identifier: MIT */
/* What the final image of a small Dockerfile is. */
#include "config.h"

#include <check.h>
#include <stdlib.h>

#include "evaluated.h"
#include "image/stage.h"
#include "image/scope.h"
#include "tests/suite.h"

enum { ARGS = 4 };

struct row {
	const char *text;
	const char *wanted;     /* "KEY=VALUE" lines; KEY as in fact() */
	const char *args[ARGS]; /* build arguments, NAME=VALUE */
	const char *target, *platform;
};

static const struct row rows[] = {
	/* ---- expansion: quotes and escapes ---- */
	{ .text = "FROM scratch\nENV A=\\a\\\\b B=\\$X C='\\$X' D=\"\\a\\\"\\$\\\\\"\n",
	  .wanted = "env.A=a\\b\nenv.B=$X\nenv.C=\\$X\nenv.D=\\a\"$\\" },
	{ .text = "FROM scratch\nENV X=1\nENV A='$X'\"$X\"$X\\$X B=a'b c'd C=a\\ b\n",
	  .wanted = "env.A=$X11$X\nenv.B=ab cd\nenv.C=a b" },
	{ .text = "# escape=`\nFROM scratch\nENV A=`$X B=\\d C=a` b D='`x'\n",
	  .wanted = "env.A=$X\nenv.B=\\d\nenv.C=a b\nenv.D=`x" },
	{ .text = "FROM scratch\nENV A=\"it's\" B='\"' C=\"\" D=''x''\n",
	  .wanted = "env.A=it's\nenv.B=\"\nenv.C=\nenv.D=x" },
	/* ---- the directive "check" ---- */
	{ .text = "# check=skip=A,B;error=false;experimental=all\nFROM scratch\nUSER 5\n",
	  .wanted = "user=5" },
	{ .text = " # check=odd\nFROM scratch\nUSER 5\n", .wanted = "user=5" },
	{ .text = "# check=odd\nFROM scratch\n", .wanted = "error=bad-value" },
	{ .text = "# check=skip=A; error=true\nFROM scratch\n", .wanted = "error=bad-value" },
	{ .text = "# check=error=yes\nFROM scratch\n", .wanted = "error=bad-value" },
	/* ---- names ---- */
	{ .text = "FROM scratch\nENV A=$1$@$0x B=$$C D=a$ E=$. F=$- G=$12y\n",
	  .wanted = "env.A=x\nenv.B=C\nenv.D=a$\nenv.E=$.\nenv.F=\nenv.G=y" },
	{ .text = "FROM scratch\nENV \xC3\xA4_1=1\nENV A=$\xC3\xA4_1. B=${\xC3\xA9:-x}\n",
	  .wanted = "env.A=1.\nenv.B=x" },
	{ .text = "FROM scratch\nENV B=x\nENV A_$B=1 \"C\"=2 ${NOPE:-D}=3\n",
	  .wanted = "env.A_x=1\nenv.C=2\nenv.D=3" },
	/* ---- modifiers ---- */
	{ .text = "FROM scratch\nENV X=\nENV A=${X-d}${X:-e}${X+f}${X:+g} "
		  "B=${Y-d}${Y:-e}${Y+f}${Y:+g}\n",
	  .wanted = "env.A=ef\nenv.B=de" },
	{ .text = "FROM scratch\nENV A=${X:-a\\}b} B=${X:-\"a}b\"} C=\"${X:-a b}\" D=${X:-'$X'}\n",
	  .wanted = "env.A=a}b\nenv.B=a}b\nenv.C=a b\nenv.D=$X" },
	{ .text = "FROM scratch\nENV Y=1\nENV A=${X:-${Z:-${Y}2}} B=${Y:+${X-n}o} C=${Y:?no} "
		  "D=${Y?no}\n",
	  .wanted = "env.A=12\nenv.B=no\nenv.C=1\nenv.D=1" },
	{ .text = "FROM scratch\nENV V=aabaa\nENV A=${V#a*b} B=${V##a*} C=${V%a*} D=${V%%b*} "
		  "E=${V#x}\n",
	  .wanted = "env.A=aa\nenv.B=\nenv.C=aaba\nenv.D=aa\nenv.E=aabaa" },
	{ .text = "FROM scratch\nENV V=a*b*c\nENV A=${V#a\\*} B=${V//\\*/-} C=${V%\\**} D=${V#?}\n",
	  .wanted = "env.A=b*c\nenv.B=a-b-c\nenv.C=a*b\nenv.D=*b*c" },
	{ .text = "FROM scratch\nENV V=banana\nENV A=${V/a/} B=${V//a/} C=${V//an/x} D=${V/b*n/-} "
		  "E=${V/z/y}\n",
	  .wanted = "env.A=bnana\nenv.B=bnn\nenv.C=bxxa\nenv.D=-a\nenv.E=banana" },
	{ .text = "FROM scratch\nENV V=a/b/c\nENV A=${V/a\\/b/x} B=${V##*/} C=${V%/*}\n",
	  .wanted = "env.A=x/c\nenv.B=c\nenv.C=a/b" },
	{ .text = "FROM scratch\nENV P=b V=abc\nENV A=${V#a$P} B=${V/$P/$V}\n",
	  .wanted = "env.A=c\nenv.B=aabcc" },
	{ .text = "FROM scratch\nENV A=${X:=a}\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${X^^}\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${}\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${X\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${X:-\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=\"x\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${X:0:1}\n", .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV A=${{X}}\n", .wanted = "error=expansion-error" },
	/* ---- ENV and LABEL ---- */
	{ .text = "FROM scratch\nENV A b c  d\nENV B \"b c\"\nENV C  b=c\n",
	  .wanted = "env.A=b c  d\nenv.B=b c\nenv.C=b=c" },
	{ .text = "FROM scratch\nENV A=1 \\\n B=2 \\\n# c\n\n  C=3\n",
	  .wanted = "env.A=1\nenv.B=2\nenv.C=3" },
	{ .text = "FROM scratch\nENV A=1 A=2\nENV A=3 B=$A\n", .wanted = "env.A=3\nenv.B=2" },
	{ .text = "FROM scratch\nENV A=b C d=e\n", .wanted = "error=env-missing-equals" },
	{ .text = "FROM scratch\nENV A=1=2==3 B==\n", .wanted = "env.A=1=2==3\nenv.B==" },
	{ .text = "FROM scratch\nLABEL \"a b\"=c d=\"e\\\nf\" g=h\\ i\n",
	  .wanted = "label.a b=c\nlabel.d=ef\nlabel.g=h i" },
	{ .text = "FROM scratch\nENV =x\n", .wanted = "error=missing-argument" },
	/* ---- ARG ---- */
	{ .text = "ARG V=1\nARG V=2\nFROM scratch\nARG V\nENV A=$V\n", .wanted = "env.A=2" },
	{ .text = "ARG V=1\nARG V=2\nFROM scratch\nARG V\nENV A=$V\n",
	  .wanted = "env.A=9",
	  .args = { "V=9" } },
	{ .text = "ARG V=g\nFROM scratch\nENV V=e\nARG V\nENV A=$V\n",
	  .wanted = "env.A=g\nenv.V=e" },
	{ .text = "FROM scratch\nENV V=e\nARG V\nENV A=$V\n", .wanted = "env.A=e" },
	{ .text = "FROM scratch\nENV V=e\nARG V=a\nENV A=$V\n", .wanted = "env.A=a\nenv.V=e" },
	{ .text = "FROM scratch\nARG V=a\nENV V=e\nARG V\nENV A=$V\n", .wanted = "env.A=e" },
	{ .text = "FROM scratch\nARG V=a\nENV V=e\nARG V\nENV A=$V\n",
	  .wanted = "env.A=b",
	  .args = { "V=b" } },
	{ .text = "FROM scratch\nARG A=1 B=${A}2 C=$B$A\nENV X=$C\n", .wanted = "env.X=121" },
	{ .text = "FROM scratch\nARG A=\"x y\" 'B'=1\nENV X=[$A] Y=[$B]\n",
	  .wanted = "env.X=[x y]\nenv.Y=[]" },
	{ .text = "FROM scratch\nARG A=$B\nARG B=1\nENV X=[$A]\n", .wanted = "env.X=[]" },
	{ .text = "FROM scratch\nARG A\nENV X=$A\n",
	  .wanted = "env.X=$B'\"",
	  .args = { "A=$B'\"" } },
	{ .text = "ARG A=1\nARG B=${A:+two}\nFROM scratch\nARG B=three\nENV X=$B\n",
	  .wanted = "env.X=three" },
	{ .text = "ARG A=1\nARG B=${A:+two}\nFROM scratch\nARG B\nENV X=$B\n",
	  .wanted = "env.X=two" },
	{ .text = "FROM scratch AS a\nARG A=1\nFROM a AS b\nENV X=$A\nFROM b\nENV Y=$A\n",
	  .wanted = "env.X=1\nenv.Y=1" },
	{ .text = "FROM scratch\nARG HTTP_PROXY\nENV A=$HTTP_PROXY B=$http_proxy\n",
	  .wanted = "env.A=p\nenv.B=",
	  .args = { "HTTP_PROXY=p", "http_proxy=q" } },
	/* ---- platform arguments ---- */
	{ .text = "FROM scratch\nARG TARGETARCH TARGETVARIANT\nENV A=$TARGETOS B=$TARGETARCH "
		  "C=$TARGETVARIANT\n",
	  .wanted = "env.A=\nenv.B=arm\nenv.C=v7",
	  .args = { NULL },
	  .target = NULL,
	  .platform = "linux/arm/v7" },
	{ .text = "FROM scratch\nARG TARGETPLATFORM BUILDPLATFORM TARGETOSVERSION\n"
		  "ENV A=$TARGETPLATFORM B=$BUILDPLATFORM C=[$TARGETOSVERSION]\n",
	  .wanted = "env.A=linux/arm64\nenv.B=linux/amd64\nenv.C=[]",
	  .args = { NULL },
	  .target = NULL,
	  .platform = "linux/arm64" },
	{ .text = "FROM scratch AS one\nARG TARGETSTAGE\nENV A=$TARGETSTAGE\nFROM one AS Two\n",
	  .wanted = "env.A=two" },
	{ .text = "FROM scratch AS one\nARG TARGETSTAGE\nENV A=$TARGETSTAGE\nFROM one\n",
	  .wanted = "env.A=default" },
	{ .text = "ARG TARGETARCH=riscv64\nFROM scratch AS x-riscv64\nUSER 7\nFROM x-$TARGETARCH\n",
	  .wanted = "user=7\nroot=no" },
	{ .text = "FROM scratch\nARG TARGETARCH\nENV A=$TARGETARCH\n",
	  .wanted = "env.A=mine",
	  .args = { "TARGETARCH=mine" } },
	/* ---- WORKDIR ---- */
	{ .text = "FROM scratch\nWORKDIR /a\nWORKDIR b\nWORKDIR ../c\nWORKDIR ./d/\n",
	  .wanted = "workdir=/a/c/d" },
	{ .text = "FROM scratch\nWORKDIR a\n", .wanted = "workdir=/a" },
	{ .text = "FROM scratch\nWORKDIR /a\nWORKDIR $X\n", .wanted = "workdir=/a" },
	{ .text = "FROM scratch\nWORKDIR \"/a b\"\n", .wanted = "workdir=/a b" },
	{ .text = "FROM scratch\nWORKDIR /a//b/../c/\n", .wanted = "workdir=/a//b/../c/" },
	{ .text = "FROM debian:12\nWORKDIR a/b\n", .wanted = "workdir=<base>/a/b" },
	/* ---- SHELL, CMD, ENTRYPOINT ---- */
	{ .text = "FROM scratch AS a\nSHELL [\"/bin/bash\",\"-ec\"]\nFROM a\nCMD x $Y \"z\"\n",
	  .wanted = "cmd=/bin/bash|-ec|x $Y \"z\"" },
	{ .text = "FROM scratch AS a\nSHELL [\"/bin/bash\",\"-ec\"]\nFROM scratch\nCOPY --from=a / "
		  "/\nCMD "
		  "x\n",
	  .wanted = "cmd=/bin/sh|-c|x" },
	{ .text = "FROM scratch\nCMD [\"a\"]\nENTRYPOINT [\"b\"]\n",
	  .wanted = "entrypoint=b\ncmd=a" },
	{ .text = "FROM scratch AS p\nCMD [\"a\"]\nFROM p\nENTRYPOINT [\"b\"]\n",
	  .wanted = "entrypoint=b\ncmd=" },
	{ .text = "FROM scratch AS p\nCMD [\"a\"]\nFROM p\nENTRYPOINT [\"b\"]\nCMD [\"c\"]\n",
	  .wanted = "entrypoint=b\ncmd=c" },
	{ .text = "FROM scratch AS p\nENTRYPOINT [\"b\"]\nCMD [\"a\"]\nFROM p\nENTRYPOINT []\n",
	  .wanted = "entrypoint=\ncmd=" },
	{ .text = "FROM scratch\nENTRYPOINT [\"a\", \"\\u0041\\n\"]\n",
	  .wanted = "entrypoint=a|A\n" },
	{ .text = "FROM scratch\nCMD [ \"a\" , \"b\"] \n", .wanted = "cmd=a|b" },
	{ .text = "FROM scratch\nCMD ['a']\n", .wanted = "cmd=/bin/sh|-c|['a']" },
	{ .text = "FROM scratch\nCMD [\"a\",]\n", .wanted = "cmd=/bin/sh|-c|[\"a\",]" },
	{ .text = "FROM scratch\nCMD [\"a\"] b\n", .wanted = "cmd=/bin/sh|-c|[\"a\"] b" },
	{ .text = "FROM scratch\nCMD [\"a\", null]\n", .wanted = "error=json-not-strings" },
	{ .text = "FROM scratch\nCMD\n", .wanted = "cmd=/bin/sh|-c|" },
	{ .text = "FROM scratch\nCMD -- -x\n", .wanted = "cmd=/bin/sh|-c|-x" },
	{ .text = "FROM scratch\nSHELL []\n", .wanted = "error=missing-argument" },
	/* ---- EXPOSE, VOLUME, STOPSIGNAL, HEALTHCHECK ---- */
	{ .text = "FROM scratch\nENV P=\"1 2/udp\"\nEXPOSE 80/TCP 90-92/SCTP $P\n",
	  .wanted = "ports=80-80/tcp 90-92/sctp 1-1/tcp 2-2/udp" },
	{ .text = "FROM scratch\nEXPOSE 127.0.0.1:8080:80\n", .wanted = "ports=80-80/tcp" },
	{ .text = "FROM scratch\nEXPOSE 92-90\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nEXPOSE [::1]:80-81:90-91 8000-8009:70 ::60\n",
	  .wanted = "ports=90-91/tcp 70-70/tcp 60-60/tcp" },
	{ .text = "FROM scratch\nEXPOSE 80-82:90-91\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nEXPOSE host:80:80\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nEXPOSE 99999:80\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nSTOPSIGNAL rtmin+15\n", .wanted = "signal=rtmin+15" },
	{ .text = "FROM scratch\nSTOPSIGNAL SIGRTMAX-15\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nSTOPSIGNAL RTMIN+01\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nEXPOSE 80/icmp\n", .wanted = "error=bad-value" },
	{ .text = "FROM scratch\nENV D=/d\nVOLUME $D \"/e f\"\nVOLUME [\"/g h\",\"$D/x\"]\n",
	  .wanted = "error=expansion-error" },
	{ .text = "FROM scratch\nENV D=/d\nVOLUME $D /e\nVOLUME [\"/g h\",\"$D/x\"]\n",
	  .wanted = "volumes=/d /e /g h /d/x" },
	{ .text = "FROM scratch\nENV S=INT\nSTOPSIGNAL sig$S\n", .wanted = "signal=sigINT" },
	{ .text = "FROM scratch\nHEALTHCHECK CMD curl x\nHEALTHCHECK none\n",
	  .wanted = "health=NONE" },
	{ .text = "FROM scratch\nHEALTHCHECK --interval=5s cmd [\"a\",\"b\"]\n",
	  .wanted = "health=CMD|a|b" },
	{ .text = "FROM scratch\nHEALTHCHECK CMD $X a\n", .wanted = "health=CMD-SHELL|$X a" },
	/* ---- stages ---- */
	{ .text = "FROM debian AS debian\nUSER 5\nFROM debian\n", .wanted = "user=5\nbase=debian" },
	{ .text = "FROM Debian AS debian\n", .wanted = "error=bad-reference" },
	{ .text = "FROM a AS Builder\nFROM Builder\n", .wanted = "error=bad-reference" },
	{ .text = "FROM a AS Builder\nUSER 3\nFROM builder\n", .wanted = "user=3" },
	{ .text = "FROM a AS x\nUSER 1\nFROM b AS y\nCOPY --from=x / /\nFROM c AS x\nUSER 2\nFROM "
		  "y\n",
	  .wanted = "error=self-copy" },
	{ .text = "FROM a AS x\nCOPY --from=X / /\n", .wanted = "error=self-copy" },
	{ .text = "FROM a AS x\nCOPY --from=0 / /\n", .wanted = "error=self-copy" },
	{ .text = "FROM a\nFROM b\nCOPY --from=-1 / /\n", .wanted = "error=self-copy" },
	{ .text = "FROM a\nUSER 4\nFROM b\nCOPY --from=0 / /\nUSER 5\n",
	  .wanted = "user=5\nneeded=0 1" },
	{ .text = "FROM a AS x\nFROM b\nCOPY --from=nginx:1 / /\n", .wanted = "needed=1" },
	{ .text = "FROM a AS x\nFROM b AS y\nRUN --mount=from=x,target=/m z\nFROM c\nCOPY --from=y "
		  "/ /\n",
	  .wanted = "needed=0 1 2" },
	{ .text = "FROM a AS x\nUSER 1\nFROM b AS y\nUSER 2\n",
	  .wanted = "user=1\nneeded=0",
	  .target = "X" },
	{ .text = "FROM a AS x\n", .wanted = "status=target-not-found", .target = "0" },
	{ .text = "FROM scratch AS scratch\nUSER 8\nFROM scratch\n", .wanted = "user=8" },
	{ .text = "ARG B\nFROM ${B:-scratch}\n", .wanted = "user=\nroot=yes" },
	{ .text = "ARG B\nFROM $B\n", .wanted = "error=blank-base" },
	{ .text = "ARG B=a\nFROM $B AS $B\n", .wanted = "error=bad-stage-name" },
	{ .text = "FROM a b\n", .wanted = "error=from-arguments" },
	{ .text = "FROM a AS x # y\n", .wanted = "error=from-arguments" },
	{ .text = "from a as X.y_z-1\nuser 6\nFrom x.Y_z-1\n", .wanted = "error=bad-reference" },
	{ .text = "from a as X.y_z-1\nuser 6\nFrom x.y_z-1\n", .wanted = "user=6" },
	{ .text = "ARG T=12\nFROM debian:${T}-slim\n",
	  .wanted = "base=debian:11-slim",
	  .args = { "T=11" } },
	{ .text = "FROM \"debian:12\"\n", .wanted = "base=debian:12" },
	/* ---- ONBUILD ---- */
	{ .text = "FROM scratch AS p\nENV W=p\nONBUILD ENV A=$W\nONBUILD USER ${U:-4}\nFROM p AS "
		  "c\n"
		  "ENV W=c\nFROM c\n",
	  .wanted = "env.A=p\nuser=4" },
	{ .text = "FROM scratch AS p\nUSER 1\nONBUILD USER 0\nFROM p AS c\nUSER 2\nFROM c\n",
	  .wanted = "user=2\nroot=no" },
	{ .text = "FROM scratch AS p\nONBUILD USER 0\nFROM p AS c\nUSER 2\nFROM scratch\nUSER 3\n",
	  .wanted = "user=3" },
	{ .text = "FROM scratch AS p\nONBUILD CMD [\"a\"]\nFROM p\nENTRYPOINT [\"b\"]\n",
	  .wanted = "entrypoint=b\ncmd=a" },
	{ .text = "FROM scratch AS p\nONBUILD BOGUS\nUSER 2\n", .wanted = "user=2" },
	{ .text = "FROM scratch AS p\nONBUILD BOGUS\nFROM p\nUSER 2\n",
	  .wanted = "error=unknown-instruction" },
	{ .text = "FROM a AS x\nUSER 1\nFROM scratch AS p\nONBUILD COPY --from=x / /\nFROM p\n",
	  .wanted = "needed=0 1 2" },
	/* ---- USER ---- */
	{ .text = "FROM scratch\nUSER  app:grp \n", .wanted = "user=app:grp\nroot=presumed-no" },
	{ .text = "FROM scratch\nUSER 0:1000\n", .wanted = "root=yes\nuid=0" },
	{ .text = "FROM scratch\nUSER 1000:0\n", .wanted = "root=no\nuid=1000" },
	{ .text = "FROM scratch\nUSER :1000\n", .wanted = "root=yes\nuid=0" },
	{ .text = "FROM scratch\nUSER +0\n", .wanted = "root=yes" },
	{ .text = "FROM scratch\nUSER -0\n", .wanted = "root=yes" },
	{ .text = "FROM scratch\nUSER 000\n", .wanted = "root=yes" },
	{ .text = "FROM scratch\nUSER 0x0\n", .wanted = "root=presumed-no" },
	{ .text = "FROM scratch\nUSER 007:root\n", .wanted = "root=no\nuid=7" },
	{ .text = "FROM scratch\nUSER ''\n", .wanted = "user=\nroot=yes" },
	{ .text = "FROM debian:12\nUSER 5\nUSER \"\"\n", .wanted = "user=\nroot=yes" },
	{ .text = "FROM scratch\nUSER ROOT\n", .wanted = "root=presumed-no" },
	{ .text = "FROM scratch\nUSER root:\n", .wanted = "root=yes" },
	{ .text = "FROM scratch\nUSER r\xC3\xB6\xC3\xB6t\n",
	  .wanted = "user=r\xC3\xB6\xC3\xB6t\nroot=presumed-no" },
	{ .text = "FROM debian:12\nUSER $NOPE\n", .wanted = "user=\nroot=unknown" },
	{ .text = "FROM debian:12\nUSER ${NOPE:-root}\n", .wanted = "user=root\nroot=yes" },
	{ .text = "FROM debian:12\nUSER ${NOPE}root\n", .wanted = "user=root" },
	{ .text = "FROM scratch\nUSER ${A}${B:-0}:$C\n", .wanted = "root=yes" },
	/* ---- accounts ---- */
	{ .text = "FROM a\nRUN useradd --uid=0 -o x\nUSER x\n", .wanted = "root=yes\nuid=0" },
	{ .text = "FROM a\nARG UID=0\nRUN useradd -ou $UID x\nUSER x:x\n", .wanted = "root=yes" },
	{ .text = "FROM a\nARG UID=0\nRUN useradd -ou $UID x\nUSER x\n",
	  .wanted = "root=no\nuid=5",
	  .args = { "UID=5" } },
	{ .text = "FROM a\nRUN addgroup -S g && adduser -S -D -H -u 0 -G g x\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN adduser -D -h /home/x -s /bin/sh x\nUSER x\n",
	  .wanted = "root=no\nuid=?" },
	{ .text = "FROM a\nRUN adduser --system --group x\nUSER x\n", .wanted = "root=no\nuid=?" },
	{ .text = "FROM a\nRUN useradd x\nRUN usermod -o -u 0 x\nUSER x\n", .wanted = "root=yes" },
	{ .text = "FROM a\nRUN usermod -o -u 0 x\nRUN usermod --uid 9 x\nUSER x\n",
	  .wanted = "root=no\nuid=9" },
	{ .text = "FROM a\nRUN echo 'x:x:0:0::/:/bin/sh' >> /etc/passwd\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN echo \"x:x:12:0::/:/bin/sh\" | tee -a /etc/passwd\nUSER x\n",
	  .wanted = "root=no\nuid=12" },
	{ .text = "FROM a\nRUN printf 'x:x:0:0::/:/bin/sh\\n' >>/etc/passwd\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN [\"useradd\", \"-o\", \"-u\", \"0\", \"x\"]\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN [\"/bin/sh\", \"-c\", \"useradd -o -u 0 x\"]\nUSER x\n",
	  .wanted = "root=yes" },
	/* whether it runs cannot be seen */
	{ .text = "FROM a\nRUN if ! id x; then useradd -o -u 0 x; fi\nUSER x\n",
	  .wanted = "root=presumed-no" },
	{ .text = "FROM a\nRUN cat <<EOF >> "
		  "/etc/passwd\ny:x:5:5::/:\nx:x:0:0::/:/bin/sh\nEOF\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN echo 'x:x:0:0' >> /etc/motd\nUSER x\n",
	  .wanted = "root=presumed-no" },
	{ .text = "FROM a\nRUN useradd -u 5 x && echo 'root:x:0:0:root:/root:/bin/sh' >> "
		  "/etc/passwd\n"
		  "USER x\n",
	  .wanted = "root=no\nuid=5" },
	{ .text = "FROM a\nRUN (set -e; { /usr/sbin/useradd -o -u 0 x; })\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN groupadd -g 0 x\nUSER x\n", .wanted = "root=presumed-no" },
	{ .text = "FROM a\nRUN echo useradd -u 0 x\nUSER x\n", .wanted = "root=presumed-no" },
	{ .text = "FROM a AS b\nRUN useradd -o -u 0 x\nFROM a\nCOPY --from=b /x /x\nUSER x\n",
	  .wanted = "root=presumed-no" },
	{ .text = "FROM a AS b\nRUN useradd -o -u 0 x\nFROM b\nUSER x\n", .wanted = "root=yes" },
	{ .text = "FROM a\nRUN <<-EOF\n\tuseradd -o -u 0 x\n\tEOF\nUSER x\n",
	  .wanted = "root=yes" },
	{ .text = "FROM a\nRUN <<EOF\n#!/usr/bin/env python3\nuseradd -o -u 0 x\nEOF\nUSER x\n",
	  .wanted = "root=presumed-no" },
	{ .text = "FROM a\nRUN useradd -o -u 0 x\nRUN useradd -u 5 y\nUSER y\n",
	  .wanted = "root=no\nuid=5" },
	{ .text = "FROM a\nRUN useradd -d /h -g 0 -G sudo,docker -s /bin/sh -c 'A B' -m -u 77 "
		  "x\nUSER x\n",
	  .wanted = "root=no\nuid=77" },
	/* ---- programs that change the user ---- */
	{ .text = "FROM a\nENTRYPOINT [\"tini\", \"-g\", \"--\", \"gosu\", \"app:app\", \"x\"]\n",
	  .wanted = "switch=gosu app:app" },
	{ .text = "FROM a\nENTRYPOINT [\"/usr/bin/dumb-init\", \"--\"]\nCMD [\"su-exec\", \"5\", "
		  "\"x\"]\n",
	  .wanted = "switch=su-exec 5" },
	{ .text = "FROM a\nCMD [\"setpriv\", \"--init-groups\", \"--reuid=app\", \"x\"]\n",
	  .wanted = "switch=setpriv app" },
	{ .text = "FROM a\nCMD [\"env\", \"A=b\", \"nice\", \"-n\", \"5\", \"gosu\", \"app\", "
		  "\"x\"]\n",
	  .wanted = "switch=gosu app" },
	{ .text = "FROM a\nCMD [\"bash\", \"-c\", \"A=1 exec gosu app x\"]\n",
	  .wanted = "switch=gosu app" },
	{ .text = "FROM a\nCMD cd / && gosu app x\n", .wanted = "switch=" },
	{ .text = "FROM a\nCMD [\"su\", \"-\", \"app\", \"-c\", \"x\"]\n",
	  .wanted = "switch=su app" },
	{ .text = "FROM a\nCMD [\"runuser\", \"app\", \"-c\", \"x\"]\n",
	  .wanted = "switch=runuser app" },
	{ .text = "FROM a\nENTRYPOINT [\"gosu\"]\nFROM b\n", .wanted = "switch=" },
	{ .text = "FROM a\nCMD [\"chroot\", \"/x\", \"y\"]\n", .wanted = "switch=chroot ?" },
	/* ---- lines ---- */
	{ .text = "FROM a\nUSER 5\nRUN x \\\\\nUSER root\n", .wanted = "user=root" },
	{ .text = "FROM a\nUSER 5\nRUN x \\ \t\n # c \\\n\n  y\nUSER 6\n", .wanted = "user=6" },
	{ .text = "FROM a\nUSER 5 \\\n\n# end", .wanted = "user=5" },
	{ .text = "\n\n  FROM a\n\t USER\t5\t\n", .wanted = "user=5" },
	{ .text = "FROM a\nUSER 5\nRUN <<A <<B\nUSER 6\nA\nUSER 7\nB\n", .wanted = "user=5" },
	{ .text = "FROM a\nUSER 5\nRUN <<\"A B\"\nUSER 6\nA\nA B\nUSER 7\n", .wanted = "user=7" },
	{ .text = "FROM a\nUSER 5\nRUN cat 3<<A\nUSER 6\nA\n", .wanted = "user=5" },
	{ .text = "FROM a\nUSER 5\nRUN cat <<A\\\n B\nUSER 6\nA\nUSER 7\n", .wanted = "user=7" },
	{ .text = "FROM a\nUSER 5\nCOPY <<A <<'B' /x/\nUSER 6\nA\n${X^}\nB\n", .wanted = "user=5" },
	{ .text = "FROM a\nCOPY <<A /x/\n${X^}\nA\n", .wanted = "error=expansion-error" },
	{ .text = "FROM a\nCOPY x <<A\nA\n", .wanted = "error=missing-argument" },
	{ .text = "FROM a\nUSER 5\nRUN echo '<<A'\nUSER 6\n", .wanted = "user=6" },
	{ .text = "FROM a\r\nRUN <<A\r\nUSER 6\r\nA\r\nUSER 7\r\n", .wanted = "user=7" },
	{ .text = "FROM a\nUSER 5\nCMD <<A\nA\n", .wanted = "error=unknown-instruction" },
	{ .text = "FROM a\nUSER 5\nRUN <<A", .wanted = "error=unterminated-heredoc" },
	{ .text = "FROM a\nUSER 5\nRUN <<A\nA", .wanted = "user=5" },
};

static struct lint lint;

/* ---- one fact of the final image, as text ---- */

static struct str joined(const struct stage_command *command)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; command->form >= STAGE_FORM_EXEC && i < command->argc; i++)
		builder_fmt(&b, "%s%.*s", i ? "|" : "", STR_FMT(command->argv[i]));
	return builder_str(&b);
}

static struct str variable(const struct stage_variable *all, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(all[i].name, name))
			return all[i].value.text;
	return STR("(none)");
}

static struct str ports(const struct stage *stage)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; i < stage->nports; i++)
		builder_fmt(&b, "%s%d-%d/%.*s", i ? " " : "", stage->ports[i].first,
			    stage->ports[i].last, STR_FMT(stage->ports[i].protocol));
	return builder_str(&b);
}

static struct str volumes(const struct stage *stage)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; i < stage->nvolumes; i++)
		builder_fmt(&b, "%s%.*s", i ? " " : "", STR_FMT(stage->volumes[i].text));
	return builder_str(&b);
}

static struct str needed(const struct stage_result *result)
{
	struct builder b = { .arena = &lint.run };

	for (size_t i = 0; i < result->nstages; i++)
		if (result->stages[i].needed)
			builder_fmt(&b, "%s%zu", b.n ? " " : "", i);
	return builder_str(&b);
}

static struct str root(const struct stage *stage)
{
	static const struct str words[] = { [STAGE_ROOT_UNKNOWN] = STR_INIT("unknown"),
					    [STAGE_ROOT_YES] = STR_INIT("yes"),
					    [STAGE_ROOT_NO] = STR_INIT("no"),
					    [STAGE_ROOT_PRESUMED_NO] = STR_INIT("presumed-no") };

	return words[stage->verdict.root];
}

static struct str of_switch(const struct stage_switch *change)
{
	if (!change->tool.n)
		return STR("");
	return arena_fmt(&lint.run, "%.*s %.*s", STR_FMT(change->tool),
			 STR_FMT(change->user.p ? change->user : STR("?")));
}

static struct str uid(const struct stage *stage)
{
	return stage->verdict.uid < 0 ? STR("?")
				      : arena_fmt(&lint.run, "%ld", (long)stage->verdict.uid);
}

static struct str fact(const struct stage_result *result, struct str key)
{
	const struct stage *stage = result->target;

	if (str_eq(key, STR("status")))
		return result->status == STAGE_TARGET_NOT_FOUND ? STR("target-not-found")
								: STR("ok");
	if (str_eq(key, STR("needed")))
		return needed(result);
	if (!stage)
		return STR("(no stage)");
	if (str_starts(key, STR("env.")))
		return variable(stage->env, stage->nenv, str_slice(key, 4, key.n));
	if (str_starts(key, STR("label.")))
		return variable(stage->labels, stage->nlabels, str_slice(key, 6, key.n));
	if (str_eq(key, STR("user")))
		return stage->user.known == STAGE_INHERITED ? STR("(inherited)") : stage->user.text;
	if (str_eq(key, STR("root")))
		return root(stage);
	if (str_eq(key, STR("uid")))
		return uid(stage);
	if (str_eq(key, STR("base")))
		return stage->image;
	if (str_eq(key, STR("workdir")))
		return stage->workdir.text;
	if (str_eq(key, STR("entrypoint")))
		return joined(&stage->entrypoint);
	if (str_eq(key, STR("cmd")))
		return joined(&stage->cmd);
	if (str_eq(key, STR("health")))
		return joined(&stage->healthcheck);
	if (str_eq(key, STR("signal")))
		return stage->stopsignal.text;
	if (str_eq(key, STR("ports")))
		return ports(stage);
	if (str_eq(key, STR("volumes")))
		return volumes(stage);
	if (str_eq(key, STR("switch")))
		return of_switch(&stage->privilege);
	return STR("(no such fact)");
}

/* ---- the test ---- */

static size_t take_args(const struct row *row, struct build_arg *args)
{
	size_t count = 0;

	while (count < ARGS && row->args[count]) {
		struct str value = str_from(row->args[count]), name = str_cut(&value, '=');

		args[count++] = (struct build_arg){ .name = name, .value = value };
	}
	return count;
}

static const struct stage_result *evaluate(const struct row *row)
{
	struct str text = str_from(row->text);
	struct source *source = source_add(&lint.sources, STR("Dockerfile"), STR("/d"), text);
	struct dockerfile *file = ARENA_NEW(&lint.run, struct dockerfile);
	struct build_arg *args = ARENA_ARRAY(&lint.run, ARGS, struct build_arg);
	struct stage_request request = { .file = file, .args = args };

	request.nargs = take_args(row, args);
	request.target = row->target ? str_from(row->target) : STR("");
	request.platform = row->platform ? str_from(row->platform) : STR("");
	*file = dockerfile_parse(&lint, source,
				 (struct span){ source->number, 0, (uint32_t)text.n });
	return stage_evaluate(&lint, &request);
}

static struct str error_of(const struct stage_result *result)
{
	const struct dockerfile_error *error = NULL;

	if (result->file->nerrors)
		error = result->file->errors[0];
	else if (result->nerrors)
		error = result->errors[0];
	return error ? fault_name(error->fault) : STR("(none)");
}

/* A value may hold a line end, so a wanted line begins with a key. */
static bool cut_wanted(struct str *rest, struct str *key, struct str *value)
{
	size_t end;

	if (!rest->n)
		return false;
	*key = str_slice(*rest, 0, str_find_byte(*rest, '=', 0));
	*rest = str_slice(*rest, key->n + 1, rest->n);
	end = str_find_byte(*rest, '\n', 0);
	if (end == STR_NPOS || end + 1 == rest->n)
		end = rest->n;
	*value = str_slice(*rest, 0, end);
	*rest = str_slice(*rest, end + 1, rest->n);
	return true;
}

START_TEST(the_final_image_is_what_buildkit_makes)
{
	const struct row *row = &rows[_i];
	struct str rest = str_from(row->wanted), key, value;
	const struct stage_result *result;
	bool refused = false;

	lint_init(&lint);
	result = evaluate(row);
	while (cut_wanted(&rest, &key, &value)) {
		struct str got = str_eq(key, STR("error")) ? error_of(result) : fact(result, key);

		refused = refused || str_eq(key, STR("error"));
		ck_assert_msg(str_eq(got, value), "%s\n%.*s: wanted \"%.*s\", got \"%.*s\"",
			      row->text, STR_FMT(key), STR_FMT(value), STR_FMT(got));
	}
	ck_assert_msg(refused || str_eq(error_of(result), STR("(none)")), "%s\nrefused: %.*s",
		      row->text, STR_FMT(error_of(result)));
	lint_free(&lint);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("final");
	TCase *cases = tcase_create("final");

	tcase_add_loop_test(cases, the_final_image_is_what_buildkit_makes, 0,
			    (int)(sizeof(rows) / sizeof(*rows)));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
