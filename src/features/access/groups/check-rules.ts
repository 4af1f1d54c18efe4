import type { Change } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { thereTwice } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { noUnitsForAdministrators } from '#src/features/access/sentences.ts'
import { requireUnits } from '#src/features/access/units/require-units.ts'
import type { GroupRule } from './group-rules.ts'

/** The maximum number of units for one person. */
const maxUnits = 50

const keyOf = ({ source, group }: GroupRule): string => `${source} ${group}`

const unitsOf = (rules: readonly GroupRule[]): string[] => [...new Set(rules.flatMap(({ unitIds = [] }) => unitIds))]

/**
 * Throws 400 or 404 for rules that cannot be stored. `current` are the rules that they replace, which may name closed
 * units.
 */
export const checkRules = async (
  ctx: Change,
  rules: readonly GroupRule[],
  current: readonly GroupRule[],
): Promise<void> => {
  const keys = new Set<string>()
  for (const [i, rule] of rules.entries()) {
    if (keys.has(keyOf(rule))) throw invalid(['rules', i, 'group'], thereTwice)
    keys.add(keyOf(rule))
    if (rule.role === 'admin' && rule.unitIds) throw invalid(['rules', i, 'unitIds'], noUnitsForAdministrators)
  }
  for (const [, sameRole] of Map.groupBy(rules, ({ source, role }) => `${source} ${role}`))
    if (unitsOf(sameRole).length > maxUnits)
      throw invalid(['rules'], sentence`field.units_of_role: must have at most ${{ maxUnits }} units for one role`)
  await requireUnits(ctx, unitsOf(rules), { current: unitsOf(current) })
}
