import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { query } from '#test/postgres.ts'

const dump = join(import.meta.dirname, 'install-0071.sql.gz')

const ownerInDump = 'owner_of_install'

// The cursor in the dump names the dumped server and its transactions. Writes what the migration writes instead.
const cursor = `delete from ledger_cursor;
  insert into ledger_cursor (system_identifier, done) select system_identifier, pg_current_snapshot() from pg_control_system()`

/**
 * Restores an install at the last migration that `src/db/schema` includes. Its rows come from an install at the sixth
 * migration that was upgraded since. pg_dump 15 wrote the dump (`--no-owner --inserts`) after the program of 921209a5
 * had migrated it.
 */
export const restoreInstall = async (connection: ClientConfig, owner: string): Promise<void> => {
  const text = gunzipSync(await readFile(dump)).toString()
  await query(connection, text.replaceAll(ownerInDump, owner))
  await query(connection, `set search_path = public; ${cursor}`)
}
