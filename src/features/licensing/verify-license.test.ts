import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { claimsFrom, issuerKeys, signed } from '#test/license.ts'
import { verifyLicense } from './verify-license.ts'

const { publicKey, privateKey } = issuerKeys()
const noon = Date.parse('2026-11-20T12:00:00.000Z')
const token = signed(claimsFrom(noon), privateKey)
const isAccepted = async (text: string, key = publicKey) => 'license' in (await verifyLicense(text, key))

test('a license is read as it was issued', async () => {
  const verification = await verifyLicense(token, publicKey)
  assert.deepEqual('license' in verification && verification.license, {
    token,
    id: 'lic_1',
    plan: 'enterprise',
    holder: 'Acme Bank AG',
    from: noon,
    until: Date.parse('2027-11-20T12:00:00.000Z'),
    graceUntil: Date.parse('2027-12-20T12:00:00.000Z'),
    entitlements: { '*': { 'storage.s3': true } },
    audience: null,
  })
})

test('a change of any single letter is rejected', async t => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.='
  const replacements = (index: number) =>
    index % 16 === 0 || index > token.length - 4 ? [...letters] : ['A', 'B', '.']
  let alteredCount = 0
  for (let index = 0; index < token.length; index++)
    for (const letter of replacements(index)) {
      const text = token.slice(0, index) + letter + token.slice(index + 1)
      if (text === token) continue
      alteredCount++
      assert.equal(await isAccepted(text), false, `${index}: ${letter}`)
    }
  t.diagnostic(`${alteredCount} altered tokens of ${token.length} letters, 0 accepted`)
})

test('every shorter and every longer token is rejected', async () => {
  for (let length = 0; length < token.length; length++) assert.equal(await isAccepted(token.slice(0, length)), false)
  for (const suffix of ['A', '.', '.A', ' ', '\n', '=']) assert.equal(await isAccepted(token + suffix), false, suffix)
})

test('a key of a different kind is not accepted', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [rsa.publicKey, elliptic.publicKey, generateKeyPairSync('ed448').publicKey, issuerKeys().publicKey]
  for (const key of keys) assert.equal(await isAccepted(token, key), false)
  for (const key of [undefined, rsa.publicKey]) assert.deepEqual(await verifyLicense(token, key), { problem: 'no_key' })
})

test('property names of JavaScript objects are not entitlements', async () => {
  const entitlements = JSON.parse('{"__proto__": {"storage.s3": true}, "constructor": {"storage.s3": true}}')
  assert.equal(await isAccepted(signed(claimsFrom(noon, { entitlements }), privateKey)), true)
})
