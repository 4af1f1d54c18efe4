import { meterRound, meterServer, type Sample } from '#bench/cpu.ts'
import type { Server } from '#bench/server.ts'
import type { Claims } from './claims.ts'
import type { Receivers, Seen } from './receivers.ts'

/** The milliseconds from the commit of a change to the first byte of its delivery at the receiver. */
export interface Lag {
  readonly median: number
  readonly p99: number
  readonly max: number
  readonly refused: number
  readonly seen: Seen
  /** A sample of claims with their deliveries. */
  readonly sample: Sample
}

/** Makes PostgreSQL record commit times. A commit time is taken before the commit is flushed to disk. */
export const commitTimes = { track_commit_timestamp: 'on' }

const claimsPerSecond = 500

/** Creates 500 claims a second over HTTP for a number of seconds, and waits until they are delivered. */
export const measureLag = async (
  server: Server,
  receivers: Receivers,
  claims: Claims,
  seconds: number,
): Promise<Lag> => {
  await receivers.forget()
  const { refused, ...sample } = await meterRound(meterServer(server), async () => {
    const { created, refused } = await claims.create(server, { perSecond: claimsPerSecond, seconds })
    await receivers.until(created)
    return { operations: created, perSecond: created / seconds, refused }
  })
  const { times, ...seen } = await receivers.seen({ times: true })
  const rows = await server.sql(
    `select id, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at
       from outbox_event where id >= $1`,
    [times.reduce((earliestId, [event]) => (event < earliestId ? event : earliestId), '~')],
  )
  const commits = new Map(rows.map(({ id, at }) => [String(id), Number(at)]))
  const lags = times.map(([event, at]) => at - (commits.get(event) ?? Number.NaN)).sort((a, b) => a - b)
  const percentile = (fraction: number): number => lags[Math.floor(fraction * (lags.length - 1))] ?? Number.NaN
  return {
    median: percentile(0.5),
    p99: percentile(0.99),
    max: percentile(1),
    refused,
    seen: { ...seen, times: [] },
    sample,
  }
}
