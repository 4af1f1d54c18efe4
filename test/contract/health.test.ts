import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { claimInput } from '#test/fixture.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, untilBlocked } from '#test/system.ts'
import { until } from '#test/until.ts'

const readyPath = '/api/health/ready'
const livePath = '/api/health/live'

test('live never queries the database; ready returns 503 while it is down and 200 when it is back', async () => {
  await using database = await createTestDatabase('workspace')
  await using proxy = await startDatabaseProxy(database.connection)
  await using p = await boot({ database: proxy.connection, provision: null })
  const token = await p.token('acme-scanner')
  const probes = async () => [(await p.call('GET', livePath)).status, (await p.call('GET', readyPath)).status]
  // The database has two seconds to respond to the probe, which a busy machine may exceed once.
  const isReady = async () => isDeepStrictEqual(await probes(), [200, 200])
  await until('the server is ready', isReady)
  assert.deepEqual((await p.call('GET', readyPath)).body, { status: 'ok' })

  proxy.cut()
  assert.deepEqual(await probes(), [200, 503])
  assert.deepEqual((await p.call('GET', livePath)).body, { status: 'ok' })
  assert.deepEqual((await p.call('GET', readyPath)).body, { status: 'unavailable' })
  const response = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('gone-1') })
  assert.deepEqual([response.status, response.body.error], [503, 'internal_error'])
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal(response.body.requestId, response.headers.get('x-request-id'))

  proxy.mend()
  await until('the server is ready again', isReady)
  const retryResponse = await p.call('POST', '/api/v1/governance/evidence/claims', {
    token,
    body: claimInput('gone-1'),
  })
  assert.equal(retryResponse.status, 201)
})

test('a program whose startup options do not reach PostgreSQL fails to start', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startDatabaseProxy(database.connection, { dropOptions: true })
  await assert.rejects(boot({ database: proxy.connection }), /drops startup options.*ignore_startup_parameters/s)
})

test('a graceful stop finishes the request in flight, and ready returns 503 in the meantime', async () => {
  await using p = await boot()
  const token = await p.token('acme-scanner')
  const holder = new pg.Client(p.connection)
  await holder.connect()
  const [{ id } = {}] = await p.sql(`select id from organization where slug = 'acme'`)
  await holder.query('begin')
  await holder.query(
    `insert into evidence_claim values ($1, 'gec_held', null, 'held-key', 'submitted', now(), 'x', null, '{}', '{}', '{}')`,
    [id],
  )

  const { hostname, port } = new URL(p.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  const body = JSON.stringify(claimInput('held-key'))
  const hostHeader = `Host: ${hostname}\r\n`
  socket.write(
    `POST /api/v1/governance/evidence/claims HTTP/1.1\r\n${hostHeader}Authorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await untilBlocked(p, 1)
  const stopping = p.system[Symbol.asyncDispose]()
  // The server reads the second request of the connection while it serves the first.
  socket.write(`GET ${readyPath} HTTP/1.1\r\n${hostHeader}\r\n`)
  await assert.rejects(fetch(`${p.url}${livePath}`), 'no new connection is accepted')
  const socketClosed = once(socket, 'close')
  await holder.query('rollback')
  await holder.end()
  await socketClosed
  await stopping

  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['201', '503'], text)
  assert.match(text, /"claimKey":"held-key"/)
  assert.match(text, /"status":"draining"/)
  const rows = await p.sql(`select claim_key from evidence_claim where claim_key = 'held-key'`)
  assert.equal(rows.length, 1)
})

const otherAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find(address => address && !address.internal && address.family === 'IPv4')?.address

test('metrics are served to this machine, or to a caller with the token', async t => {
  const secret = 'a-token-for-the-metrics-page'
  await using p = await boot({ env: { HOST: '0.0.0.0', PROBATA_METRICS_TOKEN: secret } })
  const { port } = new URL(p.url)
  const token = await p.token('acme-reader')
  await p.call('GET', '/api/v1/governance/evidence/claims/gec_unknown', { token })
  const writer = await p.token('acme-scanner')
  const create = { token: writer, key: 'metrics-1', body: claimInput('metrics-1') }
  for (const status of [201, 201]) {
    assert.equal((await p.call('POST', '/api/v1/governance/evidence/claims', create)).status, status)
  }
  const callAtHost = (host: string, headers: Record<string, string> = {}) =>
    fetch(`http://${host}:${port}/metrics`, { headers })

  const local = await callAtHost('127.0.0.1')
  const text = await local.text()
  assert.equal(local.status, 200)
  assert.match(local.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const route = 'route="/api/v1/governance/evidence/claims/:claimId"'
  assert.match(text, new RegExp(`http_request_duration_seconds_count\\{method="GET",${route},status="404"\\} 1\\n`))
  assert.match(text, /probata_refusals_total\{kind="not_found"\} 1\n/)
  assert.match(text, /probata_idempotent_replays_total 1\n/)
  assert.match(text, /probata_database_connections\{state="total"\} [1-9]/)
  assert.ok(!text.includes('gec_unknown'), 'no label has many values')

  const forwarded = await callAtHost('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
  assert.equal(forwarded.status, 404, 'requested through a proxy on this machine')
  const address = otherAddress()
  if (!address) return t.skip('this machine has no address but loopback')
  assert.equal((await callAtHost(address)).status, 404)
  assert.equal((await callAtHost(address, { authorization: `Bearer ${secret}x` })).status, 404)
  assert.equal((await callAtHost(address, { authorization: `Bearer ${secret}` })).status, 200)
})
