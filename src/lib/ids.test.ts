import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIds, idTime, isId, randomToken } from './ids.ts'

const at = 1469918176385
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const assertIncreasing = (ids: readonly string[]) => {
  for (const [i, id] of ids.slice(1).entries()) assert.equal(byBytes(ids[i] ?? '', id), -1, `${ids[i]} before ${id}`)
}

test('the layout is that of ULID', () => {
  const zeros = createIds(size => Buffer.alloc(size))
  assert.equal(zeros.next('gec', 0), `gec_${'0'.repeat(26)}`)
  assert.equal(zeros.next('gec', 0), `gec_${'0'.repeat(25)}1`)
  // The example of the original ULID implementation.
  assert.equal(zeros.next('subreq', at), `subreq_01ARYZ6S41${'0'.repeat(16)}`)
  const ones = createIds(size => Buffer.alloc(size, 0xff))
  assert.equal(ones.next('x', 2 ** 48 - 1), `x_7ZZZZZZZZZF${'Z'.repeat(15)}`)
})

test('ids of one millisecond increase strictly, and carry into the upper half', () => {
  const lows = createIds(size => Buffer.alloc(size, Buffer.from('0000000000ffffffffff', 'hex')))
  assert.equal(lows.next('x', at), 'x_01ARYZ6S4100000000ZZZZZZZZ')
  assert.equal(lows.next('x', at), 'x_01ARYZ6S410000000100000000')
  const ids = createIds()
  assertIncreasing(Array.from({ length: 5000 }, () => ids.next('gec', at)))
})

test('ids sort by time, for times of every magnitude', () => {
  const ids = createIds()
  const times = Array.from({ length: 48 }, (_, bit) => [2 ** bit - 1, 2 ** bit]).flat()
  assertIncreasing([...new Set(times)].sort((a, b) => a - b).map(time => ids.next('gec', time)))
})

test('an id has the time it was created with, even when the clock goes back', () => {
  const ids = createIds()
  for (const time of [0, 1, 1023, 1024, at, at - 1, at, 2 ** 40 - 1, 2 ** 40, 2 ** 48 - 1, 5]) {
    assert.equal(idTime(ids.next('gec', time)), time)
  }
  const first = ids.next('gec', at)
  ids.next('gec', at - 1)
  assert.equal(byBytes(first, ids.next('gec', at)), -1)
})

test('ids for thousands of interleaved milliseconds are unique', () => {
  const ids = createIds()
  const seen = new Set<string>()
  for (let i = 0; i < 20_000; i++) seen.add(ids.next('gec', at + (i % 5000)))
  assert.equal(seen.size, 20_000)
})

test('a time that does not fit 48 bits is rejected', () => {
  for (const time of [-1, 0.5, 2 ** 48, Number.NaN]) assert.throws(() => createIds().next('gec', time), RangeError)
})

test('an id has exactly one valid spelling, with its prefix', () => {
  const id = createIds().next('gec', at)
  assert.equal(isId('gec', id), true)
  assert.equal(isId('subpkg', createIds().next('subpkg', at)), true)
  const body = id.slice(4)
  const invalidIds = [
    body,
    `ger_${body}`,
    `gec_${body.toLowerCase()}`,
    `gec_8${body.slice(1)}`,
    `${id}0`,
    id.slice(0, -1),
  ]
  const letters = ['I', 'L', 'O', 'U', '_', '\n', '\0'].map(letter => id.slice(0, -1) + letter)
  for (const value of [...invalidIds, ...letters, '', 'gec_', `gec_${id}`, `${id}\n`]) {
    assert.equal(isId('gec', value), false, JSON.stringify(value))
  }
})

test('a string that is not an id has no time', () => {
  for (const value of ['', 'gec_', 'gec_01ARYZ6S41', `gec_${'u'.repeat(26)}`])
    assert.throws(() => idTime(value), TypeError)
})

test('random tokens are base64url of the requested length, and differ', () => {
  assert.match(randomToken(), /^[A-Za-z0-9_-]{43}$/)
  assert.match(randomToken(16), /^[A-Za-z0-9_-]{22}$/)
  assert.equal(new Set(Array.from({ length: 1000 }, () => randomToken())).size, 1000)
})
