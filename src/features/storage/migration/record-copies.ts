import type { Copy, StoreLocation } from '#lib/blob-store.ts'
import { iso } from '#lib/clock.ts'
import { reachedStep } from '#lib/storage-steps.ts'
import { lockCopyKey } from '#shared/stage-blob.ts'
import type { LeasedMigration } from './migration-lease.ts'
import { type FileMigrationOutcome, outcomeOf } from './migration-outcome.ts'
import { recordCopied } from './migration-work-queries.ts'
import { discardCopy } from './tidy-copies.ts'

/** A copy that the target has stored and returned unaltered. */
export interface FinishedCopy extends Pick<Copy, 'objectKey' | 'storedBytes' | 'dataKeyId' | 'versionId'> {
  readonly place: StoreLocation
  /** The stored size of the copy at the source. */
  readonly bytes: number
}

/** How many copies a killed node leaves unrecorded at most; the next run removes them and copies the files again. */
const maxCopies = 16
const maxBytes = 4 * 1024 * 1024
const maxDelayMs = 250

/** Locks the keys of the copies; returns the copies whose key is not destroyed. */
const lockKeys = async (tx: Parameters<typeof lockCopyKey>[0], copies: readonly FinishedCopy[]) => {
  const usable = new Set<string | null>()
  for (const id of new Set(copies.map(({ dataKeyId }) => dataKeyId))) if (await lockCopyKey(tx, id)) usable.add(id)
  return copies.filter(({ dataKeyId }) => usable.has(dataKeyId))
}

/** Records the copies that still belong to the migration, and returns their object keys. */
const recordAll = (leased: LeasedMigration, copies: readonly FinishedCopy[]): Promise<ReadonlySet<string>> =>
  leased.change('storage.migration.copy', async ({ tx, now }) => {
    const usable = await lockKeys(tx, copies)
    const recorded = await tx.query(recordCopied, {
      migrationId: leased.id,
      objectKeys: usable.map(({ objectKey }) => objectKey),
      storedBytes: usable.map(({ storedBytes }) => storedBytes),
      dataKeyIds: usable.map(({ dataKeyId }) => dataKeyId ?? ''),
      versionIds: usable.map(({ versionId }) => versionId ?? ''),
      sizes: usable.map(({ bytes }) => bytes),
      at: iso(now),
    })
    return new Set(recorded.map(({ object_key }) => object_key))
  })

/** Records several finished copies in one transaction, because one commit per file delayed requests. */
export const createCopyRecorder = (leased: LeasedMigration) => {
  let waiting: FinishedCopy[] = []
  let timer: NodeJS.Timeout | undefined
  let recording = Promise.resolve()
  const stopped: FileMigrationOutcome[] = []
  let failure: { readonly error: unknown } | undefined

  const discard = async (copies: readonly FinishedCopy[], error?: unknown): Promise<void> => {
    for (const copy of copies) await discardCopy(leased, copy)
    try {
      for (const _ of copies) stopped.push(error === undefined ? { kind: 'stopped' } : outcomeOf(error, leased.signal))
    } catch (error) {
      failure = { error }
    }
  }

  const record = async (copies: readonly FinishedCopy[]): Promise<void> => {
    try {
      const recorded = await recordAll(leased, copies)
      for (const _ of recorded) reachedStep('recorded')
      await discard(copies.filter(({ objectKey }) => !recorded.has(objectKey)))
    } catch (error) {
      await discard(copies, error)
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const copies = waiting
    waiting = []
    if (copies.length > 0) recording = recording.then(() => record(copies))
    return recording
  }

  return {
    /** Queues a copy for recording. Returns `stopped` if an earlier one could not be recorded, which ends the batch. */
    add(copy: FinishedCopy): FileMigrationOutcome {
      waiting.push(copy)
      const bytes = waiting.reduce((sum, { storedBytes }) => sum + storedBytes, 0)
      if (waiting.length >= maxCopies || bytes >= maxBytes) void flush()
      else timer ??= setTimeout(() => void flush(), maxDelayMs)
      return { kind: stopped.length > 0 || failure ? 'stopped' : 'done' }
    },
    /** Records all added copies. Never rejects. */
    flush,
    /** Records all added copies. Returns an outcome for each that could not be recorded, and throws database errors. */
    async end(): Promise<readonly FileMigrationOutcome[]> {
      await flush()
      if (failure) throw failure.error
      return stopped
    },
  }
}

export type CopyRecorder = ReturnType<typeof createCopyRecorder>
