import { getStorageScrub } from './get-storage-scrub.ts'
import { scrubStoredFiles } from './scrub-stored-files.ts'
import { sweepOrphans } from './sweep-orphans.ts'

export const scrub = { endpoints: [getStorageScrub], jobs: [scrubStoredFiles, sweepOrphans] }
