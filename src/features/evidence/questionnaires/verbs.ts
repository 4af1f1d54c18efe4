import { firstOrNotFound } from '#http/errors.ts'
import { campaignVerbs } from '#src/features/evidence/campaigns/campaign-verbs.ts'
import { versionVerbs } from '#src/features/evidence/campaigns/version-verbs.ts'
import { questionnaireFourEyes } from './four-eyes.ts'
import { QuestionnaireStanding, renderQuestionnaireStanding } from './participant.ts'
import { findQuestionContributors } from './queries.ts'
import { questionnaires, questionnaireTag, requireQuestionnaireInUse } from './questionnaire.ts'
import { questionnaireRounds, roundRecords } from './questionnaire-round.ts'
import {
  lockQuestionnaireOf,
  QuestionnaireVersion,
  QuestionnaireVersionParams,
  questionnaireVersionFlow,
  questionnaireVersionRecords,
  questionnaireVersions,
} from './questionnaire-version.ts'
import { questionnaireRound } from './round-kind.ts'

export const questionnaireVersionVerbs = versionVerbs({
  name: 'QuestionnaireVersion',
  tag: questionnaireTag,
  bound: questionnaireVersions.bound,
  schema: QuestionnaireVersion,
  records: questionnaireVersionRecords,
  flow: questionnaireVersionFlow,
  document: { records: questionnaires.records, requireInUse: requireQuestionnaireInUse },
  action: 'questionnaire.version',
  path: '/questionnaire-versions/{versionId}',
  params: QuestionnaireVersionParams,
  lockDocument: (change, { versionId }) => lockQuestionnaireOf(change, String(versionId)),
  async contributorsOf(call, { id }) {
    return firstOrNotFound(await call.read(findQuestionContributors, { id }), 'questionnaire version').hands
  },
  ownVersion: questionnaireFourEyes,
  effect: 'later rounds use',
})

export const questionnaireRoundVerbs = campaignVerbs({
  kind: questionnaireRound,
  family: questionnaireRounds,
  records: roundRecords,
  participant: QuestionnaireStanding,
  showParticipant: renderQuestionnaireStanding,
})
