import { system } from '#http/access.ts'
import { type AllServices, beginCall, type Change, change } from '#http/call.ts'
import { leaseTimes } from '#jobs/lease.ts'
import { iso, second } from '#lib/clock.ts'
import type { Slice } from '#lib/governor.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import type { MigrationRow } from './migration.ts'
import { releaseMigration, renewMigrationLease, takeMigrationLease } from './migration-work-queries.ts'

export const runnerName = 'storage-object-migration-runner'

const leaseTime = 30 * second
const renewInterval = 2 * second

/** Thrown when a run must give up a migration: another run holds its lease, or an administrator paused or ended it. */
export class MigrationReleased extends Error {
  constructor() {
    super('this run no longer holds the lease of the migration')
  }
}

/** A migration that only this run works on. */
export interface LeasedMigration extends AsyncDisposable {
  readonly services: AllServices
  readonly organizationId: string
  readonly id: string
  /** Aborted when the process stops, the lease is lost, or the migration is paused or ended. */
  readonly signal: AbortSignal
  /** The job run's slices of background work. */
  readonly slice: Slice
  /** Waits until this number of bytes may be read. */
  readonly pace: (bytes: number) => Promise<void>
  /** Runs `work` with the migration locked. Throws MigrationReleased if this run has lost the lease. */
  change<T>(action: string, work: (change: Change, row: MigrationRow) => Promise<T> | T): Promise<T>
}

interface LeaseRequest {
  readonly organizationId: string
  readonly id: string
  /** The id of the job run, which holds the lease. */
  readonly runId: string
  readonly signal: AbortSignal
  readonly slice: Slice
}

// While uploads arrive, copied bytes count four times.
const uploadFactor = 4

const isChanged = (initial: MigrationRow, { status, paused }: MigrationRow): boolean =>
  paused || status !== initial.status

const holdLease = async (
  services: AllServices,
  { organizationId, id, runId, signal, slice }: LeaseRequest,
): Promise<LeasedMigration> => {
  const { db, clock, blobs, log } = services
  const call = beginCall(services, system(runnerName, organizationId), runId)
  const ended = new AbortController()
  const anySignal = AbortSignal.any([signal, ended.signal])
  let until = clock.now() + leaseTime

  const leaseValues = () => {
    const next = clock.now() + leaseTime
    return { next, values: { id, owner: runId, until: iso(next) } }
  }
  const giveUp = (): never => {
    ended.abort(new MigrationReleased())
    throw new MigrationReleased()
  }
  const renewed = await db.transaction(organizationId, tx => tx.query(renewMigrationLease, leaseValues().values))
  const initial = renewed[0] ?? giveUp()
  const paidBy = initial.paced_until?.getTime()
  const bucket = new TokenBucket({ clock, bytesPerSecond: initial.bytes_per_second, paidBy })

  const renew = async (): Promise<void> => {
    const { next, values } = leaseValues()
    const [row] = await db.transaction(organizationId, tx => tx.query(renewMigrationLease, values))
    if (!row || isChanged(initial, row)) return ended.abort(new MigrationReleased())
    until = next
    bucket.bytesPerSecond = row.bytes_per_second
  }
  const timer = setInterval(() => {
    renew().catch(error => {
      log.warn({ event: 'storage_migration_lease_not_renewed', organization: organizationId, record: id, error })
      if (clock.now() >= until) ended.abort(new MigrationReleased())
    })
  }, renewInterval)
  timer.unref()

  return {
    services,
    organizationId,
    id,
    signal: anySignal,
    slice,
    pace: bytes => bucket.take(blobs.receiving > 0 ? uploadFactor * bytes : bytes, anySignal),
    change: (action, work) =>
      db.transaction(organizationId, async tx => {
        const { next, values } = leaseValues()
        const [row] = await tx.query(renewMigrationLease, values)
        if (!row) return giveUp()
        until = next
        bucket.bytesPerSecond = row.bytes_per_second
        return work(change({ ...call, now: clock.now() }, tx, action, null), row)
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      const release = { id, owner: runId, pacedUntil: iso(Math.ceil(bucket.paidBy)) }
      await db.transaction(organizationId, tx => tx.write(releaseMigration, release))
    },
  }
}

/** Takes the lease of a migration and renews it until disposed; undefined if another run holds it. */
export const leaseMigration = async (
  services: AllServices,
  request: LeaseRequest,
): Promise<LeasedMigration | undefined> => {
  const { db, clock } = services
  const now = clock.now()
  const values = { ...leaseTimes(now), id: request.id, owner: request.runId, until: iso(now + leaseTime) }
  const leases = await db.transaction(request.organizationId, tx => tx.query(takeMigrationLease, values))
  return leases.length > 0 ? holdLease(services, request) : undefined
}
