import { Redis } from 'ioredis'
import { createFailureReport, type FailureLine } from '#lib/failure-report.ts'
import { withRemedy } from '#lib/untrusted.ts'
import { ConfigError } from '#lib/variables.ts'
import { addressesInMemory, addressesInRedis } from './known-addresses.ts'
import { type Bucket, buckets } from './rate-limit-buckets.ts'
import { type Counter, memoryCounter, redisCounter } from './rate-limit-counter.ts'
import { type Charge, type Counters, decide, type LimitVerdict, refundAll, type Store } from './rate-limit-decision.ts'

export { type Bucket, defaultLimits } from './rate-limit-buckets.ts'
export type { Charge, LimitVerdict } from './rate-limit-decision.ts'

/** Counts requests. Arguments and results are plain data, which can pass between processes. */
export interface RateLimits {
  /**
   * Charges one request to each bucket, the narrowest first, and allows it if no bucket is exhausted. A rejected
   * request consumes nothing: a noisy token does not use up its organization's share, and early retries never prolong
   * the wait. Returns the headers of interface section 8. Never throws.
   */
  consume(charges: readonly Charge[]): Promise<LimitVerdict>
  /** Refunds the charges of a successful call. Never throws. */
  refund(charges: readonly Charge[]): Promise<void>
  /** Remembers for 30 days that a person signed in from an address. Never throws. */
  know(address: string): Promise<void>
  knows(address: string): Promise<boolean>
}

export interface RateLimiter extends RateLimits, AsyncDisposable {
  /** `unused` without Redis, `lost` while Redis does not respond. */
  readonly redis: () => 'unused' | 'ok' | 'lost'
  /**
   * Resolves when Redis responds or the first attempt has failed. If Redis responded, all later requests are counted
   * there. Rejects with ConfigError if Redis has no such database.
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
  /** The certificate authorities to trust for `rediss://`; Node's by default. */
  readonly ca?: string[] | undefined
}

const retryAfterMs = 1000

const createCounters = (make: (bucket: Bucket) => Counter): Counters =>
  Object.fromEntries(buckets.map(bucket => [bucket, make(bucket)])) as Counters

/** Matches the error of Redis and Valkey for SELECT. */
const outOfRange = /DB index is out of range|invalid DB index/i

const noSuchDatabase = (redisUrl: string) =>
  new ConfigError([
    {
      variable: 'REDIS_URL',
      says: `names database ${new URL(redisUrl).pathname.slice(1)}, which the server does not have; name one of its databases (numbered from 0; \`databases\` in its configuration sets how many, 16 by default), or none`,
    },
  ])

/** Creates a client whose commands fail after the timeout, and at once while it is not connected. */
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

const limitsOf = (ready: Promise<void>, using: <T>(work: (store: Store) => Promise<T>) => Promise<T>) => ({
  ready,
  consume: (charges: readonly Charge[]) => using(({ counters }) => decide(counters, charges)),
  refund: (charges: readonly Charge[]) => using(({ counters }) => refundAll(counters, charges)),
  know: (address: string) => using(({ addresses }) => addresses.add(address)),
  knows: (address: string) => using(({ addresses }) => addresses.has(address)),
})

const sharedLimiter = (redisUrl: string, inMemory: Store, options: RateLimitOptions): RateLimiter => {
  const { limits, log, ca, redisTimeout = 250 } = options
  const client = connect(redisUrl, redisTimeout, ca)
  const inRedis: Store = {
    counters: createCounters(bucket => redisCounter(limits[bucket], bucket, client)),
    addresses: addressesInRedis(client),
  }
  const report = createFailureReport({ fails: 'redis_lost', works: 'redis_back' }, line => log?.warn(line))
  let failing = false
  let stopping = false
  client.on('error', error => {
    // The client would continue in database 0 and share its counters with other programs.
    if (outOfRange.test(error.message)) client.disconnect()
    report.failed(withRemedy(error, 'Redis'))
  })
  client.on('close', () => stopping || report.failed())
  client.on('ready', () => failing || report.worked())
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', error => (outOfRange.test(error.message) ? reject(noSuchDatabase(redisUrl)) : resolve()))
  })
  // If nothing awaits `ready`, its rejection must not end the process.
  ready.catch(() => undefined)
  let retryAt = 0

  const using = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const now = Date.now()
    if (client.status !== 'ready' || now < retryAt) return work(inMemory)
    // While Redis fails, one request per second tries it again; the others do not wait.
    if (failing) retryAt = now + retryAfterMs
    try {
      const result = await work(inRedis)
      failing = false
      retryAt = 0
      report.worked()
      return result
    } catch (error) {
      failing = true
      retryAt = Date.now() + retryAfterMs
      report.failed(error)
      return work(inMemory)
    }
  }

  return {
    ...limitsOf(ready, using),
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
 * Counts in memory, or with `redisUrl` in Redis or Valkey for all processes together. While Redis does not respond,
 * each process counts on its own with the full limits. The log reports when Redis is lost and when it is back.
 */
export const createRateLimiter = (options: RateLimitOptions): RateLimiter => {
  const inMemory: Store = {
    counters: createCounters(bucket => memoryCounter(options.limits[bucket])),
    addresses: addressesInMemory(),
  }
  if (options.redisUrl !== undefined) return sharedLimiter(options.redisUrl, inMemory, options)
  return {
    ...limitsOf(Promise.resolve(), work => work(inMemory)),
    redis: () => 'unused',
    [Symbol.asyncDispose]: async () => {},
  }
}
