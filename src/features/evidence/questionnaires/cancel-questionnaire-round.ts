import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { requireRunning } from '#src/features/evidence/campaigns/start.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, RoundParams, roundRecords } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

export const cancelQuestionnaireRound = changing({
  name: 'cancelQuestionnaireRound',
  summary: 'Cancel a round, so that it proves nothing; submitted answers stay on record',
  tag: questionnaireTag,
  method: 'POST',
  workspace: { path: '/questionnaire-rounds/{roundId}/cancel', roles: ['admin'] },
  status: 200,
  action: 'questionnaire.round.cancel',
  params: RoundParams,
  response: QuestionnaireRound,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { roundId: id } }) {
    const present = await roundRecords.lock(change, id)
    requireRunning(present.fields.status, questionnaireRound, 'cancelled')
    const changed = roundRecords.update(change, present, { status: 'cancelled', endedAt: iso(change.now) })
    change.audit(id, { before: present.record, after: changed.record, content: changed.beside })
    return new Rendered(changed.record)
  },
})
