import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { disclosureDigest } from '#lib/disclosure.ts'
import { drawSalts, erasableFields, leafOf, packSalts, unpackSalts } from './leaf.ts'

const row = {
  id: 'aud_1',
  action: 'evidence.claim.create',
  outcome: 'done',
  resourceId: 'gec_1',
  reason: 'Nightly scan of the backup estate',
  beforeDigest: null,
  afterDigest: 'ab'.repeat(32),
  detail: null,
}
const person = { ...row, resourceId: 'prs_1', beforeDigest: 'cd'.repeat(32), detail: 'role' }

const parsedLeaf = (record: Record<string, unknown>, salts = drawSalts(record, randomBytes)) => {
  const leaf = leafOf(record, salts)
  return { ...leaf, salts, json: JSON.parse(leaf.text) }
}

describe('a leaf', () => {
  test('a leaf contains free text as a digest, every other field as it is, and no field twice', () => {
    const { json, disclosures } = parsedLeaf(row)
    assert.deepEqual(Object.keys(json.digests), ['reason'])
    assert.deepEqual(json.event, omit(row, 'reason'))
    assert.equal(json.v, 1)
    assert.deepEqual(disclosures.map(disclosureDigest), [json.digests.reason])
  })

  test('the leaf of a personal record also hides its digests behind digests', () => {
    const { json } = parsedLeaf(person)
    assert.deepEqual(Object.keys(json.digests), ['afterDigest', 'beforeDigest', 'detail', 'reason'])
    assert.doesNotMatch(parsedLeaf(person).text, /abab|cdcd|Nightly/)
  })

  test('a leaf is unchanged when a field is erased', () => {
    const { salts, hash, json } = parsedLeaf(person)
    const remainingSalts = new Map([...salts].filter(([field]) => field !== 'reason'))
    const erased = leafOf({ ...person, reason: null }, remainingSalts, new Map([['reason', json.digests.reason]]))
    assert.deepEqual(erased.hash, hash)
    assert.equal(erased.disclosures.length, 3)
  })

  test('a leaf changes if a field is emptied without an erasure, or an erased field gets a value again', () => {
    const { salts, hash, json } = parsedLeaf(person)
    const erasedDigests = new Map([['reason', json.digests.reason]])
    assert.notDeepEqual(leafOf({ ...person, reason: null }, salts).hash, hash)
    const remainingSalts = new Map([...salts].filter(([field]) => field !== 'reason'))
    assert.notDeepEqual(leafOf({ ...person, reason: 'Something else' }, remainingSalts, erasedDigests).hash, hash)
  })

  test('a leaf is RFC 8785 JSON for any fields of a row', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.integer(), fc.double(), fc.boolean())
    const knownField = fc.constantFrom(...Object.keys(person))
    const records = fc.dictionary(fc.oneof(knownField, fc.string({ unit: 'grapheme' })), value, { maxKeys: 20 })
    fc.assert(
      fc.property(records, record => {
        const jsonRecord = JSON.parse(JSON.stringify(record))
        const { text } = parsedLeaf(jsonRecord)
        assert.equal(text, canonicalize(JSON.parse(text)))
      }),
    )
  })

  test('adding a member called __proto__ changes the leaf', () => {
    const salts = drawSalts(row, randomBytes)
    const rowWithProto = JSON.parse(`${JSON.stringify(row).slice(0, -1)},"__proto__":"usr_1"}`)
    assert.notDeepEqual(leafOf(rowWithProto, salts).hash, leafOf(row, salts).hash)
  })
})

const omit = (record: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))

describe('salts', () => {
  test('packing and unpacking does not change salts', () => {
    fc.assert(
      fc.property(fc.subarray([...erasableFields]), fields => {
        const salts = new Map(fields.map(field => [field, randomBytes(16)]))
        assert.deepEqual(unpackSalts(packSalts(salts)), salts)
      }),
    )
  })

  test('packed salts with a wrong length or an unknown bit are rejected', () => {
    for (const bytes of [[], [1], [0, 0], [32, ...randomBytes(16)]])
      if (bytes.length > 0) assert.throws(() => unpackSalts(Buffer.from(bytes)), RangeError, String(bytes))
  })
})
