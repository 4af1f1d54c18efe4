import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { Refusal } from '#http/errors.ts'
import { type EntryPosition, type Provisioning, section } from '#shared/provision.ts'
import { findUnitsOfKeys } from '#src/features/access/units/queries.ts'
import { changeGroupRules } from './change-group-rules.ts'
import { checkRules } from './check-rules.ts'
import { currentRules, type GroupRule, maxGroupName, maxRules } from './group-rules.ts'
import { groupSources } from './mapping.ts'

const ProvisionedRule = Type.Object(
  {
    source: Type.Optional(Type.Enum([...groupSources])),
    group: Type.String({ minLength: 1, maxLength: maxGroupName }),
    role: Type.Enum([...roles]),
    units: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 50 })),
  },
  { additionalProperties: false },
)

type ProvisionedRule = Static<typeof ProvisionedRule>

/** Finds the unit of each key that the rules name. Throws a mistake for a key that the workspace does not have. */
const unitsOf = async (
  { tx }: Provisioning,
  rules: readonly ProvisionedRule[],
  position: EntryPosition,
): Promise<Map<string, string>> => {
  const keys = [...new Set(rules.flatMap(({ units = [] }) => units))]
  const rows = keys.length > 0 ? await tx.query(findUnitsOfKeys, { keys }) : []
  const ids = new Map(rows.map(({ unit_key, id }) => [unit_key, id]))
  const unknown = keys.find(key => !ids.has(key))
  if (unknown !== undefined)
    throw position.mistake('rules', `name the unit ${unknown}, which the workspace does not have`)
  return ids
}

const serialize = (rules: readonly GroupRule[]): string =>
  JSON.stringify(rules.map(({ source, group, role, unitIds }) => [source, group, role, unitIds ?? null]))

/** The section `groupRules` of the provisioning file, which replaces all rules of the workspace. */
export const groupRulesSection = section({
  name: 'groupRules',
  entry: Type.Object({ rules: Type.Array(ProvisionedRule, { maxItems: maxRules }) }, { additionalProperties: false }),
  async prepare(_services, entry, position) {
    return async ctx => {
      const ids = await unitsOf(ctx, entry.rules, position)
      const rules = entry.rules.map(({ units, source = 'single_sign_on', ...rule }): GroupRule => {
        const unitIds = units?.flatMap(key => ids.get(key) ?? [])
        return { source, ...rule, ...(unitIds && { unitIds }) }
      })
      const current = await currentRules(ctx.tx)
      if (serialize(current) === serialize(rules)) return 'unchanged'
      await checkRules(ctx, rules, current).catch((error: unknown) => {
        throw error instanceof Refusal ? position.mistake('rules', `are refused: ${error.message}`) : error
      })
      await changeGroupRules(ctx, rules)
      return current.length > 0 ? 'updated' : 'created'
    }
  },
})
