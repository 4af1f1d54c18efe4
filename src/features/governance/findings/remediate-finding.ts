import { principalsOf } from '#api/four-eyes.ts'
import { moveEndpoint } from './move-finding.ts'

/** Whoever says so does not close the finding. */
export const remediateFinding = moveEndpoint('remediate', {
  summary: 'Say that a finding is remediated, for somebody else to look at',
  prepare: ({ actor }, { beside }) => ({
    beside: { remediators: [...new Set([...beside.remediators, ...principalsOf(actor)])] },
  }),
})
