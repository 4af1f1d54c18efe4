import { Rendered } from '#api/answer.ts'
import { standing } from '#api/bound.ts'
import { changing } from '#api/endpoint.ts'
import { moved } from '#src/features/evidence/campaigns/publishing.ts'
import { questionnaireTag } from './questionnaire.ts'
import {
  QuestionnaireVersion,
  questionnaireVersions,
  VersionParams,
  versionFlow,
  versionRecords,
} from './questionnaire-version.ts'

export const withdrawQuestionnaireVersion = changing({
  name: 'withdrawQuestionnaireVersion',
  summary: 'Withdraw an unpublished version; it keeps its number',
  tag: questionnaireTag,
  method: 'POST',
  workspace: {
    path: '/questionnaire-versions/{versionId}/withdraw',
    roles: ['admin', 'reviewer', 'contributor'],
  },
  status: 200,
  action: 'questionnaire.version.withdraw',
  params: VersionParams,
  response: QuestionnaireVersion,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { versionId: id } }) {
    const present = await versionRecords.lock(change, id)
    const status = moved(versionFlow, present.fields.status, 'withdraw')
    const changed = versionRecords.update(change, present, { status })
    const { content } = await standing(change.tx, questionnaireVersions.bound, id)
    change.audit(id, { before: present.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
