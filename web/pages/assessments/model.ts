import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Assessment = Schemas['WorkspaceAssessment']
export type AssessmentDetail = Schemas['AssessmentDetail']
export type AssessedClause = Schemas['AssessedClause']
export type Move = Assessment['moves'][number]
export type Result = Schemas['AssessmentAnswer']['result']

export const assessmentStatuses = enums.WorkspaceAssessment.status

export const results = enums.AssessmentAnswer.result
