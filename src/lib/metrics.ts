import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hour, second } from './clock.ts'
import { instruments } from './instruments.ts'

/** The numbers of open connections, idle connections, and callers waiting for a connection. */
type PoolCounts = { readonly total: number; readonly idle: number; readonly waiting: number }

/** The state of the database and the file storage. */
type PartStates = Readonly<Record<'database' | 'storage', { readonly state: string; readonly freeBytes?: number }>>

/** The number of waiting deliveries, and how many seconds the oldest has been due, by the state of their endpoint. */
export type BacklogByState = Readonly<Record<string, { readonly waiting: number; readonly oldest: number }>>

/** The state of the license. */
export interface LicenseSample {
  readonly state?: string
  readonly daysLeft?: number
}

/**
 * The storage used by all workspaces, the highest share of a quota, and the number of workspaces near or at their
 * quota.
 */
export interface UsageSample {
  readonly bytes?: number
  readonly files?: number
  readonly share?: number | null
  readonly near?: number
  readonly reached?: number
}

/** The share of time that the governor gives to background work. */
type BackgroundSample = { readonly share: number; readonly waiting: number }

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The default metrics to omit: event loop delays, and gauges that are named like counters and only sum up the metrics
 * by type.
 */
const excludedMetrics = /^probata_nodejs_(eventloop_lag|active_(handles|requests|resources)_total$)/

// SQLSTATEs, and system error codes such as ECONNREFUSED: both are closed sets.
const knownCode = /^([0-9A-Z]{5}|E[A-Z]{3,15})$/

/** Returns the label for a database or connection error. */
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return knownCode.test(code) ? code : 'other'
}

