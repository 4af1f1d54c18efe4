import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hour } from './clock.ts'

// Every name, label and bucket in one place. Labels have few values: routes are templates, never URLs.
const instruments = {
  requests: {
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  answers: {
    name: 'probata_requests_total',
    help: 'Answers by status; cause is the identifier of the error, or none',
    labelNames: ['status', 'cause'],
  },
  databaseErrors: {
    name: 'probata_database_errors_total',
    help: 'Statements and connections that failed, by SQLSTATE or code of the system',
    labelNames: ['code'],
  },
  securityEvents: {
    name: 'probata_security_events_total',
    help: 'Security events recorded, by type',
    labelNames: ['type'],
  },
  jobSuccess: {
    name: 'probata_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded, in seconds since 1970, as far as this process knows',
    labelNames: ['job_name'],
  },
  jobInterval: {
    name: 'probata_job_interval_seconds',
    help: 'Time between two runs of a job by its schedule',
    labelNames: ['job_name'],
  },
  redis: { name: 'probata_redis_up', help: 'Whether Redis answers, where one is configured: 1 or 0', labelNames: [] },
  jobs: { name: 'probata_jobs_total', help: 'Runs of scheduled jobs', labelNames: ['job', 'outcome'] },
  refusals: { name: 'probata_refusals_total', help: 'Requests and addresses refused, by reason', labelNames: ['kind'] },
  replays: {
    name: 'probata_idempotent_replays_total',
    help: 'Answers repeated for an idempotency key',
    labelNames: [],
  },
  uploadBytes: { name: 'probata_upload_bytes_total', help: 'Bytes of attachments received', labelNames: [] },
  webhookAttempts: {
    name: 'probata_webhook_attempts_total',
    help: 'Delivery attempts that ended, by outcome and failure',
    labelNames: ['outcome', 'failure'],
  },
  webhookLag: {
    name: 'probata_webhook_lag_seconds',
    help: 'Time from the change to the start of its first attempt, in seconds',
    labelNames: [],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300],
  },
  webhooks: {
    name: 'probata_webhook_deliveries',
    help: 'Deliveries of this process: under way, of these of suspect endpoints, ended and not yet written; endpoints held and failing',
    labelNames: ['state'],
  },
  webhookBacklog: {
    name: 'probata_webhook_backlog',
    help: 'Deliveries that wait, by the state of their endpoint: active, failing, paused, stopped; of each endpoint up to 10,000 are counted, every 15 s',
    labelNames: ['state'],
  },
  webhookOldest: {
    name: 'probata_webhook_backlog_oldest_seconds',
    help: 'For how long the delivery has been due that was due first, by the state of its endpoint; 0 where none is due',
    labelNames: ['state'],
  },
  unavailable: {
    name: 'probata_unavailable_total',
    help: 'Answers 503 by cause, with the SQLSTATE or code of the system',
    labelNames: ['cause', 'code'],
  },
  usable: {
    name: 'probata_usable',
    help: 'Whether changes can be made in the database and the file storage: 1 or 0',
    labelNames: ['part'],
  },
  freeBytes: {
    name: 'probata_free_bytes',
    help: 'Bytes that can still be written where the file storage is, and the embedded database',
    labelNames: ['part'],
  },
  utilization: {
    name: 'probata_event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop worked: 1 is a whole core',
    labelNames: [],
  },
  pool: {
    name: 'probata_database_connections',
    help: 'Connections of the database pool; waiting counts callers without one',
    labelNames: ['state'],
  },
} as const

/** Open connections, idle connections, and callers waiting for one. */
type PoolCounts = { readonly total: number; readonly idle: number; readonly waiting: number }

/** The state of the parts that a change needs. */
type PartStates = Readonly<Record<'database' | 'storage', { readonly state: string; readonly freeBytes?: number }>>

/** Waiting deliveries, and for how many seconds the first one has been due, by the state of their endpoint. */
export type Backlog = Readonly<Record<string, { readonly waiting: number; readonly oldest: number }>>

export type Metrics = ReturnType<typeof createMetrics>

const delays = /^probata_nodejs_eventloop_lag/

// SQLSTATEs, and system error codes such as ECONNREFUSED: both are closed sets.
const knownCode = /^([0-9A-Z]{5}|E[A-Z]{3,15})$/

/** The label of an error of the database or of the connection to it. */
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return knownCode.test(code) ? code : 'other'
}

/**
 * A fresh registry with the metrics of the process (prefix `probata_`) and our own. `registry.metrics()` is the
 * text of /metrics (Prometheus text format 0.0.4, served as `registry.contentType`); `watchPool` is asked at each
 * scrape.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // Its delay would be sampled by waking an idle process; its utilization is counted anyway.
  collectDefaultMetrics({ register: registry, prefix: 'probata_', eventLoopMonitoringPrecision: hour })
  for (const { name } of registry.getMetricsAsArray()) if (delays.test(name)) registry.removeSingleMetric(name)
  let before = performance.eventLoopUtilization()
  new Gauge({
    ...instruments.utilization,
    aggregator: 'max',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
  let poolCounts: (() => PoolCounts) | undefined
  let deliveryCounts: (() => Readonly<Record<string, number>>) | undefined
  let partStates: (() => Promise<PartStates>) | undefined
  let backlogCounts: (() => Promise<Backlog>) | undefined
  let redisState: (() => string) | undefined
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
    ...instruments.redis,
    aggregator: 'min',
    registers,
    collect() {
      this.remove()
      const state = redisState?.() ?? 'unused'
      if (state !== 'unused') this.set(state === 'ok' ? 1 : 0)
    },
  })
  const databaseErrors = new Counter({ ...instruments.databaseErrors, registers })
  return {
    requests: new Histogram({ ...instruments.requests, buckets: [...instruments.requests.buckets], registers }),
    answers: new Counter({ ...instruments.answers, registers }),
    databaseFailed: (error: unknown) => databaseErrors.inc({ code: codeOf(error) }),
    securityEvents: new Counter({ ...instruments.securityEvents, registers }),
    jobSuccess: new Gauge({ ...instruments.jobSuccess, aggregator: 'max', registers }),
    jobInterval: new Gauge({ ...instruments.jobInterval, aggregator: 'max', registers }),
    jobs: new Counter({ ...instruments.jobs, registers }),
    refusals: new Counter({ ...instruments.refusals, registers }),
    unavailable: new Counter({ ...instruments.unavailable, registers }),
    replays: new Counter({ ...instruments.replays, registers }),
    uploadBytes: new Counter({ ...instruments.uploadBytes, registers }),
    webhookAttempts: new Counter({ ...instruments.webhookAttempts, registers }),
    webhookLag: new Histogram({ ...instruments.webhookLag, buckets: [...instruments.webhookLag.buckets], registers }),
    registry,
    watchDeliveries: (counts: () => Readonly<Record<string, number>>) => {
      deliveryCounts = counts
    },
    /** Never rejects. */
    watchBacklog: (counts: () => Promise<Backlog>) => {
      backlogCounts = counts
    },
    /** Called at each scrape; never rejects. */
    watchHealth: (states: () => Promise<PartStates>) => {
      partStates = states
    },
    /** `unused`, `ok`, or another word. */
    watchRedis: (state: () => string) => {
      redisState = state
    },
    watchPool: (counts: () => PoolCounts) => {
      poolCounts = counts
    },
  }
}

/** The metrics of a registry, as data. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The metrics of several processes, as the text of one: counts are added, unless a metric specifies otherwise. */
export const mergeMetrics = (values: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...values]).metrics()
