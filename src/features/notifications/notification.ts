import { type Static, Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import type { Call, Provided } from '#http/call.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { calendarDays } from '#lib/time-zone.ts'
import type { NamedRecord } from '#shared/title-source.ts'
import { type ChannelSetting, effectiveChannels } from './channels.ts'
import { kindNames, type NotificationKind, notificationKinds, steps } from './kinds.ts'
import type { listNotificationRows } from './queries.ts'

const Person = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'NotificationPerson' })

/** A record that has reached a step which concerns a person. */
export const Notification = Type.Object(
  {
    id: Id('ntf'),
    kind: Type.Enum(kindNames, { description: 'The kind, such as the kind of work that waits.' }),
    step: Type.Enum([...steps], { description: 'The last step that the record has reached.' }),
    recordId: Type.String({ description: 'The record, the job or the place that it is about.' }),
    title: Nullable(Type.String({ description: 'The title of the record; null if it has none.' })),
    pageId: Nullable(Type.String({ description: 'The record whose page shows it, if it has a title.' })),
    about: Type.Union([Person, Type.Null()], {
      description:
        'The person who caused it, whose work is overdue, or as whose deputy the caller gets it; null for everything else.',
    }),
    more: Nullable(
      Type.Integer({
        description:
          'For the overdue work of a person with many overdue records: how many more there are, at least. The record is then that person.',
      }),
    ),
    dueAt: Nullable(Timestamp),
    daysLeft: Nullable(
      Type.Integer({ description: "Whole calendar days until the due date, in the workspace's time zone." }),
    ),
    createdAt: Timestamp,
    readAt: Nullable(Timestamp),
  },
  { title: 'Notification' },
)

export type Notification = Static<typeof Notification>

export const showNotification = (
  row: RowOf<typeof listNotificationRows>,
  named: NamedRecord | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): Notification => ({
  id: row.id,
  // The program writes only these kinds and steps; rows of a newer version are not selected.
  kind: row.kind as NotificationKind,
  step: row.step as Notification['step'],
  recordId: row.record_id,
  title: named?.title ?? null,
  pageId: named?.id ?? null,
  about: row.about_id !== null && row.about_name !== null ? { id: row.about_id, name: row.about_name } : null,
  more: row.more,
  dueAt: row.due === null ? null : iso(row.due),
  daysLeft: row.due === null ? null : calendarDays(now, row.due, zone),
  createdAt: iso(row.created_at.getTime()),
  readAt: row.read_at && iso(row.read_at.getTime()),
})

/** The kinds that can concern a person, such as the caller, by role and access to the whole workspace. */
export const kindsFor = ({
  actor: { role = 'auditor', units },
  workSources,
}: { readonly actor: Pick<Call['actor'], 'role' | 'units'> } & Provided<'workSources'>): NotificationKind[] => {
  const work: ReadonlySet<string> = new Set(
    workSources.filter(source => source.roles.includes(role)).map(({ kind }) => kind),
  )
  const operates = role === 'admin' && !units
  return kindNames.filter(kind => {
    const { from, roles } = notificationKinds[kind]
    if (roles && !roles.includes(role)) return false
    return from === 'change' || (from === 'work' ? work.has(kind) : operates)
  })
}

/** The kinds that the caller's bell shows. */
export const bellKinds = (
  call: Pick<Call, 'actor'> & Provided<'workSources'>,
  settings: readonly ChannelSetting[],
): NotificationKind[] => {
  const channels = effectiveChannels(settings, call.actor.id)
  return kindsFor(call).filter(kind => channels[kind].bell)
}
