import { moveAssessment } from './move-assessment.ts'

export const returnAssessment = moveAssessment({
  move: 'return',
  summary: 'Return an assessment that is in review to those who answer',
})
