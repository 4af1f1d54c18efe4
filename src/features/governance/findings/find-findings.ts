import { type Static, Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import type { Call } from '#http/call.ts'
import { nameOf } from '#http/name-of.ts'
import { pageQuery } from '#http/page.ts'
import { NotNull } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { Finding, type findingFlow, findings } from './finding.ts'

const { severity, status, ownerId, controlId, sourceModuleKey, sourceFingerprint } = Finding.properties

const nullable = (schema: typeof ownerId) => Type.Optional(Type.Unsafe<string>(NotNull(schema)))

const filters = {
  severity: Type.Optional(severity),
  status: Type.Optional(status),
  ownerId: nullable(ownerId),
  controlId: nullable(controlId),
  sourceModuleKey: nullable(sourceModuleKey),
  sourceFingerprint: nullable(sourceFingerprint),
  overdue: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Whether the finding is past its due date and not closed, or its acceptance has ended.',
    }),
  ),
}

/**
 * For each status, the field with the time from which a finding is overdue. Findings in other statuses are never
 * overdue.
 */
const overdueField: Readonly<Record<string, 'dueAt' | 'acceptedUntil'>> = {
  open: 'dueAt',
  in_progress: 'dueAt',
  remediated: 'dueAt',
  accepted: 'acceptedUntil',
} satisfies { [Status in (typeof findingFlow)[keyof typeof findingFlow]['from'][number]]?: 'dueAt' | 'acceptedUntil' }

export const isOverdue = (finding: Finding, now: number): boolean => {
  const from = finding[overdueField[finding.status] ?? 'acceptedUntil']
  return from !== null && Date.parse(from) <= now
}

const columns = { dueAt: 'due_at', acceptedUntil: 'accepted_until' }

const overdueSql = Object.entries(overdueField).map(([status, field]) => `when '${status}' then ${columns[field]}`)

interface FindingRow {
  id: string
  record: string
  owner_name: string | null
  proof: number
  accepted_proof: number
}

const linked = `from finding_claim l where l.organization_id = :organization and l.finding_id = t.id`

const find = search<FindingRow>({
  table: 'finding',
  family: findings,
  parameters: { now: text },
  columns: `${nameOf('t.owner_id')} as owner_name, (select count(*)::int ${linked}) as proof,
          (select count(*)::int ${linked} and exists (select from evidence_claim c where c.organization_id = :organization
              and c.id = l.claim_id and c.status = 'accepted')) as accepted_proof`,
  filters: {
    severity: 'severity',
    status: 'status',
    ownerId: 'owner_id',
    controlId: 'control_id',
    sourceModuleKey: 'source_module_key',
    sourceFingerprint: 'source_fingerprint',
    overdue: `case when (case status ${overdueSql.join(' ')} end) <= :now::timestamptz then 'true' else 'false' end`,
  },
  indexes: [
    { by: ['sourceModuleKey', 'sourceFingerprint'], unique: true },
    { by: ['sourceModuleKey', 'status'] },
    { by: ['sourceModuleKey'] },
    { by: ['controlId'] },
    { by: ['ownerId'] },
    { by: ['status'] },
    { by: ['severity'] },
    { by: [] },
  ],
})

/** The query parameters of the lists of findings. */
export const findingsQuery = { ...filters, ...find.query, ...pageQuery }

const FindingsQuery = Type.Object(findingsQuery)

/** Returns a page of findings, newest first. */
export const findFindings = (
  call: Call,
  endpoint: string,
  query: Static<typeof FindingsQuery>,
  render: (row: FindingRow) => string,
) => {
  return find(call, { endpoint, plural: 'findings', query: { ...query }, values: { now: iso(call.now) }, render })
}
