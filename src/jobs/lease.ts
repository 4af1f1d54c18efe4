import { type Database, install } from '#db/database.ts'
import { rows, statement, text } from '#db/statement.ts'
import { type Clock, iso, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const length = 30 * second
const renewedEvery = 10 * second

/**
 * How far apart the clocks of nodes may be. A lease that ends further ahead than this plus its length was written
 * before a clock was set back, and does not count: correcting a clock by a day must not hold up a job for a day.
 */
export const tolerance = 30 * second

export interface Needs {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** `:latest` is the latest possible end of a lease taken by now. */
export const leaseIsFree =
  '(lease_until is null or lease_until <= :now::timestamptz or lease_until > :latest::timestamptz)'

export const leaseTimes = (now: number) => ({ now: iso(now), latest: iso(now + length + tolerance) })

const take = statement(
  'take_job_lease',
  { now: text, latest: text, name: text, owner: text, until: text },
  `update job set lease_owner = :owner, lease_until = :until where name = :name and ${leaseIsFree} returning name`,
  rows<{ name: string }>,
)

/**
 * The same with `latest next run`: only while the job is due, which it no longer is when another node has just run it.
 */
const takeDue = statement(
  'take_due_job_lease',
  { now: text, latest: text, name: text, owner: text, until: text, latestNextRun: text },
  `update job set lease_owner = :owner, lease_until = :until
    where name = :name and (next_run_at <= :now or next_run_at > :latestNextRun) and ${leaseIsFree} returning name`,
  rows<{ name: string }>,
)

const renew = statement(
  'renew_job_lease',
  { name: text, owner: text, until: text },
  'update job set lease_until = :until where name = :name and lease_owner = :owner returning name',
  rows<{ name: string }>,
)

export interface Lease extends Disposable {
  /** Aborted when the lease has run out or another node has taken the job over. */
  readonly lost: AbortSignal
}

interface Wanted {
  readonly job: string
  /** Identifier of the run: two runs never share a lease, on one node or on two. */
  readonly owner: string
  /** For a scheduled run: the latest plausible next run. */
  readonly latestNextRun?: number | undefined
}

/** Takes the lease of a job and renews it until disposed; undefined when another run holds it or the job is not due. */
export const takeLease = async (needs: Needs, { job, owner, latestNextRun }: Wanted): Promise<Lease | undefined> => {
  const { db, clock } = needs
  const now = clock.now()
  const values = { ...leaseTimes(now), name: job, owner, until: iso(now + length) }
  const taken = await db.transaction(install, tx =>
    latestNextRun === undefined
      ? tx.query(take, values)
      : tx.query(takeDue, { ...values, latestNextRun: iso(latestNextRun) }),
  )
  return taken.length > 0 ? keep(needs, job, owner, now + length) : undefined
}

const keep = ({ db, clock, log }: Needs, job: string, owner: string, end: number): Lease => {
  const lost = new AbortController()
  let until = end
  const extend = async (): Promise<void> => {
    const next = clock.now() + length
    const kept = await db.transaction(install, tx => tx.query(renew, { name: job, owner, until: iso(next) }))
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
