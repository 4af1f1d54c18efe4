import { readRecord } from '#http/record.ts'
import { endingJob } from '#src/features/evidence/campaigns/end-campaigns.ts'
import { QuestionnaireRound, roundRecords } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'
import { streamResponses } from './round-list.ts'

/** Ends rounds within a minute after they are due or the last person asked has submitted their answers. */
export const endQuestionnaireRounds = endingJob<QuestionnaireRound>({
  kind: questionnaireRound,
  name: 'end-questionnaire-rounds',
  description: 'Ends questionnaire rounds that are due or complete, and makes one claim for each.',
  action: 'questionnaire.round.end',
  read: record => readRecord(QuestionnaireRound, record),
  subjectIdOf: ({ questionnaireId }) => questionnaireId,
  filename: 'responses.csv',
  list: streamResponses,
  titleOf: ({ title }, { responded, asked }) => `${responded} of ${asked} answered: ${title}`,
  snapshotOf: ({ id, questionnaireKey }, { responded, asked, removed }) => ({
    ...{ submitted: responded, asked, left: removed },
    ...{ roundId: id, questionnaireKey },
  }),
  // Everyone who answered contributed to the proof, even if the round no longer asks them.
  involvedIn: ({ startedBy }, people) => [
    ...new Set([startedBy, ...people.filter(({ given: response }) => response !== null).map(({ id }) => id)]),
  ],
  async close(change, id, fields, { responded, asked }) {
    const current = await roundRecords.lock(change, id)
    const changed = roundRecords.update(change, current, { ...fields, submitted: responded, asked })
    change.audit(id, { before: current.record, after: changed.record, content: current.beside })
  },
})
