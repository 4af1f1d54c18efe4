import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { isBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import type { Person } from '#src/features/access/person.ts'
import { deleteSessionsOf, lockAdministrators } from '#src/features/access/queries.ts'
import { isAdministrator } from '#src/features/access/watched-changes.ts'

/**
 * Locks the administrators, before the person is locked. Throws 403 for the last administrator, and for a break-glass
 * administrator, who must be able to sign in if the provider fails or is compromised.
 */
export const requireDeactivatable = async ({ tx }: Change, person: Person): Promise<void> => {
  if (!isAdministrator(person)) return
  const administrators = await tx.query(lockAdministrators, {})
  if (administrators.every(({ id }) => id === person.id))
    throw new Refusal(
      'forbidden_resource',
      sentence`scim.last_administrator: ${{ name: person.name }} is the last administrator of the workspace; make another person an administrator first.`,
    )
  if (await isBreakGlass(tx, person.id))
    throw new Refusal(
      'forbidden_resource',
      sentence`scim.break_glass: ${{ name: person.name }} is a break-glass administrator of the workspace; name another one there first.`,
    )
}

/**
 * Ends all access that a person still has: sessions, links that they created, calendar feeds, and requests that wait
 * for a second person.
 */
export const endAccess = async (ctx: Change, personId: string): Promise<void> => {
  ctx.tx.write(deleteSessionsOf, { personId })
  await revokeLinks(ctx, 'password', personId)
  await revokeLinks(ctx, 'admin_role', personId)
  ctx.tx.afterCommit(ctx.identities.forget)
}
