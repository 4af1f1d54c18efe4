import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remember } from './remember.ts'

const countingCache = (capacity: number) => {
  const computed: string[] = []
  const get = remember(text => {
    computed.push(text)
    return text.toUpperCase()
  }, capacity)
  return { computed, get }
}

test('the result for a text is computed once while it is cached', () => {
  const { computed, get } = countingCache(100)
  assert.deepEqual(['a', 'b', 'a', 'b'].map(get), ['A', 'B', 'A', 'B'])
  assert.deepEqual(computed, ['a', 'b'])
})

test('the cache does not exceed its capacity', () => {
  const { computed, get } = countingCache(10)
  for (const text of ['four', 'more', 'over', 'four', 'over']) assert.equal(get(text), text.toUpperCase())
  // The third text exceeded the capacity, so the earlier texts were dropped.
  assert.deepEqual(computed, ['four', 'more', 'over', 'four'])
})

test('a text longer than the capacity is not cached', () => {
  const { computed, get } = countingCache(3)
  for (const text of ['long', 'long', 'a', 'a']) get(text)
  assert.deepEqual(computed, ['long', 'long', 'a'])
})
