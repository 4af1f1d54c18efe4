import type { Database } from '#db/database.ts'
import type { ReadBounds } from '#db/framing.ts'
import type { Statement } from '#db/statement.ts'
import type { Role } from '#http/access.ts'
import { day, iso } from '#lib/clock.ts'
import { calendarDays } from '#lib/time-zone.ts'
import { findPrincipals, type Principal } from './deputies.ts'
import { soonFrom } from './freshness.ts'
import { findSettings } from './settings.ts'
import type { Work } from './work.ts'
import {
  isWorkBefore,
  noDueTime,
  type WorkPosition,
  workEnd,
  workIdAfter,
  workPositionOf,
  workTimeOf,
  writeWorkPosition,
} from './work-position.ts'
import { type WorkRow, type WorkSource, type WorkStatements, workKinds } from './work-source.ts'

/** The maximum number of records that a source examines for one page. */
const maxExamined = 1000

/** The length of the period for work that is due this week. */
export const week = 7 * day

/** The person whose work is read; `bounds` limit the records that they see. */
export interface WorkQuery {
  readonly id: string
  readonly role: Role
  readonly bounds: ReadBounds
}

export interface WorkServices {
  readonly db: Database
  readonly workSources: readonly WorkSource[]
}

interface WorkEntry {
  readonly work: Work
  readonly position: WorkPosition
}

/** A point in time, and the time zone in which calendar days are counted. */
interface Today {
  readonly now: number
  readonly zone: string
  /** The people whose deputy the person is. */
  readonly principals: readonly Principal[]
}

const behalfOf = (id: string | undefined, principals: readonly Principal[]): Work['onBehalfOf'] => {
  const principal = principals.find(one => one.id === id)
  return principal ? { id: principal.id, name: principal.name } : null
}

export const renderWork = (
  source: WorkSource,
  row: WorkRow & { record: string },
  { now, zone, principals }: Today,
): WorkEntry => {
  const { kind, order, key } = source
  const record: Readonly<Record<string, unknown>> = JSON.parse(row.record)
  const position = workPositionOf(source, row)
  const hasDue = !('prefix' in order)
  const isDated = hasDue && position.at > 0 && position.at < noDueTime
  return {
    position,
    work: {
      kind,
      id: row.id,
      key: key === undefined ? null : String(record[key]),
      title: String(record.title),
      status: String(record.status),
      dueAt: isDated ? iso(position.at) : null,
      waitingSince: hasDue ? null : iso(position.at),
      late: hasDue && position.at < now,
      daysLeft: isDated ? calendarDays(now, position.at, zone) : null,
      open: row.open,
      onBehalfOf: behalfOf(row.behalf, principals),
    },
  }
}

/** Returns a function that creates the statement parameters of a source after a position. */
export const workValues = ({ id: person, role }: WorkQuery, now: number, limit: number) => {
  const soon = soonFrom(now)
  const shared = {
    ...{ limit, walked: maxExamined, person, role, nowMs: now, nowTime: iso(now), weekMs: now + week },
    ...{ soonMs: soon, soonTime: iso(soon) },
  }
  return ({ order }: WorkSource, from: WorkPosition) => ({
    ...shared,
    ...{ afterMs: from.at, afterTime: workTimeOf(from.at), afterId: from.id },
    after: 'prefix' in order ? workIdAfter(order.prefix, from) : '',
  })
}

type ValuesOfSource = ReturnType<ReturnType<typeof workValues>>

interface WorkReading<Row> {
  readonly worker: WorkQuery
  readonly now: number
  readonly sources: readonly WorkSource[]
  readonly statementOf: (source: WorkStatements) => Statement<Row, Readonly<Record<string, unknown>>>
  readonly valuesOf: (source: WorkSource, index: number) => ValuesOfSource
}

/** The rows of each source: the person's own work, and the work of people for whom they are the deputy. */
interface WorkOfSource<Row> {
  readonly own: Row[]
  readonly asDeputy: Row[]
}

/**
 * Runs one statement per source and reads the time zone, in one database snapshot and one round trip; for deputies,
 * another round trip for the work of absent people, limited to what the deputy sees and may do.
 */
export const readWorkSources = <Row>(
  db: Database,
  { worker, now, sources, statementOf, valuesOf }: WorkReading<Row>,
): Promise<{ work: WorkOfSource<Row>[]; zone: string; principals: Principal[] }> =>
  db.snapshot(worker.bounds, async tx => {
    const pages = sources.map((source, i) => tx.ask(statementOf(source), valuesOf(source, i)))
    const settings = tx.ask(findSettings, {})
    const principals = await tx.query(findPrincipals, { person: worker.id, nowTime: iso(now) })
    const deputyPages = sources.map((source, i) => {
      const ids = principals.filter(({ role }) => source.roles.includes(role)).map(({ id }) => id)
      if (!source.forDeputy || ids.length === 0) return () => []
      return tx.ask(statementOf(source.forDeputy), { ...valuesOf(source, i), principals: ids })
    })
    // This query also sends the statements that `ask` has queued.
    if (principals.length > 0) await tx.query(findSettings, {})
    const work = sources.map((_, i) => ({ own: pages[i]?.() ?? [], asDeputy: deputyPages[i]?.() ?? [] }))
    return { work, zone: settings()[0]?.time_zone ?? 'UTC', principals }
  })

/** The sources that concern the person, in the order of `workKinds`. */
export const workSourcesOf = (all: readonly WorkSource[], role: Role): WorkSource[] =>
  workKinds.flatMap(kind => all.filter(source => source.kind === kind && source.roles.includes(role)))

/** The entries of a source after a position, and the position up to which it searched. */
export interface WorkSourcePage {
  readonly entries: readonly WorkEntry[]
  readonly horizon: WorkPosition
}

export const workPageOf = (
  source: WorkSource,
  rows: readonly WorkRow[],
  today: Today,
  before: WorkPosition,
): WorkSourcePage => {
  const entries: WorkEntry[] = []
  let horizon = workEnd
  for (const row of rows) {
    const { record } = row
    if (record !== null) entries.push(renderWork(source, { ...row, record }, today))
    else horizon = workPositionOf(source, row)
  }
  return {
    entries: entries.filter(({ position }) => isWorkBefore(position, before)),
    horizon: isWorkBefore(horizon, before) ? horizon : workEnd,
  }
}

/** Combines the pages of one kind: a person's own work and that of others. Both end where one stopped searching. */
export const combineWork = (pages: readonly WorkSourcePage[]): WorkSourcePage => {
  const horizon = pages.reduce((first, page) => (isWorkBefore(page.horizon, first) ? page.horizon : first), workEnd)
  const entries = pages.flatMap(({ entries }) => entries.filter(({ position }) => !isWorkBefore(horizon, position)))
  return { horizon, entries: entries.sort((a, b) => (isWorkBefore(a.position, b.position) ? -1 : 1)) }
}

/** Merges the sources by time. The page ends at the earliest position where a source stopped searching. */
export const mergeWork = (pages: readonly WorkSourcePage[], limit: number) => {
  const { horizon, entries: searched } = combineWork(pages)
  const page = searched.slice(0, limit)
  const stopped = horizon === workEnd ? undefined : horizon
  const next = searched.length > limit ? page.at(-1)?.position : stopped
  return { work: page.map(({ work }) => work), next: next && writeWorkPosition(next) }
}
