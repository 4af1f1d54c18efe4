import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { questionnaireTag } from './questionnaire.ts'
import { RoundParams } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'
import { QuestionnaireStanding, showQuestionnaireStanding } from './standing.ts'

const endpoint = 'listQuestionnaireRoundPeople'

export const listQuestionnaireRoundPeople = reading({
  name: endpoint,
  summary: 'List the people of a round and whether they have submitted their answers, oldest first',
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-rounds/{roundId}/people', roles: ['admin', 'reviewer', 'auditor'] },
  params: RoundParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ people: Type.Array(QuestionnaireStanding), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { roundId: id }, query }) {
    const { findStored, listStandings } = questionnaireRound.queries
    oneOr404(await call.read(findStored, { id }), 'questionnaire round')
    return answerPage(call, {
      endpoint,
      plural: 'people',
      read: async at => {
        const rows = await call.read(listStandings, { ...at, id })
        return rows.map(row => ({ ...row, record: JSON.stringify(showQuestionnaireStanding(row)) }))
      },
      filters: { roundId: id },
      query,
      order: 'oldest',
    })
  },
})
