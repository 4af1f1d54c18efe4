import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { findFactorRules } from './queries.ts'
import { FactorRulesView, toFactorRules } from './rules.ts'

export const getSecondFactorRules = readEndpoint({
  name: 'getSecondFactorRules',
  summary: 'Get the roles that need a second factor, and from which date',
  tag: 'Workspace',
  workspace: { path: '/second-factor', roles: [...roles] },
  response: FactorRulesView,
  errors: ['not_found'],
  async run(call) {
    return toFactorRules(firstOrNotFound(await call.read(findFactorRules, {}), 'workspace').rules)
  },
})
