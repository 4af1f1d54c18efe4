import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectRange } from './byte-range.ts'
import { Refusal } from './errors.ts'

const whole = { byteSize: 1000, etag: '"one"' }

for (const [range, start, end] of [
  ['bytes=0-0', 0, 1],
  ['bytes=0-499', 0, 500],
  ['bytes=500-', 500, 1000],
  ['bytes=-1', 999, 1000],
  ['bytes=-5000', 0, 1000],
  ['bytes=999-99999999999999999999', 999, 1000],
  ['Bytes = 10-19', 10, 20],
] as const)
  test(`${range} is ${start} to ${end}`, () => assert.deepEqual(selectRange({ range }, whole), { start, end }))

for (const range of [
  undefined,
  '',
  'bytes',
  'bytes=-',
  'bytes=a-b',
  'lines=0-1',
  'bytes=0-1,5-6',
  'bytes=9-3',
  'bytes=-1-2',
])
  test(`${range} is ignored`, () => assert.equal(selectRange({ range }, whole), undefined))

for (const range of ['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-'])
  test(`${range} cannot be satisfied`, () =>
    assert.throws(
      () => selectRange({ range }, whole),
      (error: Refusal) => error instanceof Refusal && error.detail.headers?.['content-range'] === 'bytes */1000',
    ))

test('a range is ignored if If-Range does not match the entity tag', () => {
  const range = 'bytes=0-1'
  assert.deepEqual(selectRange({ range, ifRange: '"one"' }, whole), { start: 0, end: 2 })
  for (const ifRange of ['"other"', 'W/"one"', 'Tue, 24 Nov 2026 06:00:00 GMT'])
    assert.equal(selectRange({ range, ifRange }, whole), undefined)
})
