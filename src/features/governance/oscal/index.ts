import { getAssessmentOscal } from './get-assessment-oscal.ts'
import { getFrameworkOscal } from './get-framework-oscal.ts'

/** What is exported as NIST OSCAL, as a part of governance. */
export const ofOscal = { endpoints: [getFrameworkOscal, getAssessmentOscal] }
