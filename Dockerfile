# docker build -t probata . && docker run -p 8080:8080 -v probata:/data -e HOST=0.0.0.0 probata
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev

FROM node:26.10.0-bookworm-slim
WORKDIR /app
COPY --from=build --chown=node:node /app /app
ENV HOST=0.0.0.0 PROBATA_DATA_DIR=/data UV_THREADPOOL_SIZE=16
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "src/main.ts", "serve"]
