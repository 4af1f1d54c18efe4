import { type Figure, figure } from '#bench/benchmark.ts'
import { peakMemory } from '#bench/processes.ts'
import type { Server } from '#bench/server.ts'
import { interleave, spreadOf } from '#bench/statistics.ts'
import { type Cell, chooseSize, clear, startWebhookServer, untilDrained } from './cell.ts'
import { createEndpoints } from './endpoints.ts'
import { type Behaviour, startReceivers } from './receivers.ts'

const endpointCount = 20
const minSeconds = 10
const maxSeconds = 10.1
/** The tolerance for receivers, which measure from the arrival of a request instead of from its start. */
const arrivalMs = 50

interface DeliveryTimes {
  readonly receiver: readonly number[]
  readonly own: readonly number[]
}

const deliverTo = async (server: Server, behaviour: Behaviour): Promise<DeliveryTimes> => {
  await clear(server)
  await using receivers = await startReceivers(endpointCount, behaviour)
  const endpoints = await createEndpoints(server, receivers.urls)
  await endpoints.seed(endpointCount)
  await receivers.until(endpointCount)
  let seen = await receivers.seen()
  while (seen.held.length < endpointCount) seen = await receivers.seen()
  await untilDrained(server, receivers, endpointCount)
  await endpoints.pause()
  const rows = await server.sql(`select (record::json ->> 'ms')::int as ms from webhook_attempt`)
  return { receiver: seen.held, own: rows.map(({ ms }) => Number(ms)) }
}

const durationFigure = async (server: Server, behaviour: Behaviour, label: string): Promise<Figure> => {
  const { receiver, own } = await deliverTo(server, behaviour)
  const seconds = receiver.map(ms => ms / 1000)
  const recorded = spreadOf(own)
  const duration = figure({
    label,
    samples: seconds,
    atLeast: minSeconds - arrivalMs / 1000,
    atMost: maxSeconds,
    unit: 's',
    detail: `from the first byte of the request to the end of its connection; recorded ${recorded.min} to ${recorded.max} ms`,
  })
  return { ...duration, goal: '10.0 to 10.1 s' }
}

const memoryFigure = async (server: Server, rounds: number): Promise<Figure> => {
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
      await untilDrained(server, receivers, count)
    })
  }
  const peakPairs = await interleave({ rounds, ours: () => peakOf(flooding), floor: () => peakOf(answering) })
  return figure({
    label: `memory of ${count} responses of 10 GB, above that of responses with 204`,
    samples: peakPairs.map(({ ours, floor }) => ours - floor),
    atMost: 10,
    unit: 'MiB',
    detail: `MiB, 10 GB:204, ${peakPairs.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
  })
}

/** Measures that attempts end after 10 s with any receiver, and the memory for responses that never end. */
export const deadline: Cell = {
  name: 'deadline',
  async run({ full }) {
    await using server = await startWebhookServer()
    return [
      await durationFigure(server, 'hang', 'a receiver that says nothing'),
      await durationFigure(server, 'drip-head', 'a receiver whose status line drips'),
      await durationFigure(server, 'drip-body', 'a receiver whose body drips'),
      await memoryFigure(server, chooseSize(full, { full: 9, usual: 5, short: 1 })),
    ]
  },
}
