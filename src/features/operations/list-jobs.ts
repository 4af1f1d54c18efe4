import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { Pagination } from '#http/schema.ts'
import { ScheduledJob } from './job.ts'
import { findJobScope } from './known-job.ts'

export const listJobs = readEndpoint({
  name: 'listJobs',
  summary:
    "List the scheduled jobs with their last run: the install's for the operating workspace, their own for others",
  tag: 'Operations',
  workspace: { path: '/jobs', roles: ['admin', 'auditor'] },
  response: Type.Object({ jobs: Type.Array(ScheduledJob), pagination: Pagination }),
  async run(call) {
    return { jobs: await call.jobs.list(await findJobScope(call)), pagination: {} }
  },
})
