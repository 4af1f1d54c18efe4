import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { Linked, linkRecord } from '#src/features/governance/controls/links.ts'
import { lockOpenRisk, recordLinkContributors } from './contributors.ts'
import { findRiskControl, insertControl, maxControls } from './risk-queries.ts'

export const addRiskControl = changeEndpoint({
  name: 'addRiskControl',
  summary: 'Link a control that treats a risk',
  tag: 'Risks',
  method: 'POST',
  workspace: { path: '/risks/{riskId}/controls', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'risk.control.add',
  params: Type.Object({ riskId: Reference('grk') }),
  body: Type.Object({ controlId: Reference('gct') }),
  response: Type.Object({ controlId: Reference('gct'), ...Linked }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: { risk_control_pkey: sentence`risk.control_already_linked: The risk already has this control.` },
  async run(change, { params: { riskId }, body: { controlId } }) {
    const { fields } = await lockOpenRisk(change, riskId)
    const { controls } = firstOrNotFound(await change.tx.query(findRiskControl, { id: controlId, riskId }), 'control')
    if (controls >= maxControls)
      throw new Refusal('unprocessable', sentence`risk.control_limit: A risk has at most ${{ maxControls }} controls.`)
    const record = linkRecord(change, {})
    change.tx.write(insertControl, { riskId, controlId, record })
    change.audit(`${riskId}/${controlId}`, { after: record })
    await recordLinkContributors(change, fields)
    return { controlId, ...JSON.parse(record) }
  },
})
