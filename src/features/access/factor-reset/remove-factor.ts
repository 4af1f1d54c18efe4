import type { ApprovalSubject, Change } from '#http/call.ts'
import { rejectBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { findOrganizationName } from '#src/features/access/invitations/queries.ts'
import { factorOff, lockFactor } from '#src/features/access/lock-factor.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { noSecondFactor } from '#src/features/access/logins/login.ts'
import { splitLogin } from '#src/features/access/logins/split-login.ts'
import type { Person } from '#src/features/access/person.ts'
import { deleteSessionsOf } from '#src/features/access/queries.ts'
import { letterForRemovedFactor } from './letters.ts'

/** Mails a person after the commit. */
const mailPerson = async (
  { tx, mail, log }: Change,
  person: Pick<Person, 'name' | 'email'>,
  write: typeof letterForRemovedFactor,
  at?: string,
): Promise<void> => {
  if (!mail.configured) return
  const [organization] = await tx.query(findOrganizationName, {})
  const letter = write({ name: person.name, email: person.email, organization: organization?.name ?? '', at })
  tx.afterCommit(() => {
    mail.send(letter).catch((error: unknown) => log.error({ event: 'factor_removal_not_mailed', error }))
  })
}

/**
 * Removes a person's app and passkeys, in this workspace only. Ends their sessions and notifies them. Throws 422 if
 * they have no second factor.
 */
export const removeFactor = async (ctx: Change, personId: string): Promise<void> => {
  const { tx, identities } = ctx
  await lockFactor(ctx, personId)
  await rejectBreakGlass(ctx, personId)
  await splitLogin(ctx, personId)
  const person = await lockSignIn(ctx, personId)
  person.change({ secondFactor: 'none' }, factorOff, noSecondFactor, 'person.remove_totp')
  tx.write(deleteSessionsOf, { personId })
  tx.afterCommit(identities.forget)
  await mailPerson(ctx, person.person, letterForRemovedFactor)
}

export const factorSubject: ApprovalSubject = {
  kind: 'second_factor_removal',
  async apply(ctx, { resourceId }) {
    await removeFactor(ctx, resourceId)
    return undefined
  },
}
