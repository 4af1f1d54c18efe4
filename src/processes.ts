import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { RateLimits } from '#http/rate-limit.ts'
import { type ChannelHandlers, type End, openChannel } from '#lib/channel.ts'
import { minute, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import { type Metrics, type MetricValues, mergeMetrics } from '#lib/metrics.ts'
import { programFile } from '#lib/program-files.ts'
import type { Config } from './config.ts'
import { type StartOptions, type System, start } from './system.ts'

/** The data that the other processes of a machine need from the first process. */
interface ServeTarget {
  readonly port: number
  /** The connection to the embedded PostgreSQL, which the first process runs. */
  readonly connection?: ClientConfig
}

/** The services that the first process offers the others: shared rate limits, and the metrics of all processes. */
type FirstProcess = ChannelHandlers & Pick<RateLimits, keyof RateLimits> & { readonly scrape: () => Promise<string> }

type OtherProcess = ChannelHandlers & {
  readonly serve: (target: ServeTarget) => Promise<void>
  readonly metrics: () => Promise<MetricValues>
  readonly stop: () => Promise<void>
}

const defaultMaxProcesses = 8
const stopTimeoutMs = 30 * second
const metricsTimeoutMs = 2 * second
const minPauseMs = second / 10
const maxPauseMs = 10 * second

/** One process per core on machines with more than two cores; with two, PostgreSQL and clients need the second. */
const processCount = ({ processes, roles }: Pick<Config, 'processes' | 'roles'>): number => {
  if (!roles.includes('api')) return 1
  if (processes !== undefined) return processes
  const cores = availableParallelism()
  return process.platform === 'linux' && cores > 2 ? Math.min(cores, defaultMaxProcesses) : 1
}

interface ChildServer {
  readonly child: ChildProcess
  readonly remote: OtherProcess
  readonly ended: Promise<unknown>
}

const launch = (first: FirstProcess): ChildServer => {
  const child = fork(programFile('src/main.ts'), ['beside'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const remote = openChannel<OtherProcess>(child, first, ['serve', 'metrics', 'stop'])
  return { child, remote, ended: once(child, 'exit') }
}

const endChild = async ({ child, remote, ended }: ChildServer): Promise<void> => {
  const stopped = remote.stop().catch(() => undefined)
  const late = Symbol('late')
  const timer = new AbortController()
  const limit = delay(stopTimeoutMs, late, { signal: timer.signal }).catch(() => undefined)
  if ((await Promise.race([ended, limit])) === late) child.kill('SIGKILL')
  timer.abort()
  await Promise.all([ended, stopped])
}

/** Keeps one process running. Replaces it if it dies, after a pause that doubles while processes die early. */
const superviseProcess = (target: ServeTarget, first: FirstProcess, log: Log) => {
  const stopping = new AbortController()
  let current = launch(first)

  const replace = async (): Promise<void> => {
    for (let pause = minPauseMs; ; ) {
      const since = performance.now()
      await current.ended
      if (stopping.signal.aborted) return
      const { exitCode, signalCode, pid } = current.child
      log.error({ event: 'process_ended', detail: `process ${pid}`, exitCode, signal: signalCode })
      pause = performance.now() - since > minute ? minPauseMs : Math.min(2 * pause, maxPauseMs)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      current = launch(first)
      await current.remote.serve(target).then(
        () => log.warn({ event: 'process_replaced', detail: `process ${current.child.pid}` }),
        () => undefined,
      )
    }
  }

  return {
    async start() {
      await current.remote.serve(target)
      void replace()
    },
    /**
     * Returns no metrics if the process is starting or does not respond within 2 s, so that it does not delay a scrape.
     */
    metrics: (): Promise<MetricValues[]> => {
      const values = current.remote.metrics().then(
        values => [values],
        () => [],
      )
      return Promise.race([values, delay(metricsTimeoutMs, [], { ref: false })])
    },
    async stop() {
      stopping.abort()
      await endChild(current)
    },
  }
}

const portOf = ({ app }: System): number => {
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen on a port')
  return address.port
}

/** Gives each process its share of the per-machine limits. */
const shareOf = (config: Config, processes: number): Config => ({
  ...config,
  processes,
  maxConnections: Math.ceil(config.maxConnections / processes),
  maxPerAddress: Math.ceil(config.maxPerAddress / processes),
})

/**
 * Serves with the configured number of processes. This one runs the embedded PostgreSQL, jobs and deliveries, and
 * counts the rate limits. The others serve on the same port (SO_REUSEPORT: the kernel distributes connections).
 */
export const serve = async (options: StartOptions): Promise<System> => {
  const count = processCount(options.config)
  if (count === 1) return start(options)
  await using resources = new AsyncDisposableStack()
  const others: ReturnType<typeof superviseProcess>[] = []
  const scrape = async (own: Metrics): Promise<string> => {
    const values = await Promise.all(others.map(other => other.metrics()))
    return mergeMetrics([await own.registry.getMetricsAsJSON(), ...values.flat()])
  }
  const system = resources.use(
    await start({ ...options, config: shareOf(options.config, count), among: { first: true, scrape } }),
  )
  const { limiter, metrics } = system.services
  const { consume, refund, know, knows } = limiter
  const first: FirstProcess = { consume, refund, know, knows, scrape: () => scrape(metrics) }
  const target = { port: portOf(system), ...(system.embedded && { connection: system.embedded }) }
  while (others.length < count - 1) others.push(superviseProcess(target, first, options.log))
  resources.defer(async () => void (await Promise.all(others.map(other => other.stop()))))
  await Promise.all(others.map(other => other.start()))
  const owned = resources.move()
  return { ...system, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/**
 * Serves in one of the other processes, controlled by the first process, until that stops it. Rejects if the first
 * process exits without stopping it.
 */
export const serveBeside = async ({ config, log, drainMs }: StartOptions): Promise<void> => {
  const served = Promise.withResolvers<System>()
  const stopped = Promise.withResolvers<void>()
  const first = openChannel<FirstProcess>(
    process as End,
    {
      async serve({ port, connection }: ServeTarget) {
        const own = {
          ...shareOf(config, processCount(config)),
          port,
          roles: ['api'],
          provisionFile: undefined,
        } as const
        const among = { first: false, limiter: first, scrape: () => first.scrape() }
        served.resolve(start({ config: own, log, drainMs: drainMs ?? 0, among, ...(connection && { connection }) }))
        await served.promise
      },
      metrics: async () => (await served.promise).services.metrics.registry.getMetricsAsJSON(),
      stop: async () => stopped.resolve(),
    },
    ['consume', 'refund', 'know', 'knows', 'scrape'],
  )
  process.once('disconnect', () => stopped.reject(new Error('The first process has exited.')))
  await using _system = await Promise.race([served.promise, stopped.promise.then(() => served.promise)])
  await stopped.promise
}
