#!/bin/sh
# Before PostgreSQL 18, `enable_indexscan = off` and similar settings make short queries many times slower by starting the JIT
# compiler, not by the chosen plan.
#
# A plan node that a setting disables, but that the planner must still use, costs 10,000,000,000 more. That
# exceeds jit_above_cost (100,000) and jit_optimize_above_cost (500,000), and jit is on by default, so a query of one row
# is compiled and optimized each time it runs: the more expressions, the longer. `explain` shows the time under "JIT".
# Affects: databases that have such a setting on a role or database because of one bad plan, and that another program
# shares; and tests that force a plan. Without LLVM installed nothing happens, so a developer's build is fast.
# Versions: PostgreSQL 15.18 (Debian 12). Changed by PostgreSQL 18, which counts disabled nodes apart from costs.
# Needs: apt-get, dpkg-deb. Run as root or another user.
# Source: https://www.postgresql.org/docs/15/jit-decision.html; src/backend/optimizer/path/costsize.c, disable_cost.
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
apt-get -qq download postgresql-15=15.18-0+deb12u1 postgresql-client-15=15.18-0+deb12u1 \
  libpq5=15.18-0+deb12u1 libllvm14 libz3-4 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
bin="$folder/root/usr/lib/postgresql/15/bin"
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
chmod -R a+rX "$folder"
port=25440
$as "$bin/initdb" -D "$folder/cluster" -U admin --auth=trust --encoding=UTF8 --locale=C >/dev/null
$as "$bin/pg_ctl" -D "$folder/cluster" -w -l "$folder/cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off" start >/dev/null
# The primary key's index is the only other way to the row, and a nested loop the only way to join without equality.
cat >look.sql <<'SQL'
create table one as select g as id, g::text as word from generate_series(1, 10) g;
analyze one;
\pset tuples_only on
set enable_nestloop = :'nestloop';
explain (analyze, costs off, timing off)
  select count(*) from one a, one b where a.id < b.id and a.word || b.word <> '';
SQL
for nestloop in on off; do
  "$bin/psql" -X -q -h 127.0.0.1 -p $port -U admin -d postgres -c 'drop table if exists one' 2>/dev/null
  "$bin/psql" -X -q -h 127.0.0.1 -p $port -U admin -d postgres -v nestloop=$nestloop -f look.sql >seen.$nestloop
done
msOf() { sed -n 's/^ *Execution Time: \([0-9]*\).*/\1/p' "$1"; }
echo "enable_nestloop on: $(msOf seen.on) ms, off: $(msOf seen.off) ms, for the same nested loop over 10 rows"
grep -q 'Nested Loop' seen.on && grep -q 'Nested Loop' seen.off
! grep -q '^ *JIT' seen.on
grep -q '^ *JIT' seen.off
test "$(msOf seen.off)" -ge 20
