import { type Figure, figure } from '#bench/benchmark.ts'
import { peakMemory } from '#bench/processes.ts'
import type { Server } from '#bench/server.ts'
import { interleave, spreadOf } from '#bench/statistics.ts'
import { type Cell, clear, drained, sized, startWebhookServer } from './cell.ts'
import { createEndpoints } from './endpoints.ts'
import { type Behaviour, startReceivers } from './receivers.ts'

const endpointCount = 20
const least = 10
const most = 10.1
/** Receivers measure from the arrival of a request, which is later than its start. */
const arrivalMs = 50

interface Ended {
  readonly receiver: readonly number[]
  readonly own: readonly number[]
}

const deliverTo = async (server: Server, behaviour: Behaviour): Promise<Ended> => {
  await clear(server)
  await using receivers = await startReceivers(endpointCount, behaviour)
  const endpoints = await createEndpoints(server, receivers.urls)
  await endpoints.seed(endpointCount)
  await receivers.until(endpointCount)
  let seen = await receivers.seen()
  while (seen.held.length < endpointCount) seen = await receivers.seen()
  await drained(server, receivers, endpointCount)
  await endpoints.pause()
  const rows = await server.sql(`select (record::json ->> 'ms')::int as ms from webhook_attempt`)
  return { receiver: seen.held, own: rows.map(({ ms }) => Number(ms)) }
}

const dripping = async (server: Server, behaviour: Behaviour, what: string): Promise<Figure> => {
  const { receiver, own } = await deliverTo(server, behaviour)
  const seconds = receiver.map(ms => ms / 1000)
  const recorded = spreadOf(own)
  const held = figure({
    what,
    samples: seconds,
    atLeast: least - arrivalMs / 1000,
    atMost: most,
    unit: 's',
    detail: `from the first byte of the request to the end of its connection; recorded ${recorded.least} to ${recorded.most} ms`,
  })
  return { ...held, goal: '10.0 to 10.1 s' }
}

const memory = async (server: Server, rounds: number): Promise<Figure> => {
  const count = 400
  await using flooding = await startReceivers(1, 'flood')
  await using answering = await startReceivers(1)
  const endpoints = await createEndpoints(server, answering.urls)
  const peakOf = async (receivers: typeof flooding): Promise<number> => {
    await clear(server)
    await endpoints.pause()
    await endpoints.move(receivers.urls)
    await endpoints.seed(count)
    await receivers.forget()
    return peakMemory(server.pid, async () => {
      await endpoints.resume()
      await drained(server, receivers, count)
    })
  }
  const measured = await interleave({ rounds, ours: () => peakOf(flooding), floor: () => peakOf(answering) })
  return figure({
    what: `memory of ${count} answers of 10 GB, over the same with answers of 204`,
    samples: measured.map(({ ours, floor }) => ours - floor),
    atMost: 10,
    unit: 'MiB',
    detail: `MiB, 10 GB:204, ${measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
  })
}

/** Checks that every attempt ends after 10 s with any receiver, and the memory for answers that do not end. */
export const deadline: Cell = {
  name: 'deadline',
  async run({ full }) {
    await using server = await startWebhookServer()
    return [
      await dripping(server, 'hang', 'a receiver that says nothing'),
      await dripping(server, 'drip-head', 'a receiver whose status line drips'),
      await dripping(server, 'drip-body', 'a receiver whose body drips'),
      await memory(server, sized(full, { full: 9, usual: 5, short: 1 })),
    ]
  },
}
