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

  test('lets pass what is asked for and then owes it', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    await take(5000)
    assert.equal(bucket.paidBy, clock.at + 5000)
    clock.at += 2000
    assert.equal(bucket.paidBy, clock.at + 3000)
  })

  test('saves one second at most', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    clock.at += 3_600_000
    await take(3000)
    assert.equal(bucket.paidBy, clock.at + 2000)
  })

  test('another rate holds for what is owed already', async () => {
    const { clock, bucket, take } = bucketAt(1000)
    await take(60_000)
    bucket.bytesPerSecond = 60_000
    assert.equal(bucket.paidBy, clock.at + 1000)
  })

  test('what an earlier bucket owed is owed, a minute of it at most', () => {
    const { clock, bucket } = bucketAt(1000, 1_000_500)
    assert.equal(bucket.paidBy, clock.at + 500)
    assert.equal(bucketAt(1000, 9_000_000).bucket.paidBy, clock.at + 60_000)
  })

  test('what has passed since an earlier bucket is saved, one second of it at most', () => {
    const since = (ms: number) => bucketAt(1000, 1_000_000 - ms).bucket.paidBy - 1_000_000
    assert.deepEqual([since(0), since(400), since(5000)], [0, -400, -1000])
    assert.equal(bucketAt(1000).bucket.paidBy, 1_000_000)
  })

  test('whoever waits is let go by the signal', async () => {
    const clock = { now: () => 0 }
    const bucket = new TokenBucket({ clock, bytesPerSecond: 1 })
    const stop = new AbortController()
    await bucket.take(10, stop.signal)
    const waiting = bucket.take(1, stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, error => error === stop.signal.reason || (error as Error).name === 'AbortError')
  })
})
