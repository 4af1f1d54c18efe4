import type { Database } from '#db/database.ts'
import type { Role } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import type { Sentence } from '#lib/sentence.ts'
import { isPlainAddress } from '#shared/email-address.ts'
import type { Mapping } from '#src/features/access/groups/mapping.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import type { Claims } from './claims.ts'
import { domainOf, type StoredProvider } from './identity-provider.ts'
import { findIdentity, organizationsOfDomain } from './queries.ts'

/** A person of the organization, a person to create, or the reason for a refusal. */
export type SignOnIdentity =
  | { readonly kind: 'known'; readonly person: Person; readonly record: string; readonly isLinked: boolean }
  | {
      readonly kind: 'new'
      readonly email: string
      readonly name: string
      readonly role: Role
      readonly unitIds?: string[]
      /** Present if groups give access. */
      readonly mapping?: Mapping
      readonly groups?: readonly string[]
    }
  | {
      readonly kind: 'rejected'
      readonly reason: string
      readonly personId?: string
      /** A message for the person, instead of the general message. */
      readonly message?: Sentence
    }

interface IdentityRequest {
  readonly db: Database
  readonly organizationId: string
  readonly provider: StoredProvider
  readonly claims: Claims
  /** The person in whose session the identity is being connected. */
  readonly connecting: string | undefined
}

const rejected = (reason: string, personId?: string): SignOnIdentity => ({
  kind: 'rejected',
  reason,
  ...(personId && { personId }),
})

const loadPerson = async (
  { db, organizationId }: IdentityRequest,
  personId: string,
  isLinked: boolean,
): Promise<SignOnIdentity> => {
  const [row] = await db.read(organizationId, findPerson, { id: personId })
  if (!row) return rejected('unknown person')
  const person = readRecord(Person, row.record)
  // The groups of a suspended person may give access again.
  const isDisabled = row.disabled && !person.suspended
  return isDisabled ? rejected('disabled', personId) : { kind: 'known', person, record: row.record, isLinked }
}

/**
 * Finds the person by issuer and subject, which are stable. A person who is not connected yet is found by the
 * connecting session, or by the address, which alone admits no one (`findWayToLink`). Matches only people of this
 * organization, whatever the provider claims.
 */
export const resolveIdentity = async (request: IdentityRequest): Promise<SignOnIdentity> => {
  const { db, organizationId, provider, claims, connecting } = request
  const { issuer, subject, email } = claims
  const [identity] = await db.read(organizationId, findIdentity, { issuer, subject })
  if (identity && connecting !== undefined && identity.person_id !== connecting)
    return rejected('linked to another person', connecting)
  if (identity) return loadPerson(request, identity.person_id, true)
  if (connecting !== undefined) return loadPerson(request, connecting, false)
  if (email === undefined) return rejected('no verified address')
  const [name] = await db.read(organizationId, findPersonAt, { address: email })
  if (name) return loadPerson(request, name.subject_id, false)
  if (!provider.createPeople) return rejected('unknown person')
  if (!isPlainAddress(email)) return rejected('address is not a plain one')
  const domain = domainOf(email)
  if (!provider.emailDomains.includes(domain)) return rejected('domain is not one of the provider')
  const organizations = await db.readInstall(organizationsOfDomain, { domain })
  if (!organizations.some(({ id }) => id === organizationId)) return rejected('domain is not proved')
  return { kind: 'new', email, name: claims.name ?? email.slice(0, 200), role: provider.defaultRole }
}
