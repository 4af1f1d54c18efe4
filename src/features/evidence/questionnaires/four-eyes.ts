import { standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { addHands } from './queries.ts'
import { questionnaireVersions } from './questionnaire-version.ts'

/** Why somebody does not publish a version, as callers see it. */
export const somebodyElse = 'Somebody else publishes this version: whoever wrote at its questions does not (four eyes).'

/** Whoever writes at a version has a hand in it for ever. Returns what the trail binds. */
export const noteHand = async ({ tx, actor }: Change, id: string) => {
  tx.write(addHands, { id, people: principalsOf(actor) })
  return standing(tx, questionnaireVersions.bound, id)
}
