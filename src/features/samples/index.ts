import { closeSampleWorkspace } from './close-sample-workspace.ts'
import { sweepClosedSamples } from './sweep-closed-samples.ts'

export const samples = { endpoints: [closeSampleWorkspace], jobs: [sweepClosedSamples] }
