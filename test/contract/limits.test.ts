import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { claimInput, clientSecret } from '#test/fixture.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { skipWithoutRedis, startRedis } from '#test/redis.ts'
import { boot, type Probata } from '#test/system.ts'

const claims = '/api/v1/governance/evidence/claims'

// The limits that the API documents, as an operator would write them.
const documentedLimits = { PROBATA_RATE_LIMITS: 'token-read=600,token-write=60,org=3000,token-issuance=5' }

const accountNames = ['one', 'two', 'three', 'four', 'five', 'six']
const scopes = ['governance.evidence:read', 'governance.evidence:write']
const extraAccounts = accountNames.map(name => ({ name, clientId: `acme-${name}`, clientSecret, scopes }))

const auditedEndpoint = (method: 'PATCH' | 'DELETE') =>
  changeEndpoint({
    name: `${method.toLowerCase()}Thing`,
    summary: 'A mutation of the test',
    tag: 'Evidence',
    method,
    status: 200,
    action: 'thing.change',
    v1: { path: '/things', scope: 'governance.evidence:write' },
    response: Type.Object({ ok: Type.Boolean() }),
    async run(change) {
      change.audit('')
      return { ok: true }
    },
  })

const number = (headers: Headers, name: string): number => Number(headers.get(name))

const bucketOf = (headers: Headers) => ({
  bucket: headers.get('x-ratelimit-bucket'),
  limit: number(headers, 'x-ratelimit-limit'),
  remaining: number(headers, 'x-ratelimit-remaining'),
})

/** Sends `count` requests, 20 at a time; returns the number of responses by status. */
const flood = async (url: string, token: string, count: number): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {}
  let remaining = count
  const work = async () => {
    while (remaining-- > 0) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  return statuses
}

