import type { Socket } from 'node:net'
import { addressKey } from '#lib/address-key.ts'

/** The state of an open connection. */
export interface OpenConnection {
  /** The client address that the connection counts towards; undefined if many callers share the address. */
  readonly network: string | undefined
  /** The number of requests without a response so far. */
  requests: number
  /** Whether a request has been answered: only then can the connection be idle. */
  served: boolean
  /** The number of bytes that the client has accepted. */
  acceptedBytes: number
  /** When the client last accepted bytes, on the monotonic clock. */
  since: number
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Keeps track of the open connections of a server. */
export const openRegistry = (isShared: (address: string) => boolean) => {
  const open = new Map<Socket, OpenConnection>()
  const counts = new Map<string, number>()

  const adjustCount = (network: string | undefined, by: number): void => {
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
      const isExempt = loopback.test(remoteAddress) || isShared(remoteAddress.replace(/^::ffff:/, ''))
      const network = isExempt ? undefined : addressKey(remoteAddress)
      const connection = { network, requests: 0, served: false, acceptedBytes: 0, since: performance.now() }
      open.set(socket, connection)
      adjustCount(network, 1)
      socket.once('close', () => {
        open.delete(socket)
        adjustCount(network, -1)
      })
      return connection
    },
    get: (socket: Socket): OpenConnection | undefined => open.get(socket),
    /** The number of open connections of the same caller. */
    countOfCaller: ({ network }: OpenConnection): number => (network === undefined ? 0 : (counts.get(network) ?? 0)),
    all: (): [Socket, OpenConnection][] => [...open],
  }
}
