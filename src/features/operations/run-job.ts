import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { ScheduledJobRun } from './job.ts'
import { JobParams, requireJob } from './known-job.ts'

export const runJob = changeEndpoint({
  name: 'runJob',
  summary:
    'Run a scheduled job now and return the run. The operating workspace runs it for all workspaces, others for themselves',
  tag: 'Operations',
  method: 'POST',
  workspace: { path: '/jobs/{name}/run', roles: ['admin'] },
  status: 200,
  action: 'job.run',
  outside: true,
  params: JobParams,
  response: ScheduledJobRun,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const scope = await requireJob(change, params.name)
    const run = await change.jobs.runNow(params.name, scope)
    if (!run)
      throw new Refusal(
        'unprocessable',
        sentence`job.already_running: The job is already running; its run appears in the list when it ends.`,
      )
    change.audit(params.name, { detail: run.id })
    return run
  },
})
