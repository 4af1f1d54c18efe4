import type { Call, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import type { ScimLog } from '#http/scim-log.ts'
import { sentence } from '#lib/sentence.ts'

/**
 * Concurrent requests of one workspace on a node. Without the limit, 48 of 1,000 did not get a connection within 5 s.
 */
const atOnce = 4
const maxWaiting = 5000

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** By node, then by workspace. */
const nodes = new WeakMap<ScimLog, Map<string, Queue>>()

const queueOf = ({ scimLog, organizationId }: Call & Provided<'scimLog'>): Queue => {
  const queues = nodes.get(scimLog) ?? new Map<string, Queue>()
  nodes.set(scimLog, queues)
  const queue = queues.get(organizationId) ?? { running: 0, waiting: [] }
  queues.set(organizationId, queue)
  return queue
}

const leave = ({ scimLog, organizationId }: Call & Provided<'scimLog'>, queue: Queue): void => {
  const next = queue.waiting.shift()
  if (next) next()
  else queue.running--
  if (queue.running === 0) nodes.get(scimLog)?.delete(organizationId)
}

/**
 * Works on requests of a workspace a few at a time, in their order: a provider that sends all its users at once leaves
 * database connections for people. Throws 429 if too many wait.
 */
export const inTurn = async <T>(call: Call & Provided<'scimLog'>, work: () => Promise<T>): Promise<T> => {
  const queue = queueOf(call)
  if (queue.waiting.length >= maxWaiting)
    throw new Refusal(
      'rate_limited',
      sentence`scim.too_many_requests: Too many requests are waiting; try again later.`,
      {
        headers: { 'retry-after': '10' },
      },
    )
  if (queue.running < atOnce) queue.running++
  else {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.waiting.push(resolve)
    await promise
  }
  try {
    return await work()
  } finally {
    leave(call, queue)
  }
}
