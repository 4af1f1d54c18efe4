import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { allowed, lowLimits as limits, org, parallel, read, remaining, times, write } from '#test/rate-limit.ts'
import { type Bucket, createRateLimiter, defaultLimits, type RateLimiter } from './rate-limit.ts'

const start = Date.parse('2026-01-01T00:00:00.500Z')

const memoryLimiter = (t: TestContext, bucketLimits = limits): RateLimiter => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: start })
  return createRateLimiter({ limits: bucketLimits })
}

test('the default limits are those of interface section 8 and our own for other endpoints', () => {
  assert.deepEqual(defaultLimits, {
    'token-read': 600,
    'token-write': 60,
    org: 3000,
    'token-issuance': 5,
    'token-failure': 5,
    'token-failure-address': 100,
    'sign-in': 10,
    'sign-in-address': 100,
    'sign-in-name': 20,
    'sign-in-known-address': 10,
    'sign-in-device': 10,
    'sign-in-locked': 1,
    'session-opening': 30,
    'own-password': 10,
    'forgot-password': 5,
    'forgot-password-address': 50,
    'reset-mail': 1,
    'single-sign-on': 10,
    'single-sign-on-address': 100,
    'sign-on-begin-address': 1000,
    'sign-on-known-address': 30,
    'sign-on-callback-address': 100,
    'back-channel-address': 100,
    'client-keys-address': 600,
    'passkey-address': 100,
    'link-address': 100,
    'feed-address': 100,
    feed: 60,
    'room-bundle': 6,
    'hash-address': 200,
    'ledger-address': 600,
    scim: 1800,
  })
})

for (const [bucket, limit] of Object.entries(defaultLimits) as [Bucket, number][]) {
  test(`${bucket}: ${limit} requests are allowed, the next is not`, async t => {
    const limiter = memoryLimiter(t, defaultLimits)
    const verdicts = await times(limit + 1, limiter, { bucket, key: 'k' })
    assert.deepEqual(
      verdicts.map(verdict => verdict.headers['X-RateLimit-Remaining']),
      [...Array.from({ length: limit }, (_, i) => String(limit - 1 - i)), '0'],
    )
    assert.deepEqual(
      verdicts.map(verdict => verdict.allowed),
      [...Array(limit).fill(true), false],
    )
  })
}

test('an allowed and a rejected request have rate limit headers', async t => {
  const limiter = memoryLimiter(t)
  const [first] = await times(5, limiter, read(), org())
  assert.deepEqual(first, {
    allowed: true,
    headers: {
      'X-RateLimit-Limit': '5',
      'X-RateLimit-Remaining': '4',
      'X-RateLimit-Reset': '1767225661',
      'X-RateLimit-Bucket': 'token-read',
      RateLimit: '"token-read";r=4;t=60',
      'RateLimit-Policy': '"token-read";q=5;w=60',
    },
  })
  t.mock.timers.tick(29_100)
  assert.deepEqual(await limiter.consume([read(), org()]), {
    allowed: false,
    headers: {
      'X-RateLimit-Limit': '5',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1767225661',
      'X-RateLimit-Bucket': 'token-read',
      RateLimit: '"token-read";r=0;t=31',
      'RateLimit-Policy': '"token-read";q=5;w=60',
      'Retry-After': '31',
    },
  })
})

test('the headers are those of the bucket nearest to exhaustion', async t => {
  const limiter = memoryLimiter(t)
  const verdicts = [
    ...(await times(2, limiter, read('sa_1'), org())),
    ...(await times(4, limiter, read('sa_2'), org())),
    ...(await times(2, limiter, read('sa_3'), org())),
    ...(await times(1, limiter, read('sa_3'), org())),
  ]
  assert.deepEqual(verdicts.map(remaining), [
    'token-read 4',
    'token-read 3',
    'token-read 4',
    'token-read 3',
    'token-read 2',
    'token-read 1',
    'org 1',
    'org 0',
    'org 0',
  ])
  assert.equal(allowed(verdicts), 8)
})

