import { system } from '#http/access.ts'
import { type AllServices, beginCall, type Call, type Change, change } from '#http/call.ts'
import { leaseTimes } from '#jobs/lease.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { type ExportRow, releaseExport, renewExportLease, takeExportLease } from './queries.ts'

export const preparerName = 'prepare-exports'

const leaseLength = 30 * second
const renewalInterval = 2 * second

/** How long an export can make no progress before it counts as stalled. */
export const stalledAfter = 2 * minute
/** The longest time between two checks. If more has passed, the process or clock was paused, not the export. */
const maxStep = minute

/** Reports that this run no longer has the export: another run holds its lease, or it was cancelled. */
export class ExportReleased extends Error {
  override readonly name = 'LetGo'

  constructor() {
    super('this run no longer holds the lease of the export')
  }
}

/** Reports that the export hangs: it made no progress for two minutes and had no error. */
export class Stalled extends Error {
  override readonly name = 'Stalled'

  constructor() {
    super('the export makes no progress')
  }
}

/** An export that only this run prepares. */
export interface LeasedExport extends AsyncDisposable {
  readonly services: AllServices
  /** The call that the job makes in this run. */
  readonly call: Call & AllServices
  readonly id: string
  /** Aborted when the process stops, the lease is lost, the export is cancelled or it makes no progress. */
  readonly signal: AbortSignal
  /** Records progress, so that the export does not count as stalled. */
  progressed(): void
  /** Runs a transaction in which the export is locked. Throws ExportReleased if this run no longer holds the lease. */
  change<T>(action: string, work: (change: Change, row: ExportRow) => Promise<T> | T): Promise<T>
}

interface LeaseRequest {
  readonly organizationId: string
  readonly id: string
  /** The id of the job run, which holds the lease. */
  readonly runId: string
  readonly signal: AbortSignal
}

const keepLease = (services: AllServices, { organizationId, id, runId, signal }: LeaseRequest): LeasedExport => {
  const { db, clock, log } = services
  const call = beginCall(services, system(preparerName, organizationId), runId)
  const controller = new AbortController()
  let leaseEnd = clock.now() + leaseLength
  let progressedAt = clock.now()
  let checkedAt = progressedAt
  const leaseValues = () => {
    const leasedUntil = clock.now() + leaseLength
    return { leasedUntil, values: { id, owner: runId, until: iso(leasedUntil) } }
  }
  const renew = async (): Promise<void> => {
    const { leasedUntil, values } = leaseValues()
    const [row] = await db.transaction(organizationId, tx => tx.query(renewExportLease, values))
    if (!row) return controller.abort(new ExportReleased())
    leaseEnd = leasedUntil
  }
  const check = (): void => {
    const now = clock.now()
    if (now - checkedAt > maxStep) progressedAt = now
    checkedAt = now
    if (now - progressedAt >= stalledAfter) controller.abort(new Stalled())
  }
  const timer = setInterval(() => {
    check()
    renew().catch(error => {
      log.warn({ event: 'export_lease_not_renewed', organization: organizationId, record: id, error })
      if (clock.now() >= leaseEnd) controller.abort(new ExportReleased())
    })
  }, renewalInterval)
  timer.unref()
  return {
    services,
    call,
    id,
    signal: AbortSignal.any([signal, controller.signal]),
    progressed() {
      progressedAt = clock.now()
    },
    change: (action, work) =>
      db.transaction(organizationId, async tx => {
        const { leasedUntil, values } = leaseValues()
        const [row] = await tx.query(renewExportLease, values)
        if (!row) {
          controller.abort(new ExportReleased())
          throw new ExportReleased()
        }
        leaseEnd = leasedUntil
        progressedAt = clock.now()
        return work(change({ ...call, now: clock.now() }, tx, action, null), row)
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await db.transaction(organizationId, tx => tx.write(releaseExport, { id, owner: runId }))
    },
  }
}

/** Takes the lease of an export and renews it until disposed. Returns undefined if another run holds the lease. */
export const leaseExport = async (services: AllServices, request: LeaseRequest): Promise<LeasedExport | undefined> => {
  const { db, clock } = services
  const now = clock.now()
  const values = { ...leaseTimes(now), id: request.id, owner: request.runId, until: iso(now + leaseLength) }
  const leased = await db.transaction(request.organizationId, tx => tx.query(takeExportLease, values))
  return leased.length > 0 ? keepLease(services, request) : undefined
}
