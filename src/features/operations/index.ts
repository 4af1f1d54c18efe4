import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts'
import { listJobRuns } from './list-job-runs.ts'
import { listJobs } from './list-jobs.ts'
import { jobProblems } from './problems.ts'
import { runJob } from './run-job.ts'

export const operations = {
  endpoints: [listJobs, listJobRuns, runJob],
  jobs: [forgetIdempotencyKeys],
  problemSources: jobProblems,
}
