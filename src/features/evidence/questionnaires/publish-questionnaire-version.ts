import { currentRow } from '#family/bound.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { mayPublish, moved, publishers } from '#src/features/evidence/campaigns/publishing.ts'
import { questionnaireFourEyes } from './four-eyes.ts'
import { findQuestionContributors } from './queries.ts'
import { questionnaireRecords, questionnaireTag, requireQuestionnaireInUse } from './questionnaire.ts'
import {
  lockAbove,
  QuestionnaireVersion,
  QuestionnaireVersionParams,
  questionnaireVersionFlow,
  questionnaireVersionRecords,
  questionnaireVersions,
} from './questionnaire-version.ts'

export const publishQuestionnaireVersion = changing({
  name: 'publishQuestionnaireVersion',
  summary: 'Publish a version, so that rounds ask its questions, as a person who did not write it (four eyes)',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaire-versions/{versionId}/publish', roles: publishers },
  status: 200,
  action: 'questionnaire.version.publish',
  params: QuestionnaireVersionParams,
  response: QuestionnaireVersion,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { versionId: id } }) {
    const { actor, now } = change
    const questionnaire = await lockAbove(change, id)
    const present = await questionnaireVersionRecords.lock(change, id)
    requireQuestionnaireInUse(questionnaire.fields)
    const status = moved(questionnaireVersionFlow, present.fields.status, 'publish')
    const { hands } = oneOr404(await change.read(findQuestionContributors, { id }), 'questionnaire version')
    if (!mayPublish(actor, hands)) throw new Refusal('forbidden_resource', questionnaireFourEyes)
    const changed = questionnaireVersionRecords.update(change, present, {
      status,
      publishedBy: actor.id,
      publishedAt: iso(now),
    })
    const { content } = await currentRow(change.tx, questionnaireVersions.bound, id)
    change.audit(id, { before: present.record, after: changed.record, content })
    const active = questionnaireRecords.update(change, questionnaire, { status: 'active', currentVersionId: id })
    change.audit(questionnaire.id, { before: questionnaire.record, after: active.record })
    return new Rendered(changed.record)
  },
})
