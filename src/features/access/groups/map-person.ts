import type { Role } from '#http/access.ts'
import type { Person } from '#src/features/access/person.ts'
import { grantedAccess } from './granted-access.ts'
import type { GroupRule } from './group-rules.ts'
import { rulesOf } from './group-rules.ts'
import { type GroupSource, groupSources, type Mapping } from './mapping.ts'

/** The groups that a source last sent for a person. */
export interface ReceivedGroups {
  readonly source: GroupSource
  readonly groups: readonly string[]
}

/** The rules and default that decide about people whose access follows from groups. */
export interface MappingPolicy {
  readonly rules: readonly GroupRule[]
  /** The role of people without a matching group; undefined if they get no access. */
  readonly fallback: Role | undefined
}

/** The access that groups give a person. */
export interface GroupGrant extends Required<Pick<Mapping, 'mappedFrom' | 'mappedGrant'>> {
  /** Undefined if they give nothing. */
  readonly access: { readonly role: Role; readonly unitIds?: string[] } | undefined
}

/**
 * The access that a person's groups give, from one source: the first that has rules and has sent groups of the person.
 * Sources are never combined, so that a group withdrawn at one of them cannot survive at the other. Undefined if no
 * source decides.
 */
export const grantOf = (
  { rules, fallback }: MappingPolicy,
  received: readonly ReceivedGroups[],
): GroupGrant | undefined => {
  for (const source of groupSources) {
    const own = rulesOf(rules, source)
    const spoken = received.find(one => one.source === source)
    if (own.length === 0 || !spoken) continue
    const access = grantedAccess(own, spoken.groups)
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
 * A person with the access of a grant. Without access they are disabled, and marked as suspended if nothing else
 * disables them. Returns the same person if nothing changes.
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

/** A person who is managed by hand from now on and keeps their access; one without access stays disabled. */
export const unmapPerson = ({ mappedFrom: _, mappedGrant: __, suspended: ___, ...person }: Person): Person => person
