import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

export interface DatabaseProxy extends AsyncDisposable {
  readonly connection: ClientConfig
  /** Closes every connection now, and each later one immediately. */
  cut(): void
  /** Drops all data on the existing connections. New connections work. */
  freeze(): void
  /** Accepts connections again. */
  mend(): void
}

interface ProxyOptions {
  /** Whether the proxy behaves like a pooler with `ignore_startup_parameters = options`. */
  readonly dropOptions?: boolean
}

/** Removes the parameter `options` from a startup message (PostgreSQL protocol 3.0, section 54.7). */
const withoutOptions = (message: Buffer): Buffer => {
  const length = message.readInt32BE(0)
  const parameters = message
    .toString('utf8', 8, length - 1)
    .split('\0')
    .slice(0, -1)
  const keptParameters = parameters.filter((_, i) => parameters[i - (i % 2)] !== 'options')
  const text = Buffer.from(`${keptParameters.map(part => `${part}\0`).join('')}\0`)
  const header = Buffer.alloc(8)
  header.writeInt32BE(8 + text.length, 0)
  header.writeInt32BE(message.readInt32BE(4), 4)
  return Buffer.concat([header, text, message.subarray(length)])
}

/** Starts a proxy between a Probata and its PostgreSQL, on a Unix socket of its own. */
export const startDatabaseProxy = async (
  real: ClientConfig,
  { dropOptions = false }: ProxyOptions = {},
): Promise<DatabaseProxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-proxy-'))
  const port = real.port ?? 5432
  const sockets = new Set<Socket>()
  let isCut = false

  const server = createServer(client => {
    if (isCut) return client.destroy()
    const upstream = connect(`${real.host}/.s.PGSQL.${port}`)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.once('data', (first: Buffer) => {
      upstream.write(dropOptions ? withoutOptions(first) : first)
      client.pipe(upstream)
    })
    upstream.pipe(client)
  })
  server.listen(join(folder, `.s.PGSQL.${port}`))
  await once(server, 'listening')

  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    connection: { ...real, host: folder },
    cut() {
      isCut = true
      endAll()
    },
    freeze() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      endAll()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
