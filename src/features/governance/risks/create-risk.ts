import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { recordRiskContributors } from './contributors.ts'
import { Risk, riskRecords } from './risk.ts'
import { emptyRiskInput, RiskInput, readRiskInput } from './risk-fields.ts'

const { riskKey, title } = Risk.properties

export const createRisk = changeEndpoint({
  name: 'createRisk',
  summary: 'Record an identified risk',
  tag: 'Risks',
  method: 'POST',
  workspace: { path: '/risks', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'risk.create',
  body: Type.Object({ riskKey, title, ...RiskInput.properties }),
  response: Risk,
  errors: ['not_found', 'conflict'],
  conflicts: {
    risk_key: sentence`risk.key_taken: A risk with this riskKey already exists in the workspace; choose another one.`,
  },
  async run(change, { body }) {
    const input = await readRiskInput(change, body)
    const initialFields = { status: 'identified', acceptedBy: null, acceptedAt: null } as const
    const risk = riskRecords.insert(change, { ...emptyRiskInput, ...input, ...initialFields }, {})
    const { content } = await recordRiskContributors(change, risk.fields)
    change.audit(risk.id, { after: risk.record, content })
    return new Rendered(risk.record)
  },
})
