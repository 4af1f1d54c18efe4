import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { addQuestionContributors } from './queries.ts'
import { questionnaireVersions } from './questionnaire-version.ts'

/** The refusal for contributors who try to publish a version. */
export const questionnaireFourEyes = sentence`questionnaire.own_version: Another person must publish this version: people who wrote its questions cannot (four eyes).`

/** Records the caller as a permanent contributor to a version. Returns the content that the audit trail binds. */
export const recordQuestionContributor = async ({ tx, actor }: Change, id: string) => {
  tx.write(addQuestionContributors, { id, people: principalsOf(actor) })
  return currentRow(tx, questionnaireVersions.bound, id)
}
