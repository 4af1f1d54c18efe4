import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findDeactivation, forgetDeactivation } from './queries.ts'

/**
 * Called before an administrator enables a person. A person whom an identity provider deactivated must be activated
 * there as long as a provider can send: throws a 422. Without a working token, the deactivation is taken back here.
 */
export const takeBackDeactivation = async ({ tx, now }: Change, personId: string): Promise<void> => {
  const [found] = await tx.query(findDeactivation, { personId, now: iso(now) })
  if (!found) return
  if (found.can_send)
    throw new Refusal(
      'unprocessable',
      sentence`person.deactivated_by_provider: The identity provider deactivated this person; activate them there.`,
    )
  tx.write(forgetDeactivation, { personId, now: iso(now) })
}
