import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { second } from '#lib/clock.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, receive } from '#test/receivers/receiver.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { startReceiverThread } from '#test/webhooks/receiver-thread.ts'
import { claimMaker, createMany, createSteadily, quantile } from '#test/webhooks/steady.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'

const env = { ...loopback, PROBATA_ROLES: 'api,worker' }

// Sends the requests one at a time, because a busy machine rejects some of them (503) if more arrive at once than the
// database pool can serve.
const inSequence = async (count: number, make: (i: number) => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < count; i++) await make(i)
}

/** Records the maximum number of deliveries in flight from now on, in total and to suspects. */
const watchState = ({ system }: Probata) => {
  const peak = { inFlight: 0, suspect: 0 }
  const timer = setInterval(() => {
    peak.inFlight = Math.max(peak.inFlight, system.delivery.state.inFlight)
    peak.suspect = Math.max(peak.suspect, system.delivery.state.suspect)
  }, 2)
  return { peak, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Multiplies each waiting event of each webhook by `count`. Each copy has its own id and body. */
const multiplyEvents = ({ sql }: Probata, count: number) =>
  sql(
    `with copy as (
       select e.*, left(e.id, 14) || lpad((row_number() over ())::text, 16, '0') as copy_id
         from outbox_event e cross join generate_series(2, $1) where e.id in (select event_id from webhook_queue)
     ), made as (
       insert into outbox_event (organization_id, id, type, body, created_at, request_id)
       select organization_id, copy_id, type, replace(body, id, copy_id), created_at, request_id from copy
     )
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select q.organization_id, q.endpoint_id, q.due, c.copy_id, c.copy_id, 1, 'live'
       from copy c join webhook_queue q on q.event_id = c.id`,
    [count],
  )

// Each test has its own database. The tests run at once, because the first one mostly waits.
suite('receivers that hang, and one that rejects', { concurrency: true }, () => {
  test('270 hanging receivers occupy only part of the deliveries in flight, and do not delay a healthy one', async t => {
    const names = createNames()
    names.set('never.test', () => 'never')
    await using p = await boot({ env, lookup: names.lookup })
    await using healthy = await startReceiver()
    let hangs = false
    await using receiver = await startReceiver((_, response) => {
      if (!hangs) response.writeHead(204).end()
    })
    const acme = webhooksOf(p, 'acme')
    const claimCreators = { acme: await claimMaker(p, 'acme'), globex: await claimMaker(p, 'globex') }
    const create = (count: number) => Promise.all(Object.values(claimCreators).map(make => createMany(make, count)))
    await acme.create(healthy.url)
    const nameless = await acme.create('https://never.test/hook')
    // Uses two workspaces, because a workspace has at most 200 webhooks.
    const workspaces = [acme, webhooksOf(p, 'globex')]
    await Promise.all(workspaces.map(webhooks => inSequence(135, i => webhooks.create(`${receiver.url}/${i}`))))
    using watched = watchState(p)
    await create(3)
    await createSteadily(claimCreators.acme, 3, 3 * second)
    await until('all answer', () => receiver.received.length === 270 * 3 + 135 * 9 && healthy.received.length === 12)
    hangs = true
    const receivedBefore = healthy.received.length
    // The limits do not let all of these deliveries start at once, so every webhook still has events when it becomes a
    // suspect.
    const waitingEvents = 9
    await create(waitingEvents)
    await until('the limit of deliveries in flight is reached', () => watched.peak.inFlight > 800)
    // The first attempt continues to its deadline. Pausing the webhook prevents a second attempt, which would delay the
    // end of the test.
    await acme.postAction(nameless.id, 'pause')
    await createSteadily(claimCreators.acme, 3, 11 * second)
    await until('the healthy one has all', () => healthy.received.length === receivedBefore + waitingEvents + 33)
    const latencies = healthy.received.map(({ at, body }) => at - Date.parse(JSON.parse(body).createdAt))
    const [before, during] = [latencies.slice(0, receivedBefore), latencies.slice(receivedBefore)]
    const [medianBefore, median, slowest] = [quantile(before, 0.5), quantile(during, 0.5), quantile(during, 1)]
    t.diagnostic(`at most ${watched.peak.inFlight} in flight, ${watched.peak.suspect} of suspects`)
    t.diagnostic(`healthy p50 ${medianBefore} ms before, ${median} ms during, at most ${slowest} ms`)
    assert.ok(watched.peak.inFlight <= 1024, `${watched.peak.inFlight} in flight`)
    assert.ok(watched.peak.suspect > 200 && watched.peak.suspect <= 256, `${watched.peak.suspect} of suspects`)
    const [attempt] = await acme.attempts(nameless.id)
    // A delivery behind a hanging request would take as long as this attempt did.
    const hangMs = attempt?.ms ?? 0
    assert.ok(median - medianBefore < hangMs / 10 && slowest < hangMs / 2, `${during} ms during, ${before} ms before`)
    assert.deepEqual([attempt?.status, attempt?.failure, attempt?.attempt], [null, 'timeout', 1])
  })

  test('a rejecting receiver is called at its own pace; once it recovers, it gets all waiting events in order', async t => {
    await using p = await boot({ env })
    // Uses an address of its own, so that no other program gets the port in the meantime.
    const host = '127.0.0.9'
    const closedReceiver = await receive({ host })
    const { url } = closedReceiver
    await closedReceiver[Symbol.asyncDispose]()
    await using healthy = await startReceiver()
    const webhooks = webhooksOf(p)
    const rejectingWebhook = await webhooks.create(url)
    const healthyWebhook = await webhooks.create(healthy.url)
    await webhooks.postAction(healthyWebhook.id, 'pause')
    await webhooks.postAction(rejectingWebhook.id, 'pause')
    await createMany(await claimMaker(p), 100)
    await multiplyEvents(p, 20)
    const startOrder = (await webhooks.pending(healthyWebhook.id)).map(({ event }) => event)
    assert.equal(startOrder.length, 2000)

    await Promise.all([healthyWebhook, rejectingWebhook].map(({ id }) => webhooks.postAction(id, 'resume')))
    // At the pace of the rejecting receiver, delivering these events would take half an hour.
    await until('the healthy one has all', () => healthy.received.length >= 2000)
    assert.equal(new Set(healthy.events()).size, 2000)
    const attemptStarts = await until('the receiver has rejected 9 requests', async () => {
      const attempts = await webhooks.attempts(rejectingWebhook.id)
      return attempts.length >= 9 && attempts
    })
    assert.ok(attemptStarts.every(({ failure, attempt }) => failure === 'connection_refused' && attempt === 1))
    const starts = attemptStarts.map(({ startedAt }) => Date.parse(startedAt))
    const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? 0))
    t.diagnostic(`rejected after ${gaps} ms`)
    // The limit allows 1 ms for the rounding of each of the two clocks.
    for (const [i, gap] of gaps.entries()) assert.ok(gap >= Math.min(second, 20 * 2 ** i) - 2, `${gaps} ms`)

    await using recoveredReceiver = await receive({ host, port: Number(new URL(url).port) })
    const rejectedEvents = new Set((await webhooks.attempts(rejectingWebhook.id)).map(({ eventId }) => eventId))
    await until(
      'every waiting event has arrived',
      () => recoveredReceiver.requests.length >= 2000 - rejectedEvents.size - 2,
    )
    p.clock.advance(32 * second)
    await until('every event has arrived', () => recoveredReceiver.requests.length >= 2000)
    await until('the queue is empty', async () => (await webhooks.pending(rejectingWebhook.id)).length === 0)
    assert.equal(recoveredReceiver.requests.length, 2000)
    const attempts = await webhooks.attempts(rejectingWebhook.id)
    const delivered = attempts.filter(({ outcome }) => outcome === 'delivered')
    assert.deepEqual(delivered.map(({ eventId }) => eventId).toSorted(), startOrder.toSorted())
    const first = attempts.filter(({ attempt }) => attempt === 1).map(({ eventId }) => eventId)
    // Events of one claim are sent one at a time; those of different claims concurrently.
    const bodies = await p.sql(`select id, substring(body from 'gec_[0-9A-Z]{26}') as claim from outbox_event`)
    const claimOf = new Map(bodies.map(({ id, claim }) => [String(id), String(claim)]))
    const byClaim = (ids: readonly string[]) => Object.groupBy(ids, id => claimOf.get(id) ?? '')
    const orders = byClaim(startOrder)
    assert.equal(Object.keys(orders).length, 100)
    assert.deepEqual(byClaim(first), orders, "the first attempts are not in the order of the claim's events")
  })
})

