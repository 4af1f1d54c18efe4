import { iso } from '#lib/clock.ts'
import type { Job } from './job.ts'
import { beginOwnRun, endOwnRun } from './own-runs.ts'
import { attemptRun, type EndedRun, type JobRunServices } from './run-once.ts'

/**
 * Runs jobs for one organization alone. Such a run holds no lease of the job, so an organization cannot block the run
 * for all workspaces. No metric of the install counts it.
 */
export const createOwnRuns = <Services extends JobRunServices>(services: Services, signal: AbortSignal) => {
  const underWay = new Set<string>()
  return {
    /** Undefined while another run of it for the organization is under way. */
    async run(job: Job<Services>, organizationId: string): Promise<EndedRun | undefined> {
      const { db, clock, ids, log, nodeId } = services
      const began = clock.now()
      const id = ids.next('jrn', began)
      underWay.add(id)
      using _ = { [Symbol.dispose]: () => underWay.delete(id) }
      const beginning = { id, job: job.name, now: began, node: nodeId, underWay: [...underWay] }
      if (!(await beginOwnRun(db, organizationId, beginning))) return undefined
      const {
        error,
        more: _more,
        ...attempted
      } = await attemptRun(job, services, { id, signal, asked: true, organizationId })
      const times = { startedAt: iso(began), finishedAt: iso(clock.now()) }
      const run = { id, job: job.name, ...times, ...attempted, nodeId, missed: 0 }
      await endOwnRun(db, organizationId, run)
      if (run.outcome === 'failed')
        log.error({ event: 'job_failed', job: job.name, record: id, organization: organizationId, error })
      return error === undefined ? run : { ...run, error }
    },
  }
}
