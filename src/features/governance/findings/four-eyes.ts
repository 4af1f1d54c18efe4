import type { Actor } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import { findRemediators } from './queries.ts'

const ownRemediation = sentence`finding.own_remediation: Another person must close this finding: people who remediated it cannot (four eyes). If a service account did, neither can the people who created it or hold its secret.`

/** Whether the actor is, or could act as, one of these contributors to a finding or its proof. */
export const contributedToFinding = (actor: Actor, ids: readonly string[]): boolean => overlap(principalsOf(actor), ids)

const ownReport = sentence`finding.own_report: Another person must close this finding (four eyes). People who reported or owned it, or changed its severity or due date, cannot, nor can anyone who could act as them.`

interface Contributors {
  readonly remediators: readonly string[]
  readonly hands: readonly string[]
  readonly second_person: boolean
}

/** Returns why a person may not close a finding; undefined if they did not contribute to it. */
export const whyNotClose = (
  actor: Actor,
  { remediators, hands, second_person }: Contributors,
): Sentence | undefined => {
  if (contributedToFinding(actor, remediators)) return ownRemediation
  return second_person && contributedToFinding(actor, hands) ? ownReport : undefined
}

/**
 * Returns whether the workspace lets people decide their own work. Throws a 403 if it does not and the caller
 * contributed.
 */
export const requireFourEyes = async (change: Change, id: string) => {
  const contributors = firstOrNotFound(await change.tx.query(findRemediators, { id }), 'finding')
  const why = whyNotClose(change.actor, contributors)
  const mayDecideOwn = contributors.self_decision
  if (why && !mayDecideOwn) throw new Refusal('forbidden_resource', why)
  return { isOwn: why !== undefined, mayDecideOwn }
}
