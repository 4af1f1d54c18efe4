import { Type } from 'typebox'
import { statement } from '#db/statement.ts'
import { readEndpoint } from '#http/endpoint.ts'

/** Skips from one action to the next, with one index lookup per action regardless of the number of rows. */
const listActions = statement(
  'audit_actions',
  {},
  `with recursive known as (
     (select action from audit_event where organization_id = :organization order by action limit 1)
     union all
     select (select e.action from audit_event e where e.organization_id = :organization and e.action > known.action
              order by e.action limit 1)
       from known where known.action is not null
   )
   select action from known where action is not null`,
)

/** Lists the actions for the search form. Each occurs in the audit trail, so a search for it has results. */
export const listAuditActions = readEndpoint({
  name: 'listAuditActions',
  summary: 'List the actions in the audit trail of the workspace, sorted',
  tag: 'Audit',
  workspace: { path: '/audit/actions', roles: ['admin', 'auditor'] },
  response: Type.Object({ actions: Type.Array(Type.String()) }),
  async run({ read }) {
    const rows = await read(listActions, {})
    return { actions: rows.map(({ action }) => action).sort() }
  },
})
