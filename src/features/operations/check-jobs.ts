import { readStates } from '#jobs/states.ts'
import { minute } from '#lib/clock.ts'
import type { Check } from '#shared/check.ts'

/** The same threshold as in the health probe. */
const overdueAfter = 5 * minute

/** Checks that scheduled jobs run, and their results. */
export const jobsCheck: Check = {
  name: 'jobs',
  async *run({ db, clock }) {
    const now = clock.now()
    const states = [...(await readStates(db, now))]
    const problems = states.flatMap(([what, { failures, lastRun, nextRunAt, running }]) => {
      if (failures > 0) {
        const code = lastRun?.errorCode ? `, last with ${lastRun.errorCode}` : ''
        return [
          { subject: what, isOk: false, message: `failed ${failures} times in a row${code}; the log has the error` },
        ]
      }
      if (running || Date.parse(nextRunAt) >= now - overdueAfter) return []
      return [
        {
          subject: what,
          isOk: false,
          message: `due since ${nextRunAt}; check that a node with the role worker is running`,
        },
      ]
    })
    yield* problems
    if (problems.length === 0) yield { subject: 'all', isOk: true, message: `${states.length} run when they are due` }
  },
}
