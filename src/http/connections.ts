import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { second } from '#lib/clock.ts'
import { portsOf, readTcpQueues } from '#lib/tcp-queues.ts'
import type { Services } from './call.ts'
import { openRegistry } from './connection-registry.ts'

export interface ConnectionLimits {
  /** The limit of all connections. */
  readonly most: number
  /** The limit of one address, once three quarters of all connections are taken. */
  readonly perAddress: number
  /** Addresses that many callers share, such as trusted proxies: exempt from the limit per address. */
  readonly isShared: (address: string) => boolean
  /** The time an answer may go without progress, in milliseconds. */
  readonly patience: number
}

// Limits on pipelined requests: per connection, and in total for each allowed connection.
const maxPipelined = 1000
// Near the limit, patience drops to a sixth.
const hurry = 6

/** Milliseconds between two checks of the open connections. */
export const checkInterval = ({ patience }: Pick<ConnectionLimits, 'patience'>): number => patience / hurry

type Finding = 'limit' | 'address_limit' | 'stalled' | 'pipelined' | 'idle'

/** The interventions since the last report. */
const createReport = ({ log, metrics }: Pick<Services, 'log' | 'metrics'>) => {
  const counts = new Map<Finding, number>()
  return {
    note(finding: Finding): void {
      counts.set(finding, (counts.get(finding) ?? 0) + 1)
      metrics.refusals.inc({ kind: `connection_${finding}` })
    },
    tell(open: number): void {
      for (const [kind, count] of counts) log.warn({ event: 'connections_closed', kind, count, connections: open })
      counts.clear()
    },
  }
}

/**
 * Keeps clients that do not read from starving others. An answer without progress for `patience` is cut, whether it
 * waits here or in the kernel. Connections are limited, in total and per address, and near the limit idle ones are
 * closed.
 */
export const guardConnections = (
  server: Server,
  limits: ConnectionLimits,
  services: Pick<Services, 'log' | 'metrics'>,
): void => {
  const { most, perAddress, isShared, patience } = limits
  const registry = openRegistry(isShared)
  const report = createReport(services)
  let pipelined = 0
  let idleClosedAt = 0

  const isNear = (): boolean => registry.size > 0.9 * most

  // Not `closeIdleConnections`: it considers a connection idle while its answer is still being sent.
  const closeIdle = (): void => {
    if (performance.now() - idleClosedAt < second) return
    idleClosedAt = performance.now()
    for (const [socket, { requests, served }] of registry.all()) {
      if (requests > 0 || !served) continue
      report.note('idle')
      socket.destroy()
    }
  }

  const cut = (socket: Socket, finding: Finding): void => {
    if (socket.destroyed) return
    report.note(finding)
    // A reset also frees the kernel's buffers.
    socket.resetAndDestroy()
  }

  const take = (socket: Socket): void => {
    const state = registry.add(socket)
    if (isNear()) closeIdle()
    if (registry.size > 0.75 * most && registry.of(state) > perAddress) cut(socket, 'address_limit')
  }

  const count = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = registry.get(socket)
    if (!state) return
    if (state.requests++ > 0) pipelined++
    response.once('close', () => {
      state.served = true
      if (--state.requests > 0) pipelined--
    })
    if (state.requests > maxPipelined || (state.requests > 1 && pipelined > most)) cut(socket, 'pipelined')
  }

  const look = async (): Promise<void> => {
    if (registry.size === 0) return
    const queues = await readTcpQueues()
    const now = performance.now()
    const longest = isNear() ? patience / hurry : patience
    for (const [socket, state] of registry.all()) {
      const queue = queues.get(portsOf(socket.localPort, socket.remotePort)) ?? 0
      const taken = socket.bytesWritten - socket.writableLength - queue
      // A connection that we have ended must not stay open for as long as the client likes.
      const waits = socket.writableLength > 0 || queue > 0 || socket.writableEnded
      if (taken > state.taken || !waits) {
        state.taken = taken
        state.since = now
      } else if (now - state.since >= longest) cut(socket, 'stalled')
    }
    report.tell(registry.size)
  }

  server.maxConnections = most
  server.prependListener('connection', take)
  server.on('drop', () => {
    closeIdle()
    report.note('limit')
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, count)
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, checkInterval(limits)).unref()
  server.once('close', () => clearInterval(timer))
}
