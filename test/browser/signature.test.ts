import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { signatureHeaders, signingKeys } from '#src/features/webhooks/engine/sign.ts'
import { check, type Fault, type Given, type SchemeName, visible } from '#web/pages/webhooks/signature.ts'
import { verifyCode } from '#web/pages/webhooks/verify-code.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const old = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
const at = Date.parse('2026-11-20T02:04:11.318Z')
const body = `{"id":"evt_1","note":"it's \\"ü\\" \\n and $HOME","n":1}`

const deliver = (keys: readonly string[], sent = body): Record<SchemeName, Given> => {
  const named = { deliveryId: 'whd_1', eventId: 'evt_1', type: 'webhook.test', at }
  const headers = signatureHeaders({ ...named, keys: keys.map(signingKeys), body: Buffer.from(sent) })
  const given = (timestamp: string, signature: string) => ({
    secret,
    id: headers['webhook-id'] ?? '',
    body: sent,
    timestamp: headers[timestamp] ?? '',
    header: headers[signature] ?? '',
  })
  return {
    service: given('x-service-timestamp', 'x-service-signature'),
    standard: given('webhook-timestamp', 'webhook-signature'),
  }
}

const names = ['service', 'standard'] as const satisfies readonly SchemeName[]

describe('a signature is checked as the server creates it', () => {
  for (const name of names)
    test(name, () => {
      const found = check(name, deliver([secret])[name], true, at + 1000)
      assert.deepEqual([found.fits, found.fault, found.signatures.length], [true, undefined, 1])
      assert.equal(found.bytes, Buffer.byteLength(found.signed))
      const rotating = check(name, { ...deliver([secret, old])[name], secret: old }, true, at)
      assert.deepEqual(
        rotating.signatures.map(({ fits }) => fits),
        [false, true],
      )
    })

  test('reports the signed text and its age', () => {
    const { signed, age } = check('service', deliver([secret]).service, true, at + 301_000)
    assert.equal(signed, `2026-11-20T02:04:11.318Z.${body}`)
    assert.equal(age, 301_000)
    assert.equal(visible('a\r\nb\tc'), 'a␍␊\nb␉c')
  })
})

const wrong: readonly [Fault | undefined, SchemeName | 'both', Partial<Given>, recorded?: boolean][] = [
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
  ['wrongSecret', 'both', { secret: old }, true],
  ['somethingElse', 'both', { secret: old }],
  ['somethingElse', 'both', { body: '{}' }],
]

describe('explains mismatches', () => {
  for (const [fault, which, over, recorded = false] of wrong)
    for (const name of names.filter(name => which === 'both' || which === name))
      test(`${name}: ${fault} with ${JSON.stringify(over)}`, () => {
        assert.equal(check(name, { ...deliver([secret])[name], ...over }, recorded, at).fault, fault)
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
        const [file = '', ...args] = runners[language](verifyCode[language][name](deliver([old, secret])[name]))
        const run = (SIGNING_SECRET: string) =>
          execFileSync(file, args, { env: { PATH: process.env.PATH, SIGNING_SECRET }, encoding: 'utf8' }).trim()
        assert.deepEqual(
          [run(secret), run(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)],
          ['fits', 'does not fit'],
        )
      })
})
