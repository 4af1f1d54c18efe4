import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeyCache } from './key-cache.ts'

const cacheOf = (maxKeys: number) => {
  let now = 0
  const cache = new KeyCache({ clock: { now: () => now }, lifetime: 1000, maxKeys })
  const at = (ms: number) => {
    now = ms
  }
  return { cache, at }
}

const key = (byte: number) => Buffer.alloc(32, byte)
const wiped = Buffer.alloc(32)

test('a key is kept for its lifetime, and then overwritten', () => {
  const { cache, at } = cacheOf(2)
  const ownKey = key(1)
  cache.keep('a', ownKey)
  at(999)
  assert.deepEqual(cache.get('a'), key(1))
  at(1000)
  assert.equal(cache.get('a'), undefined)
  assert.deepEqual(ownKey, wiped)
})

test('each caller gets a copy, which survives the cached key and may be overwritten', () => {
  using cache = cacheOf(2).cache
  cache.keep('a', key(1))
  const [first, second] = [cache.get('a'), cache.get('a')]
  first?.fill(0)
  cache.drop('a')
  assert.deepEqual(second, key(1))
})

test('at the limit, the oldest key is overwritten and dropped', () => {
  using cache = cacheOf(2).cache
  const keys = [key(1), key(2), key(3)]
  for (const [i, bytes] of keys.entries()) cache.keep(String(i), bytes)
  assert.deepEqual(keys, [wiped, key(2), key(3)])
  assert.equal(cache.get('0'), undefined)
})

test('disposal overwrites all keys, and a new key under a name overwrites the previous one', () => {
  const { cache } = cacheOf(5)
  const keys = [key(1), key(2)]
  for (const bytes of keys) cache.keep('same', bytes)
  assert.deepEqual(keys, [wiped, key(2)])
  cache[Symbol.dispose]()
  assert.deepEqual(keys, [wiped, wiped])
})

test('a key is overwritten in time even without a request', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  using cache = cacheOf(5).cache
  const ownKey = key(1)
  cache.keep('a', ownKey)
  t.mock.timers.tick(999)
  assert.deepEqual(ownKey, key(1))
  t.mock.timers.tick(1)
  assert.deepEqual(ownKey, wiped)
})
