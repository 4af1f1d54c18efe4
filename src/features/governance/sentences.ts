import { sentence } from '#lib/sentence.ts'

export const justificationRequired = sentence`clause.justification_required: A clause that is not applicable needs a justification.`
