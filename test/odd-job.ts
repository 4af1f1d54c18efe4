import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, type TestContext } from 'node:test'
import type { Services } from '#http/call.ts'
import { type Job, job, type Running, type Unfinished } from '#jobs/job.ts'
import { second } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'
import type { SecurityEvent } from '#shared/security-event.ts'
import { createTestDatabase } from './postgres.ts'
import { boot, type Probata } from './system.ts'
import { until } from './until.ts'

type Work = (running: Running) => Promise<number | Unfinished>

/** Sets up an install with an hourly job `odd`, whose work each test sets. Each test gets a new install. */
export const oddJob = () => {
  let resources: AsyncDisposableStack
  let database: Awaited<ReturnType<typeof createTestDatabase>>['connection']
  let logged: string
  let work: Work
  let startedRuns: (Running & { end(): void })[]

  const jobUnderTest: Job<Services> = job({
    name: 'odd',
    description: 'Does what the test says.',
    schedule: '0 0 * * * *',
    expected: 5 * second,
    run: (_, running) => work(running),
  })

  beforeEach(async () => {
    resources = new AsyncDisposableStack()
    database = resources.use(await createTestDatabase('workspace')).connection
    logged = ''
    work = async () => 1
    startedRuns = []
  })
  afterEach(() => {
    for (const run of startedRuns) run.end()
    return resources.disposeAsync()
  })

  return {
    /** Starts another node of the install. */
    async node(): Promise<Probata> {
      const destination = new PassThrough().on('data', text => {
        logged += text
      })
      const log = createLog({ level: 'info', destination })
      const p = resources.use(await boot({ database, jobs: [jobUnderTest], log }))
      // Makes acme the operator of the install, who sees the events about the job.
      await p.sql(`update organization set operator = true where slug = 'acme'`)
      return p
    },
    /** Sets what the runs do from now on. */
    does(newWork: Work) {
      work = newWork
    },
    /** Makes each run last until the test ends it, from now on. */
    hold() {
      let peak = 0
      let runningCount = 0
      work = async running => {
        const { promise, resolve } = Promise.withResolvers<void>()
        startedRuns.push({ ...running, end: resolve })
        peak = Math.max(peak, ++runningCount)
        await promise
        runningCount--
        return startedRuns.length
      }
      return {
        run: (n: number) => until(`run ${n} has started`, () => startedRuns[n]),
        /** Returns the maximum number of simultaneous runs. */
        most: () => peak,
      }
    },
    /** Returns the log of all nodes. */
    log: () => logged,
  }
}

export const as = async (p: Probata, role: string, method: string, path: string, body?: unknown) =>
  p.call(method, `/api/workspace${path}`, { body, cookie: await p.signIn(`${role}@acme.example`) })

export const runNow = (p: Probata) => as(p, 'admin', 'POST', '/jobs/odd/run', { reason: 'requested by the test' })

export const runsOf = async (p: Probata) => (await as(p, 'auditor', 'GET', '/jobs/odd/runs')).body.runs

export const stateOf = async (p: Probata) =>
  (await as(p, 'auditor', 'GET', '/jobs')).body.jobs.find(({ name }: { name: string }) => name === 'odd')

/** Returns the security events that the job caused, oldest first. */
export const eventsOf = async (p: Probata): Promise<SecurityEvent[]> => {
  const { securityEvents } = (await as(p, 'admin', 'GET', '/security-events?limit=200')).body
  return securityEvents.filter(({ context }: SecurityEvent) => context.job === 'odd').reverse()
}

/** Advances the clocks of nodes. */
export const pass = (ms: number, ...nodes: Probata[]) => {
  for (const { clock } of nodes) clock.advance(ms)
}

/** Mocks the timers that renew leases. Returns a function that advances them by ten seconds. */
export const stopRenewals = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  return () => t.mock.timers.tick(10 * second)
}
