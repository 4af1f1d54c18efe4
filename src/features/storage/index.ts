import { sweepStagedBlobs } from './sweep-staged-blobs.ts'

export const storage = { endpoints: [], jobs: [sweepStagedBlobs] }
