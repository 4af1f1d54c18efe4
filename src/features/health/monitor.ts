import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseProbe } from '#db/database-probe.ts'
import type { Health, HealthPart, RequiredParts } from '#http/health.ts'
import type { RateLimiter } from '#http/rate-limit.ts'
import { type Clock, minute, second } from '#lib/clock.ts'
import { inspectDisk } from '#lib/disk.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Log } from '#lib/log.ts'

interface HealthSources {
  readonly probe: DatabaseProbe
  /** The folder of the embedded database; undefined with an external database. */
  readonly databaseFolder: string | undefined
  readonly blobFolder: string
  readonly limiter: RateLimiter
  readonly jobs: JobRunner
  readonly clock: Clock
  readonly log: Log
}

const overdueAfter = 5 * minute
const timeout = 2 * second

const ok: HealthPart = { state: 'ok' }

const checkDatabase = async ({ probe, databaseFolder }: HealthSources): Promise<HealthPart> => {
  const [database, disk] = await Promise.all([probe.look(), databaseFolder ? inspectDisk(databaseFolder) : ok])
  return database.state === 'ok' ? { ...database, ...disk } : { ...disk, ...database }
}

const checkJobs = async ({ jobs, clock }: HealthSources): Promise<HealthPart> => {
  const states = await jobs.list()
  const failed = states.filter(({ lastRun }) => lastRun?.outcome === 'failed')
  const overdue = states.filter(
    ({ nextRunAt, running }) => !running && Date.parse(nextRunAt) < clock.now() - overdueAfter,
  )
  const stuck = states.filter(({ current }) => current?.stuck)
  const problem = Object.entries({ overdue, stuck, failed }).find(([, affectedJobs]) => affectedJobs.length > 0)
  if (!problem) return ok
  const [state, affectedJobs] = problem
  return { state, jobs: affectedJobs.map(({ name }) => name) }
}

const withTimeout = async (part: Promise<HealthPart>): Promise<HealthPart> => {
  const unknown = { state: 'unknown' }
  return Promise.race([part.catch(() => unknown), delay(timeout, unknown, { ref: false })])
}

/** Creates the health checks. Logs each change of a state once, regardless of which check notices it. */
export const createHealth = (sources: HealthSources): Health => {
  const loggedStates: Record<keyof RequiredParts, string> = { database: 'ok', storage: 'ok' }
  let pendingCheck: Promise<RequiredParts> | undefined

  const logChange = (name: keyof RequiredParts, { state, code, path, freeBytes }: HealthPart): void => {
    if (loggedStates[name] === state) return
    loggedStates[name] = state
    sources.log[state === 'ok' ? 'warn' : 'error']({ event: `${name}_${state}`, errorCode: code, path, freeBytes })
  }

  const checkNeeded = async (): Promise<RequiredParts> => {
    const [database, storage] = await Promise.all([checkDatabase(sources), inspectDisk(sources.blobFolder)])
    logChange('database', database)
    logChange('storage', storage)
    return { database, storage }
  }

  const health: Health = {
    check() {
      pendingCheck ??= checkNeeded().finally(() => {
        pendingCheck = undefined
      })
      return pendingCheck
    },
    async checkAll() {
      const [required, jobs] = await Promise.all([health.check(), withTimeout(checkJobs(sources))])
      return { ...required, redis: { state: sources.limiter.redis() }, jobs }
    },
  }
  return health
}
