import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  canonicalDigest,
  createMac,
  equalDigest,
  isDeeperThan,
  maxNesting,
  sha256Base64url,
  sha256Hex,
} from './hash.ts'

test('SHA-256 matches the vectors of FIPS 180-2, for text and bytes', () => {
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  assert.equal(sha256Hex(new Uint8Array()), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.equal(sha256Base64url(Buffer.from('abc')), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('the MAC is HMAC-SHA256 (RFC 4231) for keys of every length up to a block', () => {
  const hex = (key: Buffer, data: string) => createMac(key)(Buffer.from(data)).toString('hex')
  assert.equal(
    hex(Buffer.alloc(20, 0x0b), 'Hi There'),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  )
  assert.equal(
    hex(Buffer.from('Jefe'), 'what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  for (let length = 0; length <= 64; length++) {
    const key = Buffer.alloc(length, length)
    assert.equal(hex(key, 'x'.repeat(length)), createHmac('sha256', key).update('x'.repeat(length)).digest('hex'))
  }
  assert.throws(() => createMac(Buffer.alloc(65)), RangeError)
})

test('digests are equal only when every byte is', () => {
  const digest = sha256Hex('abc')
  assert.equal(equalDigest(digest, sha256Hex('abc')), true)
  assert.equal(equalDigest(digest, `${digest.slice(0, -1)}e`), false)
  assert.equal(equalDigest(digest, digest.slice(0, -1)), false)
  assert.equal(equalDigest('', ''), true)
  assert.equal(equalDigest('é', Buffer.from('é')), true)
})

test('canonical digest follows RFC 8785 section 3.2.4', () => {
  const sample = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  const canonical =
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
    '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
  assert.equal(canonicalDigest(sample), sha256Hex(canonical))
})

test('canonical digest sorts members by UTF-16 units at every level (RFC 8785 section 3.2.3)', () => {
  const sorted = '{"\\r":1,"1":2,"\u0080":3,"ö":4,"€":5,"😀":6,"\ufb33":7}'
  const shuffled = { '€': 5, '\r': 1, '\ufb33': 7, '1': 2, '😀': 6, '\u0080': 3, ö: 4 }
  assert.equal(canonicalDigest(shuffled), sha256Hex(sorted))
  assert.equal(canonicalDigest({ b: [{ d: 1, c: 2 }], a: -0 }), sha256Hex('{"a":0,"b":[{"c":2,"d":1}]}'))
})

test('undefined members count as absent, but null does not', () => {
  assert.equal(canonicalDigest({ a: 1, b: undefined }), canonicalDigest({ a: 1 }))
  assert.notEqual(canonicalDigest({ a: 1, b: null }), canonicalDigest({ a: 1 }))
})

test('a value that JSON cannot represent has no canonical digest', () => {
  const circle: unknown[] = []
  circle.push(circle)
  for (const value of [undefined, Number.NaN, Infinity, 10n, '\ud800', ['\udc00'], { '\ud800': 1 }, circle]) {
    assert.throws(() => canonicalDigest(value))
  }
})

test('depth is limited before it can overflow the stack', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  assert.equal(isDeeperThan('text', 0), false)
  assert.equal(isDeeperThan([], 0), true)
  assert.equal(isDeeperThan({ a: [1] }, 2), false)
  assert.equal(isDeeperThan({ a: [[]] }, 2), true)
  assert.match(canonicalDigest(nested(maxNesting)), /^[0-9a-f]{64}$/)
  assert.throws(() => canonicalDigest(nested(maxNesting + 1)), RangeError)
  assert.throws(() => canonicalDigest(nested(100_000)), RangeError)
})
