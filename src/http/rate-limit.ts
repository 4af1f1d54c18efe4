import { Redis } from 'ioredis'
import { createFailureReport, type FailureLine } from '#lib/failure-report.ts'
import { withWayOut } from '#lib/untrusted.ts'
import { ConfigError } from '#lib/variables.ts'
import { addressesInMemory, addressesInRedis } from './known-addresses.ts'
import { type Bucket, buckets } from './rate-limit-buckets.ts'
import { type Counter, memoryCounter, redisCounter } from './rate-limit-counter.ts'
import {
  type Charge,
  type Counters,
  decide,
  giveBackAll,
  type LimitVerdict,
  type Store,
} from './rate-limit-decision.ts'

export { type Bucket, defaultLimits } from './rate-limit-buckets.ts'
export type { Charge, LimitVerdict } from './rate-limit-decision.ts'

/** The interface of a counter; in and out is plain data. */
export interface RateLimits {
  /**
   * Charges one request to each bucket, the narrowest first. It is allowed if none is exhausted. A rejected request
   * consumes nothing: a noisy token does not use up its organization's share, and early retries never prolong the wait.
   * The headers are those of interface section 8. Never rejects.
   */
  consume(charges: readonly Charge[]): Promise<LimitVerdict>
  /** Refunds the charge of a successful call. Never rejects. */
  giveBack(charges: readonly Charge[]): Promise<void>
  /** Remembers for 30 days that a name signed in from an address. Never rejects. */
  know(address: string): Promise<void>
  knows(address: string): Promise<boolean>
}

export interface RateLimiter extends RateLimits, AsyncDisposable {
  /** `unused` without Redis, `lost` while it does not answer. */
  readonly redis: () => 'unused' | 'ok' | 'lost'
  /**
   * Resolves when Redis answers or the first attempt has failed; a start that waits for it counts nothing separately.
   * Rejects with ConfigError if Redis has no such database.
   */
  readonly ready: Promise<void>
}

export interface RateLimitLog {
  warn(line: FailureLine): void
}

export interface RateLimitOptions {
  /** Requests per minute. */
  readonly limits: Readonly<Record<Bucket, number>>
  readonly redisUrl?: string | undefined
  /** Milliseconds that a request waits for Redis; 250 by default. */
  readonly redisTimeout?: number | undefined
  readonly log?: RateLimitLog | undefined
  /** The certificate authorities trusted for a server of `rediss://`; Node's when left out. */
  readonly ca?: string[] | undefined
}

const askAgainAfter = 1000

const counters = (make: (bucket: Bucket) => Counter): Counters =>
  Object.fromEntries(buckets.map(bucket => [bucket, make(bucket)])) as Counters

/** The error of Redis and Valkey for SELECT. */
const outOfRange = /DB index is out of range|invalid DB index/i

const noSuchDatabase = (redisUrl: string) =>
  new ConfigError([
    {
      variable: 'REDIS_URL',
      says: `names database ${new URL(redisUrl).pathname.slice(1)}, which the server does not have; name one of its databases (\`databases\` in its configuration, 16 as it is installed, counted from 0), or none`,
    },
  ])

/** A command answers within the timeout or fails, and never waits for a connection. */
const connect = (redisUrl: string, commandTimeout: number, ca: string[] | undefined): Redis =>
  new Redis(redisUrl, {
    ...(ca && /^rediss:/i.test(redisUrl) && { tls: { ca } }),
    commandTimeout,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: attempt => Math.min(100 * attempt, 2000),
  })

const ask = (ready: Promise<void>, using: <T>(work: (store: Store) => Promise<T>) => Promise<T>) => ({
  ready,
  consume: (charges: readonly Charge[]) => using(({ counters }) => decide(counters, charges)),
  giveBack: (charges: readonly Charge[]) => using(({ counters }) => giveBackAll(counters, charges)),
  know: (address: string) => using(({ addresses }) => addresses.add(address)),
  knows: (address: string) => using(({ addresses }) => addresses.has(address)),
})

const sharedLimiter = (redisUrl: string, inMemory: Store, options: RateLimitOptions): RateLimiter => {
  const { limits, log, ca, redisTimeout = 250 } = options
  const client = connect(redisUrl, redisTimeout, ca)
  const inRedis: Store = {
    counters: counters(bucket => redisCounter(limits[bucket], bucket, client)),
    addresses: addressesInRedis(client),
  }
  const report = createFailureReport({ fails: 'redis_lost', works: 'redis_back' }, line => log?.warn(line))
  let failing = false
  let stopping = false
  client.on('error', error => {
    // The client would continue in database 0 and share its counters with other programs.
    if (outOfRange.test(error.message)) client.disconnect()
    report.failed(withWayOut(error, 'Redis'))
  })
  client.on('close', () => stopping || report.failed())
  client.on('ready', () => failing || report.worked())
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', error => (outOfRange.test(error.message) ? reject(noSuchDatabase(redisUrl)) : resolve()))
  })
  // A start awaits it; no one else needs to.
  ready.catch(() => undefined)
  let askAgainAt = 0

  const using = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const now = Date.now()
    if (client.status !== 'ready' || now < askAgainAt) return work(inMemory)
    // While Redis fails, one request per second retries it; the others do not wait.
    if (failing) askAgainAt = now + askAgainAfter
    try {
      const answer = await work(inRedis)
      failing = false
      askAgainAt = 0
      report.worked()
      return answer
    } catch (error) {
      failing = true
      askAgainAt = Date.now() + askAgainAfter
      report.failed(error)
      return work(inMemory)
    }
  }

  return {
    ...ask(ready, using),
    redis: () => (failing || client.status !== 'ready' ? 'lost' : 'ok'),
    async know(address) {
      await inMemory.addresses.add(address)
      await using(({ addresses }) => addresses.add(address))
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      client.disconnect()
    },
  }
}

/**
 * Counts in memory, or with `redisUrl` in Redis or Valkey for all processes together. While Redis does not answer, each
 * process counts on its own with the full limits; the log reports when Redis is lost and when it is back.
 */
export const createRateLimiter = (options: RateLimitOptions): RateLimiter => {
  const inMemory: Store = {
    counters: counters(bucket => memoryCounter(options.limits[bucket])),
    addresses: addressesInMemory(),
  }
  if (options.redisUrl !== undefined) return sharedLimiter(options.redisUrl, inMemory, options)
  return {
    ...ask(Promise.resolve(), work => work(inMemory)),
    redis: () => 'unused',
    [Symbol.asyncDispose]: async () => {},
  }
}
