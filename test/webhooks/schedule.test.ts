import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WebhookForm } from '#http/event.ts'
import { day, hour, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { startReceiver } from './receiver.ts'
import { type Attempt, loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

/** The delays before each attempt except the first. */
const delays = {
  unversioned: [30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour],
  versioned: [minute, 2 * minute, 4 * minute, 8 * minute, 16 * minute, 32 * minute],
} satisfies Record<WebhookForm, number[]>

const prefixes = { unversioned: 'whk_', versioned: 'whe_' } satisfies Record<WebhookForm, string>

let p: Probata
let webhooksByForm: Readonly<Record<WebhookForm, Webhooks>>

before(async () => {
  p = await boot({ env: loopback })
  await p.sql(`update organization set webhook_form = 'versioned' where slug = 'globex'`)
  webhooksByForm = { unversioned: webhooksOf(p), versioned: webhooksOf(p, 'globex', 'versioned') }
})
after(() => p[Symbol.asyncDispose]())

const drain = () => p.system.delivery.drain()

/** Returns the milliseconds from the end of an attempt to the start of the next attempt. */
const waitAfter = ({ startedAt, ms, nextAttemptAt }: Attempt): number =>
  Date.parse(nextAttemptAt ?? '') - Date.parse(startedAt) - ms

/**
 * Asserts that a wait is within limits. A record's milliseconds are rounded and the due time is rounded up, so it
 * allows for both.
 */
const assertWithin = (wait: number, min: number, max: number, description: string) =>
  assert.ok(wait >= min - 1 && wait <= max + 2, `${description}: ${wait} is not between ${min} and ${max}`)

/** Moves the clock to the next attempt, and asserts that nothing is sent a millisecond earlier. */
const nextAttempt = async (webhooks: Webhooks, id: string, time: { set(at: number): void }) => {
  const [next, ...otherDeliveries] = await webhooks.pending(id)
  assert.ok(next && otherDeliveries.length === 0)
  time.set(next.due - 1)
  assert.equal(await drain(), 0, 'something was sent early')
  time.set(next.due)
  assert.equal(await drain(), 1)
}

for (const form of ['unversioned', 'versioned'] as const)
  test(`${form}: a receiver that always fails gets 7 attempts at their delays, then a dead letter`, async t => {
    const time = stopTime(t)
    await using receiver = await startReceiver((_, response) => response.writeHead(500).end('no'))
    const webhooks = webhooksByForm[form]
    const { id } = await webhooks.createFor(t, receiver.url)
    assert.ok(id.startsWith(prefixes[form]))
    const [event] = await webhooks.emit()
    assert.equal(await drain(), 1)
    for (const [i] of delays[form].entries()) {
      assert.deepEqual(
        (await webhooks.pending(id)).map(({ attempt }) => attempt),
        [i + 2],
      )
      await nextAttempt(webhooks, id, time)
    }
    const attempts = await webhooks.attempts(id)
    assert.deepEqual(
      attempts.map(({ attempt }) => attempt),
      [1, 2, 3, 4, 5, 6, 7],
    )
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      [...Array(6).fill('failed'), 'dead'],
    )
    for (const [i, delay] of delays[form].entries()) {
      const attempt = attempts[i]
      assert.ok(attempt)
      assertWithin(waitAfter(attempt), delay, delay * 1.05, `delay before attempt ${i + 2}`)
    }
    assert.equal(attempts.at(-1)?.nextAttemptAt, null)
    assert.deepEqual(new Set(receiver.events()), new Set([event]))
    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    assert.deepEqual(
      ids,
      attempts.map(attempt => attempt.id),
    )
    assert.equal(new Set(ids).size, 7)

    assert.deepEqual(await webhooks.dead(id), [event])
    assert.deepEqual(await webhooks.pending(id), [])
    const { body } = await webhooks.get(`/${id}`)
    assert.equal(body.status, 'active')
    time.advance(7 * day)
    assert.equal(await drain(), 0, 'another attempt followed the last one')
  })

test('a receiver that recovers at its k-th attempt gets no more; the event keeps its id, each attempt has its own', async t => {
  const time = stopTime(t)
  const attemptsByPath = new Map<string, number>()
  await using receiver = await startReceiver(({ path }, response) => {
    const times = (attemptsByPath.get(path) ?? 0) + 1
    attemptsByPath.set(path, times)
    response.writeHead(times < Number(path.slice('/hook/'.length)) ? 503 : 200).end()
  })
  const webhooks = webhooksByForm.unversioned
  const attemptIds: string[] = []
  for (let k = 1; k <= 7; k++) attemptIds.push((await webhooks.createFor(t, `${receiver.url}/${k}`)).id)
  const [event] = await webhooks.emit()
  assert.equal(await drain(), 7)
  for (const [i, delay] of delays.unversioned.entries()) {
    time.advance(delay * 1.05 + minute)
    assert.equal(await drain(), 6 - i)
  }
  time.advance(7 * day)
  assert.equal(await drain(), 0)
  for (const [i, id] of attemptIds.entries()) {
    const attempts = await webhooks.attempts(id)
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      [...Array(i).fill('failed'), 'delivered'],
    )
    assert.ok(attempts.every(({ eventId }) => eventId === event))
    assert.equal(new Set(attempts.map(attempt => attempt.id)).size, i + 1)
    assert.deepEqual(await webhooks.dead(id), [])
  }
  const lanes = await p.sql(
    'select 1 from webhook_lane where endpoint_id = any($1) and (failing_since is not null or owner is not null)',
    [attemptIds],
  )
  assert.deepEqual(lanes, [], 'a healthy lane counts as failing, or is held after a drain')
})

