import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { register as globalRegistry } from 'prom-client'
import { createMetrics } from './metrics.ts'

/** The samples of a scrape: name with labels → value. */
async function samples({ registry }: ReturnType<typeof createMetrics>): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('each instrument is exposed under its name and labels', async () => {
  const metrics = createMetrics()
  metrics.requests.observe({ method: 'GET', route: '/health/live', status: 200 }, 0.003)
  metrics.jobs.inc({ job: 'expire-claims', outcome: 'done' })
  metrics.refusals.inc({ kind: 'rate_limited' }, 2)
  metrics.replays.inc()
  metrics.uploadBytes.inc(1024)
  metrics.watchBackground(() => ({ share: 0.25, waiting: 2 }))
  metrics.backgroundRan('verify-ledger', { waited: 3000, ran: 20 })
  metrics.watchPool(() => ({ total: 5, idle: 3, waiting: 1 }))
  const exposed = await samples(metrics)
  const labels = 'method="GET",route="/health/live",status="200"'
  const expected = {
    [`http_request_duration_seconds_count{${labels}}`]: 1,
    [`http_request_duration_seconds_bucket{le="0.0025",${labels}}`]: 0,
    [`http_request_duration_seconds_bucket{le="0.005",${labels}}`]: 1,
    'probata_jobs_total{job="expire-claims",outcome="done"}': 1,
    'probata_refusals_total{kind="rate_limited"}': 2,
    probata_idempotent_replays_total: 1,
    probata_upload_bytes_total: 1024,
    probata_background_share: 0.25,
    probata_background_waiting: 2,
    'probata_background_seconds_total{job_name="verify-ledger",state="waited"}': 3,
    'probata_background_seconds_total{job_name="verify-ledger",state="ran"}': 0.02,
    'probata_database_connections{state="total"}': 5,
    'probata_database_connections{state="idle"}': 3,
    'probata_database_connections{state="waiting"}': 1,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map(name => [name, exposed.get(name)])), expected)
})

test('metrics of the process have our prefix', async () => {
  const exposed = await samples(createMetrics())
  assert.ok((exposed.get('probata_process_resident_memory_bytes') ?? 0) > 1_000_000)
  const otherNames = Array.from(exposed.keys()).filter(name => !/^(probata_|http_request_duration_seconds)/.test(name))
  assert.deepEqual(otherNames, [])
})

test('event loop utilization since the last scrape is measured, but its delay is not sampled', async () => {
  const metrics = createMetrics()
  const utilization = async (): Promise<number> => {
    const exposed = await samples(metrics)
    assert.deepEqual(
      [...exposed.keys()].filter(name => name.includes('eventloop_lag')),
      [],
    )
    return exposed.get('probata_event_loop_utilization') ?? Number.NaN
  }
  // Node measures the utilization only after the first turn of the loop.
  await turn()
  await utilization()
  for (const until = performance.now() + 50; performance.now() < until; );
  const busy = await utilization()
  assert.ok(busy > 0.5 && busy <= 1, String(busy))
})

test('pool counts are current at each scrape', async () => {
  const metrics = createMetrics()
  let total = 1
  metrics.watchPool(() => ({ total, idle: 0, waiting: 0 }))
  assert.equal((await samples(metrics)).get('probata_database_connections{state="total"}'), 1)
  total = 7
  assert.equal((await samples(metrics)).get('probata_database_connections{state="total"}'), 7)
})

test('two systems in one process count separately, and the global registry stays empty', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.replays.inc()
  assert.equal((await samples(one)).get('probata_idempotent_replays_total'), 1)
  assert.equal((await samples(other)).get('probata_idempotent_replays_total'), 0)
  assert.equal(globalRegistry.getMetricsAsArray().length, 0)
})

test('an unknown label is rejected', () => {
  const labels: Record<string, string> = { url: '/x' }
  assert.throws(() => createMetrics().requests.observe(labels, 1), /label/)
})
