import type { Change } from '#http/call.ts'
import { inOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import { removeOtherPasskeys } from './queries.ts'

/**
 * Removes all passkeys of a locked login except one; all of them if the id is null. Records it in the login's other
 * workspaces, and returns the number removed.
 */
export const removeOtherPasskeysOf = async (ctx: Change, loginId: string, id: string | null): Promise<number> => {
  const { length } = await ctx.tx.query(removeOtherPasskeys, { loginId, id })
  if (length > 0)
    await inOtherWorkspaces(ctx, loginId, 'account.remove_passkey', async ({ audit }, personId) => {
      audit(personId, { detail: `${length} passkeys removed` })
    })
  return length
}
