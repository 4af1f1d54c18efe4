import type { Role } from '#api/access.ts'
import { readRecord } from '#api/record.ts'
import type { Database } from '#db/database.ts'
import { Person } from '#src/features/access/person.ts'
import { findLoginName, findPerson } from '#src/features/access/queries.ts'
import type { Claims } from './claims.ts'
import { domainOf, type StoredProvider } from './identity-provider.ts'
import { findIdentity } from './queries.ts'

/** A person of the organization, one who is to be made, or why nobody enters. */
export type Whose =
  | { readonly kind: 'known'; readonly person: Person; readonly record: string; readonly isLinked: boolean }
  | { readonly kind: 'new'; readonly email: string; readonly name: string; readonly role: Role }
  | { readonly kind: 'nobody'; readonly why: string; readonly personId?: string }

interface Asked {
  readonly db: Database
  readonly organizationId: string
  readonly provider: StoredProvider
  readonly claims: Claims
}

const nobody = (why: string, personId?: string): Whose => ({ kind: 'nobody', why, ...(personId && { personId }) })

const present = async ({ db, organizationId }: Asked, personId: string, isLinked: boolean): Promise<Whose> => {
  const [row] = await db.read(organizationId, findPerson, [organizationId, personId])
  if (!row) return nobody('unknown person')
  const person = readRecord(Person, row.record)
  return row.disabled ? nobody('disabled', personId) : { kind: 'known', person, record: row.record, isLinked }
}

/**
 * By issuer and subject, which stay; before the first sign-in by the address, which may be given to somebody else later,
 * and so counts only once. Nobody of another organization is matched, whatever the provider says.
 */
export const findWhose = async (asked: Asked): Promise<Whose> => {
  const { db, organizationId, provider, claims } = asked
  const { issuer, subject, email } = claims
  const [identity] = await db.read(organizationId, findIdentity, [organizationId, issuer, subject])
  if (identity) return present(asked, identity.person_id, true)
  if (email === undefined) return nobody('no verified address')
  const [login] = await db.readInstall(findLoginName, [email])
  if (login && (login.kind !== 'person' || login.organization_id !== organizationId))
    return nobody('address of another workspace')
  if (login) return present(asked, login.subject_id, false)
  if (!provider.createPeople) return nobody('unknown person')
  if (!provider.emailDomains.includes(domainOf(email))) return nobody('domain is not one of the provider')
  return { kind: 'new', email, name: claims.name ?? email.slice(0, 200), role: provider.defaultRole }
}
