import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { FactorRulesInput, writeRules } from './rules.ts'

/** The object `secondFactor` of the provisioning file. */
export const secondFactorRules = section({
  name: 'secondFactor',
  entry: Type.Object(FactorRulesInput, { additionalProperties: false }),
  prepare: async (_services, rules) => async ctx => {
    const { isChanged } = await writeRules(ctx, rules)
    return isChanged ? 'updated' : 'unchanged'
  },
})
