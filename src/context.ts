import { createDatabaseProbe } from '#db/database-probe.ts'
import type { AllServices, Capabilities, CoreServices, EndpointServices } from '#http/call.ts'
import type { Job } from '#jobs/job.ts'
import { createWorker, type Worker } from '#jobs/worker.ts'
import { derivedKey } from '#lib/derived-key.ts'
import { createEgress } from '#lib/guarded/egress.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import { createCountCache } from '#shared/count-cache.ts'
import { createDayCounts } from '#shared/day-counts.ts'
import { createCore, type Parts } from './context/core.ts'
import { foldersOf } from './context/folders.ts'
import { createHealth } from './features/health/monitor.ts'
import { reportJobTrouble } from './features/operations/report-job-trouble.ts'
import { jobs, provide } from './features.ts'

/** The services that are created before deliveries and jobs. */
export type Base = CoreServices & Omit<Capabilities, 'receivers'>

/** Disposing closes the pool and the connection of the rate limiter. */
export const createBase = (parts: Parts): Base & AsyncDisposable => {
  const { config, lookup, nameServers, log } = parts
  const stack = new AsyncDisposableStack()
  const egress = createEgress(config, log)
  const core = createCore(parts, stack)
  return {
    ...core,
    countCache: createCountCache(createDayCounts(core.db, log)),
    ...provide(core, { config, egress, lookup, nameServers, folders: foldersOf(config) }, stack),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * Creates the worker that runs the program's jobs and the additional ones. The times of jobs depend on the master key,
 * which all nodes share.
 */
export const createJobs = (
  services: AllServices,
  masterKey: Buffer,
  additional: readonly Job<AllServices>[] = [],
): Promise<Worker> =>
  createWorker({
    services,
    jobs: [...jobs, ...additional],
    install: derivedKey(masterKey, 'jobs').toString('hex'),
    notify: reportJobTrouble(services),
  })

interface EndpointParts extends Pick<Parts, 'config' | 'database' | 'embedded'> {
  readonly draining: () => boolean
}

/** Creates the services of endpoints: all services, jobs and the health monitor, whose probe ends with disposal. */
export const createEndpointServices = (
  { config, database, embedded, draining }: EndpointParts,
  services: AllServices,
  jobs: JobRunner,
): AllServices & EndpointServices & AsyncDisposable => {
  const { limiter, clock, log, metrics } = services
  const folders = foldersOf(config)
  const probe = createDatabaseProbe(database)
  const databaseFolder = embedded ? folders.database : undefined
  const health = createHealth({ probe, databaseFolder, blobFolder: folders.blobs, limiter, jobs, clock, log })
  metrics.watchHealth(() => health.check())
  return { ...services, jobs, health, draining, [Symbol.asyncDispose]: () => probe[Symbol.asyncDispose]() }
}
