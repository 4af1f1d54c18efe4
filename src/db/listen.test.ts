import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { until } from '#test/until.ts'
import { listen } from './listen.ts'

test('a connection that silently drops all data is detected, and later notifications arrive', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startDatabaseProxy(database.connection)
  const payloads: string[] = []
  await using _listening = listen({
    connection: proxy.connection,
    channel: 'news',
    hear: payload => payloads.push(payload),
    checkEvery: 50,
  })
  const times = (payload: string) => payloads.filter(each => each === payload).length
  await until('the listener is connected', () => times('') === 1)
  await query(database.connection, `notify news, 'first'`)
  await until('the first notification arrives', () => times('first') === 1)
  proxy.freeze()
  await until('the listener has reconnected', () => times('') === 2)
  await query(database.connection, `notify news, 'second'`)
  await until('the second notification arrives', () => times('second') === 1)
})

test('a stop does not wait for a connection that is still being opened', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await using stack = new AsyncDisposableStack()
  stack.defer(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const listening = listen({ connection: { host: '127.0.0.1', port }, channel: 'news', hear: () => undefined })
  const [socket] = await once(silent, 'connection')
  socket.resume()
  await listening[Symbol.asyncDispose]()
})