/**
 * Creates a registry with Node's process metrics (prefix `probata_`) and the program's own. `registry.metrics()`
 * returns the text of /metrics (Prometheus text format 0.0.4, served as `registry.contentType`). Functions passed to
 * `watch…` are called at each scrape.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // Measuring the delay of the event loop would wake an idle process. Its utilization is free.
  collectDefaultMetrics({ register: registry, prefix: 'probata_', eventLoopMonitoringPrecision: hour })
  for (const { name } of registry.getMetricsAsArray()) if (excludedMetrics.test(name)) registry.removeSingleMetric(name)
  let previous = performance.eventLoopUtilization()
  new Gauge({
    ...instruments.utilization,
    aggregator: 'max',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, previous).utilization)
      previous = now
    },
  })
  let background: (() => BackgroundSample) | undefined
  let poolCounts: (() => PoolCounts) | undefined
  let deliveryCounts: (() => Readonly<Record<string, number>>) | undefined
  let partStates: (() => Promise<PartStates>) | undefined
  let backlogCounts: (() => Promise<BacklogByState>) | undefined
  let licenseSample: (() => Promise<LicenseSample>) | undefined
  let usageSample: (() => Promise<UsageSample>) | undefined
  let redisState: (() => string) | undefined
  let runningJobs: (() => Readonly<Record<string, number>>) | undefined
  new Gauge({
    ...instruments.pool,
    registers,
    collect() {
      for (const [state, count] of Object.entries(poolCounts?.() ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    ...instruments.webhooks,
    registers,
    collect() {
      for (const [state, count] of Object.entries(deliveryCounts?.() ?? {})) this.set({ state }, count)
    },
  })
  const parts = async () => Object.entries((await partStates?.()) ?? {})
  new Gauge({
    ...instruments.usable,
    aggregator: 'min',
    registers,
    async collect() {
      for (const [part, { state }] of await parts()) this.set({ part }, state === 'ok' ? 1 : 0)
    },
  })
  new Gauge({
    ...instruments.freeBytes,
    aggregator: 'min',
    registers,
    async collect() {
      this.reset()
      for (const [part, { freeBytes }] of await parts()) if (freeBytes !== undefined) this.set({ part }, freeBytes)
    },
  })
  const backlog = async () => Object.entries((await backlogCounts?.()) ?? {})
  new Gauge({
    ...instruments.webhookBacklog,
    registers,
    async collect() {
      for (const [state, { waiting }] of await backlog()) this.set({ state }, waiting)
    },
  })
  new Gauge({
    ...instruments.webhookOldest,
    aggregator: 'max',
    registers,
    async collect() {
      for (const [state, { oldest }] of await backlog()) this.set({ state }, oldest)
    },
  })
  new Gauge({
    ...instruments.license,
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      const { state } = (await licenseSample?.()) ?? {}
      if (state !== undefined) this.set({ state }, 1)
    },
  })
  new Gauge({
    ...instruments.licenseDays,
    aggregator: 'max',
    registers,
    async collect() {
      this.remove()
      const { daysLeft } = (await licenseSample?.()) ?? {}
      if (daysLeft !== undefined) this.set(daysLeft)
    },
  })
  const usage = async () => (await usageSample?.()) ?? {}
  for (const name of ['bytes', 'files', 'share'] as const)
    new Gauge({
      ...instruments.usage[name],
      aggregator: 'max',
      registers,
      async collect() {
        this.remove()
        const value = (await usage())[name]
        if (typeof value === 'number') this.set(value)
      },
    })
  new Gauge({
    ...instruments.usageNear,
    aggregator: 'max',
    registers,
    async collect() {
      const { near, reached } = await usage()
      for (const [state, count] of Object.entries({ near, reached }))
        if (count !== undefined) this.set({ state }, count)
    },
  })
  new Gauge({
    ...instruments.redis,
    aggregator: 'min',
    registers,
    collect() {
      this.remove()
      const state = redisState?.() ?? 'unused'
      if (state !== 'unused') this.set(state === 'ok' ? 1 : 0)
    },
  })
  new Gauge({
    ...instruments.jobRunning,
    aggregator: 'max',
    registers,
    collect() {
      for (const [name, seconds] of Object.entries(runningJobs?.() ?? {})) this.set({ job_name: name }, seconds)
    },
  })
  for (const [name, aggregator] of [
    ['share', 'min'],
    ['waiting', 'sum'],
  ] as const)
    new Gauge({
      ...instruments[name === 'share' ? 'backgroundShare' : 'backgroundWaiting'],
      aggregator,
      registers,
      collect() {
        const value = background?.()[name]
        if (value !== undefined) this.set(value)
      },
    })
  const backgroundSeconds = new Counter({ ...instruments.backgroundSeconds, registers })
  const databaseErrors = new Counter({ ...instruments.databaseErrors, registers })
  return {
    requests: new Histogram({ ...instruments.requests, buckets: [...instruments.requests.buckets], registers }),
    answers: new Counter({ ...instruments.answers, registers }),
    backgroundRan: (job_name: string, { waited, ran }: { readonly waited: number; readonly ran: number }) => {
      backgroundSeconds.inc({ job_name, state: 'waited' }, waited / second)
      backgroundSeconds.inc({ job_name, state: 'ran' }, ran / second)
    },
    watchBackground: (sample: () => BackgroundSample) => {
      background = sample
    },
    databaseFailed: (error: unknown) => databaseErrors.inc({ code: codeOf(error) }),
    securityEvents: new Counter({ ...instruments.securityEvents, registers }),
    securityLogCut: new Counter({ ...instruments.securityLogCut, registers }),
    jobSuccess: new Gauge({ ...instruments.jobSuccess, aggregator: 'max', registers }),
    jobInterval: new Gauge({ ...instruments.jobInterval, aggregator: 'max', registers }),
    jobExpected: new Gauge({ ...instruments.jobExpected, aggregator: 'max', registers }),
    jobMissed: new Counter({ ...instruments.jobMissed, registers }),
    jobs: new Counter({ ...instruments.jobs, registers }),
    refusals: new Counter({ ...instruments.refusals, registers }),
    unavailable: new Counter({ ...instruments.unavailable, registers }),
    replays: new Counter({ ...instruments.replays, registers }),
    uploadBytes: new Counter({ ...instruments.uploadBytes, registers }),
    malwareVerdicts: new Counter({ ...instruments.malwareVerdicts, registers }),
    webhookAttempts: new Counter({ ...instruments.webhookAttempts, registers }),
    webhookLag: new Histogram({ ...instruments.webhookLag, buckets: [...instruments.webhookLag.buckets], registers }),
    registry,
    watchDeliveries: (counts: () => Readonly<Record<string, number>>) => {
      deliveryCounts = counts
    },
    /** `counts` or `sample` must never reject. */
    watchBacklog: (counts: () => Promise<BacklogByState>) => {
      backlogCounts = counts
    },
    /** `counts` or `sample` must never reject. */
    watchLicense: (sample: () => Promise<LicenseSample>) => {
      licenseSample = sample
    },
    /** `counts` or `sample` must never reject. */
    watchUsage: (sample: () => Promise<UsageSample>) => {
      usageSample = sample
    },
    /** `states` must never reject. */
    watchHealth: (states: () => Promise<PartStates>) => {
      partStates = states
    },
    /** `state` returns `unused`, `ok`, or another word if Redis fails. */
    watchRedis: (state: () => string) => {
      redisState = state
    },
    /** `seconds` returns how long each job has been running in this process. */
    watchJobs: (seconds: () => Readonly<Record<string, number>>) => {
      runningJobs = seconds
    },
    watchPool: (counts: () => PoolCounts) => {
      poolCounts = counts
    },
  }
}

/** The metrics of a registry as data. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Merges the metrics of several processes into one text. Adds their values, unless a metric specifies otherwise. */
export const mergeMetrics = (values: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...values]).metrics()
