import { moveAssessment } from './move-assessment.ts'

export const cancelAssessment = moveAssessment({
  move: 'cancel',
  summary: 'Cancel an assessment that is not completed',
})
