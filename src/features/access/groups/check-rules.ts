import type { Change } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { thereTwice } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { noUnitsForAdministrators } from '#src/features/access/sentences.ts'
import { requireUnits } from '#src/features/access/units/require-units.ts'
import type { GroupRule } from './group-rules.ts'

/** The limit of units for one person. */
const maxUnits = 50

const keyOf = ({ source, group }: GroupRule): string => `${source} ${group}`

const unitsOf = (rules: readonly GroupRule[]): string[] => [...new Set(rules.flatMap(({ unitIds = [] }) => unitIds))]

/**
 * Throws a 400 or 404 for rules that cannot be stored. `present` are the rules that they replace, which may name closed
 * units.
 */
export const checkRules = async (
  ctx: Change,
  rules: readonly GroupRule[],
  present: readonly GroupRule[],
): Promise<void> => {
  const seen = new Set<string>()
  for (const [i, rule] of rules.entries()) {
    if (seen.has(keyOf(rule))) throw invalid(['rules', i, 'group'], thereTwice)
    seen.add(keyOf(rule))
    if (rule.role === 'admin' && rule.unitIds) throw invalid(['rules', i, 'unitIds'], noUnitsForAdministrators)
  }
  for (const [, same] of Map.groupBy(rules, ({ source, role }) => `${source} ${role}`))
    if (unitsOf(same).length > maxUnits)
      throw invalid(['rules'], sentence`field.units_of_role: must have at most ${{ maxUnits }} units for one role`)
  await requireUnits(ctx, unitsOf(rules), { known: unitsOf(present) })
}
