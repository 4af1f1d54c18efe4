import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { lockOpenRisk, recordLinkContributors } from './contributors.ts'
import { deleteControl, lockControl } from './risk-queries.ts'

export const removeRiskControl = changeEndpoint({
  name: 'removeRiskControl',
  summary: 'Remove a control from a risk',
  tag: 'Risks',
  method: 'DELETE',
  workspace: { path: '/risks/{riskId}/controls/{controlId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'risk.control.remove',
  params: Type.Object({ riskId: Reference('grk'), controlId: Reference('gct') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const { fields } = await lockOpenRisk(change, params.riskId)
    const link = firstOrNotFound(await change.tx.query(lockControl, params), 'control of the risk')
    change.tx.write(deleteControl, params)
    change.audit(`${params.riskId}/${params.controlId}`, { before: link.record })
    await recordLinkContributors(change, fields)
    return null
  },
})
