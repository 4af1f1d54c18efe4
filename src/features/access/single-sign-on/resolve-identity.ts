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

/** A person of the organization, one to be created, or the reason for a refusal. */
export type SignOnIdentity =
  | { readonly kind: 'known'; readonly person: Person; readonly record: string; readonly isLinked: boolean }
  | {
      readonly kind: 'new'
      readonly email: string
      readonly name: string
      readonly role: Role
      readonly unitIds?: string[]
      /** Present if groups give the access. */
      readonly mapping?: Mapping
      readonly groups?: readonly string[]
    }
  | {
      readonly kind: 'nobody'
      readonly why: string
      readonly personId?: string
      /** A message for the person, instead of the general one. */
      readonly says?: Sentence
    }

interface Asked {
  readonly db: Database
  readonly organizationId: string
  readonly provider: StoredProvider
  readonly claims: Claims
  /** The person whose session connects the identity with itself. */
  readonly connecting: string | undefined
}

const nobody = (why: string, personId?: string): SignOnIdentity => ({
  kind: 'nobody',
  why,
  ...(personId && { personId }),
})

const present = async ({ db, organizationId }: Asked, personId: string, isLinked: boolean): Promise<SignOnIdentity> => {
  const [row] = await db.read(organizationId, findPerson, { id: personId })
  if (!row) return nobody('unknown person')
  const person = readRecord(Person, row.record)
  // The groups of a suspended person may give access now.
  const isOut = row.disabled && !person.suspended
  return isOut ? nobody('disabled', personId) : { kind: 'known', person, record: row.record, isLinked }
}

/**
 * Finds the person by issuer and subject, which are stable. A person who is not connected yet is found by the session
 * that connects, or by the address, which alone lets no one in (`findWayToLink`). Only people of this organization are
 * matched, whatever the provider says.
 */
export const resolveIdentity = async (asked: Asked): Promise<SignOnIdentity> => {
  const { db, organizationId, provider, claims, connecting } = asked
  const { issuer, subject, email } = claims
  const [identity] = await db.read(organizationId, findIdentity, { issuer, subject })
  if (identity && connecting !== undefined && identity.person_id !== connecting)
    return nobody('linked to another person', connecting)
  if (identity) return present(asked, identity.person_id, true)
  if (connecting !== undefined) return present(asked, connecting, false)
  if (email === undefined) return nobody('no verified address')
  const [at] = await db.read(organizationId, findPersonAt, { address: email })
  if (at) return present(asked, at.subject_id, false)
  if (!provider.createPeople) return nobody('unknown person')
  if (!isPlainAddress(email)) return nobody('address is not a plain one')
  const domain = domainOf(email)
  if (!provider.emailDomains.includes(domain)) return nobody('domain is not one of the provider')
  const counting = await db.readInstall(organizationsOfDomain, { domain })
  if (!counting.some(({ id }) => id === organizationId)) return nobody('domain is not proved')
  return { kind: 'new', email, name: claims.name ?? email.slice(0, 200), role: provider.defaultRole }
}
