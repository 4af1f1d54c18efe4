import type { Role } from '#http/access.ts'
import { roles } from '#http/access.ts'

/** The access that a group gives to its members. */
interface AccessRule {
  /** The name or id of the group, exactly as the provider sends it. */
  readonly group: string
  readonly role: Role
  /** Absent for the whole workspace. */
  readonly unitIds?: readonly string[]
}

interface Access {
  readonly role: Role
  readonly unitIds?: string[]
}

/**
 * Computes the access that a person's groups give: the highest role of any matching rule, with the units of the rules
 * for that role. A person has one role in all their units. Units keep the order of the rules, since the person's new
 * records belong to the first unit. Administrators have no units. Undefined if no rule matches.
 */
export const accessOfGroups = (rules: readonly AccessRule[], groups: readonly string[]): Access | undefined => {
  const groupSet = new Set(groups)
  const matching = rules.filter(({ group }) => groupSet.has(group))
  const role = roles.find(role => matching.some(rule => rule.role === role))
  if (!role) return undefined
  const roleRules = matching.filter(rule => rule.role === role)
  if (role === 'admin' || roleRules.some(({ unitIds }) => !unitIds)) return { role }
  return { role, unitIds: [...new Set(roleRules.flatMap(({ unitIds = [] }) => unitIds))] }
}
