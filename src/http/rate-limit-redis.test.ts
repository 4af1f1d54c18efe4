import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { createLog } from '#lib/log.ts'
import { noon } from '#test/fixture.ts'
import { allowed, lowLimits as limits, org, parallel, read, remaining, times, write } from '#test/rate-limit.ts'
import { skipWithoutRedis, startRedis } from '#test/redis.ts'
import { createRateLimiter, defaultLimits } from './rate-limit.ts'

// In milliseconds; long enough that the counts do not depend on the load of the machine.
const redisTimeout = 30_000

const collectLines = (lines: string[]): Writable =>
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })

test('with Redis, limiters share their buckets', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  await using one = createRateLimiter({ limits: defaultLimits, redisUrl: redis.url, redisTimeout })
  await using two = createRateLimiter({ limits: defaultLimits, redisUrl: redis.url, redisTimeout })
  await Promise.all([one.ready, two.ready])

  const startedAt = performance.now()
  const both = await Promise.all([
    parallel(500, one, read('sa_1'), org('org_1')),
    parallel(500, two, read('sa_1'), org('org_1')),
  ])
  assert.equal(allowed(both.flat()), 600)
  const next = await two.consume([read('sa_1'), org('org_1')])
  assert.deepEqual([next.allowed, remaining(next)], [false, 'token-read 0'])
  const secondsLeft = 60 - (performance.now() - startedAt) / 1000
  const wait = Number(next.headers['Retry-After'])
  assert.ok(wait >= secondsLeft && wait <= 60, `${wait} s to wait, of ${secondsLeft}`)
  const reset = Number(next.headers['X-RateLimit-Reset']) - Date.now() / 1000
  assert.ok(reset >= secondsLeft - 1 && reset <= 61, `resets in ${reset} s, of ${secondsLeft}`)

  const verdicts = await times(5, one, { bucket: 'token-issuance', key: 'x' })
  assert.deepEqual(
    verdicts.map(remaining),
    [4, 3, 2, 1, 0].map(left => `token-issuance ${left}`),
  )
  assert.equal((await two.consume([{ bucket: 'token-issuance', key: 'x' }])).allowed, false)
})

test('with Redis, a rejected request consumes nothing', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  await using one = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await using two = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await Promise.all([one.ready, two.ready])

  await Promise.all([parallel(500, one, read('sa_1'), org()), parallel(500, two, read('sa_1'), org())])
  assert.equal(remaining(await one.consume([read('sa_2'), org()])), 'org 2')
  await times(2, two, read('sa_2'), org())
  await Promise.all([parallel(500, one, read('sa_2'), org()), parallel(500, two, read('sa_2'), org())])
  assert.equal(remaining(await one.consume([read('sa_2')])), 'token-read 1')
})

test('with Redis, one process refunds a charge of another', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  await using one = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await using two = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await Promise.all([one.ready, two.ready])
  assert.equal(allowed(await times(6, one, read())), 5)
  await two.refund([read()])
  assert.equal(allowed(await times(2, one, read())), 1)
  await two.refund([read('nobody')])
  assert.equal(allowed(await times(6, one, read('nobody'))), 5)
})

test('with Redis, all processes share known addresses under hashed names; when Redis fails, a process knows its own', {
  skip: skipWithoutRedis,
}, async () => {
  await using redis = await startRedis()
  await using one = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await using two = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await Promise.all([one.ready, two.ready])
  await one.know('192.0.2.7 rita@acme.example')
  assert.equal(await two.knows('192.0.2.7 rita@acme.example'), true)
  assert.equal(await two.knows('192.0.2.8 rita@acme.example'), false)
  const client = new Redis(redis.url)
  const [key = ''] = await client.keys('*')
  const secondsLeft = await client.ttl(key)
  client.disconnect()
  assert.match(key, /^probata:known:[A-Za-z0-9_-]{43}$/)
  assert.ok(secondsLeft > 29 * 24 * 60 * 60)
  await redis.signal('SIGKILL')
  assert.equal(await one.knows('192.0.2.7 rita@acme.example'), true)
})

