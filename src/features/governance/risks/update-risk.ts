import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { closedRisk, recordRiskContributors } from './contributors.ts'
import { isSettled, Risk, riskFlow, riskRecords } from './risk.ts'
import { RiskInput, readRiskInput, requireFields } from './risk-fields.ts'

const { title, status } = Risk.properties

export const updateRisk = changing({
  name: 'updateRisk',
  summary: 'Change a risk or its status; an accepted risk can only be reopened as assessed, or closed',
  tag: 'Risks',
  method: 'PATCH',
  workspace: { path: '/risks/{riskId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'risk.update',
  params: Type.Object({ riskId: Reference('grk') }),
  body: Type.Partial(Type.Object({ title, status, ...RiskInput.properties })),
  response: Risk,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body: { status: requestedStatus, ...body } }) {
    const present = await riskRecords.lock(change, params.riskId)
    const input = await readRiskInput(change, body)
    const before = present.fields
    const status = nextStatus('risk', riskFlow, before.status, requestedStatus)
    if (isSettled(before) && !riskRecords.isSame(present, input))
      throw new Refusal('unprocessable', closedRisk(before.status))
    const accepted = status === 'closed' ? {} : { acceptedBy: null, acceptedAt: null }
    const after = { ...input, status, ...(isSettled(before) && status !== before.status && accepted) }
    requireFields({ ...before, ...after })
    const changed = riskRecords.update(change, present, after)
    const { content } = await recordRiskContributors(change, changed.fields)
    change.audit(changed.id, { before: present.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
