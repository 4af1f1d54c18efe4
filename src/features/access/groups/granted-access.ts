import type { Role } from '#http/access.ts'
import { roles } from '#http/access.ts'

/** The access that a group gives to its members. */
interface Rule {
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
 * The access that a person's groups give: the highest role of any rule, with the units of the rules for that role. A
 * person has one role in all of their units. Units keep the order of the rules: what the person records belongs to the
 * first. Administrators have none. Undefined if no rule matches.
 */
export const grantedAccess = (rules: readonly Rule[], groups: readonly string[]): Access | undefined => {
  const held = new Set(groups)
  const matching = rules.filter(({ group }) => held.has(group))
  const role = roles.find(role => matching.some(rule => rule.role === role))
  if (!role) return undefined
  const winning = matching.filter(rule => rule.role === role)
  if (role === 'admin' || winning.some(({ unitIds }) => !unitIds)) return { role }
  return { role, unitIds: [...new Set(winning.flatMap(({ unitIds = [] }) => unitIds))] }
}
