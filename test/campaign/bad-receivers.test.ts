import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { failures } from '#src/features/webhooks/engine/exchange.ts'
import type { Expected, Kind } from '#test/receivers/kinds.ts'
import {
  type DeliveryResponse,
  healthy,
  inProduct,
  type ReceiverResult,
  runCampaign,
} from '#test/webhooks/bad-receivers-campaign.ts'
import { quantile } from '#test/webhooks/steady.ts'

type RecordedAttempt = ReceiverResult['attempts'][number]

/** The delays after the first and the second attempt. Some receivers reach the second one on a slow machine. */
const delays = [30 * second, 2 * minute]
const bodyLimit = 16 * 1024

/**
 * The delays that unusual `Retry-After` values request if they can be read as seconds. A day is the longest delay of
 * the schedule.
 */
const retryAfterDelays: Readonly<Record<string, number>> = { ['9'.repeat(40)]: 24 * hour }

const outcomeOf = ({ status, failure }: Expected) => ({
  outcome: failure ? 'failed' : 'delivered',
  status,
  failure: failure ?? null,
  message: failure ? failures[failure] : null,
})

const summaryOf = ({ outcome, status, failure, message }: RecordedAttempt) => ({ outcome, status, failure, message })

/**
 * Checks that the next attempt starts after the scheduled delay, lengthened by at most 5 %, or at the time that
 * `Retry-After` requests.
 */
const assertNext = (attempt: RecordedAttempt, exchange: DeliveryResponse | undefined): void => {
  if (attempt.outcome === 'delivered') {
    assert.equal(attempt.nextAttemptAt, null)
    return
  }
  const delay = delays[attempt.attempt - 1] ?? 0
  const wait = Date.parse(String(attempt.nextAttemptAt)) - Date.parse(attempt.startedAt) - attempt.ms
  const longer = retryAfterDelays[exchange?.response?.headers['retry-after'] ?? '']
  // The limit allows 1 ms for each rounded timestamp.
  const [min, max] = longer === undefined ? [delay, delay * 1.05] : [longer, longer]
  assert.ok(wait >= min - 1 && wait <= max + 2, `${wait} ms after the end`)
}

const assertResponse = (
  { status, truncated }: Expected,
  { response, code }: DeliveryResponse,
  failure: string | null,
): void => {
  if (status === null) {
    assert.equal(response, null)
    assert.equal(code === null, failure === 'timeout', `${failure}: ${code}`)
    return
  }
  assert.ok(response)
  assert.equal(response.truncated, truncated)
  const length = Number(response.headers['content-length'] ?? 0)
  const body = Buffer.from(response.body, response.encoding)
  assert.ok(body.length <= bodyLimit)
  if (length > 0 && !truncated) assert.equal(body.length, length)
}

const assertTime = ({ ms: [min, max] = [0, 10_100] }: Expected, { ms }: RecordedAttempt, late: number): void =>
  assert.ok(ms >= min && ms <= max + late, `${ms} ms, while the machine was late by ${late} ms`)

/**
 * Checks that no event is lost: a failed delivery stays queued until the time that its attempt recorded, and a
 * delivered one leaves the queue.
 */
const assertAccounted = ({ attempts, pending }: ReceiverResult, events: ReadonlySet<string>): void => {
  const waiting = new Map(pending.map(({ event, attempt, due }) => [event, { attempt, due }]))
  assert.equal(waiting.size, pending.length, 'an event is queued twice')
  for (const { eventId, attempt, nextAttemptAt } of attempts) {
    const next = waiting.get(eventId)
    if (next?.attempt === attempt + 1) assert.equal(next.due, Date.parse(String(nextAttemptAt)))
  }
  const delivered = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ eventId }) => eventId)
  assert.equal(new Set(delivered).size, delivered.length, 'an event was delivered twice')
  assert.equal(new Set([...delivered, ...waiting.keys()]).size, events.size)
}

const timedOut: readonly Expected[] = [{ status: null, failure: 'timeout', truncated: false }]

/**
 * Returns the expected results. A response at 9.9 s is too late if the machine uses up most of the remaining 100 ms.
 * engine/deadline.test.ts tests the exact limit.
 */
const expectedOf = ({ expected }: Kind, { attempts }: ReceiverResult, late: number): readonly Expected[] => {
  const isClose = expected.some(({ ms: [minMs] = [0] }) => minMs > 9800 && minMs < 9990)
  return isClose && late > 40 && attempts[0]?.failure === 'timeout' ? timedOut : expected
}

