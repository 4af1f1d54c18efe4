import type { Actor } from '#api/access.ts'
import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { findRemediators } from './queries.ts'

/** How the audit trail marks the end of a finding by somebody who had a hand in it, which a workspace can allow. */
export const selfDecided = 'self-decided'

const notOneself =
  'whoever remediated a finding does not close it, nor does whoever made or holds the secret of a service account that did (four eyes).'

/** Whether somebody is among those who remediated a finding, or made its proof. */
export const hadHand = (actor: Actor, ids: readonly string[]): boolean => share(principalsOf(actor), ids)

/** Whether the workspace lets people decide what they had a hand in. Throws a 403 where it does not and they had. */
export const requireOtherEyes = async (change: Change, id: string) => {
  const [involved] = await change.tx.query(findRemediators, { id })
  const isOwn = hadHand(change.actor, involved?.remediators ?? [])
  const mayDecideOwn = involved?.self_decision ?? false
  if (isOwn && !mayDecideOwn)
    throw new Refusal('forbidden_resource', `Somebody else closes this finding: ${notOneself}`)
  return { isOwn, mayDecideOwn }
}
