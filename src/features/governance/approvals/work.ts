import { accessApprovals } from '#http/approval-subject.ts'
import { couldActAsSql } from '#shared/four-eyes.ts'
import { selfDecisionAllowedSql } from '#shared/settings.ts'
import { workSource } from '#shared/work-source.ts'
import { approvers } from './confirm-approval.ts'

const isAccessSql = `w.kind in (${accessApprovals.map(kind => `'${kind}'`).join(', ')})`
const isNotInvolvedSql = `not ${couldActAsSql('w.hands')}`

/** Open requests that the caller may confirm: requests of other people, or all if people may decide alone. */
export const pendingApprovals = workSource({
  kind: 'approval',
  roles: approvers,
  table: 'approval_request',
  where: ["t.status = 'open'"],
  order: { by: 'id', prefix: 'apr' },
  columns: ['hands', 'kind', 'resource_id'],
  needs: `case when ${isAccessSql} then :role = 'admin' and w.resource_id <> :person and ${isNotInvolvedSql}
               else ${selfDecisionAllowedSql} or ${isNotInvolvedSql} end`,
})
