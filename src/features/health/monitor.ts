import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseProbe } from '#db/database-probe.ts'
import type { Health, HealthPart, Needed } from '#http/health.ts'
import type { RateLimiter } from '#http/rate-limit.ts'
import { type Clock, minute, second } from '#lib/clock.ts'
import { inspectDisk } from '#lib/disk.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Log } from '#lib/log.ts'

interface Watched {
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
const patience = 2 * second

const ok: HealthPart = { state: 'ok' }

const databasePart = async ({ probe, databaseFolder }: Watched): Promise<HealthPart> => {
  const [database, disk] = await Promise.all([probe.look(), databaseFolder ? inspectDisk(databaseFolder) : ok])
  return database.state === 'ok' ? { ...database, ...disk } : { ...disk, ...database }
}

const jobsPart = async ({ jobs, clock }: Watched): Promise<HealthPart> => {
  const states = await jobs.list()
  const failed = states.filter(({ lastRun }) => lastRun?.outcome === 'failed')
  const late = states.filter(({ nextRunAt, running }) => !running && Date.parse(nextRunAt) < clock.now() - overdueAfter)
  const stuck = states.filter(({ current }) => current?.stuck)
  const found = Object.entries({ overdue: late, stuck, failed }).find(([, those]) => those.length > 0)
  if (!found) return ok
  const [state, those] = found
  return { state, jobs: those.map(({ name }) => name) }
}

const inTime = async (part: Promise<HealthPart>): Promise<HealthPart> => {
  const unknown = { state: 'unknown' }
  return Promise.race([part.catch(() => unknown), delay(patience, unknown, { ref: false })])
}

/** Creates the health checks. Each change of a state is one line in the log, regardless of which check noticed it. */
export const createHealth = (watched: Watched): Health => {
  const logged: Record<keyof Needed, string> = { database: 'ok', storage: 'ok' }
  let looking: Promise<Needed> | undefined

  const tell = (name: keyof Needed, { state, code, path, freeBytes }: HealthPart): void => {
    if (logged[name] === state) return
    logged[name] = state
    watched.log[state === 'ok' ? 'warn' : 'error']({ event: `${name}_${state}`, errorCode: code, path, freeBytes })
  }

  const look = async (): Promise<Needed> => {
    const [database, storage] = await Promise.all([databasePart(watched), inspectDisk(watched.blobFolder)])
    tell('database', database)
    tell('storage', storage)
    return { database, storage }
  }

  const health: Health = {
    look() {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    async lookAtAll() {
      const [needed, jobs] = await Promise.all([health.look(), inTime(jobsPart(watched))])
      return { ...needed, redis: { state: watched.limiter.redis() }, jobs }
    },
  }
  return health
}
