import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { findFactorRules } from './queries.ts'
import { ShownFactorRules, showRules } from './rules.ts'

export const getSecondFactorRules = reading({
  name: 'getSecondFactorRules',
  summary: 'The roles of the workspace that need a second factor, and from which date',
  tag: 'Workspace',
  workspace: { path: '/second-factor', roles: [...roles] },
  response: ShownFactorRules,
  errors: ['not_found'],
  async run(call) {
    return showRules(oneOr404(await call.read(findFactorRules, {}), 'workspace').rules)
  },
})
