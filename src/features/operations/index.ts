import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts'
import { listJobs } from './list-jobs.ts'
import { runJob } from './run-job.ts'

export const operations = { endpoints: [listJobs, runJob], jobs: [forgetIdempotencyKeys] }
