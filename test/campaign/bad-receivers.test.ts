import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { failures } from '#src/features/webhooks/engine/exchange.ts'
import type { Expected, Kind } from '#test/receivers/kinds.ts'
import { type Answered, healthy, inProduct, runCampaign, type Seen } from '#test/webhooks/bad-receivers-campaign.ts'
import { quantile } from '#test/webhooks/steady.ts'

type Seem = Seen['attempts'][number]

/** After the first attempt, and after the second, which some reach on a slow machine. */
const delays = [30 * second, 2 * minute]
const bodyLimit = 16 * 1024

/** The odd `Retry-After` headers that are a number of seconds; a day is the longest delay of the schedule. */
const asked: Readonly<Record<string, number>> = { ['9'.repeat(40)]: 24 * hour }

const outcomeOf = ({ status, failure }: Expected) => ({
  outcome: failure ? 'failed' : 'delivered',
  status,
  failure: failure ?? null,
  message: failure ? failures[failure] : null,
})

const shown = ({ outcome, status, failure, message }: Seem) => ({ outcome, status, failure, message })

/** The next attempt follows the end of this one after this delay, at most 5 % more, or as `Retry-After` requests. */
const assertNext = (attempt: Seem, answer: Answered | undefined): void => {
  if (attempt.outcome === 'delivered') {
    assert.equal(attempt.nextAttemptAt, null)
    return
  }
  const delay = delays[attempt.attempt - 1] ?? 0
  const wait = Date.parse(String(attempt.nextAttemptAt)) - Date.parse(attempt.startedAt) - attempt.ms
  const longer = asked[answer?.response?.headers['retry-after'] ?? '']
  // A millisecond for each end that was rounded.
  const [least, most] = longer === undefined ? [delay, delay * 1.05] : [longer, longer]
  assert.ok(wait >= least - 1 && wait <= most + 2, `${wait} ms after the end`)
}

const assertAnswer = ({ status, truncated }: Expected, { response, code }: Answered, failure: string | null): void => {
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

const assertTime = ({ ms: [least, most] = [0, 10_100] }: Expected, { ms }: Seem, late: number): void =>
  assert.ok(ms >= least && ms <= most + late, `${ms} ms, and the machine was late by ${late} ms`)

/** A failed delivery stays in the queue, as its attempt says; a delivered one does not. Nothing is lost. */
const assertAccounted = ({ attempts, pending }: Seen, events: ReadonlySet<string>): void => {
  const waiting = new Map(pending.map(({ event, attempt, due }) => [event, { attempt, due }]))
  assert.equal(waiting.size, pending.length, 'an event stands in the queue twice')
  for (const { eventId, attempt, nextAttemptAt } of attempts) {
    const next = waiting.get(eventId)
    if (next?.attempt === attempt + 1) assert.equal(next.due, Date.parse(String(nextAttemptAt)))
  }
  const delivered = attempts.filter(({ outcome }) => outcome === 'delivered').map(({ eventId }) => eventId)
  assert.equal(new Set(delivered).size, delivered.length, 'an event was delivered twice')
  assert.equal(new Set([...delivered, ...waiting.keys()]).size, events.size)
}

const tooLate: readonly Expected[] = [{ status: null, failure: 'timeout', truncated: false }]

/**
 * An answer at 9.9 s is too late if the machine uses up most of the remaining 100 ms; engine/deadline.test.ts is
 * strict.
 */
const expectedOf = ({ expected }: Kind, { attempts }: Seen, late: number): readonly Expected[] => {
  const isClose = expected.some(({ ms: [least] = [0] }) => least > 9800 && least < 9990)
  return isClose && late > 40 && attempts[0]?.failure === 'timeout' ? tooLate : expected
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
      const { beside, late, lateAtDeadline, seen } = campaign
      const of = seen.get(kind.kind)
      assert.ok(of)
      // The time in which the first requests, all at once, get there, and the answer is read.
      const slow = lateAtDeadline + (seen.get('answers')?.attempts[0]?.ms ?? 0)
      const expected = expectedOf(kind, of, slow)
      assert.ok(of.attempts.length >= expected.length, `${of.attempts.length} attempts`)
      for (const [i, attempt] of of.attempts.entries()) {
        const one = expected[i]
        const answer = of.answers.get(attempt.id)
        assertNext(attempt, answer)
        // A second answer at 9.9 s does not fall into the observed moment.
        if (!one && !kind.isLong)
          assert.ok(expected.some(each => each.status === attempt.status && (each.failure ?? null) === attempt.failure))
        if (!one || !answer) continue
        assert.deepEqual(shown(attempt), outcomeOf(one))
        assertAnswer(one, answer, attempt.failure)
        assertTime(one, attempt, late + slow)
      }
      // The kinds received only the events of the last phase.
      assertAccounted(of, new Set([...events].toSorted().slice(-beside.latencies.length / healthy)))
      if (kind.connections === 0 && of.attempts[0]?.outcome === 'failed') assert.equal(of.connections, 0)
    })

  test('no redirect is followed to an internal address', () => {
    const of = campaign.seen.get('redirects to an internal address')
    assert.ok(of && of.attempts.length > 5)
    // Its canary counts as well; the kept connection carries every attempt, or two connections do on a slow machine.
    assert.ok(of.connections && of.connections <= 2, `${of.connections} connections`)
  })

  test('of huge bodies the first 16 KiB are recorded', () => {
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

  test('the healthy neighbours are as quick as beside the same number of well-behaved ones', t => {
    const { beside, calm, late } = campaign
    const [well, ill] = [calm, beside].map(({ latencies }) => [quantile(latencies, 0.5), quantile(latencies, 0.99)])
    assert.ok(well && ill)
    const ratio = (i: 0 | 1) => ((ill[i] ?? 0) / (well[i] ?? 1)).toFixed(2)
    t.diagnostic(`p50 ${ill[0]} beside ${well[0]} ms (${ratio(0)}), p99 ${ill[1]} beside ${well[1]} ms (${ratio(1)})`)
    t.diagnostic(`the event loop was late by at most ${late} ms`)
    // One receiver could delay another by its deadline of 10 s if they were not isolated.
    const allowed = 2 * (well[1] ?? 0) + 1000
    assert.ok((ill[1] ?? 0) <= allowed, `p99 ${ill[1]} ms, of ${allowed} ms`)
  })

  test('the limits of the node hold', () => {
    const { most } = campaign
    assert.ok(most.inFlight > 10 && most.inFlight <= 1024, `${most.inFlight} in flight`)
    assert.ok(most.suspect > 5 && most.suspect <= 256, `${most.suspect} of suspects`)
  })
})
