import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { FactorRulesInput, writeFactorRules } from './rules.ts'

/** The object `secondFactor` of the provisioning file. */
export const secondFactorRules = section({
  name: 'secondFactor',
  entry: Type.Object(FactorRulesInput, { additionalProperties: false }),
  prepare: async (_services, rules) => async ctx => {
    const { isChanged } = await writeFactorRules(ctx, rules)
    return isChanged ? 'updated' : 'unchanged'
  },
})
