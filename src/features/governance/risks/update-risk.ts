import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { closedRisk, recordRiskContributors } from './contributors.ts'
import { isSettled, Risk, riskFlow, riskRecords } from './risk.ts'
import { RiskInput, readRiskInput, requireFields } from './risk-fields.ts'

const { title, status } = Risk.properties

export const updateRisk = changeEndpoint({
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
    const current = await riskRecords.lock(change, params.riskId)
    const input = await readRiskInput(change, body)
    const before = current.fields
    const status = nextStatus('risk', riskFlow, before.status, requestedStatus)
    if (isSettled(before) && !riskRecords.isSame(current, input))
      throw new Refusal('unprocessable', closedRisk(before.status))
    const acceptanceChange = status === 'closed' ? {} : { acceptedBy: null, acceptedAt: null }
    const after = { ...input, status, ...(isSettled(before) && status !== before.status && acceptanceChange) }
    requireFields({ ...before, ...after })
    const changed = riskRecords.update(change, current, after)
    const { content } = await recordRiskContributors(change, changed.fields)
    change.audit(changed.id, { before: current.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
