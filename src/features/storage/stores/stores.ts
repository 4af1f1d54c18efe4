import type { Database } from '#db/database.ts'
import { readRecord } from '#http/record.ts'
import { BlobStoreUnavailable, type StoreLocation } from '#lib/blob-store.ts'
import type { Clock } from '#lib/clock.ts'
import type { Guard } from '#lib/guarded/guard.ts'
import type { ObjectStore, ObjectStores } from '#lib/object-store.ts'
import type { Sealer } from '#lib/sealed.ts'
import { findBindingSecrets } from '#src/features/storage/bindings/binding-queries.ts'
import {
  type S3CredentialsInput as Credentials,
  credentialsBinding,
  S3CredentialsInput,
  S3SettingsInput,
} from '#src/features/storage/bindings/settings.ts'
import { lightProbes, runProbes } from '#src/features/storage/posture/probes.ts'
import { openS3Store } from '#src/features/storage/s3/store.ts'
import { folderObjectStore } from './folder-object-store.ts'
import type { FolderStore } from './folder-store.ts'

/** The maximum number of bucket stores that a node keeps open, each with its connections. */
const maxOpenStores = 100

interface NeededServices {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly folder: FolderStore
  readonly guard: Guard
  /** This node's folder for files in transit. */
  readonly spool: string
}

interface OpenStore {
  readonly revision: number
  readonly store: Promise<ObjectStore>
}

/** Opens the stores behind bindings. Bucket stores stay open for later calls; the least recently used are closed. */
export const createStores = ({ db, clock, sealer, folder, guard, spool }: NeededServices): ObjectStores => {
  const opened = new Map<string, OpenStore>()

  const readBucketOptions = async (organizationId: string, bindingId: string, override?: Credentials) => {
    const [row] = await db.read(organizationId, findBindingSecrets, { id: bindingId })
    if (!row?.credentials) throw new BlobStoreUnavailable()
    const text = sealer.open(row.credentials, credentialsBinding(organizationId, bindingId))
    const credentials = override ?? readRecord(S3CredentialsInput, text)
    const settings = readRecord(S3SettingsInput, row.settings)
    return { organizationId, settings, retention: row.retention, credentials, guard, clock }
  }

  const close = ({ store }: OpenStore) => {
    store.then(
      openStore => openStore[Symbol.asyncDispose](),
      () => {},
    )
  }

  const openBucket = (
    organizationId: string,
    { bindingId, revision }: Pick<StoreLocation, 'bindingId' | 'revision'>,
  ) => {
    const existing = opened.get(bindingId)
    opened.delete(bindingId)
    if (existing && existing.revision >= revision) {
      opened.set(bindingId, existing)
      return existing.store
    }
    if (existing) close(existing)
    const store = readBucketOptions(organizationId, bindingId).then(openS3Store)
    opened.set(bindingId, { revision, store })
    store.catch(() => {
      if (opened.get(bindingId)?.store === store) opened.delete(bindingId)
    })
    const [oldest] = opened
    if (oldest && opened.size > maxOpenStores) {
      opened.delete(oldest[0])
      close(oldest[1])
    }
    return store
  }

  return {
    problem: guard.problem,
    async of(organizationId, place) {
      return place.kind === 'folder' ? folderObjectStore(folder, organizationId) : openBucket(organizationId, place)
    },
    async probe(organizationId, bindingId, { credentials, light } = {}) {
      const [row] = await db.read(organizationId, findBindingSecrets, { id: bindingId })
      const target =
        row?.kind === 'folder'
          ? ({ kind: 'folder', store: folderObjectStore(folder, organizationId), spool, clock } as const)
          : ({ kind: 's3', ...(await readBucketOptions(organizationId, bindingId, credentials)) } as const)
      return runProbes(target, { only: light ? lightProbes : undefined })
    },
    async [Symbol.asyncDispose]() {
      const entries = [...opened.values()]
      opened.clear()
      for (const entry of entries) close(entry)
      await Promise.allSettled(entries.map(({ store }) => store))
    },
  }
}
