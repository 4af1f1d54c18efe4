import { Refusal } from '#api/errors.ts'
import { moveAssessment } from './move-assessment.ts'

export const startAssessment = moveAssessment({
  move: 'start',
  summary: 'Begin to answer the clauses of a planned assessment',
  effect(_, { fields: { assessorId } }) {
    if (assessorId === null) throw new Refusal('unprocessable', 'Name the assessor before it is started.')
    return { hands: [assessorId] }
  },
})
