import { type Static, Type } from 'typebox'
import type { Database } from '#db/database.ts'
import type { ReadBounds } from '#db/framing.ts'
import type { Role } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import { soonFrom } from './freshness.ts'
import { type WorkKind, type WorkRow, type WorkSource, workKinds } from './work-source.ts'

/** Something that needs the reader. */
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

/** The limit of records that a source walks for one page. */
const maxWalked = 1000

/** Sorts after everything with a due date. */
const never = 999_999_999_999_999
const digits = String(never).length

/** A position in the order: the time when work is due or since when it has waited, and its id. */
interface Place {
  readonly at: number
  readonly id: string
}

const start: Place = { at: -1, id: '' }

const isBefore = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

const writePlace = ({ at, id }: Place): string => String(at).padStart(digits, '0') + id
const readPlace = (position: string | undefined): Place =>
  position === undefined ? start : { at: Number(position.slice(0, digits)), id: position.slice(digits) }

const timeOf = (at: number): string => {
  if (at < 0) return '-infinity'
  return at === never ? 'infinity' : iso(at)
}

/** The id after which ids of a prefix lie behind a place. */
const idAfter = (prefix: string, { at, id }: Place): string => {
  if (id.startsWith(`${prefix}_`)) return id
  return idFloor(prefix, id < prefix ? at : at + 1)
}

const placeOf = ({ order }: WorkSource, { id, due }: WorkRow): Place =>
  'prefix' in order ? { at: idTime(id), id } : { at: due ?? never, id }

/** The reader; `bounds` limit what they see. */
export interface WorkQuery {
  readonly id: string
  readonly role: Role
  readonly bounds: ReadBounds
}

interface Asked {
  readonly now: number
  readonly kind?: WorkKind | undefined
  readonly position?: string | undefined
  readonly limit: number
}

interface Found {
  readonly work: Work
  readonly place: Place
}

const render = (source: WorkSource, row: WorkRow & { record: string }, place: Place): Found => {
  const { kind, order, key } = source
  const record: Readonly<Record<string, unknown>> = JSON.parse(row.record)
  const isDated = !('prefix' in order) && place.at > 0 && place.at < never
  return {
    place,
    work: {
      kind,
      id: row.id,
      key: key === undefined ? null : String(record[key]),
      title: String(record.title),
      status: String(record.status),
      dueAt: isDated ? iso(place.at) : null,
      waitingSince: 'prefix' in order ? iso(place.at) : null,
      open: row.open,
    },
  }
}

/** The page of each source, all at one moment of the database and in one round trip. */
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

/** Work for the reader, by due date, with the longest waiting in between; at one moment of the database. */
export const readWork = async (
  { db, workSources }: { readonly db: Database; readonly workSources: readonly WorkSource[] },
  { id: person, role, bounds }: WorkQuery,
  { now, kind, position, limit }: Asked,
): Promise<{ work: Work[]; next: string | undefined }> => {
  const from = readPlace(position)
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
  const asked = workSources.filter(source => source.roles.includes(role) && (!kind || source.kind === kind))
  const found: Found[] = []
  // Nothing beyond this point is shown: some source has not searched that far yet.
  let horizon: Place = { at: never + 1, id: '' }
  const pages = await readPages(db, bounds, asked, ({ order }) => ({
    ...values,
    after: 'prefix' in order ? idAfter(order.prefix, from) : '',
  }))
  for (const [i, source] of asked.entries()) {
    for (const row of pages[i] ?? []) {
      const place = placeOf(source, row)
      const { record } = row
      if (record !== null) found.push(render(source, { ...row, record }, place))
      else if (isBefore(place, horizon)) horizon = place
    }
  }
  const seen = found.filter(({ place }) => !isBefore(horizon, place))
  seen.sort((a, b) => (isBefore(a.place, b.place) ? -1 : 1))
  const page = seen.slice(0, limit)
  const last = seen.length > limit ? page.at(-1)?.place : undefined
  const stopped = horizon.at <= never ? horizon : undefined
  const next = last ?? stopped
  return { work: page.map(({ work }) => work), next: next && writePlace(next) }
}
