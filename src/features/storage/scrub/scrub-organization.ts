import { placeOf } from '#api/blob-copy.ts'
import type { Services } from '#api/call.ts'
import { lockHolds } from '#api/retention-hold.ts'
import { writeSecurityEvent } from '#api/security-event.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, type Damage, unlessLocked } from '#lib/blob-store.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { noteLock } from '#src/features/storage/migration-work-queries.ts'
import { type Found, lookAtCopy, type Reading } from './look-at-copy.ts'
import {
  type CopyRow,
  copiesToRepair,
  copiesToScrub,
  evidenceToForget,
  forgetCopy,
  lockEvidence,
  noteDamage,
  notePassed,
  noteStillDamaged,
  noteSuspects,
} from './queries.ts'
import { repairCopy } from './repair-copy.ts'

/** The second look, which decides, comes so long after the first. */
export const betweenLooks = 10 * minute
/** How long a damaged object is kept as evidence, where the file lies elsewhere. */
const evidenceFor = 90 * day
/** How many copies are taken in one turn, and how many of them are read at once. */
export const batch = 32
const readers = 4

/** One run of the job, or of the command, for one organization after another. */
export interface Looking extends Reading {
  readonly services: Pick<Services, 'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'blobs'>
  readonly requestId: string
  readonly signal: AbortSignal
  /** Copies looked at before this moment are looked at again, in milliseconds. */
  readonly before: number
  /** The same for damaged ones of which nothing else is left. */
  readonly damagedBefore: number
  /** What is written as the moment of a look: not before `before`, so that a run ends. */
  readonly at: number
  /** Bindings that were found unavailable in this run. */
  readonly skip: Set<string>
  /** Called with the size of each copy that was read. */
  readonly read: (bytes: number) => void
}

/** One that also repairs and tidies. */
export interface Scrubbing extends Looking {
  readonly services: Services
}

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const next = items.values()
  const worker = async () => {
    for (const item of next) await work(item)
  }
  await Promise.all(Array.from({ length: readers }, worker))
}

interface Finding {
  readonly row: CopyRow
  readonly found: Found
}

const isDamage = (found: Found): found is Damage => found === 'altered' || found === 'missing'

const events = {
  altered: 'storageOperationsDigestMismatch',
  missing: 'storageOperationsObjectMissing',
} as const satisfies Record<Damage, string>

const writeFindings = async (run: Looking, organizationId: string, findings: readonly Finding[]): Promise<void> => {
  const { services, requestId, at } = run
  const now = services.clock.now()
  const keysOf = (wanted: (finding: Finding) => boolean) => findings.filter(wanted).map(({ row }) => row.object_key)
  const isWrong = ({ row, found }: Finding) => row.state === 'verified' && isDamage(found)
  await services.db.transaction(organizationId, async tx => {
    tx.write(notePassed, { objectKeys: keysOf(({ found }) => found === 'right'), at: iso(at) })
    tx.write(noteStillDamaged, {
      objectKeys: keysOf(({ row, found }) => row.state === 'damaged' && isDamage(found)),
      at: iso(at),
    })
    tx.write(noteSuspects, { objectKeys: keysOf(one => isWrong(one) && one.row.suspect_since === null), at: iso(now) })
    for (const { row, found } of findings) {
      if (row.state !== 'verified' || row.suspect_since === null || !isDamage(found)) continue
      const [damaged] = await tx.query(noteDamage, { objectKey: row.object_key, damage: found, at: iso(now) })
      if (!damaged) continue
      const firstSeenAt = iso(row.suspect_since.getTime())
      const context = {
        resourceId: row.artifact_id,
        bindingId: row.binding_id,
        runId: requestId,
        code: found,
        firstSeenAt,
      }
      writeSecurityEvent({ ...services, organizationId, tx, requestId }, { type: events[found], context })
    }
  })
}

/** Looks at the copies whose turn it is; returns how many it took. */
export const scrubBatch = async (run: Looking, organizationId: string): Promise<number> => {
  const { services, signal, skip, before, damagedBefore } = run
  const suspectBefore = iso(services.clock.now() - betweenLooks)
  const limits = {
    before: iso(before),
    damagedBefore: iso(damagedBefore),
    suspectBefore,
    skip: [...skip],
    limit: batch,
  }
  const rows = await services.db.read(organizationId, copiesToScrub, limits)
  const findings: Finding[] = []
  await inParallel(rows, async row => {
    if (signal.aborted || skip.has(row.binding_id)) return
    const found = await lookAtCopy(services, organizationId, row, run)
    run.read(row.stored_bytes)
    if (found === 'unavailable') skip.add(row.binding_id)
    else findings.push({ row, found })
  })
  if (findings.length > 0) await writeFindings(run, organizationId, findings)
  return rows.length
}

const isOfStores = (error: unknown): boolean =>
  [BlobStoreUnavailable, BlobMissing, BlobCorrupt].some(kind => error instanceof kind)

/** Puts damaged copies right from others; returns how many it tried. */
export const repairBatch = async (run: Scrubbing, organizationId: string): Promise<number> => {
  const { services, requestId, signal, skip, pace } = run
  const rows = await services.db.read(organizationId, copiesToRepair, { skip: [...skip], limit: batch })
  await inParallel(rows, async row => {
    if (signal.aborted || skip.has(row.binding_id)) return
    try {
      await repairCopy(services, { organizationId, requestId, row, pace })
      run.read(row.byte_size)
    } catch (error) {
      if (!isOfStores(error)) throw error
      services.log.warn({ event: 'copy_not_repaired', organization: organizationId, record: row.artifact_id, error })
      skip.add(row.binding_id)
    }
  })
  return rows.length
}

/** Removes evidence that is old enough, but of files that are held; returns how much it tried. */
export const forgetBatch = async (run: Scrubbing, organizationId: string): Promise<number> => {
  const { db, clock, blobs, log } = run.services
  const now = clock.now()
  const old = { now: iso(now), until: iso(now - evidenceFor) }
  const rows = await db.read(organizationId, evidenceToForget, { ...old, skip: [...run.skip], limit: batch })
  await inParallel(rows, async row => {
    if (run.signal.aborted || run.skip.has(row.binding_id)) return
    try {
      await db.transaction(organizationId, async tx => {
        tx.write(lockHolds, { alone: false })
        const [replacement] = await tx.query(lockEvidence, { objectKey: row.object_key })
        if (!replacement) return
        const evidence = { key: row.object_key, place: placeOf(row), uploadId: null }
        const lockedUntil = await unlessLocked(blobs.remove(organizationId, evidence))
        if (lockedUntil === undefined) tx.write(forgetCopy, { objectKey: row.object_key })
        else tx.write(noteLock, { objectKey: row.object_key, until: iso(lockedUntil) })
      })
    } catch (error) {
      if (!isOfStores(error)) throw error
      log.warn({ event: 'damaged_copy_not_removed', organization: organizationId, record: row.artifact_id, error })
      run.skip.add(row.binding_id)
    }
  })
  return rows.length
}
