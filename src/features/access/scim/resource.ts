import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { Person } from '#src/features/access/person.ts'
import { isObject } from './operations.ts'
import type { UserRow } from './queries.ts'
import type { ScimUser } from './user.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** A resource in a response. */
export type Resource = Readonly<Record<string, unknown>>

/** The base URL of a workspace's SCIM interface. */
export const scimBaseUrl = (url: string, organizationId: string): string =>
  `${url}/scim/v2/${organizationId.slice('org_'.length)}`

/**
 * Whether a user is active from the provider's point of view. A person suspended by their groups counts as active: the
 * provider did not deactivate them, and would otherwise keep trying to activate them.
 */
const isActive = ({ disabled, deactivated }: UserRow, { suspended = false }: Person): boolean =>
  !disabled || (suspended && !deactivated)

/** Reads the user of a row. A person whom no provider has changed yet has only an address and a name. */
export const readStoredUser = (row: UserRow): ScimUser => {
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
  const { externalId, userName, displayName, name, emails, active } = readStoredUser(row)
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

/** The attributes to include in resources, by names in lower case. */
export interface Projection {
  readonly only?: ReadonlySet<string>
  readonly without?: ReadonlySet<string>
}

const alwaysIncluded: ReadonlySet<string> = new Set(['schemas', 'id'])

const isIncluded = (name: string, { only, without }: Projection): boolean => {
  const lower = name.toLowerCase()
  if (alwaysIncluded.has(lower)) return true
  return only ? only.has(lower) : !without?.has(lower)
}

const keepSubAttributes = (value: unknown, name: string, { only }: Projection): unknown => {
  const subs = [...(only ?? [])].flatMap(path =>
    path.startsWith(`${name.toLowerCase()}.`) ? [path.split('.')[1]] : [],
  )
  if (subs.length === 0 || only?.has(name.toLowerCase())) return value
  const narrow = (item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([sub]) => subs.includes(sub.toLowerCase()))) : item
  return Array.isArray(value) ? value.map(narrow) : narrow(value)
}

/** Applies `attributes` and `excludedAttributes` (RFC 7644 section 3.9). */
export const projectResource = (resource: Resource, projection: Projection): Resource => {
  const { only } = projection
  if (!only && !projection.without) return resource
  const parents = new Set([...(only ?? [])].flatMap(path => (path.includes('.') ? [path.split('.')[0]] : [])))
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (isIncluded(name, projection)) return [[name, value]]
      return parents.has(name.toLowerCase()) ? [[name, keepSubAttributes(value, name, projection)]] : []
    }),
  )
}
