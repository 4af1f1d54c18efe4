import { moveEndpoint } from './move-finding.ts'

export const invalidateFinding = moveEndpoint('invalidate', {
  summary: 'Mark a finding as a false positive, for a reason; a result that people have not seen before reopens it',
})
