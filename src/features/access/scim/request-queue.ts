import type { Call, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import type { ScimLog } from '#http/scim-log.ts'
import { sentence } from '#lib/sentence.ts'

/**
 * The maximum number of concurrent requests of one workspace on a node. Without it, 48 of 1,000 requests did not get a
 * connection within 5 s.
 */
const maxConcurrent = 4
const maxWaiting = 5000

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** The queues of each workspace, by node. */
const queuesByNode = new WeakMap<ScimLog, Map<string, Queue>>()

const queueOf = ({ scimLog, organizationId }: Call & Provided<'scimLog'>): Queue => {
  const queues = queuesByNode.get(scimLog) ?? new Map<string, Queue>()
  queuesByNode.set(scimLog, queues)
  const queue = queues.get(organizationId) ?? { running: 0, waiting: [] }
  queues.set(organizationId, queue)
  return queue
}

const finish = ({ scimLog, organizationId }: Call & Provided<'scimLog'>, queue: Queue): void => {
  const next = queue.waiting.shift()
  if (next) next()
  else queue.running--
  if (queue.running === 0) queuesByNode.get(scimLog)?.delete(organizationId)
}

/**
 * Runs the requests of a workspace a few at a time, in order of arrival, so that a provider that sends all its users at
 * once leaves database connections for people. Throws 429 if too many requests wait.
 */
export const runQueued = async <T>(call: Call & Provided<'scimLog'>, work: () => Promise<T>): Promise<T> => {
  const queue = queueOf(call)
  if (queue.waiting.length >= maxWaiting)
    throw new Refusal(
      'rate_limited',
      sentence`scim.too_many_requests: Too many requests are waiting; try again later.`,
      {
        headers: { 'retry-after': '10' },
      },
    )
  if (queue.running < maxConcurrent) queue.running++
  else {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.waiting.push(resolve)
    await promise
  }
  try {
    return await work()
  } finally {
    finish(call, queue)
  }
}
