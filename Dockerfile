# compose-lint in an image: docker build -t compose-lint .
#
# The last stage is the program alone, linked statically. CI systems that run their
# steps by a shell take the stage before it: docker build --target shell .
#
# Mount the folder of the project, not one file: the override, .env, the Dockerfiles
# and .compose-lint.yaml are part of what is read. A compose file for it is in
# fixtures/projects/lint-container.

FROM debian:bookworm-slim@sha256:4724b8cc51e33e398f0e2e15e18d5ec2851ff0c2280647e1310bc1642182655d AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        autoconf \
        automake \
        gcc \
        libc6-dev \
        libjansson-dev \
        libpcre2-dev \
        libyaml-dev \
        make \
        pkgconf \
    && rm -rf /var/lib/apt/lists/*
COPY . /source
WORKDIR /build
RUN (cd /source && ./bootstrap) \
    && /source/configure -q --enable-static-program CFLAGS='-O2' LDFLAGS='-s' \
    && make -j2 compose-lint \
    && ./compose-lint --version

FROM alpine:3.22@sha256:14358309a308569c32bdc37e2e0e9694be33a9d99e68afb0f5ff33cc1f695dce AS shell
COPY --from=build /build/compose-lint /usr/bin/compose-lint
WORKDIR /src
USER 65532:65532
CMD ["compose-lint"]

FROM scratch
LABEL org.opencontainers.image.title="compose-lint" \
      org.opencontainers.image.description="Static linter for Docker Compose projects" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /build/compose-lint /compose-lint
WORKDIR /src
USER 65532:65532
ENTRYPOINT ["/compose-lint"]
