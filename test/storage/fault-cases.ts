import { randomBytes } from 'node:crypto'
import { BlobMissing } from '#lib/blob-store.ts'
import { type ObjectStore, PART_BYTES, type SpooledFile, StoreProblem } from '#lib/object-store.ts'
import { collected, contentOf } from './adapter-cases.ts'
import type { FaultName, FaultProxy, Operation } from './fault-proxy.ts'
import { newObjectKey } from './spool.ts'

export interface Suffering {
  readonly proxy: FaultProxy
  /** Connects through the proxy. */
  readonly store: ObjectStore
  /** Bypasses the proxy. */
  readonly direct: ObjectStore
  readonly spool: (bytes: Buffer) => Promise<SpooledFile>
}

/** The outcome of a call: `ok`, the code of a StoreProblem, or an outcome that must never occur. */
const outcomeOf = async (work: () => Promise<boolean>): Promise<string> => {
  try {
    return (await work()) ? 'ok' : 'other-bytes'
  } catch (error) {
    if (error instanceof BlobMissing) return 'not-stored'
    if (error instanceof StoreProblem) return error.code
    return error instanceof Error ? `${error.name}!` : 'nothing!'
  }
}

const storedOrNothing = async ({ direct }: Suffering, key: string, bytes: Buffer): Promise<string> => {
  try {
    return (await contentOf(direct, key)).equals(bytes) ? '' : '-torn'
  } catch (error) {
    return error instanceof BlobMissing ? '' : '-unreadable'
  }
}

const sending = (size: number) => async (suffering: Suffering) => {
  const bytes = randomBytes(size)
  const key = newObjectKey()
  const file = await suffering.spool(bytes)
  const outcome = await outcomeOf(async () => {
    await suffering.store.send(key, file)
    return (await contentOf(suffering.direct, key)).equals(bytes)
  })
  suffering.proxy.heal()
  return outcome + (await storedOrNothing(suffering, key, bytes))
}

/** Reads like a caller that knows the file's size, and stops at any other size. */
const isWhole = async (store: ObjectStore, key: string, bytes: Buffer): Promise<boolean> => {
  await using opened = await store.read(key)
  return opened.byteSize === bytes.length && (await collected(opened)).equals(bytes)
}

const stored = async ({ direct, spool }: Suffering, bytes: Buffer) => {
  const key = newObjectKey()
  await direct.send(key, await spool(bytes))
  return key
}

const reading = async (suffering: Suffering) => {
  const bytes = randomBytes(300_000)
  const key = await stored(suffering, bytes)
  return outcomeOf(async () => await isWhole(suffering.store, key, bytes))
}

const readingRange = async (suffering: Suffering) => {
  const bytes = randomBytes(300_000)
  const key = await stored(suffering, bytes)
  const range = { start: 1000, end: 2000 }
  return outcomeOf(async () => (await contentOf(suffering.store, key, range)).equals(bytes.subarray(1000, 2000)))
}

const listing = async (suffering: Suffering) => {
  const key = await stored(suffering, Buffer.from('x'))
  return outcomeOf(async () => (await suffering.store.list({ limit: 1000 })).some(({ objectKey }) => objectKey === key))
}

const removing = async (suffering: Suffering) => {
  const key = await stored(suffering, Buffer.from('x'))
  return outcomeOf(async () => {
    await suffering.store.remove(key)
    return true
  })
}

/** Each call with the request that the fault affects. */
const calls: Readonly<Record<string, readonly [Operation, (suffering: Suffering) => Promise<string>]>> = {
  put: ['put', sending(300_000)],
  create: ['create', sending(PART_BYTES + 1000)],
  part: ['part', sending(PART_BYTES + 1000)],
  complete: ['complete', sending(PART_BYTES + 1000)],
  get: ['get', reading],
  range: ['get', readingRange],
  list: ['list', listing],
  delete: ['delete', removing],
}

export const callNames = Object.keys(calls)

/** The outcome of each call through its own proxy, when the fault affects its requests always, or `times` times. */
export const suffer = (sufferings: readonly Suffering[], fault: FaultName, times?: number): Promise<string[]> =>
  Promise.all(
    Object.values(calls).map(async ([operation, call], index) => {
      const suffering = sufferings[index]
      if (!suffering) throw new Error('each call has a proxy')
      suffering.proxy.break(operation, fault, times)
      const outcome = await call(suffering)
      suffering.proxy.heal()
      return outcome
    }),
  )
