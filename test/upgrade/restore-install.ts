import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { query } from '#test/postgres.ts'

const dump = join(import.meta.dirname, 'install-0071.sql.gz')

const ownerInDump = 'owner_of_install'

// The cursor names the server and the transactions of the dump. This is what its migration writes.
const cursor = `delete from ledger_cursor;
  insert into ledger_cursor (system_identifier, done) select system_identifier, pg_current_snapshot() from pg_control_system()`

/**
 * An install of the last migration that the tables of `src/db/schema` replace, with the rows of an install of the sixth
 * migration that was upgraded since. Written by pg_dump 15 (`--no-owner --inserts`) after the program of 921209a5 had
 * migrated it.
 */
export const restoreInstall = async (connection: ClientConfig, owner: string): Promise<void> => {
  const text = gunzipSync(await readFile(dump)).toString()
  await query(connection, text.replaceAll(ownerInDump, owner))
  await query(connection, `set search_path = public; ${cursor}`)
}
