import { currentRow } from '#family/bound.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { moved } from '#src/features/evidence/campaigns/publishing.ts'
import { questionnaireTag } from './questionnaire.ts'
import {
  QuestionnaireVersion,
  QuestionnaireVersionParams,
  questionnaireVersionFlow,
  questionnaireVersionRecords,
  questionnaireVersions,
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
  params: QuestionnaireVersionParams,
  response: QuestionnaireVersion,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { versionId: id } }) {
    const present = await questionnaireVersionRecords.lock(change, id)
    const status = moved(questionnaireVersionFlow, present.fields.status, 'withdraw')
    const changed = questionnaireVersionRecords.update(change, present, { status })
    const { content } = await currentRow(change.tx, questionnaireVersions.bound, id)
    change.audit(id, { before: present.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