interface RetryAfterCase {
  readonly status: number
  readonly header: string
  /** The delay after it was lengthened, in milliseconds. Undefined if it does not change. */
  readonly wait?: number
}

const date = (time: number) => new Date(time).toUTCString()

const retryAfterCases = (now: number): Readonly<Record<WebhookForm, readonly RetryAfterCase[]>> => ({
  unversioned: [
    { status: 429, header: '120', wait: 120 * second },
    { status: 503, header: '120', wait: 120 * second },
    { status: 503, header: '  7200  ', wait: 2 * hour },
    { status: 429, header: '86400', wait: 24 * hour },
    { status: 429, header: '86401', wait: 24 * hour },
    { status: 429, header: '99999999999999999999999999', wait: 24 * hour },
    { status: 429, header: '9'.repeat(400), wait: 24 * hour },
    { status: 429, header: date(now + hour), wait: hour },
    { status: 503, header: date(now + 365 * day), wait: 24 * hour },
    { status: 503, header: date(now - hour) },
    { status: 429, header: 'Sunday, 06-Nov-94 08:49:37 GMT' },
    { status: 429, header: '10' },
    { status: 429, header: '0' },
    { status: 429, header: '-120' },
    { status: 429, header: '120.5' },
    { status: 429, header: '1e9' },
    { status: 429, header: '0x7fffffff' },
    { status: 429, header: '' },
    { status: 429, header: 'soon' },
    { status: 429, header: 'later 2030' },
    { status: 429, header: 'Fri, 99 Foo 2030 99:99:99 GMT' },
    { status: 429, header: '120, 300' },
    { status: 500, header: '7200' },
    { status: 408, header: '7200' },
    { status: 302, header: '7200' },
  ],
  versioned: [
    { status: 429, header: '600', wait: 10 * minute },
    { status: 503, header: '1000000', wait: 32 * minute },
    { status: 429, header: '30' },
  ],
})

for (const form of ['unversioned', 'versioned'] as const)
  test(`${form}: Retry-After on 429 and 503 lengthens a delay up to the longest, and never shortens it`, async t => {
    const time = stopTime(t)
    const cases = retryAfterCases(time.now())[form]
    await using receiver = await startReceiver(({ path }, response) => {
      const { status = 500, header = '' } = cases[Number(path.slice('/hook/'.length))] ?? {}
      response.writeHead(status, { 'retry-after': header }).end()
    })
    const webhooks = webhooksByForm[form]
    const attemptIds: string[] = []
    for (const i of cases.keys()) attemptIds.push((await webhooks.createFor(t, `${receiver.url}/${i}`)).id)
    await webhooks.emit()
    assert.equal(await drain(), cases.length)
    const [firstDelay = 0] = delays[form]
    for (const [i, { status, header, wait }] of cases.entries()) {
      const [attempt] = await webhooks.attempts(attemptIds[i] ?? '')
      assert.ok(attempt)
      assert.equal(attempt.status, status)
      const isDate = header.includes('GMT')
      const [min, max] = wait ? [wait - (isDate ? attempt.ms : 0), wait] : [firstDelay, firstDelay * 1.05]
      assertWithin(waitAfter(attempt), min, max, `${status} with Retry-After: ${header}`)
    }
  })
