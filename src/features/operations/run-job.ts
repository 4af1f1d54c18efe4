import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { notFound, Refusal } from '#api/errors.ts'
import { Line } from '#api/schema.ts'
import { JobRun } from './job.ts'

/** Operating: in-product endpoints. */
export const runJob = changing({
  name: 'runJob',
  summary: 'Run a scheduled job now and answer the run',
  tag: 'Operations',
  method: 'POST',
  workspace: { path: '/jobs/{name}/run', roles: ['admin'] },
  status: 200,
  action: 'job.run',
  outside: true,
  params: Type.Object({ name: Line(100, 'Name of the job.') }),
  response: JobRun,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const known = await change.jobs.list()
    if (!known.some(({ name }) => name === params.name)) throw notFound('job')
    const run = await change.jobs.runNow(params.name)
    if (!run) throw new Refusal('unprocessable', 'The job is running now; its run is in the list when it ends.')
    change.audit(params.name, { detail: run.id })
    return run
  },
})
