import { readRecord } from '#http/record.ts'
import { endingJob } from '#src/features/evidence/campaigns/end-campaigns.ts'
import { QuestionnaireRound, roundRecords } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'
import { listOf } from './round-list.ts'

/** A round ends within a minute after it is due or the last person it asks has submitted their answers. */
export const endQuestionnaireRounds = endingJob<QuestionnaireRound>({
  kind: questionnaireRound,
  name: 'end-questionnaire-rounds',
  description: 'Ends questionnaire rounds that are due or complete, each in one claim.',
  action: 'questionnaire.round.end',
  read: record => readRecord(QuestionnaireRound, record),
  aboutOf: ({ questionnaireId }) => questionnaireId,
  filename: 'responses.csv',
  list: listOf,
  titleOf: ({ title }, { given, asked }) => `${given} of ${asked} answered: ${title}`,
  snapshotOf: ({ id, questionnaireKey }, { given, asked, left }) => ({
    ...{ submitted: given, asked, left },
    ...{ roundId: id, questionnaireKey },
  }),
  // The answers are the proof, including those of people who left.
  involvedIn: ({ startedBy }, people) => [
    ...new Set([startedBy, ...people.filter(({ given }) => given !== null).map(({ id }) => id)]),
  ],
  async close(change, id, ended, { given, asked }) {
    const present = await roundRecords.lock(change, id)
    const changed = roundRecords.update(change, present, { ...ended, submitted: given, asked })
    change.audit(id, { before: present.record, after: changed.record, content: present.beside })
  },
})
