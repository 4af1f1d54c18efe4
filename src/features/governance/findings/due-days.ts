import { type Static, Type } from 'typebox'
import { nullable, number, statement } from '#db/statement.ts'
import { bound, readAsIs } from '#family/bound.ts'
import type { Call, Change } from '#http/call.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf } from '#http/version.ts'
import { day, iso } from '#lib/clock.ts'
import { lockOrganizationSettings } from '#shared/organization-settings.ts'
import { readLocked } from '#shared/read-locked.ts'
import type { Finding } from './finding.ts'

const Days = Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))

/** The days until a finding of each severity is due; null for never. */
export const DueDays = Type.Object({ critical: Days, high: Days, medium: Days, low: Days, info: Days })

export type DueDays = Static<typeof DueDays>

/** The default for workspaces without their own due days. */
const defaultDays: DueDays = { critical: 7, high: 30, medium: 90, low: 180, info: null }

type Row = { [Severity in keyof DueDays]: DueDays[Severity] } & { decided: boolean }

const findDueDays = statement(
  'find_finding_due_days',
  {},
  `select d.organization_id is not null as decided, d.critical, d.high, d.medium, d.low, d.info
    from organization o left join finding_due_days d on d.organization_id = o.id where o.id = :organization`,
)

const nullableNumber = nullable(number)

export const setDueDays = statement(
  'set_finding_due_days',
  { critical: nullableNumber, high: nullableNumber, medium: nullableNumber, low: nullableNumber, info: nullableNumber },
  `insert into finding_due_days (organization_id, critical, high, medium, low, info)
   values (:organization, :critical, :high, :medium, :low, :info)
   on conflict (organization_id) do update set critical = excluded.critical, high = excluded.high,
     medium = excluded.medium, low = excluded.low, info = excluded.info`,
)

const readDueDays = ([row]: readonly Row[]): DueDays => {
  if (!row?.decided) return defaultDays
  const { decided: _, ...decided } = row
  return decided
}

/** Returns the due days of the caller's workspace, or the default. */
export const dueDaysOf = async ({ read }: Pick<Call, 'read'>): Promise<DueDays> =>
  readDueDays(await read(findDueDays, {}))

/** Locks the due days until the commit, even if the workspace has no row of its own yet. */
export const lockDueDays = async ({ tx }: Pick<Change, 'tx'>): Promise<DueDays> =>
  readDueDays(await readLocked(tx, lockOrganizationSettings, findDueDays, {}))

export const dueDaysTag = ({ critical, high, medium, low, info }: DueDays): string =>
  etagOf(critical, high, medium, low, info)

/** Returns the due date of a finding opened at this time. */
export const dueDateFrom = (days: DueDays, severity: Finding['severity'], openedAt: number): string | null => {
  const within = days[severity]
  return within === null ? null : iso(openedAt + within * day)
}

export const boundDueDays = bound({
  table: 'finding_due_days',
  prefix: 'org',
  key: ['organization_id'],
  record: false,
  content: { critical: readAsIs, high: readAsIs, medium: readAsIs, low: readAsIs, info: readAsIs },
  actions: ['finding_due_days.'],
})
