import { bound, currentRow } from '#family/bound.ts'
import type { Actor, Role } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import { isSettled, type Risk, riskRecords, risks } from './risk.ts'
import { addRiskContributors } from './risk-queries.ts'

/** The roles that can accept risks. */
export const acceptors: readonly Role[] = ['admin', 'reviewer']

/** Audit rows name a control of a risk by both ids, `grk_…/gct_…`. */
export const boundRiskControls = bound({ table: 'risk_control', prefix: 'grk', key: ['risk_id', 'control_id'] })

/**
 * Records people who change a risk, and its owner at that time, as permanent contributors, so that a later change of
 * owner does not let them accept it. Returns the row with the content that the audit trail binds.
 */
export const recordRiskContributors = async ({ tx, actor }: Change, { id, ownerId }: Pick<Risk, 'id' | 'ownerId'>) => {
  tx.write(addRiskContributors, { id, people: [...principalsOf(actor), ...(ownerId === null ? [] : [ownerId])] })
  return currentRow(tx, risks.bound, id)
}

/** Returns why the caller may not accept a risk: its status, their role or a contribution; undefined if they may. */
export const whyNotAccept = (
  reader: Actor,
  { status }: Pick<Risk, 'status'>,
  hands: readonly string[],
): 'status' | 'role' | 'hand' | undefined => {
  if (status !== 'treated') return 'status'
  if (!reader.role || !acceptors.includes(reader.role)) return 'role'
  return overlap(principalsOf(reader), hands) ? 'hand' : undefined
}

export const closedRisk = (status: string): Sentence =>
  sentence`risk.closed: The risk is ${{ status }} and cannot change; reopen it first.`

/** Locks a risk to change it. Throws a 422 if it was accepted and not reopened. */
export const lockOpenRisk = async (change: Change, id: string) => {
  const current = await riskRecords.lock(change, id)
  if (isSettled(current.fields)) throw new Refusal('unprocessable', closedRisk(current.fields.status))
  return current
}

/** Records the contributors of a changed link, with an audit row if the risk did not have them yet. */
export const recordLinkContributors = async (change: Change, risk: Pick<Risk, 'id' | 'ownerId'>): Promise<void> => {
  const before = await currentRow(change.tx, risks.bound, risk.id)
  const { record, content } = await recordRiskContributors(change, risk)
  if (JSON.stringify(content) === JSON.stringify(before.content)) return
  change.audit(risk.id, { action: 'risk.involve', detail: change.actor.id, before: record, after: record, content })
}
