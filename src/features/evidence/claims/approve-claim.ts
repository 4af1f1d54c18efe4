import { reviewEndpoint } from './review-claim.ts'

export const approveClaim = reviewEndpoint('approve', 'Approve a submitted claim')
