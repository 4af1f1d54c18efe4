import type { Guard } from '#lib/guarded/guard.ts'
import { ReceiverConnections } from './connections.ts'
import type { Exchange, Sender } from './exchange.ts'
import { Post } from './post.ts'

interface Options {
  readonly guard: Guard
  /** The time limit of a request: name lookup, connection, TLS, headers and body. */
  readonly deadlineMs?: number
}

/**
 * Sends over HTTP/1.1 with keep-alive; follows no redirects, and decompresses nothing. A 2xx status within the deadline
 * is a success, regardless of the body. If the receiver closes a kept-alive connection before any byte of a response,
 * the request is sent once more on a new connection. Disposing aborts requests in flight.
 */
export const createSender = ({ guard, deadlineMs = 10_000 }: Options): Sender => {
  const connections = new ReceiverConnections(guard)
  return {
    send: request => new Promise<Exchange>(resolve => new Post(connections, request, deadlineMs, resolve).start()),
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}
