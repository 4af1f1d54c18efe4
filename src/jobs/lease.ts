import { type Database, install } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import { type Clock, iso, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const length = 30 * second
const renewedEvery = 10 * second

/**
 * How far the clocks of nodes may be apart. What is further ahead than that and its own length was written before a
 * clock was set back, and does not count: a day's correction must not hold a job up for a day.
 */
export const tolerance = 30 * second

export interface Needs {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** `$1` is now, `$2` the latest end that a lease taken by now can have. */
export const leaseIsFree = '(lease_until is null or lease_until <= $1::timestamptz or lease_until > $2::timestamptz)'

export const leaseTimes = (now: number): [string, string] => [iso(now), iso(now + length + tolerance)]

/** `now, latest end, name, owner, new end` */
const take = statement<{ name: string }>(
  'take_job_lease',
  `update job set lease_owner = $4, lease_until = $5 where name = $3 and ${leaseIsFree} returning name`,
)

/** The same and `latest next run`: only a job that is due, which it no longer is when another node has just run it. */
const takeDue = statement<{ name: string }>(
  'take_due_job_lease',
  `update job set lease_owner = $4, lease_until = $5
    where name = $3 and (next_run_at <= $1 or next_run_at > $6) and ${leaseIsFree} returning name`,
)

/** `name, owner, new end` */
const renew = statement<{ name: string }>(
  'renew_job_lease',
  'update job set lease_until = $3 where name = $1 and lease_owner = $2 returning name',
)

export interface Lease extends Disposable {
  /** Aborted when the lease has run out or another node has taken the job over. */
  readonly lost: AbortSignal
}

interface Wanted {
  readonly job: string
  /** Identifier of the run: two runs never share a lease, on one node or on two. */
  readonly owner: string
  /** Given for a run on schedule: the latest next run that is believable. */
  readonly latestNextRun?: number | undefined
}

/** Takes the lease of a job and renews it until disposed; undefined when another run holds it or the job is not due. */
export const takeLease = async (needs: Needs, { job, owner, latestNextRun }: Wanted): Promise<Lease | undefined> => {
  const { db, clock } = needs
  const now = clock.now()
  const values = [...leaseTimes(now), job, owner, iso(now + length)]
  const taken = await db.transaction(install, tx =>
    latestNextRun === undefined ? tx.query(take, values) : tx.query(takeDue, [...values, iso(latestNextRun)]),
  )
  return taken.length > 0 ? keep(needs, job, owner, now + length) : undefined
}

const keep = ({ db, clock, log }: Needs, job: string, owner: string, end: number): Lease => {
  const lost = new AbortController()
  let until = end
  const extend = async (): Promise<void> => {
    const next = clock.now() + length
    const kept = await db.transaction(install, tx => tx.query(renew, [job, owner, iso(next)]))
    if (kept.length > 0) until = next
    else lost.abort()
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
