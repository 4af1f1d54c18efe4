import { nullable, statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { Change } from './call.ts'

/** The kinds of notifications that a change causes itself. All others follow from the work that is open. */
export const changeKinds = [
  'assigned',
  'mentioned',
  'commented',
  'export_ready',
  'export_failed',
  'invitation_accepted',
] as const

export type ChangeKind = (typeof changeKinds)[number]

interface NewNotification {
  readonly kind: ChangeKind
  readonly personId: string
  readonly recordId: string
  /** Identifies the cause: a person is notified of a record once for each cause. The id of the request by default. */
  readonly occasion?: string
}

const insertNotification = statement(
  'insert_notification',
  { id: text, personId: text, kind: text, recordId: text, occasion: text, aboutId: nullable(text), now: text },
  `insert into notification (organization_id, id, person_id, kind, record_id, step, occasion, about_id, created_at)
   select organization_id, :id, id, :kind, :recordId, 'once', :occasion, :aboutId, :now::timestamptz
     from person where organization_id = :organization and id = :personId and not disabled
   on conflict do nothing`,
)

const endNotification = statement(
  'end_notification',
  { personId: text, kind: text, recordId: text, now: text },
  `update notification set ended_at = :now::timestamptz
    where organization_id = :organization and person_id = :personId and kind = :kind and record_id = :recordId
      and ended_at is null`,
)

/**
 * Notifies a person in the transaction of the change, so that each cause yields exactly one row. People are not
 * notified of what they did themselves, and see the row only while they see the record.
 */
export const notify = (
  { tx, actor, ids, now, requestId }: Pick<Change, 'tx' | 'actor' | 'ids' | 'now' | 'requestId'>,
  { kind, personId, recordId, occasion = requestId }: NewNotification,
): void => {
  if (personId === actor.id) return
  const aboutId = actor.kind === 'person' ? actor.id : null
  tx.write(insertNotification, { id: ids.next('ntf', now), personId, kind, recordId, occasion, aboutId, now: iso(now) })
}

/**
 * Notifies the people to whom a record is newly assigned, and withdraws the notification of people to whom it is no
 * longer assigned.
 */
export const reassign = (
  change: Parameters<typeof notify>[0],
  recordId: string,
  before: readonly (string | null)[],
  after: readonly string[],
): void => {
  const { tx, now } = change
  for (const personId of new Set(before).difference(new Set<string | null>(after)))
    if (personId !== null) tx.write(endNotification, { personId, kind: 'assigned', recordId, now: iso(now) })
  for (const personId of new Set(after).difference(new Set<string | null>(before)))
    notify(change, { kind: 'assigned', personId, recordId })
}
