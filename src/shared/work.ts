import { type Static, Type } from 'typebox'
import type { Database } from '#db/database.ts'
import type { ReadBounds } from '#db/framing.ts'
import type { Role } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import { soonFrom } from './freshness.ts'
import { type WorkKind, type WorkRow, type WorkSource, workKinds } from './work-source.ts'

/** A record that needs the reader to act. */
export const Work = Type.Object(
  {
    kind: Type.Enum([...workKinds], { description: 'The kind of work.' }),
    id: Type.String({ description: 'The id of the record.' }),
    key: Nullable(Type.String({ description: 'The key of the record in the workspace; null if it has none.' })),
    title: Type.String(),
    status: Type.String({ description: 'The status of the record.' }),
    dueAt: Nullable(Timestamp),
    waitingSince: Nullable(Timestamp),
    open: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Clauses without an answer, or requests of guests; null for everything else.',
      }),
    ),
  },
  { title: 'Work' },
)

export type Work = Static<typeof Work>

/** The maximum number of records that a source walks for one page. */
const maxWalked = 1000

/** Sorts after everything with a due date. */
const never = 999_999_999_999_999
const digits = String(never).length

/** A position in the list. */
interface Position {
  /** When the work is due, or since when it has waited. */
  readonly at: number
  readonly id: string
}

const start: Position = { at: -1, id: '' }

const isBefore = (a: Position, b: Position): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

const writePosition = ({ at, id }: Position): string => String(at).padStart(digits, '0') + id
const readPosition = (position: string | undefined): Position =>
  position === undefined ? start : { at: Number(position.slice(0, digits)), id: position.slice(digits) }

const timeOf = (at: number): string => {
  if (at < 0) return '-infinity'
  return at === never ? 'infinity' : iso(at)
}

/** The id after which ids with this prefix come after a position. */
const idAfter = (prefix: string, { at, id }: Position): string => {
  if (id.startsWith(`${prefix}_`)) return id
  return idFloor(prefix, id < prefix ? at : at + 1)
}

const positionOf = ({ order }: WorkSource, { id, due }: WorkRow): Position =>
  'prefix' in order ? { at: idTime(id), id } : { at: due ?? never, id }

/** The reader; `bounds` limit what they see. */
export interface WorkQuery {
  readonly id: string
  readonly role: Role
  readonly bounds: ReadBounds
}

interface WorkPage {
  readonly now: number
  readonly kind?: WorkKind | undefined
  readonly position?: string | undefined
  readonly limit: number
}

interface WorkEntry {
  readonly work: Work
  readonly position: Position
}

const render = (source: WorkSource, row: WorkRow & { record: string }, position: Position): WorkEntry => {
  const { kind, order, key } = source
  const record: Readonly<Record<string, unknown>> = JSON.parse(row.record)
  const isDated = !('prefix' in order) && position.at > 0 && position.at < never
  return {
    position,
    work: {
      kind,
      id: row.id,
      key: key === undefined ? null : String(record[key]),
      title: String(record.title),
      status: String(record.status),
      dueAt: isDated ? iso(position.at) : null,
      waitingSince: 'prefix' in order ? iso(position.at) : null,
      open: row.open,
    },
  }
}

/** Reads a page from each source, all from one database snapshot and in one round trip. */
const readPages = (
  db: Database,
  bounds: ReadBounds,
  sources: readonly WorkSource[],
  valuesOf: (source: WorkSource) => Readonly<Record<string, unknown>>,
): Promise<WorkRow[][]> =>
  db.snapshot(bounds, async tx => {
    const [last, ...others] = sources.toReversed()
    if (!last) return []
    const pages = others.toReversed().map(source => tx.ask(source.page, valuesOf(source)))
    const rows = await tx.query(last.page, valuesOf(last))
    return [...pages.map(page => page()), rows]
  })

/** Reads the reader's work from one database snapshot, by due date or the time since which it has waited. */
export const readWork = async (
  { db, workSources }: { readonly db: Database; readonly workSources: readonly WorkSource[] },
  { id: person, role, bounds }: WorkQuery,
  { now, kind, position: after, limit }: WorkPage,
): Promise<{ work: Work[]; next: string | undefined }> => {
  const from = readPosition(after)
  const values = {
    limit: limit + 1,
    walked: maxWalked,
    afterMs: from.at,
    afterTime: timeOf(from.at),
    afterId: from.id,
    person,
    role,
    soonMs: soonFrom(now),
    soonTime: iso(soonFrom(now)),
    nowTime: iso(now),
  }
  const matchingSources = workSources.filter(source => source.roles.includes(role) && (!kind || source.kind === kind))
  const entries: WorkEntry[] = []
  // The page ends here, because some source has not searched any further yet.
  let horizon: Position = { at: never + 1, id: '' }
  const pages = await readPages(db, bounds, matchingSources, ({ order }) => ({
    ...values,
    after: 'prefix' in order ? idAfter(order.prefix, from) : '',
  }))
  for (const [i, source] of matchingSources.entries()) {
    for (const row of pages[i] ?? []) {
      const position = positionOf(source, row)
      const { record } = row
      if (record !== null) entries.push(render(source, { ...row, record }, position))
      else if (isBefore(position, horizon)) horizon = position
    }
  }
  const reached = entries.filter(({ position }) => !isBefore(horizon, position))
  reached.sort((a, b) => (isBefore(a.position, b.position) ? -1 : 1))
  const page = reached.slice(0, limit)
  const last = reached.length > limit ? page.at(-1)?.position : undefined
  const stopped = horizon.at <= never ? horizon : undefined
  const next = last ?? stopped
  return { work: page.map(({ work }) => work), next: next && writePosition(next) }
}
