import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#lib/clock.ts'
import { isProbeKey } from '#src/features/storage/posture/folder-probes.ts'
import type { Bucket } from './storage-outcome.ts'

export interface StorageUnderTest {
  readonly sql: (text: string) => Promise<readonly Record<string, unknown>[]>
  readonly dataDir: string
  readonly bucket: Bucket
}

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

/** Makes complete and incomplete files in the folder this old. */
export const ageFiles = async (dataDir: string, ms: number): Promise<void> => {
  const folder = join(dataDir, 'blobs')
  const modifiedAt = new Date(systemClock.now() - ms)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries)
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), modifiedAt, modifiedAt)
}

const isProbeObject = (key: string): boolean => key.includes('.probata-probe/')

/** Objects that no copy and no upload names. The probes of killed nodes are left out: later probes remove them. */
export const findUnnamedObjects = async ({ sql, dataDir, bucket }: StorageUnderTest): Promise<string[]> => {
  const files = (await filesBelow(join(dataDir, 'blobs'))).filter(key => !isProbeKey(key))
  const inBucket = (await bucket.keys())
    .filter(key => !isProbeObject(key))
    .map(key => key.slice(key.lastIndexOf('/') + 1))
  // A row is written before its object, so rows are queried after the objects are listed.
  const rows = await sql('select object_key as key from blob_copy union all select blob_key from staged_blob')
  const knownKeys = new Set(rows.map(row => row.key))
  return [...files, ...inBucket].filter(key => !knownKeys.has(key))
}

/** Unexpected and missing objects after all work has ended. */
export const strayObjects = async (storage: StorageUnderTest): Promise<string[]> => {
  const { sql, dataDir } = storage
  const findings: [string, readonly unknown[]][] = [
    ['object without a copy', await findUnnamedObjects(storage)],
    ['file in the spool', await filesBelow(join(dataDir, 'spool'))],
    ['upload that was not swept', await sql('select * from staged_blob')],
    [
      'copy that is not verified',
      await sql(`select * from blob_copy where state <> 'verified' or migration_id is not null`),
    ],
    [
      'file without exactly one copy in the location of new files',
      await sql(
        `select a.id from artifact a where 1 <> (select count(*) from blob_copy c join storage_binding b
          on b.organization_id = c.organization_id and b.id = c.binding_id and b.status = 'active'
        where c.organization_id = a.organization_id and c.blob_key = a.blob_key)`,
      ),
    ],
    [
      'file with a copy in another location, too',
      await sql(
        `select c.blob_key from blob_copy c join storage_binding b
          on b.organization_id = c.organization_id and b.id = c.binding_id and b.status <> 'active'`,
      ),
    ],
  ]
  return findings.flatMap(([description, rows]) => rows.map(row => `${description}: ${JSON.stringify(row)}`))
}
