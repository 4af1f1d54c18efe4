import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { migrate } from '#db/migrate.ts'

const migrations = join(import.meta.dirname, '..', '..', 'src', 'db', 'migrations')

/** Makes a database what the first migrations made of it. */
export const migrateTo = async (connection: ClientConfig, count: number): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'probata-upgrade-'))
  for (const name of (await readdir(migrations)).sort().slice(0, count))
    await copyFile(join(migrations, name), join(directory, name))
  await migrate(connection, { directory })
  await rm(directory, { recursive: true })
}
