import assert from 'node:assert/strict'
import test, { before, suite } from 'node:test'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { allowed, bomb } from '#test/receivers/behaviours.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, type Receiver, receive } from '#test/receivers/receiver.ts'
import type { Exchange } from './exchange.ts'
import { createSender } from './send.ts'

const names = createNames()
const guard = createGuard({ allow: networks(allowed), lookup: names.lookup })

const body = Buffer.from('{"id":"evt_1","text":"ünïcode"}')
const headers = { 'content-type': 'application/json', 'user-agent': 'Probata' }
const requestTo = (receiver: Pick<Receiver, 'url'>) => ({ url: new URL(receiver.url), headers, body })

const outcomeOf = ({ status, failure, truncated }: Exchange) => ({ status, failure, truncated })

before(async () => {
  await certificates()
})

suite('receivers', { concurrency: true }, () => {
  for (const { kind, start, expected, connections } of kinds.filter(({ isLong }) => !isLong)) {
    test(kind, async () => {
      await using receiver = await start(names)
      await using sender = createSender({ guard, deadlineMs: 2000 })
      assert.equal(await guard.problem(receiver.url), undefined)
      for (const { status, failure, truncated } of expected) {
        const exchange = await sender.send(requestTo(receiver))
        assert.deepEqual(outcomeOf(exchange), { status, failure, truncated }, `code ${exchange.code}`)
      }
      if (connections !== undefined) assert.equal(receiver.connections, connections)
    })
  }
})

test('the request arrives unchanged, and the response is returned unchanged', async () => {
  const response = http(201, 'thänks', { 'X-One': '1', 'x-two': 'a' }).replace('\r\n\r\n', '\r\nX-Two: b\r\n\r\n')
  await using receiver = await receive({ answer: socket => socket.write(response) })
  await using sender = createSender({ guard })
  const exchange = await sender.send({ ...requestTo(receiver), url: new URL(`${receiver.url}?a=1&b=%20`) })
  const [request] = receiver.requests
  assert.equal(Buffer.from(request?.body ?? '', 'latin1').toString(), body.toString())
  assert.deepEqual(request?.head.split('\r\n'), [
    'POST /hook?a=1&b=%20 HTTP/1.1',
    `host: ${new URL(receiver.url).host}`,
    'connection: keep-alive',
    'content-type: application/json',
    'user-agent: Probata',
    `content-length: ${body.length}`,
  ])
  assert.deepEqual(exchange.headers, { 'content-length': '7', 'x-one': '1', 'x-two': 'a, b' })
  assert.equal(exchange.body.toString(), 'thänks')
})

test('a compressed body is stored unchanged', async () => {
  const kind = kinds.find(candidate => candidate.kind === 'gzip bomb')
  assert.ok(kind)
  await using receiver = await kind.start(names)
  await using sender = createSender({ guard })
  assert.deepEqual((await sender.send(requestTo(receiver))).body, bomb)
})

for (const [length, truncated, connections] of [
  [16_384, false, 1],
  [16_385, true, 2],
] as const) {
  test(`the first 16 KiB of a body of ${length} bytes are stored`, async () => {
    await using receiver = await receive({ answer: socket => socket.write(http(200, 'b'.repeat(length))) })
    await using sender = createSender({ guard })
    const exchange = await sender.send(requestTo(receiver))
    await sender.send(requestTo(receiver))
    assert.deepEqual([exchange.body.length, exchange.truncated], [16_384, truncated])
    assert.equal(receiver.connections, connections)
  })
}

test('only the part of ten gigabytes that fits into the sockets is read', async () => {
  const kind = kinds.find(candidate => candidate.kind === 'endless body')
  assert.ok(kind)
  await using receiver = await kind.start(names)
  await using sender = createSender({ guard })
  for (let i = 0; i < 20; i++) await sender.send(requestTo(receiver))
  assert.equal(receiver.connections, 20)
  const bytesPerRequest = receiver.bytesWritten / 20
  assert.ok(bytesPerRequest < 10 * 1024 * 1024, `${bytesPerRequest} bytes for each`)
})

