import { type Database, install } from '#db/database.ts'
import { statement, text } from '#db/statement.ts'
import { type Clock, iso, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { codes } from './error-code.ts'

const length = 30 * second
const renewedEvery = 10 * second

/**
 * The largest difference between the clocks of nodes. A lease that ends further ahead than this plus its length was
 * written before a clock was set back, and does not count: correcting a clock by a day must not delay a job for a day.
 */
export const tolerance = 30 * second

export interface LeaseServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** `:latest` is the latest possible end of a lease taken by now. */
export const leaseIsFree =
  '(lease_until is null or lease_until <= :now::timestamptz or lease_until > :latest::timestamptz)'

export const leaseTimes = (now: number) => ({ now: iso(now), latest: iso(now + length + tolerance) })

const takes = { now: text, latest: text, name: text, owner: text, node: text, until: text }

/** Takes a free lease. A run that left it behind has failed, and no other node will record it. */
const taking = (condition: string) => `
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

// `planned`: when the run was due, or will be next for one out of turn. `interrupted`: a run that never ended.
const take = statement('take_job_lease', takes, taking(leaseIsFree))

/**
 * The same with `latest next run`: only while the job is due, which it no longer is if another node has just run it.
 */
const takeDue = statement(
  'take_due_job_lease',
  { ...takes, latestNextRun: text },
  taking(`(next_run_at <= :now or next_run_at > :latestNextRun) and ${leaseIsFree}`),
)

const renew = statement(
  'renew_job_lease',
  { name: text, owner: text, until: text },
  'update job set lease_until = :until where name = :name and lease_owner = :owner returning name',
)

export interface Lease extends Disposable {
  /** When the job was due, or will be next for a run out of turn: milliseconds since the epoch. */
  readonly planned: number
  /** The run that left the lease behind without an end; it is recorded as failed. */
  readonly interrupted: string | undefined
  /** Failed runs since the last success, including the interrupted one. */
  readonly failures: number
  /** Aborted when the lease has run out or another node has taken the job over. */
  readonly lost: AbortSignal
}

interface Wanted {
  readonly job: string
  /** Identifier of the run: two runs never share a lease, on one node or on two. */
  readonly owner: string
  /** The node that it runs on. */
  readonly node: string
  /** Called after each renewal. */
  readonly renewed: () => void
  /** For a scheduled run: the latest plausible next run. */
  readonly latestNextRun?: number | undefined
}

/** Takes the lease of a job and renews it until disposed; undefined when another run holds it or the job is not due. */
export const takeLease = async (needs: LeaseServices, wanted: Wanted): Promise<Lease | undefined> => {
  const { db, clock } = needs
  const { job, owner, node, latestNextRun } = wanted
  const now = clock.now()
  const values = { ...leaseTimes(now), name: job, owner, node, until: iso(now + length) }
  const [taken] = await db.transaction(install, tx =>
    latestNextRun === undefined
      ? tx.query(take, values)
      : tx.query(takeDue, { ...values, latestNextRun: iso(latestNextRun) }),
  )
  if (!taken) return undefined
  const { planned, interrupted, failures } = taken
  const kept = keep(needs, wanted, now + length)
  return { ...kept, planned: planned.getTime(), interrupted: interrupted ?? undefined, failures }
}

const keep = ({ db, clock, log }: LeaseServices, { job, owner, renewed }: Wanted, end: number) => {
  const lost = new AbortController()
  let until = end
  const extend = async (): Promise<void> => {
    const next = clock.now() + length
    const kept = await db.transaction(install, tx => tx.query(renew, { name: job, owner, until: iso(next) }))
    if (kept.length === 0) return lost.abort()
    until = next
    renewed()
  }
  const timer = setInterval(() => {
    extend().catch(error => {
      log.warn({ event: 'job_lease_not_renewed', job, error })
      if (clock.now() >= until) lost.abort()
    })
  }, renewedEvery)
  timer.unref()
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
