import { couldActAsSql } from '#shared/four-eyes.ts'
import { secondPersonRequiredSql, selfDecisionAllowedSql } from '#shared/settings.ts'
import { workSource } from '#shared/work-source.ts'
import { moveRoles } from './move-finding.ts'
import { findingContributorsSql } from './queries.ts'

const order = { by: "coalesce(t.due_at, 'infinity'::timestamptz)", as: 'timestamp' } as const

export const findingsToRemediate = workSource({
  kind: 'finding_remediation',
  roles: moveRoles.remediate,
  table: 'finding',
  where: ["t.status in ('open', 'in_progress') and t.owner_id = :person"],
  order,
  deputy: "t.status in ('open', 'in_progress') and t.owner_id = o.id",
})

/** Remediated findings that the caller may close. */
export const findingsToClose = workSource({
  kind: 'finding_closing',
  roles: moveRoles.resolve,
  table: 'finding',
  where: ["t.status = 'remediated'"],
  order,
  columns: ['remediators', 'hands', 'owner_id'],
  needs: `(${selfDecisionAllowedSql} or not ${couldActAsSql('w.remediators')}
    and not (${secondPersonRequiredSql} and ${couldActAsSql(findingContributorsSql('w'))}))`,
})
