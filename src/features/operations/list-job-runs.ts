import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { ScheduledJobRun } from './job.ts'
import { JobParams, requireJob } from './known-job.ts'

export const listJobRuns = readEndpoint({
  name: 'listJobRuns',
  summary: 'List the last 100 runs of a scheduled job, newest first',
  tag: 'Operations',
  workspace: { path: '/jobs/{name}/runs', roles: ['admin', 'auditor'] },
  params: JobParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ runs: Type.Array(ScheduledJobRun), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { name }, query }) {
    const scope = await requireJob(call, name)
    return respondWithPage(call, {
      endpoint: 'listJobRuns',
      plural: 'runs',
      read: async page =>
        (await call.jobs.runs(name, page, scope)).map(run => ({ id: run.id, record: JSON.stringify(run) })),
      filters: { name },
      query,
    })
  },
})
