import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { addHoldersAsCustodians } from '#src/features/access/custodians.ts'
import type { Custody } from '#src/features/access/custody.ts'
import { findTokenHolders } from './queries.ts'

/** Makes everyone who saw the token of this request a custodian of the person. Call it after the person is stored. */
export const recordTokenHolders = async (ctx: Change, personId: string, why: Custody): Promise<void> => {
  const [holders] = await ctx.tx.query(findTokenHolders, { id: ctx.actor.id, now: iso(ctx.now) })
  const shownTo = [holders?.shown_to ?? null, holders?.previous_shown_to ?? null]
  await addHoldersAsCustodians(ctx, personId, { resourceId: ctx.actor.id, shownTo }, why)
}
