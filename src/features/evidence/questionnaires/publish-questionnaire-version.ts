import { Rendered } from '#api/answer.ts'
import { standing } from '#api/bound.ts'
import { changing } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { iso } from '#lib/clock.ts'
import { mayPublish, moved, publishers } from '#src/features/evidence/campaigns/publishing.ts'
import { somebodyElse } from './four-eyes.ts'
import { findHands } from './queries.ts'
import { questionnaireRecords, questionnaireTag, requireInUse } from './questionnaire.ts'
import {
  lockAbove,
  QuestionnaireVersion,
  questionnaireVersions,
  VersionParams,
  versionFlow,
  versionRecords,
} from './questionnaire-version.ts'

export const publishQuestionnaireVersion = changing({
  name: 'publishQuestionnaireVersion',
  summary: 'Publish a version, so that rounds ask its questions, as a person who did not write it (four eyes)',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaire-versions/{versionId}/publish', roles: publishers },
  status: 200,
  action: 'questionnaire.version.publish',
  params: VersionParams,
  response: QuestionnaireVersion,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { versionId: id } }) {
    const { actor, now } = change
    const questionnaire = await lockAbove(change, id)
    const present = await versionRecords.lock(change, id)
    requireInUse(questionnaire.fields)
    const status = moved(versionFlow, present.fields.status, 'publish')
    const { hands } = oneOr404(await change.read(findHands, { id }), 'questionnaire version')
    if (!mayPublish(actor, hands)) throw new Refusal('forbidden_resource', somebodyElse)
    const changed = versionRecords.update(change, present, { status, publishedBy: actor.id, publishedAt: iso(now) })
    const { content } = await standing(change.tx, questionnaireVersions.bound, id)
    change.audit(id, { before: present.record, after: changed.record, content })
    const active = questionnaireRecords.update(change, questionnaire, { status: 'active', currentVersionId: id })
    change.audit(questionnaire.id, { before: questionnaire.record, after: active.record })
    return new Rendered(changed.record)
  },
})
