import type { MemoryS3 } from '#test/storage/memory-s3.ts'

/** Creates storage bindings of one organization. */
export interface StorageMaker {
  /** The bucket of the bindings. */
  readonly bucket: MemoryS3
  /** Creates a validated binding; returns its id. */
  binding(): Promise<string>
  /** Plans a migration from the current binding to another one, without running it. */
  plan(): Promise<{ readonly sourceId: string; readonly targetId: string }>
  /** Starts a migration, and pauses it on request; returns its id. Earlier migrations have ended. */
  migration(verb?: 'pause'): Promise<string>
  /** Creates a migration that failed to copy a file. */
  failedFile(): Promise<{ readonly migrationId: string; readonly artifactId: string }>
}

interface Dependencies {
  readonly canary: string
  word(): string
  /** Posts to a path below `/api/workspace` as an administrator. */
  post(path: string, body?: Readonly<Record<string, unknown>>): Promise<{ readonly id: string }>
  /** Runs SQL that has the organization's id as $1. */
  sql(text: string): Promise<Record<string, unknown>[]>
}

const cancelMigrations = `update storage_migration set status = 'cancelled', failed_in = null
  where organization_id = $1 and status in ('copying', 'holding', 'deleting', 'failed')`

const insertFailure = `insert into storage_migration_failure (organization_id, migration_id, artifact_id, blob_key, code, failed_at)
  select m.organization_id, m.id, a.id, a.blob_key, 'altered', now() from storage_migration m
    join artifact a on a.organization_id = m.organization_id
   where m.organization_id = $1 order by m.id desc, a.id limit 1 returning migration_id, artifact_id`

export const createStorageMaker = (bucket: MemoryS3, { canary, word, post, sql }: Dependencies): StorageMaker => {
  const idOfStatus = async (statuses: string): Promise<string | undefined> => {
    const [row] = await sql(
      `select id from storage_binding where organization_id = $1 and status in (${statuses}) limit 1`,
    )
    return row && String(row.id)
  }
  const maker: StorageMaker = {
    bucket,
    async binding() {
      const settings = { ...bucket.settings, prefix: canary }
      const body = { name: word(), kind: 's3', settings, credentials: bucket.credentials }
      const { id } = await post('/storage-bindings', body)
      await post(`/storage-bindings/${id}/validate`)
      return id
    },
    async plan() {
      await sql(cancelMigrations)
      const sourceId = (await idOfStatus(`'active'`)) ?? ''
      return { sourceId, targetId: (await idOfStatus(`'validated', 'draining'`)) ?? (await maker.binding()) }
    },
    async migration(verb) {
      const { id } = await post('/storage-migrations', { ...(await maker.plan()), mode: 'copy' })
      if (verb) await post(`/storage-migrations/${id}/${verb}`)
      return id
    },
    async failedFile() {
      await maker.migration()
      const [row] = await sql(insertFailure)
      return { migrationId: String(row?.migration_id), artifactId: String(row?.artifact_id) }
    },
  }
  return maker
}
