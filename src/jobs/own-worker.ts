import { iso } from '#lib/clock.ts'
import type { Job } from './job.ts'
import { beginOwnRun, endOwnRun } from './own-runs.ts'
import { attemptRun, type EndedRun, type JobRunServices } from './run-once.ts'

/**
 * Runs jobs for a single organization. Such a run does not take the job's lease, so it cannot block the run for all
 * workspaces. The install's metrics do not count it.
 */
export const createOwnRuns = <Services extends JobRunServices>(services: Services, signal: AbortSignal) => {
  const runIds = new Set<string>()
  return {
    /** Returns undefined while another run of the job for the organization is in progress. */
    async run(job: Job<Services>, organizationId: string): Promise<EndedRun | undefined> {
      const { db, clock, ids, log, nodeId } = services
      const startedAt = clock.now()
      const id = ids.next('jrn', startedAt)
      runIds.add(id)
      using _ = { [Symbol.dispose]: () => runIds.delete(id) }
      const newRun = { id, job: job.name, now: startedAt, node: nodeId, underWay: [...runIds] }
      if (!(await beginOwnRun(db, organizationId, newRun))) return undefined
      const {
        error,
        more: _more,
        ...outcome
      } = await attemptRun(job, services, { id, signal, isRequested: true, organizationId })
      const times = { startedAt: iso(startedAt), finishedAt: iso(clock.now()) }
      const run = { id, job: job.name, ...times, ...outcome, nodeId, missed: 0 }
      await endOwnRun(db, organizationId, run)
      if (run.outcome === 'failed')
        log.error({ event: 'job_failed', job: job.name, record: id, organization: organizationId, error })
      return error === undefined ? run : { ...run, error }
    },
  }
}
