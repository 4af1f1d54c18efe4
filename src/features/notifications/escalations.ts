import type { RowOf } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { addCalendarDays } from '#lib/time-zone.ts'
import type { WantedRow } from './differences.ts'
import { notificationKinds } from './kinds.ts'
import type { listOpenEscalations } from './pass-queries.ts'
import type { PersonReason } from './reasons.ts'
import type { LocalTime } from './steps.ts'

/** The number of records of one owner with a row for each receiver, the longest overdue first. One row counts the others. */
const maxEscalated = 20

interface OverdueRecord {
  readonly ownerId: string
  readonly recordId: string
  readonly due: number
}

type OpenEscalation = RowOf<typeof listOpenEscalations>

/** The changes that make the open escalations equal those that the delay of the owners requires. */
interface EscalationDifferences {
  readonly inserts: readonly WantedRow[]
  /** Rows whose number of records has changed. */
  readonly moves: readonly { readonly id: string; readonly due: null; readonly more: number }[]
  readonly endedIds: readonly string[]
  readonly nextAt: number
}

const keyOf = (person: string, recordId: string, ownerId: string | null): string => `${person} ${recordId} ${ownerId}`

/**
 * Compares the open escalations of some owners with their overdue work. `receiversOf` returns who is notified instead of
 * an owner: their deputies or the administrators.
 */
export const escalationDifferences = (
  open: readonly OpenEscalation[],
  reasons: readonly PersonReason[],
  days: number | null,
  receiversOf: (ownerId: string) => readonly string[],
  { now, zone }: LocalTime,
): EscalationDifferences => {
  const inserts: WantedRow[] = []
  const moves: { id: string; due: null; more: number }[] = []
  const kept = new Set<string>()
  const openRows = new Map(open.map(row => [keyOf(row.person_id, row.record_id, row.about_id), row]))
  let nextAt = Number.POSITIVE_INFINITY
  const overdue: OverdueRecord[] = []
  for (const { personId: ownerId, kind, recordId, due = null } of days === null ? [] : reasons) {
    if (!notificationKinds[kind].escalates || due === null || due <= 0) continue
    const at = addCalendarDays(due, days ?? 0, zone)
    if (at > now) nextAt = Math.min(nextAt, at)
    else overdue.push({ ownerId, recordId, due })
  }
  const want = (ownerId: string, row: Pick<WantedRow, 'record' | 'occasion' | 'due' | 'more'>) => {
    for (const person of receiversOf(ownerId)) {
      const found = openRows.get(keyOf(person, row.record, ownerId))
      if (found) kept.add(found.id)
      if (found && row.more !== null && found.more !== row.more) moves.push({ id: found.id, due: null, more: row.more })
      if (!found) inserts.push({ ...row, person, kind: 'escalated', step: 'late', about: ownerId })
    }
  }
  for (const [ownerId, records] of Map.groupBy(overdue, one => one.ownerId)) {
    const sorted = records.toSorted((a, b) => a.due - b.due || (a.recordId < b.recordId ? -1 : 1))
    // A record can be late for several owners, and each is an escalation of its own.
    for (const { recordId: record, due } of sorted.slice(0, maxEscalated))
      want(ownerId, { record, occasion: `${iso(due)} ${ownerId}`, due: iso(due), more: null })
    const more = sorted.length - maxEscalated
    if (more > 0) want(ownerId, { record: ownerId, occasion: 'more', due: null, more })
  }
  return { inserts, moves, endedIds: open.filter(({ id }) => !kept.has(id)).map(({ id }) => id), nextAt }
}
