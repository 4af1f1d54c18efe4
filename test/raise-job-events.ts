import type { TestContext } from 'node:test'
import { second } from '#lib/clock.ts'
import { stopRenewals } from './odd-job.ts'
import type { Probata } from './system.ts'
import { until } from './until.ts'

interface Scene {
  readonly p: () => Probata
  run(job: string): Promise<unknown>
  /** Sets what the job `odd` does from now on. */
  doing(work: () => Promise<number>): void
  newcomer(): Promise<{ readonly id: string }>
  /** A text that must not appear in any event. */
  readonly forbiddenText: string
}

/** Returns the steps that raise each security event about jobs that fail or do not end. */
export const raiseJobEvents = ({ p, run, doing, newcomer, forbiddenText }: Scene) => ({
  async jobFailedRepeatedly() {
    doing(async () => {
      throw Object.assign(new Error(forbiddenText), { code: 'ENOSPC' })
    })
    for (let i = 0; i < 5; i++) await run('odd')
  },
  async digestNotCreated() {
    const { id } = await newcomer()
    await p().sql(`update person set time_zone = $2 where id = $1`, [id, forbiddenText])
    await p().sql(
      `insert into notification (organization_id, id, person_id, kind, record_id, step, occasion, created_at, sending)
       select organization_id, 'ntf_' || substr(id, 5), id, 'assigned', id, 'once', 'x', 'epoch', 'digest'
         from person where id = $1`,
      [id],
    )
    await run('collect-digests')
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