describe('the documented limits', () => {
  let p: Probata
  before(async () => {
    p = await boot({ env: documentedLimits, endpoints: [auditedEndpoint('PATCH'), auditedEndpoint('DELETE')] })
    const acme = { slug: 'acme', name: 'acme Bank', serviceAccounts: extraAccounts }
    await provision(p.system.services, sections, { organizations: [acme] })
  })
  after(() => p[Symbol.asyncDispose]())

  const assertRateLimited = (response: Awaited<ReturnType<Probata['call']>>, bucket: string, limit: number): void => {
    const { status, headers, body } = response
    assert.deepEqual([status, body.error], [429, 'rate_limited'])
    assert.deepEqual(bucketOf(headers), { bucket, limit, remaining: 0 })
    const wait = number(headers, 'retry-after')
    assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After ${wait}`)
    const reset = number(headers, 'x-ratelimit-reset') - p.clock.now() / 1000
    assert.ok(reset > 0 && reset <= 61, `reset in ${reset} s`)
    assert.equal(body.requestId, headers.get('x-request-id'))
  }

  test('60 writes a minute: POST, PATCH and DELETE count, whatever the response', async () => {
    const token = await p.token('acme-one')
    const reason = 'counted as a write, I hope'
    const calls: [string, string, unknown, number][] = [
      ['POST', claims, claimInput('limit-1'), 201],
      ['POST', claims, claimInput('limit-1'), 409],
      ['POST', claims, {}, 400],
      ['POST', '/api/v1/unknown', {}, 404],
      ['PATCH', '/api/v1/things', { reason }, 200],
      ['DELETE', '/api/v1/things', { reason }, 200],
    ]
    for (const [i, [method, path, body, status]] of calls.entries()) {
      const response = await p.call(method, path, { token, body })
      assert.equal(response.status, status)
      assert.deepEqual(bucketOf(response.headers), { bucket: 'token-write', limit: 60, remaining: 59 - i })
    }
    for (let remaining = 60 - calls.length; remaining > 0; remaining--)
      assert.equal((await p.call('PATCH', '/api/v1/things', { token, body: { reason } })).status, 200)
    assertRateLimited(await p.call('POST', claims, { token, body: claimInput('limit-2') }), 'token-write', 60)
    assertRateLimited(await p.call('DELETE', '/api/v1/things', { token, body: { reason } }), 'token-write', 60)
    assert.equal((await p.sql(`select 1 from evidence_claim where claim_key = 'limit-2'`)).length, 0)

    const freshToken = await p.token('acme-one')
    assertRateLimited(
      await p.call('PATCH', '/api/v1/things', { token: freshToken, body: { reason } }),
      'token-write',
      60,
    )
    const read = await p.call('GET', claims, { token: freshToken })
    assert.deepEqual(
      [read.status, read.headers.get('x-ratelimit-bucket')],
      [200, 'token-read'],
      'reads are still accepted',
    )
    const neighbour = await p.call('PATCH', '/api/v1/things', { token: await p.token('acme-two'), body: { reason } })
    assert.equal(neighbour.status, 200)
  })

  test('every response to a known account has the rate limit headers; one to an unknown account has none', async () => {
    const token = await p.token('acme-two')
    const stranger = await p.token('acme-stranger')
    const responses = [
      await p.call('GET', claims, { token }),
      await p.call('GET', `${claims}/gec_unknown`, { token }),
      await p.call('GET', `${claims}?limit=no`, { token }),
      await p.call('GET', '/api/v1/nowhere', { token }),
      await p.call('GET', claims, { token: stranger }),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 404, 400, 404, 403],
    )
    for (const { headers } of responses) {
      const { bucket, limit, remaining } = bucketOf(headers)
      assert.deepEqual([bucket, limit], ['token-read', 600])
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"token-read";r=${remaining};t=\\d+$`))
      assert.equal(headers.get('ratelimit-policy'), '"token-read";q=600;w=60')
      assert.equal(headers.get('retry-after'), null)
    }
    const unknownCaller = await p.call('GET', claims, { token: 'pbt_unknown' })
    assert.deepEqual([unknownCaller.status, unknownCaller.headers.get('x-ratelimit-limit')], [401, null])
  })

  test('5 tokens a minute for an account; wrong secrets do not count', async () => {
    const issue = (clientId: string, secret: string) =>
      p.call('POST', '/api/v1/auth/token', {
        body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
      })
    for (let remaining = 4; remaining >= 0; remaining--) {
      const wrongSecret = await issue('globex-second', 'wrong')
      assert.deepEqual([wrongSecret.status, wrongSecret.headers.get('x-ratelimit-bucket')], [401, null])
      const { status, headers } = await issue('globex-second', clientSecret)
      assert.equal(status, 200)
      assert.deepEqual(bucketOf(headers), { bucket: 'token-issuance', limit: 5, remaining: remaining })
    }
    const sixth = await issue('globex-second', clientSecret)
    assertRateLimited(sixth, 'token-issuance', 5)
    assert.equal(sixth.headers.get('cache-control'), 'no-store')
    assert.equal((await issue('globex-reader', clientSecret)).status, 200)
  })

  test('600 reads a minute for an account, 3000 requests for its organization over all accounts', async () => {
    const url = `${p.url}${claims}/gec_unknown`
    const globex = await p.token('globex-scanner')
    const tokens = await Promise.all(accountNames.slice(2).map(name => p.token(`acme-${name}`)))
    const [first = '', ...rest] = [...tokens, await p.token('acme-scanner'), await p.token('acme-second')]
    assert.deepEqual(await flood(url, first, 640), { 404: 600, 429: 40 })
    assertRateLimited(await p.call('GET', claims, { token: first }), 'token-read', 600)
    assert.equal((await p.call('POST', claims, { token: first, body: {} })).status, 400, 'writes are still accepted')

    const counts = []
    for (const token of rest) counts.push(await flood(url, token, 600))
    const servedCount = 600 + counts.reduce((sum, count) => sum + (count[404] ?? 0), 0)
    // Earlier tests have used the rest of the 3000 requests in the same minute. The bucket is now empty.
    assert.ok(servedCount > 2700 && servedCount < 3000, `${servedCount} served`)
    const [lastToken = ''] = rest.slice(-1)
    const rejection = await p.call('POST', claims, { token: lastToken, body: {} })
    assertRateLimited(rejection, 'org', 3000)
    assert.equal((await p.call('GET', claims, { token: globex })).status, 200, 'another organization is not affected')
  })
})

test('two nodes on one Redis share the buckets', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  await using database = await createTestDatabase('workspace')
  const env = { PROBATA_RATE_LIMITS: 'token-read=20,token-write=10,org=1000,token-issuance=5', REDIS_URL: redis.url }
  // A busy machine may delay a response of Redis for longer than a request normally waits for it.
  const shared = { env, database: database.connection, provision: null, redisTimeout: 30_000 }
  await using firstNode = await boot(shared)
  await using secondNode = await boot(shared)
  await Promise.all([firstNode.system.services.limiter.ready, secondNode.system.services.limiter.ready])
  const token = await firstNode.token('acme-scanner')
  const statuses: number[] = []
  for (let i = 0; i < 24; i++) {
    const { status, headers } = await (i % 2 ? firstNode : secondNode).call('GET', claims, { token })
    statuses.push(status)
    assert.equal(number(headers, 'x-ratelimit-remaining'), Math.max(0, 19 - i))
  }
  assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(4).fill(429)])
  for (let i = 0; i < 4; i++) await secondNode.token('acme-scanner')
  const sixth = await firstNode.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', client_id: 'acme-scanner', client_secret: clientSecret },
  })
  assert.deepEqual([sixth.status, sixth.headers.get('x-ratelimit-bucket')], [429, 'token-issuance'])
})