test('64 KB headers and bodies of 10 GB do not increase memory use', async t => {
  await using p = await boot({ env })
  await using endless = await startReceiverThread('endless body')
  await using chunks = await startReceiverThread('endless chunks')
  await using header = await receive({ answer: socket => socket.write(http(200, '', { x: 'h'.repeat(65_536) })) })
  const webhooks = webhooksOf(p)
  const create = await claimMaker(p)
  const endpoints = await Promise.all([endless, chunks].map(({ url }) => webhooks.create(url)))
  const largeHeaderWebhook = await webhooks.create(header.url)
  const allDelivered = () =>
    until('every attempt is recorded', async () => {
      const pendingLists = await Promise.all(endpoints.map(({ id }) => webhooks.pending(id)))
      return pendingLists.every(rows => rows.length === 0)
    })
  await createMany(create, 50)
  await allDelivered()
  const before = process.memoryUsage.rss()
  let peak = before
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, 5)
  t.after(() => clearInterval(timer))
  await createSteadily(create, 40, 5000)
  await allDelivered()
  const growth = (peak - before) / 2 ** 20
  t.diagnostic(`400 responses of 10 GB and ${header.requests.length} of 64 KB headers: + ${growth.toFixed(0)} MiB`)
  assert.ok(header.requests.length >= 8)
  assert.ok((await webhooks.attempts(largeHeaderWebhook.id)).every(({ failure }) => failure === 'invalid_http'))
  for (const { id } of endpoints)
    assert.ok((await webhooks.attempts(id)).every(({ outcome }) => outcome === 'delivered'))
  assert.ok(growth < 100, `${growth} MiB`)
})
