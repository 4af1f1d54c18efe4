import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing, BlobStoreUnavailable } from '#lib/blob-store.ts'
import type { Clock } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import type { ByteRange, ObjectStore } from '#lib/object-store.ts'
import { leftoverAge, type Probe, type ProbeFinding, passed, passedIf, probeBytes } from './probe.ts'

/** The prefix of probe keys. By chance, one file in 2^64 has it too. */
const probePrefix = 'f'.repeat(16)

/** Whether this key belongs to a probe rather than a file. */
export const isProbeKey = (key: string): boolean => key.startsWith(probePrefix)

export interface FolderTarget {
  readonly store: ObjectStore
  /** This node's folder for the file to send. */
  readonly spool: string
  readonly clock: Clock
  /** Whether leftovers of probes whose process died are also removed. */
  readonly removesLeftovers?: boolean
}

interface FolderProbing extends AsyncDisposable {
  /** Sends an object of random bytes. */
  put(): Promise<{ readonly key: string; readonly bytes: Buffer }>
  read(key: string, range?: ByteRange): Promise<Buffer>
  remove(key: string): Promise<void>
}

const maxLeftovers = 1000

const removeLeftovers = async (store: ObjectStore, before: number): Promise<void> => {
  const complete = await store.list({ after: probePrefix, limit: maxLeftovers })
  for (const { objectKey, modifiedAt } of complete) if (modifiedAt <= before) await store.remove(objectKey)
  for (const upload of await store.unfinished())
    if (isProbeKey(upload.objectKey) && upload.startedAt <= before) await store.abort(upload)
}

export const openFolderProbing = async (target: FolderTarget): Promise<FolderProbing> => {
  const { store, spool, clock, removesLeftovers = false } = target
  const bytes = randomBytes(probeBytes)
  const path = join(spool, `probe-${randomBytes(16).toString('hex')}`)
  const file = { path, byteSize: bytes.length, parts: [sha256Hex(bytes)] }
  const sentKeys: string[] = []
  try {
    await mkdir(spool, { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { mode: 0o600 })
  } catch (cause) {
    throw new BlobStoreUnavailable({ cause })
  }
  return {
    async put() {
      const key = probePrefix + randomBytes(8).toString('hex')
      sentKeys.push(key)
      await store.send(key, file)
      return { key, bytes }
    },
    async read(key, range) {
      await using object = await store.read(key, range ? { range } : {})
      const chunks: Buffer[] = []
      for await (const chunk of object) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    },
    remove: key => store.remove(key),
    async [Symbol.asyncDispose]() {
      await Promise.all(sentKeys.map(key => store.remove(key).catch(() => {})))
      if (removesLeftovers) await removeLeftovers(store, clock.now() - leftoverAge).catch(() => {})
      await rm(path, { force: true })
    },
  }
}

const probe = (name: string, run: (probing: FolderProbing) => Promise<ProbeFinding>): Probe<FolderProbing> => ({
  name,
  required: 'always',
  run,
})

export const folderProbes: readonly Probe<FolderProbing>[] = [
  probe('write', async ({ put }) => {
    await put()
    return passed
  }),
  probe('read', async ({ put, read }) => {
    const { key, bytes } = await put()
    return passedIf(bytes.equals(await read(key)), 'altered')
  }),
  probe('range', async ({ put, read }) => {
    const { key, bytes } = await put()
    return passedIf(bytes.subarray(10, 20).equals(await read(key, { start: 10, end: 20 })), 'altered')
  }),
  probe('delete', async ({ put, remove }) => {
    await remove((await put()).key)
    return passed
  }),
  probe('gone', async ({ put, read, remove }) => {
    const { key } = await put()
    await remove(key)
    return read(key).then(
      () => passedIf(false),
      error => passedIf(error instanceof BlobMissing),
    )
  }),
]
