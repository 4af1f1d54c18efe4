import { campaignKind } from '#src/features/evidence/campaigns/kind.ts'

/** People are asked to answer a version of a questionnaire. A submitted response is a completed form. */
export const questionnaireRound = campaignKind({
  table: 'questionnaire_round',
  word: 'round',
  // Everyone who answered is a maker of the claim, and each list of claims compares its makers with the reader.
  mostPeople: 2000,
  about: { table: 'questionnaire', column: 'questionnaire_id', current: 'currentVersionId' },
  given: {
    table: 'questionnaire_response',
    column: 'round_id',
    at: 'submittedAt',
    where: "a.status = 'submitted'",
    did: 'answered',
  },
  source: { moduleKey: 'forms', resourceType: 'response', words: 'completed forms' },
})
