import { boundAssessmentAnswers } from './answer.ts'
import { answerClause } from './answer-clause.ts'
import { assessments } from './assessment.ts'
import { cancelAssessment } from './cancel-assessment.ts'
import { completeAssessment } from './complete-assessment.ts'
import { createAssessment } from './create-assessment.ts'
import { getWorkspaceAssessment } from './get-workspace-assessment.ts'
import { listAssessmentAnswers } from './list-assessment-answers.ts'
import { listAssessmentClauses } from './list-assessment-clauses.ts'
import { listWorkspaceAssessments } from './list-workspace-assessments.ts'
import { returnAssessment } from './return-assessment.ts'
import { startAssessment } from './start-assessment.ts'
import { submitAssessment } from './submit-assessment.ts'
import { updateAssessment } from './update-assessment.ts'
import { assessmentsToAnswer, assessmentsToComplete } from './work.ts'

/** The assessments part of governance. */
export const assessmentsFeature = {
  workSources: [assessmentsToAnswer, assessmentsToComplete],
  families: [assessments],
  bounds: [boundAssessmentAnswers],
  endpoints: [
    listWorkspaceAssessments,
    createAssessment,
    getWorkspaceAssessment,
    updateAssessment,
    startAssessment,
    submitAssessment,
    returnAssessment,
    completeAssessment,
    cancelAssessment,
    listAssessmentClauses,
    listAssessmentAnswers,
    answerClause,
  ],
}
