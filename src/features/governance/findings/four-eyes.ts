import type { Actor } from '#api/access.ts'
import type { Change } from '#api/call.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { findRemediators } from './queries.ts'

/** How the audit trail marks the end of a finding by somebody who had a hand in it, which a workspace can allow. */
export const selfDecided = 'self-decided'

const notOneself =
  'whoever remediated a finding does not close it, nor does whoever made or holds the secret of a service account that did (four eyes).'

/** Whether somebody is among those who remediated a finding, or made its proof. */
export const hadHand = (actor: Actor, ids: readonly string[]): boolean => share(principalsOf(actor), ids)

const second =
  'whoever reported a finding, owned it, or changed its severity or due date does not close it, nor does whoever could act as one of them (four eyes).'

interface Involved {
  readonly remediators: readonly string[]
  readonly hands: readonly string[]
  readonly second_person: boolean
}

/** Why somebody does not close a finding; undefined where they had no hand in it. */
export const whyNotClose = (actor: Actor, { remediators, hands, second_person }: Involved): string | undefined => {
  if (hadHand(actor, remediators)) return notOneself
  return second_person && hadHand(actor, hands) ? second : undefined
}

/** Whether the workspace lets people decide what they had a hand in. Throws a 403 where it does not and they had. */
export const requireOtherEyes = async (change: Change, id: string) => {
  const involved = oneOr404(await change.tx.query(findRemediators, { id }), 'finding')
  const why = whyNotClose(change.actor, involved)
  const mayDecideOwn = involved.self_decision
  if (why && !mayDecideOwn) throw new Refusal('forbidden_resource', `Somebody else closes this finding: ${why}`)
  return { isOwn: why !== undefined, mayDecideOwn }
}
