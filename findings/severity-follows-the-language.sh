#!/bin/sh
# node-postgres reports an error's severity in the server's language, and drops the field that is never translated.
#
# PostgreSQL sends the severity twice: as S, translated by lc_messages, and since 9.6 as V, never translated
# (protocol, "Error and Notice Message Fields"). pg-protocol parses V and discards it: `error.severity` is S.
# Code that tests `error.severity === 'FATAL'`, as its type suggests, works until an administrator's role uses German:
# then the same error is FEHLER, and only `error.code` is reliable. But it does not distinguish severities: 53100 is an
# ERROR for a temporary file and a PANIC for the transaction log.
# Affects: programs that decide by severity whether a connection, or a transaction, is still usable.
# Versions: pg 8.23.1 (npm), PostgreSQL 15.18 with its translations (Debian 12).
# Needs: npm, apt-get, dpkg-deb, localedef with the locale sources (Debian: locales). Run as root or another user.
# Source: https://www.postgresql.org/docs/15/protocol-error-fields.html; pg-protocol, parser.js, parseErrorMessage.
set -eu
folder=$(mktemp -d)
chmod 755 "$folder"
as=''
if [ "$(id -u)" = 0 ]; then
  as='setpriv --reuid 65534 --regid 65534 --clear-groups'
  chown 65534:65534 "$folder"
fi
trap '$as "$bin/pg_ctl" -D "$folder/cluster" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq download postgresql-15=15.18-0+deb12u1 libpq5=15.18-0+deb12u1 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
bin="$folder/root/usr/lib/postgresql/15/bin"
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
mkdir locales && localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8
npm install --silent --prefix npm pg@8.23.1 >/dev/null
chmod -R a+rX "$folder"
port=25439
$as "$bin/initdb" -D "$folder/cluster" -U admin --auth=trust --encoding=UTF8 --locale=C >/dev/null
LOCPATH="$folder/locales" $as "$bin/pg_ctl" -D "$folder/cluster" -w -l "$folder/cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off" start >/dev/null
cat >look.mjs <<'JS'
import pg from './npm/node_modules/pg/lib/index.js'
const seen = async language => {
  const client = new pg.Client({ host: '127.0.0.1', port: 25439, user: 'admin', database: 'postgres' })
  await client.connect()
  await client.query(`set lc_messages = '${language}'`)
  const { severity, code, V } = await client.query('select 1 / 0').catch(error => error)
  await client.end()
  return `${language}: severity ${severity}, code ${code}, V ${V}`
}
console.log(await seen('C'))
console.log(await seen('de_DE.UTF-8'))
JS
node look.mjs | tee seen
grep -q '^C: severity ERROR, code 22012, V undefined$' seen
grep -q '^de_DE.UTF-8: severity FEHLER, code 22012, V undefined$' seen
