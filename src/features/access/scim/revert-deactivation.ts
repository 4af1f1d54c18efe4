import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findDeactivation, forgetDeactivation } from './queries.ts'

/**
 * Call this before an administrator enables a person. Throws 422 for a person whom an identity provider deactivated,
 * while the workspace has a valid token: they must be activated there. Without a valid token, removes the deactivation.
 */
export const revertDeactivation = async ({ tx, now }: Change, personId: string): Promise<void> => {
  const [deactivation] = await tx.query(findDeactivation, { personId, now: iso(now) })
  if (!deactivation) return
  if (deactivation.can_send)
    throw new Refusal(
      'unprocessable',
      sentence`person.deactivated_by_provider: The identity provider deactivated this person; activate them there.`,
    )
  tx.write(forgetDeactivation, { personId, now: iso(now) })
}
