import type { RowOf } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { addCalendarDays } from '#lib/time-zone.ts'
import type { WantedRow } from './differences.ts'
import { notificationKinds } from './kinds.ts'
import type { listOpenEscalations } from './pass-queries.ts'
import type { PersonReason } from './reasons.ts'
import type { LocalTime } from './steps.ts'

type OpenEscalation = RowOf<typeof listOpenEscalations>

/** The changes that make the open escalations equal those that the delay of the owners requires. */
interface EscalationDifferences {
  readonly inserts: readonly WantedRow[]
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
  const kept = new Set<string>()
  const openIds = new Map(open.map(row => [keyOf(row.person_id, row.record_id, row.about_id), row.id]))
  let nextAt = Number.POSITIVE_INFINITY
  for (const { personId: ownerId, kind, recordId, due = null } of days === null ? [] : reasons) {
    if (!notificationKinds[kind].escalates || due === null || due <= 0) continue
    const at = addCalendarDays(due, days ?? 0, zone)
    if (at > now) nextAt = Math.min(nextAt, at)
    else
      for (const person of receiversOf(ownerId)) {
        const id = openIds.get(keyOf(person, recordId, ownerId))
        if (id !== undefined) kept.add(id)
        else
          inserts.push({
            // A record can be late for several owners, and each is an escalation of its own.
            ...{ person, kind: 'escalated', record: recordId, step: 'late', occasion: `${iso(due)} ${ownerId}` },
            ...{ about: ownerId, due: iso(due) },
          })
      }
  }
  return { inserts, endedIds: open.filter(({ id }) => !kept.has(id)).map(({ id }) => id), nextAt }
}
