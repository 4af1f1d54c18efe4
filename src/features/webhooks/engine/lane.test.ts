import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { QueuedDelivery } from './due.ts'
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
 * Simulates a lane and its queue in a database; each step reads the queue, starts attempts or writes outcomes.
 * `isFast`: so little time passes that the lane never looks back by itself.
 */
const createWorld = (isFast: boolean) => {
  const queues = { starts: new RunQueue<Lane>(), reads: new RunQueue<Lane>(), window }
  const lane = new Lane({ organizationId: 'org_x', endpointId: 'whe_x', epoch: 1 }, endpoint, queues)
  const emitted: string[] = []
  const delivered: string[] = []
  const unannouncedRows: QueuedDelivery[] = []
  const inFlight: QueuedDelivery[] = []
  const endedAttempts: { row: QueuedDelivery; next: number | undefined }[] = []
  const writtenAttempts: typeof endedAttempts = []
  let queue: QueuedDelivery[] = []
  let rowsRead: QueuedDelivery[] | undefined
  let now = 1_800_000_000_000
  let monotonic = 1_000_000
  let mayStart = false

  const commit = (ago: number): QueuedDelivery => {
    const id = `evt_${String(emitted.length).padStart(4, '0')}`
    const resource = `resource ${emitted.length % 3}`
    const row: QueuedDelivery = {
      due: now - ago,
      id,
      ctid: '',
      eventId: id,
      attempt: 1,
      origin: 'live',
      originalDue: null,
      body: '{}',
      resource,
    }
    emitted.push(id)
    queue.push(row)
    return row
  }
  const end = (row: QueuedDelivery | undefined, failure?: 'status' | 'timeout') => {
    if (!row) return
    lane.onEnded(row, failure, now, monotonic)
    if (!failure) delivered.push(row.id)
    endedAttempts.push({ row, next: failure && now + 1000 })
  }
  const passTime = () => {
    now += 100
    monotonic += isFast ? 5 : 31_000
    lane.onTick(now, monotonic)
  }

  const steps = {
    commit: () => void unannouncedRows.push(commit(0)),
    announceCommitted() {
      const row = unannouncedRows.shift()
      if (row) lane.onCommitted(row)
    },
    commitElsewhere() {
      commit(300)
      lane.onNotified(now)
    },
    commitLate() {
      if (!isFast) commit(700)
    },
    beginRead() {
      if (!queues.reads.take() || !lane.needsRows) return
      lane.changeReadState('started')
      const { due, id } = lane.cursor
      rowsRead = queue
        .filter(row => row.due > due || (row.due === due && row.id > id))
        .sort((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))
    },
    endRead() {
      if (!rowsRead) return
      const due = rowsRead.filter(row => row.due <= now).slice(0, window)
      for (const row of due) lane.onRow(row)
      for (const row of rowsRead.filter(row => row.due > now).slice(0, 1)) lane.expectRow(row.due)
      if (due.length === window) lane.changeReadState('incomplete')
      rowsRead = undefined
      lane.changeReadState('finished')
    },
    failRead() {
      if (!rowsRead) return
      rowsRead = undefined
      lane.changeReadState('incomplete')
      lane.changeReadState('finished')
    },
    start() {
      if (!queues.starts.take()) return
      const wait = lane.remainingWait(monotonic)
      if (wait > 0 && wait < Number.POSITIVE_INFINITY) queues.starts.add(lane)
      const row = wait === 0 ? lane.begin(monotonic) : undefined
      if (!row) return
      assert.ok(mayStart, 'started while the lane may not start')
      assert.ok(!delivered.includes(row.id), 'delivered twice')
      assert.ok(!inFlight.some(({ resource }) => resource === row.resource), 'two attempts of one resource')
      inFlight.push(row)
    },
    succeed: () => end(inFlight.shift()),
    fail: () => end(inFlight.pop(), 'status'),
    timeOut: () => end(inFlight.shift(), 'timeout'),
    write() {
      const attempt = endedAttempts.shift()
      if (!attempt) return
      const { row, next } = attempt
      queue = queue.filter(({ due, id }) => due !== row.due || id !== row.id)
      if (next !== undefined) queue.push({ ...row, due: next, attempt: row.attempt + 1 })
      writtenAttempts.push(attempt)
    },
    announceWritten() {
      const attempt = writtenAttempts.shift()
      if (attempt) lane.onWritten(attempt.row, attempt.next)
    },
    passTime,
    invalidate() {
      lane.changeStatus('invalidated')
      mayStart = false
    },
    stop() {
      lane.changeStatus('stopped')
      mayStart = false
    },
    load() {
      lane.onLoaded(endpoint, false)
      mayStart = true
    },
  }

  /** Lets every attempt succeed until the queue is empty, within the time in which rows may commit late. */
  const settle = () => {
    if (!mayStart) steps.load()
    for (let i = 0; i < 400 && !(queue.length === 0 && lane.isIdle); i++) {
      for (const name of ['passTime', 'announceCommitted', ...usualSteps] as const) steps[name]()
    }
    assert.deepEqual(delivered.toSorted(), emitted)
    assert.ok(lane.isIdle)
  }
  lane.onTick(now, monotonic)
  return { steps, settle }
}

const usualSteps = ['beginRead', 'endRead', 'start', 'succeed', 'write', 'announceWritten'] as const
const names = Object.keys(createWorld(true).steps) as (keyof ReturnType<typeof createWorld>['steps'])[]

for (const isFast of [true, false])
  test(`a lane delivers each event once under any sequence of steps, ${isFast ? 'without' : 'with'} looking back`, () => {
    const walk = fc.array(fc.constantFrom(...names, 'load', 'load', ...usualSteps, ...usualSteps, ...usualSteps), {
      minLength: 100,
      maxLength: 400,
      size: 'max',
    })
    const check = fc.property(walk, stepNames => {
      const { steps, settle } = createWorld(isFast)
      for (const name of stepNames) steps[name]()
      settle()
    })
    fc.assert(check, { numRuns: 500 })
  })
