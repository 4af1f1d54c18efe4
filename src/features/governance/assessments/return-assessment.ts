import { moveAssessment } from './move-assessment.ts'

export const returnAssessment = moveAssessment({
  move: 'return',
  summary: 'Return an assessment in review to the people who answer it',
})
