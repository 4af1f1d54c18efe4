import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { sentence } from '#lib/sentence.ts'
import { requireOwner } from '#src/features/evidence/campaigns/require-owner.ts'
import { Questionnaire, questionnaireRecords, questionnaireTag } from './questionnaire.ts'
import { questionnaireRound } from './round-kind.ts'

const { questionnaireKey, title, description, ownerId } = Questionnaire.properties

export const createQuestionnaire = changing({
  name: 'createQuestionnaire',
  summary: 'Create a questionnaire; write its first version next',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaires', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'questionnaire.create',
  body: Type.Object({
    questionnaireKey,
    title,
    description: Type.Optional(description),
    ownerId: Type.Optional(ownerId),
  }),
  response: Questionnaire,
  errors: ['conflict', 'unprocessable'],
  conflicts: {
    questionnaire_key: sentence`questionnaire.key_taken: A questionnaire with this questionnaireKey exists in the workspace.`,
  },
  async run(change, { body }) {
    await requireOwner(change, questionnaireRound, body.ownerId)
    const begun = { description: '', ownerId: null, status: 'draft', currentVersionId: null } as const
    const made = questionnaireRecords.insert(change, { ...begun, ...body }, {})
    change.audit(made.id, { after: made.record })
    return new Rendered(made.record)
  },
})
