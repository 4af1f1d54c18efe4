import type { Transaction } from '#db/database.ts'
import type { Prepared, Statement } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import { day, hour, minute } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'

/** The limit of a count for a day or an overview, because each counted row costs an index read. */
export const maxCounted = 10_000

/** Counts by name, such as `{ attempts, failed }`. */
type Counts = Readonly<Record<string, number>>

/** Rows to count by day. Rows are only ever added, and their ids contain their creation time. */
export interface Series<Row extends Counts> {
  /** Counts the rows of each range, up to `maxCounted`: from the id `low` up to, but not including, `high`. */
  readonly statement: Statement<Row, { readonly low: readonly string[]; readonly high: readonly string[] }>
  /** The prefix of the ids. */
  readonly prefix: string
  readonly none: Row
  /** Maximum delay between the time in a row's id and the write of the row, in milliseconds; by default an hour. */
  readonly latest?: number
}

interface CountRequest<Row extends Counts> {
  readonly series: Series<Row>
  /** The start of each day, in milliseconds since the epoch. */
  readonly starts: readonly number[]
  /** Rows from this time on are never deleted. Earlier days are counted each time. */
  readonly completeFrom?: number
}

/** Counts per day of the rows with ids before `until`. */
export interface CachedCounts {
  readonly until: number
  readonly days: ReadonlyMap<number, Counts>
}

/** A range of ids to count. */
interface Piece {
  readonly from: number
  readonly before: number
  /** Whether the range can no longer get new rows. */
  readonly settled: boolean
}

interface Day<Row extends Counts> {
  readonly start: number
  /** Whether the count of the day may be cached. */
  readonly lasting: boolean
  /** The cached counts. */
  readonly cached: Row
  readonly pieces: readonly Piece[]
}

/** The fields of a call that counting needs. */
interface CountingCall {
  readonly organizationId: string
  readonly actor: Pick<Actor, 'units'>
  readonly now: number
  readonly read: Transaction['query']
}

/** Stores the counts of whole workspaces beyond the life of the process. */
export interface StoredCounts {
  find(call: Pick<CountingCall, 'organizationId' | 'read'>, series: Prepared): Promise<CachedCounts | undefined>
  write(organizationId: string, series: Prepared, counts: CachedCounts): Promise<void>
}

export interface CountCache {
  /** Returns the counts of each requested day. */
  read<Row extends Counts>(call: CountingCall, request: CountRequest<Row>): Promise<Row[]>
}

/**
 * The maximum delay between the time in an id, which is created when its request begins, and the commit of its row. A
 * transaction takes up to ten minutes, and the clocks of nodes differ by at most 30 s.
 */
export const latestOfRequests = 15 * minute
/** The maximum number of cached series, each for one organization and about 3 kB. */
const maxEntries = 1000

const noCounts: CachedCounts = { until: 0, days: new Map() }

const hourOf = (time: number): number => Math.floor(time / hour)

const isFull = (counts: Counts): boolean => Object.values(counts).every(count => count >= maxCounted)

const add = <Row extends Counts>(one: Row, other: Counts): Row =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, Math.min(count + (other[name] ?? 0), maxCounted)]),
  ) as Row

const dayOf = <Row extends Counts>(
  start: number,
  lasting: boolean,
  cache: CachedCounts,
  settled: number,
  none: Row,
): Day<Row> => {
  const entry = lasting ? cache.days.get(start) : undefined
  // Cached counts have the same names as the series, because the cache key contains the statement.
  const cached = (entry ?? none) as Row
  // A day at the counting limit needs no further counting.
  if (isFull(cached)) return { start, lasting, cached, pieces: [] }
  const from = entry ? Math.max(start, cache.until) : start
  const end = lasting ? Math.min(settled, start + day) : start
  const pieces = [
    { from, before: end, settled: true },
    { from: Math.max(from, end), before: start + day, settled: false },
  ]
  return { start, lasting, cached, pieces: pieces.filter(piece => piece.from < piece.before) }
}

/**
 * Caches counts in this process, so that a read counts only rows that may be new. A row is settled once its maximum
 * delay has passed. Counts of a whole workspace are also stored once an hour, for the first read after a restart. If
 * the clock is set back, cached counts from after the current time are ignored.
 */
export const createCountCache = (stored: StoredCounts): CountCache => {
  const memory = new Map<string, CachedCounts>()

  const remember = (key: string, counts: CachedCounts): void => {
    memory.delete(key)
    memory.set(key, counts)
    const [oldest] = memory.size > maxEntries ? memory.keys() : []
    if (oldest !== undefined) memory.delete(oldest)
  }

  return {
    async read(call, { series, starts, completeFrom = 0 }) {
      const { statement, prefix, none, latest = hour } = series
      const { organizationId, actor, now } = call
      const key = [organizationId, statement.name, ...(actor.units ?? [])].join(' ')
      // Stored counts for units would need a row per set of units.
      const isStored = actor.units === undefined
      const entry = memory.get(key) ?? ((isStored && (await stored.find(call, statement))) || noCounts)
      const reusable = entry.until > now ? noCounts : entry
      const settled = Math.max(reusable.until, Math.floor((now - latest) / minute) * minute)
      const days = starts.map(start => dayOf(start, start >= completeFrom, reusable, settled, none))
      const pieces = days.flatMap(one => one.pieces)
      const idFloors = (times: readonly number[]) => times.map(time => idFloor(prefix, time))
      const [low, high] = [idFloors(pieces.map(({ from }) => from)), idFloors(pieces.map(({ before }) => before))]
      const rows = pieces.length > 0 ? await call.read(statement, { low, high }) : []
      const counts = new Map(pieces.map((piece, i) => [piece, rows[i] ?? none]))
      // Adds the new counts to the cached ones; most days have no pieces.
      const total = ({ cached, pieces }: (typeof days)[number], settledOnly = false) =>
        pieces
          .filter(piece => piece.settled || !settledOnly)
          .reduce((sum, piece) => add(sum, counts.get(piece) ?? none), cached)
      const all = days.map(one => total(one))
      const lasting = days.flatMap((one, i): [number, Counts][] => {
        const whole = all[i] ?? none
        if (!one.lasting || one.start >= settled) return []
        return [[one.start, isFull(whole) ? whole : total(one, true)]]
      })
      const counted = { until: settled, days: new Map(lasting) }
      remember(key, counted)
      if (isStored && hourOf(settled) > hourOf(reusable.until)) await stored.write(organizationId, statement, counted)
      return all
    },
  }
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** Counts of past days. */
    readonly countCache: CountCache
  }
}
