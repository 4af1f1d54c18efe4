import type pg from 'pg'

/** `cluster_name` of a PostgreSQL that we started. */
export const clusterPrefix = 'probata-'

/**
 * What PostgreSQL allows everybody and the program does not need: temporary tables, which could shadow others; large
 * objects, which belong to no organization; ending other sessions' statements.
 */
const closing = `
  do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
  revoke execute on function pg_terminate_backend(integer, bigint), pg_cancel_backend(integer),
    lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public`

const isOpen = `
  select current_setting('cluster_name') like '${clusterPrefix}%' and rolsuper
     and has_database_privilege('public', current_database(), 'TEMP') as open
    from pg_roles where rolname = current_user`

/** Revokes it from everybody, where the whole server is ours. */
export const closeOwnServer = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ open: boolean }>(isOpen)
  if (rows[0]?.open) await client.query(closing)
}
