import type { Copy } from '#lib/blob-store.ts'
import { ChunkOpener, ChunkSealer, plainSize } from '#lib/chunked-gcm.ts'
import type { DataKeys } from '#lib/data-keys.ts'
import type { Transform } from './spool.ts'

interface Sealing {
  /** The key id to record in the copy's row. */
  readonly dataKeyId: string
  readonly transform: Transform
}

/** Encrypts files before they leave the node, separately for each binding. */
export const createSealing = (dataKeys: DataKeys) => ({
  /** @throws KeyUnavailable */
  async seal(organizationId: string, objectKey: string): Promise<Sealing> {
    const { id, key } = await dataKeys.current(organizationId)
    try {
      return { dataKeyId: id, transform: new ChunkSealer({ dataKey: key, organizationId, objectKey }) }
    } finally {
      key.fill(0)
    }
  },
  /** Returns undefined if the copy is stored unencrypted. @throws KeyUnavailable, KeyMissing, BlobCorrupt */
  async open(
    organizationId: string,
    { dataKeyId, objectKey, storedBytes }: Pick<Copy, 'dataKeyId' | 'objectKey' | 'storedBytes'>,
  ): Promise<Transform | undefined> {
    if (dataKeyId === null) return undefined
    const size = plainSize(storedBytes)
    const { key } = await dataKeys.byId(organizationId, dataKeyId)
    const opener = new ChunkOpener({ dataKey: key, organizationId, objectKey, plainSize: size })
    // The opener reads the key when the first bytes arrive.
    return { push: chunk => opener.push(chunk), end: () => opener.end(), close: () => void key.fill(0) }
  },
})

export type FileSealing = ReturnType<typeof createSealing>
