import { getAssessmentOscal } from './get-assessment-oscal.ts'
import { getFrameworkOscal } from './get-framework-oscal.ts'

/** The NIST OSCAL exports of governance. */
export const oscalFeature = { endpoints: [getFrameworkOscal, getAssessmentOscal] }
