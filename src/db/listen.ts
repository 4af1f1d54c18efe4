import { setTimeout as delay, setInterval } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import pg from 'pg'
import { sessionOf } from './session.ts'

interface Listening {
  readonly connection: ClientConfig
  readonly channel: string
  /** Called with the payload; with an empty one after a reconnect, when some may have been missed. */
  readonly hear: (payload: string) => void
  /** Milliseconds between checks that the connection is alive; 20 s when left out. */
  readonly lookEvery?: number
}

const again = 1000
const limit = 5000
const goodbye = 1000

// A dead connection never reports that it is closed.
const end = async (client: pg.Client | undefined): Promise<void> => {
  await Promise.race([client?.end().catch(() => undefined), delay(goodbye, undefined, { ref: false })])
}

/**
 * Listens for NOTIFY on its own connection, which is reopened if lost, until disposed. Nothing else is sent on it, so
 * it is probed now and then: a dead connection would otherwise stay silent for ever.
 */
export const listen = ({ connection, channel, hear, lookEvery = 20_000 }: Listening): AsyncDisposable => {
  const stopping = new AbortController()
  // `connect` may never settle: `pg` forgets its promise when a connection is ended before it is made.
  const stopped = new Promise<void>(resolve => stopping.signal.addEventListener('abort', () => resolve()))
  let client: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    const listener = {
      ...connection,
      application_name: 'probata listener',
      connectionTimeoutMillis: limit,
      query_timeout: limit,
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
    for await (const _ of setInterval(lookEvery, undefined, { signal: alive.signal, ref: false }))
      await client.query('select')
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.race([connect().catch(() => undefined), stopped])
      await end(client)
      await delay(again, undefined, { signal: stopping.signal }).catch(() => undefined)
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
