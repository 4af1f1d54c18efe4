import type pg from 'pg'

/** The prefix of `cluster_name` of a PostgreSQL server that this program started. */
export const clusterPrefix = 'probata-'

/**
 * SQL that revokes permissions that PostgreSQL grants to everyone but the program does not need: temporary tables,
 * which could shadow others; large objects, which belong to no organization; and ending other sessions or their
 * statements.
 */
const revokeSql = `
  do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
  revoke execute on function pg_terminate_backend(integer, bigint), pg_cancel_backend(integer),
    lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public`

/**
 * SQL that closes the databases that initdb created. The program does not need them, and a login could store defaults
 * or rows there.
 */
const revokeInOthersSql = `
  do $$ declare name text; begin
    for name in select datname from pg_database
                 where datname in ('postgres', 'template1') and has_database_privilege('public', oid, 'CONNECT')
    loop execute format('revoke connect, temporary on database %I from public', name); end loop;
  end $$`

const stateSql = `
  select current_setting('cluster_name') like '${clusterPrefix}%' and rolsuper as own,
         has_database_privilege('public', current_database(), 'TEMP') as open
    from pg_roles where rolname = current_user`

/** If this program started the server, revokes these permissions from everyone. Returns whether it did start it. */
export const closeOwnServer = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ own: boolean; open: boolean }>(stateSql)
  const { own = false, open = false } = rows[0] ?? {}
  if (own && open) await client.query(revokeSql)
  if (own) await client.query(revokeInOthersSql)
  return own
}
