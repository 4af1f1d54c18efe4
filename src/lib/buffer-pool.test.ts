import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BufferPool } from './buffer-pool.ts'

test('a returned buffer is reused, even if only a slice is returned, but never by two callers at once', () => {
  const pool = new BufferPool(1024, 2)
  const first = pool.take()
  assert.equal(first.length, 1024)
  assert.notEqual(pool.take().buffer, first.buffer)
  const { buffer } = first
  pool.release(first.subarray(3, 7))
  pool.release(first)
  assert.equal(pool.take().buffer, buffer)
  assert.notEqual(pool.take().buffer, buffer)
})

test('a pool keeps returned buffers up to its limit, and ignores buffers of other origin', () => {
  const pool = new BufferPool(1024, 2)
  const taken = Array.from({ length: 3 }, () => pool.take())
  for (const one of taken) pool.release(one)
  pool.release(Buffer.alloc(1024))
  const again = Array.from({ length: 3 }, () => pool.take().buffer)
  assert.deepEqual(
    again.map(memory => taken.findIndex(one => one.buffer === memory)),
    [1, 0, -1],
  )
})
