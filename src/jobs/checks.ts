import type { Clock } from '#lib/clock.ts'
import type { Job } from './job.ts'

/** Checks jobs for work between their scheduled times, in this process. */
export const createChecks = <Services extends { readonly clock: Clock }>(
  services: Services,
  jobs: readonly Job<Services>[],
) => {
  const checkedAt = new Map<string, number>()
  const record = (name: string): void => void checkedAt.set(name, services.clock.now())
  const isDue = (name: string, every: number): boolean => {
    const since = services.clock.now() - (checkedAt.get(name) ?? Number.NEGATIVE_INFINITY)
    // `since` is negative if the clock was set back.
    return since >= every || since < 0
  }
  return {
    /** Records the start of a run, which counts as a check of its job. */
    skip: record,
    /** Finds jobs with work, among those whose check is due and that are not running in this process. */
    async findWork(runningJobs: ReadonlyMap<string, unknown>): Promise<string[]> {
      const due = jobs.flatMap(({ name, check }) =>
        check && !runningJobs.has(name) && isDue(name, check.every) ? [{ name, check }] : [],
      )
      const matches = due.map(async ({ name, check }) => {
        record(name)
        return (await check.find(services)).length > 0 ? [name] : []
      })
      return (await Promise.all(matches)).flat()
    },
  }
}
