import { Type } from 'typebox'
import { changing } from '#http/endpoint.ts'
import { FactorRulesInput, ShownFactorRules, showRules, writeRules } from './rules.ts'

export const setSecondFactorRules = changing({
  name: 'setSecondFactorRules',
  summary:
    'Require a second factor of some roles, after a grace period; roles that were already required keep their date',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/second-factor', roles: ['admin'] },
  wholeWorkspace: true,
  confirm: true,
  status: 200,
  action: 'workspace.second_factor',
  body: Type.Object(FactorRulesInput),
  response: ShownFactorRules,
  errors: ['not_found'],
  async run(ctx, { body }) {
    const { isChanged, rules } = await writeRules(ctx, body)
    if (!isChanged) ctx.audit(ctx.organizationId, { detail: 'unchanged' })
    return showRules(rules)
  },
})
