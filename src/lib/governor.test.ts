import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGovernor, minShare, type Time } from './governor.ts'

/** Simulated time. Passing it resolves waits in the order of their due times. */
const createTime = () => {
  let now = 1000
  const due: { at: number; resolve: () => void }[] = []
  const time: Time = {
    now: () => now,
    wait: ms => new Promise(resolve => due.push({ at: now + ms, resolve })),
    turn: async () => {},
  }
  const settled = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  return {
    ...time,
    /** Lets time pass and resolves every wait that becomes due. */
    async pass(ms: number) {
      const end = now + ms
      await settled()
      for (;;) {
        due.sort((a, b) => a.at - b.at)
        const [next] = due
        if (!next || next.at > end) break
        due.shift()
        now = next.at
        next.resolve()
        await settled()
      }
      now = end
    },
  }
}

const sliceMs = 10

/**
 * A governor with jobs that have endless work, in slices of 10 ms. `slices` counts the slices that each job has begun.
 */
const setUpGovernor = ({
  jobs = ['a'],
  maxSlices = 1,
  requests = 0,
  ...more
}: Partial<Parameters<typeof createGovernor>[0]> & { jobs?: readonly string[]; requests?: number } = {}) => {
  const time = createTime()
  const governor = createGovernor({ maxSlices, time, ...more })
  const slices = new Map(jobs.map(job => [job, 0]))
  const order: string[] = []
  const run = async (job: string): Promise<never> => {
    for (;;)
      await governor.slice(job, () => {
        slices.set(job, (slices.get(job) ?? 0) + 1)
        order.push(job)
        return time.wait(sliceMs)
      })
  }
  const begin = () => {
    for (const job of jobs) void run(job)
  }
  /** Keeps a constant number of requests active, each for 100 ms. */
  const load = async (ms: number, atOnce: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      const handles = Array.from({ length: atOnce }, () => governor.began())
      await time.pass(100)
      for (const handle of handles) governor.ended(handle)
    }
  }
  return { time, governor, slices, order, begin, load, requests }
}

const within = (value: number, min: number, max: number) =>
  assert.ok(value >= min && value <= max, `${value} is not between ${min} and ${max}`)

describe('background work', () => {
  test('gets all the time while there are no requests', async () => {
    const { time, governor, slices, begin } = setUpGovernor()
    begin()
    await time.pass(10_000)
    assert.equal(governor.share, 1)
    within(slices.get('a') ?? 0, 999, 1001)
  })

  test('gets the same share as one more request would', async () => {
    for (const [atOnce, share] of [
      [1, 1 / 2],
      [4, 1 / 5],
      [16, 1 / 17],
    ] as const) {
      const { governor, slices, order, begin, load } = setUpGovernor()
      await load(5000, atOnce)
      within(governor.share, share * 0.95, share * 1.05)
      begin()
      await load(20_000, atOnce)
      within(((slices.get('a') ?? 0) * sliceMs) / 20_000, share * 0.8, share * 1.2)
      assert.ok(order.length > 0)
    }
  })

  test('keeps its minimum share under any number of requests', async () => {
    const { governor, slices, begin, load } = setUpGovernor()
    await load(5000, 1000)
    assert.equal(governor.share, minShare)
    begin()
    await load(60_000, 1000)
    within(((slices.get('a') ?? 0) * sliceMs) / 60_000, minShare * 0.8, minShare * 1.2)
  })

  test('makes room for callers that wait for a connection', () => {
    const { governor } = setUpGovernor({ connectionsAwaited: () => 9 })
    assert.equal(governor.share, 1 / 10)
  })

  test('makes room while the event loop is late', async () => {
    const time = createTime()
    let late = 0
    const governor = createGovernor({ maxSlices: 1, time: { ...time, turn: () => time.wait(late) } })
    const shareAfterSlices = async () => {
      for (let i = 0; i < 50; i++) {
        const handle = governor.slice('a', async () => {})
        await time.pass(2000)
        await handle
      }
      return governor.share
    }
    assert.equal(await shareAfterSlices(), 1)
    late = 20
    within(await shareAfterSlices(), 0.15, 0.35)
    late = 0
    within(await shareAfterSlices(), 0.95, 1)
  })

  test('continues immediately when the requests have ended', async () => {
    const { time, governor, slices, begin, load } = setUpGovernor()
    begin()
    await load(10_000, 1000)
    const before = slices.get('a') ?? 0
    await time.pass(10_000)
    assert.ok(governor.share > 0.99)
    assert.ok((slices.get('a') ?? 0) - before > 500)
  })

  test('does not wait for requests that wait for their clients', async () => {
    const { time, governor } = setUpGovernor()
    for (let i = 0; i < 2000; i++) governor.began()
    await time.pass(1000)
    assert.ok(governor.share < 0.1)
    await time.pass(10_000)
    assert.ok(governor.share > 0.99)
  })

  test('of several jobs takes turns, with and without requests', async () => {
    for (const atOnce of [0, 10]) {
      const { slices, order, begin, load } = setUpGovernor({ jobs: ['a', 'b', 'c'] })
      begin()
      await load(20_000, atOnce)
      const counts = [...slices.values()]
      assert.ok(Math.min(...counts) > 10)
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, String(counts))
      const first = order.slice(0, 30)
      for (let i = 3; i < first.length; i++) assert.equal(first[i], first[i - 3])
    }
  })

  test('runs several slices at once without requests, and one while there are requests', async () => {
    const jobs = ['a', 'b', 'c', 'd', 'e', 'f']
    const peakOf = async (atOnce: number) => {
      const time = createTime()
      const governor = createGovernor({ maxSlices: 4, time })
      let [running, peak] = [0, 0]
      const run = async (job: string): Promise<never> => {
        for (;;)
          await governor.slice(job, async () => {
            peak = Math.max(peak, ++running)
            await time.wait(sliceMs)
            running--
          })
      }
      const handles = Array.from({ length: atOnce }, () => governor.began())
      await time.pass(900)
      for (const job of jobs) void run(job)
      await time.pass(50)
      assert.equal(handles.length, atOnce)
      return peak
    }
    assert.equal(await peakOf(0), 4)
    assert.equal(await peakOf(10), 1)
  })

  test('with a time limit begins within it', async () => {
    const { time, governor, begin, load } = setUpGovernor({ jobs: ['a', 'b'] })
    begin()
    await load(5000, 1000)
    let waitedMs = Number.NaN
    const requestedAt = time.now()
    void governor.slice(
      'urgent',
      async () => {
        waitedMs = time.now() - requestedAt
      },
      { within: 400 },
    )
    await load(1000, 1000)
    within(waitedMs, 0, 420)
  })

  test('that waits for an external system does not delay other work', async () => {
    const { time, governor, slices, begin } = setUpGovernor()
    void governor.slice('hangs', () => new Promise(() => {}))
    await time.pass(0)
    begin()
    await time.pass(500)
    assert.equal(slices.get('a'), 0)
    await time.pass(2000)
    assert.ok((slices.get('a') ?? 0) > 50)
  })

  test('that fails uses up its turn, and its caller gets the error', async () => {
    const reports: string[] = []
    const { governor } = setUpGovernor({ report: job => reports.push(job) })
    await assert.rejects(
      governor.slice('a', () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await governor.slice('b', async () => 7), 7)
    assert.deepEqual(reports, ['a', 'b'])
    assert.equal(governor.waiting, 0)
  })
})
