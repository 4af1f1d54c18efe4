import { standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { addHands } from './policy-queries.ts'
import { policyVersions } from './policy-version.ts'

/** Why somebody does not publish a version, as callers see it. */
export const somebodyElse =
  'Somebody else publishes this version: whoever announced or uploaded its file does not (four eyes).'

/** Whoever announces or uploads a version has a hand in it for ever. Returns what the trail binds. */
export const noteHand = async ({ tx, actor }: Change, id: string) => {
  tx.write(addHands, { id, people: principalsOf(actor) })
  return standing(tx, policyVersions.bound, id)
}
