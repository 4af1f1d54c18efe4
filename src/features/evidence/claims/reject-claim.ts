import { reviewEndpoint } from './review-claim.ts'

export const rejectClaim = reviewEndpoint('reject', 'Reject a submitted claim')
