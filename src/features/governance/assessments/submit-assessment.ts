import { moveAssessment } from './move-assessment.ts'

export const submitAssessment = moveAssessment({
  move: 'submit',
  summary: 'Submit the answers for review',
})
