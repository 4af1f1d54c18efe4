import type { Actor, Role } from '#api/access.ts'
import { bound, standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { isSettled, type Risk, riskRecords, risks } from './risk.ts'
import { addHands } from './risk-queries.ts'

/** The roles that accept risks. */
export const acceptors: readonly Role[] = ['admin', 'reviewer']

/** Audit rows call it by both, `grk_…/gct_…`. */
export const boundRiskControls = bound({ table: 'risk_control', prefix: 'grk', key: ['risk_id', 'control_id'] })

/**
 * Whoever changes a risk, and whoever owns it then, has a hand in it for ever: an owner who hands it over, or a person
 * who is handed it after a change of theirs, accepts it no more than before. Returns what the audit trail binds.
 */
export const noteHands = async ({ tx, actor }: Change, { id, ownerId }: Pick<Risk, 'id' | 'ownerId'>) => {
  tx.write(addHands, { id, people: [...principalsOf(actor), ...(ownerId === null ? [] : [ownerId])] })
  return standing(tx, risks.bound, id)
}

/** Why somebody does not accept a risk: its status, their role, or what they did to it; undefined where they may. */
export const whyNotAccept = (
  reader: Actor,
  { status }: Pick<Risk, 'status'>,
  hands: readonly string[],
): 'status' | 'role' | 'hand' | undefined => {
  if (status !== 'treated') return 'status'
  if (!reader.role || !acceptors.includes(reader.role)) return 'role'
  return share(principalsOf(reader), hands) ? 'hand' : undefined
}

/** A risk under its row lock, whose fields may change. Throws a 422 where it was accepted and not reopened. */
export const lockOpenRisk = async (change: Change, id: string) => {
  const present = await riskRecords.lock(change, id)
  if (isSettled(present.fields))
    throw new Refusal(
      'unprocessable',
      `The risk is ${present.fields.status}, as it was accepted; reopen it to change it.`,
    )
  return present
}

/** Says in the trail who has a hand in a risk by a link of it, where that is new. */
export const noteHandOfLink = async (change: Change, risk: Pick<Risk, 'id' | 'ownerId'>): Promise<void> => {
  const before = await standing(change.tx, risks.bound, risk.id)
  const { record, content } = await noteHands(change, risk)
  if (JSON.stringify(content) === JSON.stringify(before.content)) return
  change.audit(risk.id, { action: 'risk.involve', detail: change.actor.id, before: record, after: record, content })
}
