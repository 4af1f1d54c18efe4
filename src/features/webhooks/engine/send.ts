import { Connections } from './connections.ts'
import type { Exchange, Sender } from './exchange.ts'
import { codeOf, failureOf } from './failure.ts'
import type { Guard } from './guard.ts'
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
  const posts = new Set<Post>()
  let isDisposed = false

  return {
    send: request =>
      new Promise<Exchange>(resolve => {
        const post = new Post(connections, request, deadlineMs, exchange => {
          posts.delete(post)
          resolve(exchange)
        })
        posts.add(post)
        try {
          if (isDisposed) post.abort('internal', 'ERR_SENDER_DISPOSED')
          else post.dispatch(connections.take(request.url.origin))
        } catch (error) {
          const code = error instanceof Error ? codeOf(error) : String(error)
          post.abort(failureOf(code), code)
        }
      }),
    [Symbol.asyncDispose]: async () => {
      isDisposed = true
      for (const post of posts) post.abort('internal', 'ERR_SENDER_DISPOSED')
      await connections[Symbol.asyncDispose]()
    },
  }
}
