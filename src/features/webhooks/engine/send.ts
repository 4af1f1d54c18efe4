import type { Guard } from '#lib/guarded/guard.ts'
import { Connections } from './connections.ts'
import type { Exchange, Sender } from './exchange.ts'
import { Post } from './post.ts'

interface Options {
  readonly guard: Guard
  /** From the start of a request to its end: name, connection, TLS, headers and body. */
  readonly deadlineMs?: number
}

/**
 * Sends over HTTP/1.1 with kept connections; follows no redirect, decompresses nothing and knows no proxy. A status of 2xx
 * within the deadline is a success whatever becomes of the body. A request on a kept connection that the receiver closed
 * at that moment, before any byte of an answer, is sent once more on a new one. Disposing aborts what is in flight.
 */
export const createSender = ({ guard, deadlineMs = 10_000 }: Options): Sender => {
  const connections = new Connections(guard.connect)
  return {
    send: request => new Promise<Exchange>(resolve => new Post(connections, request, deadlineMs, resolve).start()),
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}
