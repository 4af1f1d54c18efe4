import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { startProcess } from '#bench/process.ts'

/** The reaction of a receiver to a delivery. */
export type Behaviour =
  /** Returns 204 immediately, on a connection that stays open. */
  | 'answer'
  /** Sends no response. */
  | 'hang'
  /** Sends a byte of the status line every 200 ms. */
  | 'drip-head'
  /** Returns 200 immediately, then a byte of the body every 200 ms. */
  | 'drip-body'
  /** Returns 200 and a body of 10 GB, as fast as the client reads it. */
  | 'flood'

/** The counts of receivers since their last reset. */
export interface Seen {
  readonly received: number
  /** The number of deliveries whose event had already arrived. */
  readonly twice: number
  /** The times of the first bytes of the first and the last delivery, in milliseconds since 1970. */
  readonly first: number
  readonly last: number
  /** The maximum number of simultaneous connections. */
  readonly connections: number
  /** The time of the first byte of each event's delivery, in milliseconds since 1970; empty unless requested. */
  readonly times: readonly (readonly [event: string, at: number])[]
  /** The milliseconds from the first byte of a delivery to the end of its connection, if the sender ended it. */
  readonly held: readonly number[]
}

export type Question =
  | { readonly ask: 'count' }
  | { readonly ask: 'seen'; readonly times: boolean }
  | { readonly ask: 'forget' }

/** Webhook receivers that run in their own process. */
export interface Receivers extends AsyncDisposable {
  readonly urls: readonly string[]
  seen(options?: { times: boolean }): Promise<Seen>
  /** Resolves when `count` deliveries have arrived. Throws if none arrives for 30 s. */
  until(count: number): Promise<void>
  forget(): Promise<void>
}

const maxSilenceMs = 30_000
const pollMs = 50

/** Starts receivers on `hosts` addresses of 127.0.0.0/8 (Linux), all on one port. */
export const startReceivers = async (hosts: number, behaviour: Behaviour = 'answer'): Promise<Receivers> => {
  const running = await startProcess(['bench/webhooks/receiver-process.ts', String(hosts), behaviour])
  const askProcess = async (question: Question) => {
    running.child.send(question)
    const [reply] = await once(running.child, 'message')
    return reply
  }
  const origin = (i: number) => `http://127.1.${i >> 8}.${(i & 255) + 1}:${running.port}`
  return {
    urls: Array.from({ length: hosts }, (_, i) => `${origin(i)}/hook`),
    seen: ({ times } = { times: false }) => askProcess({ ask: 'seen', times }),
    async until(count) {
      let until = performance.now() + maxSilenceMs
      for (let lastReceived = -1; ; ) {
        const { received } = await askProcess({ ask: 'count' })
        if (received >= count) return
        if (received > lastReceived) until = performance.now() + maxSilenceMs
        if (performance.now() > until) throw new Error(`only ${received} of ${count} deliveries have arrived`)
        lastReceived = received
        await delay(pollMs)
      }
    },
    forget: () => askProcess({ ask: 'forget' }),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
