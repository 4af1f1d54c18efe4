import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Due } from './due.ts'
import { Lane, type LaneEndpoint } from './lane.ts'
import { RunQueue } from './run-queue.ts'

const endpoint: LaneEndpoint = {
  receiver: {
    url: new URL('https://receiver.example'),
    revision: 1,
    form: 'versioned',
    keys: undefined,
    previous: undefined,
    sendable: undefined,
  },
  failingSince: undefined,
  replaying: false,
  isResumed: false,
}
const window = 4

/**
 * Creates a lane and its queue in a database; each step reads the queue, starts attempts or writes outcomes. `isFast`:
 * so little time passes that the lane never looks back by itself.
 */
const createWorld = (hurried: boolean) => {
  const queues = { starts: new RunQueue<Lane>(), reads: new RunQueue<Lane>(), window }
  const lane = new Lane({ organizationId: 'org_x', endpointId: 'whe_x', epoch: 1 }, endpoint, queues)
  const emitted: string[] = []
  const delivered: string[] = []
  const unannounced: Due[] = []
  const underWay: Due[] = []
  const ended: { row: Due; next: number | undefined }[] = []
  const written: typeof ended = []
  let queue: Due[] = []
  let seen: Due[] | undefined
  let now = 1_800_000_000_000
  let monotonic = 1_000_000
  let mayStart = false

  const commit = (ago: number): Due => {
    const id = `evt_${String(emitted.length).padStart(4, '0')}`
    const resource = `resource ${emitted.length % 3}`
    const row: Due = {
      due: now - ago,
      id,
      ctid: '',
      eventId: id,
      attempt: 1,
      origin: 'live',
      later: null,
      body: '{}',
      resource,
    }
    emitted.push(id)
    queue.push(row)
    return row
  }
  const end = (row: Due | undefined, failure?: 'status' | 'timeout') => {
    if (!row) return
    lane.ended(row, failure, now, monotonic)
    if (!failure) delivered.push(row.id)
    ended.push({ row, next: failure && now + 1000 })
  }
  const pass = () => {
    now += 100
    monotonic += hurried ? 5 : 31_000
    lane.passed(now, monotonic)
  }

  const steps = {
    commit: () => void unannounced.push(commit(0)),
    announceCommitted() {
      const row = unannounced.shift()
      if (row) lane.committed(row)
    },
    commitElsewhere() {
      commit(300)
      lane.heard(now)
    },
    commitLate() {
      if (!hurried) commit(700)
    },
    beginRead() {
      if (!queues.reads.take() || !lane.needsRows) return
      lane.reading('begun')
      const { due, id } = lane.cursor
      seen = queue
        .filter(row => row.due > due || (row.due === due && row.id > id))
        .sort((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))
    },
    endRead() {
      if (!seen) return
      const due = seen.filter(row => row.due <= now).slice(0, window)
      for (const row of due) lane.brought(row)
      for (const row of seen.filter(row => row.due > now).slice(0, 1)) lane.later(row.due)
      if (due.length === window) lane.reading('left')
      seen = undefined
      lane.reading('returned')
    },
    failRead() {
      if (!seen) return
      seen = undefined
      lane.reading('left')
      lane.reading('returned')
    },
    start() {
      if (!queues.starts.take()) return
      const wait = lane.holdsFor(monotonic)
      if (wait > 0 && wait < Number.POSITIVE_INFINITY) queues.starts.add(lane)
      const row = wait === 0 ? lane.begin(monotonic) : undefined
      if (!row) return
      assert.ok(mayStart, 'started while the lane may not start')
      assert.ok(!delivered.includes(row.id), 'delivered twice')
      assert.ok(!underWay.some(({ resource }) => resource === row.resource), 'two attempts of one resource')
      underWay.push(row)
    },
    succeed: () => end(underWay.shift()),
    fail: () => end(underWay.pop(), 'status'),
    timeOut: () => end(underWay.shift(), 'timeout'),
    write() {
      const one = ended.shift()
      if (!one) return
      const { row, next } = one
      queue = queue.filter(({ due, id }) => due !== row.due || id !== row.id)
      if (next !== undefined) queue.push({ ...row, due: next, attempt: row.attempt + 1 })
      written.push(one)
    },
    announceWritten() {
      const one = written.shift()
      if (one) lane.written(one.row, one.next)
    },
    pass,
    doubt() {
      lane.standing('doubted')
      mayStart = false
    },
    stop() {
      lane.standing('stopped')
      mayStart = false
    },
    find() {
      lane.found(endpoint, false)
      mayStart = true
    },
  }

  /** Lets every attempt succeed until nothing is left, within the time in which rows may commit late. */
  const settle = () => {
    if (!mayStart) steps.find()
    for (let i = 0; i < 400 && !(queue.length === 0 && lane.isIdle); i++) {
      for (const name of ['pass', 'announceCommitted', ...usual] as const) steps[name]()
    }
    assert.deepEqual(delivered.toSorted(), emitted)
    assert.ok(lane.isIdle)
  }
  lane.passed(now, monotonic)
  return { steps, settle }
}

const usual = ['beginRead', 'endRead', 'start', 'succeed', 'write', 'announceWritten'] as const
const names = Object.keys(createWorld(true).steps) as (keyof ReturnType<typeof createWorld>['steps'])[]

for (const hurried of [true, false])
  test(`a lane delivers each event once under any sequence of steps, ${hurried ? 'without' : 'with'} looking back`, () => {
    const walk = fc.array(fc.constantFrom(...names, 'find', 'find', ...usual, ...usual, ...usual), {
      minLength: 100,
      maxLength: 400,
      size: 'max',
    })
    const check = fc.property(walk, chosen => {
      const { steps, settle } = createWorld(hurried)
      for (const name of chosen) steps[name]()
      settle()
    })
    fc.assert(check, { numRuns: 500 })
  })
