import { type Database, install } from '#db/database.ts'
import { statement, text } from '#db/statement.ts'
import { type Clock, iso, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { codes } from './error-code.ts'

const leaseMs = 30 * second
const renewalMs = 10 * second

/**
 * The largest tolerated difference between the clocks of nodes. A lease that ends further ahead than its length plus
 * this was written before a clock was set back, and is ignored: correcting a clock by a day must not delay a job for a
 * day.
 */
export const tolerance = 30 * second

export interface LeaseServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** SQL; `:latest` is the latest possible end of a lease taken so far. */
export const leaseIsFree =
  '(lease_until is null or lease_until <= :now::timestamptz or lease_until > :latest::timestamptz)'

export const leaseTimes = (now: number) => ({ now: iso(now), latest: iso(now + leaseMs + tolerance) })

const parameters = { now: text, latest: text, name: text, owner: text, node: text, until: text }

/**
 * SQL that takes a free lease. If an interrupted run still holds it, records that run as failed; no other node does.
 */
const takeSql = (condition: string) => `
  with free as (
    select name, next_run_at, run_id, node_id, started_at, least(lease_until, :now::timestamptz) as ended
      from job where name = :name and ${condition} for update
  ), taken as (
    update job set lease_owner = :owner, lease_until = :until, run_id = :owner, node_id = :node, started_at = :now,
           failures = failures + (free.run_id is not null)::int
      from free where job.name = free.name
    returning job.name, failures, free.next_run_at as planned, free.run_id as interrupted, free.node_id, free.started_at, ended
  ), recorded as (
    insert into job_run (id, job, started_at, finished_at, outcome, processed, node_id, error_code)
    select interrupted, name, started_at, greatest(started_at, ended), 'failed', 0, node_id, '${codes.interrupted}'
      from taken where interrupted is not null
    on conflict (id) do nothing
  )
  select planned, interrupted, failures from taken`

// `planned`: when this run was due or, for an unscheduled run, the next scheduled time. `interrupted`: the id of a run
// that never ended.
const take = statement('take_job_lease', parameters, takeSql(leaseIsFree))

// Takes the lease only if the job is still due: another node may have run it in the meantime.
const takeDue = statement(
  'take_due_job_lease',
  { ...parameters, latestNextRun: text },
  takeSql(`(next_run_at <= :now or next_run_at > :latestNextRun) and ${leaseIsFree}`),
)

const renew = statement(
  'renew_job_lease',
  { name: text, owner: text, until: text },
  'update job set lease_until = :until where name = :name and lease_owner = :owner returning name',
)

export interface Lease extends Disposable {
  /** When this run was due or, for an unscheduled run, the next scheduled time; milliseconds since the epoch. */
  readonly planned: number
  /** The id of an interrupted run that still held the lease; now recorded as failed. */
  readonly interrupted: string | undefined
  /** The number of failed runs since the last success, including the interrupted one. */
  readonly failures: number
  /** Aborted when the lease has expired or another node has taken the job over. */
  readonly lost: AbortSignal
}

interface LeaseRequest {
  readonly job: string
  /** The id of the run: two runs never share a lease, not even on one node. */
  readonly owner: string
  /** The node of the run. */
  readonly node: string
  /** Called after each renewal. */
  readonly renewed: () => void
  /** Set for scheduled runs. A job whose stored next run is later than this counts as due. */
  readonly latestNextRun?: number | undefined
}

/** Takes the lease of a job and renews it until disposed. Undefined if another run holds it or the job is not due. */
export const takeLease = async (services: LeaseServices, request: LeaseRequest): Promise<Lease | undefined> => {
  const { db, clock } = services
  const { job, owner, node, latestNextRun } = request
  const now = clock.now()
  const values = { ...leaseTimes(now), name: job, owner, node, until: iso(now + leaseMs) }
  const [row] = await db.transaction(install, tx =>
    latestNextRun === undefined
      ? tx.query(take, values)
      : tx.query(takeDue, { ...values, latestNextRun: iso(latestNextRun) }),
  )
  if (!row) return undefined
  const { planned, interrupted, failures } = row
  const renewal = keepRenewing(services, request, now + leaseMs)
  return { ...renewal, planned: planned.getTime(), interrupted: interrupted ?? undefined, failures }
}

const keepRenewing = ({ db, clock, log }: LeaseServices, { job, owner, renewed }: LeaseRequest, end: number) => {
  const lost = new AbortController()
  let until = end
  const extend = async (): Promise<void> => {
    const next = clock.now() + leaseMs
    const renewedRows = await db.transaction(install, tx => tx.query(renew, { name: job, owner, until: iso(next) }))
    if (renewedRows.length === 0) return lost.abort()
    until = next
    renewed()
  }
  const timer = setInterval(() => {
    extend().catch(error => {
      log.warn({ event: 'job_lease_not_renewed', job, error })
      if (clock.now() >= until) lost.abort()
    })
  }, renewalMs)
  timer.unref()
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