test('with Redis, counters expire and their names contain no plain keys', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  await using limiter = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await limiter.ready
  await limiter.consume([{ bucket: 'sign-in', key: 'rita@acme.example' }, org()])
  const client = new Redis(redis.url)
  const keys = (await client.keys('*')).sort()
  const ages = await Promise.all(keys.map(key => client.pttl(key)))
  client.disconnect()
  assert.equal(keys.length, 2)
  for (const key of keys) assert.match(key, /^probata:rl:(org|sign-in):[A-Za-z0-9_-]{22}$/)
  for (const age of ages) assert.ok(age > 50_000 && age <= 60_000, `${age} ms left`)
})

test('when Redis is killed during requests, every request gets a verdict', { skip: skipWithoutRedis }, async () => {
  await using redis = await startRedis()
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: collectLines(lines) })
  await using limiter = createRateLimiter({ limits: defaultLimits, redisUrl: redis.url, redisTimeout, log })
  await limiter.ready

  const before = await parallel(100, limiter, read(), org())
  const during = parallel(500, limiter, read('sa_2'), org())
  const killed = redis.signal('SIGKILL')
  const verdicts = [...before, ...(await during)]
  await killed
  verdicts.push(...(await parallel(50, limiter, read('sa_3'), org())))
  assert.equal(allowed(verdicts), 650)
  assert.equal(allowed(await parallel(1000, limiter, write(), org('org_2'))), 60)

  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /"level":"warn".*"event":"redis_lost"/)
  assert.ok(!lines[0]?.includes(redis.password))
})

test('when Redis hangs, requests wait for it at most once a second, and use it again when it responds', {
  skip: skipWithoutRedis,
}, async t => {
  await using redis = await startRedis()
  const events: string[] = []
  const log = { warn: ({ event }: { event: string }) => void events.push(event) }
  await using limiter = createRateLimiter({ limits, redisUrl: redis.url, log })
  await using other = createRateLimiter({ limits, redisUrl: redis.url, redisTimeout })
  await Promise.all([limiter.ready, other.ready])
  t.mock.timers.enable({ apis: ['Date'], now: noon })

  assert.equal(allowed(await times(4, other, read())), 4)
  await redis.signal('SIGSTOP')
  const waits: number[] = []
  const verdicts = []
  for (let i = 0; i < 20; i++) {
    const requestedAt = performance.now()
    verdicts.push(await limiter.consume([read('sa_2')]))
    waits.push(performance.now() - requestedAt)
  }
  assert.equal(allowed(verdicts), 5)
  // On a busy machine, a few requests besides the first are slow.
  assert.ok(waits.filter(ms => ms > 245).length < 10, `waited ${waits.map(Math.round)} ms`)
  assert.equal(limiter.redis(), 'lost')
  assert.deepEqual(events, ['redis_lost'])
  await redis.signal('SIGCONT')
  const remainingAfter: string[] = []
  for (let i = 0; i < 3; i++) {
    t.mock.timers.tick(1000)
    remainingAfter.push(remaining(await limiter.consume([read()])))
  }
  // A process that counted alone would have 4, 3 and 2 left.
  assert.ok(remainingAfter.includes('token-read 0'), remainingAfter.join())
  assert.equal(limiter.redis(), 'ok')
  assert.deepEqual(events, ['redis_lost', 'redis_back'])
})

test('without a reachable Redis, requests are counted in memory from the first one', async () => {
  await using limiter = createRateLimiter({ limits, redisUrl: 'redis://127.0.0.1:1' })
  assert.equal(allowed(await parallel(100, limiter, read(), org())), 5)
  await limiter.ready
  assert.equal(allowed(await parallel(100, limiter, read('sa_2'), org())), 3)
})

test('a database number that Redis does not have fails the start, and no other database is used', {
  skip: skipWithoutRedis,
}, async () => {
  await using redis = await startRedis()
  await using limiter = createRateLimiter({ limits: defaultLimits, redisUrl: `${redis.url}/99`, redisTimeout })
  await assert.rejects(limiter.ready, /REDIS_URL names database 99, which the server does not have/)
  await limiter.consume([{ bucket: 'token-read', key: 'somebody' }])
  const client = new Redis(redis.url)
  assert.equal(await client.dbsize(), 0)
  client.disconnect()
  await using right = createRateLimiter({ limits: defaultLimits, redisUrl: `${redis.url}/3`, redisTimeout })
  await right.ready
})
