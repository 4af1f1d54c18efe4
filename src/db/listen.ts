import { setTimeout as delay, setInterval } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import { sessionOf } from './session.ts'

interface ListenOptions {
  readonly connection: ClientConfig
  readonly channel: string
  /** Called with each payload, and with '' after each connect, because notifications may have been missed. */
  readonly hear: (payload: string) => void
  /** Milliseconds between checks that the connection is alive; by default 20 s. */
  readonly checkEvery?: number
}

const reconnectMs = 1000
const timeoutMs = 5000
const closeMs = 1000

// Waits only briefly, because a dead connection never reports that it is closed.
const closeClient = async (client: pg.Client | undefined): Promise<void> => {
  await Promise.race([client?.end().catch(() => undefined), delay(closeMs, undefined, { ref: false })])
}

/**
 * Listens for NOTIFY on its own connection until disposed, and reconnects if the connection is lost. Probes the
 * connection regularly, because a dead connection would otherwise go unnoticed.
 */
export const listen = ({ connection, channel, hear, checkEvery = 20_000 }: ListenOptions): AsyncDisposable => {
  const stopping = new AbortController()
  // `connect` may never settle: `pg` drops its promise if a connection is ended before it is established.
  const stopped = new Promise<void>(resolve => stopping.signal.addEventListener('abort', () => resolve()))
  let client: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    const listener = {
      ...connection,
      application_name: 'probata listener',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }
    client = new pg.Client(sessionOf(listener, { statement_timeout: '0' }))
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ payload }) => hear(payload ?? ''))
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    hear('')
    const alive = new AbortController()
    void lost.promise.then(() => alive.abort())
    for await (const _ of setInterval(checkEvery, undefined, { signal: alive.signal, ref: false }))
      await client.query('select')
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.race([connect().catch(() => undefined), stopped])
      await closeClient(client)
      await delay(reconnectMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
