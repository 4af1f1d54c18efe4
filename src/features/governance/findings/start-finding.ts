import { moveEndpoint } from './move-finding.ts'

export const startFinding = moveEndpoint('start', { summary: 'Mark a finding as in progress' })