suite('receivers that misbehave all at once', () => {
  let campaign: Awaited<ReturnType<typeof runCampaign>>
  let events: ReadonlySet<string>
  before(async () => {
    campaign = await runCampaign()
    events = new Set(campaign.arrivals.map(([, event]) => event))
  })

  for (const kind of inProduct)
    test(kind.kind, () => {
      const { withBadReceivers, late, lateAtDeadline, seen } = campaign
      const result = seen.get(kind.kind)
      assert.ok(result)
      // The time that the machine needs for the initial burst of requests, including reading the responses.
      const slow = lateAtDeadline + (seen.get('answers')?.attempts[0]?.ms ?? 0)
      const expected = expectedOf(kind, result, slow)
      assert.ok(result.attempts.length >= expected.length, `${result.attempts.length} attempts`)
      for (const [i, attempt] of result.attempts.entries()) {
        const expectedAttempt = expected[i]
        const exchange = result.answers.get(attempt.id)
        assertNext(attempt, exchange)
        // A second response at 9.9 s can arrive after the observation has ended.
        if (!expectedAttempt && !kind.isLong)
          assert.ok(
            expected.some(
              outcome => outcome.status === attempt.status && (outcome.failure ?? null) === attempt.failure,
            ),
          )
        if (!expectedAttempt || !exchange) continue
        assert.deepEqual(summaryOf(attempt), outcomeOf(expectedAttempt))
        assertResponse(expectedAttempt, exchange, attempt.failure)
        assertTime(expectedAttempt, attempt, late + slow)
      }
      // The bad receivers exist only in the last phase, so they get only its events.
      assertAccounted(result, new Set([...events].toSorted().slice(-withBadReceivers.latencies.length / healthy)))
      if (kind.connections === 0 && result.attempts[0]?.outcome === 'failed') assert.equal(result.connections, 0)
    })

  test('no redirect is followed to an internal address', () => {
    const result = campaign.seen.get('redirects to an internal address')
    assert.ok(result && result.attempts.length > 5)
    // The count includes the canary request. One kept-alive connection carries every attempt, but a slow machine may
    // use two.
    assert.ok(result.connections && result.connections <= 2, `${result.connections} connections`)
  })

  test('only the first 16 KiB of a huge body are recorded', () => {
    for (const kind of ['endless body', 'endless chunks']) {
      for (const { response } of campaign.seen.get(kind)?.answers.values() ?? [])
        assert.equal(response && Buffer.from(response.body, response.encoding).length, bodyLimit, kind)
    }
  })

  test('every event reached the healthy neighbours exactly once', () => {
    const { arrivals } = campaign
    const keys = new Set(arrivals.map(arrival => arrival.join(' ')))
    assert.equal(keys.size, arrivals.length, 'delivered twice')
    assert.equal(arrivals.length, events.size * healthy)
  })

  test('the healthy neighbours are as fast as when all receivers behave', t => {
    const { withBadReceivers, baseline: withoutBadReceivers, late } = campaign
    const [baseline, disturbed] = [withoutBadReceivers, withBadReceivers].map(({ latencies }) => [
      quantile(latencies, 0.5),
      quantile(latencies, 0.99),
    ])
    assert.ok(baseline && disturbed)
    const ratio = (i: 0 | 1) => ((disturbed[i] ?? 0) / (baseline[i] ?? 1)).toFixed(2)
    t.diagnostic(
      `p50 ${disturbed[0]} instead of ${baseline[0]} ms (${ratio(0)}), p99 ${disturbed[1]} instead of ${baseline[1]} ms (${ratio(1)})`,
    )
    t.diagnostic(`the event loop was late by at most ${late} ms`)
    // Without isolation, one receiver could delay another by its deadline of 10 s.
    const allowed = 2 * (baseline[1] ?? 0) + 1000
    assert.ok((disturbed[1] ?? 0) <= allowed, `p99 ${disturbed[1]} ms, limit ${allowed} ms`)
  })

  test('the node keeps its limits', () => {
    const { peak } = campaign
    assert.ok(peak.inFlight > 10 && peak.inFlight <= 1024, `${peak.inFlight} in flight`)
    assert.ok(peak.suspect > 5 && peak.suspect <= 256, `${peak.suspect} of suspects`)
  })
})
