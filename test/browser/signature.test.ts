import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { signatureHeaders, signingKeys } from '#src/features/webhooks/engine/sign.ts'
import { check, type Fault, type SchemeName, type SignatureInput, visible } from '#web/pages/webhooks/signature.ts'
import { verifyCode } from '#web/pages/webhooks/verify-code.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const oldSecret = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
const sentAt = Date.parse('2026-11-20T02:04:11.318Z')
const body = `{"id":"evt_1","note":"it's \\"ü\\" \\n and $HOME","n":1}`

const deliver = (keys: readonly string[], sentBody = body): Record<SchemeName, SignatureInput> => {
  const delivery = { deliveryId: 'whd_1', eventId: 'evt_1', type: 'webhook.test', at: sentAt }
  const headers = signatureHeaders({ ...delivery, keys: keys.map(signingKeys), body: Buffer.from(sentBody) })
  const toHeaders = (timestamp: string, signature: string) => ({
    secret,
    id: headers['webhook-id'] ?? '',
    body: sentBody,
    timestamp: headers[timestamp] ?? '',
    header: headers[signature] ?? '',
  })
  return {
    service: toHeaders('x-service-timestamp', 'x-service-signature'),
    standard: toHeaders('webhook-timestamp', 'webhook-signature'),
  }
}

const names = ['service', 'standard'] as const satisfies readonly SchemeName[]

describe('a signature is checked as the server creates it', () => {
  for (const name of names)
    test(name, () => {
      const result = check(name, deliver([secret])[name], true, sentAt + 1000)
      assert.deepEqual([result.fits, result.fault, result.signatures.length], [true, undefined, 1])
      assert.equal(result.bytes, Buffer.byteLength(result.signed))
      const rotating = check(name, { ...deliver([secret, oldSecret])[name], secret: oldSecret }, true, sentAt)
      assert.deepEqual(
        rotating.signatures.map(({ fits }) => fits),
        [false, true],
      )
    })

  test('reports the signed text and its age', () => {
    const { signed: signedText, age } = check('service', deliver([secret]).service, true, sentAt + 301_000)
    assert.equal(signedText, `2026-11-20T02:04:11.318Z.${body}`)
    assert.equal(age, 301_000)
    assert.equal(visible('a\r\nb\tc'), 'a␍␊\nb␉c')
  })
})

const cases: readonly [Fault | undefined, SchemeName | 'both', Partial<SignatureInput>, recorded?: boolean][] = [
  [undefined, 'both', { secret: '' }],
  ['noSignature', 'both', { header: 't=1' }],
  ['secretSpace', 'service', { secret: `${secret}\n` }],
  ['missingPrefix', 'both', { secret: secret.slice(6) }],
  ['missingPrefix', 'both', { secret: 'something else' }],
  ['bodyRewritten', 'both', { body: JSON.stringify(JSON.parse(body), null, 2) }],
  ['bodyRewritten', 'both', { body: `${body}\r\n` }],
  ['timestampRewritten', 'service', { timestamp: '2026-11-20T02:04:11.318+00:00' }],
  ['timestampRewritten', 'standard', { timestamp: '2026-11-20T02:04:11.318Z' }],
  ['timestampUnreadable', 'both', { timestamp: 'yesterday' }],
  ['timestampOther', 'service', { timestamp: '2026-11-20T02:05:11.318Z' }],
  ['notBase64', 'standard', { secret: 'whsec_!' }],
  ['wrongSecret', 'both', { secret: oldSecret }, true],
  ['somethingElse', 'both', { secret: oldSecret }],
  ['somethingElse', 'both', { body: '{}' }],
]

describe('explains mismatches', () => {
  for (const [fault, schemes, overrides, isRecorded = false] of cases)
    for (const name of names.filter(name => schemes === 'both' || schemes === name))
      test(`${name}: ${fault} with ${JSON.stringify(overrides)}`, () => {
        assert.equal(check(name, { ...deliver([secret])[name], ...overrides }, isRecorded, sentAt).fault, fault)
      })
})

const runners = {
  typescript: (code: string) => [process.execPath, '--input-type=module-typescript', '-e', code],
  python: (code: string) => ['python3', '-c', code],
  shell: (code: string) => ['bash', '-euo', 'pipefail', '-c', code],
} as const

describe('the copied programs work as described', () => {
  for (const language of ['typescript', 'python', 'shell'] as const)
    for (const name of names)
      test(`${language}, ${name}`, () => {
        const delivery = {
          ...deliver([oldSecret, secret])[name],
          comments: { received: 'as received', again: 'again' },
        }
        const [file = '', ...args] = runners[language](verifyCode[language][name](delivery))
        const run = (SIGNING_SECRET: string) =>
          execFileSync(file, args, { env: { PATH: process.env.PATH, SIGNING_SECRET }, encoding: 'utf8' }).trim()
        assert.deepEqual([run(secret), run(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)], ['valid', 'invalid'])
      })
})
