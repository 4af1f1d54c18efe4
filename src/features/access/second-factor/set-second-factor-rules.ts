import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { FactorRulesInput, FactorRulesView, toFactorRules, writeFactorRules } from './rules.ts'

export const setSecondFactorRules = changeEndpoint({
  name: 'setSecondFactorRules',
  summary: 'Require a second factor for some roles, after a grace period; roles that already need one keep their date',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/second-factor', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 200,
  action: 'workspace.second_factor',
  body: Type.Object(FactorRulesInput),
  response: FactorRulesView,
  errors: ['not_found'],
  async run(ctx, { body }) {
    const { isChanged, rules } = await writeFactorRules(ctx, body)
    if (!isChanged) ctx.audit(ctx.organizationId, { detail: 'unchanged' })
    return toFactorRules(rules)
  },
})
