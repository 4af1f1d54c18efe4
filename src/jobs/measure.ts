import { second } from '#lib/clock.ts'
import type { Job } from './job.ts'
import type { JobRunServices } from './run-once.ts'
import { nextRun } from './schedule.ts'
import { findSuccesses } from './states.ts'

interface MeasuredJobs {
  readonly jobs: readonly Job<never>[]
  /** The start times of the runs in this process, by job. */
  readonly runningJobs: ReadonlyMap<string, number>
}

/**
 * Sets job metrics when the process starts, before any run, so that monitoring also notices a job that never succeeds.
 * The time of the last success comes from the recorded runs.
 */
export const measureJobs = async (
  { db, clock, metrics }: JobRunServices,
  { jobs, runningJobs }: MeasuredJobs,
): Promise<void> => {
  const now = clock.now()
  for (const { name, schedule, expected } of jobs) {
    const next = nextRun(schedule, now)
    metrics.jobInterval.set({ job_name: name }, (nextRun(schedule, next) - next) / second)
    metrics.jobExpected.set({ job_name: name }, expected / second)
    metrics.jobMissed.inc({ job_name: name }, 0)
  }
  const names = jobs.map(({ name }) => name)
  metrics.watchJobs(() => {
    const now = clock.now()
    return Object.fromEntries(names.map(name => [name, (now - (runningJobs.get(name) ?? now)) / second]))
  })
  const successes = await db.readInstall(findSuccesses, { names })
  for (const { name, at } of successes) metrics.jobSuccess.set({ job_name: name }, at.getTime() / second)
}
