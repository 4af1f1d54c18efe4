import { claimFamily } from './claim.ts'
import { createClaim } from './create-claim.ts'
import { requirementFamily } from './requirement.ts'

export const evidence = { endpoints: [...requirementFamily, ...claimFamily, createClaim] }
