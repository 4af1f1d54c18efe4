import type { TestContext } from 'node:test'
import { second } from '#lib/clock.ts'
import { stopRenewals } from './odd-job.ts'
import type { Probata } from './system.ts'
import { until } from './until.ts'

interface Scene {
  readonly p: () => Probata
  run(job: string): Promise<unknown>
  /** Sets the work of the job `odd` from now on. */
  doing(work: () => Promise<number>): void
  /** Text that must not appear in an event. */
  readonly forbiddenText: string
}

/** The steps that raise each security event of a failing job. */
export const raiseJobEvents = ({ p, run, doing, forbiddenText }: Scene) => ({
  async jobFailedRepeatedly() {
    doing(async () => {
      throw Object.assign(new Error(forbiddenText), { code: 'ENOSPC' })
    })
    for (let i = 0; i < 5; i++) await run('odd')
  },
  async jobStuck(t: TestContext) {
    const { promise: completion, resolve: end } = Promise.withResolvers<number>()
    doing(() => completion)
    const renewal = stopRenewals(t)
    const running = run('odd')
    const hasRows = (query: string) => async () => (await p().sql(query)).length > 0
    await until('it runs', hasRows(`select from job where name = 'odd' and run_id is not null`))
    p().clock.advance(20 * second)
    renewal()
    await until('jobStuck is raised', hasRows(`select from security_event where type = 'jobStuck'`))
    end(1)
    await running
  },
})
