import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { StreamMac } from './mac.ts'

const macOf = (key: Buffer, ...pieces: readonly Buffer[]): string => {
  const mac = new StreamMac(key)
  for (const piece of pieces) mac.update(piece)
  return mac.digest()
}

// Test case 13 of "The Galois/Counter Mode of Operation": key and nonce of zeros, no data.
test('the MAC is GMAC', () => assert.equal(macOf(Buffer.alloc(32)), '530f8afbc74536b9a963b4f1c4cb738b'))

test('the MAC is the same for any division into pieces', () => {
  const [key, bytes] = [randomBytes(32), randomBytes(100_000)]
  for (const at of [0, 1, 15, 16, 17, 65_536, 99_999])
    assert.equal(macOf(key, bytes.subarray(0, at), bytes.subarray(at)), macOf(key, bytes))
})

test('a different bit, length, order or key changes the MAC', () => {
  const [key, bytes] = [randomBytes(32), randomBytes(64)]
  const flipped = Buffer.from(bytes)
  flipped[63] = (flipped[63] ?? 0) ^ 1
  const [first, last] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const macs = [
    macOf(key, bytes),
    macOf(key, flipped),
    macOf(key, bytes, Buffer.alloc(1)),
    macOf(key, bytes.subarray(0, 63)),
    macOf(key, last, first),
    macOf(randomBytes(32), bytes),
  ]
  assert.equal(new Set(macs).size, macs.length)
})
