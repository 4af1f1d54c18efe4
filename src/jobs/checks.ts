import type { Clock } from '#lib/clock.ts'
import type { Job } from './job.ts'

/** The checks of jobs for work between their scheduled times, as this process makes them. */
export const createChecks = <Services extends { readonly clock: Clock }>(
  services: Services,
  jobs: readonly Job<Services>[],
) => {
  const checkedAt = new Map<string, number>()
  const record = (name: string): void => void checkedAt.set(name, services.clock.now())
  const isDue = (name: string, every: number): boolean => {
    const since = services.clock.now() - (checkedAt.get(name) ?? Number.NEGATIVE_INFINITY)
    // Negative after the clock was set back.
    return since >= every || since < 0
  }
  return {
    /** A run that begins now replaces the next check of its job. */
    skip: record,
    /** The names of jobs with work, among those whose check is due and which do not run in this process. */
    async findWork(underWay: ReadonlyMap<string, unknown>): Promise<string[]> {
      const due = jobs.flatMap(({ name, check }) =>
        check && !underWay.has(name) && isDue(name, check.every) ? [{ name, check }] : [],
      )
      const found = due.map(async ({ name, check }) => {
        record(name)
        return (await check.find(services)).length > 0 ? [name] : []
      })
      return (await Promise.all(found)).flat()
    },
  }
}
