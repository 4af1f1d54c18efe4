import { campaignKind } from '#src/features/evidence/campaigns/kind.ts'

/** Asks people to answer a version of a questionnaire. A submitted response counts as a completed form. */
export const questionnaireRound = campaignKind({
  table: 'questionnaire_round',
  word: 'round',
  // Lower than for policies: everyone who answered is a contributor, and lists compare contributors with the reader.
  maxPeople: 2000,
  about: { table: 'questionnaire', column: 'questionnaire_id', current: 'currentVersionId' },
  responses: {
    table: 'questionnaire_response',
    column: 'round_id',
    timestampField: 'submittedAt',
    where: "a.status = 'submitted'",
    participle: 'answered',
  },
  source: { moduleKey: 'forms', resourceType: 'response', words: 'completed forms' },
})
