import { dueDaysOf } from './due-days.ts'
import { moveEndpoint } from './move-finding.ts'
import { reopeningChange } from './reopening.ts'

export const reopenFinding = moveEndpoint('reopen', {
  summary: 'Reopen a finding',
  prepare: async (change, finding) => reopeningChange(change, finding, await dueDaysOf(change)),
})
