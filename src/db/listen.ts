import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import pg from 'pg'

interface Listening {
  readonly connection: ClientConfig
  readonly channel: string
  /** Handed the payload; an empty one after a time without connection, when some may have been missed. */
  readonly hear: (payload: string) => void
}

const again = 1000

/** Hears NOTIFY on a connection of its own, which is made anew when it is lost, until disposed. */
export const listen = ({ connection, channel, hear }: Listening): AsyncDisposable => {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    client = new pg.Client({
      ...connection,
      application_name: 'probata listener',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ payload }) => hear(payload ?? ''))
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    hear('')
    await lost.promise
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await connect().catch(() => undefined)
      await client?.end().catch(() => undefined)
      await delay(again, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
