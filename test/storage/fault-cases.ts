import { randomBytes } from 'node:crypto'
import { BlobMissing } from '#lib/blob-store.ts'
import { type ObjectStore, PART_BYTES, type SpooledFile, StoreProblem } from '#lib/object-store.ts'
import { contentOf, readAll } from './adapter-cases.ts'
import type { FaultName, FaultProxy, Operation } from './fault-proxy.ts'
import { newObjectKey } from './spool.ts'

export interface FaultTarget {
  readonly proxy: FaultProxy
  /** The store as reached through the proxy. */
  readonly store: ObjectStore
  /** The store as reached without the proxy. */
  readonly direct: ObjectStore
  readonly spool: (bytes: Buffer) => Promise<SpooledFile>
}

/** Returns the outcome of a call: `ok`, the code of a StoreProblem, or an outcome that must never occur. */
const outcomeOf = async (work: () => Promise<boolean>): Promise<string> => {
  try {
    return (await work()) ? 'ok' : 'other-bytes'
  } catch (error) {
    if (error instanceof BlobMissing) return 'not-stored'
    if (error instanceof StoreProblem) return error.code
    return error instanceof Error ? `${error.name}!` : 'nothing!'
  }
}

const findTornSuffix = async ({ direct }: FaultTarget, key: string, bytes: Buffer): Promise<string> => {
  try {
    return (await contentOf(direct, key)).equals(bytes) ? '' : '-torn'
  } catch (error) {
    return error instanceof BlobMissing ? '' : '-unreadable'
  }
}

const outcomeOfSend = (size: number) => async (target: FaultTarget) => {
  const bytes = randomBytes(size)
  const key = newObjectKey()
  const file = await target.spool(bytes)
  const outcome = await outcomeOf(async () => {
    await target.store.send(key, file)
    return (await contentOf(target.direct, key)).equals(bytes)
  })
  target.proxy.heal()
  return outcome + (await findTornSuffix(target, key, bytes))
}

/** Reads a file like a caller that knows its size; any other size is wrong. Returns whether the bytes are right. */
const isWhole = async (store: ObjectStore, key: string, bytes: Buffer): Promise<boolean> => {
  await using opened = await store.read(key)
  return opened.byteSize === bytes.length && (await readAll(opened)).equals(bytes)
}

const storeFile = async ({ direct, spool }: FaultTarget, bytes: Buffer) => {
  const key = newObjectKey()
  await direct.send(key, await spool(bytes))
  return key
}

const outcomeOfRead = async (target: FaultTarget) => {
  const bytes = randomBytes(300_000)
  const key = await storeFile(target, bytes)
  return outcomeOf(async () => await isWhole(target.store, key, bytes))
}

const outcomeOfRangeRead = async (target: FaultTarget) => {
  const bytes = randomBytes(300_000)
  const key = await storeFile(target, bytes)
  const range = { start: 1000, end: 2000 }
  return outcomeOf(async () => (await contentOf(target.store, key, range)).equals(bytes.subarray(1000, 2000)))
}

const outcomeOfList = async (target: FaultTarget) => {
  const key = await storeFile(target, Buffer.from('x'))
  return outcomeOf(async () => (await target.store.list({ limit: 1000 })).some(({ objectKey }) => objectKey === key))
}

const outcomeOfRemove = async (target: FaultTarget) => {
  const key = await storeFile(target, Buffer.from('x'))
  return outcomeOf(async () => {
    await target.store.remove(key)
    return true
  })
}

/** The calls, each with the kind of request that the fault affects. */
const calls: Readonly<Record<string, readonly [Operation, (target: FaultTarget) => Promise<string>]>> = {
  put: ['put', outcomeOfSend(300_000)],
  create: ['create', outcomeOfSend(PART_BYTES + 1000)],
  part: ['part', outcomeOfSend(PART_BYTES + 1000)],
  complete: ['complete', outcomeOfSend(PART_BYTES + 1000)],
  get: ['get', outcomeOfRead],
  range: ['get', outcomeOfRangeRead],
  list: ['list', outcomeOfList],
  delete: ['delete', outcomeOfRemove],
}

export const callNames = Object.keys(calls)

/**
 * Returns the outcome of each call, which goes through its own proxy. The fault affects all requests of a call, or the
 * first `times`.
 */
export const runUnderFault = (targets: readonly FaultTarget[], fault: FaultName, times?: number): Promise<string[]> =>
  Promise.all(
    Object.values(calls).map(async ([operation, call], index) => {
      const target = targets[index]
      if (!target) throw new Error('each call has a proxy')
      target.proxy.break(operation, fault, times)
      const outcome = await call(target)
      target.proxy.heal()
      return outcome
    }),
  )
