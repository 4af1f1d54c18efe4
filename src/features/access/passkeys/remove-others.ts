import type { Change } from '#http/call.ts'
import { inOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import { removeOtherPasskeys } from './queries.ts'

/**
 * Removes the passkeys of a locked login but one; without an id all. Returns their number; each workspace records it.
 */
export const removeOthers = async (ctx: Change, loginId: string, id: string | null): Promise<number> => {
  const { length } = await ctx.tx.query(removeOtherPasskeys, { loginId, id })
  if (length > 0)
    await inOtherWorkspaces(ctx, loginId, 'account.remove_passkey', async ({ audit }, personId) => {
      audit(personId, { detail: `${length} passkeys removed` })
    })
  return length
}
