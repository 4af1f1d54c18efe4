import { standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { addHands } from './queries.ts'
import { questionnaireVersions } from './questionnaire-version.ts'

/** The reason why a person may not publish a version, as callers see it. */
export const somebodyElse =
  'Another person must publish this version: people who wrote its questions cannot (four eyes).'

/** Records the caller as a permanent contributor to a version. Returns the content that the audit trail binds. */
export const noteHand = async ({ tx, actor }: Change, id: string) => {
  tx.write(addHands, { id, people: principalsOf(actor) })
  return standing(tx, questionnaireVersions.bound, id)
}
