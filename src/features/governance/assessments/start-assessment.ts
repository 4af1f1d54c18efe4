import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { moveAssessment } from './move-assessment.ts'

export const startAssessment = moveAssessment({
  move: 'start',
  summary: 'Start a planned assessment, so that its clauses can be answered',
  effect(_, { fields: { assessorId } }) {
    if (assessorId === null)
      throw new Refusal(
        'unprocessable',
        sentence`assessment.assessor_required_to_start: Name the assessor before you start the assessment.`,
      )
    return { hands: [assessorId] }
  },
})
