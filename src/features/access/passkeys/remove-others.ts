import type { Change } from '#http/call.ts'
import { inOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import { removeOtherPasskeys } from './queries.ts'

/**
 * Removes all passkeys of a login, whose row is locked, except the one with this id; all of them if the id is null.
 * Records the removal in the login's other workspaces, and returns the number removed.
 */
export const removeAndAuditOtherPasskeys = async (ctx: Change, loginId: string, id: string | null): Promise<number> => {
  const { length } = await ctx.tx.query(removeOtherPasskeys, { loginId, id })
  if (length > 0)
    await inOtherWorkspaces(ctx, loginId, 'account.remove_passkey', async ({ audit }, personId) => {
      audit(personId, { detail: `${length} ${length === 1 ? 'passkey' : 'passkeys'} removed` })
    })
  return length
}
