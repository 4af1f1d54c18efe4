import { moveAssessment } from './move-assessment.ts'

export const submitAssessment = moveAssessment({
  move: 'submit',
  summary: 'Hand the answers in for review',
})
