import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TokenBucket } from './token-bucket.ts'

describe('a token bucket', () => {
  const bucketAt = (bytesPerSecond: number, paidBy?: number) => {
    const clock = { at: 1_000_000, now: () => clock.at }
    const { signal } = new AbortController()
    const bucket = new TokenBucket({ clock, bytesPerSecond, paidBy })
    return { clock, bucket, take: (bytes: number) => bucket.take(bytes, signal) }
  }

  test('grants the requested bytes at once and then pays off the debt', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    await take(5000)
    assert.equal(bucket.paidBy, clock.at + 5000)
    clock.at += 2000
    assert.equal(bucket.paidBy, clock.at + 3000)
  })

  test('saves at most one second', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    clock.at += 3_600_000
    await take(3000)
    assert.equal(bucket.paidBy, clock.at + 2000)
  })

  test('a new rate also applies to existing debt', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    await take(60_000)
    bucket.bytesPerSecond = 60_000
    assert.equal(bucket.paidBy, clock.at + 1000)
  })

  test('takes over the debt of an earlier bucket, up to a minute', () => {
    const { clock, bucket } = bucketAt(1000, 1_000_500)
    assert.equal(bucket.paidBy, clock.at + 500)
    assert.equal(bucketAt(1000, 9_000_000).bucket.paidBy, clock.at + 60_000)
  })

  test('takes over the time since an earlier bucket as savings, up to a second', () => {
    const since = (ms: number) => bucketAt(1000, 1_000_000 - ms).bucket.paidBy - 1_000_000
    assert.deepEqual([since(0), since(400), since(5000)], [0, -400, -1000])
    assert.equal(bucketAt(1000).bucket.paidBy, 1_000_000)
  })

  test('the signal releases a waiting caller', async () => {
    const clock = { now: () => 0 }
    const bucket = new TokenBucket({ clock, bytesPerSecond: 1 })
    const stop = new AbortController()
    await bucket.take(10, stop.signal)
    const waiting = bucket.take(1, stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, error => error === stop.signal.reason || (error as Error).name === 'AbortError')
  })
})
