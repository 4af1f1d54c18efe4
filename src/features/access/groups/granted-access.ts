import { type Role, roles } from '#api/access.ts'

/** What a group gives to its members. */
export interface GroupRule {
  /** The name or id of the group, exactly as the provider sends it. */
  readonly group: string
  readonly role: Role
  /** Absent for the whole workspace. */
  readonly unitIds?: readonly string[]
}

interface Access {
  readonly role: Role
  readonly unitIds?: readonly string[]
}

/**
 * The access that the groups of a person give: the highest role of any rule, and the units of all; a rule for the whole
 * workspace adds all units, and administrators have no units. Undefined where no rule matches.
 */
export const grantedAccess = (rules: readonly GroupRule[], groups: readonly string[]): Access | undefined => {
  const held = new Set(groups)
  const matching = rules.filter(({ group }) => held.has(group))
  const role = roles.find(role => matching.some(rule => rule.role === role))
  if (!role) return undefined
  if (role === 'admin' || matching.some(({ unitIds }) => !unitIds)) return { role }
  return { role, unitIds: [...new Set(matching.flatMap(({ unitIds = [] }) => unitIds))].sort() }
}
