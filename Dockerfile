# docker build -t probata . && docker run -p 8080:8080 -v probata:/data probata
# A release names both by digest: --build-arg BUILD_IMAGE=…@sha256:… --build-arg RUN_IMAGE=…@sha256:… --build-arg RELEASE=1
ARG BUILD_IMAGE=node:26.10.0-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim
FROM $BUILD_IMAGE AS build
ARG BUILD_IMAGE
ARG RUN_IMAGE
ARG RELEASE=
RUN for image in "$BUILD_IMAGE" "$RUN_IMAGE"; do case "$RELEASE:$image" in :*|*@sha256:*) ;; *) echo "a release names $image by its digest" >&2; exit 1 ;; esac; done
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm run sbom && npm prune --omit=dev && find src -name '*.test.ts' -delete

# Node is in node_modules, as everywhere else: an image that has it too would carry it twice.
FROM $RUN_IMAGE
RUN useradd --uid 1000 --create-home probata && install --directory --owner probata /data \
  && ln -s /app/bin/probata.js /usr/local/bin/probata
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/package-lock.json /app/LICENSE ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/src ./src
COPY --from=build /app/client ./client
COPY --from=build /app/dist ./dist
ENV PATH=/app/node_modules/.bin:$PATH HOST=0.0.0.0 PROBATA_DATA_DIR=/data UV_THREADPOOL_SIZE=16 \
  GLIBC_TUNABLES=glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=33554432:glibc.malloc.arena_max=2
USER probata
VOLUME /data
EXPOSE 8080
CMD ["node", "bin/start.js", "serve"]
