import { moveEndpoint } from './move-finding.ts'

export const invalidateFinding = moveEndpoint('invalidate', {
  summary: 'Say that a finding is none, for a reason; its source does not bring it back',
})
