import { submissionRequirements } from './submissions.ts'

export const provisioning = { endpoints: [], sections: [submissionRequirements] }
