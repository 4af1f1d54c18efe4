import type { Change } from '#http/call.ts'
import { letterForAddress } from '#src/features/access/invitations/letters.ts'
import { findOrganizationName } from '#src/features/access/invitations/queries.ts'
import type { Person } from '#src/features/access/person.ts'

/** Notifies a person, at their current address, that their identity provider sent a different address for them. */
export const mailNewAddress = async (
  { tx, settings, mail, log }: Change,
  { email, name }: Pick<Person, 'email' | 'name'>,
  newAddress: string,
): Promise<void> => {
  if (!mail.configured) return
  const [organization] = await tx.query(findOrganizationName, {})
  const url = `${settings.url}/account`
  const letter = letterForAddress({ name, email, organization: organization?.name ?? '', url, newAddress })
  tx.afterCommit(() => {
    mail.send(letter).catch((error: unknown) => log.error({ event: 'new_address_not_mailed', error }))
  })
}
