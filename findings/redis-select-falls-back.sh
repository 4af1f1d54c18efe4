#!/bin/sh
# ioredis reports "ready" after SELECT failed, and continues in database 0.
#
# Surprising: `redis://host/99` on a server with 16 databases causes one `error` event ("ERR DB index is out of range")
# and then `ready`. Every later command works, in database 0, among the keys of other applications.
# Affects: operators who give each application its own database by number in the URL.
# Versions: ioredis 6.0.0 (npm), redis-server 7.0.15 (Debian 12). Seen 2026-11-27.
set -eu
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
command -v redis-server >/dev/null || apt-get install -y --no-install-recommends redis-server >/dev/null
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ioredis@6.0.0
redis-server --port 21990 --bind 127.0.0.1 --save '' >/dev/null &
server=$!
sleep 1
cat > run.mjs <<'JS'
import { Redis } from 'ioredis'
const client = new Redis('redis://127.0.0.1:21990/99')
const seen = []
client.on('error', error => seen.push(error.message))
client.on('ready', async () => {
  await client.set('key', 'value')
  client.disconnect()
  console.log(JSON.stringify(seen))
})
JS
node run.mjs | tee said
redis-cli -p 21990 info keyspace | tee keyspace
grep -q 'DB index is out of range' said
grep -q '^db0:keys=1' keyspace
echo 'as described: an error, then ready, and the key is in database 0'
