import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, iso, minute } from '#lib/clock.ts'
import { boot } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { startReceiver } from './receiver.ts'
import { loopback, stopTime, webhooksOf } from './webhooks.ts'

test('the health of each webhook, and the overview, on a history of three days', async t => {
  const time = stopTime(t)
  await using p = await boot({ env: loopback })
  await using good = await startReceiver()
  await using bad = await startReceiver((_, response) => response.writeHead(503).end('busy'))
  const webhooks = webhooksOf(p)
  const client = createWorkspaceClient(p)
  const drain = () => p.system.delivery.drain()
  const health = async (person = 'auditor') => (await client.get(person, '/webhooks/health')).endpoints
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  const overview = async (): Promise<any> => client.get('admin', '/overview/webhooks')

  assert.deepEqual(await health(), [])
  const healthy = await webhooks.create(good.url)
  await webhooks.emit(2)
  assert.equal(await drain(), 2)
  time.advance(2 * day)
  const failing = await webhooks.create(bad.url)
  const paused = await webhooks.create(good.url)
  assert.equal((await webhooks.postAction(paused.id, 'pause')).status, 200)
  const startedAt = iso(time.now())
  await webhooks.emit()
  assert.equal(await drain(), 2)
  time.advance(minute)
  assert.equal(await drain(), 1)
  const [first, second] = await webhooks.attempts(failing.id)
  assert.ok(first?.startedAt === startedAt && second?.nextAttemptAt)

  const noDeliveries = {
    pending: 0,
    deadLetters: 0,
    failingSince: null,
    lastAnswer: null,
    consecutiveFailures: 0,
    nextAttemptAt: null,
  }
  assert.deepEqual(await health(), [
    {
      webhookId: paused.id,
      status: 'paused',
      ...noDeliveries,
      pending: 1,
      lastAttemptAt: null,
      lastOutcome: null,
      last24h: { succeeded: 0, failed: 0 },
    },
    {
      webhookId: failing.id,
      status: 'active',
      ...noDeliveries,
      pending: 1,
      lastAttemptAt: second.startedAt,
      lastOutcome: 'failed',
      failingSince: startedAt,
      lastAnswer: {
        status: 503,
        failure: 'status',
        message: 'The receiver answered with a status other than 2xx.',
        firstLine: 'busy',
      },
      consecutiveFailures: 2,
      nextAttemptAt: second.nextAttemptAt,
      last24h: { succeeded: 0, failed: 2 },
    },
    {
      webhookId: healthy.id,
      status: 'active',
      ...noDeliveries,
      lastAttemptAt: startedAt,
      lastOutcome: 'delivered',
      last24h: { succeeded: 1, failed: 0 },
    },
  ])

  const interval = { rotationIntervalDays: 1 }
  assert.equal((await client.ask('admin', 'PATCH', `/webhooks/${healthy.id}`, interval)).status, 200)
  const { trend, failingEndpoints, ...counts } = await overview()
  assert.deepEqual(counts, {
    active: 2,
    paused: 1,
    failing: 1,
    deadLetters: 0,
    pending: 2,
    secretsOverdue: 1,
    secretsDueSoon: 0,
    customerActionRequired: 0,
    countedUpTo: 10_000,
  })
  const [failingEndpoint] = failingEndpoints
  assert.deepEqual(failingEndpoints, [
    {
      id: failing.id,
      name: `receiver at ${bad.url}`,
      host: new URL(bad.url).host,
      failingSince: startedAt,
      lastFailure: failingEndpoint.lastFailure,
    },
  ])
  assert.match(failingEndpoint.lastFailure, /\w+ \w+/)
  assert.deepEqual([trend.days[27], trend.days[29]], ['2099-11-20', '2099-11-22'])
  const series = (countsByDay: Record<number, number>) => Array.from({ length: 30 }, (_, i) => countsByDay[i] ?? 0)
  assert.deepEqual([trend.succeeded, trend.failed], [series({ 27: 2, 29: 1 }), series({ 29: 2 })])

  // Makes the rest of the seven attempts, after which the event is a dead letter.
  for (let attempts = 2; attempts < 7; attempts++) {
    time.advance(2 * day)
    assert.equal(await drain(), 1)
  }
  const dead = (await health()).find(({ webhookId }: { webhookId: string }) => webhookId === failing.id)
  assert.deepEqual(
    [dead.pending, dead.deadLetters, dead.lastOutcome, dead.consecutiveFailures, dead.nextAttemptAt, dead.last24h],
    [0, 1, 'dead', 7, null, { succeeded: 0, failed: 1 }],
  )
  assert.deepEqual([(await overview()).deadLetters, (await overview()).pending], [1, 1])
  time.advance(25 * day)
  const laterOverview = await overview()
  assert.deepEqual([laterOverview.secretsOverdue, laterOverview.customerActionRequired], [1, 1])
  // The attempts were made every other day. Only those of the last 30 days are counted.
  assert.equal(
    laterOverview.trend.failed.reduce((sum: number, count: number) => sum + count, 0),
    3,
  )

  for (const path of ['/webhooks/health', '/overview/webhooks'])
    for (const person of ['reviewer', 'contributor'])
      assert.equal((await client.ask(person, 'GET', path)).status, 403, `${person} ${path}`)
  const stranger = createWorkspaceClient(p, 'globex')
  assert.deepEqual((await stranger.get('admin', '/webhooks/health')).endpoints, [])
  assert.equal((await stranger.get('admin', '/overview/webhooks')).pending, 0)
})
