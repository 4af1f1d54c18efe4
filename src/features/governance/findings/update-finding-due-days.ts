import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { DueDays, lockDueDays, setDueDays } from './due-days.ts'

const describeDays = (days: DueDays): string =>
  Object.entries(days)
    .map(([severity, within]) => `${severity} ${within ?? 'never'}`)
    .join(', ')

/** Changes the due days. They apply to findings that are recorded, reopened or change severity afterwards. */
export const updateFindingDueDays = changeEndpoint({
  name: 'updateFindingDueDays',
  summary: 'Change the days within which findings of each severity are due',
  tag: 'Findings',
  method: 'PATCH',
  workspace: { path: '/finding-due-days', roles: ['admin'] },
  status: 200,
  action: 'finding_due_days.update',
  body: Type.Partial(DueDays),
  response: Type.Object(DueDays.properties, { title: 'FindingDays' }),
  async run({ tx, organizationId, audit }, { body }) {
    const before = await lockDueDays({ tx })
    const { critical, high, medium, low, info } = { ...before, ...body }
    const after = { critical, high, medium, low, info }
    tx.write(setDueDays, after)
    audit(organizationId, { content: after, detail: `${describeDays(before)} → ${describeDays(after)}` })
    return after
  },
})
