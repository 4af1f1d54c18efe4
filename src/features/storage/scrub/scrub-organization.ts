import type { AllServices, Provided, Services } from '#http/call.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, type Damage, unlessLocked } from '#lib/blob-store.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import { lockHolds } from '#shared/retention-hold.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { recordLock } from '#src/features/storage/migration/migration-work-queries.ts'
import { type CopyCondition, inspectCopy, type PacedReading } from './inspect-copy.ts'
import {
  copiesToRepair,
  copiesToScrub,
  damagedCopiesToDelete,
  deleteDamagedCopy,
  lockDamagedCopy,
  recordDamage,
  recordPassed,
  recordStillDamaged,
  recordSuspects,
  type ScrubbedCopyRow,
} from './queries.ts'
import { repairCopy } from './repair-copy.ts'

/** The time between the two checks of a suspect copy; the second check decides. */
export const recheckAfter = 10 * minute
/** How long a damaged object is kept as evidence if the file has a good copy. */
const damagedCopyRetention = 90 * day
/** The number of copies that one turn checks. */
export const batchSize = 32
/** The number of copies read at once. */
const readers = 4

/** A run of the job or the command, which handles one organization after another. */
export interface ScrubRun extends PacedReading {
  readonly services: Pick<Services, 'db' | 'clock' | 'ids' | 'log' | 'metrics'> & Provided<'blobs'>
  readonly requestId: string
  readonly signal: AbortSignal
  /** Copies last checked before this time are checked again; in milliseconds. */
  readonly before: number
  /** Like `before`, for damaged copies of files without a good copy. */
  readonly damagedBefore: number
  /** The time to record for each check; at least `before`, so that a run does not check a copy twice. */
  readonly at: number
  /** Bindings found unavailable in this run. */
  readonly skip: Set<string>
  /** Called with the size of each copy read. */
  readonly read: (bytes: number) => void
}

/** A run that also repairs and removes. */
export interface RepairingRun extends ScrubRun {
  readonly services: AllServices
}

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const next = items.values()
  const worker = async () => {
    for (const item of next) await work(item)
  }
  await Promise.all(Array.from({ length: readers }, worker))
}

interface Inspection {
  readonly row: ScrubbedCopyRow
  readonly condition: CopyCondition
}

const isDamage = (condition: CopyCondition): condition is Damage => condition === 'altered' || condition === 'missing'

const events = {
  altered: 'storageOperationsDigestMismatch',
  missing: 'storageOperationsObjectMissing',
} as const satisfies Record<Damage, string>

const recordInspections = async (
  run: ScrubRun,
  organizationId: string,
  inspections: readonly Inspection[],
): Promise<void> => {
  const { services, requestId, at } = run
  const now = services.clock.now()
  const keysOf = (matches: (inspection: Inspection) => boolean) =>
    inspections.filter(matches).map(({ row }) => row.object_key)
  const isDamagedNow = ({ row, condition }: Inspection) => row.state === 'verified' && isDamage(condition)
  await services.db.transaction(organizationId, async tx => {
    tx.write(recordPassed, { objectKeys: keysOf(({ condition }) => condition === 'intact'), at: iso(at) })
    tx.write(recordStillDamaged, {
      objectKeys: keysOf(({ row, condition }) => row.state === 'damaged' && isDamage(condition)),
      at: iso(at),
    })
    tx.write(recordSuspects, {
      objectKeys: keysOf(inspection => isDamagedNow(inspection) && inspection.row.suspect_since === null),
      at: iso(now),
    })
    for (const { row, condition } of inspections) {
      if (row.state !== 'verified' || row.suspect_since === null || !isDamage(condition)) continue
      const [damaged] = await tx.query(recordDamage, { objectKey: row.object_key, damage: condition, at: iso(now) })
      if (!damaged) continue
      const firstSeenAt = iso(row.suspect_since.getTime())
      const context = {
        resourceId: row.artifact_id,
        bindingId: row.binding_id,
        runId: requestId,
        code: condition,
        firstSeenAt,
      }
      writeSecurityEvent({ ...services, organizationId, tx, requestId }, { type: events[condition], context })
    }
  })
}

/** Checks the copies that are due; returns their number. */
export const scrubBatch = async (run: ScrubRun, organizationId: string): Promise<number> => {
  const { services, signal, skip, before, damagedBefore } = run
  const suspectBefore = iso(services.clock.now() - recheckAfter)
  const limits = {
    before: iso(before),
    damagedBefore: iso(damagedBefore),
    suspectBefore,
    skip: [...skip],
    limit: batchSize,
  }
  const rows = await services.db.read(organizationId, copiesToScrub, limits)
  const inspections: Inspection[] = []
  await inParallel(rows, async row => {
    if (signal.aborted || skip.has(row.binding_id)) return
    const condition = await inspectCopy(services, organizationId, row, run)
    run.read(row.stored_bytes)
    if (condition === 'unavailable') skip.add(row.binding_id)
    else inspections.push({ row, condition })
  })
  if (inspections.length > 0) await recordInspections(run, organizationId, inspections)
  return rows.length
}

const isStoreError = (error: unknown): boolean =>
  [BlobStoreUnavailable, BlobMissing, BlobCorrupt].some(kind => error instanceof kind)

/** Repairs damaged copies from others; returns the number of attempts. */
export const repairBatch = async (run: RepairingRun, organizationId: string): Promise<number> => {
  const { services, requestId, signal, skip, pace } = run
  const rows = await services.db.read(organizationId, copiesToRepair, { skip: [...skip], limit: batchSize })
  await inParallel(rows, async row => {
    if (signal.aborted || skip.has(row.binding_id)) return
    try {
      await repairCopy(services, { organizationId, requestId, row, pace })
      run.read(row.byte_size)
    } catch (error) {
      if (!isStoreError(error)) throw error
      services.log.warn({ event: 'copy_not_repaired', organization: organizationId, record: row.artifact_id, error })
      skip.add(row.binding_id)
    }
  })
  return rows.length
}

/** Removes damaged copies after 90 days, except those of files on hold; returns the number of attempts. */
export const removeDamagedBatch = async (run: RepairingRun, organizationId: string): Promise<number> => {
  const { db, clock, blobs, log } = run.services
  const now = clock.now()
  const limits = { now: iso(now), until: iso(now - damagedCopyRetention) }
  const rows = await db.read(organizationId, damagedCopiesToDelete, {
    ...limits,
    skip: [...run.skip],
    limit: batchSize,
  })
  await inParallel(rows, async row => {
    if (run.signal.aborted || run.skip.has(row.binding_id)) return
    try {
      await db.transaction(organizationId, async tx => {
        tx.write(lockHolds, { alone: false })
        const [replacement] = await tx.query(lockDamagedCopy, { objectKey: row.object_key })
        if (!replacement) return
        const damagedCopy = { key: row.object_key, place: storeLocationOf(row), uploadId: null }
        const lockedUntil = await unlessLocked(blobs.remove(organizationId, damagedCopy))
        if (lockedUntil === undefined) tx.write(deleteDamagedCopy, { objectKey: row.object_key })
        else tx.write(recordLock, { objectKey: row.object_key, until: iso(lockedUntil) })
      })
    } catch (error) {
      if (!isStoreError(error)) throw error
      log.warn({ event: 'damaged_copy_not_removed', organization: organizationId, record: row.artifact_id, error })
      run.skip.add(row.binding_id)
    }
  })
  return rows.length
}
