import { getAssessmentOscal } from './get-assessment-oscal.ts'
import { getFrameworkOscal } from './get-framework-oscal.ts'

/** The exports in NIST OSCAL, as a part of governance. */
export const ofOscal = { endpoints: [getFrameworkOscal, getAssessmentOscal] }
