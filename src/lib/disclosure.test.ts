import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosureDigest, disclosureOf } from './disclosure.ts'

test('the digest matches the example of RFC 9901 section 4.2.3', () => {
  const disclosure = 'WyI2cU1RdlJMNWhhaiIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0'
  assert.equal(disclosureDigest(disclosure), 'uutlBuYeMDyjLLTpf6Jxi7yNkEF35jdyWMn9U7b_RYY')
})

test('a disclosure is the JSON of salt, name and value in base64url', () => {
  const disclosure = disclosureOf(Buffer.alloc(16, 0xff), 'reason', 'Zürich \u2028 "quoted"')
  assert.deepEqual(JSON.parse(Buffer.from(disclosure, 'base64url').toString()), [
    '_____________________w',
    'reason',
    'Zürich \u2028 "quoted"',
  ])
  assert.doesNotMatch(disclosure, /[^\w-]/)
})
