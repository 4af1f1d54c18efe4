import { setTimeout as delay } from 'node:timers/promises'
import { type Figure, figure } from '#bench/benchmark.ts'
import type { Pair } from '#bench/comparison.ts'
import { isShort } from '#bench/scale.ts'
import { type Server, startServer } from '#bench/server.ts'
import type { Stand } from '#bench/work.ts'
import type { Receivers, Seen } from './receivers.ts'

/** One cell of the table in README.md. With `full`, it has the duration and the size for which its goals are set. */
export interface Cell {
  readonly name: string
  run(options: { readonly full: boolean }): Promise<Figure[]>
}

interface Sizes<T> {
  /** The values for which the goals are set. */
  readonly full: T
  readonly usual: T
  /** The values for a run that only shows that the cell works (scale.ts). */
  readonly short: T
}

export const chooseSize = <T>(full: boolean, sizes: Sizes<T>): T =>
  isShort ? sizes.short : full ? sizes.full : sizes.usual

const allowLoopback = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' }

export const webhookStand: Stand = { env: allowLoopback }

/** A server that may deliver to loopback. `settings` are PostgreSQL's. */
export const startWebhookServer = (settings: Readonly<Record<string, string>> = {}): Promise<Server> =>
  startServer(allowLoopback, settings)

const pollMs = 500
const maxPolls = 40

/** Waits until `count` deliveries have arrived and the queues are empty. Returns the counts of the receivers. */
export const untilDrained = async (server: Server, receivers: Receivers, count: number): Promise<Seen> => {
  await receivers.until(count)
  for (let remaining = -1, polls = 0; remaining !== 0; polls++) {
    if (polls === maxPolls) throw new Error(`${remaining} deliveries are still in the queues`)
    await delay(pollMs)
    const sql = 'select count(*)::int as left from webhook_queue where due <= extract(epoch from now()) * 1000'
    const [row] = await server.sql(sql)
    remaining = Number(row?.left)
  }
  return receivers.seen()
}

/** The number of deliveries per second, from the first to the last delivery. */
export const rateOf = ({ received, first, last }: Seen): number => (received - 1) / ((last - first) / 1000)

/** Deletes the deliveries, so that each round starts with tables of the same size. */
export const clear = async ({ sql }: Server): Promise<void> => {
  await sql('truncate webhook_queue, outbox_event, webhook_attempt')
  await sql('vacuum (analyze) webhook_lane, webhook_endpoint')
}

/** A figure for deliveries that arrived twice, as counted by the receivers. */
export const duplicates = (seen: readonly Seen[]): Figure => {
  const received = seen.reduce((sum, one) => sum + one.received, 0)
  return figure({
    label: `deliveries that came twice, of ${received.toLocaleString('en')}`,
    samples: [seen.reduce((sum, one) => sum + one.twice, 0)],
    atMost: 0,
  })
}

/** Renders the rates of both sides in each round. */
export const formatPairs = (measured: readonly Pair[]): string =>
  measured.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`).join(' ')
