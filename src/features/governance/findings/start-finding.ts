import { moveEndpoint } from './move-finding.ts'

export const startFinding = moveEndpoint('start', { summary: 'Say that a finding is worked on' })