test('reads and writes are counted separately for an account, and together for its organization', async t => {
  const limiter = memoryLimiter(t, { ...limits, 'token-write': 2 })
  assert.equal(allowed(await times(3, limiter, write(), org())), 2)
  assert.equal(allowed(await times(6, limiter, read(), org())), 5)
  assert.equal(allowed(await times(6, limiter, read('sa_2'), org())), 1)
  assert.equal(allowed(await times(6, limiter, read('sa_2'), org('org_2'))), 4)
})

test('a rejected request consumes nothing from any bucket', async t => {
  const limiter = memoryLimiter(t)
  await times(5, limiter, read('sa_1'), org())
  await times(1000, limiter, read('sa_1'), org())
  assert.equal(remaining(await limiter.consume([read('sa_2'), org()])), 'org 2')
  await times(2, limiter, read('sa_2'), org())
  await parallel(1000, limiter, read('sa_2'), org())
  assert.equal(remaining(await limiter.consume([read('sa_2')])), 'token-read 1')
})

test('the bucket refills 60 s after its first request, regardless of the number of requests', async t => {
  const limiter = memoryLimiter(t)
  await times(1, limiter, read())
  t.mock.timers.tick(59_999)
  const verdicts = await times(100, limiter, read())
  assert.equal(allowed(verdicts), 4)
  assert.equal(verdicts[99]?.headers['Retry-After'], '1')
  t.mock.timers.tick(1)
  const after = await times(6, limiter, read())
  assert.equal(allowed(after), 5)
  assert.equal(after[5]?.headers['Retry-After'], '60')
  assert.equal(after[5]?.headers['X-RateLimit-Reset'], '1767225721')
})

test('if two buckets are exhausted, the headers report the later refill', async t => {
  const limiter = memoryLimiter(t)
  await times(5, limiter, read())
  t.mock.timers.tick(30_000)
  await times(8, limiter, org())
  const { allowed, headers } = await limiter.consume([read(), org()])
  assert.deepEqual([allowed, headers['X-RateLimit-Bucket'], headers['Retry-After']], [false, 'org', '60'])
  t.mock.timers.tick(30_000)
  const later = await limiter.consume([read(), org()])
  assert.deepEqual([later.allowed, later.headers['Retry-After']], [false, '30'])
})

test('a bucket whose last request is refunded is not reported as exhausted', async t => {
  const limiter = memoryLimiter(t)
  await times(8, limiter, org())
  t.mock.timers.tick(30_000)
  await times(4, limiter, read())
  const { allowed, headers } = await limiter.consume([read(), org()])
  assert.deepEqual([allowed, headers['X-RateLimit-Bucket'], headers['Retry-After']], [false, 'org', '30'])
})

test('of 1000 simultaneous requests, exactly the limit is allowed', async t => {
  const limiter = memoryLimiter(t, defaultLimits)
  assert.equal(allowed(await parallel(1000, limiter, read(), org())), 600)
  const both = await Promise.all([
    parallel(500, limiter, write('sa_2'), org('org_2')),
    parallel(500, limiter, write('sa_3'), org('org_2')),
  ])
  assert.deepEqual(both.map(allowed), [60, 60])
})

test('long keys that differ only at their end are counted separately', async t => {
  const limiter = memoryLimiter(t)
  const long = 'k'.repeat(100_000)
  assert.equal(allowed(await times(6, limiter, read(`${long}1`))), 5)
  assert.equal(allowed(await times(1, limiter, read(`${long}2`))), 1)
})

test('without a charge there are no headers', async () => {
  assert.deepEqual(await createRateLimiter({ limits }).consume([]), { allowed: true, headers: {} })
})

test('a charge can be refunded', async t => {
  const limiter = memoryLimiter(t)
  const charges = [read(), org()]
  assert.equal(allowed(await times(6, limiter, ...charges)), 5)
  await limiter.refund(charges)
  assert.equal(allowed(await times(2, limiter, ...charges)), 1)
})

test('an address is known for 30 days', async t => {
  const limiter = memoryLimiter(t)
  assert.equal(await limiter.knows('here'), false)
  await limiter.know('here')
  assert.deepEqual([await limiter.knows('here'), await limiter.knows('there')], [true, false])
  t.mock.timers.tick(30 * 24 * 60 * 60 * 1000)
  assert.equal(await limiter.knows('here'), false)
})
