import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { Person } from '#src/features/access/person.ts'
import { isObject } from './operations.ts'
import type { UserRow } from './queries.ts'
import type { ScimUser } from './user.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** A resource in an answer. */
export type Resource = Readonly<Record<string, unknown>>

/** The address of the SCIM interface of a workspace. */
export const baseOf = (url: string, organizationId: string): string =>
  `${url}/scim/v2/${organizationId.slice('org_'.length)}`

/**
 * Whether a user is active in the provider's own view. A person suspended by their groups is: the provider has not
 * ended their account, and would otherwise try to activate them forever.
 */
const isActive = ({ disabled, deactivated }: UserRow, { suspended = false }: Person): boolean =>
  !disabled || (suspended && !deactivated)

/** The user in a row; a person whom no provider has changed yet is known by address and name. */
export const userOf = (row: UserRow): ScimUser => {
  const person = readRecord(Person, row.record)
  const active = isActive(row, person)
  if (row.attributes !== null) return { ...(JSON.parse(row.attributes) as ScimUser), active }
  const { email, name } = person
  return {
    userName: email,
    displayName: name,
    name: { formatted: name },
    emails: [{ value: email, type: 'work', primary: true }],
    active,
  }
}

export const userResource = (row: UserRow, base: string): Resource => {
  const { createdAt, updatedAt } = readRecord(Person, row.record)
  const { externalId, userName, displayName, name, emails, active } = userOf(row)
  const changedAt = row.changed_at ? iso(row.changed_at.getTime()) : updatedAt
  return {
    schemas: [userSchema],
    id: row.id,
    ...(externalId && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName && { displayName }),
    ...(emails.length > 0 && { emails }),
    active,
    ...(row.groups.length > 0 && {
      groups: row.groups.map(group => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })),
    }),
    meta: {
      resourceType: 'User',
      created: createdAt,
      lastModified: changedAt > updatedAt ? changedAt : updatedAt,
      location: `${base}/Users/${row.id}`,
    },
  }
}

/** The attributes that a sender wants to see of resources, by names in lower case. */
export interface Projection {
  readonly only?: ReadonlySet<string>
  readonly without?: ReadonlySet<string>
}

const always: ReadonlySet<string> = new Set(['schemas', 'id'])

const isShown = (name: string, { only, without }: Projection): boolean => {
  const lower = name.toLowerCase()
  if (always.has(lower)) return true
  return only ? only.has(lower) : !without?.has(lower)
}

const narrowed = (value: unknown, name: string, { only }: Projection): unknown => {
  const subs = [...(only ?? [])].flatMap(path =>
    path.startsWith(`${name.toLowerCase()}.`) ? [path.split('.')[1]] : [],
  )
  if (subs.length === 0 || only?.has(name.toLowerCase())) return value
  const narrow = (one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).filter(([sub]) => subs.includes(sub.toLowerCase()))) : one
  return Array.isArray(value) ? value.map(narrow) : narrow(value)
}

/** `attributes` and `excludedAttributes` (RFC 7644 section 3.9). */
export const project = (resource: Resource, projection: Projection): Resource => {
  const { only } = projection
  if (!only && !projection.without) return resource
  const parents = new Set([...(only ?? [])].flatMap(path => (path.includes('.') ? [path.split('.')[0]] : [])))
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (isShown(name, projection)) return [[name, value]]
      return parents.has(name.toLowerCase()) ? [[name, narrowed(value, name, projection)]] : []
    }),
  )
}
