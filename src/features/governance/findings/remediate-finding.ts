import { principalsOf } from '#shared/four-eyes.ts'
import { moveEndpoint } from './move-finding.ts'

/** Bars the caller from closing the finding. */
export const remediateFinding = moveEndpoint('remediate', {
  summary: 'Mark a finding as remediated, for another person to check',
  prepare: ({ actor }, { beside }) => ({
    beside: { remediators: [...new Set([...beside.remediators, ...principalsOf(actor)])] },
  }),
})