test('concurrent requests have one connection each, and the connections are reused', async () => {
  await using receiver = await receive()
  await using sender = createSender({ guard })
  for (let round = 0; round < 3; round++) {
    const exchanges = await Promise.all(Array.from({ length: 20 }, () => sender.send(requestTo(receiver))))
    assert.ok(exchanges.every(({ status }) => status === 200))
  }
  assert.equal(receiver.connections, 20)
})

test('a connection that the receiver closes after a response is not reused', async () => {
  const closing = http(200, 'bye', { connection: 'close' })
  await using receiver = await receive({ answer: socket => socket.end(closing) })
  await using sender = createSender({ guard })
  for (let i = 0; i < 5; i++) assert.equal((await sender.send(requestTo(receiver))).status, 200)
  assert.equal(receiver.connections, 5)
})

test('a request that cannot be sent is reported as internal', async () => {
  await using sender = createSender({ guard })
  const url = new URL('http://127.0.0.1/')
  for (const request of [
    { url: new URL('ftp://127.0.0.1/'), headers, body },
    { url, headers: { 'x-split': 'a\r\nb: c' }, body },
  ]) {
    assert.deepEqual(outcomeOf(await sender.send(request)), { status: null, failure: 'internal', truncated: false })
  }
})

test('disposing aborts requests in flight, ends idle connections and rejects later requests', async () => {
  let endedConnections = 0
  await using receiver = await receive({
    answer(socket, n) {
      socket.once('end', () => endedConnections++)
      if (n === 1) socket.write(http(200))
    },
  })
  const sender = createSender({ guard })
  await sender.send(requestTo(receiver))
  const inFlight = [sender.send(requestTo(receiver)), sender.send(requestTo(receiver))]
  while (receiver.requests.length < 3) await new Promise(setImmediate)
  names.set('never.test', () => 'never')
  inFlight.push(sender.send({ url: new URL('http://never.test/'), headers, body }))
  await sender[Symbol.asyncDispose]()
  inFlight.push(sender.send(requestTo(receiver)))
  for (const exchange of await Promise.all(inFlight)) {
    assert.deepEqual([exchange.failure, exchange.code], ['internal', 'UND_ERR_DESTROYED'])
  }
  while (endedConnections < 3) await new Promise(setImmediate)
  assert.equal(receiver.connections, 2)
})

test('a name that resolves after the deadline gets no connection', async () => {
  const { promise, resolve } = Promise.withResolvers<[{ address: string; family: number }]>()
  await using receiver = await receive({ name: 'late.test' })
  const slowGuard = createGuard({ allow: networks(allowed), lookup: () => promise })
  await using sender = createSender({ guard: slowGuard, deadlineMs: 50 })
  assert.equal((await sender.send(requestTo(receiver))).failure, 'timeout')
  resolve([{ address: allowed, family: 4 }])
  await using another = createSender({ guard: slowGuard })
  assert.equal((await another.send(requestTo(receiver))).status, 200)
  assert.equal(receiver.connections, 1)
})

test('the address that responds is used; if all addresses refuse, the failure is a refused connection', async () => {
  names.set('several.test', () => ['127.0.0.3', '127.0.0.4', allowed])
  names.set('refusing.test', () => ['127.0.0.3', '127.0.0.4'])
  const wide = createGuard({ allow: networks('127.0.0.0/8'), lookup: names.lookup })
  await using receiver = await receive({ name: 'several.test' })
  await using sender = createSender({ guard: wide })
  assert.equal((await sender.send(requestTo(receiver))).status, 200)
  const refusal = await sender.send({
    ...requestTo(receiver),
    url: new URL(receiver.url.replace('several', 'refusing')),
  })
  assert.deepEqual([refusal.failure, refusal.code], ['connection_refused', 'ECONNREFUSED'])
})
