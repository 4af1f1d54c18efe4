import { Type } from 'typebox'
import { nullable, number, statement } from '#db/statement.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Nullable } from '#http/schema.ts'
import { requestPass } from './queries.ts'

export const EscalationDays = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'Work of an owner that is overdue for this many days is escalated to administrators; null never.',
  }),
)

const setEscalation = statement(
  'set_notification_escalation',
  { days: nullable(number) },
  `insert into notification_default (organization_id, kind, after_days) values (:organization, 'escalated', :days)
     on conflict (organization_id, kind) do update set after_days = excluded.after_days`,
)

export const setEscalationDays = changeEndpoint({
  name: 'setEscalationDays',
  summary: 'Choose after how many overdue days administrators are notified of the work of its owner',
  tag: 'Workspace',
  wholeWorkspace: true,
  method: 'PUT',
  workspace: { path: '/notification-escalation', roles: ['admin'] },
  status: 200,
  action: 'workspace.escalation',
  body: Type.Object({ days: EscalationDays }),
  response: Type.Object({ days: EscalationDays }, { title: 'EscalationDays' }),
  async run({ tx, organizationId, audit }, { body: { days } }) {
    tx.write(setEscalation, { days })
    tx.write(requestPass, {})
    audit(organizationId, { detail: days === null ? 'never' : `after ${days} days` })
    return { days }
  },
})
