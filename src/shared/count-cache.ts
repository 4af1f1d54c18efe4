import type { Transaction } from '#db/database.ts'
import type { Prepared, Statement } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import { day, hour, minute } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'

/** The limit of a count for a day or an overview: each record costs an index read. */
export const maxCounted = 10_000

/** Numbers by name, such as `{ attempts, failed }`. */
type Counts = Readonly<Record<string, number>>

/** A series counted by day: rows that are only ever added, under ids that carry the time of their creation. */
export interface Series<Row extends Counts> {
  /**
   * Returns the counts of each range, up to `maxCounted`; a range is given by its first id and the first id after it.
   */
  readonly statement: Statement<Row, { readonly low: readonly string[]; readonly high: readonly string[] }>
  /** The prefix of the ids. */
  readonly prefix: string
  readonly none: Row
  /**
   * The longest delay between the moment in a row's id and the write of the row, in milliseconds; an hour if left out.
   */
  readonly latest?: number
}

interface Wanted<Row extends Counts> {
  readonly series: Series<Row>
  /** The start of each day, in milliseconds since the epoch. */
  readonly starts: readonly number[]
  /** Days from here on lose no rows; earlier days are counted each time. */
  readonly completeFrom?: number
}

/** Counts of the rows whose id is before `until`. */
export interface KeptCounts {
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
  /** Whether its count may be cached. */
  readonly lasting: boolean
  readonly known: Row
  readonly pieces: readonly Piece[]
}

/** The fields of a call that a count needs. */
interface Counting {
  readonly organizationId: string
  readonly actor: Pick<Actor, 'units'>
  readonly now: number
  readonly read: Transaction['query']
}

/** The storage in which counts of whole workspaces outlast the process. */
export interface StoredCounts {
  find(call: Pick<Counting, 'organizationId' | 'read'>, series: Prepared): Promise<KeptCounts | undefined>
  write(organizationId: string, series: Prepared, counts: KeptCounts): Promise<void>
}

export interface CountCache {
  /** The counts of each requested day. */
  read<Row extends Counts>(call: Counting, wanted: Wanted<Row>): Promise<Row[]>
}

/**
 * An id is made when its request begins, and its row follows within this time: a transaction lasts up to ten minutes,
 * and clocks of nodes are at most 30 s apart.
 */
export const latestOfRequests = 15 * minute
/** The limit of cached series, each for one organization, 3 kB each. */
const maxKept = 1000

const nothing: KeptCounts = { until: 0, days: new Map() }

const hourOf = (at: number): number => Math.floor(at / hour)

const isFull = (counts: Counts): boolean => Object.values(counts).every(count => count >= maxCounted)

const add = <Row extends Counts>(one: Row, other: Counts): Row =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, Math.min(count + (other[name] ?? 0), maxCounted)]),
  ) as Row

const dayOf = <Row extends Counts>(
  start: number,
  lasting: boolean,
  kept: KeptCounts,
  settled: number,
  none: Row,
): Day<Row> => {
  const counted = lasting ? kept.days.get(start) : undefined
  // Cached counts have the names of the series: a changed statement is another series.
  const known = (counted ?? none) as Row
  // A day that has reached the counting limit stays there, even if rows are added.
  if (isFull(known)) return { start, lasting, known, pieces: [] }
  const from = counted ? Math.max(start, kept.until) : start
  const end = lasting ? Math.min(settled, start + day) : start
  const pieces = [
    { from, before: end, settled: true },
    { from: Math.max(from, end), before: start + day, settled: false },
  ]
  return { start, lasting, known, pieces: pieces.filter(piece => piece.from < piece.before) }
}

/**
 * Caches the counts of the past in this process, so that a visit counts only the rows that are not settled yet. Counts
 * of a whole workspace are stored once an hour, for the first visit after a start. Cached counts from after the current
 * time are dropped when the clock is set back.
 */
export const createCountCache = (stored: StoredCounts): CountCache => {
  const memory = new Map<string, KeptCounts>()

  const keep = (key: string, kept: KeptCounts): void => {
    memory.delete(key)
    memory.set(key, kept)
    const [oldest] = memory.size > maxKept ? memory.keys() : []
    if (oldest !== undefined) memory.delete(oldest)
  }

  return {
    async read(call, { series, starts, completeFrom = 0 }) {
      const { statement, prefix, none, latest = hour } = series
      const { organizationId, actor, now } = call
      const key = [organizationId, statement.name, ...(actor.units ?? [])].join(' ')
      // Counts of units would need a row for each set of units.
      const isStored = actor.units === undefined
      const remembered = memory.get(key) ?? ((isStored && (await stored.find(call, statement))) || nothing)
      const kept = remembered.until > now ? nothing : remembered
      const settled = Math.max(kept.until, Math.floor((now - latest) / minute) * minute)
      const days = starts.map(start => dayOf(start, start >= completeFrom, kept, settled, none))
      const pieces = days.flatMap(one => one.pieces)
      const floors = (moments: readonly number[]) => moments.map(at => idFloor(prefix, at))
      const [low, high] = [floors(pieces.map(({ from }) => from)), floors(pieces.map(({ before }) => before))]
      const rows = pieces.length > 0 ? await call.read(statement, { low, high }) : []
      const counts = new Map(pieces.map((piece, i) => [piece, rows[i] ?? none]))
      // Most days have nothing to add.
      const total = ({ known, pieces }: (typeof days)[number], settledOnly = false) =>
        pieces
          .filter(piece => piece.settled || !settledOnly)
          .reduce((sum, piece) => add(sum, counts.get(piece) ?? none), known)
      const all = days.map(one => total(one))
      const lasting = days.flatMap((one, i): [number, Counts][] => {
        const whole = all[i] ?? none
        if (!one.lasting || one.start >= settled) return []
        return [[one.start, isFull(whole) ? whole : total(one, true)]]
      })
      const counted = { until: settled, days: new Map(lasting) }
      keep(key, counted)
      if (isStored && hourOf(settled) > hourOf(kept.until)) await stored.write(organizationId, statement, counted)
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
