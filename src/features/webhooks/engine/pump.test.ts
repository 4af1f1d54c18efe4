import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoreServices } from '#http/call.ts'
import type { CompletionLog } from './completion-log.ts'
import { noCtid } from './completion-queries.ts'
import type { Exchange, Sender } from './exchange.ts'
import { Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import { createPump } from './pump.ts'
import { newSigningSecret, signingKeys } from './sign.ts'

const exchange: Exchange = { status: 204, headers: {}, body: Buffer.alloc(0), truncated: false, ms: 0 }
const body = '{"id":"evt_01KAGZ5V3N8Q6Y2T4W7R9X1B0C","type":"t"}'

/** Responds after a number of event loop turns, and counts the maximum number of requests in flight. */
const createCountingSender = (turns: number) => {
  const counts = { inFlight: 0, maxInFlight: 0, total: 0 }
  const sender: Sender = {
    async send() {
      counts.total++
      counts.maxInFlight = Math.max(counts.maxInFlight, ++counts.inFlight)
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      counts.inFlight--
      return exchange
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  return { counts, sender }
}

const laneCount = 200
const eventsPerLane = 20

/** Delivers 4,000 events to 200 endpoints. Returns the maximum number of requests in flight. */
const measureMaxInFlight = async (turns: number): Promise<number> => {
  const lanes = new Lanes()
  const { counts, sender } = createCountingSender(turns)
  const nothing = () => undefined
  const services = {
    clock: { now: () => 0 },
    ids: { next: (prefix: string) => `${prefix}_x` },
    log: { error: (line: object) => assert.fail(JSON.stringify(line)) },
    metrics: { webhookLag: { observe: nothing } },
  } as unknown as CoreServices
  const completions: CompletionLog = {
    add: nothing,
    recordHealth: nothing,
    unsaved: 0,
    [Symbol.asyncDispose]: async () => {},
  }
  createPump({ services, sender, lanes, completions, canStart: () => true })
  const keys = signingKeys(newSigningSecret())
  for (let i = 0; i < laneCount; i++) {
    const url = new URL('https://receiver.example/hook')
    const receiver = { url, revision: 1, form: 'versioned' as const, keys, previous: undefined, sendable: undefined }
    const endpoint = { receiver, failingSince: undefined, replaying: false, isResumed: false }
    const lane = new Lane({ organizationId: 'org_x', endpointId: `whe_${i}`, epoch: 1 }, endpoint, lanes)
    lanes.add(lane)
    lane.onLoaded(endpoint, false)
    lane.changeReadState('started')
    for (let n = 0; n < eventsPerLane; n++) {
      const id = `evt_${n}`
      lane.onRow({
        due: 0,
        id,
        ctid: noCtid,
        eventId: id,
        attempt: 1,
        origin: 'live',
        originalDue: null,
        body,
        resource: id,
      })
    }
    lane.changeReadState('finished')
  }
  while (counts.total < laneCount * eventsPerLane || counts.inFlight > 0) await new Promise(setImmediate)
  return counts.maxInFlight
}

test('few requests to fast receivers are in flight, and up to the limit to slow receivers', async () => {
  const fast = await measureMaxInFlight(1)
  assert.ok(fast <= 64, `${fast} to fast receivers`)
  const slow = await measureMaxInFlight(20)
  assert.ok(slow > 400 && slow <= 1024, `${slow} to slow receivers`)
})
