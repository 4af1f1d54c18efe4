import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { findOrganizationName } from '#src/features/access/invitations/queries.ts'
import type { Person } from '#src/features/access/person.ts'
import { unlinkPerson } from './former-identities.ts'
import { StoredProvider } from './identity-provider.ts'
import { letterForRemovedConnection } from './link-letters.ts'
import { deleteIdentityLinks, endSignOnSessionsOf } from './link-queries.ts'
import { findIdentityProvider } from './queries.ts'

/**
 * Unlinks a person, whose row is locked, from their account at the identity provider. Ends the sessions that it opened,
 * revokes pending e-mail links that would link it again, and notifies the person. Throws 409 if they are not linked.
 */
export const unlinkIdentity = async (ctx: Change, person: Person, by: 'administrator' | 'person'): Promise<void> => {
  const { tx, audit, now, mail, identities, log } = ctx
  const { id: personId, name, email } = person
  const removedIdentities = await tx.query(unlinkPerson, { personId, now: iso(now) })
  if (removedIdentities.length === 0)
    throw new Refusal('conflict', sentence`sign_on.none: This account is not connected with a sign-on at the provider.`)
  await tx.query(deleteIdentityLinks, { personId })
  tx.write(endSignOnSessionsOf, { personId })
  tx.afterCommit(identities.forget)
  audit(personId, { detail: removedIdentities.map(({ identity_sha256 }) => identity_sha256).join(' ') })
  writeSecurityEvent(ctx, { type: 'signOnRemoved', context: { personId, state: by } })
  if (!mail.configured) return
  const [organization] = await tx.query(findOrganizationName, {})
  const [row] = await tx.query(findIdentityProvider, {})
  const provider = row ? readRecord(StoredProvider, row.record).name : ''
  const letter = letterForRemovedConnection({ name, email, organization: organization?.name ?? '', provider })
  tx.afterCommit(() => {
    mail.send(letter).catch((error: unknown) => log.error({ event: 'removed_connection_not_mailed', error }))
  })
}
