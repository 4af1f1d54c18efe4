import type { Role } from '#http/access.ts'
import type { Person } from '#src/features/access/person.ts'
import { accessOfGroups } from './granted-access.ts'
import type { GroupRule } from './group-rules.ts'
import { rulesOf } from './group-rules.ts'
import { type GroupSource, groupSources, type Mapping } from './mapping.ts'

/** The groups that a source last sent for a person. */
export interface ReceivedGroups {
  readonly source: GroupSource
  readonly groups: readonly string[]
}

/** The rules and the default role that determine the access of mapped people. */
export interface MappingPolicy {
  readonly rules: readonly GroupRule[]
  /** The role of people without a matching group; undefined if they get no access. */
  readonly fallback: Role | undefined
}

/** The access that groups give a person. */
export interface GroupGrant extends Required<Pick<Mapping, 'mappedFrom' | 'mappedGrant'>> {
  /** Undefined if the groups give no access. */
  readonly access: { readonly role: Role; readonly unitIds?: string[] } | undefined
}

/**
 * Computes the access that a person's groups give. Only one source decides: the first with rules that has sent groups
 * of the person. Sources are never combined, so that a group removed in one source cannot survive in the other.
 * Undefined if no source decides.
 */
export const grantOf = (
  { rules, fallback }: MappingPolicy,
  received: readonly ReceivedGroups[],
): GroupGrant | undefined => {
  for (const source of groupSources) {
    const sourceRules = rulesOf(rules, source)
    const sourceGroups = received.find(entry => entry.source === source)
    if (sourceRules.length === 0 || !sourceGroups) continue
    const access = accessOfGroups(sourceRules, sourceGroups.groups)
    if (access) return { mappedFrom: source, mappedGrant: 'groups', access }
    if (fallback) return { mappedFrom: source, mappedGrant: 'default_role', access: { role: fallback } }
    return { mappedFrom: source, mappedGrant: 'none', access: undefined }
  }
  return undefined
}

type Rights = Pick<Person, 'role' | 'status' | 'unitIds' | keyof Mapping>

const isSame = (a: Rights, b: Rights): boolean =>
  a.role === b.role &&
  a.status === b.status &&
  a.mappedFrom === b.mappedFrom &&
  a.mappedGrant === b.mappedGrant &&
  (a.suspended ?? false) === (b.suspended ?? false) &&
  JSON.stringify(a.unitIds) === JSON.stringify(b.unitIds)

/**
 * Applies the access of a grant to a person. Without access the person is disabled, and marked as suspended if nothing
 * else disables them. Returns the same object if nothing changes.
 */
export const mapPerson = (person: Person, { access, mappedFrom, mappedGrant }: GroupGrant): Person => {
  const { unitIds, suspended = false, ...rest } = person
  const isDisabledOtherwise = person.status === 'disabled' && !suspended
  const { role, unitIds: units } = access ?? { role: person.role, unitIds }
  const next: Person = {
    ...rest,
    ...{ role, ...(units && { unitIds: units }) },
    ...{ mappedFrom, mappedGrant },
    status: isDisabledOtherwise || !access ? 'disabled' : 'active',
    suspended: !access && !isDisabledOtherwise,
  }
  return isSame(person, next) ? person : next
}

/** Makes a person managed by hand, with the access that they have; a disabled person stays disabled. */
export const unmapPerson = ({ mappedFrom: _, mappedGrant: __, suspended: ___, ...person }: Person): Person => person
