import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { second } from '#lib/clock.ts'
import { portsOf, readTcpQueues } from '#lib/tcp-queues.ts'
import type { Services } from './call.ts'
import { openRegistry } from './connection-registry.ts'

export interface ConnectionLimits {
  /** The limit on all connections. */
  readonly max: number
  /** The limit per address, once three quarters of all connections are in use. */
  readonly perAddress: number
  /** Whether many callers share an address, such as a trusted proxy's: exempt from the limit per address. */
  readonly isShared: (address: string) => boolean
  /** How long a response may make no progress, in milliseconds. */
  readonly patience: number
}

// The limit on pipelined requests of one connection; all connections together may have `max`.
const maxPipelined = 1000
// Near the limit, patience is divided by this.
const impatience = 6

/** Milliseconds between two checks of the open connections. */
export const checkInterval = ({ patience }: Pick<ConnectionLimits, 'patience'>): number => patience / impatience

type Intervention = 'limit' | 'address_limit' | 'stalled' | 'pipelined' | 'idle'

/** Counts the interventions since the last report, and logs them. */
const createReport = ({ log: logger, metrics }: Pick<Services, 'log' | 'metrics'>) => {
  const counts = new Map<Intervention, number>()
  return {
    record(kind: Intervention): void {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      metrics.refusals.inc({ kind: `connection_${kind}` })
    },
    log(open: number): void {
      for (const [kind, count] of counts) logger.warn({ event: 'connections_closed', kind, count, connections: open })
      counts.clear()
    },
  }
}

/**
 * Keeps clients that do not read from starving others. It cuts off responses that make no progress for `patience`,
 * whether they wait here or in the kernel. It limits connections, in total and per address, and closes idle ones near
 * the limit.
 */
export const guardConnections = (
  server: Server,
  limits: ConnectionLimits,
  services: Pick<Services, 'log' | 'metrics'>,
): void => {
  const { max, perAddress, isShared, patience } = limits
  const registry = openRegistry(isShared)
  const report = createReport(services)
  let pipelined = 0
  let idleClosedAt = 0

  const isNearLimit = (): boolean => registry.size > 0.9 * max

  // Not `closeIdleConnections`: it considers a connection idle while its response is still being sent.
  const closeIdle = (): void => {
    if (performance.now() - idleClosedAt < second) return
    idleClosedAt = performance.now()
    for (const [socket, { requests, served }] of registry.all()) {
      if (requests > 0 || !served) continue
      report.record('idle')
      socket.destroy()
    }
  }

  const cut = (socket: Socket, kind: Intervention): void => {
    if (socket.destroyed) return
    report.record(kind)
    // A reset also frees the kernel's buffers.
    socket.resetAndDestroy()
  }

  const register = (socket: Socket): void => {
    const state = registry.add(socket)
    if (isNearLimit()) closeIdle()
    if (registry.size > 0.75 * max && registry.countOfCaller(state) > perAddress) cut(socket, 'address_limit')
  }

  const countRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const state = registry.get(socket)
    if (!state) return
    if (state.requests++ > 0) pipelined++
    response.once('close', () => {
      state.served = true
      if (--state.requests > 0) pipelined--
    })
    if (state.requests > maxPipelined || (state.requests > 1 && pipelined > max)) cut(socket, 'pipelined')
  }

  const cutStalled = async (): Promise<void> => {
    if (registry.size === 0) return
    const queues = await readTcpQueues()
    const now = performance.now()
    const maxStall = isNearLimit() ? patience / impatience : patience
    for (const [socket, state] of registry.all()) {
      const queue = queues.get(portsOf(socket.localPort, socket.remotePort)) ?? 0
      const acceptedBytes = socket.bytesWritten - socket.writableLength - queue
      // Includes connections that we have ended: a client must not keep them open.
      const isWaiting = socket.writableLength > 0 || queue > 0 || socket.writableEnded
      if (acceptedBytes > state.acceptedBytes || !isWaiting) {
        state.acceptedBytes = acceptedBytes
        state.since = now
      } else if (now - state.since >= maxStall) cut(socket, 'stalled')
    }
    report.log(registry.size)
  }

  server.maxConnections = max
  server.prependListener('connection', register)
  server.on('drop', () => {
    closeIdle()
    report.record('limit')
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, countRequest)
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void cutStalled().finally(() => {
      isChecking = false
    })
  }, checkInterval(limits)).unref()
  server.once('close', () => clearInterval(timer))
}
