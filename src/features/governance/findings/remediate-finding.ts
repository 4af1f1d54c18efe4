import { principalsOf } from '#shared/four-eyes.ts'
import { moveEndpoint } from './move-finding.ts'

/** Records the caller as a remediator, who may not close the finding. */
export const remediateFinding = moveEndpoint('remediate', {
  summary: 'Mark a finding as remediated, for another person to check',
  prepare: ({ actor }, { beside }) => ({
    beside: { remediators: [...new Set([...beside.remediators, ...principalsOf(actor)])] },
  }),
})
