import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { lockCampaignRequirement } from '#src/features/evidence/campaigns/lock-requirement.ts'
import { readDueDate, requireBelowLimit, selectAudience, startFields } from '#src/features/evidence/campaigns/start.ts'
import { leavesDecider } from './queries.ts'
import { type Questionnaire, questionnaires, questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, roundRecords } from './questionnaire-round.ts'
import { questionnaireVersionRecords } from './questionnaire-version.ts'
import { questionnaireRound } from './round-kind.ts'

const { questionnaireId, versionId } = QuestionnaireRound.properties

/** Locks the version to ask about. Throws a 422 unless it is in force. */
const lockCurrentVersion = async (change: Change, questionnaire: Questionnaire, versionId: string) => {
  const { fields } = await questionnaireVersionRecords.lock(change, versionId)
  if (fields.questionnaireId !== questionnaire.id) throw notFound('questionnaire version')
  if (questionnaire.status !== 'active' || questionnaire.currentVersionId !== versionId)
    throw new Refusal(
      'unprocessable',
      sentence`questionnaire.round_needs_current_version: A round needs the current version of an active questionnaire.`,
    )
  return fields
}

/** Throws a 422 if no one would be left to decide the claim. People who answer contribute to it and may not. */
const requireDecider = async (change: Change, requirementId: string, askedIds: readonly string[]): Promise<void> => {
  const values = { requirementId, starter: change.actor.id, askedIds }
  const { is_left } = firstOrNotFound(await change.read(leavesDecider, values), 'workspace')
  if (is_left) return
  throw new Refusal(
    'unprocessable',
    sentence`questionnaire.no_decider_left: No one would be left to decide the claim: people who start the round or answer it cannot. Leave out an administrator or a reviewer.`,
  )
}

export const startQuestionnaireRound = changeEndpoint({
  name: 'startQuestionnaireRound',
  summary: 'Ask people to answer the current version of a questionnaire by a due date',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaire-rounds', roles: ['admin'] },
  status: 201,
  action: 'questionnaire.round.start',
  body: Type.Object({ questionnaireId, versionId, ...startFields }),
  response: QuestionnaireRound,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body }) {
    const { questionnaireId, versionId, requirementId } = body
    const { fields: questionnaire } = await questionnaires.records.lock(change, questionnaireId)
    const dueAt = readDueDate(body, change.now)
    const version = await lockCurrentVersion(change, questionnaire, versionId)
    await requireBelowLimit(change, questionnaireRound, questionnaireId)
    await lockCampaignRequirement(change, questionnaireRound, { requirementId, aboutId: questionnaireId })
    const people = await selectAudience(change, questionnaireRound, questionnaireId, body)
    await requireDecider(change, requirementId, people.askedIds)
    const { questionnaireKey, title } = questionnaire
    const row = roundRecords.insert(
      change,
      {
        ...{ questionnaireId, questionnaireKey, title, versionId, requirementId, dueAt },
        versionNumber: version.number,
        versionDigest: version.questionsDigest,
        status: 'running',
        startedBy: change.actor.id,
        ...{ endedAt: null, claimId: null, submitted: null, asked: null },
      },
      people,
    )
    change.audit(row.id, { after: row.record, content: people })
    return new Rendered(row.record)
  },
})
