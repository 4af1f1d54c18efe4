import type { Socket } from 'node:net'
import { addressKey } from '#lib/address-key.ts'

/** The state of an open connection. */
export interface OpenConnection {
  /** The client address that it counts towards; undefined if many callers share the address. */
  readonly network: string | undefined
  /** Requests without an answer so far. */
  requests: number
  /** Whether a request has been answered: from then on the connection may be idle. */
  served: boolean
  /** Bytes that the client has accepted, and when it last accepted any. */
  taken: number
  since: number
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** The open connections of a server. */
export const openRegistry = (isShared: (address: string) => boolean) => {
  const open = new Map<Socket, OpenConnection>()
  const counts = new Map<string, number>()

  const change = (network: string | undefined, by: number): void => {
    if (network === undefined) return
    const count = (counts.get(network) ?? 0) + by
    if (count > 0) counts.set(network, count)
    else counts.delete(network)
  }

  return {
    get size(): number {
      return open.size
    },
    add(socket: Socket): OpenConnection {
      const { remoteAddress = '' } = socket
      const isOwn = loopback.test(remoteAddress) || isShared(remoteAddress.replace(/^::ffff:/, ''))
      const network = isOwn ? undefined : addressKey(remoteAddress)
      const connection = { network, requests: 0, served: false, taken: 0, since: performance.now() }
      open.set(socket, connection)
      change(network, 1)
      socket.once('close', () => {
        open.delete(socket)
        change(network, -1)
      })
      return connection
    },
    get: (socket: Socket): OpenConnection | undefined => open.get(socket),
    /** The number of open connections of the same caller. */
    of: ({ network }: OpenConnection): number => (network === undefined ? 0 : (counts.get(network) ?? 0)),
    all: (): [Socket, OpenConnection][] => [...open],
  }
}
