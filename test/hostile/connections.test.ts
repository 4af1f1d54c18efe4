import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openRegistry } from '#http/connection-registry.ts'
import { boot, type Probata } from '#test/system.ts'
import { openNonReaders, scriptRequest } from './non-readers.ts'

const patience = 1500
const run = promisify(execFile)

// Reads 640 KiB a second, even if its timer is late, until it has `whole` bytes or the connection ends. Prints the
// number of bytes. Runs in a separate process, because a reader in this process would stop whenever the server does.
const slowReader = `
const [port, whole, request] = process.argv.slice(1)
const socket = require('node:net').connect(Number(port)).pause()
socket.on('error', () => undefined).write(request)
const since = performance.now()
let read = 0
setInterval(() => {
  for (let due = (performance.now() - since) * 640; read < due; ) {
    const chunk = socket.read(16 * 1024) ?? socket.read()
    if (!chunk) break
    read += chunk.length
  }
  if (socket.destroyed || read >= whole) process.stdout.write(String(read), () => process.exit())
}, 10)`

const openAt = ({ system }: Probata): Promise<number> =>
  promisify(system.app.server.getConnections.bind(system.app.server))()

/** Resolves when the server has closed all connections except this many. */
const untilOpen = async (p: Probata, remaining: number): Promise<void> => {
  while ((await openAt(p)) > remaining) await delay(20)
}

const open = async (p: Probata, host = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(p.url).port), host })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

const health = 'GET /api/health/live HTTP/1.1\r\nHost: p\r\n\r\n'
const requestLiveness = async (socket: Socket): Promise<boolean> => {
  socket.write(health)
  return new Promise(resolve => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
}

describe('responses that are never read', { concurrency: false }, () => {
  test('share their bytes, do not delay other clients, and are cut off', async () => {
    await using p = await boot({ patience })
    const bodySize = Buffer.from(await (await fetch(`${p.url}/docs/js/scalar.js`)).arrayBuffer()).length
    const connectionCount = 100
    globalThis.gc?.()
    const memoryBefore = process.memoryUsage()
    await using clients = await openNonReaders(p.url, connectionCount, scriptRequest())
    for (let i = 0; i < 10; i++) assert.equal((await p.call('GET', '/api/health/live')).status, 200)
    const memoryAfter = process.memoryUsage()
    // If each response had a copy of its own, the copies would take 400 MB.
    const growth = memoryAfter.arrayBuffers + memoryAfter.external - memoryBefore.arrayBuffers - memoryBefore.external
    assert.ok(growth < bodySize * 5, `${growth} bytes for ${connectionCount} responses of ${bodySize}`)

    await untilOpen(p, 10)
    assert.ok(clients.sockets.length === connectionCount)
  })

  for (const [description, bytes] of [
    ['compressed, which the kernel buffers whole', scriptRequest('gzip')],
    ['10,000 at once', health.repeat(10_000)],
    ['many large ones', scriptRequest().repeat(200)],
    ['for a request that never ends', 'GET /api/he'],
    ['while bytes keep coming', `${scriptRequest()}GET /api/he`],
  ] as const)
    test(description, async () => {
      await using p = await boot({ patience })
      await using clients = await openNonReaders(p.url, 4, bytes)
      await untilOpen(p, 0)
      assert.equal((await p.call('GET', '/api/health/live')).status, 200)
      assert.equal(clients.sockets.length, 4)
    })

  test('responses that are read slowly, and connections that wait for a request, are not cut off', async () => {
    // Reading the whole response takes 7 s. A full TCP window reopens after the client has read for 0.6 s, or later on
    // a busy machine.
    await using p = await boot({ patience: 5000 })
    const idleSocket = await open(p)
    assert.ok(await requestLiveness(idleSocket))
    idleSocket.pause()
    const bodySize = (await (await fetch(`${p.url}/docs/js/scalar.js`)).arrayBuffer()).byteLength
    const args = ['--eval', slowReader, new URL(p.url).port, String(bodySize), scriptRequest()]
    const { stdout } = await run(process.execPath, args)
    assert.ok(Number(stdout) >= bodySize, `${stdout} bytes of ${bodySize}`)
    assert.ok(!idleSocket.destroyed)
    idleSocket.destroy()
  })
})

describe('the limit of connections', { concurrency: false }, () => {
  const env = { PROBATA_MAX_CONNECTIONS: '40', PROBATA_MAX_CONNECTIONS_PER_ADDRESS: '5' }

  test('idle connections make room near the limit', async () => {
    await using p = await boot({ env })
    const idleSockets = await Promise.all(Array.from({ length: 36 }, () => open(p)))
    for (const socket of idleSockets) assert.ok(await requestLiveness(socket))
    const newcomer = await open(p)
    assert.ok(await requestLiveness(newcomer))
    await untilOpen(p, 2)
    newcomer.destroy()
  })

  test('beyond the limit no connection is admitted until there is room', async () => {
    await using p = await boot({ env, patience: 6000 })
    await using clients = await openNonReaders(p.url, 40, scriptRequest())
    while ((await openAt(p)) < 40) await delay(20)
    assert.equal(clients.open(), 40)
    const rejectedSocket = await open(p)
    assert.equal(await requestLiveness(rejectedSocket), false)
    await untilOpen(p, 0)
    const laterSocket = await open(p)
    assert.ok(await requestLiveness(laterSocket))
    laterSocket.destroy()
  })

  test('one address can use only a share of the last quarter; loopback and trusted proxies are exempt', async () => {
    const registry = openRegistry(address => address === '10.0.0.4')
    const connectFrom = (remoteAddress: string) =>
      registry.add(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
    const sharers = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.4', '::ffff:10.0.0.4']
    for (const address of sharers) assert.equal(registry.countOfCaller(connectFrom(address)), 0, address)
    for (const [address, count] of [
      ['192.0.2.1', 1],
      ['::ffff:192.0.2.1', 2],
      ['192.0.2.2', 1],
      ['2001:db8:1:2::1', 1],
      ['2001:db8:1:2:ffff::1', 2],
      ['2001:db8:1:3::1', 1],
    ] as const)
      assert.equal(registry.countOfCaller(connectFrom(address)), count, address)
    assert.equal(registry.size, 12)
    for (const [socket] of registry.all()) socket.emit('close')
    assert.equal(registry.size, 0)
    assert.equal(registry.countOfCaller(connectFrom('192.0.2.1')), 1)
  })
})
