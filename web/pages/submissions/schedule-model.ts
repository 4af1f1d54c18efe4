import type { Requirement } from './model.ts'

export type Schedule = NonNullable<Requirement['schedule']>
export type Unit = NonNullable<Schedule['due']>['unit']

/** How a schedule defines its due dates. */
type DueKind = 'period' | 'fixed' | 'rule'

/** The fields of the dialog. Texts and numbers that are left out are empty. */
export interface ScheduleFields {
  every: Schedule['every']
  startMonth: string
  startDay: number | ''
  dueKind: DueKind
  due: { count: number | ''; unit: Unit }
  fixedDue: { month: string; day: number | '' }
  rule: string
  filings: string[]
  entities: string[]
  excludedByDecision: boolean
  place: string
  leadDays: number | ''
  startsOn: string
  endsOn: string
}

export const fieldsOf = (schedule: Schedule | null): ScheduleFields => ({
  every: schedule?.every ?? 'quarter',
  startMonth: String(schedule?.startMonth ?? 1),
  startDay: schedule?.startDay ?? 1,
  dueKind: schedule?.rule !== undefined ? 'rule' : schedule?.fixedDue ? 'fixed' : 'period',
  due: schedule?.due ?? { count: 30, unit: 'workingDays' },
  fixedDue: schedule?.fixedDue
    ? { month: String(schedule.fixedDue.month), day: schedule.fixedDue.day }
    : { month: '3', day: 31 },
  rule: schedule?.rule ?? 'dora',
  filings: [...(schedule?.filings ?? [])],
  entities: [...(schedule?.entities ?? [])],
  excludedByDecision: schedule?.excludedByDecision ?? false,
  place: schedule?.place ?? '',
  leadDays: schedule?.leadDays ?? 30,
  startsOn: schedule?.startsOn ?? '',
  endsOn: schedule?.endsOn ?? '',
})

/** The ways in which a kind of schedule can define its due dates. */
export const dueKindsOf = (every: Schedule['every']): readonly DueKind[] => {
  if (every === 'occurrence') return ['period', 'rule']
  return every === 'year' ? ['period', 'fixed'] : ['period']
}

/** The way that applies: the chosen one or, if the kind of schedule does not have it, `period`. */
export const dueKindOf = ({ every, dueKind }: ScheduleFields): DueKind =>
  dueKindsOf(every).includes(dueKind) ? dueKind : 'period'

const whole = (value: number | '', otherwise: number): number => (value === '' ? otherwise : value)

/** The schedule to send, or undefined while a number is missing. */
export const scheduleOf = (fields: ScheduleFields, asksForEntities: boolean): Schedule | undefined => {
  const { every, due, fixedDue, place, startsOn, endsOn } = fields
  const kind = dueKindOf(fields)
  const isCalendar = every !== 'occurrence'
  if ((kind === 'period' && due.count === '') || (kind === 'fixed' && fixedDue.day === '')) return undefined
  return {
    every,
    ...(isCalendar && { startMonth: Number(fields.startMonth), startDay: whole(fields.startDay, 1) }),
    ...(kind === 'period' && { due: { count: whole(due.count, 1), unit: due.unit } }),
    ...(kind === 'fixed' && { fixedDue: { month: Number(fixedDue.month), day: whole(fixedDue.day, 1) } }),
    ...(kind === 'rule' && {
      rule: fields.rule as NonNullable<Schedule['rule']>,
      filings: fields.filings,
      ...(asksForEntities && { entities: fields.entities as NonNullable<Schedule['entities']> }),
      excludedByDecision: fields.excludedByDecision,
    }),
    ...(place !== '' && { place }),
    ...(isCalendar && { leadDays: whole(fields.leadDays, 0) }),
    ...(isCalendar && startsOn !== '' && { startsOn }),
    ...(isCalendar && endsOn !== '' && { endsOn }),
  }
}
