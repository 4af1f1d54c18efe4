import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { changeEndpoint, readEndpoint } from '#http/endpoint.ts'
import { boot, type Probata } from '#test/system.ts'

const claims = '/api/v1/governance/evidence/claims'
const scope = 'governance.evidence:read'

const common = { tag: 'Evidence', response: Type.Object({ ok: Type.Boolean() }) }

const run = async () => ({ ok: true })

const sunsetRead = readEndpoint({
  ...common,
  name: 'listOldClaims',
  summary: 'Read a moved resource',
  v1: { path: '/governance/evidence/old-claims', scope },
  sunset: { successor: claims },
  run,
})

const sunsetWrite = changeEndpoint({
  ...common,
  name: 'createOldClaim',
  summary: 'Write a moved resource',
  method: 'POST',
  status: 201,
  action: 'old_claim.create',
  v1: { path: '/governance/evidence/old-claims', scope: 'governance.evidence:write' },
  sunset: { successor: claims },
  run,
})

const deprecatedRead = readEndpoint({
  ...common,
  name: 'listAgeingClaims',
  summary: 'Read a resource that will move',
  v1: { path: '/governance/evidence/ageing-claims', scope },
  deprecated: { since: '2026-10-01T00:00:00.000Z', sunset: '2027-10-01T00:00:00.000Z', successor: claims },
  run,
})

let p: Probata
before(async () => {
  p = await boot({ endpoints: [sunsetRead, sunsetWrite, deprecatedRead] })
})
after(() => p[Symbol.asyncDispose]())

const link = `<${claims}>; rel="successor-version"`

test('a sunset endpoint returns 410 gone with a Link to its successor', async () => {
  const token = await p.token('acme-scanner')
  const path = '/api/v1/governance/evidence/old-claims'
  const read = await p.call('GET', path, { token })
  const write = await p.call('POST', path, { token, key: 'sunset-write', body: { anything: true } })
  for (const { status, headers, body } of [read, write]) {
    assert.equal(status, 410)
    assert.equal(headers.get('link'), link)
    assert.equal(body.error, 'gone')
    assert.ok(body.message.includes(claims))
    assert.equal(body.requestId, headers.get('x-request-id'))
    assert.ok(headers.has('x-ratelimit-limit'), 'the request is attributed to the account, so it counts')
  }
  assert.equal((await p.call('GET', path)).status, 401)
  const storedKeys = await p.sql(`select 1 from idempotency_key where key = 'sunset-write'`)
  assert.equal(storedKeys.length, 0, 'nothing ran, so nothing is stored')

  const deprecatedResponse = await p.call('GET', '/api/v1/governance/evidence/ageing-claims', { token })
  assert.deepEqual([deprecatedResponse.status, deprecatedResponse.body], [200, { ok: true }])
  assert.equal(deprecatedResponse.headers.get('deprecation'), `@${Date.UTC(2026, 9, 1) / 1000}`, 'RFC 9745')
  assert.equal(deprecatedResponse.headers.get('sunset'), 'Fri, 01 Oct 2027 00:00:00 GMT', 'RFC 8594')
  assert.equal(deprecatedResponse.headers.get('link'), link)
  const currentResponse = await p.call('GET', claims, { token })
  for (const name of ['deprecation', 'sunset', 'link']) assert.equal(currentResponse.headers.get(name), null)

  const { body: document } = await p.call('GET', '/api/openapi.json')
  const { paths } = document
  assert.equal(paths['/api/v1/governance/evidence/old-claims'].get.deprecated, true)
  assert.ok(paths['/api/v1/governance/evidence/old-claims'].get.responses['410'])
  assert.equal(paths['/api/v1/governance/evidence/ageing-claims'].get.deprecated, true)
  assert.equal(paths[claims].get.deprecated, undefined)
})

test('the version is the path prefix; nothing is served under another', async () => {
  const token = await p.token('acme-reader')
  for (const path of [
    '/api/v2/governance/evidence/claims',
    '/api/governance/evidence/claims',
    '/api/V1/governance/evidence/claims',
  ]) {
    const { status, body, headers } = await p.call('GET', path, { token })
    assert.deepEqual([status, body.error, body.requestId], [404, 'not_found', headers.get('x-request-id')], path)
  }
  assert.match(claims, /^\/api\/v1\//)
  assert.equal((await p.call('GET', claims, { token })).status, 200)
})
