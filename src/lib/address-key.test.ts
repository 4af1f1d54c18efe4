import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './address-key.ts'

const keys: readonly (readonly [address: string, key: string])[] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', 'unknown'],
  ['somebody', 'unknown'],
]
for (const [address, key] of keys) {
  test(`attempts from ${JSON.stringify(address)} are counted under ${key}`, () =>
    assert.equal(addressKey(address), key))
}
